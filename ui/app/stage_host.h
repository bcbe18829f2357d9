// StageHost: the stage's place in the window: the stage itself, or the picture and sentence of a StageState.
#pragma once

#include <optional>

#include "ui/app/session.h"
#include "ui/app/stage_state.h"
#include "ui/widgets/themed.h"

namespace lockstep::ui {

class Button;

class StageHost : public QWidget, public Themed {
    Q_OBJECT
public:
    explicit StageHost(Session& session, QWidget* parent = nullptr);
    void setStage(QWidget* stage);
    /// Shows `state` instead of the stage; nothing shows the stage again.
    void setState(std::optional<StageState> state);
    bool showsStage() const { return !m_state; }
    const std::optional<StageState>& state() const { return m_state; }
    const QList<Button*>& buttons() const { return m_buttons; } ///< the state's actions
    /// A line above the stage, as high as its size hint; hidden it takes no room.
    void setNotice(QWidget* notice);
    void showNotice(bool show);

signals:
    void actionChosen(lockstep::ui::StateAction action);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void place();
    void placeStage();

    Session& m_session;
    QWidget* m_stage = nullptr;
    QWidget* m_notice = nullptr;
    std::optional<StageState> m_state;
    QList<Button*> m_buttons;
};

} // namespace lockstep::ui
