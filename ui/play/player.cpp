// Player: turns wall clock into trace time through the playback clock of the step it is in.
#include "ui/play/player.h"

#include <algorithm>
#include <cmath>

namespace lockstep::ui {

namespace {

constexpr int kFrame = 16;                 // ms between frames while playing
constexpr int kReducedMotion = 800;        // ms between events under reduced motion
constexpr double kLongestWay = 8;          // s that playTo may take
constexpr std::size_t kCountedSteps = 256; // steps whose clocks are summed before playTo estimates

} // namespace

Player::Player(Session& session, QObject* parent)
    : QObject(parent)
    , m_session(session)
{
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        if (!m_session.view().reducedMotion) {
            advance(static_cast<double>(m_elapsed.restart()) / 1000);
            return;
        }
        const TrackTime next = nextMoment(m_session.trace(), m_session.track(), m_session.playhead());
        move(m_target ? std::min(next, *m_target) : next);
    });
    connect(&session, &Session::traceChanged, this, &Player::forget);
}

bool Player::atStart() const
{
    return !hasTrace() || m_session.playhead() <= m_session.track().stepSpans.front().begin;
}

bool Player::atEnd() const
{
    return !hasTrace() || m_session.playhead() >= m_session.track().end();
}

void Player::play()
{
    if (!hasTrace() || playing())
        return;
    m_target.reset();
    m_hurry = 1;
    if (atEnd())
        goToStart();
    m_elapsed.restart();
    m_timer.start(m_session.view().reducedMotion ? kReducedMotion : kFrame);
    emit playingChanged(true);
}

void Player::pause()
{
    m_target.reset();
    m_hurry = 1;
    if (!playing())
        return;
    m_timer.stop();
    emit playingChanged(false);
}

void Player::toggle()
{
    playing() ? pause() : play();
}

void Player::setSpeed(double speed)
{
    const double bounded = std::clamp(speed, kSpeeds.front(), kSpeeds.back());
    if (bounded == m_speed)
        return;
    m_speed = bounded;
    emit speedChanged(m_speed);
}

void Player::faster()
{
    const auto* next = std::upper_bound(kSpeeds.begin(), kSpeeds.end(), m_speed);
    setSpeed(next == kSpeeds.end() ? kSpeeds.back() : *next);
}

void Player::slower()
{
    const auto* here = std::lower_bound(kSpeeds.begin(), kSpeeds.end(), m_speed);
    setSpeed(here == kSpeeds.begin() ? kSpeeds.front() : *(here - 1));
}

void Player::advance(double seconds)
{
    if (!playing() || !hasTrace())
        return;
    double left = seconds * m_speed * m_hurry;
    const Track& track = m_session.track();
    TrackTime time = m_session.playhead();
    std::size_t step = stepIndexAt(track, time);
    for (;;) {
        const PlaybackClock& clock = clockOf(step);
        const double at = playSeconds(clock, time);
        if (at + left < clock.duration()) {
            time = trackTime(clock, at + left);
            break;
        }
        left -= clock.duration() - at;
        time = clock.knots.back().time;
        if (++step >= track.stepSpans.size())
            break;
    }
    move(m_target ? std::min(time, *m_target) : time);
}

/// Moves on while playing, and stops at the target or at the end.
void Player::move(TrackTime time)
{
    m_session.setPlayhead(time);
    const std::optional<TrackTime> target = m_target;
    if (target && time >= *target) {
        pause();
        emit reached(*target);
    } else if (atEnd()) {
        pause();
    }
}

void Player::stepForward()
{
    pause();
    if (hasTrace())
        m_session.setPlayhead(nextMoment(m_session.trace(), m_session.track(), m_session.playhead()));
}

void Player::stepBack()
{
    pause();
    if (hasTrace())
        m_session.setPlayhead(previousMoment(m_session.trace(), m_session.track(), m_session.playhead()));
}

void Player::stepForwardTraining()
{
    pause();
    if (!hasTrace())
        return;
    const auto& steps = m_session.track().stepSpans;
    const auto next
        = std::find_if(steps.begin(), steps.end(), [&](const Span& step) { return step.end > m_session.playhead(); });
    m_session.setPlayhead(next == steps.end() ? m_session.track().end() : next->end);
}

void Player::stepBackTraining()
{
    pause();
    if (!hasTrace())
        return;
    const auto& steps = m_session.track().stepSpans;
    const auto next = std::find_if(
        steps.rbegin(), steps.rend(), [&](const Span& step) { return step.begin < m_session.playhead(); });
    m_session.setPlayhead(next == steps.rend() ? steps.front().begin : next->begin);
}

void Player::goToPhase(Phase phase)
{
    pause();
    if (!hasTrace())
        return;
    std::optional<Span> whole;
    for (const RankWorld& rank : m_session.world().ranks) {
        const Span span = rank.phases.at(static_cast<std::size_t>(phase)).span;
        if (span.length() > 0)
            whole = whole ? Span{std::min(whole->begin, span.begin), std::max(whole->end, span.end)} : span;
    }
    if (whole)
        m_session.setPlayhead(whole->begin + whole->length() / 2);
}

void Player::goToStart()
{
    pause();
    if (hasTrace())
        m_session.setPlayhead(m_session.track().stepSpans.front().begin);
}

void Player::goToEnd()
{
    pause();
    if (hasTrace())
        m_session.setPlayhead(m_session.track().end());
}

void Player::playTo(double time)
{
    pause();
    if (!hasTrace())
        return;
    const TrackTime target = std::min(time, m_session.track().end());
    if (target <= m_session.playhead()) {
        m_session.setPlayhead(target);
        emit reached(target);
        return;
    }
    const double way = secondsTo(target) / m_speed;
    play();
    m_target = target;
    m_hurry = std::max(1.0, way / kLongestWay);
}

/// Play seconds at speed 1 from the playhead to `target`; very long ways are estimated from their first part.
double Player::secondsTo(TrackTime target)
{
    const Track& track = m_session.track();
    const std::size_t first = stepIndexAt(track, m_session.playhead());
    const std::size_t last = stepIndexAt(track, target);
    double seconds = -playSeconds(clockOf(first), m_session.playhead());
    const std::size_t counted = std::min(last, first + kCountedSteps);
    for (std::size_t step = first; step < counted; ++step)
        seconds += clockOf(step).duration();
    if (counted < last)
        return seconds * static_cast<double>(last - first) / static_cast<double>(counted - first);
    return seconds + playSeconds(clockOf(last), target);
}

const PlaybackClock& Player::clockOf(std::size_t stepIndex)
{
    if (!m_clock || m_clockStep != stepIndex) {
        m_clock = playbackClock(m_session.trace(), m_session.track(), stepIndex);
        m_clockStep = stepIndex;
    }
    return *m_clock;
}

/// The trace or the track is another: old clocks mean nothing.
void Player::forget()
{
    m_clock.reset();
    if (!hasTrace())
        pause();
}

} // namespace lockstep::ui
