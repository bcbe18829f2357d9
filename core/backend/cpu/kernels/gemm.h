// Matrix products, blocked for caches and registers.
//
// A tile of the result lives in registers while k runs through its whole block: up to 6 rows of `tall`, one number of
// each spread over a vector, times two vectors of `wide`.
//
//              wide: k x 16 floats, packed so that it is read in a straight line
//     tall:  6 x k      tile: 6 x 16, 12 vectors
//
// Every element of the result is summed over ascending k, in one accumulator, whatever the blocking: that is the f64
// contract, kept by adding on to what an earlier block of k has left in the result.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "core/backend/cpu/kernels/vector.h"

namespace lockstep::kernels {

constexpr int kTileRows = 6;
constexpr int kSkinnyRows = 12; ///< of a tile one vector wide, for a `tall` that has no more rows than that
template <class T>
constexpr int kTileWidth = 2 * Simd<T>::kLanes;

// Sizes of blocks. Fixed by hand: they decide the order in which f32 rounds, so they may not depend on the machine.
template <class T>
constexpr std::int64_t kDepth = 1024 * 4 / static_cast<std::int64_t>(sizeof(T)); ///< of k; a panel of `wide` fits L1
constexpr std::int64_t kWideBytes = 512 * 1024;                                 ///< a block of `wide`, in L2
constexpr std::int64_t kTallBytes = 512 * 1024;                                 ///< a block of `tall`, in L2

/// result(r, j) = sum over k of tall(r, k) * wide(k, j).
template <class T>
struct Product {
    std::int64_t rows, columns, depth;
    const T* tall; ///< tall(r, k) at r * tallRow + k * tallDepth; one of the two is 1
    std::int64_t tallRow, tallDepth;
    const T* wide; ///< wide(k, j) at k * wideDepth + j * wideColumn; one of the two is 1
    std::int64_t wideDepth, wideColumn;
    T* result; ///< result(r, j) at r * stride + j, or at j * stride + r when transposed
    std::int64_t stride;
    bool transposed;
};

/// Memory of one thread, for packed blocks. Blocks are at most this large, so no product ever needs more.
struct Workspace {
    static constexpr std::int64_t kStripBytes = kTallBytes / 64 * 16; ///< a tile's width for the tallest block

    Workspace()
        : memory(static_cast<char*>(std::aligned_alloc(64, kWideBytes + kTallBytes + kStripBytes)))
    {
        if (!memory)
            std::abort();
    }
    Workspace(const Workspace&) = delete;
    Workspace& operator=(const Workspace&) = delete;
    ~Workspace() { std::free(memory); }

    template <class T>
    T* wide() const
    {
        return reinterpret_cast<T*>(memory);
    }
    template <class T>
    T* tall() const
    {
        return reinterpret_cast<T*>(memory + kWideBytes);
    }
    template <class T>
    T* strip() const
    {
        return reinterpret_cast<T*>(memory + kWideBytes + kTallBytes);
    }

