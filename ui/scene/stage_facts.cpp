// StageFacts: sorting a World into known, hidden, ghost and not yet known.
#include "ui/scene/stage_facts.h"

#include <algorithm>
#include <cmath>

#include "core/base/numbers.h"
#include "core/config/derived.h"
#include "ui/scene/scene_text.h"

namespace lockstep::ui {

namespace {

/// `now` is what the world tells, `later` what the end of the step will tell.
Value sorted(std::optional<double> now, std::optional<double> later, bool hidden, bool ghosts)
{
    if (hidden)
        return {Known::hidden, 0};
    if (now)
        return {Known::yes, *now};
    if (ghosts && later)
        return {Known::ghost, *later};
    return {};
}

std::optional<double> lengthOf(const GradientWorld& gradient)
{
    return gradient.norm == kNoLength ? std::nullopt : std::optional(gradient.norm);
}

/// The rank's gradient over all its micro-steps; the world's own is that of the newest one.
std::optional<double> scalarGradient(const RunConfig& config, const World& world, const RankWorld& rank)
{
    if (config.batch.accumulate > 1) {
        const std::size_t r = rank.rank.index();
        if (world.collectives.size() != 1 || r >= world.collectives[0].sent.size()
            || world.collectives[0].sent[r].size() != 1)
            return std::nullopt;
        const double sent = world.collectives[0].sent[r][0];
        return config.combine == Combine::weighted ? sent / static_cast<double>(rank.examples.size()) : sent;
    }
    if (rank.gradients.size() == 1 && rank.gradients[0].ready && rank.gradients[0].values.size() == 1)
        return rank.gradients[0].values[0];
    return std::nullopt;
}

std::optional<double> scalarCombined(const World& world)
{
    if (world.collectives.size() == 1 && world.collectives[0].combined.size() == 1)
        return world.collectives[0].combined[0];
    return std::nullopt;
}

bool isLine(const RunConfig& config)
{
    if (config.model.kind != ModelKind::scalar || config.data.set != DataSet::toy
        || config.loss.kind == LossKind::crossEntropy)
        return false;
    return std::all_of(config.data.inputs.begin(), config.data.inputs.end(),
        [](const Numbers& row) { return row.size() == 1 && row[0] == 1; });
}

RankFacts rankFacts(const StageInput& input, std::size_t index, bool scalar, int classParameter)
{
    const World& world = *input.world;
    const World& end = input.end ? *input.end : world;
    const RankWorld& now = world.ranks[index];
    const RankWorld& later = end.ranks.size() > index ? end.ranks[index] : now;
    const RevealMask& hidden = input.view.hidden;
    const bool ghosts = input.view.ghosts;

    RankFacts facts;
    facts.rank = static_cast<int>(index);
    facts.label = rankLabel(input.header->config, facts.rank);
    facts.name = rankName(input.header->config, facts.rank);
    facts.phases = now.phases;
    facts.waiting = now.waiting;
    const std::vector<ExampleWorld>& all = later.examples.empty() ? now.examples : later.examples;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const ExampleWorld ahead = all[i];
        const ExampleWorld here
            = i < now.examples.size() ? now.examples[i] : ExampleWorld{ahead.sample, ahead.micro, {}, {}, {}, {}};
        ExampleFacts example;
        example.sample = ahead.sample;
        example.target = sorted(here.target, ahead.target, false, ghosts);
        example.prediction = sorted(here.prediction, ahead.prediction, hidden.loss, ghosts);
        example.loss = sorted(here.loss, ahead.loss, hidden.loss, ghosts);
        example.gradient = sorted(here.gradient, ahead.gradient, hidden.localGradients, ghosts);
        facts.examples.push_back(example);
    }
    facts.loss = sorted(now.loss, later.loss, hidden.loss, ghosts);
    const std::optional<double> own = scalarGradient(input.header->config, end, later);
    facts.gradient = sorted(scalarGradient(input.header->config, world, now), own, hidden.localGradients, ghosts);
    facts.gradientTrue = own.value_or(0);
    for (std::size_t p = 0; p < later.gradients.size(); ++p) {
        const bool ready = p < now.gradients.size() && now.gradients[p].ready;
        facts.norms.push_back(sorted(ready ? lengthOf(now.gradients[p]) : std::nullopt, lengthOf(later.gradients[p]),
            hidden.localGradients, ghosts));
        if (ready && !hidden.localGradients && static_cast<int>(p) == classParameter
            && now.gradients[p].values.size() == static_cast<std::size_t>(input.header->data.classes))
            facts.biasByClass = now.gradients[p].values;
    }
    if (!facts.norms.empty()) {
        double square = 0;
        facts.length = facts.norms.front();
        for (const Value& norm : facts.norms) {
            square += norm.value * norm.value;
            if (norm.known == Known::notYet || (norm.known == Known::ghost && facts.length.is()))
                facts.length.known = norm.known;
        }
        facts.length.value = facts.length.visible() ? std::sqrt(square) : 0;
    }
    facts.digestBefore = now.digestBefore;
    facts.digestNow = now.digestNow;
    facts.digest = sorted(now.updated ? std::optional(0.0) : std::nullopt, std::nullopt, hidden.update, false);
    if (now.now.size() <= 3)
        facts.parameters = now.now;
    if (scalar && !now.before.empty()) {
        facts.before = now.before[0];
        facts.afterTrue = later.now.empty() ? facts.before : later.now[0];
        facts.after = sorted(now.updated && !now.now.empty() ? std::optional(now.now[0]) : std::nullopt,
            facts.afterTrue, hidden.update, ghosts);
    }
    return facts;
}

/// The last parameter with one element a class: the bias of the layer that tells classes apart. -1 when none is.
int classParameter(const TraceHeader& header)
{
    int found = -1;
    for (std::size_t p = 0; p < header.parameters.size(); ++p)
        if (header.data.classes > 1 && isOutputBias(header, p)
            && header.parameters[p].elements() == header.data.classes)
            found = static_cast<int>(p);
    return found;
}

/// Length and bars of what the ranks agreed on.
void addCombined(StageFacts& facts, const StageInput& input)
{
    const std::vector<CollectiveWorld>& all = input.world->collectives;
    const bool done = !all.empty() && !facts.reducesNone
        && std::all_of(all.begin(), all.end(), [&](const CollectiveWorld& collective) {
               return collective.progress == Progress::done
                   || !input.header->buckets[collective.bucket.index()].reduced;
           });
    if (input.view.hidden.combined) {
        facts.combinedLength.known = Known::hidden;
        return;
    }
    if (!done || !input.world->record)
        return;
    double square = 0;
    for (const Event& event : input.world->record->events)
        if (const auto* reduced = event.as<BucketReduced>(); reduced && event.rank.value == 0) {
            if (reduced->norm == kNoLength)
                return;
            square += reduced->norm * reduced->norm;
        }
    facts.combinedLength = {Known::yes, std::sqrt(square)};
    for (const CollectiveWorld& collective : all) {
        std::size_t offset = 0;
        for (const ParameterId parameter : input.header->buckets[collective.bucket.index()].parameters) {
            const auto elements = static_cast<std::size_t>(input.header->parameters[parameter.index()].elements());
            if (parameter.value == facts.classParameter && collective.combined.size() >= offset + elements)
                facts.combinedByClass.assign(collective.combined.begin() + static_cast<std::ptrdiff_t>(offset),
                    collective.combined.begin() + static_cast<std::ptrdiff_t>(offset + elements));
            offset += elements;
        }
    }
}

void addBatch(StageFacts& facts, const StageInput& input)
{
    if (!facts.images)
        return;
    std::vector<std::vector<int>> drawn;
    if (input.world->stepIndex > 0)
        for (const RankFacts& rank : facts.ranks) {
            drawn.emplace_back();
            for (const ExampleFacts& example : rank.examples)
                drawn.back().push_back(example.sample);
        }
    facts.batch = batchFacts(*facts.config, input.header->data.train,
        input.world->record ? input.world->record->before.examplesSeen : 0, drawn);
}

/// Whether this way of combining can differ from one device's gradient.
bool mayDiffer(const RunConfig& config)
{
    if (config.workers < 2)
        return false;
    const bool mean = config.loss.reduction == Reduction::mean;
    return config.combine == Combine::mean ? !mean || !config.equalShares() : mean == (config.combine == Combine::sum);
}

void addReference(StageFacts& facts, const StageInput& input)
{
    const World& end = input.end ? *input.end : *input.world;
    if (!end.reference)
        return;
    facts.hasReference = true;
    facts.wrong = end.reference->relativeDifference > roundingTolerance(*facts.config);
    // Near the goal both are next to 0, and their difference is rounding however large it is beside them.
    if (facts.scalar && end.reference->values.size() == 1)
        facts.wrong = facts.wrong && !(std::abs(facts.combinedTrue - end.reference->values[0]) < kNothing);
    facts.keepsReference = facts.keepsReference || facts.wrong;
    if (!facts.scalar || end.reference->values.size() != 1) // only one number can stand on the line
        return;
    facts.referenceTrue = end.reference->values[0];
    // Which one is right is itself an answer, so the reference is told no earlier than the combined gradient is.
    const bool hidden = input.view.hidden.combined || input.view.hidden.findings;
    const std::optional<double> later(facts.referenceTrue);
    facts.reference = sorted(facts.combined.is() ? later : std::nullopt, later, hidden, input.view.ghosts);
}

/// "w", "b" for models of up to three numbers; "w₁", "w₂" where a parameter has several.
QStringList shortNames(const TraceHeader& header)
{
    QStringList names;
    for (const auto& parameter : header.parameters) {
        const std::int64_t elements = parameter.elements();
        if (names.size() + elements > 3)
            return {};
        const QString letter = QString::fromStdString(parameter.name).left(1);
        for (std::int64_t i = 0; i < elements; ++i)
            names.append(elements == 1 ? letter : letter + QChar(static_cast<char16_t>(0x2081 + i)));
    }
    return names;
}

/// The rank that an injected fault stopped, and the phase it did not finish.
void addFailure(StageFacts& facts, const World& world)
{
    if (!world.failed || !world.record)
        return;
    for (const Event& event : world.record->events)
        if (const auto* fault = event.as<FaultInjected>(); fault && fault->kind == "fail")
            facts.failedRank = event.rank.value;
    if (facts.failedRank < 0 || facts.failedRank >= static_cast<int>(facts.count())) {
        facts.failedRank = -1;
        return;
    }
    const auto& phases = facts.ranks[static_cast<std::size_t>(facts.failedRank)].phases;
    for (int p = kPhaseCount - 1; p >= 0; --p)
        if (phases[static_cast<std::size_t>(p)].progress != Progress::done)
            facts.stoppedIn = static_cast<Phase>(p);
}

QString overlayName(const RunConfig& config, const RunConfig& shown)
{
    if (config.workers == 1)
        return SceneText::tr("one device");
    if (config.combine == shown.combine)
        return SceneText::tr("second run");
    return config.combine == Combine::weighted ? SceneText::tr("weighted")
        : config.combine == Combine::mean      ? SceneText::tr("plain mean")
                                               : SceneText::tr("sum");
}

void addOverlay(StageFacts& facts, const StageInput& input)
{
    const World* other = input.overlay;
    if (!facts.line || !other || !input.overlayConfig || other->stepIndex != input.world->stepIndex
        || other->ranks.empty() || other->ranks[0].now.size() != 1 || facts.ranks.empty())
        return;
    facts.overlay.any = true;
    facts.overlay.name = overlayName(*input.overlayConfig, *facts.config);
    facts.overlay.wTrue = other->ranks[0].now[0];
    const double w = facts.ranks[0].afterTrue;
    facts.overlay.same = facts.sameAfter && std::abs(facts.overlay.wTrue - w) <= 1e-9 * std::max(1.0, std::abs(w));
    const bool told = facts.allDone(Phase::update) && facts.ranks[0].after.is();
    facts.overlay.w = sorted(told ? std::optional(facts.overlay.wTrue) : std::nullopt, std::nullopt,
        input.view.hidden.combined || input.view.hidden.update, false);
}

} // namespace

