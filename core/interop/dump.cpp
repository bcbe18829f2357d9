// One file a tensor, written beside its place and renamed; the manifest last, so that it never promises too much.
#include "core/interop/dump.h"

#include <cstring>

#include "core/base/files.h"
#include "core/config/config_io.h"
#include "core/interop/npy_write.h"

namespace lockstep {
namespace {

namespace fs = std::filesystem;

bool sameBytes(ConstTensorView a, ConstTensorView b)
{
    const auto size = static_cast<std::size_t>(a.elements() * bytesOf(a.dtype));
    return a.dtype == b.dtype && a.shape.elements() == b.shape.elements()
        && (size == 0 || std::memcmp(a.data, b.data, size) == 0);
}

} // namespace

Result<DumpWriter> DumpWriter::create(const fs::path& folder)
{
    std::error_code error;
    const fs::file_status status = fs::status(folder, error);
    if (fs::exists(status)) {
        if (!fs::is_directory(status))
            return Error{folder.string() + ": this is no folder; give the name of a new or empty one."};
        const bool empty = fs::is_empty(folder, error);
        if (error)
            return Error{folder.string() + ": the folder cannot be read (" + error.message()
                + "); give the name of a new one."};
        if (!empty)
            return Error{folder.string()
                + ": the folder holds files already, and none of them is to be lost; give the name of a new or empty one."};
    } else if (!fs::create_directory(folder, error)) {
        return Error{folder.string() + ": the folder cannot be made (" + error.message()
            + "); choose a place that exists and can be written to."};
    }
    return DumpWriter(folder);
}

Result<Done> DumpWriter::write(const std::string& file, const std::string& bytes)
{
    std::error_code error;
    const fs::path path = m_folder / file;
    fs::create_directories(path.parent_path(), error);
    if (error)
        return Error{path.string() + ": its folder cannot be made (" + error.message()
            + "); make room or choose another place for --dump."};
    return writeFileAtomically(path, bytes, Durability::process);
}

Result<Done> DumpWriter::writeParts(const std::string& folder, ConstTensorView values)
{
    std::int64_t first = 0;
    for (const ManifestTensor& tensor : m_manifest.parameters) {
        if (auto done = write(folder + "/" + tensor.name + ".npy", npyFile(values, first, tensor.shape)); !done)
            return done;
        std::int64_t elements = 1;
        for (const std::int64_t extent : tensor.shape)
            elements *= extent;
        first += elements;
    }
    return Done{};
}

Result<Done> DumpWriter::writeDiffering(int step, std::span<const DumpRank> ranks)
{
    for (std::size_t rank = 1; rank < ranks.size(); ++rank) {
        const bool same = sameBytes(ranks[rank].parameters, ranks[0].parameters)
            && (step == 0 || sameBytes(ranks[rank].combined, ranks[0].combined));
        if (same)
            continue;
        const std::string folder = "step-" + std::to_string(step) + "/rank-" + std::to_string(rank);
        if (auto done = writeParts(folder + "/parameters", ranks[rank].parameters); !done)
            return done;
        if (step > 0)
            if (auto done = writeParts(folder + "/combined", ranks[rank].combined); !done)
                return done;
        m_manifest.differing.emplace_back(step, static_cast<int>(rank));
    }
    return Done{};
}

Result<Done> DumpWriter::begin(const TraceHeader& header, const RunInfo& info, std::span<const DumpRank> ranks)
{
    m_manifest.lockstep = info.version;
    m_manifest.config = configToJson(header.config);
    m_manifest.backend = info.backend;
    m_manifest.isa = info.isa;
    m_manifest.precision = keyText(header.config, "precision");
    m_manifest.ranks = header.config.workers;
    m_manifest.state = "running";
    for (const ParameterInfo& parameter : header.parameters)
        m_manifest.parameters.push_back({parameter.name, parameter.shape, npyType(ranks[0].parameters.dtype),
            "initial/" + parameter.name + ".npy"});
    if (auto done = writeParts("initial", ranks[0].parameters); !done)
        return done;
    if (auto done = writeDiffering(0, ranks); !done)
        return done;
    return writeManifest();
}

Result<Done> DumpWriter::step(int step, std::span<const DumpRank> ranks)
{
    const std::string folder = "step-" + std::to_string(step);
    for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
        const std::string its = folder + "/rank-" + std::to_string(rank);
        if (auto done = write(its + "/samples.npy", npyFile(ranks[rank].samples)); !done)
            return done;
        if (auto done = writeParts(its + "/gradient", ranks[rank].gradient); !done)
            return done;
    }
    if (auto done = writeParts(folder + "/combined", ranks[0].combined); !done)
        return done;
    if (auto done = writeParts(folder + "/parameters", ranks[0].parameters); !done)
        return done;
    if (auto done = writeDiffering(step, ranks); !done)
        return done;
    m_manifest.steps = step;
    return writeManifest();
}

Result<Done> DumpWriter::finish(const std::string& state)
{
    m_manifest.state = state;
    return writeManifest();
}

Result<Done> DumpWriter::writeManifest()
{
    return write(kManifestName, manifestToJson(m_manifest));
}

} // namespace lockstep
