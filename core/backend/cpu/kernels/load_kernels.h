// The choice of kernels: which build fits the processor, and where its shared object lies.
#pragma once

#include "core/backend/cpu/kernels/kernel_table.h"
#include "core/base/result.h"
#include "core/config/run_config.h"

namespace lockstep {

/// The kernels for `isa`: baseline, x86-64-v3, or, for `automatic`, x86-64-v3 where that can be had and baseline
/// elsewhere. Fails with a sentence that says why x86-64-v3 cannot be had. The table stays for the life of the program.
Result<const KernelTable*> loadKernels(Isa isa);

} // namespace lockstep
