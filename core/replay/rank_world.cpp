// One rank at one moment: its phases, examples, gradients and parameters.
#include <algorithm>

#include "core/replay/parts.h"

namespace lockstep::replay {
namespace {

std::optional<Span> hull(const StepView& view, const std::vector<const Event*>& events)
{
    std::optional<Span> whole;
    for (const Event* event : events) {
        if (!event)
            continue;
        const Span& span = view.span(*event);
        whole = whole ? Span{std::min(whole->begin, span.begin), std::max(whole->end, span.end)} : span;
    }
    return whole;
}

PhaseWorld phaseWorld(const StepView& view, const std::optional<Span>& span, TrackTime time)
{
    if (!span) // the step ended without it
        return {Progress::ahead, 0, {view.step.end, view.step.end}};
    return {progressOf(*span, time), fractionOf(*span, time), *span};
}

/// The micro-step the rank is in: the last whose load phase has begun.
std::size_t currentMicro(const StepView& view, const RankEvents& events, TrackTime time)
{
    std::size_t current = 0;
    for (std::size_t micro = 1; micro < events.micros.size(); ++micro)
        if (events.micros[micro].loaded && view.span(*events.micros[micro].loaded).begin < time)
            current = micro;
    return current;
}

std::optional<double> valueAt(const std::vector<double>& values, std::size_t i)
{
    return i < values.size() ? std::optional<double>(values[i]) : std::nullopt;
}

void addExamples(const StepView& view, const MicroEvents& micro, std::int32_t number, TrackTime time, RankWorld& world)
{
    if (!micro.assigned)
        return;
    const auto* values = micro.examples ? micro.examples->as<ExampleValues>() : nullptr;
    const Numbers& targets = view.trace.config().data.targets;
    const bool loaded = isOver(view, micro.loaded, time);
    const bool predicted = isOver(view, micro.forward, time);
    const bool differentiated = std::all_of(micro.gradients.begin(), micro.gradients.end(),
        [&](const Event* gradient) { return isOver(view, gradient, time); });
    const std::vector<std::int32_t>& samples = micro.assigned->as<BatchAssigned>()->samples;
    for (std::size_t i = 0; i < samples.size(); ++i) {
        ExampleWorld example;
        example.sample = samples[i];
        example.micro = number;
        if (loaded)
            example.target
                = values ? valueAt(values->target, i) : valueAt(targets, static_cast<std::size_t>(samples[i]));
        if (predicted && values) {
            example.prediction = valueAt(values->prediction, i);
            example.loss = valueAt(values->loss, i);
        }
        if (differentiated && values && values->parameters == 1)
            example.gradient = valueAt(values->gradient, i);
        world.examples.push_back(example);
    }
}

void addGradients(const StepView& view, const MicroEvents& micro, TrackTime time, RankWorld& world)
{
    for (std::size_t i = 0; i < micro.gradients.size(); ++i) {
        GradientWorld gradient;
        gradient.parameter = ParameterId{static_cast<std::int32_t>(i)};
        if (isOver(view, micro.gradients[i], time)) {
            const auto& ready = *micro.gradients[i]->as<GradientReady>();
            gradient.ready = true;
            gradient.norm = ready.norm;
            gradient.values = ready.values;
        }
        world.gradients.push_back(std::move(gradient));
    }
}

} // namespace

RankWorld rankWorld(const StepView& view, std::size_t rank, TrackTime time)
{
    const RankEvents& events = view.index.ranks[rank];
    const MicroEvents& micro = events.micros[currentMicro(view, events, time)];
    RankWorld world;
    world.rank = RankId{static_cast<std::int32_t>(rank)};

    const auto phase = [&](Phase which) -> PhaseWorld& { return world.phases[static_cast<std::size_t>(which)]; };
    phase(Phase::load) = phaseWorld(view, hull(view, {micro.loaded}), time);
    phase(Phase::forward) = phaseWorld(view, hull(view, {micro.forward}), time);
    phase(Phase::backward) = phaseWorld(view, hull(view, micro.gradients), time);
    phase(Phase::allReduce) = phaseWorld(view, hull(view, events.reduced), time);
    phase(Phase::update) = phaseWorld(view, hull(view, {events.applied}), time);
    for (int i = 0; i < kPhaseCount; ++i)
        if (world.phases[static_cast<std::size_t>(i)].progress != Progress::ahead)
            world.phase = static_cast<Phase>(i);

    for (std::size_t i = 0; i < events.micros.size(); ++i)
        addExamples(view, events.micros[i], static_cast<std::int32_t>(i), time, world);
    addGradients(view, micro, time, world);
    if (isOver(view, micro.forward, time))
        world.loss = micro.forward->as<ForwardDone>()->loss;

    const Keyframe& before = view.record.before;
    if (rank < before.parameters.size())
        world.before = before.parameters[rank];
    if (rank < before.digests.size())
        world.digestBefore = before.digests[rank];
    world.updated = isOver(view, events.applied, time);
    world.now = world.updated ? events.applied->as<OptimizerApplied>()->parameters : world.before;
    if (isOver(view, view.index.broadcast, time)) {
        const std::size_t from = view.index.broadcast->as<ParametersBroadcast>()->from.index();
        world.now = from < before.parameters.size() ? before.parameters[from] : world.before;
    }
    world.digestNow = world.digestBefore;
    if (isOver(view, events.digest, time))
        world.digestNow = events.digest->as<ReplicaDigest>()->digest;
    else if (world.updated && !events.digest)
        world.digestNow = kNoDigest; // of these parameters none was taken
    return world;
}

} // namespace lockstep::replay
