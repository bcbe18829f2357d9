// A user's own records: the rows of a CSV file, with columns chosen by name.
#pragma once

#include <string_view>

#include "core/data/dataset.h"

namespace lockstep {

/// Reads the columns that the config names out of data.file. The examples stand in file order, or with data.split time
/// in the order of data.time_column (equal times in file order). Targets are numbers, or with data.target_kind label
/// classes: the different cells of the column, whole numbers in ascending order, other texts in the order of their
/// bytes. Fails with one sentence that names file, line and column.
Result<Dataset> recordsDataset(const RunConfig& config);

/// The same from text; `source` names the file in errors.
Result<Dataset> parseRecords(std::string_view text, const std::string& source, const RunConfig& config);

/// Shifts and scales every input so that the first `train` examples have mean 0 and standard deviation 1 (divisor
/// `train`); an input that never changes there is only shifted.
void standardise(Dataset& set, int train);

} // namespace lockstep
