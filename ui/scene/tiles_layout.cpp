// Sizes and rows of tiles.
#include "ui/scene/tiles_layout.h"

#include <algorithm>
#include <cmath>

namespace lockstep::ui {

namespace {

constexpr int kMostPixel = 4; ///< px for one pixel
constexpr int kLargest = 56;  ///< px, for more than one px a pixel
constexpr int kSmallest = 7;  ///< pixels that are left a side; fewer show nothing

TileSize sized(const StageImages& images, int pixel, int average, bool foot)
{
    TileSize size{pixel, average, 0, 0, 3, 0};
    const double w = pixel * images.width / average, h = pixel * images.height / average;
    const double frame = w >= 20 ? 4 : 2;
    size.width = w + frame;
    size.height = h + frame;
    size.gap = w >= 28 ? 4 : w >= 14 ? 3 : 2;
    size.foot = !foot ? 0 : w >= 28 ? 7 : w >= 14 ? 5 : 4;
    return size;
}

} // namespace

std::vector<TileSize> tileSizes(const StageImages& images, bool foot)
{
    std::vector<TileSize> sizes;
    const int side = std::max(images.width, images.height);
    for (int pixel = std::clamp(kLargest / side, 1, kMostPixel); pixel >= 1; --pixel)
        sizes.push_back(sized(images, pixel, 1, foot));
    for (int average = 2; side / average >= kSmallest; ++average)
        if (images.width % average == 0 && images.height % average == 0)
            sizes.push_back(sized(images, 1, average, foot));
    return sizes;
}

TileBlock fitTiles(const StageImages& images, int count, double width, double height, bool foot)
{
    TileBlock block;
    const std::vector<TileSize> sizes = tileSizes(images, foot);
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        const TileSize& size = sizes[i];
        const double stepX = size.width + size.gap, stepY = size.height + size.foot + size.gap;
        int across = static_cast<int>((width + size.gap) / stepX), down = static_cast<int>((height + size.gap) / stepY);
        if (across * down < count && i + 1 < sizes.size())
            continue;
        across = std::max(1, across);
        down = std::max(1, down);
        block.size = size;
        block.shown = std::min(count, across * down);
        const int rows = block.shown > 0 ? (block.shown + across - 1) / across : 0;
        // Even rows look better than a full one and a rest.
        block.across = rows > 1 ? std::min(across, (block.shown + rows - 1) / rows) : std::max(1, block.shown);
        block.width = block.across * stepX - size.gap;
        block.height = rows * stepY - size.gap;
        break;
    }
    return block;
}

void layoutTiles(MarkWriter& writer, const TileBlock& block, QPointF corner, const std::vector<int>& samples,
    const std::vector<std::uint8_t>& repeat, int rank)
{
    const TileSize& size = block.size;
    for (int i = 0; i < block.shown && i < static_cast<int>(samples.size()); ++i) {
        const std::size_t at = static_cast<std::size_t>(i);
        TileMark tile;
        tile.twice = at < repeat.size() && repeat[at] != 0;
        tile.foot = tile.twice ? size.foot : 0;
        tile.rect = QRectF(std::round(corner.x() + (i % block.across) * (size.width + size.gap)),
            std::round(corner.y() + (i / block.across) * (size.height + size.foot + size.gap)), size.width,
            size.height + tile.foot);
        tile.sample = samples[at];
        tile.pixel = size.pixel;
        tile.average = size.average;
        writer.add(tile);
        if (rank >= 0)
            writer.spot({ObjectKind::example, rank, i}, tile.rect);
    }
}

} // namespace lockstep::ui
