// lockstep render, and the law behind it: playing forward, stepping, scrubbing back and rendering give the same picture
// at the same time.
#include <QApplication>
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "core/trace/trace_io.h"
#include "tests/support/hand_trace.h"
#include "ui/app/picture.h"
#include "ui/app/render_command.h"
#include "ui/app/workspace.h"
#include "ui/play/timeline_panel.h"
#include "ui/scene/stage_widget.h"

using namespace lockstep;
using namespace lockstep::ui;

namespace {

int render(const QStringList& words)
{
    std::vector<std::string> args;
    for (const QString& word : words)
        args.push_back(word.toStdString());
    return renderMain(args);
}

/// The stage and the timeline of one workspace, drawn off the screen.
struct Frames {
    QImage stage, timeline;
    bool operator==(const Frames&) const = default;
};

/// A window off the screen that shows a trace file.
struct Viewer {
    Workspace workspace;

    explicit Viewer(const QString& file)
    {
        workspace.setThemeMode(ThemeMode::light);
        const auto opened = workspace.open(file.toStdString(), true);
        if (!opened)
            qFatal("%s", opened.error().message.c_str());
        workspace.stage().setParent(nullptr);
        workspace.timeline().setParent(nullptr);
        workspace.stage().setAttribute(Qt::WA_DontShowOnScreen);
        workspace.timeline().setAttribute(Qt::WA_DontShowOnScreen);
        workspace.stage().resize(usualSize(RenderPart::stage));
        workspace.timeline().resize(usualSize(RenderPart::timeline));
        workspace.stage().show();
        workspace.timeline().show();
        QCoreApplication::processEvents();
        workspace.stage().setHeaderReserve(0); // here the stage stands alone: no switch of pages beside its header
    }
    ~Viewer()
    {
        delete &workspace.stage();
        delete &workspace.timeline();
    }
    Frames frames()
    {
        QCoreApplication::processEvents();
        return {imageOf(workspace.stage(), 1).convertToFormat(QImage::Format_RGB32),
            imageOf(workspace.timeline(), 1).convertToFormat(QImage::Format_RGB32)};
    }
};

} // namespace

