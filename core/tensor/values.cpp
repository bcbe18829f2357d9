// One loop per pair of dtypes.
#include "core/tensor/values.h"

#include <algorithm>

#include "core/base/digest.h"

namespace lockstep {
namespace {

template <class From, class To>
void convertAs(ConstTensorView from, TensorView to)
{
    const From* values = from.as<From>();
    std::transform(values, values + from.elements(), to.as<To>(), [](From value) { return static_cast<To>(value); });
}

} // namespace

void convert(ConstTensorView from, TensorView to)
{
    LOCKSTEP_CHECK_EQ(from.elements(), to.elements());
    if (from.dtype == DType::f64)
        to.dtype == DType::f64 ? convertAs<double, double>(from, to) : convertAs<double, float>(from, to);
    else
        to.dtype == DType::f64 ? convertAs<float, double>(from, to) : convertAs<float, float>(from, to);
}

std::vector<double> doublesOf(ConstTensorView values)
{
    std::vector<double> doubles(static_cast<std::size_t>(values.elements()));
    convert(values, doubles);
    return doubles;
}

std::uint64_t bitsDigest(ConstTensorView values)
{
    const std::size_t count = static_cast<std::size_t>(values.elements());
    return values.dtype == DType::f64 ? digestOf(std::span(values.f64(), count))
                                      : digestOf(std::span(values.f32(), count));
}

} // namespace lockstep
