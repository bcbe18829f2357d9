// The widget kit: keyboard use, names for screen readers, sizes of the design, the focus ring, and live themes.
#include <QApplication>
#include <QHBoxLayout>
#include <QSignalSpy>
#include <QTest>
#include <QVBoxLayout>

#include "ui/widgets/button.h"
#include "ui/widgets/card.h"
#include "ui/widgets/focus_ring.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/scroll_area.h"
#include "ui/widgets/segmented.h"
#include "ui/widgets/text_field.h"

using namespace lockstep::ui;

namespace {

class Sheet : public QWidget {
public:
    Sheet()
    {
        auto* column = new QVBoxLayout(this);
        auto* row = new QHBoxLayout;
        for (const ButtonKind kind : {ButtonKind::primary, ButtonKind::normal, ButtonKind::quiet})
            row->addWidget(new Button("Lock in answer", kind));
        off = new Button("Off");
        off->setEnabled(false);
        row->addWidget(off);
        icon = new IconButton("play", "Play");
        row->addWidget(icon);
        column->addLayout(row);
        auto* second = new QHBoxLayout;
        next = new Button("Next page");
        next->setBoxHeight(40);
        next->setTrailingIcon("chevron-right");
        second->addWidget(next);
        segmented = new Segmented({"Guess", "Fairly", "Sure"}, "Confidence");
        second->addWidget(segmented);
        second->addWidget(new KeyLabel("Enter"));
        second->addWidget(new BadgeLabel(Badge::exact));
        second->addWidget(new StatusLabel(StatusShape::ok));
        column->addLayout(second);
        card = new Card(CardKind::outlined);
        card->content().addWidget(new TextLabel("Which gradient will both workers receive?", TextStyle::bodyStrong));
        field = new TextField("Your answer");
        field->setFixedWidth(96);
        card->content().addWidget(field);
        card->content().addWidget(new OptionRow(
            "A sends its examples to B, and B sends its own examples to A; then both of them train on all four of the examples"));
        second_option = new OptionRow("Both send a gradient");
        card->content().addWidget(second_option);
        column->addWidget(card);
        auto* filled = new Card(CardKind::filled);
        filled->content().addWidget(
            new TextLabel("You predicted 0.6, fairly sure", TextStyle::caption, "text.tertiary"));
        column->addWidget(filled);
        auto* progress = new ProgressSegments;
        progress->setProgress(6, 8);
        column->addWidget(progress);
        auto* scroll = new ScrollArea;
        scroll->setFixedHeight(80);
        scroll->setWidget(
            new TextLabel(QString("Long text that wraps and wraps. ").repeated(30), TextStyle::body, "text.secondary"));
        column->addWidget(scroll);
        column->addStretch();
        resize(560, 560);
    }
    void paintEvent(QPaintEvent*) override { QPainter(this).fillRect(rect(), palette().window()); }

    Button *off, *next;
    IconButton* icon;
    Segmented* segmented;
    Card* card;
    TextField* field;
    OptionRow* second_option;
};

} // namespace

