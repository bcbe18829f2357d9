// Session: keeps trace, track, moment and view together, derives world and findings, and says what changed.
#include "ui/app/session.h"

#include <algorithm>

#include "core/base/check.h"
#include "core/cost/price.h"

namespace lockstep::ui {

namespace {

Track trackOf(const Trace& trace, TrackKind kind)
{
    if (trace.empty())
        return {};
    return kind == TrackKind::priced ? price(trace) : measuredTrack(trace);
}

TrackKind usualTrack(const Trace& trace)
{
    const bool toy = trace.hasHeader() && trace.config().data.set == DataSet::toy;
    return toy ? TrackKind::priced : TrackKind::measured;
}

TrackTime beginOf(const Track& track)
{
    return track.stepSpans.empty() ? 0 : track.stepSpans.front().begin;
}

} // namespace

Session::Session(QObject* parent)
    : QObject(parent)
{
}

const World& Session::world() const
{
    LOCKSTEP_CHECK(!m_trace.empty());
    if (!m_world)
        m_world = std::make_unique<World>(worldAt(m_trace, m_track, m_playhead));
    return *m_world;
}

const World* Session::overlayWorld() const
{
    if (m_trace.empty() || m_overlay.empty())
        return nullptr;
    if (!m_overlayWorld) {
        const std::size_t step = std::min(world().stepIndex, m_overlay.stepCount() - 1);
        m_overlayWorld
            = std::make_unique<World>(worldAt(m_overlay, m_overlayTrack, m_overlayTrack.stepSpans.at(step).end));
    }
    return m_overlayWorld.get();
}

Badge Session::valueBadge() const
{
    if (m_trace.info().imported)
        return Badge::imported;
    return m_trace.hasHeader() && m_trace.config().data.set == DataSet::toy ? Badge::exact : Badge::computed;
}

Badge Session::timeBadge() const
{
    if (m_track.kind == TrackKind::priced)
        return Badge::simulated;
    return m_trace.info().imported ? Badge::imported : Badge::measured;
}

void Session::setTrace(Trace trace, bool keepPlayhead)
{
    const TrackKind kind = keepPlayhead && !m_trace.empty() ? m_track.kind : usualTrack(trace);
    m_trace = std::move(trace);
    m_findings = m_trace.empty() ? std::vector<Finding>{} : diagnose(m_trace);
    m_track = trackOf(m_trace, kind);
    m_playhead = keepPlayhead ? std::clamp(m_playhead, beginOf(m_track), m_track.end()) : beginOf(m_track);
    dropWorlds();
    if (!keepPlayhead) { // an object of another run means nothing in this one
        m_view.selection = {};
        m_view.hover = {};
    }
    emit traceChanged();
    emit viewChanged();
    emit playheadChanged(m_playhead);
}

void Session::setOverlay(Trace trace, const QString& name)
{
    m_overlay = std::move(trace);
    m_overlayName = name;
    m_overlayTrack = trackOf(m_overlay, usualTrack(m_overlay));
    m_overlayWorld.reset();
    emit traceChanged();
}

void Session::setTrackKind(TrackKind kind)
{
    if (m_trace.empty() || kind == m_track.kind)
        return;
    // Times of two tracks are never compared: the playhead keeps its step and its place among that step's moments.
    const std::size_t step = stepIndexAt(m_track, m_playhead);
    const std::vector<TrackTime> before = moments(m_trace, m_track, step);
    const auto place = std::upper_bound(before.begin(), before.end(), m_playhead) - before.begin();
    m_track = trackOf(m_trace, kind);
    const std::vector<TrackTime> after = moments(m_trace, m_track, step);
    if (place == std::ssize(before) && place > 0)
        m_playhead = m_track.stepSpans.at(step).end;
    else if (place == 0 || after.empty())
        m_playhead = m_track.stepSpans.at(step).begin;
    else
        m_playhead = after[static_cast<std::size_t>(std::min<std::ptrdiff_t>(place, std::ssize(after)) - 1)];
    dropWorlds();
    emit traceChanged();
    emit playheadChanged(m_playhead);
}

void Session::setPlayhead(TrackTime time)
{
    const TrackTime bounded = std::clamp(time, beginOf(m_track), m_track.end());
    if (bounded == m_playhead)
        return;
    m_playhead = bounded;
    dropWorlds();
    emit playheadChanged(m_playhead);
}

void Session::setView(const View& view)
{
    if (view == m_view)
        return;
    m_view = view;
    emit viewChanged();
}

void Session::select(const ObjectRef& object)
{
    View changed = m_view;
    changed.selection = object;
    setView(changed);
}

void Session::hover(const ObjectRef& object)
{
    View changed = m_view;
    changed.hover = object;
    setView(changed);
}

void Session::dropWorlds()
{
    m_world.reset();
    m_overlayWorld.reset();
}

} // namespace lockstep::ui
