// File names in a config are meant from where the config lies.
#include <filesystem>

#include "core/config/config_io.h"

namespace lockstep {

void placeFiles(RunConfig& config, const std::string& path)
{
    const std::filesystem::path folder = std::filesystem::path(path).parent_path();
    const auto place = [&](std::string& name) {
        if (!name.empty())
            name = (folder / name).string(); // an absolute name stays as it is
    };
    for (std::string* name : {&config.data.images, &config.data.labels, &config.data.heldOutImages,
             &config.data.heldOutLabels, &config.data.file})
        place(*name);
    for (std::string& name : config.start.files)
        place(name);
}

} // namespace lockstep
