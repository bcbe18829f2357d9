// One run after another; nothing is shared between them but the caches of the machine.
#include "app/cli/repeat.h"

#include "app/cli/phase_times.h"
#include "app/cli/run_summary.h"

namespace lockstep::cli {

Result<RepeatedRun> executeRepeatedly(const RunConfig& config, int times, const Outputs& outputs)
{
    RepeatedRun result;
    std::vector<std::uint64_t> digests;
    for (int run = 0; run < times; ++run) {
        Result<Trace> trace = execute(config, outputs);
        if (!trace)
            return trace.error();
        const RunSummary summary = summarize(trace.value());
        const bool whole = !summary.stopped && summary.failure.empty();
        if (whole || run == 0)
            result.trace = std::move(trace).value();
        if (!whole)
            break;
        result.repeats.milliseconds.push_back(phaseTimes(result.trace).step);
        result.repeats.equalResults = result.repeats.equalResults && (run == 0 || digests == summary.digests);
        digests = summary.digests;
    }
    result.repeats.step = spreadOf(result.repeats.milliseconds);
    return result;
}

} // namespace lockstep::cli
