// Long numbers in narrow places: five significant digits, marked as rounded, the full number kept for hovering.
#pragma once

#include "ui/inspect/formula_builder.h"

namespace lockstep::ui {

/// A number as written ("−1.6052862396", "(−2)") with five significant digits when it has more than nine characters;
/// anything else stays as it is.
QString shortNumber(const QString& written);

/// Shortens every number of the formula; an "=" beside a rounded number becomes "≈".
void shortenNumbers(Formula& formula);
/// Shortens the cells; a rounded one begins with "≈".
void shortenNumbers(SourceTable& table);

} // namespace lockstep::ui