class TestRender : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        loadBundledFonts();
        QApplication::setStyle("Fusion");
        QApplication::setFont(uiFont(13));
        QVERIFY(m_folder.isValid());
        for (const auto& [name, config] :
            {std::pair{"4.trace", test::lesson4Config(2)}, std::pair{"7.trace", test::lesson7Config(2)}}) {
            const auto trace = RunService::runNow(config);
            QVERIFY2(trace.ok(), trace.ok() ? "" : trace.error().message.c_str());
            QVERIFY(writeTrace(trace.value(), file(name).toStdString()).ok());
        }
    }

    void theSameTimeIsTheSamePictureHoweverOneGotThere_data()
    {
        QTest::addColumn<QString>("trace");
        QTest::newRow("two workers, one step") << "4.trace";
        QTest::newRow("one against three") << "7.trace";
    }
    void theSameTimeIsTheSamePictureHoweverOneGotThere()
    {
        QFETCH(QString, trace);
        Viewer played(file(trace)), stepped(file(trace)), scrubbed(file(trace));
        const Trace& record = played.workspace.session().trace();
        const Track& track = played.workspace.session().track();
        std::vector<TrackTime> times; // every moment of both steps, and one between each two
        for (std::size_t step = 0; step < track.stepSpans.size(); ++step)
            for (const TrackTime time : moments(record, track, step))
                times.push_back(time);
        QVERIFY(times.size() > 10);
        scrubbed.workspace.player().goToEnd();
        std::vector<Frames> backwards(times.size());
        for (std::size_t i = times.size(); i-- > 0;) {
            scrubbed.workspace.session().setPlayhead(times[i]);
            backwards[i] = scrubbed.frames();
        }
        int different = 0;
        for (std::size_t i = 0; i < times.size(); ++i) {
            if (times[i] > played.workspace.session().playhead()) {
                played.workspace.player().playTo(times[i]);
                while (played.workspace.player().playing())
                    played.workspace.player().advance(1 / 60.0);
            }
            while (stepped.workspace.session().playhead() < times[i])
                stepped.workspace.player().stepForward();
            QCOMPARE(stepped.workspace.session().playhead(), times[i]);
            const Frames forward = played.frames();
            QVERIFY2(forward == stepped.frames(), qPrintable(QString::number(times[i])));
            QVERIFY2(forward == backwards[i], qPrintable(QString::number(times[i])));
            different += i > 0 && !(backwards[i] == backwards[i - 1]);
            if (i % 6 == 0) { // a process of its own would draw the same; this one starts from nothing as well
                const QString time = QString::number(times[i], 'g', 17);
                QCOMPARE(render({file(trace), "--time", time, "--part", "stage", "-o", file("s.png")}), 0);
                QCOMPARE(render({file(trace), "--time", time, "--part", "timeline", "-o", file("t.png")}), 0);
                QCOMPARE(QImage(file("s.png")).convertToFormat(QImage::Format_RGB32), forward.stage);
                QCOMPARE(QImage(file("t.png")).convertToFormat(QImage::Format_RGB32), forward.timeline);
            }
        }
        QVERIFY(different > 8); // the pictures do change
    }

    void pngHasExactlyThePixelsAskedFor_data()
    {
        QTest::addColumn<QString>("scale");
        QTest::addColumn<QSize>("pixels");
        QTest::newRow("1") << "1" << QSize(1024, 640);
        QTest::newRow("2") << "2" << QSize(2048, 1280);
        QTest::newRow("1.5") << "1.5" << QSize(1536, 960);
    }
    void pngHasExactlyThePixelsAskedFor()
    {
        QFETCH(QString, scale);
        QFETCH(QSize, pixels);
        QCOMPARE(render({file("4.trace"), "--size", "1024x640", "--scale", scale, "-o", file("a.png")}), 0);
        QCOMPARE(QImage(file("a.png")).size(), pixels);
    }

    void svgAndPdfHoldThePicture()
    {
        QCOMPARE(render({"4", "--stop", "1", "-o", file("a.svg")}), 0);
        QCOMPARE(render({"4", "--stop", "1", "--theme", "dark", "-o", file("a.pdf")}), 0);
        QFile svg(file("a.svg")), pdf(file("a.pdf"));
        QVERIFY(svg.open(QIODevice::ReadOnly) && pdf.open(QIODevice::ReadOnly));
        const QByteArray drawing = svg.readAll();
        QVERIFY(
            drawing.contains("<svg") && drawing.contains("viewBox=\"0 0 1440 900\"") && drawing.count("<text") > 20);
        QVERIFY(drawing.trimmed().endsWith("</svg>"));
        const QByteArray pages = pdf.readAll();
        QVERIFY(pages.startsWith("%PDF") && pages.size() > 10000);
    }

    void everyPageOfTheLessonsIsDrawnInBothThemes()
    {
        for (const QString lesson : {"4", "7"})
            for (int stop = 1; stop <= 30; ++stop) {
                const QString name = file(lesson + "-" + QString::number(stop) + ".png");
                const int code = render(
                    {lesson, "--stop", QString::number(stop), "--theme", stop % 2 ? "light" : "dark", "-o", name});
                if (code != 0) {
                    QVERIFY(stop > 5); // past the last page
                    break;
                }
                const QImage image(name);
                QCOMPARE(image.size(), QSize(1440, 900));
            }
    }

    void badInputEndsWithTwoAndLeavesNoFile()
    {
        QFile broken(file("broken.json"));
        QVERIFY(broken.open(QIODevice::WriteOnly));
        broken.write("{\"workers\": 0}");
        broken.close();
        const QString out = file("never.png");
        const std::vector<QStringList> lines = {{"nowhere.json", "-o", out}, {"99", "-o", out}, {file(""), "-o", out},
            {file("broken.json"), "-o", out}, {"4", "--stop", "99", "-o", out}, {"4", "--time", "1e6", "-o", out},
            {file("4.trace"), "--stop", "1", "-o", out}, {"4", "--size", "10x10", "-o", out},
            {"4", "--wrong", "-o", out}, {}};
        for (const QStringList& line : lines)
            QVERIFY2(render(line) == 2, qPrintable(line.join(' ')));
        QVERIFY(!QFile::exists(out));
        QCOMPARE(render({"4", "-o", file("no/such/folder/a.png")}), 2);
    }

    void aDamagedTraceIsDrawnUpToItsLastWholeStep()
    {
        QFile whole(file("4.trace")), cut(file("cut.trace"));
        QVERIFY(whole.open(QIODevice::ReadOnly) && cut.open(QIODevice::WriteOnly));
        const QByteArray bytes = whole.readAll();
        cut.write(bytes.left(bytes.size() - 40));
        cut.close();
        QCOMPARE(render({file("cut.trace"), "-o", file("cut.png")}), 0);
    }

private:
    QString file(const QString& name) const { return m_folder.filePath(name); }
    QTemporaryDir m_folder;
};

QTEST_MAIN(TestRender)
#include "tst_render.moc"
