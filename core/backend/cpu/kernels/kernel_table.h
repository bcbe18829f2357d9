// KernelTable: the arithmetic of the cpu backend as a C struct of plain functions on raw pointers, with a version.
//
// The same source is built twice: for every machine of the architecture (baseline, part of the program) and for
// x86-64-v3, a shared object that load_kernels.h opens where the processor can run it. Nothing but this struct passes
// between the two, so that no inline function is ever shared by code built with different instruction sets.
#pragma once

#include <cstdint>

namespace lockstep {

/// Sizes count elements; matrices are row-major, `ld` is the distance between the starts of two rows. Inputs and
/// outputs do not overlap unless said. No kernel allocates, except once for each thread that multiplies its first
/// matrices.
///
/// f64: every sum starts from 0 and runs in ascending order, every product is rounded before it is added: the same bits
/// in every build (the contract of Ops). f32: products may be fused with additions and sums are cut into lanes; the
/// bits depend on the build and on the shape, and on nothing else. f32 kernels treat numbers below the normal range
/// (smaller than 1.2e-38) as 0, because a processor needs a hundred times longer for each of them.
template <class T>
struct KernelsOf {
    /// c[m x n] = a[m x k] transpose(b[n x k]).
    void (*multiplyTransposedB)(std::int64_t m, std::int64_t n, std::int64_t k, const T* a, std::int64_t lda, const T* b,
        std::int64_t ldb, T* c, std::int64_t ldc);
    /// c[m x n] = transpose(a[k x m]) b[k x n].
    void (*multiplyTransposedA)(std::int64_t m, std::int64_t n, std::int64_t k, const T* a, std::int64_t lda, const T* b,
        std::int64_t ldb, T* c, std::int64_t ldc);
    /// c[m x n] = a[m x k] b[k x n].
    void (*multiply)(std::int64_t m, std::int64_t n, std::int64_t k, const T* a, std::int64_t lda, const T* b,
        std::int64_t ldb, T* c, std::int64_t ldc);

    /// matrix[rows x columns] += row[columns], in every row.
    void (*addRow)(std::int64_t rows, std::int64_t columns, const T* row, T* matrix);
    /// out[columns] = sum over the rows of matrix[rows x columns].
    void (*columnSums)(std::int64_t rows, std::int64_t columns, const T* matrix, T* out);

    /// out = x where x > 0 or x is not a number, otherwise 0. `out` may be `x`.
    void (*relu)(std::int64_t n, const T* x, T* out);
    /// out = slope where activated > 0, otherwise 0; `activated` is what relu gave. `out` may be `slope`.
    void (*reluBackward)(std::int64_t n, const T* activated, const T* slope, T* out);
    /// Per row: probability(j) = exp(x(j) - max x) / sum, loss = log(sum) - (x(label) - max x). `probabilities` may be
    /// `logits`.
    void (*softmaxCrossEntropy)(std::int64_t rows, std::int64_t classes, const T* logits, const std::int32_t* labels,
        T* probabilities, T* losses);
    /// out = probabilities, minus 1 at each row's label. `out` may be `probabilities`.
    void (*softmaxCrossEntropyGradient)(std::int64_t rows, std::int64_t classes, const T* probabilities,
        const std::int32_t* labels, T* out);
    /// losses = factor * (d * d) with d = prediction - target.
    void (*squaredError)(std::int64_t n, const T* predictions, const T* targets, T factor, T* losses);
    /// out = (2 factor) * (prediction - target).
    void (*squaredErrorGradient)(std::int64_t n, const T* predictions, const T* targets, T factor, T* out);

    void (*fill)(std::int64_t n, T value, T* out);
    void (*copy)(std::int64_t n, const T* from, T* to);
    /// to += from: the reduction of every collective.
    void (*add)(std::int64_t n, const T* from, T* to);
    /// y += a * x.
    void (*axpy)(std::int64_t n, T a, const T* x, T* y);
    /// x *= a.
    void (*scale)(std::int64_t n, T a, T* x);
    /// x /= a: a true division.
    void (*divide)(std::int64_t n, T a, T* x);
    double (*sum)(std::int64_t n, const T* x);
    double (*sumOfSquares)(std::int64_t n, const T* x);

    /// One step of gradient descent, PyTorch's formulas, in one pass over memory:
    ///   d = gradient + weightDecay * w;  momentum != 0: v = momentum * v + d, d = nesterov ? d + momentum * v : v;
    ///   w = w + (-lr) * d
    /// `velocity` starts as zeros and may be null when momentum is 0. A term with a factor of 0 is left out.
    void (*sgd)(std::int64_t n, T lr, T momentum, T weightDecay, bool nesterov, const T* gradient, T* velocity, T* w);
};

struct KernelTable {
    std::uint32_t version; ///< kVersion of the build that made it
    std::uint32_t bytes;   ///< its sizeof(KernelTable)
    const char* isa;       ///< "baseline", "x86-64-v3"
    KernelsOf<float> f32;
    KernelsOf<double> f64;
    /// `rounds` times kFlopsPerRound floating-point operations in f32, independent enough to keep the multipliers
    /// busy: what a core can do at most with this instruction set.
    void (*peak)(std::int64_t rounds);

    static constexpr std::uint32_t kVersion = 1;
    static constexpr double kFlopsPerRound = 2.0 * 8 * 12;
};

/// The build that is part of the program.
const KernelTable& baselineKernels();

} // namespace lockstep
