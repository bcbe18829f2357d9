// ExploreModel: the scenario being edited, its history, and the run that the stage shows for it.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include <QObject>

#include "core/base/result.h"
#include "ui/explore/scenario.h"

namespace lockstep::ui {

class ExploreModel : public QObject {
    Q_OBJECT
public:
    explicit ExploreModel(QObject* parent = nullptr);

    const Scenario& scenario() const { return m_history[m_at].scenario; }
    const Resolved& resolved() const { return m_resolved; }

    /// The key's text as its control shows it: what was typed, or the value (of the bug's run where a bug owns it).
    QString text(const std::string& key) const;
    /// Typing: one undo step until finishTyping(), or until another control changes.
    void type(const std::string& key, const QString& text);
    void finishTyping() { m_typing.clear(); }
    /// One undo step. Model and loss follow the data when they have to.
    void choose(const std::string& key, const QString& text);
    /// Several keys, one undo step.
    void chooseAll(const std::vector<std::pair<std::string, QString>>& values);
    /// Whole numbers up or down by one, every number of a list alike.
    void step(const std::string& key, int direction);
    bool canStep(const std::string& key, int direction) const;

    void setBug(const std::string& id, bool on);
    void choosePreset(const std::string& id);
    /// Another scenario takes this one's place; undo brings it back. reset() leads to the new one.
    /// `shown`: the stage shows a run of it already.
    void take(const Scenario& scenario, const std::optional<RunConfig>& shown = std::nullopt);
    /// Back to the preset or file it began as.
    void reset();
    bool canReset() const { return scenario() != m_history[m_at].origin; }
    /// A finding's fix: switches off bugs that own one of the keys, then sets the keys.
    Result<Done> applyFix(const std::vector<std::pair<std::string, std::string>>& changes);

    void undo();
    void redo();
    bool canUndo() const { return m_at > 0; }
    bool canRedo() const { return m_at + 1 < m_history.size(); }

    /// The stage shows the run of this configuration.
    void setShown(const RunConfig& config);
    /// Nothing of this scenario has run.
    void setNothingShown();
    bool hasShown() const { return m_shown.has_value(); }
    /// The stage's run is not that of the controls.
    bool outOfDate() const;

signals:
    void changed();

private:
    struct Entry {
        Scenario scenario;
        Scenario origin; ///< what reset() leads to
    };
    void push(Scenario scenario, const std::string& typing = {});
    void pushEntry(Entry entry, const std::string& typing);
    void refresh();
    std::optional<std::vector<std::int64_t>> wholeNumbers(const std::string& key) const;

    std::vector<Entry> m_history;
    std::size_t m_at = 0;
    std::string m_typing; ///< key whose typing the newest entry collects
    Resolved m_resolved;
    std::optional<RunConfig> m_shown;
};

} // namespace lockstep::ui
