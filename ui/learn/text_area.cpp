// TextArea: a text edit whose box is painted from the theme.
#include "ui/learn/text_area.h"

#include <QKeyEvent>
#include <QPainter>

#include "ui/widgets/focus_ring.h"

namespace lockstep::ui {

TextArea::TextArea(const QString& name, QWidget* parent)
    : QTextEdit(parent)
{
    setAccessibleName(name);
    setAcceptRichText(false);
    setTabChangesFocus(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFixedHeight(88);
    document()->setDocumentMargin(8);
    setFocusRing(*this, FocusRingPlace::outside, 6);
    TextArea::themeChanged();
}

void TextArea::keyPressEvent(QKeyEvent* event)
{
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (enter && !(event->modifiers() & Qt::ShiftModifier))
        event->ignore();
    else
        QTextEdit::keyPressEvent(event);
}

bool TextArea::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_PageUp || key == Qt::Key_PageDown) {
            event->accept();
            return true;
        }
    }
    return QTextEdit::event(event);
}

void TextArea::paintEvent(QPaintEvent* event)
{
    {
        QPainter painter(viewport());
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setBrush(theme().color("surface.1"));
        painter.setPen(QPen(theme().color("border.strong"), 1));
        painter.drawRoundedRect(QRectF(viewport()->rect()).adjusted(0.5, 0.5, -0.5, -0.5), 5.5, 5.5);
    }
    QTextEdit::paintEvent(event);
}

void TextArea::themeChanged()
{
    QPalette palette = paletteOf(theme());
    palette.setColor(QPalette::Base, Qt::transparent);
    setPalette(palette);
    viewport()->setAutoFillBackground(false);
    setFont(theme().font(TextStyle::body));
    update();
    viewport()->update();
}

} // namespace lockstep::ui
