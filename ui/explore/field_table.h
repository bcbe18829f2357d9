// FieldTable: where every key of a run stands in the Explore panel, what it is called there, and when it has no effect.
#pragma once

#include <string>
#include <vector>

#include <QString>

#include "core/config/run_config.h"

namespace lockstep::ui {

enum class FieldGroup { main, data, model, optimiser, communication, faults, time, recording };

/// automatic: by the key's type. length: steps and epochs in one row.
enum class FieldControl { automatic, stepper, segmented, dropdown, path, length };

/// The field has an effect only while `key` has (or, with `unless`, has not) one of `values`.
struct FieldNeed {
    std::string key;
    std::vector<std::string> values;
    bool unless = false;
    QString reason; ///< "only for a ring"
};

struct Field {
    std::string key;
    FieldGroup group = FieldGroup::main;
    QString label, unit;
    FieldControl control = FieldControl::automatic;
    std::vector<FieldNeed> needs;
};

/// A key without a control of its own, and why.
struct AbsentKey {
    std::string key;
    QString reason;
};

/// Every key of the key table but the absent ones, in the order of the panel. Keys that the table of labels does not
/// know stand in the group their name begins with, under a label made of their name.
std::vector<Field> fieldTable();
/// Keys that other controls set, and choices with nothing to choose.
std::vector<AbsentKey> absentKeys();
/// Whether the table of labels knows the key.
bool hasLabel(const std::string& key);

/// Without what a run writes into its own configuration: a new run finds it out anew.
RunConfig withoutRunsOwnKeys(const RunConfig& config);

QString groupTitle(FieldGroup group);
/// The label of the key; the key itself when no control has it.
QString labelOf(const std::string& key);
/// Why the key has no effect in that run; empty when it has.
QString whyIdle(const Field& field, const RunConfig& config);
/// Resets every key that has no effect to its default.
RunConfig withoutIdleKeys(const RunConfig& config);
/// A sentence of core with labels in the place of dotted keys.
QString humanSentence(const std::string& sentence);
/// The first key that the sentence names, without an index; empty for none.
std::string keyNamedIn(const std::string& sentence);

} // namespace lockstep::ui
