// The stage in a window: selection by mouse and keys, the view switch, and what screen readers are told.
#include <ctime>

#include <QAccessible>
#include <QSignalSpy>
#include <QtTest>

#include "tests/support/stage_check.h"
#include "ui/scene/stage_paint.h"
#include "ui/scene/stage_widget.h"

using namespace lockstep;
using namespace lockstep::testing;
using namespace lockstep::ui;

namespace {

const ObjectRef kBackwardOfB{ObjectKind::phase, 1, -1, -1, -1, Phase::backward};

QPointF centreOf(const StageWidget& stage, const ObjectRef& object)
{
    for (const Spot& spot : stage.layoutNow().spots)
        if (spot.object == object)
            return spot.rect.center();
    qFatal("the stage does not show the object");
}

} // namespace

class TestStageWidget : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { loadBundledFonts(); }

    void aClickSelectsWhatLiesUnderIt();
    void arrowsMoveBetweenWorkersAndColumns();
    void theSwitchShowsTheWeights();
    void theSwitchBringsTheLanesBackInASmallWindow();
    void theNowLineIsTheDescription();
    void screenReadersGetRowsAndCellsWithoutMaskedValues();
    void aPhasesHeadAsksToGoThere();
    void zoomedObjectsAreFoundWhereTheyAreSeen();
    void anEmptySessionPaints();
    void aFrameIsCheap();
};

void TestStageWidget::aClickSelectsWhatLiesUnderIt()
{
    Session session;
    session.setTrace(run(lesson4(3)));
    session.setPlayhead(14);
    StageWidget stage(session);
    stage.resize(832, 668);
    const ObjectRef example{ObjectKind::example, 1, 1};
    QTest::mouseClick(&stage, Qt::LeftButton, {}, centreOf(stage, example).toPoint());
    QCOMPARE(session.view().selection, example);
    QTest::mouseMove(&stage, centreOf(stage, {ObjectKind::rank, 0}).toPoint());
    QTest::mouseClick(&stage, Qt::LeftButton, {}, QPoint(2, 2));
    QVERIFY(!session.view().selection.any());
}

void TestStageWidget::arrowsMoveBetweenWorkersAndColumns()
{
    Session session;
    session.setTrace(run(lesson4(3)));
    session.setPlayhead(14);
    StageWidget stage(session);
    stage.resize(832, 668);
    QTest::keyClick(&stage, Qt::Key_Right); // nothing selected: the first cell
    QCOMPARE(session.view().selection, (ObjectRef{ObjectKind::phase, 0, -1, -1, -1, Phase::load}));
    QTest::keyClick(&stage, Qt::Key_Right);
    QTest::keyClick(&stage, Qt::Key_Right);
    QTest::keyClick(&stage, Qt::Key_Down);
    QCOMPARE(session.view().selection, kBackwardOfB);
    for (int i = 0; i < 9; ++i)
        QTest::keyClick(&stage, Qt::Key_Right);
    QTest::keyClick(&stage, Qt::Key_Up);
    QCOMPARE(session.view().selection, (ObjectRef{ObjectKind::phase, 0, -1, -1, -1, Phase::update}));
}

void TestStageWidget::theSwitchShowsTheWeights()
{
    Session session;
    session.setTrace(run(lesson7(3, Combine::mean)));
    session.setPlayhead(18);
    StageWidget stage(session);
    stage.resize(832, 668);
    QVERIFY(!textsOf(stage.layoutNow()).contains("How much each example counts"));
    QTest::mouseClick(&stage, Qt::LeftButton, {}, stage.layoutNow().viewButtons[1].rect.center().toPoint());
    QCOMPARE(session.view().stage, StageView::weights);
    QVERIFY(textsOf(stage.layoutNow()).contains("How much each example counts"));
    QTest::keyClick(&stage, Qt::Key_W);
    QCOMPARE(session.view().stage, StageView::lanes);
}

void TestStageWidget::theSwitchBringsTheLanesBackInASmallWindow()
{
    Session session;
    session.setTrace(run(lesson4(3)));
    session.setPlayhead(14);
    StageWidget stage(session);
    stage.resize(752, 540);
    QVERIFY(!textsOf(stage.layoutNow()).contains("1 − 0 = 1"));
    QTest::mouseClick(&stage, Qt::LeftButton, {}, stage.layoutNow().viewButtons[1].rect.center().toPoint());
    QCOMPARE(session.view().stage, StageView::lanesAlone);
    QVERIFY(textsOf(stage.layoutNow()).contains("1 − 0 = 1"));
    QTest::keyClick(&stage, Qt::Key_W);
    QCOMPARE(session.view().stage, StageView::lanes);
}

