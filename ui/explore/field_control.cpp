// The controls of a field row: which one a key gets, and how it and the model speak to each other.
#include "ui/explore/field_row.h"

#include <QFileDialog>
#include <QHBoxLayout>

#include "core/config/config_io.h"
#include "core/config/key_table.h"
#include "ui/app/view.h"
#include "ui/explore/choice_text.h"
#include "ui/widgets/button.h"
#include "ui/widgets/dropdown.h"
#include "ui/widgets/segmented.h"
#include "ui/widgets/stepper.h"
#include "ui/widgets/switch.h"
#include "ui/widgets/text_field.h"

namespace lockstep::ui {

namespace {

constexpr int kControl = 32, kNumber = 102, kNumberWithUnit = 84, kMostSegments = 3;

/// Shows the model's text. While it is typed in, a field keeps its own spelling of the value: "0." on the way to "0.5".
void showText(QLineEdit& field, bool typing, const std::string& key, const QString& text)
{
    if (field.text() == text || (typing && sameValue(key, field.text(), text)))
        return;
    field.setText(text);
    field.setCursorPosition(0);
}

} // namespace

bool sameValue(const std::string& key, const QString& typed, const QString& text)
{
    RunConfig a, b;
    return setKey(a, key, typed.toStdString()).ok() && setKey(b, key, text.toStdString()).ok() && a == b;
}

/// The value in its usual spelling again.
void FieldRow::typed()
{
    m_typing = false;
    m_model.finishTyping();
    refresh();
}

void FieldRow::makeControl()
{
    const KeySpec& key = *findKey(m_field.key);
    if (m_field.control == FieldControl::length) {
        makeLength();
        return;
    }
    switch (key.type) {
    case KeyType::boolean: {
        auto* control = new Switch(m_field.label, false);
        connect(control, &Switch::clicked, this,
            [this](bool on) { m_model.choose(m_field.key, on ? QStringLiteral("true") : QStringLiteral("false")); });
        m_show = [this, control](bool) { control->setChecked(m_model.text(m_field.key) == QStringLiteral("true")); };
        m_control = control;
        m_row->addWidget(control, 0, Qt::AlignVCenter);
        return;
    }
    case KeyType::choice:
        makeChoice();
        return;
    case KeyType::integer:
    case KeyType::number:
        m_control = m_field.control == FieldControl::stepper ? makeStepper() : makeText(false, false);
        m_row->addWidget(m_control, 0, Qt::AlignVCenter);
        return;
    case KeyType::integers:
        if (m_field.control == FieldControl::stepper) {
            m_control = makeStepper();
            m_row->addWidget(m_control, 0, Qt::AlignVCenter);
            return;
        }
        break;
    case KeyType::text:
    case KeyType::numbers:
    case KeyType::rows:
    case KeyType::texts:
        break;
    }
    m_control = makeText(true, m_field.control == FieldControl::path);
    m_row->addWidget(m_control, 1, Qt::AlignVCenter);
}

QWidget* FieldRow::makeStepper()
{
    auto* stepper = new Stepper(m_field.label);
    connect(stepper, &Stepper::textEdited, this, [this](const QString& text) {
        m_typing = true;
        m_model.type(m_field.key, text);
    });
    connect(stepper, &Stepper::editingFinished, this, &FieldRow::typed);
    connect(stepper, &Stepper::stepped, this, [this](int direction) { m_model.step(m_field.key, direction); });
    m_show = [this, stepper](bool invalid) {
        showText(stepper->field(), m_typing, m_field.key, m_model.text(m_field.key));
        stepper->setSteps(m_model.canStep(m_field.key, -1), m_model.canStep(m_field.key, 1));
        stepper->setInvalid(invalid);
    };
    if (m_field.key == "batch.per_worker")
        m_beside = [this] {
            const RunConfig& config = m_model.resolved().config;
            const std::size_t listed = config.batch.perWorker.size();
            return listed == 1 || listed == static_cast<std::size_t>(config.workers)
                ? tr("global %1").arg(numberText(config.globalBatch()))
                : QString();
        };
    return stepper;
}

QWidget* FieldRow::makeText(bool wide, bool file)
{
    auto* field = new TextField(m_field.label);
    field->setBoxHeight(kControl);
    if (!wide)
        field->setFixedWidth(m_field.unit.isEmpty() ? kNumber : kNumberWithUnit);
    connect(field, &QLineEdit::textEdited, this, [this](const QString& text) {
        m_typing = true;
        m_model.type(m_field.key, text);
    });
    connect(field, &QLineEdit::editingFinished, this, &FieldRow::typed);
    m_show = [this, field](bool invalid) {
        showText(*field, m_typing, m_field.key, m_model.text(m_field.key));
        field->setInvalid(invalid);
    };
    if (!file)
        return field;
    auto* both = new QWidget;
    auto* row = new QHBoxLayout(both);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(4);
    auto* browse = new IconButton(QStringLiteral("folder"), tr("Choose a file for: %1").arg(m_field.label));
    connect(browse, &Button::clicked, this, [this] {
        const bool several = findKey(m_field.key)->type == KeyType::texts;
        const QStringList files = several ? QFileDialog::getOpenFileNames(window(), m_field.label)
                                          : QStringList{QFileDialog::getOpenFileName(window(), m_field.label)};
        if (!files.isEmpty() && !files.first().isEmpty())
            m_model.choose(m_field.key, files.join(QStringLiteral(", ")));
    });
    row->addWidget(field, 1);
    row->addWidget(browse);
    both->setFocusProxy(field);
    return both;
}

void FieldRow::makeChoice()
{
    const KeySpec& key = *findKey(m_field.key);
    const std::vector<int> order = choiceOrder(m_field.key, key.choices);
    const auto nameAt = [this, order](int place) {
        return findKey(m_field.key)->choices[static_cast<std::size_t>(order[static_cast<std::size_t>(place)])];
    };
    const auto placeNow = [this, nameAt, order] {
        const std::string now = m_model.text(m_field.key).toStdString();
        for (int place = 0; place < std::ssize(order); ++place)
            if (nameAt(place) == now)
                return place;
        return -1;
    };
    const auto choose = [this, nameAt](int place) { m_model.choose(m_field.key, QString::fromStdString(nameAt(place))); };
    if (m_field.control == FieldControl::segmented && std::ssize(order) <= kMostSegments) {
        QStringList texts;
        for (int place = 0; place < std::ssize(order); ++place)
            texts.append(choiceText(m_field.key, nameAt(place), m_model.resolved().config));
        auto* segments = new Segmented(texts, m_field.label);
        segments->setStretched(true);
        connect(segments, &Segmented::chosen, this, choose);
        m_show = [segments, placeNow](bool) { segments->setCurrent(placeNow()); };
        m_control = segments;
    } else {
        auto* list = new Dropdown(m_field.label);
        connect(list, &Dropdown::chosen, this, choose);
        m_show = [this, list, nameAt, placeNow, order](bool invalid) {
            std::vector<DropdownOption> options;
            for (int place = 0; place < std::ssize(order); ++place)
                options.push_back({choiceText(m_field.key, nameAt(place), m_model.resolved().config), {}});
            list->setOptions(std::move(options));
            list->setCurrent(placeNow());
            list->setInvalid(invalid);
        };
        m_control = list;
    }
    m_row->addWidget(m_control, 1, Qt::AlignVCenter);
}

/// A number, and whether it counts steps or epochs. The other key is 0.
void FieldRow::makeLength()
{
    auto* both = new QWidget;
    auto* row = new QHBoxLayout(both);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(6);
    auto* field = new TextField(m_field.label);
    field->setBoxHeight(kControl);
    field->setFixedWidth(76);
    auto* unit = new Dropdown(tr("Length counts"));
    unit->setOptions({{tr("Steps"), {}}, {tr("Epochs"), {}}});
    row->addWidget(field);
    row->addWidget(unit, 1);
    both->setFocusProxy(field);
    const auto key = [this]() -> std::string {
        const bool epochs = m_model.text("steps") == QStringLiteral("0")
            && m_model.text("epochs") != QStringLiteral("0");
        return epochs ? "epochs" : "steps";
    };
    connect(field, &QLineEdit::textEdited, this, [this, key](const QString& text) {
        m_typing = true;
        m_model.type(key(), text);
    });
    connect(field, &QLineEdit::editingFinished, this, &FieldRow::typed);
    connect(unit, &Dropdown::chosen, this, [this, key](int place) {
        const std::string other = place == 0 ? "steps" : "epochs", now = key();
        if (other != now)
            m_model.chooseAll({{other, m_model.text(now) == QStringLiteral("0") ? QStringLiteral("1") : m_model.text(now)},
                {now, QStringLiteral("0")}});
    });
    m_show = [this, field, unit, key](bool invalid) {
        showText(*field, m_typing, key(), m_model.text(key()));
        field->setInvalid(invalid);
        field->setAccessibleName(key() == "epochs" ? tr("Length in epochs") : tr("Length in steps"));
        unit->setCurrent(key() == "epochs" ? 1 : 0);
    };
    m_control = both;
    m_row->addWidget(both, 1, Qt::AlignVCenter);
}

} // namespace lockstep::ui
