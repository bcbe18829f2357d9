// The one place that knows all backends.
#include "core/backend/backend.h"
#include "core/backend/cpu/cpu_backend.h"
#include "core/backend/cpu/kernels/load_kernels.h"
#include "core/backend/serial/serial_backend.h"

namespace lockstep {

Result<Isa> resolveIsa(BackendKind kind, Isa wanted)
{
    if (kind == BackendKind::serial) {
        if (wanted == Isa::x8664V3)
            return Error{"isa is x86-64-v3, but backend serial is made of plain loops; set isa to auto or baseline, or"
                         " backend to cpu."};
        return Isa::baseline;
    }
    const Result<const KernelTable*> kernels = loadKernels(wanted);
    if (!kernels)
        return kernels.error();
    return kernels.value() == &baselineKernels() ? Isa::baseline : Isa::x8664V3;
}

std::unique_ptr<Backend> makeBackend(BackendKind kind, int ranks, Isa isa)
{
    if (kind == BackendKind::serial)
        return std::make_unique<SerialBackend>(ranks);
    return std::make_unique<CpuBackend>(ranks, *loadKernels(isa).value());
}

} // namespace lockstep
