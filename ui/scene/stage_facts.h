// StageFacts: what the stage tells at one moment, with what is not yet known, what an open question hides and what may
// be shown as a ghost already sorted out. Layout code reads facts and never the trace.
#pragma once

#include <vector>

#include "core/diagnose/finding.h"
#include "core/replay/world.h"
#include "ui/app/session.h"
#include "ui/app/view.h"
#include "ui/scene/batch_facts.h"

namespace lockstep::ui {

struct StageImages;

/// Everything the stage is a function of, besides its size.
struct StageInput {
    const TraceHeader* header = nullptr;
    const World* world = nullptr; ///< at the playhead
    const World* end = nullptr;   ///< at the end of the same step; the scale and the ghosts come from it
    TrackTime stepBegin = 0;      ///< of that step on the track
    std::vector<Wait> waits;      ///< of that step; asked for by many workers only
    int steps = 0;                ///< training steps of the trace
    Badge badge = Badge::exact;
    Badge timeBadge = Badge::simulated; ///< of times; the heat grid shows some
    const std::vector<Finding>* findings = nullptr;
    bool showStatus = false;                  ///< the inspector is a button: the header tells the worst finding
    double headerReserve = 0;                 ///< room at the header's right end for the page switch
    const World* overlay = nullptr;           ///< a second run at the end of the same step; null when there is none
    const RunConfig* overlayConfig = nullptr; ///< of the second run
    bool tells = true; ///< the table of words is filled too; many workers have it made when somebody asks
    View view;
    std::shared_ptr<const StageImages> images;
};

enum class Known { notYet, ghost, hidden, yes };

struct Value {
    Known known = Known::notYet;
    double value = 0;
    bool visible() const { return known == Known::yes || known == Known::ghost; }
    bool is() const { return known == Known::yes; }
};

struct ExampleFacts {
    int sample = 0;
    Value target, prediction, loss, gradient;
};

struct RankFacts {
    int rank = 0;
    QString label; ///< "A" or "0"
    QString name;  ///< "worker A" or "rank 0"
    std::array<PhaseWorld, kPhaseCount> phases;
    bool waiting = false;
    std::vector<ExampleFacts> examples;
    Value loss;
    Value gradient;                  ///< scalar models: the local gradient
    double gradientTrue = 0;         ///< at the end of the step: for the scale and the growing bar only
    std::vector<Value> norms;        ///< by parameter
    Value length;                    ///< of the whole gradient; known once all parameters' gradients are
    std::vector<double> biasByClass; ///< classifiers: the last bias's gradient, when visible and captured
    double before = 0;               ///< scalar models: w at the start of the step
    Value after;                     ///< scalar models: w after the update
    std::vector<double> parameters;  ///< as they are now, when there are few
    double afterTrue = 0;            ///< for the scale and the growing arrow only; never told while hidden
    std::uint64_t digestBefore = 0, digestNow = 0;
    Value digest; ///< known: the replica's state after the update
};

/// A second run laid over this one: where its w stands at the end of the same step.
struct OverlayFacts {
    Value w;          ///< told once this run has updated too, and as long as nothing of it is hidden
    double wTrue = 0; ///< for the scale only
    bool any = false;
    bool same = false; ///< stands where this run stands
    QString name;      ///< "one device"
};

struct StageFacts {
    const RunConfig* config = nullptr;
    const TraceHeader* header = nullptr;
    const World* world = nullptr;
    const World* end = nullptr;
    TrackTime stepBegin = 0;
    std::vector<Wait> waits;
    RevealMask hidden;
    bool line = false;   ///< scalar model with x = 1: the number line is the main picture
    bool scalar = false; ///< one parameter with one element
    bool images = false;
    bool classifier = false;
    std::vector<RankFacts> ranks;
    Value combined;                             ///< scalar models: the combined gradient
    double combinedTrue = 0, referenceTrue = 0; ///< for the scale only
    bool hasReference = false;
    bool wrong = false;          ///< combined and reference differ by more than rounding
    bool keepsReference = false; ///< room for the reference is kept: decided by the config, so that nothing moves
    Value reference;             ///< shown beside `combined` when they differ
    OverlayFacts overlay;
    BatchFacts batch;                    ///< image runs
    int classParameter = -1;             ///< classifiers: the parameter with one gradient element a class
    Value combinedLength;                ///< of all combined gradients, once every bucket is reduced
    std::vector<double> combinedByClass; ///< likewise, of that parameter, when visible and captured
    int failedRank = -1;                 ///< the rank that stopped, once the run has failed by it
    Phase stoppedIn = Phase::load;       ///< the phase it did not finish
    QStringList parameterNames;          ///< of up to three numbers: "w", "b"; empty for more
    bool sameStart = true;               ///< all replicas began the step equal
    bool sameAfter = true;               ///< all replicas that have updated are equal
    bool equalShares = true;
    int globalBatch = 0;
    bool stepDone = false;
    double lr = 0;
    Badge badge = Badge::exact, timeBadge = Badge::simulated;
    bool reducedMotion = false;
    bool reducesAll = true;   ///< every bucket takes part in a collective
    bool reducesNone = false; ///< no bucket does: every worker is on its own

    /// Where a token stands on its way: reduced motion knows only start, middle and end.
    double travelled(double fraction) const
    {
        return !reducedMotion ? fraction : fraction < 0.25 ? 0 : fraction < 1 ? 0.5 : 1;
    }
    std::size_t count() const { return ranks.size(); }
    /// Whether the rank stopped in this phase or before it: nothing of it will come.
    bool stoppedBy(const RankFacts& rank, Phase phase) const { return rank.rank == failedRank && stoppedIn <= phase; }
    /// Examples that the config gives the rank in a step; a short last batch has fewer.
    int shareOf(std::size_t rank) const { return config->batchOf(static_cast<int>(rank)) * config->batch.accumulate; }
    Progress progress(Phase phase) const; ///< over all ranks: done when all are, ahead when none has begun
    bool allDone(Phase phase) const { return progress(phase) == Progress::done; }
    int doneCount(Phase phase) const;
    Phase current() const; ///< the phase the stage stands in
};

StageFacts stageFacts(const StageInput& input);

/// What is left of a difference after many steps: far below what the eye could tell from 0 on the toys' axes.
inline constexpr double kNothing = 1e-6;

/// A number for the stage: in full when short, else four significant digits (the inspector shows the rest).
QString shortNumber(double value);
/// True when shortNumber loses digits.
bool isRounded(double value);
/// shortNumber with "≈" before it when digits are lost; for numbers that stand alone.
QString toldNumber(double value);
/// "=" or "≈", fitting shortNumber(value).
QString relation(double value);
/// Half, third, ... as one sign where one exists ("½"), else a fraction "3/8" or a short number.
QString fractionText(double value);

} // namespace lockstep::ui
