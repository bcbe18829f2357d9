// StageHost: lays out and paints the states of the stage.
#include "ui/app/stage_host.h"

#include <cmath>

#include <QPainter>

#include "ui/widgets/button.h"
#include "ui/widgets/paint.h"

namespace lockstep::ui {

namespace {

constexpr double kWidth = 456, kPicture = 120, kTitle = 28, kTextWidth = 360, kButton = 32;

QPen dashed(const QColor& color)
{
    QPen pen(color, 1);
    pen.setDashPattern({4, 4});
    return pen;
}

/// The ghost of a stage: two lanes, an arena and the updates.
void paintGhost(QPainter& painter, const Theme& theme)
{
    painter.setBrush(Qt::NoBrush);
    for (const double y : {8.0, 44.0}) {
        painter.setPen(dashed(theme.color("border.default")));
        painter.drawRoundedRect(QRectF(24.5, y + 0.5, 249, 27), 6, 6);
        painter.setPen(QPen(theme.color("border.default"), 1));
        painter.drawRoundedRect(QRectF(34.5, y + 6.5, 15, 15), 4, 4);
    }
    painter.setPen(dashed(theme.color("border.default")));
    painter.drawRoundedRect(QRectF(286.5, 8.5, 73, 63), 6, 6);
    painter.drawRoundedRect(QRectF(372.5, 8.5, 59, 63), 6, 6);
}

/// A sheet of paper with a fault mark.
void paintSheet(QPainter& painter, const Theme& theme)
{
    painter.setBrush(theme.color("surface.1"));
    painter.setPen(QPen(theme.color("border.strong"), 1));
    painter.drawRoundedRect(QRectF(196.5, 4.5, 63, 79), 6, 6);
    painter.setPen(QPen(theme.color("border.default"), 3, Qt::SolidLine, Qt::FlatCap));
    for (int line = 0; line < 3; ++line)
        painter.drawLine(QPointF(208, 26 + line * 14), QPointF(248 - line * 10, 26 + line * 14));
    paintStatus(painter, {246, 66, 24, 24}, StatusShape::bad, theme);
}

/// The others wait for the rank that stopped. At most four rows; the stopped rank is always one of them.
void paintHang(QPainter& painter, const Theme& theme, const StageState& state)
{
    const int rows = qBound(1, state.ranks, 4);
    const int first = state.stoppedRank >= rows ? state.stoppedRank - rows + 1 : 0;
    for (int row = 0; row < rows; ++row) {
        const int rank = first + row;
        const double y = 4 + row * 22;
        paintWorkerBadge(painter, {24, y, 16, 16}, QString::number(rank), theme);
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.phase(Phase::forward));
        painter.drawRoundedRect(QRectF(48, y + 1, 90, 14), 3, 3);
        painter.setBrush(theme.phase(Phase::backward));
        if (rank == state.stoppedRank) {
            painter.drawRoundedRect(QRectF(139, y + 1, 44, 14), 3, 3);
            paintStatus(painter, {188, y - 1, 18, 18}, StatusShape::bad, theme);
        } else {
            painter.drawRoundedRect(QRectF(139, y + 1, 96, 14), 3, 3);
            paintHatch(painter, {236, y + 1, 196, 14}, theme, 3);
        }
    }
}

} // namespace

StageHost::StageHost(Session& session, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
{
}

void StageHost::setStage(QWidget* stage)
{
    m_stage = stage;
    m_stage->setParent(this);
    m_stage->setVisible(showsStage());
    placeStage();
}

void StageHost::setNotice(QWidget* notice)
{
    m_notice = notice;
    m_notice->setParent(this);
    m_notice->hide();
    placeStage();
}

void StageHost::showNotice(bool show)
{
    if (!m_notice || m_notice->isHidden() != show)
        return;
    m_notice->setVisible(show);
    placeStage();
}

void StageHost::placeStage()
{
    const int above = m_notice && !m_notice->isHidden() ? m_notice->sizeHint().height() : 0;
    if (m_notice)
        m_notice->setGeometry(0, 0, width(), above);
    if (m_stage)
        m_stage->setGeometry(0, above, width(), height() - above);
}

void StageHost::setState(std::optional<StageState> state)
{
    const bool back = m_state && !state; // the stage comes back, and the keyboard with it
    m_state = std::move(state);
    for (Button* button : m_buttons) {
        button->setParent(nullptr);
        button->deleteLater(); // it may be the one that was just pressed
    }
    m_buttons.clear();
    if (m_state) {
        for (const StateAction action : m_state->actions) {
            const ButtonKind kind = m_buttons.isEmpty() ? ButtonKind::primary : ButtonKind::normal;
            auto* button = new Button(actionText(action, *m_state, m_session.trace().trainingSteps()), kind, this);
            button->setTheme(theme());
            connect(button, &Button::clicked, this, [this, action] { emit actionChosen(action); });
            button->show();
            m_buttons.append(button);
        }
        setAccessibleName(m_state->title);
        setAccessibleDescription(m_state->text);
    } else {
        setAccessibleName({});
        setAccessibleDescription({});
    }
    if (m_stage)
        m_stage->setVisible(showsStage());
    if (m_stage && back)
        m_stage->setFocus(Qt::OtherFocusReason);
    place();
    update();
}

void StageHost::resizeEvent(QResizeEvent*)
{
    placeStage();
    place();
}

/// Buttons in one centred row under the text.
void StageHost::place()
{
    if (!m_state)
        return;
    const QRectF text
        = QFontMetricsF(theme().font(TextStyle::body))
              .boundingRect(QRectF(0, 0, kTextWidth, 1000), Qt::TextWordWrap | Qt::AlignHCenter, m_state->text);
    const double top = std::round((height() - (kPicture + kTitle + 4 + text.height() + 16 + kButton)) / 2);
    double row = -8;
    for (const Button* button : m_buttons)
        row += button->sizeHint().width() + 8;
    int x = static_cast<int>(std::round((width() - row) / 2));
    for (Button* button : m_buttons) {
        button->setGeometry(
            QRect(QPoint(x, static_cast<int>(top + kPicture + kTitle + 4 + text.height() + 16)), button->sizeHint()));
        x += button->width() + 8;
    }
}

void StageHost::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), theme().color("surface.0"));
    if (!m_state)
        return;
    painter.setRenderHint(QPainter::Antialiasing);
    const QFont body = theme().font(TextStyle::body);
    const double textHeight
        = QFontMetricsF(body)
              .boundingRect(QRectF(0, 0, kTextWidth, 1000), Qt::TextWordWrap | Qt::AlignHCenter, m_state->text)
              .height();
    const double top = std::round((height() - (kPicture + kTitle + 4 + textHeight + 16 + kButton)) / 2);
    painter.save();
    painter.translate(std::round((width() - kWidth) / 2), top);
    switch (m_state->kind) {
    case StateKind::empty:
        paintGhost(painter, theme());
        break;
    case StateKind::failed:
        paintHang(painter, theme(), *m_state);
        break;
    case StateKind::damaged:
    case StateKind::unreadable:
        paintSheet(painter, theme());
        break;
    }
    painter.restore();
    paintText(painter, {width() / 2.0, top + kPicture + 21}, m_state->title, theme().font(TextStyle::title),
        theme().color("text.primary"), Qt::AlignHCenter);
    painter.setFont(body);
    painter.setPen(theme().color("text.secondary"));
    painter.drawText(QRectF((width() - kTextWidth) / 2, top + kPicture + kTitle + 4, kTextWidth, textHeight + 4),
        Qt::TextWordWrap | Qt::AlignHCenter, m_state->text);
}

} // namespace lockstep::ui
