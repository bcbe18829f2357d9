// Reads two or four IDX files and checks that they belong together.
#include "core/data/own_images.h"

#include <algorithm>

#include "core/config/data_limits.h"
#include "core/data/images.h"

namespace lockstep {
namespace {

constexpr int kLabelsOfAByte = 256;

} // namespace

Result<Dataset> ownImagesDataset(const RunConfig& config)
{
    const RunConfig::Data& data = config.data;
    Result<LabelledImages> read = readLabelledImages(data.images, data.labels, kLabelsOfAByte);
    if (!read)
        return read.error();
    LabelledImages images = std::move(read).value();
    int own = 0;
    if (!data.heldOutImages.empty()) {
        const Result<LabelledImages> heldOut
            = readLabelledImages(data.heldOutImages, data.heldOutLabels, kLabelsOfAByte);
        if (!heldOut)
            return heldOut.error();
        const LabelledImages& more = heldOut.value();
        if (more.width != images.width || more.height != images.height)
            return Error{data.heldOutImages + ": its images have " + std::to_string(more.width) + " x "
                + std::to_string(more.height) + " pixels, but those of " + data.images + " have "
                + std::to_string(images.width) + " x " + std::to_string(images.height)
                + "; give two files of the same set."};
        own = static_cast<int>(more.count);
        append(images, more);
    }
    if (images.count * images.width * images.height > kMostInputsOfFiles)
        return Error{data.images + ": the images hold more than " + std::to_string(kMostInputsOfFiles)
            + " pixels together; take a part of them."};
    const int classes = 1 + *std::max_element(images.labels.begin(), images.labels.end());
    if (classes < 2)
        return Error{data.labels + ": all labels are 0, and at least two classes are needed; give other labels."};
    Dataset set = datasetOf(images, classes, 255);
    set.found = {static_cast<int>(images.count), own, set.info.features, classes};
    return set;
}

} // namespace lockstep
