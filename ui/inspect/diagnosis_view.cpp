// Builds the lines of the diagnosis as widgets.
#include "ui/inspect/diagnosis_view.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

#include "ui/app/session.h"
#include "ui/inspect/check_row.h"
#include "ui/inspect/small_text.h"
#include "ui/widgets/button.h"
#include "ui/widgets/card.h"
#include "ui/widgets/labels.h"

namespace lockstep::ui {

DiagnosisView::DiagnosisView(Session& session, QWidget* parent) : QWidget(parent), m_session(session)
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
}

void DiagnosisView::refresh()
{
    const DiagnosisContent content = diagnosisContent(m_session.findings(), m_session.view().hidden.findings);
    const QString plain = plainText(content) + QString::number(m_session.view().textScale);
    if (plain == m_shown)
        return;
    m_shown = plain;
    setVisible(!content.items.empty());
    m_summary->setText(content.summary);
    while (QLayoutItem* item = m_items->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    for (const DiagnosisItem& item : content.items) {
        QWidget* widget = makeItem(item);
        m_items->addWidget(widget);
        applyTheme(*widget, theme());
    }
}

QWidget* DiagnosisView::makeItem(const DiagnosisItem& item)
{
    const double scale = m_session.view().textScale;
    if (item.kind != DiagnosisItem::Kind::failure)
        return new CheckRow(item, scale, this);
    auto* card = new Card(CardKind::bad, this);
    card->content().setContentsMargins(12, 12, 12, 12);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(10);
    row->addWidget(new StatusLabel(StatusShape::bad, 18), 0, Qt::AlignTop);
    auto* words = new QVBoxLayout;
    words->setContentsMargins(0, 0, 0, 0);
    words->setSpacing(0);
    const auto add = [&](const QString& text, int weight, const char* token, int before) {
        if (text.isEmpty())
            return;
        if (before > 0)
            words->addSpacing(before);
        auto* paragraph = new SmallText(text, weight, token);
        paragraph->setTextScale(scale);
        words->addWidget(paragraph);
    };
    add(item.title, 600, "text.primary", 0);
    add(item.text, 400, "text.secondary", 0);
    add(item.remedy, 400, "text.primary", 6);
    if (item.hasPlace) {
        words->addSpacing(10);
        auto* button = new Button(tr("Go to the first difference"));
        connect(button, &Button::clicked, this, [this, finding = item.finding] { goTo(finding); });
        words->addWidget(button, 0, Qt::AlignLeft);
    }
    row->addLayout(words, 1);
    card->content().addLayout(row);
    card->setAccessibleName(tr("Check that fails: %1").arg(item.title));
    return card;
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
