// Session: the one object handed down to every part of the window: which trace, which track, which moment, which
// view. It is never a singleton. It holds the facts; widgets hold none.
#pragma once

#include <memory>
#include <vector>

#include <QObject>

#include "core/diagnose/finding.h"
#include "core/replay/world.h"
#include "core/trace/trace.h"
#include "ui/app/view.h"

namespace lockstep::ui {

/// How a number came to be. See DESIGN.md section 4.
enum class Badge { exact, computed, measured, simulated, imported };

class Session : public QObject {
    Q_OBJECT
public:
    explicit Session(QObject* parent = nullptr);

    /// The trace shown. An empty trace is a valid state (nothing has run yet).
    const Trace& trace() const { return m_trace; }
    /// A second run laid over the first (one device, or the fix); empty when there is none.
    const Trace& overlay() const { return m_overlay; }
    /// What the second run is called: a file, or "with the fix"; may be empty.
    const QString& overlayName() const { return m_overlayName; }
    const Track& overlayTrack() const { return m_overlayTrack; }
    const Track& track() const { return m_track; }
    TrackTime playhead() const { return m_playhead; }
    const View& view() const { return m_view; }
    /// The state of all workers at the playhead; computed once per change. Precondition: trace().stepCount() > 0.
    const World& world() const;
    /// The overlay's state at the end of the same training step as world(), or null.
    const World* overlayWorld() const;
    const std::vector<Finding>& findings() const { return m_findings; }

    /// EXACT for toy runs, COMPUTED otherwise, IMPORTED for traces from files: the badge of values on stage and
    /// inspector.
    Badge valueBadge() const;
    /// SIMULATED for a priced track, MEASURED for a wall-clock track, IMPORTED when the trace came from a file.
    Badge timeBadge() const;

    /// Shows another run from its beginning (or keeps the playhead when `keepPlayhead`, for a run that grows).
    /// Toy runs take the priced track, others the measured one.
    void setTrace(Trace trace, bool keepPlayhead = false);
    void setOverlay(Trace trace, const QString& name = {});
    void setTrackKind(TrackKind kind);
    void setPlayhead(TrackTime time);
    void setView(const View& view);
    void select(const ObjectRef& object);
    void hover(const ObjectRef& object);

signals:
    /// The trace, the overlay or the track changed (findings included).
    void traceChanged();
    void playheadChanged(double time);
    void viewChanged();

private:
    void dropWorlds();

    Trace m_trace, m_overlay;
    Track m_track, m_overlayTrack;
    QString m_overlayName;
    TrackTime m_playhead = 0;
    View m_view;
    std::vector<Finding> m_findings;
    mutable std::unique_ptr<World> m_world, m_overlayWorld;
};

} // namespace lockstep::ui
