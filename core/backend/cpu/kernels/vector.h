// The widest vectors of the instruction set this is compiled for, and the few things the kernels do with them.
#pragma once

#include <cstdint>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace lockstep::kernels {

#if defined(__AVX__)
constexpr int kVectorBytes = 32;
#else
constexpr int kVectorBytes = 16;
#endif

template <class T>
struct Simd {
    typedef T Vector __attribute__((vector_size(kVectorBytes)));
    /// The same anywhere in memory.
    typedef T Loose __attribute__((vector_size(kVectorBytes), aligned(alignof(T)), may_alias));
    static constexpr int kLanes = kVectorBytes / static_cast<int>(sizeof(T));
};

template <class T>
using Vector = typename Simd<T>::Vector;

template <class T>
[[gnu::always_inline]] inline Vector<T> load(const T* from)
{
    return *reinterpret_cast<const typename Simd<T>::Loose*>(from);
}

template <class T>
[[gnu::always_inline]] inline void store(T* to, Vector<T> vector)
{
    *reinterpret_cast<typename Simd<T>::Loose*>(to) = vector;
}

/// sum + x * factor: fused for floats where the processor can, else product and sum are both rounded.
template <class T>
[[gnu::always_inline]] inline Vector<T> multiplyAdd(Vector<T> sum, Vector<T> x, T factor)
{
#if defined(__FMA__)
    if constexpr (sizeof(T) == sizeof(float))
        return reinterpret_cast<Vector<T>>(_mm256_fmadd_ps(
            reinterpret_cast<__m256>(x), _mm256_set1_ps(factor), reinterpret_cast<__m256>(sum)));
#endif
    return sum + x * factor;
}

/// The same for two vectors; floats only, because its user sums in lanes.
[[gnu::always_inline]] inline Vector<float> multiplyAdd(Vector<float> sum, Vector<float> x, Vector<float> y)
{
#if defined(__FMA__)
    return reinterpret_cast<Vector<float>>(_mm256_fmadd_ps(
        reinterpret_cast<__m256>(x), reinterpret_cast<__m256>(y), reinterpret_cast<__m256>(sum)));
#else
    return sum + x * y;
#endif
}

/// The lanes added in pairs, the halves first.
template <class T>
[[gnu::always_inline]] inline T addLanes(Vector<T> vector)
{
#if defined(__AVX__)
    if constexpr (sizeof(T) == sizeof(float)) {
        const __m256 all = reinterpret_cast<__m256>(vector);
        __m128 half = _mm_add_ps(_mm256_castps256_ps128(all), _mm256_extractf128_ps(all, 1));
        half = _mm_add_ps(half, _mm_movehl_ps(half, half));
        return _mm_cvtss_f32(_mm_add_ss(half, _mm_shuffle_ps(half, half, 1)));
    }
#endif
    T lanes[Simd<T>::kLanes];
    store(lanes, vector);
    for (int width = Simd<T>::kLanes / 2; width > 0; width /= 2)
        for (int i = 0; i < width; ++i)
            lanes[i] += lanes[i + width];
    return lanes[0];
}

#if defined(__AVX__)
/// to[j][i] = from[i][j] for a block of 8 x 8 floats.
[[gnu::always_inline]] inline void transposeBlock(
    const float* from, std::int64_t fromStride, float* to, std::int64_t toStride)
{
    // Pairs of rows four apart are interleaved on the way in, so that 16 shuffles inside 128-bit halves are enough.
    __m256 r[8], s[8];
    for (int i = 0; i < 4; ++i) {
        const float* upper = from + i * fromStride;
        const float* lower = upper + 4 * fromStride;
        r[i] = _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(upper)), _mm_loadu_ps(lower), 1);
        r[i + 4] = _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(upper + 4)), _mm_loadu_ps(lower + 4), 1);
    }
    for (int half = 0; half < 8; half += 4) {
        s[half] = _mm256_unpacklo_ps(r[half], r[half + 1]);
        s[half + 1] = _mm256_unpackhi_ps(r[half], r[half + 1]);
        s[half + 2] = _mm256_unpacklo_ps(r[half + 2], r[half + 3]);
        s[half + 3] = _mm256_unpackhi_ps(r[half + 2], r[half + 3]);
        float* out = to + half * toStride;
        _mm256_storeu_ps(out, _mm256_shuffle_ps(s[half], s[half + 2], 0x44));
        _mm256_storeu_ps(out + toStride, _mm256_shuffle_ps(s[half], s[half + 2], 0xee));
        _mm256_storeu_ps(out + 2 * toStride, _mm256_shuffle_ps(s[half + 1], s[half + 3], 0x44));
        _mm256_storeu_ps(out + 3 * toStride, _mm256_shuffle_ps(s[half + 1], s[half + 3], 0xee));
    }
}
#endif

/// to[columns x rows] = transpose(from[rows x columns]).
template <class T>
inline void transpose(std::int64_t rows, std::int64_t columns, const T* from, std::int64_t fromStride, T* to,
    std::int64_t toStride)
{
    std::int64_t whole = 0; // rows that went in blocks
#if defined(__AVX__)
    if constexpr (sizeof(T) == sizeof(float)) {
        whole = rows & ~std::int64_t{7};
        for (std::int64_t i = 0; i < whole; i += 8) {
            std::int64_t j = 0;
            for (; j + 8 <= columns; j += 8)
                transposeBlock(from + i * fromStride + j, fromStride, to + j * toStride + i, toStride);
            for (; j < columns; ++j)
                for (std::int64_t row = i; row < i + 8; ++row)
                    to[j * toStride + row] = from[row * fromStride + j];
        }
    }
#endif
    for (std::int64_t j = 0; j < columns; ++j)
        for (std::int64_t i = whole; i < rows; ++i)
            to[j * toStride + i] = from[i * fromStride + j];
}

/// While it lives, numbers below the normal range count as 0 in f32; see KernelsOf.
template <class T>
class DenormalsAreZero {
#if defined(__SSE2__)
public:
    DenormalsAreZero()
        : m_before(_mm_getcsr())
    {
        if constexpr (sizeof(T) == sizeof(float))
            _mm_setcsr(m_before | 0x8040u);
    }
    ~DenormalsAreZero()
    {
        if constexpr (sizeof(T) == sizeof(float))
            _mm_setcsr(m_before);
    }

private:
    const unsigned m_before;
#endif
};

} // namespace lockstep::kernels
