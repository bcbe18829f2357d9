// The detail card beside the heat grid: one worker against the median, and who is slowest.
#include <algorithm>
#include <cmath>

#include "ui/play/timeline_text.h"
#include "ui/scene/grid_layout.h"
#include "ui/scene/now_collective.h"
#include "ui/scene/scene_text.h"
#include "ui/widgets/theme.h"

namespace lockstep::ui {

namespace {

constexpr Phase kOwn[] = {Phase::load, Phase::forward, Phase::backward};
const FontSpec kCaption{12, 500}, kRow{14}, kNumber{14, 600};

QString stateText(const StageFacts& facts, std::size_t r)
{
    const RankFacts& rank = facts.ranks[r];
    if (facts.failedRank == static_cast<int>(r))
        return SceneText::tr("stopped in %1").arg(phaseName(facts.stoppedIn).toLower());
    if (rank.waiting)
        return SceneText::tr("waits");
    if (facts.stepDone)
        return SceneText::tr("step done");
    const RankWorld& world = facts.world->ranks[r];
    if (world.phases[0].progress == Progress::ahead)
        return SceneText::tr("not begun");
    return world.phases[static_cast<std::size_t>(world.phase)].progress == Progress::done
        ? SceneText::tr("%1 done").arg(phaseName(world.phase))
        : SceneText::tr("in %1").arg(phaseName(world.phase).toLower());
}

/// The middle of all ranks' durations of a phase, as far as they are over.
std::optional<double> medianLength(const StageFacts& facts, Phase phase)
{
    std::vector<double> lengths;
    for (const RankFacts& rank : facts.ranks)
        if (const PhaseWorld& world = rank.phases[static_cast<std::size_t>(phase)]; world.progress == Progress::done)
            lengths.push_back(world.span.length());
    return knownMedian(lengths, facts.count());
}

/// One sentence that names the slowest or the stopped rank whatever is selected.
QString outlierText(const StageFacts& facts, const GridFacts& grid, std::size_t shown)
{
    if (facts.failedRank >= 0)
        return SceneText::tr("%1 stopped in %2")
            .arg(subject(facts, static_cast<std::size_t>(facts.failedRank)), phaseName(facts.stoppedIn).toLower());
    if (grid.slowest < 0)
        return grid.missing == static_cast<int>(facts.count()) ? SceneText::tr("Nobody has arrived yet")
                                                               : SceneText::tr("%1 still to arrive").arg(grid.missing);
    const std::size_t slow = static_cast<std::size_t>(grid.slowest);
    const auto amount
        = [&](TrackTime time) { return QStringLiteral("%1 %2").arg(grid.time.text(time), grid.time.unit); };
    if (!grid.ahead)
        return slow == shown ? SceneText::tr("All others have arrived")
                             : SceneText::tr("%1 is the last one").arg(subject(facts, slow));
    if (slow == shown)
        return SceneText::tr("%1 after the next slowest").arg(amount(*grid.ahead));
    return SceneText::tr("Slowest: %1, %2 later")
        .arg(midSentence(facts, slow), amount(*grid.arrival[slow] - grid.arrival[shown].value_or(0)));
}

struct Card {
    MarkWriter& writer;
    const StageFacts& facts;
    const GridFacts& grid;
    std::size_t rank;
    double left, right, middle; ///< middle: right end of the rank's own numbers

    void number(double x, double y, const QString& text, const FontSpec& font, Ink ink)
    {
        writer.text({x, y}, text, font, ink, Qt::AlignRight);
    }

    void phaseRow(Phase phase, double y)
    {
        const PhaseWorld& own = facts.ranks[rank].phases[static_cast<std::size_t>(phase)];
        const double side = writer.em(12);
        writer.box(QRectF(left, y - side + 1, side, side), phaseSolid(phase), 3);
        writer.text({left + writer.em(20), y}, phaseName(phase), kRow, "text.secondary");
        const bool stopped = facts.stoppedBy(facts.ranks[rank], phase);
        number(middle, y,
            stopped                                 ? QString(QChar(0x2013))
                : own.progress == Progress::done    ? grid.time.text(own.span.length())
                : own.progress == Progress::running ? SceneText::tr("runs")
                                                    : QString(QChar(0x2013)),
            kNumber, "text.primary");
        const std::optional<double> all = medianLength(facts, phase);
        number(right, y, all ? grid.time.text(*all) : QString(QChar(0x2013)), kRow, "text.secondary");
    }

