// The stage of image runs: what the batch took from the epoch's order, repeats, tiles, bars, and what a mask hides.
#include <set>

#include <QtTest>

#include "tests/support/many_workers.h"
#include "tests/support/stage_check.h"
#include "ui/scene/batch_facts.h"
#include "ui/scene/stage_paint.h"
#include "ui/scene/tiles_layout.h"
#include "ui/widgets/theme.h"

using namespace lockstep;
using namespace lockstep::testing;
using namespace lockstep::ui;

namespace {

std::vector<std::vector<int>> drawnIn(const Trace& trace, int step)
{
    std::vector<std::vector<int>> drawn;
    for (int rank = 0; rank < trace.ranks(); ++rank) {
        const auto* assigned = find<BatchAssigned>(trace, step, rank);
        drawn.emplace_back(assigned->samples.begin(), assigned->samples.end());
    }
    return drawn;
}

BatchFacts batchOf(const Trace& trace, int step)
{
    const StepRecord& record = trace.step(static_cast<std::size_t>(step));
    return batchFacts(trace.config(), trace.header().data.train, record.before.examplesSeen, drawnIn(trace, step));
}

std::set<int> samplesOf(const BatchFacts& batch)
{
    std::set<int> samples;
    for (const DrawnImage& image : batch.images)
        samples.insert(image.sample);
    return samples;
}

std::vector<TileMark> tilesOf(const StageLayout& layout)
{
    std::vector<TileMark> tiles;
    for (const Mark& mark : layout.marks)
        if (const auto* tile = std::get_if<TileMark>(&mark))
            tiles.push_back(*tile);
    return tiles;
}

QImage pictureOf(const StageLayout& layout, double ratio = 1)
{
    QImage image((layout.size * ratio).toSize(), QImage::Format_RGB32);
    image.setDevicePixelRatio(ratio);
    QPainter painter(&image);
    paintStage(painter, layout, Theme::light(), {});
    painter.end();
    return image;
}

} // namespace

class TestStageImages : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { loadBundledFonts(); }

    void repeatsAreCountedAndTheRestOfTheOrderIsWhatComesNext_data();
    void repeatsAreCountedAndTheRestOfTheOrderIsWhatComesNext();
    void theHeadlineLeadsInHealthyRunsToo();
    void repeatsAreFramedAndSaidInEveryLane();
    void aMaskHidesTheCountAndTheFrames();
    void tilesAreWholeMultiples();
    void nothingOverlaps_data();
    void nothingOverlaps();
    void numbersAreThoseOfTheTrace();
    void whatWasNotRecordedSaysSo();
    void aMomentHasOnePictureWhicheverWayItIsReached();
};

void TestStageImages::repeatsAreCountedAndTheRestOfTheOrderIsWhatComesNext_data()
{
    QTest::addColumn<int>("policy");
    QTest::addColumn<int>("different");
    QTest::newRow("replicate") << static_cast<int>(SamplerPolicy::replicate) << 48;
    QTest::newRow("distributed") << static_cast<int>(SamplerPolicy::distributed) << 192;
    QTest::newRow("block") << static_cast<int>(SamplerPolicy::block) << 192;
}

void TestStageImages::repeatsAreCountedAndTheRestOfTheOrderIsWhatComesNext()
{
    QFETCH(int, policy);
    QFETCH(int, different);
    // 4 ranks with 48 each: replicated epochs have 30 steps, the others 7.5, so both kinds begin a second epoch.
    const RunConfig config = imageRun(4, 48, static_cast<SamplerPolicy>(policy), 33);
    const Trace trace = run(config);
    const bool replicate = config.sampler.policy == SamplerPolicy::replicate;
    const int epoch = replicate ? 30 : 8;
    for (const int step : {1, 2, 5, 9, 13, 31}) {
        const BatchFacts batch = batchOf(trace, step), next = batchOf(trace, step + 1);
        QCOMPARE(batch.drawn, 192);
        QCOMPARE(batch.different, different);
        QVERIFY(batch.ordered);
        QCOMPARE(batch.position, (step - 1) % epoch * different);
        QCOMPARE(batch.allSame, replicate);
        QCOMPARE(batch.sameAs, replicate ? (std::vector<int>{-1, 0, 0, 0}) : (std::vector<int>{-1, -1, -1, -1}));
        // The engine's next batch is the stretch of the order behind this one.
        const std::size_t look = std::min<std::size_t>(batch.behind.size(), 48);
        QVERIFY(look > 0);
        const std::set<int> coming = samplesOf(next);
        for (std::size_t i = 0; i < look; ++i)
            QVERIFY2(coming.contains(batch.behind[i]), qPrintable(QString::number(i)));
        const std::set<int> earlier = samplesOf(batchOf(trace, std::max(1, step - 1)));
        for (const int sample : batch.before)
            QVERIFY(earlier.contains(sample));
    }
}

