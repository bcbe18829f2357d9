// Tensors: row-major matrices with a dtype tag, as views on memory and as owners of memory. A vector is one row.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "core/base/check.h"

namespace lockstep {

enum class DType { f32, f64 };

inline std::int64_t bytesOf(DType dtype)
{
    return dtype == DType::f32 ? 4 : 8;
}

/// The tag of float and double, for code that is written once for both.
template <class T>
inline constexpr DType kDType = std::is_same_v<std::remove_const_t<T>, float> ? DType::f32 : DType::f64;

struct Shape {
    std::int64_t rows = 0;
    std::int64_t columns = 0;
    std::int64_t elements() const { return rows * columns; }
    bool operator==(const Shape&) const = default;
};

/// One row of `count` elements.
inline Shape rowShape(std::size_t count)
{
    return {1, static_cast<std::int64_t>(count)};
}

/// Someone else's memory, to be written.
struct TensorView {
    DType dtype = DType::f64;
    Shape shape;
    void* data = nullptr;

    TensorView() = default;
    TensorView(DType type, Shape extent, void* memory)
        : dtype(type)
        , shape(extent)
        , data(memory)
    {
    }
    TensorView(std::span<double> row)
        : TensorView(DType::f64, rowShape(row.size()), row.data())
    {
    }
    TensorView(std::span<float> row)
        : TensorView(DType::f32, rowShape(row.size()), row.data())
    {
    }
    TensorView(std::vector<double>& row)
        : TensorView(std::span(row))
    {
    }
    TensorView(std::vector<float>& row)
        : TensorView(std::span(row))
    {
    }

    std::int64_t elements() const { return shape.elements(); }
    /// The elements as T, which must be what the tag says.
    template <class T>
    T* as() const
    {
        LOCKSTEP_CHECK(dtype == kDType<T>);
        return static_cast<T*>(data);
    }
    double* f64() const { return as<double>(); }
    float* f32() const { return as<float>(); }
    /// The elements from `offset` on, in memory order, as a matrix.
    TensorView part(std::int64_t offset, Shape extent) const
    {
        LOCKSTEP_CHECK_LE(offset + extent.elements(), elements());
        return {dtype, extent, static_cast<std::byte*>(data) + offset * bytesOf(dtype)};
    }
    TensorView part(std::size_t offset, std::size_t count) const
    {
        return part(static_cast<std::int64_t>(offset), rowShape(count));
    }
};

/// Someone else's memory, to be read.
struct ConstTensorView {
    DType dtype = DType::f64;
    Shape shape;
    const void* data = nullptr;

    ConstTensorView() = default;
    ConstTensorView(DType type, Shape extent, const void* memory)
        : dtype(type)
        , shape(extent)
        , data(memory)
    {
    }
    ConstTensorView(const TensorView& view)
        : ConstTensorView(view.dtype, view.shape, view.data)
    {
    }
    ConstTensorView(std::span<const double> row)
        : ConstTensorView(DType::f64, rowShape(row.size()), row.data())
    {
    }
    ConstTensorView(std::span<const float> row)
        : ConstTensorView(DType::f32, rowShape(row.size()), row.data())
    {
    }
    ConstTensorView(const std::vector<double>& row)
        : ConstTensorView(std::span(row))
    {
    }
    ConstTensorView(const std::vector<float>& row)
        : ConstTensorView(std::span(row))
    {
    }

    std::int64_t elements() const { return shape.elements(); }
    template <class T>
    const T* as() const
    {
        LOCKSTEP_CHECK(dtype == kDType<T>);
        return static_cast<const T*>(data);
    }
    const double* f64() const { return as<double>(); }
    const float* f32() const { return as<float>(); }
    ConstTensorView part(std::int64_t offset, Shape extent) const
    {
        LOCKSTEP_CHECK_LE(offset + extent.elements(), elements());
        return {dtype, extent, static_cast<const std::byte*>(data) + offset * bytesOf(dtype)};
    }
    ConstTensorView part(std::size_t offset, std::size_t count) const
    {
        return part(static_cast<std::int64_t>(offset), rowShape(count));
    }
    /// Element i in memory order, widened to double.
    double at(std::int64_t i) const
    {
        return dtype == DType::f32 ? static_cast<double>(static_cast<const float*>(data)[i])
                                   : static_cast<const double*>(data)[i];
    }
};

/// A matrix that owns its memory, which begins at a multiple of 64 bytes; starts as zeros.
class Tensor {
public:
    Tensor() = default;
    explicit Tensor(Shape shape, DType dtype = DType::f64) { reshape(shape, dtype); }

    /// Changes the shape; the values are unspecified until written. Keeps its memory when that is large enough.
    void reshape(Shape shape, DType dtype)
    {
        m_shape = shape;
        m_dtype = dtype;
        m_lines.resize(static_cast<std::size_t>((shape.elements() * bytesOf(dtype) + 63) / 64));
    }
    void reshape(Shape shape) { reshape(shape, m_dtype); }

    Shape shape() const { return m_shape; }
    DType dtype() const { return m_dtype; }
    std::int64_t elements() const { return m_shape.elements(); }
    TensorView view() { return {m_dtype, m_shape, m_lines.data()}; }
    ConstTensorView view() const { return {m_dtype, m_shape, m_lines.data()}; }
    operator TensorView() { return view(); }
    operator ConstTensorView() const { return view(); }

    /// f64 only.
    std::span<double> values() { return {view().f64(), static_cast<std::size_t>(elements())}; }
    std::span<const double> values() const { return {view().f64(), static_cast<std::size_t>(elements())}; }
    /// f32 only.
    std::span<float> floats() { return {view().f32(), static_cast<std::size_t>(elements())}; }
    std::span<const float> floats() const { return {view().f32(), static_cast<std::size_t>(elements())}; }
    /// To write, f64 only.
    double& at(std::int64_t row, std::int64_t column) { return view().f64()[row * m_shape.columns + column]; }
    /// To read, widened to double.
    double at(std::int64_t row, std::int64_t column) const { return view().at(row * m_shape.columns + column); }

private:
    struct alignas(64) Line {
        std::byte bytes[64] = {};
    };
    DType m_dtype = DType::f64;
    Shape m_shape;
    std::vector<Line> m_lines;
};

} // namespace lockstep
