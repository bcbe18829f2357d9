// Whole files in and out. Writing is atomic: a reader sees the old file or the new one, never half of one.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace lockstep {

/// The whole file as bytes. Fails with a sentence that names the file; so do folders, devices and pipes, which may
/// have no end.
Result<std::string> readFile(const std::filesystem::path& path);
/// The same for a file of at most `most` bytes; a larger one is refused before it is read.
Result<std::string> readFile(const std::filesystem::path& path, std::int64_t most);

/// Fails when `path` is a folder, a device or a pipe: renaming a file over it would destroy it.
Result<Done> checkReplaceable(const std::filesystem::path& path);

/// What a written file outlives: a power cut, or only the end of this program, which is far quicker for many files.
enum class Durability { powerCut, process };

/// Writes `bytes` beside `path`, flushes them to the disk and renames over `path`. See checkReplaceable.
Result<Done> writeFileAtomically(
    const std::filesystem::path& path, std::string_view bytes, Durability durability = Durability::powerCut);

/// Finds shipped material such as "data/digits/images.idx3-ubyte" or "lessons": in $LOCKSTEP_RESOURCES, then beside
/// the executable (../share/lockstep), then in the source tree of a development build.
Result<std::filesystem::path> findResource(std::string_view name);

} // namespace lockstep
