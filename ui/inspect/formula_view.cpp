// Paints a caption and a formula, and links its numbers with the rest of the window.
#include "ui/inspect/formula_view.h"

#include <algorithm>
#include <cmath>

#include <QFontMetricsF>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include "ui/inspect/wrapped_text.h"
#include "ui/widgets/focus_ring.h"
#include "ui/widgets/paint.h"

namespace lockstep::ui {

namespace {

constexpr double kCaptionLine = 16, kGap = 8;

QFont captionFont(double scale)
{
    return uiFont(12 * scale, 500);
}

} // namespace

FormulaView::FormulaView(Session& session, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
{
    QSizePolicy policy(
        QSizePolicy::Preferred, QSizePolicy::Preferred); // Fixed would cap a wrapped text at its widest form
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setMouseTracking(true);
    setFocusRing(*this, FocusRingPlace::outside, 4);
    connect(&session, &Session::viewChanged, this, qOverload<>(&QWidget::update));
}

void FormulaView::setBlock(const FormulaBlock& block)
{
    const QString plain = block.caption + u'\n' + plainText(block.formula);
    if (plain == m_plain) {
        m_block = block;
        update(); // colours may differ
        return;
    }
    m_plain = plain;
    m_block = block;
    setAccessibleName(block.caption.isEmpty() ? plainText(block.formula)
                                              : block.caption + QStringLiteral(": ") + plainText(block.formula));
    setFocusPolicy(origins().empty() ? Qt::NoFocus : Qt::TabFocus);
    updateGeometry();
    update();
}

std::vector<ObjectRef> FormulaView::origins() const
{
    std::vector<ObjectRef> found;
    for (const FormulaRun& run : layoutNow(std::max(120, width())).runs)
        if (run.origin.any() && std::find(found.begin(), found.end(), run.origin) == found.end())
            found.push_back(run.origin);
    return found;
}

double FormulaView::captionHeight(double width) const
{
    if (m_block.caption.isEmpty())
        return 0;
    const auto lines = wrapped(m_block.caption, captionFont(textScale()), width).size();
    return (static_cast<double>(lines) * kCaptionLine) * textScale() + kGap;
}

int FormulaView::heightForWidth(int width) const
{
    return static_cast<int>(std::ceil(captionHeight(width) + layoutNow(width).height));
}

void FormulaView::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const QFont font = captionFont(textScale());
    const double line = kCaptionLine * textScale();
    double y = line / 2 + QFontMetricsF(font).capHeight() / 2;
    if (!m_block.caption.isEmpty())
        for (const QString& words : wrapped(m_block.caption, font, width())) {
            paintText(painter, {0, y}, words, font, theme().color("text.tertiary"));
            y += line;
        }
    paintFormula(painter, {0, captionHeight(width())}, layoutNow(width()), theme(), m_session.view().hover);
}

void FormulaView::mouseMoveEvent(QMouseEvent* event)
{
    const FormulaLayout layout = layoutNow(width());
    const FormulaRun* run = layout.runAt(event->position() - QPointF(0, captionHeight(width())));
    const ObjectRef object = run ? run->origin : ObjectRef{};
    setCursor(run && run->origin.any() ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (!(object == m_session.view().hover))
        m_session.hover(object);
}

void FormulaView::mouseReleaseEvent(QMouseEvent* event)
{
    const FormulaLayout layout = layoutNow(width());
    const FormulaRun* run = layout.runAt(event->position() - QPointF(0, captionHeight(width())));
    if (run && run->origin.any())
        m_session.select(ObjectRef(run->origin));
}

bool FormulaView::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        auto* help = static_cast<QHelpEvent*>(event);
        const FormulaLayout layout = layoutNow(width());
        const FormulaRun* run = layout.runAt(help->pos() - QPointF(0, captionHeight(width())));
        if (run && !run->full.isEmpty())
            QToolTip::showText(help->globalPos(), run->full, this);
        else
            QToolTip::hideText();
        return true;
    }
    return QWidget::event(event);
}

void FormulaView::leaveEvent(QEvent*)
{
    if (m_session.view().hover.any())
        m_session.hover({});
}

void FormulaView::keyPressEvent(QKeyEvent* event)
{
    const std::vector<ObjectRef> terms = origins();
    const int count = static_cast<int>(terms.size());
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
        if (count > 0) {
            const int by = event->key() == Qt::Key_Right ? 1 : -1;
            m_term = m_term < 0 ? (by > 0 ? 0 : count - 1) : std::clamp(m_term + by, 0, count - 1);
            m_session.hover(terms[static_cast<std::size_t>(m_term)]);
        }
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_term >= 0 && m_term < count)
            m_session.select(terms[static_cast<std::size_t>(m_term)]);
        break;
    default:
        return QWidget::keyPressEvent(event);
    }
    event->accept();
}

void FormulaView::focusOutEvent(QFocusEvent* event)
{
    QWidget::focusOutEvent(event);
    m_term = -1;
    if (m_session.view().hover.any())
        m_session.hover({});
}

} // namespace lockstep::ui