Progress StageFacts::progress(Phase phase) const
{
    const std::size_t p = static_cast<std::size_t>(phase);
    const auto is = [&](Progress wanted) {
        return std::all_of(
            ranks.begin(), ranks.end(), [&](const RankFacts& r) { return r.phases[p].progress == wanted; });
    };
    if (ranks.empty() || is(Progress::ahead))
        return Progress::ahead;
    return is(Progress::done) ? Progress::done : Progress::running;
}

int StageFacts::doneCount(Phase phase) const
{
    const std::size_t p = static_cast<std::size_t>(phase);
    return static_cast<int>(std::count_if(
        ranks.begin(), ranks.end(), [&](const RankFacts& r) { return r.phases[p].progress == Progress::done; }));
}

Phase StageFacts::current() const
{
    Phase newest = Phase::load;
    for (int p = 0; p < kPhaseCount; ++p) {
        const Phase phase = static_cast<Phase>(p);
        if (progress(phase) == Progress::running)
            return phase;
        if (progress(phase) == Progress::done)
            newest = phase;
    }
    return newest;
}

StageFacts stageFacts(const StageInput& input)
{
    StageFacts facts;
    facts.header = input.header;
    facts.config = &input.header->config;
    facts.world = input.world;
    facts.end = input.end ? input.end : input.world;
    facts.badge = input.badge;
    facts.timeBadge = input.timeBadge;
    facts.stepBegin = input.stepBegin;
    facts.waits = input.waits;
    facts.hidden = input.view.hidden;
    facts.reducedMotion = input.view.reducedMotion;
    facts.lr = facts.config->optimizer.lr;
    facts.equalShares = facts.config->equalShares();
    facts.globalBatch = facts.config->globalBatch();
    facts.images = input.header->data.imageWidth > 0;
    facts.classifier = input.header->data.classes > 0;
    facts.scalar = input.header->parameters.size() == 1 && input.header->parameters[0].elements() == 1;
    facts.line = facts.scalar && isLine(*facts.config);
    facts.stepDone = input.world->stepDone;
    facts.classParameter = classParameter(*input.header);
    facts.reducesNone = !input.header->buckets.empty();
    for (const BucketInfo& bucket : input.header->buckets) {
        facts.reducesAll = facts.reducesAll && bucket.reduced;
        facts.reducesNone = facts.reducesNone && !bucket.reduced;
    }
    for (std::size_t r = 0; r < input.world->ranks.size(); ++r)
        facts.ranks.push_back(rankFacts(input, r, facts.scalar, facts.classParameter));
    for (const RankFacts& rank : facts.ranks) {
        facts.sameStart = facts.sameStart && rank.digestBefore == facts.ranks[0].digestBefore;
    }
    // Ranks that have not updated yet are not "different", only later.
    const RankFacts* first = nullptr;
    for (std::size_t r = 0; r < facts.count(); ++r) {
        if (!input.world->ranks[r].updated)
            continue;
        first = first ? first : &facts.ranks[r];
        facts.sameAfter = facts.sameAfter && facts.ranks[r].digestNow == first->digestNow;
    }
    if (facts.scalar) {
        const std::optional<double> later = scalarCombined(*facts.end);
        facts.combined = sorted(scalarCombined(*input.world), later, input.view.hidden.combined, input.view.ghosts);
        facts.combinedTrue = later.value_or(0);
    }
    addCombined(facts, input);
    addBatch(facts, input);
    facts.keepsReference = mayDiffer(*facts.config);
    addReference(facts, input);
    addOverlay(facts, input);
    addFailure(facts, *input.world);
    facts.parameterNames = shortNames(*input.header);
    return facts;
}

