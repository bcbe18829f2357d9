// ParameterInfo: name and shape of one parameter array.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lockstep {

struct ParameterInfo {
    std::string name; ///< "weight", "bias"; mlp: "0.weight", "0.bias", "2.weight", ... as in PyTorch's nn.Sequential
    std::vector<std::int64_t> shape; ///< scalar {1}; linear and logistic weight {features}; others {outputs, inputs}
    std::int64_t elements() const
    {
        std::int64_t product = 1;
        for (const std::int64_t extent : shape)
            product *= extent;
        return product;
    }
};

} // namespace lockstep
