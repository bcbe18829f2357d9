// FieldRow: the row around a control.
#include "ui/explore/field_row.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

#include "core/config/key_table.h"
#include "ui/app/view.h"
#include "ui/explore/bug_switches.h"
#include "ui/widgets/labels.h"

namespace lockstep::ui {

namespace {

constexpr int kLabel = 104, kGap = 8, kRow = 40;

} // namespace

FieldRow::FieldRow(const Field& field, ExploreModel& model, QWidget* parent)
    : QWidget(parent)
    , m_field(field)
    , m_model(model)
    , m_label(new TextLabel(field.label, TextStyle::body, "text.secondary"))
    , m_reason(new TextLabel({}, TextStyle::label, "text.secondary"))
    , m_unit(new TextLabel(field.unit, TextStyle::caption, "text.tertiary"))
    , m_problem(new TextLabel({}, TextStyle::caption, "status.bad"))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_row = new QHBoxLayout;
    m_row->setContentsMargins(0, 0, 0, 0);
    m_row->setSpacing(kGap);
    m_label->setFixedWidth(kLabel - kGap);
    m_label->setSingleLine(true);
    m_unit->setSingleLine(true);
    m_row->addWidget(m_label, 0, Qt::AlignVCenter);
    m_row->addStrut(kRow);
    makeControl();
    m_row->addWidget(m_reason, 1, Qt::AlignVCenter);
    m_row->addWidget(m_unit, 0, Qt::AlignVCenter);
    m_row->addStretch();
    column->addLayout(m_row);
    column->addWidget(m_problem);
    column->addSpacing(0);
    setToolTip(QString::fromStdString(m_field.key));
    refresh();
}

void FieldRow::refresh()
{
    const Resolved& resolved = m_model.resolved();
    m_blocked = whyIdle(m_field, resolved.config);
    if (resolved.owner.contains(m_field.key))
        m_blocked = tr("set by the bug below");
    const bool mine = resolved.problemKey == m_field.key
        || (m_field.control == FieldControl::length && resolved.problemKey == "epochs");
    m_problemText = mine && resolved.problemBug.empty() ? humanSentence(resolved.sentence) : QString();
    if (!m_problemText.isEmpty())
        m_blocked.clear(); // what is wrong must be mendable here
    const bool blocked = !m_blocked.isEmpty();
    m_reason->setText(m_blocked);
    m_reason->setVisible(blocked);
    m_control->setVisible(!blocked);
    const QString beside = blocked ? QString() : m_beside ? m_beside() : m_field.unit;
    m_unit->setText(beside);
    m_unit->setVisible(!beside.isEmpty());
    m_label->setStyle(TextStyle::body, blocked ? "text.tertiary" : "text.secondary");
    m_show(!m_problemText.isEmpty());
    m_problem->setText(m_problemText);
    m_problem->setVisible(!m_problemText.isEmpty());
    describe();
}

/// The key, its value and its sentence for tool tip and screen reader.
void FieldRow::describe()
{
    const KeySpec& key = *findKey(m_field.key);
    const QString name = QString::fromStdString(m_field.key);
    const QString doc = QString::fromStdString(key.doc);
    QString description = tr("%1: %2").arg(name, doc);
    if (!m_problemText.isEmpty())
        description = QString::fromStdString(m_model.resolved().sentence) + u'\n' + description;
    setToolTip(QStringLiteral("<qt><b>%1</b> = %2<br>%3</qt>")
                   .arg(name, m_model.text(m_field.key).toHtmlEscaped().left(200), doc.toHtmlEscaped()));
    setAccessibleName(m_blocked.isEmpty() ? tr("%1: %2").arg(m_field.label, m_model.text(m_field.key))
                                          : tr("%1: %2, %3").arg(m_field.label, m_model.text(m_field.key), m_blocked));
    setAccessibleDescription(description);
    m_control->setAccessibleDescription(description);
    if (QWidget* inner = m_control->focusProxy())
        inner->setAccessibleDescription(description);
}

} // namespace lockstep::ui
