// The one place that knows all backends.
#include "core/backend/backend.h"
#include "core/backend/cpu/cpu_backend.h"
#include "core/backend/serial/serial_backend.h"

namespace lockstep {

std::unique_ptr<Backend> makeBackend(BackendKind kind, int ranks)
{
    if (kind == BackendKind::serial)
        return std::make_unique<SerialBackend>(ranks);
    return std::make_unique<CpuBackend>(ranks);
}

} // namespace lockstep
