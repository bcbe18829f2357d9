// ExplorePanel: builds the rows from the tables of fields, bugs and presets.
#include "ui/explore/explore_panel.h"

#include <algorithm>

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPainter>
#include <QResizeEvent>
#include <QVBoxLayout>

#include "core/config/key_table.h"
#include "ui/explore/bug_row.h"
#include "ui/explore/field_row.h"
#include "ui/explore/run_foot.h"
#include "ui/explore/section.h"
#include "ui/widgets/button.h"
#include "ui/widgets/dropdown.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/scroll_area.h"

namespace lockstep::ui {

namespace {

constexpr int kRing = 4; ///< room for focus rings above the first row
constexpr int kBar = 8;  ///< width of the scroll bar, which is always there, so that nothing moves when it is needed

/// A hairline between parts of the panel.
class Line : public QWidget, public Themed {
public:
    Line() { setFixedHeight(1); }

protected:
    void paintEvent(QPaintEvent*) override { QPainter(this).fillRect(rect(), theme().color("border.subtle")); }
};

} // namespace

ExplorePanel::ExplorePanel(ExploreModel& model, QWidget* parent)
    : QWidget(parent)
    , m_model(model)
    , m_head(new QWidget)
    , m_content(new QWidget)
    , m_preset(new Dropdown(tr("Scenario")))
    , m_origin(new TextLabel({}, TextStyle::caption, "text.secondary"))
    , m_undo(new IconButton(QStringLiteral("undo"), tr("Undo (Ctrl Z)")))
    , m_redo(new IconButton(QStringLiteral("redo"), tr("Redo (Ctrl Shift Z)")))
    , m_scroll(new ScrollArea)
    , m_foot(new RunFoot(model))
{
    setAccessibleName(tr("Scenario"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);

    auto* head = new QHBoxLayout(m_head);
    head->setContentsMargins(0, 0, 0, 0);
    head->setSpacing(0);
    auto* title = new TextLabel(tr("Scenario"), TextStyle::title);
    title->setSingleLine(true);
    head->addWidget(title, 1, Qt::AlignVCenter);
    head->addWidget(m_undo);
    head->addWidget(m_redo);

    auto* rows = new QVBoxLayout(m_content);
    rows->setSpacing(0);
    rows->addWidget(m_head);
    rows->addSpacing(8);
    m_preset->setBoxHeight(36);
    rows->addWidget(m_preset);
    rows->addSpacing(6);
    rows->addWidget(m_origin);
    rows->addSpacing(2);

    const std::vector<Field> table = fieldTable();
    const auto addFields = [&](FieldGroup group, QVBoxLayout& into) {
        std::vector<FieldRow*> made;
        for (const Field& field : table)
            if (field.group == group) {
                made.push_back(new FieldRow(field, m_model));
                into.addWidget(made.back());
                m_fields.push_back(made.back());
            }
        return made;
    };
    addFields(FieldGroup::main, *rows);

    rows->addSpacing(8);
    rows->addWidget(new Line);
    rows->addSpacing(10);
    auto* bugs = new TextLabel(tr("Bugs"), TextStyle::bodyStrong);
    bugs->setSingleLine(true);
    rows->addWidget(bugs);
    rows->addSpacing(4);
    for (const BugSwitch& bug : bugSwitches()) {
        m_bugs.push_back(new BugRow(bug, m_model));
        rows->addWidget(m_bugs.back());
    }
    rows->addSpacing(4);
    rows->addWidget(new Line);
    rows->addSpacing(6);
    for (const FieldGroup group : {FieldGroup::data, FieldGroup::model, FieldGroup::optimiser,
             FieldGroup::communication, FieldGroup::faults, FieldGroup::time, FieldGroup::recording}) {
        auto* section = new Section(groupTitle(group));
        m_sectionFields.push_back(addFields(group, section->rows()));
        m_sections.push_back(section);
        rows->addWidget(section);
    }
    rows->addStretch(1);
    m_scroll->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);
    m_scroll->setWidget(m_content);
    column->addSpacing(16);
    column->addWidget(m_scroll, 1);
    column->addWidget(m_foot);

    for (QLineEdit* field : findChildren<QLineEdit*>())
        field->installEventFilter(this);
    connect(m_preset, &Dropdown::chosen, this, [this](int index) {
        const std::vector<Preset> known = presets();
        if (index < std::ssize(known))
            m_model.choosePreset(known[static_cast<std::size_t>(index)].id);
    });
    connect(m_undo, &Button::clicked, &m_model, &ExploreModel::undo);
    connect(m_redo, &Button::clicked, &m_model, &ExploreModel::redo);
    connect(&m_model, &ExploreModel::changed, this, &ExplorePanel::refresh);
    refresh();
}

FieldRow* ExplorePanel::fieldOf(const std::string& key) const
{
    for (FieldRow* row : m_fields)
        if (row->field().key == key)
            return row;
    return nullptr;
}

BugRow* ExplorePanel::bugOf(const std::string& id) const
{
    for (BugRow* row : m_bugs)
        if (row->bug().id == id)
            return row;
    return nullptr;
}

void ExplorePanel::refresh()
{
    const Scenario& scenario = m_model.scenario();
    std::vector<DropdownOption> options;
    int current = -1;
    for (const Preset& preset : presets()) {
        if (preset.id == scenario.preset)
            current = static_cast<int>(options.size());
        options.push_back({preset.title, {}});
    }
    m_preset->setOptions(std::move(options));
    m_preset->setCurrent(current, scenario.name.isEmpty() ? tr("Own scenario") : tr("From file: %1").arg(scenario.name));
    QString origin;
    if (scenario.recorded)
        origin = m_model.outOfDate() ? tr("Changed since it was recorded.") : tr("Recorded run. A change makes a new run.");
    m_origin->setText(origin);
    m_origin->setVisible(!origin.isEmpty());
    m_undo->setEnabled(m_model.canUndo());
    m_redo->setEnabled(m_model.canRedo());
    for (FieldRow* row : m_fields)
        row->refresh();
    for (BugRow* row : m_bugs)
        row->refresh();
    const RunConfig defaults;
    for (std::size_t i = 0; i < m_sections.size(); ++i) {
        const std::vector<FieldRow*>& rows = m_sectionFields[i];
        const auto wrong = std::ranges::count_if(rows, [](const FieldRow* row) { return row->isWrong(); });
        const auto set = std::ranges::count_if(rows, [&](const FieldRow* row) {
            const KeySpec& key = *findKey(row->field().key);
            return row->blockedBy().isEmpty() && key.get(defaults) != key.get(m_model.resolved().config);
        });
        m_sections[i]->setNote(wrong > 0 ? tr("has a problem")
                : set == 0               ? QString()
                : set == 1               ? tr("1 set")
                                         : tr("%1 set").arg(set),
            wrong > 0);
        if (wrong > 0 && m_model.resolved().problemKey != m_problemKey)
            m_sections[i]->setOpen(true); // once: it may be closed again
    }
    m_problemKey = m_model.resolved().problemKey;
    m_foot->refresh();
}

/// Undo of the scenario, not of the letters in one field.
bool ExplorePanel::eventFilter(QObject* object, QEvent* event)
{
    if (event->type() == QEvent::KeyPress || event->type() == QEvent::ShortcutOverride) {
        const auto* key = static_cast<QKeyEvent*>(event);
        const bool control = (key->modifiers() & ~Qt::ShiftModifier) == Qt::ControlModifier;
        const bool shift = key->modifiers() & Qt::ShiftModifier;
        const bool undo = control && !shift && key->key() == Qt::Key_Z;
        const bool redo = control && ((shift && key->key() == Qt::Key_Z) || (!shift && key->key() == Qt::Key_Y));
        if (undo || redo) {
            event->accept();
            if (event->type() == QEvent::KeyPress)
                undo ? m_model.undo() : m_model.redo();
            return true;
        }
    }
    return QWidget::eventFilter(object, event);
}

void ExplorePanel::resizeEvent(QResizeEvent* event)
{
    const int side = event->size().width() < 300 ? 16 : 20;
    m_content->layout()->setContentsMargins(side, kRing, side - kBar, kRing);
    QWidget::resizeEvent(event);
}

} // namespace lockstep::ui
