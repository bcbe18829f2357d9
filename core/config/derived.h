// What follows from a config without running it: sizes of the data and of the model.
#pragma once

#include <string>
#include <vector>

#include "core/config/run_config.h"

namespace lockstep {

inline constexpr int kDigitsExamples = 1797;
inline constexpr int kDigitsFeatures = 64;
inline constexpr int kDigitsClasses = 10;

struct DataSizes {
    int total = 0;    ///< examples in the set
    int train = 0;    ///< from the front
    int heldOut = 0;  ///< from the back
    int features = 1;
    int classes = 0;  ///< 0 for regression
};

/// Resolves data.train = 0. digits with data.train and data.held_out both 0 means 1440 and 357. The numbers may not
/// fit the set; validate() says so.
DataSizes dataSizes(const RunConfig& config);

struct ParameterShape {
    std::string name;                ///< "weight", "bias"
    std::vector<std::int64_t> shape; ///< scalar {1}; linear weight {features}; softmax weight {classes, features}
    std::int64_t elements() const;
};

/// The model's parameters in order: weight, then bias unless the model has none.
std::vector<ParameterShape> parameterShapes(const RunConfig& config);
/// Elements of all parameters together.
std::int64_t parameterCount(const RunConfig& config);

} // namespace lockstep