    /// When each rank arrived: a line each, the shown one thicker.
    void arrivals(const QRectF& rect)
    {
        const double from = grid.firstArrival, to = std::max(grid.lastArrival, from + 1e-9);
        const double now = facts.world->time - facts.stepBegin;
        const auto x = [&](double time) { return rect.left() + 4 + (time - from) / (to - from) * (rect.width() - 8); };
        const double base = rect.bottom() - writer.em(18);
        writer.line({rect.left(), base}, {rect.right(), base}, "border.strong", 1);
        for (std::size_t r = 0; r < grid.arrival.size(); ++r)
            if (grid.arrival[r] && r != rank)
                writer.add(LineMark{{{x(*grid.arrival[r]), base - writer.em(28)}, {x(*grid.arrival[r]), base - 6}},
                    "text.tertiary", 1.5});
        if (grid.arrival[rank])
            writer.add(LineMark{{{x(*grid.arrival[rank]), base - writer.em(34)}, {x(*grid.arrival[rank]), base - 2}},
                phaseSolid(Phase::backward), 4});
        const QString first = grid.time.text(from), last = grid.time.text(to);
        writer.text({rect.left(), base + writer.em(16)}, first, kCaption, "text.tertiary");
        // Only what has happened is told.
        if (now >= to)
            writer.text({rect.right(), base + writer.em(16)}, last, kCaption, "text.tertiary", Qt::AlignRight);
        if (now > from && now < to)
            writer.add(LineMark{{{x(now), base - writer.em(40)}, {x(now), base}}, "text.primary", 2});
    }
};

} // namespace

void layoutGridCard(
    MarkWriter& writer, const StageFacts& facts, const GridFacts& grid, std::size_t rank, const QRectF& card)
{
    const double pad = writer.em(16), badge = writer.em(32);
    const RankFacts& shown = facts.ranks[rank];
    Card out{writer, facts, grid, rank, card.left() + pad, card.right() - pad, 0};
    out.middle = out.right - std::max(writer.em(64), (out.right - out.left) * 0.3);
    const QRectF mark(out.left, card.top() + pad, badge, badge);
    writer.add(WorkerMark{mark, shown.label});
    QString name = shown.name;
    name[0] = name[0].toUpper();
    const double words = mark.right() + writer.em(12), glyph = out.right - badge;
    const bool known = facts.world->stepIndex > 0 || facts.sameStart;
    writer.text({words, mark.top() + writer.em(13)}, name, {16, 600}, "text.primary");
    writer.text({words, mark.top() + writer.em(30)}, writer.fitted(stateText(facts, rank), kCaption, glyph - 8 - words),
        kCaption, "text.tertiary");
    if (known && shown.digest.known != Known::hidden)
        writer.add(FingerprintMark{QRectF(glyph, mark.top(), badge, badge), shown.digestNow});
    double y = mark.bottom() + writer.em(14);
    writer.line({out.left, y}, {out.right, y}, "border.subtle", 1);
    y += writer.em(22);
    writer.text({out.left, y},
        facts.config->batch.accumulate > 1 ? SceneText::tr("%1, this micro-step").arg(grid.time.unit) : grid.time.unit,
        kCaption, "text.tertiary");
    out.number(out.middle, y, shown.name, kCaption, "text.tertiary");
    out.number(out.right, y, SceneText::tr("median"), kCaption, "text.tertiary");
    const double pitch = std::clamp((card.bottom() - y - writer.em(150)) / 4, writer.em(22), writer.em(32));
    for (const Phase phase : kOwn)
        out.phaseRow(phase, y += pitch);
    writer.line({out.left, y + writer.em(10)}, {out.right, y + writer.em(10)}, "border.strong", 1);
    y += writer.em(12) + pitch * 0.75;
    const QString dash(QChar(0x2013));
    writer.text({out.left, y}, SceneText::tr("Arrives at"), kNumber, "text.primary");
    out.number(out.middle, y, grid.arrival[rank] ? grid.time.text(*grid.arrival[rank]) : dash, {20, 600, true},
        "text.primary");
    out.number(out.right, y, grid.median ? grid.time.text(*grid.median) : dash, {16}, "text.secondary");
    const double foot = card.bottom() - pad;
    if (const double room = foot - writer.em(24) - y; room >= writer.em(80)) {
        const double plot = std::min(room - 8, writer.em(112));
        const double top = y + (room - plot) / 2;
        writer.text({out.left, top + writer.em(14)}, SceneText::tr("arrival of all %1").arg(facts.count()), kCaption,
            "text.tertiary");
        if (grid.by == GridColour::loss && facts.timeBadge != facts.badge) { // two kinds of numbers, two badges
            const QSizeF size = badgeSize(facts.timeBadge, Theme::light(), writer.scale());
            writer.add(BadgeMark{
                QRectF(out.right - size.width(), top + writer.em(10) - size.height() / 2, size.width(), size.height()),
                facts.timeBadge, writer.scale()});
        }
        out.arrivals(QRectF(out.left, top + writer.em(16), out.right - out.left, plot - writer.em(16)));
    }
    const QString outlier = outlierText(facts, grid, rank);
    const FontSpec font = writer.fittedFont(outlier, kNumber, 12, out.right - out.left);
    writer.text({out.left, foot}, writer.fitted(outlier, font, out.right - out.left), font,
        facts.failedRank >= 0 ? "status.bad" : "text.primary");
}

} // namespace lockstep::ui