    char* memory;
};

inline const Workspace& workspace()
{
    static thread_local const Workspace memory;
    return memory;
}

/// Where the operands of a tile lie. The strides of packed ones are known when this is compiled, which takes the
/// counting of addresses out of the innermost loop.
enum class Layout {
    tallInRows, ///< tall: 1 apart along k, wide packed
    packed,     ///< tall packed as k x R, wide packed
    free,       ///< tall: 1 apart along its rows, wide anywhere
    freeInRows, ///< tall: 1 apart along k, wide anywhere
};

/// One tile: R rows, V vectors wide. `onward` adds on to what is in `out`.
template <class T, int R, int V, Layout Where>
[[gnu::noinline]] void tile(std::int64_t depth, const T* tall, std::int64_t tallStride, const T* wide,
    std::int64_t wideStride, T* out, std::int64_t outStride, bool onward)
{
    constexpr int kLanes = Simd<T>::kLanes;
    constexpr bool kInRows = Where == Layout::tallInRows || Where == Layout::freeInRows;
    constexpr bool kPackedWide = Where == Layout::tallInRows || Where == Layout::packed;
    if constexpr (Where == Layout::tallInRows) {
        // The rows of the next tile begin somewhere else in memory; the processor only foresees how rows go on.
        const T* next = tall + R * tallStride;
#pragma GCC unroll 16
        for (int r = 0; r < R; ++r) {
            __builtin_prefetch(next + r * tallStride);
            __builtin_prefetch(next + r * tallStride + 64 / sizeof(T));
        }
    }
    if constexpr (kPackedWide) {
#pragma GCC unroll 16
        for (int r = 0; r < R; ++r) {
            __builtin_prefetch(out + r * outStride, 1);
            __builtin_prefetch(out + r * outStride + V * kLanes - 1, 1);
        }
    }
    Vector<T> sums[R][V];
#pragma GCC unroll 16
    for (int r = 0; r < R; ++r)
#pragma GCC unroll 2
        for (int v = 0; v < V; ++v)
            sums[r][v] = onward ? load(out + r * outStride + v * kLanes) : Vector<T>{};
    const std::int64_t wideStep = kPackedWide ? V * kLanes : wideStride;
    const std::int64_t tallStep = kInRows ? 1 : Where == Layout::packed ? R : tallStride;
#pragma GCC unroll 4
    for (std::int64_t k = 0; k < depth; ++k) {
        Vector<T> line[V];
#pragma GCC unroll 2
        for (int v = 0; v < V; ++v)
            line[v] = load(wide + v * kLanes);
#pragma GCC unroll 16
        for (int r = 0; r < R; ++r) {
            const T factor = kInRows ? tall[r * tallStride] : tall[r];
#pragma GCC unroll 2
            for (int v = 0; v < V; ++v)
                sums[r][v] = multiplyAdd<T>(sums[r][v], line[v], factor);
        }
        tall += tallStep;
        wide += wideStep;
    }
#pragma GCC unroll 16
    for (int r = 0; r < R; ++r)
#pragma GCC unroll 2
        for (int v = 0; v < V; ++v)
            store(out + r * outStride + v * kLanes, sums[r][v]);
}

template <class T>
using TileFunction = void (*)(
    std::int64_t, const T*, std::int64_t, const T*, std::int64_t, T*, std::int64_t, bool);

template <class T, Layout Where>
TileFunction<T> tileOf(std::int64_t rows)
{
    static constexpr TileFunction<T> kTiles[] = {tile<T, 1, 2, Where>, tile<T, 2, 2, Where>, tile<T, 3, 2, Where>,
        tile<T, 4, 2, Where>, tile<T, 5, 2, Where>, tile<T, 6, 2, Where>};
    return kTiles[rows - 1];
}

template <class T, Layout Where>
TileFunction<T> skinnyTileOf(std::int64_t rows)
{
    static constexpr TileFunction<T> kTiles[] = {tile<T, 7, 1, Where>, tile<T, 8, 1, Where>, tile<T, 9, 1, Where>,
        tile<T, 10, 1, Where>, tile<T, 11, 1, Where>, tile<T, 12, 1, Where>};
    return kTiles[rows - 7];
}

/// The p-th of `parts` parts of `count` begins here: parts differ by one at most, so that no tile is much too small.
inline std::int64_t partBegin(std::int64_t count, std::int64_t parts, std::int64_t p)
{
    return count / parts * p + std::min(p, count % parts);
}
inline std::int64_t partsOf(std::int64_t count, std::int64_t most)
{
    return (count + most - 1) / most;
}

/// Packs `columns` (at most a tile's width) columns of wide, all of this block of k, as rows of a tile's width.
template <class T>
void packPanel(const Product<T>& product, std::int64_t k, std::int64_t depth, std::int64_t j, std::int64_t columns, T* to)
{
    constexpr int kWidth = kTileWidth<T>;
    if (columns < kWidth)
        std::fill(to, to + depth * kWidth, T{0});
    const T* from = product.wide + k * product.wideDepth + j * product.wideColumn;
    if (product.wideColumn != 1) {
        transpose(columns, depth, from, product.wideColumn, to, kWidth);
        return;
    }
    for (std::int64_t p = 0; p < depth; ++p, from += product.wideDepth, to += kWidth)
        if (columns == kWidth)
            store(to, load(from)), store(to + kWidth / 2, load(from + kWidth / 2));
        else
            std::copy(from, from + columns, to);
}

/// Packs rows of tall, whose k is not 1 apart, tile after tile, each as depth x (its rows).
template <class T>
void packTall(const Product<T>& product, std::int64_t k, std::int64_t depth, std::int64_t row, std::int64_t rows, T* to)
{
    const std::int64_t tiles = partsOf(rows, kTileRows);
    for (std::int64_t t = 0; t < tiles; ++t) {
        const std::int64_t begin = partBegin(rows, tiles, t), height = partBegin(rows, tiles, t + 1) - begin;
        const T* from = product.tall + row + begin + k * product.tallDepth;
        std::int64_t p = 0;
        // Eight numbers at once, where the next k overwrites what is too much and the source has as many.
        if (begin + 8 <= rows)
            for (; (p + 1) * height + 8 <= depth * height; ++p, from += product.tallDepth, to += height)
                std::memcpy(to, from, 8 * sizeof(T));
        for (; p < depth; ++p, from += product.tallDepth, to += height)
            for (std::int64_t r = 0; r < height; ++r)
                to[r] = from[r];
    }
}

/// One panel of wide times all tiles of a block of tall.
template <class T>
void multiplyPanel(const Product<T>& product, std::int64_t k, std::int64_t depth, std::int64_t row, std::int64_t rows,
    const T* packedTall, std::int64_t j, std::int64_t columns, const T* panel, T* strip)
{
    constexpr int kWidth = kTileWidth<T>;
    const bool aside = product.transposed || columns < kWidth; // the result takes no whole vectors there
    T* at = product.transposed ? product.result + j * product.stride + row : product.result + row * product.stride + j;
    if (aside && k > 0) {
        if (product.transposed)
            transpose(columns, rows, at, product.stride, strip, kWidth);
        else
            for (std::int64_t r = 0; r < rows; ++r)
                std::copy(at + r * product.stride, at + r * product.stride + columns, strip + r * kWidth);
    }
    T* out = aside ? strip : at;
    const std::int64_t outStride = aside ? kWidth : product.stride;
    const std::int64_t tiles = partsOf(rows, kTileRows);
    for (std::int64_t t = 0; t < tiles; ++t) {
        const std::int64_t begin = partBegin(rows, tiles, t), height = partBegin(rows, tiles, t + 1) - begin;
        T* const to = out + begin * outStride;
        if (product.tallDepth == 1)
            tileOf<T, Layout::tallInRows>(height)(depth, product.tall + (row + begin) * product.tallRow + k, product.tallRow, panel,
                kWidth, to, outStride, k > 0);
        else
            tileOf<T, Layout::packed>(height)(
                depth, packedTall + begin * depth, height, panel, kWidth, to, outStride, k > 0);
    }
    if (!aside)
        return;
    if (product.transposed)
        transpose(rows, columns, strip, kWidth, at, product.stride);
    else
        for (std::int64_t r = 0; r < rows; ++r)
            std::copy(strip + r * kWidth, strip + r * kWidth + columns, at + r * product.stride);
}

/// Few rows: every vector of wide is used once only, so packing it would cost more than it saves.
template <class T>
std::int64_t multiplySkinny(const Product<T>& product)
{
    constexpr int kLanes = Simd<T>::kLanes;
    const auto run = [&](TileFunction<T> function, std::int64_t width) {
        std::int64_t j = 0;
        for (; j + width <= product.columns; j += width)
            function(product.depth, product.tall, product.tallDepth == 1 ? product.tallRow : product.tallDepth,
                product.wide + j, product.wideDepth, product.result + j, product.stride, false);
        return j;
    };
    const bool inRows = product.tallDepth == 1;
    if (product.rows <= kTileRows)
        return run(inRows ? tileOf<T, Layout::freeInRows>(product.rows) : tileOf<T, Layout::free>(product.rows), 2 * kLanes);
    return run(inRows ? skinnyTileOf<T, Layout::freeInRows>(product.rows) : skinnyTileOf<T, Layout::free>(product.rows), kLanes);
}

template <class T>
void multiplyBlocked(Product<T> product)
{
    constexpr int kWidth = kTileWidth<T>;
    if (product.rows == 0 || product.columns == 0)
        return;
    if (product.rows <= kSkinnyRows && product.wideColumn == 1 && !product.transposed) {
        const std::int64_t done = multiplySkinny(product);
        product.columns -= done;
        product.wide += done;
        product.result += done;
        if (product.columns == 0)
            return;
    }
    const Workspace& memory = workspace();
    T* const packedWide = memory.wide<T>();
    T* const packedTall = memory.tall<T>();
    T* const strip = memory.strip<T>();
    const std::int64_t depths = std::max<std::int64_t>(1, partsOf(product.depth, kDepth<T>));
    const std::int64_t deepest = std::max<std::int64_t>(1, partsOf(product.depth, depths));
    const std::int64_t wideBlock = kWideBytes / static_cast<std::int64_t>(sizeof(T)) / deepest / kWidth * kWidth;
    const std::int64_t tallMost = kTallBytes / static_cast<std::int64_t>(sizeof(T)) / std::max<std::int64_t>(deepest, 64);
    const std::int64_t tallBlocks = partsOf(product.rows, tallMost);
    for (std::int64_t j0 = 0; j0 < product.columns; j0 += wideBlock) {
        const std::int64_t j1 = std::min(product.columns, j0 + wideBlock);
        for (std::int64_t d = 0; d < depths; ++d) {
            const std::int64_t k = partBegin(product.depth, depths, d);
            const std::int64_t depth = partBegin(product.depth, depths, d + 1) - k;
            for (std::int64_t b = 0; b < tallBlocks; ++b) {
                const std::int64_t row = partBegin(product.rows, tallBlocks, b);
                const std::int64_t rows = partBegin(product.rows, tallBlocks, b + 1) - row;
                if (product.tallDepth != 1)
                    packTall(product, k, depth, row, rows, packedTall);
                for (std::int64_t j = j0; j < j1; j += kWidth) {
                    const std::int64_t columns = std::min<std::int64_t>(kWidth, j1 - j);
                    T* const panel = packedWide + (j - j0) * depth;
                    if (b == 0)
                        packPanel(product, k, depth, j, columns, panel);
                    multiplyPanel(product, k, depth, row, rows, packedTall, j, columns, panel, strip);
                }
            }
        }
    }
}

/// c(i, j) for R rows of a and C rows of b, each sum in lanes along k: nothing is packed. Only where order is free.
template <int R, int C>
[[gnu::noinline]] void dots(std::int64_t k, const float* a, std::int64_t lda, const float* b, std::int64_t ldb, float* c,
    std::int64_t ldc)
{
    constexpr int kLanes = Simd<float>::kLanes;
    Vector<float> sums[R][C] = {};
    std::int64_t p = 0;
    for (; p + kLanes <= k; p += kLanes) {
        Vector<float> x[R];
#pragma GCC unroll 2
        for (int r = 0; r < R; ++r)
            x[r] = load(a + r * lda + p);
#pragma GCC unroll 5
        for (int j = 0; j < C; ++j) {
            const Vector<float> y = load(b + j * ldb + p);
#pragma GCC unroll 2
            for (int r = 0; r < R; ++r)
                sums[r][j] = multiplyAdd(sums[r][j], x[r], y);
        }
    }
#pragma GCC unroll 2
    for (int r = 0; r < R; ++r)
#pragma GCC unroll 5
        for (int j = 0; j < C; ++j) {
            float sum = addLanes<float>(sums[r][j]);
            for (std::int64_t rest = p; rest < k; ++rest)
                sum += a[r * lda + rest] * b[j * ldb + rest];
            c[r * ldc + j] = sum;
        }
}

constexpr std::int64_t kDotColumns = 5;

inline void multiplyByDots(std::int64_t m, std::int64_t n, std::int64_t k, const float* a, std::int64_t lda,
    const float* b, std::int64_t ldb, float* c, std::int64_t ldc)
{
    using Function = void (*)(
        std::int64_t, const float*, std::int64_t, const float*, std::int64_t, float*, std::int64_t);
    static constexpr Function kFunctions[2][kDotColumns]
        = {{dots<1, 1>, dots<1, 2>, dots<1, 3>, dots<1, 4>, dots<1, 5>},
            {dots<2, 1>, dots<2, 2>, dots<2, 3>, dots<2, 4>, dots<2, 5>}};
    const std::int64_t parts = partsOf(n, kDotColumns);
    for (std::int64_t i = 0; i < m; i += 2)
        for (std::int64_t part = 0; part < parts; ++part) {
            const std::int64_t j = partBegin(n, parts, part), width = partBegin(n, parts, part + 1) - j;
            kFunctions[i + 2 <= m][width - 1](k, a + i * lda, lda, b + j * ldb, ldb, c + i * ldc + j, ldc);
        }
}

/// Which operand is packed and which is spread is a matter of cost alone: f64 bits do not depend on it.
template <class T>
void multiplyTransposedB(std::int64_t m, std::int64_t n, std::int64_t k, const T* a, std::int64_t lda, const T* b,
    std::int64_t ldb, T* c, std::int64_t ldc)
{
    if constexpr (sizeof(T) == sizeof(float))
        if (n <= 2 * kDotColumns && k >= 64)
            return multiplyByDots(m, n, k, a, lda, b, ldb, c, ldc);
    if (k * m + m * n < k * n) // turning a and the result round is less work than turning b round
        multiplyBlocked<T>({n, m, k, b, ldb, 1, a, 1, lda, c, ldc, true});
    else
        multiplyBlocked<T>({m, n, k, a, lda, 1, b, 1, ldb, c, ldc, false});
}

template <class T>
void multiplyTransposedA(std::int64_t m, std::int64_t n, std::int64_t k, const T* a, std::int64_t lda, const T* b,
    std::int64_t ldb, T* c, std::int64_t ldc)
{
    if (n < kTileWidth<T> && m > n)
        multiplyBlocked<T>({n, m, k, b, 1, ldb, a, lda, 1, c, ldc, true});
    else
        multiplyBlocked<T>({m, n, k, a, 1, lda, b, ldb, 1, c, ldc, false});
}

template <class T>
void multiplyPlain(std::int64_t m, std::int64_t n, std::int64_t k, const T* a, std::int64_t lda, const T* b,
    std::int64_t ldb, T* c, std::int64_t ldc)
{
    multiplyBlocked<T>({m, n, k, a, lda, 1, b, ldb, 1, c, ldc, false});
}

} // namespace lockstep::kernels
