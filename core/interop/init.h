// Where a run's first parameters come from when it starts from a folder: `lockstep run --init`.
#pragma once

#include <string>

#include "core/base/result.h"
#include "core/config/run_config.h"

namespace lockstep {

/// Sets start.kind and start.files to the tensors of a folder with a manifest. `where` is DIR (its initial
/// parameters), DIR@N (after step N) or DIR@last. Names, shapes, types and numbers are checked against the model that
/// the config asks for.
Result<Done> startFromFolder(RunConfig& config, const std::string& where);

} // namespace lockstep
