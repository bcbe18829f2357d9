// BugRow: the switch of one well-known mistake: its title, and what it does or why it cannot be turned on.
#pragma once

#include "ui/explore/bug_switches.h"
#include "ui/explore/explore_model.h"
#include "ui/widgets/themed.h"

namespace lockstep::ui {

class Switch;
class TextLabel;

class BugRow : public QWidget, public Themed {
    Q_OBJECT
public:
    BugRow(const BugSwitch& bug, ExploreModel& model, QWidget* parent = nullptr);

    const BugSwitch& bug() const { return m_bug; }
    Switch& control() { return *m_switch; }
    QString text() const;
    void refresh();

private:
    BugSwitch m_bug;
    ExploreModel& m_model;
    Switch* m_switch;
    TextLabel* m_text;
};

} // namespace lockstep::ui