QString shortNumber(double value)
{
    if (std::abs(value) < kNothing) // "≈" tells that it is not 0
        return QStringLiteral("0");
    const QString full = numberText(value);
    if (full.size() <= 8)
        return full;
    const double rounded = parseNumber(formatNumber(value, 4)).value_or(value);
    const QString text = numberText(rounded);
    // Tiny and huge values would be a long row of zeros.
    return text.size() <= 9 ? text
                            : QString::fromStdString(formatNumber(value, 3)).replace(QLatin1Char('-'), QChar(0x2212));
}

QString toldNumber(double value)
{
    return isRounded(value) ? QString(QChar(0x2248)) + QChar(0x202f) + shortNumber(value) : shortNumber(value);
}

bool isRounded(double value)
{
    return shortNumber(value) != numberText(value);
}

QString relation(double value)
{
    return isRounded(value) ? QString(QChar(0x2248)) : QStringLiteral("=");
}

QString fractionText(double value)
{
    static constexpr std::pair<double, char16_t> kSigns[] = {{0.5, 0x00bd}, {1.0 / 3, 0x2153}, {2.0 / 3, 0x2154},
        {0.25, 0x00bc}, {0.75, 0x00be}, {0.2, 0x2155}, {0.4, 0x2156}, {0.6, 0x2157}, {0.8, 0x2158}, {1.0 / 6, 0x2159},
        {5.0 / 6, 0x215a}, {0.125, 0x215b}, {0.375, 0x215c}, {0.625, 0x215d}, {0.875, 0x215e}};
    for (const auto& [number, sign] : kSigns)
        if (std::abs(value - number) < 1e-12)
            return QString(QChar(sign));
    if (value == std::round(value))
        return numberText(value);
    for (int below = 7; below <= 64; ++below) {
        const double above = value * below;
        if (std::abs(above - std::round(above)) < 1e-9)
            return QStringLiteral("%1/%2").arg(static_cast<int>(std::round(above))).arg(below);
    }
    return shortNumber(value);
}

} // namespace lockstep::ui
