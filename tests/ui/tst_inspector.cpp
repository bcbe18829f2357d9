// The inspector as a widget: hover and selection both ways, masks in picture and accessible text, the diagnosis.
#include <QAccessible>
#include <QDir>
#include <QPixmap>
#include <QTest>

#include "core/engine/engine.h"
#include "tests/support/hand_trace.h"
#include "ui/app/session.h"
#include "ui/inspect/diagnosis_content.h"
#include "ui/inspect/diagnosis_view.h"
#include "ui/inspect/formula_layout.h"
#include "ui/inspect/formula_view.h"
#include "ui/inspect/inspector.h"
#include "ui/inspect/source_table_view.h"
#include "ui/widgets/button.h"

using namespace lockstep;
using namespace lockstep::ui;

namespace {

struct Stand {
    Session session;
    Inspector inspector{session};

    explicit Stand(const Trace& trace, double time, QSize size = {296, 668})
    {
        session.setTrace(trace);
        session.setPlayhead(time);
        applyTheme(inspector, Theme::light());
        inspector.resize(size);
        inspector.show();
        QVERIFY(QTest::qWaitForWindowExposed(&inspector));
    }
    QList<FormulaView*> formulas() const
    {
        QList<FormulaView*> shown;
        for (FormulaView* view : inspector.findChildren<FormulaView*>())
            if (view->isVisible())
                shown << view;
        return shown;
    }
};

void picture(QWidget& widget, const QString& name)
{
    if (!qEnvironmentVariableIsSet("LOCKSTEP_PICTURES"))
        return;
    for (const ThemeMode mode : {ThemeMode::light, ThemeMode::dark})
        for (const int scale : {1, 2}) {
            applyTheme(widget, Theme::of(mode));
            QPixmap image(widget.size() * scale);
            image.setDevicePixelRatio(scale);
            widget.render(&image);
            QVERIFY(image.save(QDir(qEnvironmentVariable("LOCKSTEP_PICTURES"))
                                   .filePath(QStringLiteral("%1-%2-%3.png")
                                                 .arg(name, mode == ThemeMode::light ? "light" : "dark")
                                                 .arg(scale))));
        }
}

Trace run(const RunConfig& config)
{
    Result<Trace> trace = runTraining(config);
    if (!trace)
        qFatal("%s", trace.error().message.c_str());
    return trace.value();
}

Trace digits()
{
    RunConfig config;
    config.workers = 4;
    config.data.set = DataSet::digits;
    config.data.heldOut = 357;
    config.model.kind = ModelKind::softmax;
    config.loss.kind = LossKind::crossEntropy;
    config.batch.perWorker = {24};
    config.optimizer.lr = 0.5;
    config.steps = 4;
    return run(config);
}

Finding finding(DetectorId detector, Verdict verdict, const char* title, const char* value)
{
    Finding made;
    made.detector = detector;
    made.verdict = verdict;
    made.title = {title, {}};
    made.value = {value, {}};
    return made;
}

/// Lesson 7's wrong run: one cause, one consequence.
std::vector<Finding> failing()
{
    std::vector<Finding> findings = {
        finding(DetectorId::weightsMatchCounts, Verdict::fail, "Weights do not match counts", ""),
        finding(DetectorId::gradientMatchesReference, Verdict::fail, "Gradient differs from one worker", ""),
        finding(DetectorId::replicasIdentical, Verdict::pass, "Replicas identical", "w = 0.6"),
        finding(DetectorId::samplesDisjoint, Verdict::pass, "Examples disjoint", "4 of 4"),
        finding(DetectorId::collectivesJoined, Verdict::pass, "Collectives joined", "A and B"),
        finding(DetectorId::valuesFinite, Verdict::notChecked, "Values finite", ""),
    };
    using Kind = MessageArgument::Kind;
    const MessageArgument half(Kind::number, {"1/2"});
    findings[0].cause = {"Used %1 and %2. The counts are %3.", {half, half, {Kind::number, {"1", "3"}}}};
    findings[0].remedy = {"Weight each mean by its example count.", {}};
    findings[0].step = StepId{1};
    findings[1].followsFrom = DetectorId::weightsMatchCounts;
    findings[5].cause = {"The capture level is %1.", {"digest"}};
    return findings;
}

} // namespace

class InspectorTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { loadBundledFonts(); }

    void pictures()
    {
        if (!qEnvironmentVariableIsSet("LOCKSTEP_PICTURES"))
            QSKIP("LOCKSTEP_PICTURES names no folder");
        for (const int width : {296, 260}) {
            const QSize size(width, 668);
            Stand four(run(test::lesson4Config()), 14, size);
            picture(four.inspector, QStringLiteral("inspector-l04-%1").arg(width));
            ObjectRef example;
            example.kind = ObjectKind::example;
            example.rank = 0;
            example.index = 1;
            four.session.select(example);
            picture(four.inspector, QStringLiteral("inspector-l04-example-%1").arg(width));
            Stand seven(run(test::lesson7Config()), 18, size);
            picture(seven.inspector, QStringLiteral("inspector-l07-%1").arg(width));
            Stand real(digits(), 0, size);
            real.session.setPlayhead(real.session.track().stepSpans[3].end);
            picture(real.inspector, QStringLiteral("inspector-digits-%1").arg(width));
            View large = four.session.view();
            large.selection = {};
            large.textScale = 1.5;
            four.session.setView(large);
            picture(four.inspector, QStringLiteral("inspector-large-%1").arg(width));
            Stand late(run(test::lesson7Config(200)), 0, size);
            late.session.setPlayhead(late.session.track().end());
            picture(late.inspector, QStringLiteral("inspector-late-%1").arg(width));
            RunConfig parted = test::lesson4Config();
            parted.bugs.unreducedParameter = "weight";
            Stand alone(run(parted), 10, size);
            picture(alone.inspector, QStringLiteral("inspector-unreduced-%1").arg(width));
            RunConfig single = test::lesson4Config();
            single.workers = 1;
            single.batch.perWorker = {4};
            single.collective.algorithm = Algorithm::ring;
            Stand one(run(single), 20, size);
            picture(one.inspector, QStringLiteral("inspector-l03-%1").arg(width));
        }
    }

    void everyFormulaIsReadOut()
    {
        Stand stand(test::handTrace(test::lesson4Config()), 14);
        const QList<FormulaView*> formulas = stand.formulas();
        QCOMPARE(formulas.size(), 3);
        QCOMPARE(formulas[0]->accessibleName(), QString("Equal shares, so average the means: g = (2 + 6)/2 = 4"));
        QVERIFY(stand.inspector.accessibleDescription().contains("(2 + 6)/2 = 4"));
    }

    void pointingAtANumberPointsAtItsOriginAndAClickSelectsIt()
    {
        Stand stand(test::handTrace(test::lesson4Config()), 14);
        FormulaView* view = stand.formulas().front();
        const Formula formula
            = inspectorContent(stand.session.trace(), stand.session.world(), {}, Badge::exact).blocks[0].formula;
        const FormulaLayout layout = layoutFormula(formula, view->width());
        const FormulaRun* six = nullptr;
        for (const FormulaRun& run : layout.runs)
            if (run.text == "6")
                six = &run;
        QVERIFY(six);
        const double caption = view->height() - layout.height;
        const QPoint place = (six->rect.center() + QPointF(0, caption)).toPoint();
        QTest::mouseMove(view, place);
        QCOMPARE(stand.session.view().hover.kind, ObjectKind::gradient);
        QCOMPARE(stand.session.view().hover.rank, 1);
        QTest::mouseClick(view, Qt::LeftButton, {}, place);
        QCOMPARE(stand.session.view().selection.kind, ObjectKind::gradient);
        QCOMPARE(stand.session.view().selection.rank, 1);
        QCOMPARE(
            stand.formulas().front()->accessibleName(), QString("Mean gradient of its examples: g_B = (5 + 7)/2 = 6"));
    }

    void theKeyboardWalksTheTermsAndSelectsOne()
    {
        Stand stand(test::handTrace(test::lesson4Config()), 14);
        FormulaView* view = stand.formulas().front();
        QTest::keyClick(view, Qt::Key_Right);
        QCOMPARE(stand.session.view().hover.rank, 0);
        QTest::keyClick(view, Qt::Key_Right);
        QCOMPARE(stand.session.view().hover.rank, 1);
        QTest::keyClick(view, Qt::Key_Return);
        QCOMPARE(stand.session.view().selection.rank, 1);
    }

    void hoveringElsewhereUnderlinesTheNumber()
    {
        Stand stand(test::handTrace(test::lesson4Config()), 14);
        FormulaView* view = stand.formulas().front();
        const QImage plain = view->grab().toImage();
        ObjectRef gradient;
        gradient.kind = ObjectKind::gradient;
        gradient.rank = 1;
        stand.session.hover(gradient);
        QVERIFY(view->grab().toImage() != plain);
    }

    void aMaskHidesNumbersFromPictureAndReaders()
    {
        Stand stand(test::handTrace(test::lesson4Config()), 14);
        View view = stand.session.view();
        view.hidden.combined = view.hidden.update = true;
        stand.session.setView(view);
        QStringList said = {stand.inspector.accessibleDescription()};
        for (const FormulaView* formula : stand.formulas())
            said << formula->accessibleName();
        for (const QString& text : said) {
            QVERIFY2(!text.contains("= 4"), qPrintable(text));
            QVERIFY2(!text.contains("0.6"), qPrintable(text));
            QVERIFY2(!text.contains("16"), qPrintable(text));
        }
        auto* table = stand.inspector.findChild<SourceTableView*>();
        QAccessibleInterface* face = QAccessible::queryAccessibleInterface(table);
        QVERIFY(face && face->tableInterface());
        QCOMPARE(face->tableInterface()->cellAt(2, 2)->text(QAccessible::Name), QString("?"));
    }

    void theTableIsRowsAndCellsAndSelectsRanks()
    {
        Stand stand(test::handTrace(test::lesson4Config()), 14);
        auto* table = stand.inspector.findChild<SourceTableView*>();
        QAccessibleTableInterface* face = QAccessible::queryAccessibleInterface(table)->tableInterface();
        QCOMPARE(face->rowCount(), 3);
        QCOMPARE(face->columnDescription(2), QString("Mean g"));
        QCOMPARE(face->cellAt(1, 3)->text(QAccessible::Name), QString("12"));
        QVERIFY(table->rect().contains(table->gridRect(2, 3)));
        QTest::keyClick(table, Qt::Key_Down);
        QTest::keyClick(table, Qt::Key_Down);
        QTest::keyClick(table, Qt::Key_Return);
        QCOMPARE(stand.session.view().selection.kind, ObjectKind::rank);
        QCOMPARE(stand.session.view().selection.rank, 1);
    }

    void aFormulaWrapsBetweenRelationsNeverInAFraction()
    {
        Formula formula = {piece::symbol("g"), piece::equals(),
            piece::fraction({piece::text("1 + 2 + 3 + 4 + 5")}, {piece::number("4")}), piece::equals(),
            piece::fraction({piece::number("16")}, {piece::number("4")}), piece::equals(), piece::result("4")};
        const FormulaLayout wide = layoutFormula(formula, 400), narrow = layoutFormula(formula, 190);
        QCOMPARE(wide.lines, 1);
        QCOMPARE(narrow.lines, 2);
        QVERIFY(narrow.width <= 190);
        QCOMPARE(narrow.bars.size(), 2u);
        for (const FormulaRun& run : narrow.runs)
            QVERIFY(run.rect.right() <= 190);
        // A single fraction that is too wide is set smaller.
        QVERIFY(layoutFormula(formula, 150).width <= 150);
    }

    void theFirstFailureIsACardAndItsConsequencesFollow()
    {
        QCOMPARE(plainText(diagnosisContent(failing(), false, test::lesson7Config())),
            QString::fromUtf8(
                "2 of 5 fail\n"
                "FAIL: Weights do not match counts | Used ½ and ½. The counts are 1, 3. | Weight each mean by its example count.\n"
                "follows: Gradient differs from one worker | follows from: Weights do not match counts\n"
                "passes: 3 other checks pass\n"
                "not checked: Values finite | The capture level is digest."));
    }

    void ranksAreCalledAsInTheRestOfTheWindow()
    {
        using Kind = MessageArgument::Kind;
        const Message message{"%2 is late. In step %1 %3 both train on %4; %2 is first by %5.",
            {{Kind::number, {"2000"}}, {Kind::rank, {"1"}}, {Kind::rank, {"0", "1"}}, "rank 7",
                {Kind::number, {"-2"}}}};
        QCOMPARE(messageText(message, test::lesson4Config()),
            QString::fromUtf8("B is late. In step 2\u202f000 A and B both train on rank 7; B is first by −2."));
        QCOMPARE(message.english(),
            std::string("Rank 1 is late. In step 2000 ranks 0 and 1 both train on rank 7; rank 1 is first by -2."));
        RunConfig many = test::lesson4Config();
        many.workers = 4;
        QCOMPARE(messageText(message, many),
            QString::fromUtf8(
                "Rank 1 is late. In step 2\u202f000 ranks 0 and 1 both train on rank 7; rank 1 is first by −2."));
    }

    void passesAreQuietLines()
    {
        std::vector<Finding> findings
            = {finding(DetectorId::replicasIdentical, Verdict::pass, "Replicas identical", "w = %1"),
                finding(DetectorId::weightsMatchCounts, Verdict::pass, "Weights match counts", "%1 each")};
        findings[0].value.arguments = {{MessageArgument::Kind::number, {"-0.084"}}};
        findings[1].value.arguments = {{MessageArgument::Kind::number, {"1/2"}}};
        QCOMPARE(plainText(diagnosisContent(findings, false, test::lesson4Config())),
            QString::fromUtf8(
                "2 of 2 pass\npass: Replicas identical | w = −0.084\npass: Weights match counts | ½ each"));
    }

    void valuesAreThoseOfTheMomentNotOfALaterStep()
    {
        Stand stand(run(test::lesson4Config(3)), 14);
        const auto said = [&](RevealMask hidden) {
            return plainText(diagnosisContent(stand.session.findings(), false, test::lesson4Config(3),
                valuesNow(stand.session.trace(), stand.session.world(), hidden)));
        };
        QVERIFY(said({}).contains("w = 0.6"));
        QVERIFY(said({}).contains("loss 10.5"));
        RevealMask hidden;
        hidden.update = hidden.loss = true;
        QVERIFY(said(hidden).contains("w = ?"));
        QVERIFY(!said(hidden).contains("loss"));
        stand.session.setPlayhead(10);
        QVERIFY(said(hidden).contains("w = 1"));
    }

    void aQuestionHidesTheFindings()
    {
        QCOMPARE(plainText(diagnosisContent(failing(), true, test::lesson7Config())),
            QString("\nhidden: Shown after your answer"));
    }
};

QTEST_MAIN(InspectorTest)
#include "tst_inspector.moc"
