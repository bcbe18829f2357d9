// Player: the clock of the window. Plays, pauses, steps and jumps; it changes nothing but the session's playhead.
#pragma once

#include <array>
#include <optional>

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include "ui/app/session.h"
#include "ui/play/playback_clock.h"

namespace lockstep::ui {

class Player : public QObject {
    Q_OBJECT
public:
    static constexpr std::array<double, 7> kSpeeds = {0.05, 0.1, 0.25, 0.5, 1, 2, 4};

    explicit Player(Session& session, QObject* parent = nullptr);

    bool playing() const { return m_timer.isActive(); }
    double speed() const { return m_speed; }
    bool atStart() const;
    bool atEnd() const;

    /// Plays `seconds` of wall clock; the timer calls this, tests may too. A no-op unless playing.
    void advance(double seconds);

public slots:
    /// From the beginning when the playhead stands at the end. Under reduced motion: one event every 0.8 s.
    void play();
    void pause();
    void toggle();
    void setSpeed(double speed);
    void faster();
    void slower();
    /// One moment at which something visible changes (DESIGN: "one event").
    void stepForward();
    void stepBack();
    /// To the next end of a training step; back to the last beginning of one.
    void stepForwardTraining();
    void stepBackTraining();
    /// The middle of that phase, over all ranks, in the step of the playhead.
    void goToPhase(lockstep::Phase phase);
    void goToStart();
    void goToEnd();
    /// Plays up to `time` and emits reached(). Long ways are played faster, so that it takes 8 s at most; a time that
    /// is not ahead is jumped to at once. Any other action of this player ends it without the signal.
    void playTo(double time);

signals:
    void playingChanged(bool playing);
    void speedChanged(double speed);
    /// playTo() has arrived.
    void reached(double time);

private:
    const PlaybackClock& clockOf(std::size_t stepIndex);
    double secondsTo(TrackTime target);
    void move(TrackTime time);
    void forget();
    bool hasTrace() const { return !m_session.trace().empty(); }

    Session& m_session;
    QTimer m_timer;
    QElapsedTimer m_elapsed;
    double m_speed = 0.5;
    std::optional<TrackTime> m_target; ///< of playTo
    double m_hurry = 1;                ///< extra factor of playTo on long ways
    std::size_t m_clockStep = 0;
    std::optional<PlaybackClock> m_clock;
};

} // namespace lockstep::ui
