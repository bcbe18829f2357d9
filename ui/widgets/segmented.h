// Segmented: one choice of a few, side by side ("Lanes, Weights", "Guess, Fairly, Sure"). Arrow keys move the choice.
#pragma once

#include <QStringList>

#include "ui/widgets/themed.h"

class QAbstractButton;

namespace lockstep::ui {

class Segmented : public QWidget, public Themed {
    Q_OBJECT
public:
    /// `name` is what is chosen, for screen readers.
    Segmented(const QStringList& options, const QString& name, QWidget* parent = nullptr);

    int current() const { return m_current; } ///< -1: none yet
    /// Chooses without a signal.
    void setCurrent(int index);
    /// A segment that cannot be chosen now; `reason` says why, as its tool tip and to screen readers.
    void setSegmentEnabled(int index, bool enabled, const QString& reason = {});
    /// All segments share the whole width.
    void setStretched(bool stretched);

signals:
    void chosen(int index);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void offerCurrent();

    QList<QAbstractButton*> m_segments;
    int m_current = -1;
};

} // namespace lockstep::ui
