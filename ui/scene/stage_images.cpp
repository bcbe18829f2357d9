// Reads the images of a data set as bytes of ink.
#include "ui/scene/stage_images.h"

#include <algorithm>
#include <cmath>

#include "core/data/dataset.h"

namespace lockstep::ui {

std::shared_ptr<const StageImages> loadStageImages(const TraceHeader& header)
{
    if (header.data.imageWidth <= 0)
        return nullptr;
    const Result<Dataset> loaded = loadDataset(header.config);
    if (!loaded.ok())
        return nullptr;
    const Dataset& data = loaded.value();
    auto images = std::make_shared<StageImages>();
    images->width = header.data.imageWidth;
    images->height = header.data.imageHeight;
    const std::int64_t features = images->width * images->height, count = data.info.train + data.info.heldOut;
    images->pixels.reserve(static_cast<std::size_t>(count * features));
    for (std::int64_t i = 0; i < count; ++i)
        for (std::int64_t f = 0; f < features; ++f)
            images->pixels.push_back(
                static_cast<std::uint8_t>(std::lround(std::clamp(data.inputs.at(i, f), 0.0, 1.0) * 255)));
    images->labels.assign(data.labels.begin(), data.labels.end());
    return images;
}

} // namespace lockstep::ui
