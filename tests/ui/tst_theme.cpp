// The look's foundations: tokens, bundled fonts, number texts, and the shared painters in both themes.
#include <QFontInfo>
#include <QFontMetricsF>
#include <QImage>
#include <QTest>

#include "ui/app/view.h"
#include "ui/widgets/paint.h"
#include "ui/widgets/theme.h"

using namespace lockstep;
using namespace lockstep::ui;

class TestTheme : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { loadBundledFonts(); }

    void colorsComeFromTheTokens()
    {
        QCOMPARE(Theme::light().color("surface.0"), QColor("#F4F4F1"));
        QCOMPARE(Theme::light().phase(Phase::allReduce), QColor("#4A1F8C"));
        QVERIFY(Theme::dark().color("surface.0") != Theme::light().color("surface.0"));
        QVERIFY(Theme::dark().color("heat.5").isValid());
        QVERIFY(Theme::light().phaseTint(Phase::load) != Theme::light().phaseInk(Phase::load));
    }

    void everyStyleUsesABundledFont()
    {
        for (int style = 0; style <= static_cast<int>(TextStyle::mono); ++style) {
            const QFont font = Theme::light().font(static_cast<TextStyle>(style));
            const QString family = QFontInfo(font).family();
            QVERIFY2(family.startsWith("Inter") || family.startsWith("JetBrains"), qPrintable(family));
        }
        QVERIFY(QFontInfo(Theme::light().font(TextStyle::hero)).family().startsWith("Inter Display"));
        QVERIFY(QFontInfo(uiFont(14, 600)).weight() >= 600);
    }

    void digitsAllTakeTheSameWidth()
    {
        const QFont font = uiFont(14);
        QVERIFY(QFontMetricsF(font).horizontalAdvance(u'1') < QFontMetricsF(font).horizontalAdvance(u'4'));
        QCOMPARE(numberWidth("111.1", font), numberWidth("444.4", font));
    }

    void numbersAreTypeset()
    {
        QCOMPARE(numberText(0.1 + 0.2), QString("0.3"));
        QCOMPARE(numberText(-2), QString::fromUtf16(u"\u22122"));
        QCOMPARE(numberText(1437), QString::fromUtf16(u"1\u202f437"));
        QCOMPARE(numberText(-1234567.25), QString::fromUtf16(u"\u22121\u202f234\u202f567.25"));
        QCOMPARE(numberText(999), QString("999"));
        QCOMPARE(fixedText(1.5, 3), QString("1.500"));
    }

    void ranksAreLettersInToyPairsOnly()
    {
        RunConfig config;
        config.workers = 2;
        QCOMPARE(rankLabel(config, 1), QString("B"));
        QCOMPARE(rankName(config, 0), QString("worker A"));
        config.workers = 4;
        QCOMPARE(rankName(config, 3), QString("rank 3"));
        config.workers = 2;
        config.data.set = DataSet::digits;
        QCOMPARE(rankLabel(config, 1), QString("1"));
    }

    /// Every painter leaves ink of the right colour; LOCKSTEP_PICTURES=DIR keeps the sheet for a person to look at.
    void paintersDrawInBothThemes()
    {
        for (const ThemeMode mode : {ThemeMode::light, ThemeMode::dark}) {
            const Theme theme = Theme::of(mode);
            QImage sheet(1440, 520, QImage::Format_ARGB32_Premultiplied);
            sheet.setDevicePixelRatio(2);
            sheet.fill(theme.color("surface.0"));
            QPainter painter(&sheet);
            double x = 16;
            for (const Badge badge :
                {Badge::exact, Badge::computed, Badge::measured, Badge::simulated, Badge::imported}) {
                paintBadge(painter, {x, 16}, badge, theme);
                x += badgeSize(badge, theme).width() + 8;
            }
            x = 16;
            for (const StatusShape shape :
                {StatusShape::ok, StatusShape::warning, StatusShape::bad, StatusShape::pending}) {
                paintStatus(painter, {x, 52, 18, 18}, shape, theme);
                x += 30;
            }
            paintWorkerBadge(painter, {160, 48, 24, 24}, "A", theme);
            paintWorkerBadge(painter, {192, 46, 28, 28}, "B", theme);
            paintWorkerBadge(painter, {228, 52, 16, 16}, "3", theme);
            paintFingerprint(painter, {260, 44, 32, 32}, 0x1234567, theme);
            paintFingerprint(painter, {300, 40, 40, 40}, 0x5a5a, theme);
            paintHatch(painter, {360, 46, 80, 28}, theme);
            painter.fillRect(QRectF(460, 46, 60, 28), theme.phase(Phase::allReduce));
            paintSelection(painter, {460, 46, 60, 28}, theme);
            paintArrowHead(painter, {560, 60}, {1, 0}, 8, theme.phase(Phase::update));
            double y = 110;
            for (int style = 0; style <= static_cast<int>(TextStyle::mono); ++style) {
                const QFont font = theme.font(static_cast<TextStyle>(style));
                paintText(painter, {(style % 2) * 340.0 + 16, y}, "Both land on 0.6, A’s lie", font,
                    theme.color("text.primary"));
                if (style % 2)
                    y += QFontMetricsF(font).height() + 6;
            }
            paintNumber(painter, {700, 60}, numberText(-1437.5), theme.font(TextStyle::valueLarge),
                theme.color("text.primary"), Qt::AlignRight);
            painter.end();
            QCOMPARE(sheet.pixelColor(980, 100), theme.phase(Phase::allReduce));
            QVERIFY(sheet.pixelColor(2 * 25, 2 * 18) == theme.color("action.fill"));
            const QString folder = qEnvironmentVariable("LOCKSTEP_PICTURES");
            if (!folder.isEmpty())
                QVERIFY(sheet.save(folder + (mode == ThemeMode::light ? "/painters-light.png" : "/painters-dark.png")));
        }
    }
};

QTEST_MAIN(TestTheme)
#include "tst_theme.moc"
