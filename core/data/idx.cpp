// Reads IDX, believing nothing that the file's own length does not confirm.
#include "core/data/idx.h"

#include "core/base/files.h"
#include "core/config/data_limits.h"

namespace lockstep {
namespace {

constexpr std::int64_t kLargestSide = 4096; ///< of an image, in pixels
constexpr std::int64_t kHeader = 16;        ///< bytes in front of the values, at most

std::int64_t bigEndian32(std::string_view bytes)
{
    std::int64_t value = 0;
    for (const char byte : bytes.substr(0, 4))
        value = value * 256 + static_cast<unsigned char>(byte);
    return value;
}

} // namespace

Result<IdxArray> parseIdx(std::string_view bytes, const std::string& source, int dimensions)
{
    const std::size_t header = 4 + 4 * static_cast<std::size_t>(dimensions);
    if (bytes.size() < 4 || bytes[0] != 0 || bytes[1] != 0)
        return Error{
            source + ": this is not an IDX file (it must begin with two zero bytes); give an uncompressed .idx file."};
    if (bytes[2] != 8)
        return Error{source + ": its values have IDX type " + std::to_string(static_cast<unsigned char>(bytes[2]))
            + " and only type 8 (unsigned bytes) can be read; convert the file."};
    if (bytes[3] != dimensions)
        return Error{source + ": it has " + std::to_string(static_cast<unsigned char>(bytes[3])) + " dimensions and "
            + std::to_string(dimensions) + " are needed; check that images and labels are not exchanged."};
    if (bytes.size() < header)
        return Error{source + ": the file ends inside its header; copy it again."};
    IdxArray array;
    const std::uint64_t held = bytes.size() - header;
    std::uint64_t needed = 1;
    bool tooLarge = false;
    for (int d = 0; d < dimensions; ++d) {
        const std::int64_t size = bigEndian32(bytes.substr(4 + 4 * static_cast<std::size_t>(d)));
        array.sizes.push_back(size);
        needed *= static_cast<std::uint64_t>(size);
        tooLarge = tooLarge || needed > (std::uint64_t{1} << 31); // the next factor cannot overflow 64 bits
        if (tooLarge)
            break;
    }
    if (tooLarge)
        return Error{source + ": its header announces more than 2 GiB of values; the file is damaged, copy it again."};
    if (needed != held)
        return Error{source + ": its header announces " + std::to_string(needed) + " values and the file holds "
            + std::to_string(held) + "; copy it again."};
    array.values.assign(bytes.begin() + static_cast<std::ptrdiff_t>(header), bytes.end());
    return array;
}

Result<LabelledImages> readLabelledImages(
    const std::filesystem::path& images, const std::filesystem::path& labels, int classes)
{
    const Result<std::string> imageBytes = readFile(images, kMostInputsOfFiles + kHeader);
    if (!imageBytes.ok())
        return imageBytes.error();
    const Result<std::string> labelBytes = readFile(labels, kMostExamplesOfFiles + kHeader);
    if (!labelBytes.ok())
        return labelBytes.error();
    Result<IdxArray> pixels = parseIdx(imageBytes.value(), images.string(), 3);
    if (!pixels.ok())
        return pixels.error();
    Result<IdxArray> classesOf = parseIdx(labelBytes.value(), labels.string(), 1);
    if (!classesOf.ok())
        return classesOf.error();
    const std::vector<std::int64_t>& sizes = pixels.value().sizes;
    if (sizes[0] != classesOf.value().sizes[0])
        return Error{labels.string() + ": " + std::to_string(classesOf.value().sizes[0]) + " labels for "
            + std::to_string(sizes[0]) + " images; give the two files of the same set."};
    if (sizes[0] < 1 || sizes[0] > kMostExamplesOfFiles)
        return Error{images.string() + ": it holds " + std::to_string(sizes[0]) + " images, but 1 to "
            + std::to_string(kMostExamplesOfFiles) + " can be used; give a file with as many."};
    if (sizes[1] < 1 || sizes[2] < 1 || sizes[1] > kLargestSide || sizes[2] > kLargestSide)
        return Error{images.string() + ": images of " + std::to_string(sizes[2]) + " x " + std::to_string(sizes[1])
            + " pixels cannot be used; each side must be 1 to " + std::to_string(kLargestSide) + "."};
    for (std::size_t i = 0; i < classesOf.value().values.size(); ++i)
        if (classesOf.value().values[i] >= classes)
            return Error{labels.string() + ": label " + std::to_string(i) + " is "
                + std::to_string(classesOf.value().values[i]) + " and labels must be 0 to "
                + std::to_string(classes - 1) + "; correct the file."};
    LabelledImages set;
    set.count = sizes[0];
    set.height = static_cast<std::int32_t>(sizes[1]);
    set.width = static_cast<std::int32_t>(sizes[2]);
    set.pixels = std::move(pixels.value().values);
    set.labels = std::move(classesOf.value().values);
    return set;
}

} // namespace lockstep
