// lockstep bench gemm: the matrix products of an MLP's step beside the most the same core can do, measured in turn.
#include <algorithm>
#include <iterator>

#include <time.h>

#include "app/cli/bench_report.h"
#include "app/cli/command.h"
#include "core/backend/cpu/kernels/load_kernels.h"
#include "core/base/numbers.h"

namespace lockstep::cli {
namespace {

/// Processor time of this thread: what other programs take in between does not count.
double secondsOfThread()
{
    timespec time{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// One product; sizes as in KernelsOf, result m x n, summed over k.
struct Shape {
    const char* name;
    void (*multiply)(const KernelsOf<float>&, const Shape&, const float* a, const float* b, float* c);
    std::int64_t m, n, k;
    double flops() const { return 2.0 * static_cast<double>(m * n * k); }
};

void forward(const KernelsOf<float>& kernels, const Shape& s, const float* a, const float* b, float* c)
{
    kernels.multiplyTransposedB(s.m, s.n, s.k, a, s.k, b, s.k, c, s.n);
}
void weights(const KernelsOf<float>& kernels, const Shape& s, const float* a, const float* b, float* c)
{
    kernels.multiplyTransposedA(s.m, s.n, s.k, a, s.m, b, s.n, c, s.n);
}
void inputs(const KernelsOf<float>& kernels, const Shape& s, const float* a, const float* b, float* c)
{
    kernels.multiply(s.m, s.n, s.k, a, s.k, b, s.n, c, s.n);
}

/// MLP 784-512-256-10 at batch 128: all eight products of a step.
constexpr Shape kShapes[] = {{"A B^T  128 x 512 x 784", forward, 128, 512, 784},
    {"A B^T  128 x 256 x 512", forward, 128, 256, 512}, {"A B^T  128 x 10 x 256", forward, 128, 10, 256},
    {"A^T B  10 x 256 x 128", weights, 10, 256, 128}, {"A B    128 x 256 x 10", inputs, 128, 256, 10},
    {"A^T B  256 x 512 x 128", weights, 256, 512, 128}, {"A B    128 x 512 x 256", inputs, 128, 512, 256},
    {"A^T B  512 x 784 x 128", weights, 512, 784, 128}};
constexpr double kFlopsAtOnce = 4e8; ///< of one measurement: a few milliseconds

template <class Work>
double gigaflops(double flops, const Work& work)
{
    const auto times = static_cast<std::int64_t>(std::max(1.0, kFlopsAtOnce / flops));
    const double begin = secondsOfThread();
    work(times);
    return flops * static_cast<double>(times) / (secondsOfThread() - begin) / 1e9;
}

Result<Isa> isaOption(const Arguments& arguments)
{
    const std::string text = arguments.value("--isa", "auto");
    for (const auto& [name, isa] : {std::pair{"auto", Isa::automatic}, {"baseline", Isa::baseline},
             {"x86-64-v3", Isa::x8664V3}})
        if (text == name)
            return isa;
    return Error{"lockstep bench gemm: --isa " + text + " is none of auto, baseline and x86-64-v3."};
}

} // namespace

int runBenchGemmCommand(const Arguments& arguments)
{
    const Result<Isa> isa = isaOption(arguments);
    if (!isa)
        return complain(isa.error());
    const auto repeats = parseInteger(arguments.value("--repeats", "15"));
    if (!repeats || *repeats < 1 || *repeats > 10000)
        return complain(Error{"lockstep bench gemm: --repeats " + arguments.value("--repeats")
            + " is no whole number from 1 to 10000."});
    const Result<const KernelTable*> loaded = loadKernels(isa.value());
    if (!loaded)
        return complain(loaded.error());
    const KernelTable& table = *loaded.value();

    const MachineWatch watch;
    std::vector<float> a(512 * 1024, 0.5f), b(512 * 1024, 0.25f), c(512 * 1024);
    BenchReport report{"gemm", {{"precision", "f32"}, {"isa", table.isa}, {"threads", "1"}}, {}, {}, {}};
    for (const Shape& shape : kShapes)
        report.rows.push_back({shape.name,
            {{"gflops", "GFLOP/s", {}}, {"peak_gflops", "GFLOP/s peak", {}}, {"share_of_peak", "of the peak", {}}}, {}});
    for (std::int64_t repeat = 0; repeat <= *repeats; ++repeat) // the first one wakes the core up and is not counted
        for (std::size_t i = 0; i < std::size(kShapes); ++i) {
            const Shape& shape = kShapes[i];
            const double found = gigaflops(shape.flops(), [&](std::int64_t times) {
                while (times-- > 0)
                    shape.multiply(table.f32, shape, a.data(), b.data(), c.data());
            });
            const double peak = gigaflops(KernelTable::kFlopsPerRound, [&](std::int64_t times) { table.peak(times); });
            if (repeat == 0)
                continue;
            std::vector<BenchValue>& values = report.rows[i].values;
            values[0].values.push_back(found);
            values[1].values.push_back(peak);
            values[2].values.push_back(found / peak);
        }
    report.machine = watch.used();
    report.notes.push_back("The peak is what multiply-add instructions reach that wait for nothing, measured right after"
                           " each product. Both count the thread's own processor time.");
    return printBench(report, arguments);
}

} // namespace lockstep::cli