void TestStageImages::theHeadlineLeadsInHealthyRunsToo()
{
    const StageRun run = stageRun(imageRun(4, 24, SamplerPolicy::distributed));
    for (const QSize size : {QSize(690, 510), QSize(832, 668), QSize(1104, 668)}) {
        const QStringList texts = textsOf(stageAt(run, "1 end", size));
        QVERIFY(texts.contains("96 different images among 96 drawn"));
        QVERIFY(textsOf(stageAtTime(run, 0, size)).contains("No image drawn yet"));
    }
    const StageRun one = stageRun(imageRun(1, 5, SamplerPolicy::block));
    QVERIFY(textsOf(stageAt(one, "1 end", {832, 668})).contains("5 different images among 5 drawn"));
}

void TestStageImages::repeatsAreFramedAndSaidInEveryLane()
{
    const StageRun run = stageRun(imageRun(4, 4, SamplerPolicy::replicate, 3));
    const StageLayout layout = stageAt(run, "2 end", {832, 668});
    const QStringList texts = textsOf(layout);
    QVERIFY2(texts.contains("4 different images among 16 drawn"), qPrintable(texts.join('\n')));
    QVERIFY(texts.contains("Every rank starts at the same place in the shared order: no rank offset."));
    QCOMPARE(texts.count("same four as rank 0"), 3);
    QVERIFY(texts.contains("ranks 0, 1, 2 and 3"));
    QVERIFY(texts.contains("12 more that would fit in this batch: no rank draws them"));
    QVERIFY(texts.contains("earlier steps"));
    int framed = 0, faded = 0, plain = 0;
    for (const TileMark& tile : tilesOf(layout)) {
        framed += tile.twice ? 1 : 0;
        faded += tile.faded ? 1 : 0;
        plain += !tile.twice && !tile.faded ? 1 : 0;
        QCOMPARE(tile.pixel, 4);
    }
    QCOMPARE(framed, 4 + 16);
    QCOMPARE(faded, 4);
    QCOMPARE(plain, 12);
    QCOMPARE(layout.now.detail,
        QStringLiteral("The mean of 4 equal gradients is that same gradient: 4 workers, one worker’s result."));
    QCOMPARE(layout.cells[5].text, QStringLiteral("the same 4 images as rank 0"));
}

void TestStageImages::aMaskHidesTheCountAndTheFrames()
{
    const StageRun run = stageRun(imageRun(4, 4, SamplerPolicy::replicate, 3));
    View view;
    view.hidden.findings = true;
    for (const char* moment : {"2 load", "2 all-reduce", "2 end"})
        for (const QSize size : {QSize(690, 510), QSize(832, 668), QSize(1104, 668)}) {
            const StageLayout layout = stageAt(run, moment, size, view);
            for (const QString& text : textsOf(layout))
                for (const char* secret :
                    {"4 different", "same four", "same 4", "no rank", "equal gradients", "0, 1, 2"})
                    QVERIFY2(!text.contains(secret), qPrintable(text));
            for (const TileMark& tile : tilesOf(layout))
                QVERIFY(!tile.twice);
        }
}

void TestStageImages::tilesAreWholeMultiples()
{
    StageImages digitsLike, photographs;
    digitsLike.width = digitsLike.height = 8;
    photographs.width = photographs.height = 28;
    QCOMPARE(fitTiles(digitsLike, 4, 156, 60, true).size.pixel, 4);
    const TileBlock many = fitTiles(digitsLike, 24, 260, 52, false);
    QCOMPARE(many.size.pixel, 2);
    QCOMPARE(many.shown, 24);
    const TileBlock four = fitTiles(photographs, 4, 156, 60, true);
    QCOMPARE(four.size.pixel, 1);
    QCOMPARE(four.size.average, 1);
    const TileBlock crowd = fitTiles(photographs, 24, 260, 52, false);
    QCOMPARE(crowd.size.pixel, 1);
    QCOMPARE(crowd.size.average, 2);
    QCOMPARE(28 % crowd.size.average, 0);
    const TileBlock rest = fitTiles(photographs, 200, 156, 52, false);
    QVERIFY(rest.shown < 200);
    for (const TileBlock& block : {many, four, crowd, rest}) {
        QVERIFY(block.width <= 260 && block.height <= 60);
        QVERIFY(block.across * (block.size.width + block.size.gap) - block.size.gap <= block.width + 0.01);
    }
}

void TestStageImages::nothingOverlaps_data()
{
    QTest::addColumn<int>("workers");
    for (const int workers : {1, 2, 4, 5, 16, 17, 64, 256})
        QTest::addRow("%d", workers) << workers;
}

