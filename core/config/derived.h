// What follows from a config without running it: sizes of the data and of the model.
#pragma once

#include <string>
#include <vector>

#include "core/config/parameter_info.h"
#include "core/config/run_config.h"

namespace lockstep {

inline constexpr int kDigitsExamples = 1797;
inline constexpr int kDigitsFeatures = 64;
inline constexpr int kDigitsClasses = 10;
inline constexpr int kPhotographsTrain = 3840;
inline constexpr int kPhotographsHeldOut = 1000;
inline constexpr int kPhotographsSide = 28; ///< pixels
inline constexpr int kPhotographsClasses = 10;

struct DataSizes {
    int total = 0;      ///< examples in the set
    int ownHeldOut = 0; ///< how many of them, at the back, may only be held out: the set's own validation part
    int train = 0;      ///< from the front
    int heldOut = 0;    ///< from the back
    int features = 1;
    int classes = 0;    ///< 0 for regression
};

/// Resolves data.train = 0 and data.held_out = 0. digits with both 0 means 1440 and 357. The numbers may not fit the
/// set; validate() says so.
DataSizes dataSizes(const RunConfig& config);

/// False while nobody has read the files of idx or csv: then dataSizes knows nothing, and validate() skips what needs it.
bool sizesKnown(const RunConfig& config);

/// True when the examples have classes, false when they have numbers as targets.
bool hasClasses(const RunConfig& config);

/// Training steps in one epoch, as the sampler deals them; 0 when nothing can be dealt or the sizes are not known.
std::int64_t stepsPerEpoch(const RunConfig& config);

/// Relative difference up to which two ways of adding up the same numbers agree in the run's precision: far above
/// rounding, far below any mistake worth teaching.
double roundingTolerance(const RunConfig& config);

/// Columns of the model's outputs: one per class with softmax and cross_entropy, otherwise 1.
int outputColumns(const RunConfig& config);

/// The model's parameters in order: layer by layer, weight, then bias unless the model has none.
std::vector<ParameterInfo> parameterShapes(const RunConfig& config);
/// Elements of all parameters together.
std::int64_t parameterCount(const RunConfig& config);

} // namespace lockstep
