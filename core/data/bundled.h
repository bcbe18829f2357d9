// The bundled image sets, in file order, which is part of the lessons' numbers.
#pragma once

#include "core/data/dataset.h"

namespace lockstep {

/// Handwritten digits: 1,797 images of 8 x 8 pixels, the first 1,440 to train, the last 357 held out. Pixels 0 .. 16
/// are scaled by 1/16.
Result<Dataset> digitsDataset();

/// Photographs of clothes: 3,840 images of 28 x 28 pixels to train, and behind them 1,000 held out. Pixels 0 .. 255 are
/// scaled by 1/255.
Result<Dataset> photographsDataset();

} // namespace lockstep