class TestWidgets : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        loadBundledFonts();
        QApplication::setStyle("fusion");
    }

    void sizesAreThoseOfTheDesign()
    {
        Sheet sheet;
        QCOMPARE(Button("x").sizeHint().height(), 32);
        QCOMPARE(sheet.next->sizeHint().height(), 40);
        QCOMPARE(sheet.icon->sizeHint(), QSize(32, 32));
        QCOMPARE(sheet.segmented->sizeHint().height(), 32);
        QCOMPARE(sheet.field->height(), 36);
    }

    void enterAndSpacePressAButton()
    {
        Sheet sheet;
        sheet.show();
        QSignalSpy clicks(sheet.next, &QAbstractButton::clicked);
        sheet.next->setFocus(Qt::TabFocusReason);
        QTest::keyClick(sheet.next, Qt::Key_Return);
        QTest::keyClick(sheet.next, Qt::Key_Space);
        QCOMPARE(clicks.count(), 2);
    }

    void arrowsMoveASegmentedChoice()
    {
        Sheet sheet;
        sheet.show();
        QVERIFY(QTest::qWaitForWindowActive(&sheet));
        QSignalSpy chosen(sheet.segmented, &Segmented::chosen);
        sheet.segmented->setCurrent(0);
        QCOMPARE(chosen.count(), 0); // by program: silent
        auto* first = sheet.segmented->findChildren<QAbstractButton*>().first();
        first->setFocus(Qt::TabFocusReason);
        QTest::keyClick(first, Qt::Key_Right);
        QCOMPARE(sheet.segmented->current(), 1);
        QCOMPARE(chosen.count(), 1);
    }

    void everyControlHasAName()
    {
        Sheet sheet;
        for (const QAbstractButton* button : sheet.findChildren<QAbstractButton*>())
            QVERIFY(!button->text().isEmpty() || !button->accessibleName().isEmpty());
        QCOMPARE(sheet.field->accessibleName(), QString("Your answer"));
    }

    void theRingFollowsTheKeyboardAndNotTheMouse()
    {
        Sheet sheet;
        FocusRing ring(sheet);
        sheet.show();
        QVERIFY(QTest::qWaitForWindowActive(&sheet));
        sheet.next->setFocus(Qt::TabFocusReason);
        QVERIFY(ring.isVisible());
        QCOMPARE(
            ring.geometry(), QRect(sheet.next->mapTo(&sheet, QPoint()), sheet.next->size()).adjusted(-4, -4, 4, 4));
        sheet.icon->setFocus(Qt::MouseFocusReason);
        QVERIFY(!ring.isVisible());
        QTest::mouseClick(sheet.next, Qt::LeftButton);
        QVERIFY(sheet.icon->hasFocus()); // a click leaves the keyboard where it is
        sheet.field->setFocus(Qt::MouseFocusReason);
        QVERIFY(ring.isVisible());
    }

    void theRingOutlivesThePageItLiesOn()
    {
        QWidget window;
        ScrollArea scroll(&window);
        scroll.resize(300, 200);
        auto* next = new Button("Next", ButtonKind::normal, &window);
        QPointer<FocusRing> ring = new FocusRing(window);
        for (int page = 0; page < 3; ++page) {
            auto* content = new QWidget;
            auto* column = new QVBoxLayout(content);
            auto* field = new TextField("Answer");
            column->addWidget(field);
            scroll.setWidget(content); // deletes the page before at once
            QVERIFY(ring);
            window.show();
            QVERIFY(QTest::qWaitForWindowActive(&window));
            field->setFocus(Qt::TabFocusReason);
            QCOMPARE(ring->parentWidget(), content);
            QVERIFY(ring->isVisible());
        }
        delete scroll.takeWidget();
        QVERIFY(ring);
        next->setFocus(Qt::TabFocusReason);
        QVERIFY(ring->isVisible());
    }

    void bothThemesRepaintLive()
    {
        Sheet sheet;
        FocusRing ring(sheet);
        sheet.show();
        QVERIFY(QTest::qWaitForWindowActive(&sheet));
        sheet.segmented->setCurrent(1);
        sheet.second_option->setChecked(true);
        sheet.next->setFocus(Qt::TabFocusReason);
        for (const ThemeMode mode : {ThemeMode::light, ThemeMode::dark}) {
            const Theme theme = Theme::of(mode);
            applyTheme(sheet, theme);
            const QImage picture = sheet.grab().toImage();
            QCOMPARE(picture.pixelColor(2, 2), theme.color("surface.1"));
            const QPoint inside = sheet.next->mapTo(&sheet, QPoint(6, 6));
            QCOMPARE(picture.pixelColor(inside), theme.color("surface.1"));
            const QString folder = qEnvironmentVariable("LOCKSTEP_PICTURES");
            if (!folder.isEmpty()) {
                QImage large(sheet.size() * 2, QImage::Format_ARGB32_Premultiplied);
                large.setDevicePixelRatio(2);
                sheet.render(&large);
                QVERIFY(large.save(folder + (mode == ThemeMode::light ? "/kit-light.png" : "/kit-dark.png")));
            }
        }
    }
};

QTEST_MAIN(TestWidgets)
#include "tst_widgets.moc"
