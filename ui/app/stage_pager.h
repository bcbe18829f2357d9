// StagePager: the stage, or a page computed from many steps in its place (coverage, curves, side by side), and the
// switch between them in the header. Which page is shown is part of the session's view.
#pragma once

#include <map>

#include <QPointer>

#include "ui/app/session.h"
#include "ui/widgets/themed.h"

namespace lockstep::ui {

class PageFrame;
class Segmented;
class StageWidget;

class StagePager : public QWidget, public Themed {
    Q_OBJECT
public:
    StagePager(Session& session, StageWidget& stage, QWidget* parent = nullptr);

    void setPage(StagePage page, PageFrame* widget);
    PageFrame* page(StagePage page) const;
    /// The switch is there in Explore; a lesson leads its own way.
    void setOffered(bool offered);
    QWidget& pageSwitch();

    QSize sizeHint() const override { return {832, 668}; }
    QSize minimumSizeHint() const override { return {480, 360}; }

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void refresh();
    void arrange();
    StagePage shown() const;

    Session& m_session;
    StageWidget* m_stage;
    QPointer<QWidget> m_alive; ///< the stage, until a picture takes it away
    Segmented* m_switch;
    std::map<StagePage, PageFrame*> m_pages;
    bool m_offered = false;
};

} // namespace lockstep::ui
