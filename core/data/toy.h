// Toy data: a handful of examples written out in the config.
#pragma once

#include "core/data/dataset.h"

namespace lockstep {

/// Targets and inputs of the config's data keys; without inputs every example has the one input 1. The config is valid.
Dataset toyDataset(const RunConfig& config);

} // namespace lockstep
