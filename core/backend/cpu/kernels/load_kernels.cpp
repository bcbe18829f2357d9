// Opens the shared object beside the program. It is never closed: threads may hold its thread-local memory.
#include "core/backend/cpu/kernels/load_kernels.h"

#include <filesystem>
#include <string>

#include <dlfcn.h>

#include "core/base/cpu_features.h"

namespace lockstep {
namespace {

constexpr const char* kFile = "liblockstep_kernels_v3.so";

Result<const KernelTable*> loadV3()
{
    const std::string missing = missingForX8664V3();
    if (!missing.empty())
        return Error{"isa is x86-64-v3, but this processor lacks " + missing + "; set isa to auto or baseline."};
    std::error_code ignored;
    const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", ignored).parent_path();
    for (const std::filesystem::path& folder : {program, program / "../lib/lockstep"}) {
        const std::filesystem::path file = folder / kFile;
        if (program.empty() || !std::filesystem::exists(file, ignored))
            continue;
        void* const object = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
        if (!object)
            return Error{
                file.string() + " cannot be opened (" + ::dlerror() + "); install Lockstep anew, or set isa to baseline."};
        using Entry = const KernelTable* (*)();
        const auto entry = reinterpret_cast<Entry>(::dlsym(object, "lockstepKernels"));
        const KernelTable* const table = entry ? entry() : nullptr;
        if (!table || table->version != KernelTable::kVersion || table->bytes != sizeof(KernelTable))
            return Error{file.string()
                + " belongs to another version of Lockstep; install Lockstep anew, or set isa to baseline."};
        return table;
    }
    return Error{std::string("isa is x86-64-v3, but ") + kFile
        + " is neither beside the program nor in ../lib/lockstep; install Lockstep anew, or set isa to auto or baseline."};
}

} // namespace

Result<const KernelTable*> loadKernels(Isa isa)
{
    if (isa == Isa::baseline)
        return &baselineKernels();
    Result<const KernelTable*> table = loadV3();
    if (!table && isa == Isa::automatic)
        return &baselineKernels();
    return table;
}

} // namespace lockstep
