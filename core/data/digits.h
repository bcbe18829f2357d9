// The bundled handwritten digits: 1,797 images of 8 x 8 pixels, the first 1,440 to train, the last 357 held out.
#pragma once

#include "core/data/dataset.h"

namespace lockstep {

/// All digits in file order, pixels 0 .. 16 scaled by 1/16.
Result<Dataset> digitsDataset();

} // namespace lockstep
