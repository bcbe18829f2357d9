// Coverage, curves and two runs side by side in the window; the red finding's fix as a button (lesson 11's numbers).
#include <QAccessible>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

#include "core/config/config_io.h"
#include "core/base/files.h"
#include "ui/app/stage_pager.h"
#include "ui/app/workspace.h"
#include "ui/compare/compare_page.h"
#include "ui/compare/side_by_side.h"
#include "ui/coverage/coverage_grid.h"
#include "ui/coverage/coverage_page.h"
#include "ui/inspect/failure_card.h"
#include "ui/plot/curves_page.h"
#include "ui/plot/plot_widget.h"
#include "ui/run/second_run.h"
#include "ui/scene/stage_widget.h"
#include "ui/widgets/button.h"
#include "ui/widgets/focus_ring.h"

using namespace lockstep;
using namespace lockstep::ui;

namespace {

RunConfig repeated()
{
    RunConfig config;
    config.workers = 4;
    config.data.set = DataSet::digits;
    config.model.kind = ModelKind::softmax;
    config.loss.kind = LossKind::crossEntropy;
    config.sampler.policy = SamplerPolicy::replicate;
    config.batch.perWorker = {24};
    config.optimizer.lr = 0.5;
    config.steps = 30;
    config.eval.every = 15;
    return config;
}

class Bench {
public:
    Bench()
    {
        const std::string file = (folder.path() + "/repeated.json").toStdString();
        if (!writeFileAtomically(file, configToJson(repeated())) || !workspace.open(file, true))
            qFatal("the run does not open");
        window().setAttribute(Qt::WA_DontShowOnScreen);
        window().resize(1440, 900);
        window().show();
        QCoreApplication::processEvents();
    }
    MainWindow& window() { return workspace.window(); }
    SideBySide& sides() { return workspace.sideBySide(); }
    void goToStep(std::size_t step)
    {
        workspace.session().setPlayhead(workspace.session().track().stepSpans.at(step).end);
    }
    FailureCard* card() { return window().findChild<FailureCard*>(); }
    Button* button(const QString& text)
    {
        for (Button* each : window().findChildren<Button*>())
            if (each->text() == text && each->isVisible())
                return each;
        return nullptr;
    }

    QTemporaryDir folder;
    Workspace workspace;
};

} // namespace

