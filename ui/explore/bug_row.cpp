// BugRow: a labelled switch with a line under it.
#include "ui/explore/bug_row.h"

#include <QVBoxLayout>

#include "ui/explore/field_table.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/switch.h"

namespace lockstep::ui {

namespace {

constexpr int kIndent = 42; ///< the label's left edge

} // namespace

BugRow::BugRow(const BugSwitch& bug, ExploreModel& model, QWidget* parent)
    : QWidget(parent)
    , m_bug(bug)
    , m_model(model)
    , m_switch(new Switch(bug.title))
    , m_text(new TextLabel({}, TextStyle::caption, "text.secondary"))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 4);
    column->setSpacing(0);
    column->addWidget(m_switch);
    auto* under = new QVBoxLayout;
    under->setContentsMargins(kIndent, 0, 0, 0);
    under->setSpacing(0);
    under->addWidget(m_text);
    column->addLayout(under);
    connect(m_switch, &Switch::clicked, this, [this](bool on) { m_model.setBug(m_bug.id, on); });
    refresh();
}

QString BugRow::text() const
{
    return m_text->text();
}

void BugRow::refresh()
{
    const bool on = m_model.scenario().hasBug(m_bug.id);
    const QString whyOff = on ? QString() : whyBugOff(m_model.scenario(), m_bug.id);
    const Resolved& resolved = m_model.resolved();
    const bool wrong = on && resolved.problemBug == m_bug.id;
    const QString breaks = m_bug.check.isEmpty() ? tr("Breaks no check.") : tr("Breaks “%1”.").arg(m_bug.check);
    m_switch->setChecked(on);
    m_switch->setEnabled(whyOff.isEmpty());
    QString text = breaks;
    if (wrong)
        text = humanSentence(resolved.sentence);
    else if (!whyOff.isEmpty())
        text = whyOff;
    else if (on)
        text = m_bug.text + u' ' + breaks;
    m_text->setText(text);
    m_text->setStyle(TextStyle::caption, wrong ? "status.bad" : on ? "text.secondary" : "text.tertiary");
    m_switch->setToolTip(m_bug.text + u' ' + breaks);
    m_switch->setAccessibleDescription(m_bug.text + u' ' + (whyOff.isEmpty() ? breaks : whyOff));
}

} // namespace lockstep::ui
