// Tensors: row-major matrices with a dtype tag, as views on memory and as owners of memory. A vector is one row.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/check.h"

namespace lockstep {

enum class DType { f64 };

struct Shape {
    std::int64_t rows = 0;
    std::int64_t columns = 0;
    std::int64_t elements() const { return rows * columns; }
    bool operator==(const Shape&) const = default;
};

/// Someone else's memory, to be written.
struct TensorView {
    DType dtype = DType::f64;
    Shape shape;
    void* data = nullptr;

    double* f64() const
    {
        LOCKSTEP_CHECK(dtype == DType::f64);
        return static_cast<double*>(data);
    }
};

/// Someone else's memory, to be read.
struct ConstTensorView {
    DType dtype = DType::f64;
    Shape shape;
    const void* data = nullptr;

    ConstTensorView(DType type, Shape extent, const void* memory)
        : dtype(type)
        , shape(extent)
        , data(memory)
    {
    }
    ConstTensorView(const TensorView& view)
        : dtype(view.dtype)
        , shape(view.shape)
        , data(view.data)
    {
    }

    const double* f64() const
    {
        LOCKSTEP_CHECK(dtype == DType::f64);
        return static_cast<const double*>(data);
    }
};

inline TensorView viewOf(std::span<double> values, Shape shape)
{
    LOCKSTEP_CHECK_EQ(static_cast<std::int64_t>(values.size()), shape.elements());
    return {DType::f64, shape, values.data()};
}
inline ConstTensorView viewOf(std::span<const double> values, Shape shape)
{
    LOCKSTEP_CHECK_EQ(static_cast<std::int64_t>(values.size()), shape.elements());
    return {DType::f64, shape, values.data()};
}
inline TensorView rowOf(std::span<double> values)
{
    return viewOf(values, {1, static_cast<std::int64_t>(values.size())});
}
inline ConstTensorView rowOf(std::span<const double> values)
{
    return viewOf(values, {1, static_cast<std::int64_t>(values.size())});
}
inline TensorView rowOf(std::vector<double>& values)
{
    return rowOf(std::span(values));
}

/// A matrix that owns its memory; starts as zeros.
class Tensor {
public:
    Tensor() = default;
    explicit Tensor(Shape shape) { reshape(shape); }

    /// Changes the shape; the values are unspecified until written. Keeps its memory when that is large enough.
    void reshape(Shape shape)
    {
        m_shape = shape;
        m_values.resize(static_cast<std::size_t>(shape.elements()));
    }

    Shape shape() const { return m_shape; }
    std::span<double> values() { return m_values; }
    std::span<const double> values() const { return m_values; }
    double& at(std::int64_t row, std::int64_t column)
    {
        return m_values[static_cast<std::size_t>(row * m_shape.columns + column)];
    }
    double at(std::int64_t row, std::int64_t column) const
    {
        return m_values[static_cast<std::size_t>(row * m_shape.columns + column)];
    }
    operator TensorView() { return {DType::f64, m_shape, m_values.data()}; }
    operator ConstTensorView() const { return {DType::f64, m_shape, m_values.data()}; }

private:
    Shape m_shape;
    std::vector<double> m_values;
};

} // namespace lockstep
