// CpuOps: Ops through Eigen, vectorised along the axis that is not summed, so that the order of additions is kept.
#pragma once

#include <memory>

#include "core/tensor/ops.h"

namespace lockstep {

std::unique_ptr<Ops> makeCpuOps();

} // namespace lockstep
