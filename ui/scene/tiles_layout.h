// Tiles: the sizes at which images of a data set can be shown, and rows of tiles with what was drawn twice marked.
#pragma once

#include <cstdint>
#include <vector>

#include "ui/scene/mark_writer.h"

namespace lockstep::ui {

/// A whole multiple of the pixels, or whole squares of pixels averaged to one.
struct TileSize {
    int pixel = 1;                ///< px for one pixel of the image
    int average = 1;              ///< pixels a side that become one
    double width = 0, height = 0; ///< with the frame, without the foot
    double gap = 3;               ///< between tiles
    double foot = 0; ///< striped, below the pixels of an image drawn twice; also kept free below the others
};

/// From the largest to the smallest; `foot`: room below for the mark of images drawn twice.
std::vector<TileSize> tileSizes(const StageImages& images, bool foot);

/// How `count` tiles stand in a rectangle.
struct TileBlock {
    TileSize size;
    int across = 1, shown = 0;
    double width = 0, height = 0;
};

/// The largest size at which all tiles fit; the smallest with as many as fit otherwise.
TileBlock fitTiles(const StageImages& images, int count, double width, double height, bool foot);

/// Writes the block's tiles from its top left corner. `repeat` by sample, or empty. A rank >= 0 makes them selectable.
void layoutTiles(MarkWriter& writer, const TileBlock& block, QPointF corner, const std::vector<int>& samples,
    const std::vector<std::uint8_t>& repeat, int rank);

} // namespace lockstep::ui
