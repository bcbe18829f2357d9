// Section: a heading that opens and closes the rows under it.
#pragma once

#include <QAbstractButton>

#include "ui/widgets/themed.h"

class QVBoxLayout;

namespace lockstep::ui {

class SectionHead;

class Section : public QWidget, public Themed {
    Q_OBJECT
public:
    explicit Section(const QString& title, QWidget* parent = nullptr);
    QVBoxLayout& rows() { return *m_rows; }
    void setOpen(bool open);
    bool isOpen() const { return m_open; }
    /// "1 problem", "2 changed": stands at the right of the heading.
    void setNote(const QString& note, bool wrong);
    QAbstractButton& head();

private:
    SectionHead* m_head;
    QWidget* m_body;
    QVBoxLayout* m_rows;
    bool m_open = false;
};

} // namespace lockstep::ui
