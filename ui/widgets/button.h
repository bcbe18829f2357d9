// Button: primary, default and quiet buttons with text, an icon or both, 32 or 40 high.
#pragma once

#include <QAbstractButton>

#include "ui/widgets/themed.h"

namespace lockstep::ui {

enum class ButtonKind { primary, normal, quiet };

class Button : public QAbstractButton, public Themed {
    Q_OBJECT
public:
    explicit Button(const QString& text, ButtonKind kind = ButtonKind::normal, QWidget* parent = nullptr);

    void setKind(ButtonKind kind);
    /// 32 or 40 (a panel's main action); 36 in the timeline strip.
    void setBoxHeight(int height);
    /// Icon names of resources/icons; empty for none.
    void setLeadingIcon(const QString& name);
    void setTrailingIcon(const QString& name);
    const QString& leadingIcon() const { return m_leading; }
    /// Space left and right of the text; 12 (16 at height 40) unless set.
    void setSidePadding(int pixels);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void themeChanged() override;

private:
    QFont textFont() const;
    int sidePadding() const;

    ButtonKind m_kind;
    int m_height = 32;
    int m_padding = -1;
    QString m_leading, m_trailing;
};

/// A quiet square button with an icon only; `name` is its tool tip and its accessible name.
class IconButton : public Button {
    Q_OBJECT
public:
    IconButton(const QString& icon, const QString& name, QWidget* parent = nullptr);
    void setIconName(const QString& icon) { setLeadingIcon(icon); }
    void setName(const QString& name);
    QSize sizeHint() const override { return {32, 32}; }
    QSize minimumSizeHint() const override { return {32, 32}; }
};

} // namespace lockstep::ui
