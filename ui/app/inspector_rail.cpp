// InspectorRail: painted from the findings of the session.
#include "ui/app/inspector_rail.h"

#include <QFontMetricsF>
#include <QPainter>

#include "ui/widgets/focus_ring.h"
#include "ui/widgets/icon.h"

namespace lockstep::ui {

InspectorRail::InspectorRail(Session& session, QWidget* parent)
    : QAbstractButton(parent)
    , m_session(session)
{
    setFocusPolicy(Qt::TabFocus);
    setFocusRing(*this, FocusRingPlace::inside, 4);
    connect(&session, &Session::traceChanged, this, &InspectorRail::read);
    connect(&session, &Session::viewChanged, this, &InspectorRail::read);
    read();
}

void InspectorRail::read()
{
    m_summary = checkSummary(m_session);
    setAccessibleName(tr("Open the inspector. %1").arg(m_summary.text));
    setToolTip(accessibleName());
    update();
}

void InspectorRail::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (underMouse())
        painter.fillRect(rect(), theme().color("surface.2"));
    const double middle = width() / 2.0;
    paintIcon(painter, {middle - 8, 14, 16, 16}, QStringLiteral("chevron-left"), theme().color("text.secondary"));
    paintStatus(painter, {middle - 9, 48, 18, 18}, m_summary.shape, theme());
    painter.translate(middle, 80);
    painter.rotate(90);
    const QFont font = theme().font(TextStyle::caption);
    paintText(painter, {0, QFontMetricsF(font).capHeight() / 2}, m_summary.text, font, theme().color("text.secondary"));
}

} // namespace lockstep::ui
