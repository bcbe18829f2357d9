// A user's own images in IDX files, as MNIST and its kin are kept.
#pragma once

#include "core/data/dataset.h"

namespace lockstep {

/// Reads data.images and data.labels and, when they are named, puts data.held_out_images and data.held_out_labels
/// behind them. Classes are 0 to the largest label; pixels 0 .. 255 are scaled by 1/255. Fails with one sentence that
/// names the file.
Result<Dataset> ownImagesDataset(const RunConfig& config);

} // namespace lockstep
