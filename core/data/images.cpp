// Copies pixels into the rows of a dataset.
#include "core/data/images.h"

namespace lockstep {

Dataset datasetOf(const LabelledImages& images, int classes, double white)
{
    Dataset set;
    set.info.features = images.width * images.height;
    set.info.classes = classes;
    set.info.imageWidth = images.width;
    set.info.imageHeight = images.height;
    set.inputs.reshape({images.count, set.info.features});
    const std::span<double> inputs = set.inputs.values();
    for (std::size_t i = 0; i < images.pixels.size(); ++i)
        inputs[i] = images.pixels[i] / white;
    set.labels.assign(images.labels.begin(), images.labels.end());
    set.targets.assign(images.labels.begin(), images.labels.end());
    return set;
}

void append(LabelledImages& images, const LabelledImages& more)
{
    LOCKSTEP_CHECK(images.width == more.width && images.height == more.height);
    images.count += more.count;
    images.pixels.insert(images.pixels.end(), more.pixels.begin(), more.pixels.end());
    images.labels.insert(images.labels.end(), more.labels.begin(), more.labels.end());
}

} // namespace lockstep
