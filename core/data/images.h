// Images as examples: pixels become inputs, labels become classes.
#pragma once

#include "core/data/dataset.h"
#include "core/data/idx.h"

namespace lockstep {

/// One example per image, row by row, each pixel divided by `white`. Sets features, classes and image size of the info.
Dataset datasetOf(const LabelledImages& images, int classes, double white);

/// Puts the images of `more`, which have the same size, behind those of `images`.
void append(LabelledImages& images, const LabelledImages& more);

} // namespace lockstep
