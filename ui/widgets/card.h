// Card: the frame of a question or a result in a side panel, and OptionRow, one answer to choose.
#pragma once

#include <QAbstractButton>

#include "ui/widgets/themed.h"

class QVBoxLayout;

namespace lockstep::ui {

/// outlined: something to answer. filled: something that lies inside a panel. bad: a failed check.
enum class CardKind { outlined, filled, bad };

class Card : public QWidget, public Themed {
    Q_OBJECT
public:
    explicit Card(CardKind kind, QWidget* parent = nullptr);
    void setKind(CardKind kind);
    /// Where the content goes; margins are 16, 14, 16, 16 and spacing is 6 unless changed.
    QVBoxLayout& content() { return *m_layout; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    CardKind m_kind;
    QVBoxLayout* m_layout;
};

/// One option of a choice: a radio mark (or a check box where several may be right) and a text that wraps.
class OptionRow : public QAbstractButton, public Themed {
    Q_OBJECT
public:
    explicit OptionRow(const QString& text, bool several = false, QWidget* parent = nullptr);
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override { return {200, heightForWidth(200)}; }
    QSize minimumSizeHint() const override { return {80, 32}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void themeChanged() override;

private:
    bool m_several;
};

} // namespace lockstep::ui
