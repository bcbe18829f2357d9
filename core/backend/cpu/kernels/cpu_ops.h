// CpuOps: Ops through a kernel table.
#pragma once

#include <memory>

#include "core/backend/cpu/kernels/kernel_table.h"
#include "core/tensor/ops.h"

namespace lockstep {

/// `kernels` must stay.
std::unique_ptr<Ops> makeCpuOps(const KernelTable& kernels);

} // namespace lockstep