void TestStageWidget::theNowLineIsTheDescription()
{
    Session session;
    session.setTrace(run(lesson4(3)));
    StageWidget stage(session);
    stage.resize(832, 668);
    session.setPlayhead(10);
    QAccessibleInterface* table = QAccessible::queryAccessibleInterface(&stage);
    QVERIFY(table);
    QCOMPARE(table->text(QAccessible::Description),
        QStringLiteral(
            "A sends 2 to B while B sends 6 to A. Each adds what arrives. Neither has updated yet, and no example has left its worker."));
}

void TestStageWidget::screenReadersGetRowsAndCellsWithoutMaskedValues()
{
    Session session;
    session.setTrace(run(lesson4(3)));
    session.setPlayhead(14);
    StageWidget stage(session);
    stage.resize(832, 668);
    QAccessibleInterface* table = QAccessible::queryAccessibleInterface(&stage);
    QCOMPARE(table->role(), QAccessible::Table);
    QCOMPARE(table->tableInterface()->rowCount(), 2);
    QCOMPARE(table->tableInterface()->columnCount(), 5);
    QCOMPARE(table->child(1 * 5 + 2)->text(QAccessible::Name),
        QStringLiteral("worker B, Backward: gradients 5, 7, local gradient 6"));
    QCOMPARE(table->child(4)->text(QAccessible::Name),
        QStringLiteral("worker A, Update: w = 0.6, identical on all workers"));
    View view = session.view();
    view.hidden.update = true;
    session.setView(view);
    QCOMPARE(table->child(4)->text(QAccessible::Name), QStringLiteral("worker A, Update: hidden until you answer"));
    QVERIFY(!table->child(4)->rect().isEmpty());
}

void TestStageWidget::aPhasesHeadAsksToGoThere()
{
    Session session;
    session.setTrace(run(lesson4(3)));
    StageWidget stage(session);
    stage.resize(832, 668);
    QSignalSpy chosen(&stage, &StageWidget::phaseChosen);
    QTest::mouseClick(
        &stage, Qt::LeftButton, {}, centreOf(stage, {ObjectKind::phase, -1, -1, -1, -1, Phase::allReduce}).toPoint());
    QCOMPARE(chosen.count(), 1);
    QCOMPARE(chosen[0][0].value<Phase>(), Phase::allReduce);
}

void TestStageWidget::zoomedObjectsAreFoundWhereTheyAreSeen()
{
    Session session;
    session.setTrace(run(lesson4(3)));
    session.setPlayhead(14);
    StageWidget stage(session);
    stage.resize(832, 668);
    View view = session.view();
    view.zoom = 2;
    view.selection = {ObjectKind::example, 0, 0};
    session.setView(view);
    const QTransform zoom = bodyTransform(stage.layoutNow(), session.view());
    QVERIFY(!zoom.isIdentity());
    const QRectF shown = zoom.mapRect(stage.layoutNow().body);
    QVERIFY(shown.contains(stage.layoutNow().body)); // never more than there is
    const ObjectRef other{ObjectKind::example, 0, 1};
    QPointF seen;
    for (const Spot& spot : stage.layoutNow().spots) // of its places on the stage, one that can be seen now
        if (spot.object == other && stage.layoutNow().body.contains(zoom.map(spot.rect.center())))
            seen = zoom.map(spot.rect.center());
    QVERIFY(!seen.isNull());
    QTest::mouseClick(&stage, Qt::LeftButton, {}, seen.toPoint());
    QCOMPARE(session.view().selection, other);
    QVERIFY(!stage.grab().isNull());
}

void TestStageWidget::anEmptySessionPaints()
{
    Session session;
    StageWidget stage(session);
    stage.resize(832, 668);
    QVERIFY(!stage.grab().isNull());
    QCOMPARE(stage.layoutNow().now.title, QStringLiteral("Nothing has run yet."));
}

void TestStageWidget::aFrameIsCheap()
{
    const StageRun toy = stageRun(lesson7(3, Combine::mean)), real = stageRun(digits(4, 2));
    QImage image(QSize(1440, 900), QImage::Format_RGB32);
    std::vector<double> costs;
    for (const StageRun* one : {&toy, &real}) {
        double best = 1e9;
        for (int i = 0; i < 12; ++i) {
            const std::clock_t begin = std::clock();
            const StageLayout layout = stageAt(*one, "1 all-reduce 0.5", image.size());
            QPainter painter(&image);
            paintStage(painter, layout, Theme::light(), {});
            painter.end();
            best = std::min(best, 1000.0 * static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
        }
        costs.push_back(best);
    }
    qInfo("a frame at 1440x900, with reading the trace: %.2f ms of processor time for a toy, %.2f ms for images", costs[0],
        costs[1]);
    QVERIFY(costs[1] < 8 * costs[0]);
}

QTEST_MAIN(TestStageWidget)
#include "tst_stage_widget.moc"
