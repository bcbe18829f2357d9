// Resolves a lesson's moments on a track.
#include "core/lesson/moment.h"

#include <algorithm>
#include <array>
#include <sstream>

#include "core/base/numbers.h"

namespace lockstep {
namespace {

constexpr std::array kMoments = {"start", "load", "forward", "backward", "all-reduce", "update", "end"};

bool belongsTo(const Event& event, std::string_view phase)
{
    if (phase == "load")
        return event.as<Loaded>() != nullptr;
    if (phase == "forward")
        return event.as<ForwardDone>() != nullptr;
    if (phase == "backward")
        return event.as<GradientReady>() != nullptr;
    if (phase == "all-reduce")
        return event.as<BucketReduced>() != nullptr;
    return phase == "update" && event.as<OptimizerApplied>() != nullptr;
}

} // namespace

Result<LessonMoment> parseMoment(std::string_view text)
{
    std::istringstream words{std::string(text)};
    std::string step, name, fraction, more;
    words >> step >> name >> fraction >> more;
    const auto number = parseInteger(step);
    if (!number || *number < 1 || *number > 1'000'000)
        return Error{
            "\"" + std::string(text) + "\" does not begin with a training step; write for example \"1 backward\""};
    if (name.empty())
        return LessonMoment{static_cast<int>(*number), "end"};
    if (std::ranges::find(kMoments, name) == kMoments.end())
        return Error{"\"" + name
            + "\" is not a moment of a step; write start, load, forward, backward, all-reduce, update or end"};
    LessonMoment moment{static_cast<int>(*number), name};
    if (fraction.empty())
        return moment;
    const auto part = parseNumber(fraction);
    if (!part || *part < 0 || *part > 1 || !more.empty() || name == "start" || name == "end")
        return Error{"\"" + fraction + "\" is not a fraction of a phase; write for example \"1 all-reduce 0.5\""};
    moment.moment += " " + formatNumber(*part);
    return moment;
}

Result<TrackTime> timeOfMoment(const Trace& trace, const Track& track, const LessonMoment& moment)
{
    if (moment.step < 1 || moment.step >= static_cast<int>(trace.stepCount()))
        return Error{"step " + std::to_string(moment.step) + " is not in this run, which has "
            + std::to_string(trace.trainingSteps()) + " training steps; set steps higher or choose an earlier moment"};
    const auto index = static_cast<std::size_t>(moment.step);
    const Span whole = track.stepSpans.at(index);
    std::istringstream words(moment.moment);
    std::string name, fraction;
    words >> name >> fraction;
    if (name == "start")
        return whole.begin;
    if (name == "end")
        return whole.end;

    // A phase that did not happen (a lone worker reduces nothing) is empty at the end of the one before it.
    Span phase{whole.begin, whole.begin};
    for (const char* const candidate : {"load", "forward", "backward", "all-reduce", "update"}) {
        bool seen = false;
        Span found;
        for (const Event& event : trace.step(index).events) {
            if (!belongsTo(event, candidate))
                continue;
            const Span& span = track.of(event.id);
            found = seen ? Span{std::min(found.begin, span.begin), std::max(found.end, span.end)} : span;
            seen = true;
        }
        phase = seen ? found : Span{phase.end, phase.end};
        if (name == candidate)
            break;
    }
    const auto part = parseNumber(fraction);
    return part ? phase.begin + *part * phase.length() : phase.end;
}

} // namespace lockstep
