// What the inspector says, as text: lessons 4 and 7, by time, selection and reveal mask.
#include <QTest>

#include "core/cost/price.h"
#include "core/engine/engine.h"
#include "tests/support/hand_trace.h"
#include "ui/inspect/formula_builder.h"
#include "ui/inspect/short_numbers.h"

using namespace lockstep;
using namespace lockstep::ui;

namespace {

QString contentAt(const RunConfig& config, double time, View view = {})
{
    const Trace trace = test::handTrace(config);
    const Track track = price(trace);
    return plainText(inspectorContent(trace, worldAt(trace, track, time), view, Badge::exact));
}

/// The same from a run of the engine, at the end of training step `step`.
QString contentAfter(const RunConfig& config, std::size_t step, const View& view = {})
{
    Result<Trace> trace = runTraining(config);
    if (!trace)
        qFatal("%s", trace.error().message.c_str());
    const Track track = price(trace.value());
    return plainText(inspectorContent(
        trace.value(), worldAt(trace.value(), track, track.stepSpans.at(step).end), view, Badge::exact));
}

RunConfig lesson3Config()
{
    RunConfig config = test::lesson4Config();
    config.workers = 1;
    config.batch.perWorker = {4};
    config.collective.algorithm = Algorithm::ring;
    return config;
}

RunConfig lesson5Config()
{
    RunConfig config = test::lesson4Config();
    config.data.targets = {1, -1, 4, 2};
    config.start.kind = StartKind::values;
    config.start.values = {{2}};
    config.optimizer.lr = 0.25;
    return config;
}

RunConfig lesson8Config(Reduction loss, Combine combine)
{
    RunConfig config = test::lesson4Config();
    config.loss.reduction = loss;
    config.combine = combine;
    return config;
}

View selecting(ObjectKind kind, int rank, int index = -1)
{
    View view;
    view.selection.kind = kind;
    view.selection.rank = rank;
    view.selection.index = index;
    return view;
}

QString text(const char* utf8)
{
    return QString::fromUtf8(utf8).trimmed();
}

} // namespace

