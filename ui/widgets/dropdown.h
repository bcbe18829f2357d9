// Dropdown: one choice of several behind a box with the chosen one. Arrow keys change the choice; Space and Enter open.
#pragma once

#include <vector>

#include <QAbstractButton>

#include "ui/widgets/themed.h"

namespace lockstep::ui {

struct DropdownOption {
    QString text;
    QString whyNot; ///< why it cannot be chosen now; empty when it can. Stands behind the text in the list.
};

class Dropdown : public QAbstractButton, public Themed {
    Q_OBJECT
public:
    /// `name` is what is chosen, for screen readers.
    explicit Dropdown(const QString& name, QWidget* parent = nullptr);

    void setOptions(std::vector<DropdownOption> options);
    const std::vector<DropdownOption>& options() const { return m_options; }
    int current() const { return m_current; }
    /// Chooses without a signal; -1 shows `otherwise`.
    void setCurrent(int index, const QString& otherwise = {});
    void setBoxHeight(int height);
    void setInvalid(bool invalid);
    QString shownText() const;

    QSize sizeHint() const override { return {160, m_height}; }
    QSize minimumSizeHint() const override { return {72, m_height}; }

signals:
    void chosen(int index);

protected:
    void paintEvent(QPaintEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void themeChanged() override;

private:
    void openList();
    void move(int direction);
    void nameValue();

    QString m_name, m_otherwise;
    std::vector<DropdownOption> m_options;
    int m_current = -1;
    int m_height = 32;
    bool m_invalid = false;
};

} // namespace lockstep::ui