class TestSideBySide : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        loadBundledFonts();
        QApplication::setFont(uiFont(13));
    }

    void coverageTellsWhatWasSeen()
    {
        Bench bench;
        bench.sides().show(StagePage::coverage);
        bench.goToStep(15);
        CoveragePage& page = bench.sides().coverage();
        QVERIFY(page.isVisible());
        QVERIFY(!bench.workspace.stage().isVisible());
        QCOMPARE(page.headline(), QString::fromUtf8("360 of 1\u202f440 seen, 4 times each"));
        QVERIFY(page.accessibleDescription().contains("Every rank starts at the same place: no rank offset."));
        QVERIFY(!page.accessibleDescription().contains("seed"));
        FactTable& table = page.table();
        QCOMPARE(table.gridRowName(0), QStringLiteral("Step 15"));
        QCOMPARE(table.gridText(0, 1), QStringLiteral("96"));
        QCOMPARE(table.gridText(0, 2), QStringLiteral("24"));
        QCOMPARE(table.gridText(1, 5), QStringLiteral("4"));
        bench.goToStep(7);
        QCOMPARE(page.headline(), QString::fromUtf8("168 of 1\u202f440 seen, 4 times each"));
    }

    void cellsOfAFewAndOfManyExamples()
    {
        for (const std::int32_t examples : {8, 357, 1440, 60000}) {
            Coverage coverage;
            coverage.examples = examples;
            coverage.times.assign(static_cast<std::size_t>(examples), 1);
            coverage.owner.assign(static_cast<std::size_t>(examples), 2);
            coverage.timesEver = coverage.times;
            coverage.times[1] = 3;
            coverage.owner[1] = kSeenBySeveral;
            const QRectF room(16, 16, 780, 260);
            const CoverageLayout layout = layoutCoverage(coverage, room);
            std::int32_t all = 0, seen = 0, repeated = 0;
            for (const CoverageCell& cell : layout.cells) {
                QCOMPARE(cell.first, all);
                all += cell.count;
                seen += cell.seen;
                repeated += cell.repeated;
                QVERIFY(room.contains(cell.rect));
            }
            QCOMPARE(all, examples);
            QCOMPARE(seen, examples);
            QCOMPARE(repeated, 1);
            QVERIFY(layout.side >= 6);
            QCOMPARE(layout.perCell > 1, examples == 60000);
            const auto& last = layout.cells.back();
            QCOMPARE(layout.at(last.rect.center()), int(layout.cells.size()) - 1);
            QCOMPARE(layout.at(QPointF(2, 2)), -1);
            if (examples == 8) { // room for words
                QCOMPARE(layout.cells[0].text, QStringLiteral("2"));
                QCOMPARE(layout.cells[1].text, QString::fromUtf8("3×"));
                QVERIFY(exampleSentence(coverage, layout.cells[1]).contains("3 times in this epoch, by several ranks"));
            }
        }
    }

    void theSwitchIsForRunsAndFollowsTheView()
    {
        Bench bench;
        QWidget& pages = bench.workspace.pager().pageSwitch();
        QVERIFY(pages.isVisible());
        const QList<QAbstractButton*> segments = pages.findChildren<QAbstractButton*>();
        QCOMPARE(segments.size(), 4);
        segments[2]->click();
        QVERIFY(bench.workspace.session().view().page == StagePage::curves);
        QVERIFY(bench.sides().curves().isVisible() && !bench.workspace.stage().isVisible());
        QVERIFY(segments[2]->focusPolicy() & Qt::TabFocus); // the chosen one; arrow keys go to the others
        segments[3]->click();
        QVERIFY(bench.workspace.session().view().page == StagePage::compare);
        segments[0]->click();
        QVERIFY(bench.workspace.stage().isVisible());
        QVERIFY(bench.workspace.open("4"));
        QVERIFY(!pages.isVisible()); // a lesson leads its own way
        bench.sides().show(StagePage::curves);
        QVERIFY(bench.workspace.stage().isVisible());
    }

    void aPageThatHasNothingToShowSaysWhy()
    {
        Bench bench;
        Trace start(std::make_shared<TraceHeader>(bench.workspace.session().trace().header()), {});
        start.append(bench.workspace.session().trace().sharedStep(0));
        bench.workspace.session().setTrace(start);
        const QList<QAbstractButton*> segments = bench.workspace.pager().pageSwitch().findChildren<QAbstractButton*>();
        QVERIFY(!segments[1]->isEnabled() && !segments[1]->toolTip().isEmpty());
        QVERIFY(!segments[2]->isEnabled() && !segments[2]->toolTip().isEmpty());
        QVERIFY(segments[3]->isEnabled());
    }

    void aPointOfACurveMovesThePlayhead()
    {
        Bench bench;
        bench.sides().show(StagePage::curves);
        PlotWidget& loss = bench.sides().curves().loss();
        QCOMPARE(loss.gridRows(), 30);
        const QPointF point = loss.place(0, 11);
        QTest::mouseClick(&loss, Qt::LeftButton, {}, point.toPoint());
        QCOMPARE(bench.workspace.session().world().stepIndex, std::size_t{12});
        QVERIFY(loss.spec().readout.startsWith("step 12: batch "));
        QCOMPARE(*bench.sides().curves().heldOut().spec().mark, 12.0);
        View view = bench.workspace.session().view();
        view.curveAxis = CurveAxis::seconds;
        bench.workspace.session().setView(view);
        QCOMPARE(*loss.spec().xBadge, Badge::measured);
    }

    void theFixRunsAsASecondRun()
    {
        Bench bench;
        QVERIFY(bench.card());
        Button* fix = bench.button(QStringLiteral("Give each rank its share"));
        QVERIFY(fix);
        QSignalSpy changed(&bench.sides().run(), &SecondRun::changed);
        fix->click();
        QTRY_VERIFY_WITH_TIMEOUT(!bench.sides().run().running() && changed.size() >= 2, 20000);
        const Session& session = bench.workspace.session();
        QVERIFY(session.view().page == StagePage::compare);
        QCOMPARE(session.overlay().trainingSteps(), 30);
        QVERIFY(session.overlay().config().sampler.policy == SamplerPolicy::distributed);
        QVERIFY(session.trace().config().sampler.policy == SamplerPolicy::replicate); // the open run stays
        QTRY_VERIFY(bench.button(QStringLiteral("Compare side by side")));

        ComparePage& page = bench.sides().compare();
        bench.goToStep(15);
        QCOMPARE(page.headline(), QStringLiteral("By step 15: A 225, B 294 of 357 right"));
        bench.goToStep(30);
        QCOMPARE(page.headline(), QStringLiteral("By step 30: A 280, B 303 of 357 right"));
        QCOMPARE(page.keys().gridRows(), 1);
        QCOMPARE(page.keys().gridText(0, 0), QStringLiteral("sampler.policy"));
        QCOMPARE(page.keys().gridText(0, 1), QStringLiteral("replicate"));
        QCOMPARE(page.keys().gridText(0, 2), QStringLiteral("distributed"));
        QCOMPARE(page.future().gridColumns(), 2); // both futures on one plot
        QCOMPARE(page.future().gridRows(), 2);
        QCOMPARE(page.distance().gridRows(), 31);
        QVERIFY(page.accessibleDescription().contains("Their parameters part in step 1."));

        bench.sides().show(StagePage::step);
        bench.button(QStringLiteral("Compare side by side"))->click();
        QTRY_VERIFY(bench.workspace.session().view().page == StagePage::compare);
        bench.sides().closeSecond();
        QVERIFY(bench.workspace.session().overlay().empty());
        QTRY_VERIFY(bench.button(QStringLiteral("Give each rank its share")));
    }

    void aSecondRunFromAFile()
    {
        Bench bench;
        const std::string file = (bench.folder.path() + "/second.json").toStdString();
        RunConfig config = repeated();
        config.optimizer.lr = 0.1;
        config.steps = 10;
        QVERIFY(writeFileAtomically(file, configToJson(config)));
        QVERIFY(bench.sides().openSecond(file, true));
        QCOMPARE(bench.sides().compare().keys().gridRows(), 2);
        QCOMPARE(bench.workspace.session().overlay().trainingSteps(), 10);
        bench.goToStep(20); // B is over by then
        QCOMPARE(bench.sides().compare().facts().gridText(0, 1), QStringLiteral("20"));
        QCOMPARE(bench.sides().compare().facts().gridText(0, 2), QStringLiteral("10"));
        const auto lesson = bench.sides().openSecond("4", true);
        QVERIFY(!lesson && lesson.error().message.find("lesson") != std::string::npos);
        const auto none = bench.sides().openSecond("none.trace", true);
        QVERIFY(!none && !none.error().message.empty());
        QCOMPARE(bench.workspace.session().overlay().trainingSteps(), 10); // what was there stays
    }

    void theSecondRunEndsWithTheFirst()
    {
        Bench bench;
        RunConfig longer = repeated();
        longer.steps = 4000;
        QVERIFY(bench.sides().run().start(longer, {}));
        QTRY_VERIFY(!bench.workspace.session().overlay().empty());
        QVERIFY(bench.workspace.open((bench.folder.path() + "/repeated.json").toStdString(), true));
        QTRY_VERIFY_WITH_TIMEOUT(!bench.sides().run().running(), 20000);
        QVERIFY(bench.workspace.session().overlay().empty());
    }

    void lessonsOfferNoFixButton()
    {
        Bench bench;
        QVERIFY(bench.workspace.open("7"));
        bench.workspace.player().goToEnd();
        QVERIFY(!bench.button(QStringLiteral("Weight ranks by their counts")));
    }
};

QTEST_MAIN(TestSideBySide)
#include "tst_side_by_side.moc"
