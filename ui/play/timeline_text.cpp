// Words for times on a track.
#include "ui/play/timeline_text.h"

#include <algorithm>
#include <cmath>

#include <QCoreApplication>

#include "ui/play/timeline_scale.h"

namespace lockstep::ui {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(Timeline)
};

/// Measured steps of ten milliseconds and more are told in milliseconds.
bool inMilliseconds(const Track& track)
{
    if (track.unit == TimeUnit::millisecond)
        return true;
    if (track.unit != TimeUnit::microsecond || track.stepSpans.size() < 2)
        return false;
    return track.end() / static_cast<double>(track.stepSpans.size()) >= 10'000;
}

QString amount(const Track& track, TrackTime time)
{
    if (track.unit == TimeUnit::microsecond)
        return inMilliseconds(track) ? fixedText(time / 1000, 1) : fixedText(time, 0);
    return numberText(std::round(time * 100) / 100);
}

} // namespace

QString phaseName(Phase phase)
{
    switch (phase) {
    case Phase::load:
        return Text::tr("Load");
    case Phase::forward:
        return Text::tr("Forward");
    case Phase::backward:
        return Text::tr("Backward");
    case Phase::allReduce:
        return Text::tr("All-reduce");
    case Phase::update:
        return Text::tr("Update");
    }
    return {};
}

QString durationText(const Track& track, TrackTime length)
{
    const QString number = amount(track, length);
    if (track.unit == TimeUnit::tick)
        return number == QStringLiteral("1") ? Text::tr("1 tick") : Text::tr("%1 ticks").arg(number);
    return inMilliseconds(track) ? Text::tr("%1 ms").arg(number) : Text::tr("%1 µs").arg(number);
}

TrackTime shownOrigin(const Track& track, TrackTime time)
{
    return track.stepSpans.empty() ? 0 : track.stepSpans[shownStep(track, time)].begin;
}

QString momentText(const Track& track, TrackTime time)
{
    // Before the first step, and in the pause between two, nothing of the step has passed.
    const TrackTime shown = std::max(0.0, time - shownOrigin(track, time));
    return track.unit == TimeUnit::tick ? Text::tr("tick %1").arg(amount(track, shown)) : durationText(track, shown);
}

QString axisText(const Track& track, TrackTime shown, bool withUnit)
{
    // Axis marks are 1-2-5 numbers: they need no fixed decimals.
    const QString number
        = numberText(track.unit == TimeUnit::microsecond && inMilliseconds(track) ? shown / 1000 : shown);
    if (!withUnit)
        return number;
    if (track.unit == TimeUnit::tick)
        return Text::tr("tick %1").arg(number);
    return inMilliseconds(track) ? Text::tr("%1 ms").arg(number) : Text::tr("%1 µs").arg(number);
}

Readout readout(const Track& track, TrackTime time)
{
    if (track.stepSpans.empty())
        return {};
    const std::size_t step = shownStep(track, time);
    if (track.kind == TrackKind::measured) {
        const QString part = amount(track, std::max(0.0, time - shownOrigin(track, time)));
        const QString whole = Text::tr("%1 of %2").arg(part, durationText(track, track.stepSpans[step].length()));
        return {Text::tr("Step %1,").arg(step), whole, whole};
    }
    const QString moment = momentText(track, time);
    const QString total = track.unit == TimeUnit::tick ? amount(track, track.stepSpans[step].length())
                                                       : durationText(track, track.stepSpans[step].length());
    return {moment.left(1).toUpper() + moment.mid(1), Text::tr("of %1, virtual time").arg(total),
        Text::tr("of %1").arg(total)};
}

} // namespace lockstep::ui