class InspectorFormulasTest : public QObject {
    Q_OBJECT
private slots:
    void lesson4AfterTheUpdate()
    {
        QCOMPARE(contentAt(test::lesson4Config(), 14), text(R"(
Equal shares, so average the means: g = (2 + 6)/2 = 4
Always right: weight by example count: g = (2·2 + 2·6)/4 = 16/4 = 4
Update, the same on A and B: w ← 1 − 0.1·4 = 0.6
Worker	Examples	Mean g	Sum
A	2	2	4
B	2	6	12
Global batch	4	4	16
)"));
    }

    void lesson4FillsInAsTimePasses()
    {
        QCOMPARE(contentAt(test::lesson4Config(), 3), text(R"(
Equal shares, so average the means: g = (g_A + g_B)/2
Always right: weight by example count: g = (2·g_A + 2·g_B)/4
Update, the same on A and B: w ← 1 − 0.1·g
Worker	Examples	Mean g	Sum
A	2	–	–
B	2	–	–
Global batch	4	–	–
)"));
        QCOMPARE(contentAt(test::lesson4Config(), 8), text(R"(
Equal shares, so average the means: g = (2 + 6)/2
Always right: weight by example count: g = (2·2 + 2·6)/4
Update, the same on A and B: w ← 1 − 0.1·g
Worker	Examples	Mean g	Sum
A	2	2	4
B	2	6	12
Global batch	4	–	–
)"));
        QVERIFY(contentAt(test::lesson4Config(), 12).contains(text("w ← 1 − 0.1·4\n")));
    }

    void lesson4BeforeTheFirstStepNamesOnlySymbols()
    {
        const QString start = contentAt(test::lesson4Config(), 0);
        QVERIFY2(start.contains(text("g = (g_A + g_B)/2\n")), qPrintable(start));
        QVERIFY2(start.contains(text("A\t2\t–")), qPrintable(start));
    }

    void lesson7PlainMeanIsSaidToBeWrong()
    {
        QCOMPARE(contentAt(test::lesson7Config(), 18), text(R"(
What ran: mean of the means: g = (2 + 6)/2 = 4
All four examples in one batch: g = (2 + 4 + 6 + 8)/4 = 20/4 = 5
Update, the same on A and B: w ← 1 − 0.1·4 = 0.6, not 0.5
Worker	Examples	Mean g	Sum
A	1	2	2
B	3	6	18
Global batch	4	5	20
)"));
    }

    void lesson7WeightedIsRight()
    {
        RunConfig config = test::lesson7Config();
        config.combine = Combine::weighted;
        QCOMPARE(contentAt(config, 18), text(R"(
Weighted by example count: g = (1·2 + 3·6)/4 = 20/4 = 5
All four examples in one batch: g = (2 + 4 + 6 + 8)/4 = 20/4 = 5
Update, the same on A and B: w ← 1 − 0.1·5 = 0.5
Worker	Examples	Mean g	Sum
A	1	2	2
B	3	6	18
Global batch	4	5	20
)"));
    }

    void lesson3OneWorkerTakesTheMeanOfItsExamples()
    {
        QCOMPARE(contentAfter(lesson3Config(), 1), text(R"(
All four examples in one batch: g = (1 + 3 + 5 + 7)/4 = 16/4 = 4
Update: w ← 1 − 0.1·4 = 0.6
Worker	Examples	Mean g	Sum
A	4	4	16
)"));
    }

    void lesson4SecondStep()
    {
        RunConfig config = test::lesson4Config(3);
        QVERIFY(contentAfter(config, 2).startsWith(text(R"(
Equal shares, so average the means: g = (1.6 + 5.6)/2 = 3.6
Always right: weight by example count: g = (2·1.6 + 2·5.6)/4 = 14.4/4 = 3.6
Update, the same on A and B: w ← 0.6 − 0.1·3.6 = 0.24
)")));
        QVERIFY(contentAfter(config, 3).contains(text("w ← 0.24 − 0.1·3.24 = −0.084")));
    }

    void longNumbersAreRoundedAndSaidToBe()
    {
        const QString said = contentAfter(test::lesson4Config(10), 10);
        QVERIFY2(said.contains(text("w ← −1.4503 − 0.1·1.5497 ≈ −1.6053")), qPrintable(said));
        QVERIFY2(said.contains(text("A\t2\t≈\u2009−0.45032\t≈\u2009−0.90064")), qPrintable(said));
        QCOMPARE(shortNumber(text("−1.6052862396")), text("−1.6053"));
        QCOMPARE(shortNumber(text("(−1.6052862396)")), text("(−1.6053)"));
        QCOMPARE(shortNumber(text("3.13559045395e−09")), text("3.1356e−9"));
        QCOMPARE(shortNumber(text("−0.63804")), text("−0.63804"));
        QCOMPARE(shortNumber(text("g_A + g_B + g_C")), text("g_A + g_B + g_C"));
    }

    void lesson5BracketsNegativeNumbers()
    {
        QVERIFY(contentAfter(lesson5Config(), 1).startsWith(text(R"(
Equal shares, so average the means: g = (2 + (−1))/2 = 0.5
Always right: weight by example count: g = (2·2 + 2·(−1))/4 = 2/4 = 0.5
Update, the same on A and B: w ← 2 − 0.25·0.5 = 1.875
)")));
    }

    void lesson7FromARunIsTheSame()
    {
        QCOMPARE(contentAfter(test::lesson7Config(), 1), contentAt(test::lesson7Config(), 18));
        RunConfig weighted = test::lesson7Config();
        weighted.combine = Combine::weighted;
        QCOMPARE(contentAfter(weighted, 1), contentAt(weighted, 18));
    }

    void lesson8EveryPairOfLossAndCombine_data()
    {
        QTest::addColumn<int>("loss");
        QTest::addColumn<int>("combine");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, Reduction loss, Combine combine, const char* expected) {
            QTest::newRow(name) << static_cast<int>(loss) << static_cast<int>(combine) << text(expected);
        };
        row("mean sum", Reduction::mean, Combine::sum, R"(
What ran: sum of the means: g = 2 + 6 = 8
All four examples in one batch: g = (1 + 3 + 5 + 7)/4 = 16/4 = 4
Update, the same on A and B: w ← 1 − 0.1·8 = 0.2, not 0.6)");
        row("sum mean", Reduction::sum, Combine::mean, R"(
What ran: mean of the sums: g = (4 + 12)/2 = 8
All four examples, summed: g = 1 + 3 + 5 + 7 = 16
Update, the same on A and B: w ← 1 − 0.1·8 = 0.2, not −0.6)");
        row("sum sum", Reduction::sum, Combine::sum, R"(
Sums added: g = 4 + 12 = 16
All four examples, summed: g = 1 + 3 + 5 + 7 = 16
Update, the same on A and B: w ← 1 − 0.1·16 = −0.6)");
    }
    void lesson8EveryPairOfLossAndCombine()
    {
        QFETCH(int, loss);
        QFETCH(int, combine);
        QFETCH(QString, expected);
        const QString said
            = contentAfter(lesson8Config(static_cast<Reduction>(loss), static_cast<Combine>(combine)), 1);
        QVERIFY2(said.startsWith(expected + u'\n'), qPrintable(said));
    }

    void accumulationShowsMeansOverMicroSteps()
    {
        RunConfig config = test::lesson4Config();
        config.batch.perWorker = {1};
        config.batch.accumulate = 2;
        const QString said = contentAfter(config, 1);
        QVERIFY2(said.contains(text("= 4\n")) && said.contains(text("w ← 1 − 0.1·4 = 0.6")), qPrintable(said));
        QVERIFY2(said.contains("A\t2\t3\t6") && said.contains("Global batch\t4\t4\t16"), qPrintable(said));
        const QString rank = contentAfter(config, 1, selecting(ObjectKind::rank, 0));
        QVERIFY2(rank.startsWith(text("Mean gradient of its examples, in 2 micro-steps: g_A = (1 + 5)/2 = 3\n")),
            qPrintable(rank));
    }

    void mismatchedStartsAreUpdatedOnTheirOwn()
    {
        RunConfig config = test::lesson4Config();
        config.start.kind = StartKind::values;
        config.start.values = {{1}, {3}};
        config.start.broadcast = false;
        const QString said = contentAfter(config, 1);
        QVERIFY2(said.contains(text("Update on worker A: w ← 1 − 0.1·5 = 0.5")), qPrintable(said));
        QVERIFY2(said.contains(text("Update on worker B: w ← 3 − 0.1·5 = 2.5")), qPrintable(said));
    }

    void whatNoCollectiveTakesStaysLocal()
    {
        RunConfig config = test::lesson4Config();
        config.bugs.unreducedParameter = "weight";
        QVERIFY2(contentAfter(config, 1).startsWith(text(R"(
What ran: nothing was combined: g_A = 2
g_B = 6
All four examples in one batch: g = (1 + 3 + 5 + 7)/4 = 4
Update on worker A: w ← 1 − 0.1·2 = 0.8, not 0.6
Update on worker B: w ← 1 − 0.1·6 = 0.4, not 0.6
)")),
            qPrintable(contentAfter(config, 1)));
    }

    void whatTakesPartInNoCollectiveIsNamedAndSaidToStayLocal()
    {
        RunConfig config;
        config.workers = 4;
        config.data.set = DataSet::digits;
        config.data.heldOut = 357;
        config.model.kind = ModelKind::softmax;
        config.loss.kind = LossKind::crossEntropy;
        config.batch.perWorker = {24};
        config.optimizer.lr = 0.5;
        config.steps = 1;
        config.bugs.unreducedParameter = "weight";
        const QString said = contentAfter(config, 1);
        QVERIFY2(said.startsWith(text(R"(
weight: not combined: each rank keeps its own
bias: equal shares, so average the means: g = (g_0 + g_1 + g_2 + g_3)/4
)") + u'\n'),
            qPrintable(said));
        QVERIFY2(said.contains(text("\nUpdate of weight, on every rank r by its own gradient: w_r ← w_r − 0.5·g_r\n"
                                    "Update of bias, on every rank: w ← w − 0.5·g\n")),
            qPrintable(said));
        const QString collective = contentAfter(config, 1, selecting(ObjectKind::collective, -1, 0));
        QVERIFY2(collective.startsWith("weight: not combined: each rank keeps its own\nRank"), qPrintable(collective));
    }

    void anExampleShowsPredictionLossAndGradient()
    {
        const QString said = contentAt(test::lesson4Config(), 14, selecting(ObjectKind::example, 0, 1));
        QVERIFY2(said.startsWith(text("Prediction: w = 1\nLoss: ½(1 − (−2))² = 4.5\nGradient: 1 − (−2) = 3\n")),
            qPrintable(said));
    }

    void aRankShowsItsMeanAndWhatItSends()
    {
        const QString said = contentAt(test::lesson4Config(), 14, selecting(ObjectKind::rank, 0));
        QVERIFY2(said.startsWith(
                     text("Mean gradient of its examples: g_A = (1 + 3)/2 = 2\nWhat it puts into the all-reduce: 2\n"
                          "Update on worker A: w ← 1 − 0.1·4 = 0.6\n")),
            qPrintable(said));
    }

    void aCollectiveShowsSumAndDivision()
    {
        const QString said = contentAt(test::lesson4Config(), 14, selecting(ObjectKind::collective, -1, 0));
        QVERIFY2(said.startsWith(text(
                     "Plan: Pairwise, one round\nEverything sent, added: 2 + 6 = 8\nDivided by the ranks: 8/2 = 4\n")),
            qPrintable(said));
    }

    void aTransferShowsWhatItCarriesAndWhoseItIs()
    {
        View view = selecting(ObjectKind::transfer, -1, 0);
        view.selection.round = 0;
        view.selection.transfer = 0;
        const QString said = contentAt(test::lesson4Config(), 10, view);
        QVERIFY2(said.startsWith(text("It carries: 2\nIn the sum: A\nWhat the receiver does: adds it to its own\n")),
            qPrintable(said));
    }

    void aMaskHidesEveryNumberThatTellsTheAnswer()
    {
        View view;
        view.hidden.combined = view.hidden.update = true;
        QCOMPARE(contentAt(test::lesson4Config(), 14, view), text(R"(
Shown after your answer
Worker	Examples	Mean g
A	2	2
B	2	6
Global batch	4	?
)"));
        view.hidden.localGradients = true;
        QCOMPARE(contentAt(test::lesson4Config(), 14, view), text(R"(
Shown after your answer
Worker	Examples
A	2
B	2
Global batch	4
)"));
        view.hidden.localGradients = false;
        // Nor do the parts of the window's objects lead there.
        for (View part : {selecting(ObjectKind::collective, -1, 0), selecting(ObjectKind::rank, 1),
                 selecting(ObjectKind::parameters, 1)}) {
            part.hidden = view.hidden;
            const QString said = contentAt(test::lesson7Config(), 18, part);
            QVERIFY2(said.contains("Shown after your answer"), qPrintable(said));
            QVERIFY2(!said.contains("0.1") && !said.contains("/2") && !said.contains("20"), qPrintable(said));
        }
        // The mask does not depend on the moment: a wrong run is not given away by its caption either.
        view.hidden.localGradients = false;
        const QString wrong = contentAt(test::lesson7Config(), 18, view);
        QVERIFY2(!wrong.contains("What ran") && !wrong.contains("not") && !wrong.contains("0.6"), qPrintable(wrong));
    }
};

QTEST_MAIN(InspectorFormulasTest)
#include "tst_inspector_formulas.moc"
