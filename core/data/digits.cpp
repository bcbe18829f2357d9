// Reads the two bundled IDX files.
#include "core/data/digits.h"

#include "core/base/files.h"
#include "core/config/derived.h"
#include "core/data/idx.h"

namespace lockstep {

Result<Dataset> digitsDataset()
{
    const Result<std::filesystem::path> images = findResource("data/digits/images.idx3-ubyte");
    const Result<std::filesystem::path> labels = findResource("data/digits/labels.idx1-ubyte");
    if (!images.ok() || !labels.ok())
        return images.ok() ? labels.error() : images.error();
    const Result<LabelledImages> read = readLabelledImages(images.value(), labels.value(), kDigitsClasses);
    if (!read.ok())
        return read.error();
    const LabelledImages& set = read.value();
    if (set.count != kDigitsExamples || set.width * set.height != kDigitsFeatures)
        return Error{images.value().string() + ": this holds " + std::to_string(set.count) + " images of "
            + std::to_string(set.width) + " x " + std::to_string(set.height)
            + " pixels instead of 1797 of 8 x 8; install Lockstep's data again, or correct LOCKSTEP_RESOURCES."};
    Dataset digits;
    digits.info.features = set.width * set.height;
    digits.info.classes = kDigitsClasses;
    digits.info.imageWidth = set.width;
    digits.info.imageHeight = set.height;
    digits.inputs.reshape({set.count, digits.info.features});
    for (std::size_t i = 0; i < set.pixels.size(); ++i)
        digits.inputs.values()[i] = set.pixels[i] / 16.0;
    for (const std::uint8_t label : set.labels) {
        digits.labels.push_back(label);
        digits.targets.push_back(label);
    }
    return digits;
}

} // namespace lockstep
