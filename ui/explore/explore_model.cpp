// ExploreModel: every change makes a new scenario; undo goes back to an earlier one.
#include "ui/explore/explore_model.h"

#include <algorithm>

#include "core/config/config_io.h"
#include "core/config/key_table.h"
#include "ui/explore/bug_switches.h"
#include "ui/explore/field_table.h"

namespace lockstep::ui {

namespace {

constexpr std::size_t kMostUndo = 200;

} // namespace

ExploreModel::ExploreModel(QObject* parent)
    : QObject(parent)
{
    const Scenario first = presetScenario(presets().front().id);
    m_history.push_back({first, first});
    refresh();
}

QString ExploreModel::text(const std::string& key) const
{
    const bool owned = m_resolved.owner.contains(key);
    const auto draft = scenario().drafts.find(key);
    if (draft != scenario().drafts.end() && !owned)
        return draft->second;
    return QString::fromStdString(keyText(owned ? m_resolved.config : scenario().base, key));
}

void ExploreModel::type(const std::string& key, const QString& text)
{
    Scenario next = scenario();
    next.drafts.erase(key);
    if (!setKey(next.base, key, text.toStdString()))
        next.drafts[key] = text;
    push(std::move(next), key);
}

void ExploreModel::choose(const std::string& key, const QString& text)
{
    chooseAll({{key, text}});
}

void ExploreModel::chooseAll(const std::vector<std::pair<std::string, QString>>& values)
{
    Scenario next = scenario();
    for (const auto& [key, text] : values) {
        next.drafts.erase(key);
        if (!setKey(next.base, key, text.toStdString()))
            next.drafts[key] = text;
        next.base = followUp(next.base, key);
    }
    push(std::move(next));
}

/// The value of an integer key, or of a list of integers.
std::optional<std::vector<std::int64_t>> ExploreModel::wholeNumbers(const std::string& key) const
{
    if (scenario().drafts.contains(key))
        return std::nullopt;
    const KeyValue value = findKey(key)->get(scenario().base);
    if (const auto* one = std::get_if<std::int64_t>(&value))
        return std::vector{*one};
    if (const auto* several = std::get_if<std::vector<std::int64_t>>(&value))
        return *several;
    return std::nullopt;
}

bool ExploreModel::canStep(const std::string& key, int direction) const
{
    const auto numbers = wholeNumbers(key);
    if (!numbers || numbers->empty())
        return false;
    const KeySpec& spec = *findKey(key);
    return std::ranges::all_of(*numbers, [&](std::int64_t number) {
        const auto next = static_cast<double>(number + direction);
        return next >= spec.minimum && next <= spec.maximum;
    });
}

void ExploreModel::step(const std::string& key, int direction)
{
    if (!canStep(key, direction))
        return;
    const std::vector<std::int64_t> numbers = wholeNumbers(key).value();
    QString text;
    for (const std::int64_t number : numbers)
        text += (text.isEmpty() ? QString() : QStringLiteral(", ")) + QString::number(number + direction);
    choose(key, text);
}

void ExploreModel::setBug(const std::string& id, bool on)
{
    Scenario next = scenario();
    if (!on)
        std::erase(next.bugs, id);
    else if (!next.hasBug(id) && whyBugOff(next, id).isEmpty())
        next.bugs.push_back(id);
    push(std::move(next));
}

void ExploreModel::choosePreset(const std::string& id)
{
    take(presetScenario(id));
}

void ExploreModel::take(const Scenario& scenario, const std::optional<RunConfig>& shown)
{
    m_shown = shown;
    pushEntry({scenario, scenario}, {});
}

void ExploreModel::reset()
{
    push(m_history[m_at].origin);
}

Result<Done> ExploreModel::applyFix(const std::vector<std::pair<std::string, std::string>>& changes)
{
    Scenario next = scenario();
    for (const auto& [key, value] : changes)
        if (const auto owner = m_resolved.owner.find(key); owner != m_resolved.owner.end())
            std::erase(next.bugs, owner->second);
    for (const auto& [key, value] : changes) {
        next.drafts.erase(key);
        if (const auto done = setKey(next.base, key, value); !done)
            return done.error();
    }
    push(std::move(next));
    return Done{};
}

void ExploreModel::undo()
{
    if (!canUndo())
        return;
    --m_at;
    m_typing.clear();
    refresh();
}

void ExploreModel::redo()
{
    if (!canRedo())
        return;
    ++m_at;
    m_typing.clear();
    refresh();
}

void ExploreModel::setShown(const RunConfig& config)
{
    m_shown = config;
    emit changed();
}

void ExploreModel::setNothingShown()
{
    m_shown.reset();
    emit changed();
}

bool ExploreModel::outOfDate() const
{
    if (!m_shown)
        return true;
    RunConfig now = m_resolved.config;
    now.name = m_shown->name; // changes nothing
    return now != withoutRunsOwnKeys(*m_shown) || !scenario().drafts.empty();
}

void ExploreModel::push(Scenario scenario, const std::string& typing)
{
    Entry entry = m_history[m_at];
    entry.scenario = std::move(scenario);
    pushEntry(std::move(entry), typing);
}

void ExploreModel::pushEntry(Entry entry, const std::string& typing)
{
    if (entry.scenario == m_history[m_at].scenario && entry.origin == m_history[m_at].origin) {
        refresh(); // a control that was moved shows the value again
        return;
    }
    m_history.resize(m_at + 1);
    if (!typing.empty() && typing == m_typing) {
        m_history.back() = std::move(entry);
    } else {
        m_history.push_back(std::move(entry));
        if (m_history.size() > kMostUndo)
            m_history.erase(m_history.begin());
        m_at = m_history.size() - 1;
    }
    m_typing = typing;
    refresh();
}

void ExploreModel::refresh()
{
    m_resolved = resolve(scenario());
    emit changed();
}

} // namespace lockstep::ui
