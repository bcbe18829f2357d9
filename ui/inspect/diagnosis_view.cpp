// Builds the lines of the diagnosis as widgets.
#include "ui/inspect/diagnosis_view.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

#include "ui/app/session.h"
#include "ui/inspect/check_row.h"
#include "ui/inspect/failure_card.h"
#include "ui/widgets/labels.h"

namespace lockstep::ui {

DiagnosisView::DiagnosisView(Session& session, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(0, 0, 0, 0);
    auto* title = new TextLabel(tr("Diagnosis"), TextStyle::bodyStrong);
    title->setSingleLine(true);
    m_summary = new TextLabel({}, TextStyle::caption, "text.tertiary");
    m_summary->setSingleLine(true);
    head->addWidget(title);
    head->addStretch(1);
    head->addWidget(m_summary, 0, Qt::AlignVCenter);
    column->addLayout(head);
    m_items = new QVBoxLayout;
    m_items->setContentsMargins(0, 0, 0, 0);
    m_items->setSpacing(0);
    column->addLayout(m_items);
    connect(&session, &Session::traceChanged, this, [this] { m_traceChanged = true; });
}

bool DiagnosisView::refresh()
{
    const Trace& trace = m_session.trace();
    const View& view = m_session.view();
    const ValuesNow values = trace.empty() ? ValuesNow{} : valuesNow(trace, m_session.world(), view.hidden);
    if (!m_traceChanged && values == m_values && view.hidden.findings == m_hidden && view.textScale == m_scale)
        return false;
    m_traceChanged = false;
    m_values = values;
    m_hidden = view.hidden.findings;
    m_scale = view.textScale;
    DiagnosisContent content
        = trace.empty() ? DiagnosisContent{} : diagnosisContent(m_session.findings(), m_hidden, trace.config(), values);
    QString actions;
    for (DiagnosisItem& item : content.items) {
        if (!m_offersFixes)
            item.action.clear();
        else if (!item.action.isEmpty() && fixIsShown(item.finding))
            item.action = tr("Compare side by side");
        actions += item.action;
    }
    const QString plain = plainText(content) + actions + QString::number(m_session.view().textScale);
    if (plain == m_shown)
        return false;
    m_shown = plain;
    setVisible(!content.items.empty());
    m_summary->setText(content.summary);
    // Values change often, the kinds of lines hardly ever: lines stay, cards are made again with their words.
    QString shape;
    for (const DiagnosisItem& item : content.items)
        shape += item.kind == DiagnosisItem::Kind::failure ? item.title + item.text + item.remedy + item.action
                                                           : QString::number(static_cast<int>(item.kind));
    shape += QString::number(view.textScale);
    if (shape == m_shape) {
        for (std::size_t i = 0; i < m_widgets.size(); ++i)
            if (auto* row = qobject_cast<CheckRow*>(m_widgets[i]))
                row->setItem(content.items[i], view.textScale);
        return true;
    }
    m_shape = shape;
    for (QWidget* widget : m_widgets)
        delete widget;
    m_widgets.clear();
    for (const DiagnosisItem& item : content.items) {
        QWidget* widget = makeItem(item);
        m_items->addWidget(widget);
        applyTheme(*widget, theme());
        widget->show();
        m_widgets.push_back(widget);
    }
    return true;
}

QWidget* DiagnosisView::makeItem(const DiagnosisItem& item)
{
    const double scale = m_session.view().textScale;
    if (item.kind != DiagnosisItem::Kind::failure)
        return new CheckRow(item, scale, this);
    auto* card = new FailureCard(item, scale, this);
    connect(card, &FailureCard::placeWanted, this, [this, finding = item.finding] { goTo(finding); });
    // Later: the card is made again when the second run appears.
    const auto act = [this, finding = item.finding] {
        if (fixIsShown(finding))
            emit comparisonWanted();
        else
            emit fixWanted(finding);
    };
    connect(card, &FailureCard::actionWanted, this, act, Qt::QueuedConnection);
    return card;
}

void DiagnosisView::setOffersFixes(bool offers)
{
    m_traceChanged = m_traceChanged || offers != m_offersFixes;
    m_offersFixes = offers;
}

/// The run beside this one is the one with the finding's fix.
bool DiagnosisView::fixIsShown(int index) const
{
    const Trace& second = m_session.overlay();
    if (second.empty() || index < 0 || index >= static_cast<int>(m_session.findings().size()))
        return false;
    const auto fixed = withFix(m_session.trace().config(), m_session.findings()[static_cast<std::size_t>(index)]);
    return fixed && fixed.value() == second.config();
}

void DiagnosisView::goTo(int index)
{
    if (index < 0 || index >= static_cast<int>(m_session.findings().size()))
        return;
    const Finding finding = m_session.findings()[static_cast<std::size_t>(index)];
    const Track& track = m_session.track();
    if (finding.event != kNoEvent && finding.event.index() < track.spans.size())
        m_session.setPlayhead(track.of(finding.event).end);
    else if (finding.step && static_cast<std::size_t>(finding.step->value) < track.stepSpans.size())
        m_session.setPlayhead(track.stepSpans[static_cast<std::size_t>(finding.step->value)].end);
}

void DiagnosisView::themeChanged()
{
    update();
}

} // namespace lockstep::ui
