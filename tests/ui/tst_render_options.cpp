// The words of `lockstep render`: every fault is one sentence that names the word and says what is allowed.
#include <QTest>

#include "ui/app/render_options.h"

using namespace lockstep::ui;

namespace {

std::vector<std::string> words(const char* line)
{
    std::vector<std::string> result;
    for (const QByteArray& word : QByteArray(line).split(' '))
        result.push_back(word.toStdString());
    return result;
}

} // namespace

class TestRenderOptions : public QObject {
    Q_OBJECT
private slots:
    void allWordsAreRead()
    {
        const auto options = parseRenderOptions(
            words("4 --stop 6 --answered --theme=dark --size 1024x640 --scale 2 --part stage -o out/a.PNG"));
        QVERIFY(options.ok());
        QCOMPARE(options.value().what, std::string("4"));
        QCOMPARE(options.value().stop, std::optional<int>(6));
        QVERIFY(options.value().answered);
        QCOMPARE(options.value().theme, ThemeMode::dark);
        QCOMPARE(options.value().size, QSize(1024, 640));
        QCOMPARE(options.value().scale, 2.0);
        QCOMPARE(options.value().part, RenderPart::stage);
        QCOMPARE(options.value().format, RenderFormat::png);
    }

    void eachPartHasItsUsualSize()
    {
        QCOMPARE(parseRenderOptions(words("t.trace -o a.svg")).value().size, QSize(1440, 900));
        QCOMPARE(parseRenderOptions(words("t.trace --part stage -o a.pdf")).value().size, QSize(832, 668));
        QCOMPARE(parseRenderOptions(words("t.trace --part timeline -o a.png")).value().size, QSize(1128, 184));
    }

    void faultsAreOneSentence_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<QByteArray>("says");
        const auto row
            = [](const char* line, const char* says) { QTest::newRow(line) << QByteArray(line) << QByteArray(says); };
        row("-o a.png", "needs something to draw");
        row("4", "-o FILE.png");
        row("4 5 -o a.png", "'4' and '5'");
        row("4 -o a.gif", ".png, .svg or .pdf");
        row("4 -o png", ".png, .svg or .pdf");
        row("4 -o", "-o needs a value");
        row("4 --stop x -o a.png", "--stop is 'x'");
        row("4 --stop 0 -o a.png", "from 1");
        row("4 --time -1 -o a.png", "--time is '-1'");
        row("4 --time nan -o a.png", "--time is 'nan'");
        row("4 --stop 1 --time 2 -o a.png", "give one of them");
        row("4 --answered -o a.png", "--stop");
        row("4 --theme blue -o a.png", "light or dark");
        row("4 --part inspector -o a.png", "window, stage or timeline");
        row("4 --size 1440 -o a.png", "1440x900");
        row("4 --size 0x0 -o a.png", "1440x900");
        row("4 --size 800x600 -o a.png", "at least 1000x620");
        row("4 --size 9000x900 -o a.png", "at most 8192");
        row("4 --scale 0 -o a.png", "0.25 to 8");
        row("4 --size 8192x8192 --scale 8 -o a.png", "200 million");
        row("4 --them dark -o a.png", "did you mean --theme");
        row("4 --sise=1440x900 -o a.png", "did you mean --size");
    }
    void faultsAreOneSentence()
    {
        QFETCH(QByteArray, line);
        QFETCH(QByteArray, says);
        const auto options = parseRenderOptions(words(line.constData()));
        QVERIFY(!options.ok());
        const QByteArray message = QByteArray::fromStdString(options.error().message);
        QVERIFY2(message.contains(says), message.constData());
        QVERIFY2(message.endsWith('.') || message.endsWith('?'), message.constData());
        QVERIFY(!message.contains('\n'));
    }
};

QTEST_APPLESS_MAIN(TestRenderOptions)
#include "tst_render_options.moc"
