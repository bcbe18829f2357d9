// Everything but matrix products: loops the compiler turns into vectors. Only sums need care for their order.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/backend/cpu/kernels/vector.h"

namespace lockstep::kernels {

template <class T>
void addRow(std::int64_t rows, std::int64_t columns, const T* __restrict row, T* __restrict matrix)
{
    for (std::int64_t i = 0; i < rows; ++i, matrix += columns)
        for (std::int64_t j = 0; j < columns; ++j)
            matrix[j] += row[j];
}

template <class T>
void columnSums(std::int64_t rows, std::int64_t columns, const T* __restrict matrix, T* __restrict out)
{
    std::fill(out, out + columns, T{0});
    std::int64_t i = 0;
    for (; i + 4 <= rows; i += 4, matrix += 4 * columns) // four rows at a time, added in order
        for (std::int64_t j = 0; j < columns; ++j)
            out[j] = (((out[j] + matrix[j]) + matrix[columns + j]) + matrix[2 * columns + j]) + matrix[3 * columns + j];
    for (; i < rows; ++i, matrix += columns)
        for (std::int64_t j = 0; j < columns; ++j)
            out[j] += matrix[j];
}

template <class T>
void relu(std::int64_t n, const T* x, T* out)
{
    for (std::int64_t i = 0; i < n; ++i)
        out[i] = x[i] <= 0 ? T{0} : x[i];
}

template <class T>
void reluBackward(std::int64_t n, const T* activated, const T* slope, T* out)
{
    for (std::int64_t i = 0; i < n; ++i)
        out[i] = activated[i] > 0 ? slope[i] : T{0};
}

template <class T>
void softmaxCrossEntropy(std::int64_t rows, std::int64_t classes, const T* logits, const std::int32_t* labels,
    T* probabilities, T* losses)
{
    for (std::int64_t i = 0; i < rows; ++i, logits += classes, probabilities += classes) {
        T largest = logits[0];
        for (std::int64_t j = 1; j < classes; ++j)
            largest = largest < logits[j] ? logits[j] : largest;
        const T right = logits[labels[i]] - largest; // read before `probabilities`, maybe the same memory, is written
        T total = 0;
        for (std::int64_t j = 0; j < classes; ++j) {
            probabilities[j] = std::exp(logits[j] - largest);
            total += probabilities[j];
        }
        for (std::int64_t j = 0; j < classes; ++j)
            probabilities[j] /= total;
        losses[i] = std::log(total) - right;
    }
}

template <class T>
void softmaxCrossEntropyGradient(
    std::int64_t rows, std::int64_t classes, const T* probabilities, const std::int32_t* labels, T* out)
{
    if (out != probabilities)
        std::memcpy(out, probabilities, static_cast<std::size_t>(rows * classes) * sizeof(T));
    for (std::int64_t i = 0; i < rows; ++i)
        out[i * classes + labels[i]] -= T{1};
}

template <class T>
void squaredError(std::int64_t n, const T* predictions, const T* targets, T factor, T* losses)
{
    for (std::int64_t i = 0; i < n; ++i) {
        const T d = predictions[i] - targets[i];
        losses[i] = factor * (d * d);
    }
}

template <class T>
void squaredErrorGradient(std::int64_t n, const T* predictions, const T* targets, T factor, T* out)
{
    for (std::int64_t i = 0; i < n; ++i)
        out[i] = (2 * factor) * (predictions[i] - targets[i]);
}

template <class T>
void fill(std::int64_t n, T value, T* out)
{
    for (std::int64_t i = 0; i < n; ++i)
        out[i] = value;
}

template <class T>
void copy(std::int64_t n, const T* from, T* to)
{
    if (n > 0)
        std::memcpy(to, from, static_cast<std::size_t>(n) * sizeof(T));
}

template <class T>
void add(std::int64_t n, const T* __restrict from, T* __restrict to)
{
    for (std::int64_t i = 0; i < n; ++i)
        to[i] += from[i];
}

template <class T>
void axpy(std::int64_t n, T a, const T* __restrict x, T* __restrict y)
{
    for (std::int64_t i = 0; i < n; ++i)
        y[i] += a * x[i];
}

template <class T>
void scale(std::int64_t n, T a, T* x)
{
    for (std::int64_t i = 0; i < n; ++i)
        x[i] *= a;
}

template <class T>
void divide(std::int64_t n, T a, T* x)
{
    if (a == 1)
        return; // the mean of one rank: a whole pass over memory for nothing
    int exponent = 0;
    if (std::frexp(a, &exponent) == T{0.5} && exponent > -100 && exponent < 100)
        return scale(n, T{1} / a, x); // a power of two: the product has the same bits and takes a fifth of the time
    for (std::int64_t i = 0; i < n; ++i)
        x[i] /= a;
}

/// value(x(i)) added up. f64: one after another. f32: lanes of a short block, whose sums are added in f64.
template <class T, bool Squares>
double total(std::int64_t n, const T* x)
{
    double sum = 0;
    std::int64_t i = 0;
    if constexpr (sizeof(T) == sizeof(float)) {
        constexpr int kLanes = Simd<T>::kLanes, kBlock = 4 * kLanes, kBlocks = 16;
        for (; i + kBlock * kBlocks <= n; i += kBlock * kBlocks) {
            Vector<T> sums[4] = {};
            for (int block = 0; block < kBlocks; ++block)
                for (int lane = 0; lane < 4; ++lane) {
                    const Vector<T> value = load(x + i + block * kBlock + lane * kLanes);
                    sums[lane] = Squares ? multiplyAdd(sums[lane], value, value) : sums[lane] + value;
                }
            sum += static_cast<double>(addLanes<T>((sums[0] + sums[1]) + (sums[2] + sums[3])));
        }
    }
    for (; i < n; ++i) {
        const double value = static_cast<double>(x[i]);
        sum += Squares ? value * value : value;
    }
    return sum;
}

template <class T>
double sum(std::int64_t n, const T* x)
{
    return total<T, false>(n, x);
}
template <class T>
double sumOfSquares(std::int64_t n, const T* x)
{
    return total<T, true>(n, x);
}

template <class T, bool Momentum, bool Nesterov, bool Decay>
void sgdLoop(std::int64_t n, T lr, T momentum, T weightDecay, const T* __restrict gradient, T* __restrict velocity,
    T* __restrict w)
{
    for (std::int64_t i = 0; i < n; ++i) {
        T d = gradient[i];
        if constexpr (Decay)
            d += weightDecay * w[i];
        if constexpr (Momentum) {
            velocity[i] = momentum * velocity[i] + d;
            d = Nesterov ? d + momentum * velocity[i] : velocity[i];
        }
        w[i] += -lr * d;
    }
}

template <class T>
void sgd(std::int64_t n, T lr, T momentum, T weightDecay, bool nesterov, const T* gradient, T* velocity, T* w)
{
    const auto run = [&](auto* loop) { loop(n, lr, momentum, weightDecay, gradient, velocity, w); };
    const bool decay = weightDecay != 0;
    if (momentum == 0)
        decay ? run(sgdLoop<T, false, false, true>) : run(sgdLoop<T, false, false, false>);
    else if (nesterov)
        decay ? run(sgdLoop<T, true, true, true>) : run(sgdLoop<T, true, true, false>);
    else
        decay ? run(sgdLoop<T, true, false, true>) : run(sgdLoop<T, true, false, false>);
}

} // namespace lockstep::kernels