void TestStageImages::nothingOverlaps()
{
    QFETCH(int, workers);
    QStringList problems;
    for (const SamplerPolicy policy : {SamplerPolicy::distributed, SamplerPolicy::replicate})
        for (const int batch : {4, 24}) {
            if (workers * batch > 1440 || (workers > 64 && policy == SamplerPolicy::replicate))
                continue;
            const StageRun run = stageRun(imageRun(workers, batch, policy));
            for (const QSize size : {QSize(690, 510), QSize(752, 540), QSize(832, 668), QSize(1000, 520),
                     QSize(1104, 668), QSize(1200, 900)})
                for (const char* moment : {"0 end", "1 load", "1 backward 0.5", "1 all-reduce 0.5", "2 end"})
                    for (const bool masked : {false, true}) {
                        View view;
                        if (masked)
                            view.hidden = {true, true, true, true, true, true};
                        const StageLayout layout = QByteArray(moment) == "0 end" ? stageAtTime(run, 0, size, view)
                                                                                 : stageAt(run, moment, size, view);
                        QStringList found = problemsOf(layout);
                        const std::vector<TileMark> tiles = tilesOf(layout);
                        for (std::size_t i = 0; i < tiles.size(); ++i) {
                            if (!layout.body.contains(tiles[i].rect))
                                found.append(QStringLiteral("a tile leaves the body"));
                            for (std::size_t j = 0; j < i; ++j)
                                if (tiles[i].rect.intersects(tiles[j].rect))
                                    found.append(QStringLiteral("tiles %1 and %2 overlap").arg(i).arg(j));
                        }
                        for (const QString& problem : found)
                            problems.append(QStringLiteral("batch %1, policy %2, %3x%4, %5, masked %6: %7")
                                                .arg(batch)
                                                .arg(static_cast<int>(policy))
                                                .arg(size.width())
                                                .arg(size.height())
                                                .arg(QString::fromLatin1(moment))
                                                .arg(masked)
                                                .arg(problem));
                    }
        }
    if (!problems.isEmpty())
        QFAIL(qPrintable(QStringLiteral("%1 problems\n%2").arg(problems.size()).arg(problems.mid(0, 25).join('\n'))));
}

void TestStageImages::numbersAreThoseOfTheTrace()
{
    const StageRun run = stageRun(imageRun(4, 4, SamplerPolicy::distributed, 3));
    const QStringList texts = textsOf(stageAt(run, "2 end", {1104, 668}));
    double combined = 0;
    for (int bucket = 0; bucket < 2; ++bucket)
        combined += std::pow(find<BucketReduced>(run.trace, 2, 0, bucket)->norm, 2);
    QCOMPARE(texts.count(fixedText(std::sqrt(combined), 3)), 4);
    for (int rank = 0; rank < 4; ++rank) {
        QVERIFY(texts.contains(fixedText(find<ForwardDone>(run.trace, 2, rank)->loss, 3)));
        double own = 0;
        for (int parameter = 0; parameter < 2; ++parameter)
            own += std::pow(find<GradientReady>(run.trace, 2, rank, parameter)->norm, 2);
        QVERIFY(texts.contains(fixedText(std::sqrt(own), 3)));
    }
    // Ten bars a rank, and ten of the combined gradient in each of the arena's cells.
    int local = 0, all = 0;
    for (const Mark& mark : stageAt(run, "2 end", {1104, 668}).marks)
        if (const auto* box = std::get_if<BoxMark>(&mark); box && box->radius == 1) {
            local += QByteArray(box->fill) == "phase.backward" ? 1 : 0;
            all += QByteArray(box->fill) == "phase.allreduce" ? 1 : 0;
        }
    QVERIFY2(local > 30 && local <= 40, qPrintable(QString::number(local)));
    QVERIFY2(all > 30 && all <= 40, qPrintable(QString::number(all)));
}

void TestStageImages::whatWasNotRecordedSaysSo()
{
    RunConfig config = imageRun(4, 4, SamplerPolicy::distributed);
    config.capture.level = CaptureLevel::statistics;
    const StageRun run = stageRun(config);
    const QStringList texts = textsOf(stageAt(run, "1 end", {1104, 668}));
    QCOMPARE(texts.count("elements not recorded"), 4);
    StageRun blind = stageRun(imageRun(4, 4, SamplerPolicy::distributed));
    blind.images = nullptr;
    QCOMPARE(textsOf(stageAt(blind, "1 end", {1104, 668})).count("4 images, not at hand"), 4);
}

void TestStageImages::aMomentHasOnePictureWhicheverWayItIsReached()
{
    for (const int workers : {4, 16}) {
        const StageRun run = stageRun(imageRun(workers, 4, SamplerPolicy::replicate, 3));
        std::vector<QImage> forward;
        std::vector<TrackTime> times;
        for (int i = 0; i <= 12; ++i)
            times.push_back(run.track.end() * i / 12);
        for (const TrackTime time : times)
            forward.push_back(pictureOf(stageAtTime(run, time, {1104, 668}), 2));
        for (std::size_t i = times.size(); i-- > 0;)
            QCOMPARE(pictureOf(stageAtTime(run, times[i], {1104, 668}), 2), forward[i]);
        QVERIFY(forward.front() != forward.back());
    }
}

QTEST_MAIN(TestStageImages)
#include "tst_stage_images.moc"
