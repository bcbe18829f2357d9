// The collapse rules of the window as numbers, at every size of the design.
#include <QTest>

#include "ui/app/window_layout.h"

using namespace lockstep::ui;

class TestWindowLayout : public QObject {
    Q_OBJECT
private slots:
    void theLargeWindowIsThatOfTheDesign()
    {
        const WindowLayout layout = layoutWindow({{1440, 900}});
        QCOMPARE(layout.topBar, QRect(0, 0, 1440, 48));
        QCOMPARE(layout.left, QRect(0, 48, 312, 852));
        QCOMPARE(layout.stage, QRect(312, 48, 832, 668));
        QCOMPARE(layout.inspector, QRect(1144, 48, 296, 668));
        QCOMPARE(layout.timeline, QRect(312, 716, 1128, 184));
    }

    void theSmallWindowIsThatOfTheDesign()
    {
        const WindowLayout layout = layoutWindow({{1024, 640}});
        QCOMPARE(layout.left, QRect(0, 48, 272, 592));
        QCOMPARE(layout.stage, QRect(272, 48, 752, 540));
        QCOMPARE(layout.timeline, QRect(272, 588, 752, 52));
        QCOMPARE(layout.inspectorForm, InspectorForm::button);
        QVERIFY(layout.inspector.isEmpty());
    }

    void theInspectorShrinksInSteps()
    {
        QCOMPARE(layoutWindow({{1280, 900}}).inspectorForm, InspectorForm::panel);
        QCOMPARE(layoutWindow({{1279, 900}}).inspectorForm, InspectorForm::rail);
        QCOMPARE(layoutWindow({{1279, 900}}).inspector.width(), 40);
        QCOMPARE(layoutWindow({{1100, 900}}).inspectorForm, InspectorForm::rail);
        QCOMPARE(layoutWindow({{1099, 900}}).inspectorForm, InspectorForm::button);
        QCOMPARE(layoutWindow({{1440, 900}, true, false}).inspectorForm, InspectorForm::rail);
    }

    void anOpenedInspectorLiesOverANarrowStage()
    {
        for (const int width : {1000, 1099, 1100, 1279}) {
            const WindowLayout closed = layoutWindow({{width, 720}});
            const WindowLayout open = layoutWindow({{width, 720}, true, true});
            QCOMPARE(open.inspectorForm, InspectorForm::overlay);
            QCOMPARE(open.inspector.width(), 296);
            QCOMPARE(open.stage, closed.stage); // the picture does not jump
        }
    }

    void theTimelineIsAStripInLowWindows()
    {
        QCOMPARE(layoutWindow({{1440, 800}}).timelineForm, TimelineForm::panel);
        QCOMPARE(layoutWindow({{1440, 799}}).timelineForm, TimelineForm::strip);
        QCOMPARE(layoutWindow({{1440, 720}, true, {}, true}).timeline.height(), 184);
        QCOMPARE(layoutWindow({{1440, 900}, true, {}, false}).timeline.height(), 52);
    }

    void withoutALessonTheStageTakesTheLeftPanel()
    {
        const WindowLayout layout = layoutWindow({{1440, 900}, false});
        QVERIFY(layout.left.isEmpty());
        QCOMPARE(layout.stage.left(), 0);
        QCOMPARE(layout.timeline.width(), 1440);
    }

    void areasTileTheWindowAtEverySize()
    {
        for (int width = 1000; width <= 1920; width += 20)
            for (int height = 620; height <= 1200; height += 20) {
                const WindowLayout layout = layoutWindow({{width, height}});
                const QRect areas[] = {layout.topBar, layout.left, layout.stage, layout.inspector, layout.timeline};
                int sum = 0;
                for (const QRect& area : areas) {
                    sum += area.width() * area.height();
                    for (const QRect& other : areas)
                        QVERIFY(&area == &other || !area.intersects(other));
                }
                QCOMPARE(sum, width * height);
            }
    }
};

QTEST_APPLESS_MAIN(TestWindowLayout)
#include "tst_window_layout.moc"
