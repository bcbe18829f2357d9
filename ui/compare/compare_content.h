// What the side-by-side page says in words and tables. Pure functions.
#pragma once

#include "core/replay/compare.h"
#include "core/replay/coverage.h"
#include "ui/compare/fact_table.h"

namespace lockstep::ui {

/// One of the two runs at its own step.
struct RunAtStep {
    const Trace* trace = nullptr;
    const Curves* curves = nullptr;
    const Coverage* coverage = nullptr;
    std::int64_t step = 0;
};

/// "After step 15: A 225, B 294 of 357 right"; the end when nothing was evaluated yet; losses without a held-out set.
QString compareHeadline(const RunAtStep& a, const RunAtStep& b);
/// What differs and where the runs part.
QString compareSentence(const Comparison& comparison, const QString& nameOfB);
/// The differing keys; at most `most` lines, the last of which counts the rest.
FactTableContent keyTableContent(const std::vector<KeyDifference>& keys, std::size_t most);
/// Facts at the two steps.
FactTableContent factsContent(const RunAtStep& a, const RunAtStep& b, const Comparison& comparison);

} // namespace lockstep::ui
