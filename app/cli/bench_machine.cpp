// Reads /proc/stat and takes away what this process used itself.
#include "app/cli/bench_machine.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <thread>

#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

#include "core/base/numbers.h"

namespace lockstep::cli {
namespace {

constexpr double kMostOthers = 0.04; // more than this share makes figures noisy
constexpr double kMostStolen = 0.01;

double secondsOf(int who)
{
    rusage usage{};
    ::getrusage(who, &usage);
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

std::string percent(double share)
{
    return formatFixed(100 * share, share < 0.1 ? 1 : 0) + " %";
}

} // namespace

bool MachineUse::busy() const
{
    return others > kMostOthers || stolen > kMostStolen;
}

std::string MachineUse::warning() const
{
    if (!busy())
        return {};
    std::string what;
    if (others > kMostOthers)
        what = "other processes used " + percent(others) + " of the processors";
    if (stolen > kMostStolen)
        what += (what.empty() ? "" : " and ") + ("the host took away " + percent(stolen));
    return "The machine was busy meanwhile: " + what + " (load average before: " + formatFixed(loadBefore, 2)
        + "); compare ratios only, or measure again when it is quiet.";
}

int usableCores()
{
    cpu_set_t set;
    CPU_ZERO(&set);
    if (::sched_getaffinity(0, sizeof set, &set) == 0)
        return std::max(1, CPU_COUNT(&set));
    return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

MachineWatch::MachineWatch()
    : m_begin(now())
{
    double load = 0;
    if (::getloadavg(&load, 1) == 1)
        m_load = load;
}

MachineWatch::Times MachineWatch::now()
{
    // cpu user nice system idle iowait irq softirq steal ...
    std::ifstream in("/proc/stat");
    std::string name;
    double ticks[8] = {};
    in >> name;
    for (double& each : ticks)
        in >> each;
    Times times;
    times.own = secondsOf(RUSAGE_SELF) + secondsOf(RUSAGE_CHILDREN);
    if (!in)
        return times;
    const double second = static_cast<double>(std::max(1L, ::sysconf(_SC_CLK_TCK)));
    for (const double each : ticks)
        times.all += each / second;
    times.stolen = ticks[7] / second;
    times.busy = times.all - (ticks[3] + ticks[4]) / second - times.stolen;
    return times;
}

MachineUse MachineWatch::used() const
{
    const Times end = now();
    MachineUse use;
    use.cores = usableCores();
    use.loadBefore = m_load;
    const double all = end.all - m_begin.all;
    if (all <= 0)
        return use;
    use.others = std::clamp((end.busy - m_begin.busy - (end.own - m_begin.own)) / all, 0.0, 1.0);
    use.stolen = std::clamp((end.stolen - m_begin.stolen) / all, 0.0, 1.0);
    return use;
}

} // namespace lockstep::cli
