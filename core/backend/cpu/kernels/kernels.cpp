// The kernel table of one build. CMake compiles this file twice: into the program, and, on x86-64, with the
// instructions of x86-64-v3 into the shared object of which nothing but `lockstepKernels` can be seen.
#include "core/backend/cpu/kernels/kernel_table.h"

#include "core/backend/cpu/kernels/elementwise.h"
#include "core/backend/cpu/kernels/gemm.h"

namespace lockstep {
namespace {

/// Wraps a kernel so that its f32 arithmetic treats tiny numbers as 0 and its caller's does not.
template <class T, auto Kernel>
struct Wrapped;

template <class T, class Return, class... Arguments, Return (*Kernel)(Arguments...)>
struct Wrapped<T, Kernel> {
    [[gnu::noinline]] static Return work(Arguments... arguments) { return Kernel(arguments...); }
    static Return call(Arguments... arguments)
    {
        [[maybe_unused]] const kernels::DenormalsAreZero<T> guard;
        return work(arguments...);
    }
};

template <class T>
constexpr KernelsOf<T> makeKernels()
{
    namespace k = kernels;
    return {
        Wrapped<T, k::multiplyTransposedB<T>>::call,
        Wrapped<T, k::multiplyTransposedA<T>>::call,
        Wrapped<T, k::multiplyPlain<T>>::call,
        Wrapped<T, k::addRow<T>>::call,
        Wrapped<T, k::columnSums<T>>::call,
        Wrapped<T, k::relu<T>>::call,
        Wrapped<T, k::reluBackward<T>>::call,
        Wrapped<T, k::softmaxCrossEntropy<T>>::call,
        Wrapped<T, k::softmaxCrossEntropyGradient<T>>::call,
        Wrapped<T, k::squaredError<T>>::call,
        Wrapped<T, k::squaredErrorGradient<T>>::call,
        Wrapped<T, k::fill<T>>::call,
        Wrapped<T, k::copy<T>>::call,
        Wrapped<T, k::add<T>>::call,
        Wrapped<T, k::axpy<T>>::call,
        Wrapped<T, k::scale<T>>::call,
        Wrapped<T, k::divide<T>>::call,
        Wrapped<T, k::sum<T>>::call,
        Wrapped<T, k::sumOfSquares<T>>::call,
        Wrapped<T, k::sgd<T>>::call,
    };
}

/// 96 chains of multiply and add that do not wait for each other.
void peak(std::int64_t rounds)
{
    constexpr int kVectors = 96 / kernels::Simd<float>::kLanes;
    constexpr int kAtOnce = 12; // as many as fit the registers
    for (int first = 0; first < kVectors; first += kAtOnce) {
        kernels::Vector<float> sums[kAtOnce] = {}, factor = sums[0] + 1.0000001f;
        for (std::int64_t round = 0; round < rounds; ++round)
#pragma GCC unroll 12
            for (int i = 0; i < kAtOnce; ++i) {
                sums[i] = kernels::multiplyAdd(factor, sums[i], factor);
#if defined(__SSE2__)
                asm volatile("" : "+x"(sums[i])); // may not be computed ahead
#else
                asm volatile("" : "+w"(sums[i]));
#endif
            }
    }
}

constexpr KernelTable kTable{
    KernelTable::kVersion,
    sizeof(KernelTable),
#ifdef LOCKSTEP_KERNELS_ISA
    LOCKSTEP_KERNELS_ISA,
#else
    "baseline",
#endif
    makeKernels<float>(),
    makeKernels<double>(),
    peak,
};

} // namespace

#ifndef LOCKSTEP_KERNELS_ISA
const KernelTable& baselineKernels()
{
    return kTable;
}
#endif

} // namespace lockstep

#ifdef LOCKSTEP_KERNELS_ISA
extern "C" __attribute__((visibility("default"))) const lockstep::KernelTable* lockstepKernels();
const lockstep::KernelTable* lockstepKernels()
{
    return &lockstep::kTable;
}
#endif
