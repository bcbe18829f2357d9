// Finds and reads the bundled IDX files.
#include "core/data/bundled.h"

#include "core/base/files.h"
#include "core/config/derived.h"
#include "core/data/images.h"

namespace lockstep {
namespace {

/// What the files hold when they are the ones that come with Lockstep.
struct Expected {
    int count = 0, side = 0, classes = 0;
};

Result<LabelledImages> readBundled(const std::string& name, const Expected& expected)
{
    const Result<std::filesystem::path> images = findResource(name + "images.idx3-ubyte");
    const Result<std::filesystem::path> labels = findResource(name + "labels.idx1-ubyte");
    if (!images.ok() || !labels.ok())
        return images.ok() ? labels.error() : images.error();
    Result<LabelledImages> read = readLabelledImages(images.value(), labels.value(), expected.classes);
    if (!read.ok())
        return read;
    const LabelledImages& set = read.value();
    if (set.count != expected.count || set.width != expected.side || set.height != expected.side)
        return Error{images.value().string() + ": this holds " + std::to_string(set.count) + " images of "
            + std::to_string(set.width) + " x " + std::to_string(set.height) + " pixels instead of "
            + std::to_string(expected.count) + " of " + std::to_string(expected.side) + " x "
            + std::to_string(expected.side) + "; install Lockstep's data again, or correct LOCKSTEP_RESOURCES."};
    return read;
}

} // namespace

Result<Dataset> digitsDataset()
{
    const Result<LabelledImages> images = readBundled("data/digits/", {kDigitsExamples, 8, kDigitsClasses});
    if (!images.ok())
        return images.error();
    return datasetOf(images.value(), kDigitsClasses, 16);
}

Result<Dataset> photographsDataset()
{
    Result<LabelledImages> images
        = readBundled("data/photographs/train-", {kPhotographsTrain, kPhotographsSide, kPhotographsClasses});
    if (!images.ok())
        return images.error();
    const Result<LabelledImages> heldOut
        = readBundled("data/photographs/val-", {kPhotographsHeldOut, kPhotographsSide, kPhotographsClasses});
    if (!heldOut.ok())
        return heldOut.error();
    append(images.value(), heldOut.value());
    return datasetOf(images.value(), kPhotographsClasses, 255);
}

} // namespace lockstep
