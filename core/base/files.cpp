// Atomic writes, whole reads, and the search for shipped material.
#include "core/base/files.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <vector>

#include <sys/stat.h>
#include <unistd.h>

namespace lockstep {
namespace {

Error fileError(const std::filesystem::path& path, const std::string& what)
{
    return Error{path.string() + ": " + what + " (" + std::strerror(errno) + ")."};
}

/// Done for a file, and for a path where nothing is.
Result<Done> refuseAllButFiles(const std::filesystem::path& path, const char* remedy)
{
    std::error_code ignored;
    const std::filesystem::file_status status = std::filesystem::status(path, ignored);
    if (std::filesystem::is_directory(status))
        return Error{path.string() + ": this is a folder; " + remedy + "."};
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
        return Error{path.string() + ": this is a device or a pipe; " + remedy + "."};
    return Done{};
}

bool writeAll(int descriptor, std::string_view bytes)
{
    while (!bytes.empty()) {
        const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

} // namespace

Result<std::string> readFile(const std::filesystem::path& path)
{
    if (auto done = refuseAllButFiles(path, "give a file"); !done)
        return done.error();
    std::ifstream in(path, std::ios::binary);
    if (!in)
        return fileError(path, "cannot be read; check the name and its permissions");
    std::ostringstream bytes;
    bytes << in.rdbuf();
    if (in.bad())
        return fileError(path, "reading stopped before the end of the file");
    return std::move(bytes).str();
}

Result<std::string> readFile(const std::filesystem::path& path, std::int64_t most)
{
    std::error_code ignored;
    const std::uintmax_t size = std::filesystem::file_size(path, ignored);
    if (!ignored && size > static_cast<std::uintmax_t>(most))
        return Error{path.string() + ": the file has " + std::to_string(size) + " bytes and at most "
            + std::to_string(most) + " are read; take a part of it."};
    return readFile(path);
}

Result<Done> checkReplaceable(const std::filesystem::path& path)
{
    return refuseAllButFiles(path, "give the name of a file to write");
}

Result<Done> writeFileAtomically(const std::filesystem::path& path, std::string_view bytes, Durability durability)
{
    if (auto done = checkReplaceable(path); !done)
        return done;
    std::string temporary = path.string() + ".XXXXXX";
    const int descriptor = ::mkstemp(temporary.data());
    if (descriptor < 0)
        return fileError(path, "cannot be written; choose a folder that exists and can be written to");
    const bool written = writeAll(descriptor, bytes) && ::fchmod(descriptor, 0644) == 0
        && (durability == Durability::process || ::fsync(descriptor) == 0);
    const bool closed = ::close(descriptor) == 0;
    if (!written || !closed || std::rename(temporary.c_str(), path.c_str()) != 0) {
        const Error error = fileError(path, "cannot be written; the old file, if any, is unchanged");
        ::unlink(temporary.c_str());
        return error;
    }
    return Done{};
}

Result<std::filesystem::path> findResource(std::string_view name)
{
    namespace fs = std::filesystem;
    std::error_code ignored;
    std::vector<fs::path> roots;
    if (const char* chosen = std::getenv("LOCKSTEP_RESOURCES"))
        roots.emplace_back(chosen);
    const fs::path executable = fs::read_symlink("/proc/self/exe", ignored);
    if (!executable.empty())
        roots.push_back(executable.parent_path().parent_path() / "share" / "lockstep");
#ifdef LOCKSTEP_SOURCE_DIR
    roots.emplace_back(fs::path(LOCKSTEP_SOURCE_DIR) / "resources");
    roots.emplace_back(fs::path(LOCKSTEP_SOURCE_DIR));
#endif
    for (const fs::path& root : roots)
        if (fs::exists(root / name, ignored))
            return root / name;
    return Error{std::string(name)
        + ": this part of Lockstep's own data is missing; install it, or set"
          " LOCKSTEP_RESOURCES to the folder that holds it."};
}

} // namespace lockstep
