// LearnPanel: the frame of a lesson's pages.
#include "ui/learn/learn_panel.h"

#include <filesystem>

#include <QAccessible>
#include <QApplication>
#include <QHBoxLayout>
#include <QResizeEvent>
#include <QPointer>
#include <QShortcut>
#include <QStandardPaths>
#include <QTimer>
#include <QVBoxLayout>

#include "core/base/files.h"
#include "core/lesson/progress.h"
#include "ui/learn/page_view.h"
#include "ui/widgets/button.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/scroll_area.h"

namespace lockstep::ui {
namespace {

constexpr int kNarrow = 300; ///< below this width the margins are 16, otherwise 20
constexpr int kRing = 4;     ///< the page's own margin for focus rings
constexpr int kLeastNext = 120;
constexpr int kFootGap = 8; ///< least space between the buttons at the foot

} // namespace

LearnPanel::LearnPanel(Session& session, Player& player, const Lesson& lesson, QWidget* parent)
    : QWidget(parent)
    , m_guide(new LessonGuide(session, player, lesson, this))
    , m_column(new QVBoxLayout(this))
    , m_segments(new ProgressSegments)
    , m_scroll(new ScrollArea)
    , m_reason(new QWidget)
    , m_reasonText(new TextLabel(QString(), TextStyle::caption, "text.secondary"))
    , m_back(new Button(tr("Back"), ButtonKind::quiet))
    , m_next(new Button(tr("Next page")))
{
    setAccessibleName(tr("Lesson %1, %2").arg(lesson.number).arg(QString::fromStdString(lesson.title)));
    m_column->setSpacing(0);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(kRing, 0, kRing, 0);
    head->addWidget(m_segments);
    m_column->addLayout(head);
    m_column->addSpacing(10);
    m_column->addWidget(m_scroll, 1);

    auto* reasonRow = new QHBoxLayout(m_reason);
    reasonRow->setContentsMargins(kRing, 8, kRing, 0);
    reasonRow->setSpacing(6);
    reasonRow->addStretch();
    reasonRow->addWidget(new IconLabel(QStringLiteral("lock"), 14, "text.secondary"), 0, Qt::AlignVCenter);
    m_reasonText->setSingleLine(true);
    reasonRow->addWidget(m_reasonText);
    m_column->addWidget(m_reason);

    m_foot = new QHBoxLayout;
    m_foot->setContentsMargins(kRing, 8, kRing, 0);
    m_back->setBoxHeight(40);
    m_back->setLeadingIcon(QStringLiteral("chevron-left"));
    m_next->setBoxHeight(40);
    m_next->setTrailingIcon(QStringLiteral("chevron-right"));
    m_foot->addWidget(m_back);
    m_foot->addStretch();
    m_foot->addWidget(m_next);
    m_column->addLayout(m_foot);

    connect(m_back, &Button::clicked, m_guide, &LessonGuide::back);
    connect(m_next, &Button::clicked, this, &LearnPanel::goOn);
    // Shortcuts, because a scroll area takes these keys otherwise. Text of several lines keeps them.
    for (const int direction : {-1, 1}) {
        auto* key = new QShortcut(QKeySequence(direction < 0 ? Qt::Key_PageUp : Qt::Key_PageDown), this);
        key->setAutoRepeat(false);
        connect(key, &QShortcut::activated, this, [this, direction] { turnPage(direction); });
    }
    connect(m_guide, &LessonGuide::pageChanged, this, &LearnPanel::showPage);
    connect(m_guide, &LessonGuide::answerChanged, this, &LearnPanel::refresh);
    connect(m_guide, &LessonGuide::progressChanged, this, &LearnPanel::store);
    setProgress(m_guide->progress());
}

void LearnPanel::setProgress(const LessonProgress& progress)
{
    m_guide->setProgress(progress);
}

void LearnPanel::keepProgressIn(const std::string& file)
{
    m_file = file;
    if (std::error_code ignored; !std::filesystem::exists(file, ignored))
        return;
    const auto text = readFile(file);
    const auto stored = text ? progressFromJson(text.value(), file) : Result<LessonProgress>(text.error());
    if (stored)
        setProgress(stored.value());
    else
        emit storingFailed(QString::fromStdString(stored.error().message));
}

void LearnPanel::offerNextLesson(const QString& title)
{
    m_nextLesson = title;
    refreshFoot();
}

void LearnPanel::startOver()
{
    m_guide->startOver();
    takeKeyboard();
}

void LearnPanel::takeKeyboard()
{
    setFocus(Qt::OtherFocusReason);
    moveFocusOn();
}

void LearnPanel::turnPage(int direction)
{
    if (direction < 0) {
        m_guide->back();
    } else if (m_guide->canGoNext()) {
        m_guide->next();
    } else {
        m_reasonText->setStyle(TextStyle::caption, "text.primary");
        if (QWidget* const field = m_page->openField()) {
            field->setFocus(Qt::TabFocusReason);
            m_scroll->ensureWidgetVisible(field, 0, 80);
        } else if (m_next->isVisibleTo(this) && m_next->isEnabled()) {
            m_next->setFocus(Qt::TabFocusReason);
        }
        if (!m_reasonText->text().isEmpty()) { // read aloud: it stands there for the eye already
            QAccessibleEvent event(m_reasonText, QAccessible::Alert);
            QAccessible::updateAccessibility(&event);
        }
    }
}

/// The button at the foot: the next page, and behind the last one the next lesson or the first page.
void LearnPanel::goOn()
{
    if (m_guide->hasNext())
        m_guide->next();
    else if (!m_nextLesson.isEmpty())
        emit nextLessonWanted();
    else
        m_guide->toFirstPage();
}

void LearnPanel::store()
{
    if (m_file.empty())
        return;
    std::error_code ignored;
    std::filesystem::create_directories(std::filesystem::path(m_file).parent_path(), ignored);
    if (const auto done = writeFileAtomically(m_file, progressToJson(m_guide->progress())); !done)
        emit storingFailed(QString::fromStdString(done.error().message));
}

void LearnPanel::showPage()
{
    m_page = new PageView(*m_guide);
    m_scroll->setWidget(m_page); // deletes the page before
    applyTheme(*m_page, theme());
    m_segments->setProgress(m_guide->progress().stop + 1, static_cast<int>(m_guide->lesson().stops.size()));
    refreshFoot();
    // A page that asks for something is opened to be answered: typing goes there, wherever the keyboard was.
    if (QWidget* const field = m_page->openField(); field && isVisible())
        field->setFocus(Qt::TabFocusReason);
    else
        moveFocusOn();
}

void LearnPanel::refresh()
{
    const QPointer<QWidget> focus = QApplication::focusWidget();
    const bool mine = focus && m_page->isAncestorOf(focus);
    m_page->refresh();
    refreshFoot();
    // A widget that went away has handed the keyboard to whatever comes next in the window: take it back.
    if (mine && (!focus || !focus->isVisibleTo(this) || !m_page->isAncestorOf(focus)))
        setFocus(Qt::OtherFocusReason);
    // A new result or question is brought into view once its layout is known.
    QTimer::singleShot(0, this, [this] {
        if (QWidget* const field = m_page->openField())
            m_scroll->ensureWidgetVisible(field, 0, 80);
        else if (QWidget* const newest = m_page->newest())
            m_scroll->ensureWidgetVisible(newest, 0, 40);
    });
    moveFocusOn();
}

void LearnPanel::refreshFoot()
{
    const QString reason = m_guide->lockReason();
    m_reasonText->setText(reason);
    m_reason->setVisible(!reason.isEmpty());
    m_reasonText->setStyle(TextStyle::caption, "text.secondary");
    m_back->setEnabled(m_guide->canGoBack());
    m_next->setVisible(m_guide->hasNext() || m_guide->pageAnswered());
    m_next->setEnabled(m_guide->canGoNext() || !m_guide->hasNext());
    m_next->setAccessibleDescription(reason);
    refreshNext();
    if (m_guide->hasNext())
        m_next->setToolTip(reason);
}

/// The text at the foot; the next lesson's title is named where there is room for it.
void LearnPanel::refreshNext()
{
    const bool last = !m_guide->hasNext();
    const QString whole = !last  ? tr("Next page")
        : m_nextLesson.isEmpty() ? tr("Back to page 1")
                                 : tr("Next lesson: %1").arg(m_nextLesson);
    m_next->setTrailingIcon(last && m_nextLesson.isEmpty() ? QString() : QStringLiteral("chevron-right"));
    m_next->setText(whole);
    const QMargins around = m_column->contentsMargins();
    const int room = width() - around.left() - around.right() - 2 * kRing;
    const bool beside = m_back->sizeHint().width() + kFootGap + m_next->sizeHint().width() <= room;
    if (!beside && last && m_next->sizeHint().width() > room)
        m_next->setText(tr("Next lesson"));
    // A long title stands above Back, on a row of its own.
    const bool stacked = last && !beside && m_next->text() == whole;
    m_foot->setDirection(stacked ? QBoxLayout::BottomToTop : QBoxLayout::LeftToRight);
    m_foot->setSpacing(stacked ? 4 : 6);
    m_foot->setAlignment(m_back, stacked ? Qt::AlignLeft : Qt::Alignment());
    m_next->setMinimumWidth(last ? kLeastNext : 0); // a title never widens the panel
    m_next->setAccessibleName(whole);
    m_next->setToolTip(last ? whole : QString());
    m_next->updateGeometry();
}

/// The keyboard goes on to what is to be done next: an open field, or Next page. It is never taken from other areas.
void LearnPanel::moveFocusOn()
{
    const QWidget* const focus = QApplication::focusWidget();
    const bool mine = !focus || focus == window() || isAncestorOf(focus);
    // A hint is asked for with the keyboard on its button: it stays there.
    if (!mine || (qobject_cast<const Button*>(focus) && focus->isVisible() && m_page->isAncestorOf(focus)))
        return;
    if (QWidget* const field = m_page->openField())
        field->setFocus(Qt::TabFocusReason);
    else if (m_next->isVisibleTo(this) && m_next->isEnabled())
        m_next->setFocus(Qt::TabFocusReason);
}

void LearnPanel::resizeEvent(QResizeEvent* event)
{
    const bool narrow = event->size().width() < kNarrow;
    const int side = (narrow ? 16 : 20) - kRing;
    m_column->setContentsMargins(side, narrow ? 16 : 20, side, narrow ? 10 : 16);
    if (!m_guide->hasNext())
        refreshNext();
    QWidget::resizeEvent(event);
}

void LearnPanel::themeChanged()
{
    update();
}

std::string progressFileOf(int lessonNumber)
{
    const QString folder = QStandardPaths::writableLocation(QStandardPaths::AppDataLocation);
    return (folder + QStringLiteral("/progress/lesson-%1.json").arg(lessonNumber, 2, 10, QLatin1Char('0')))
        .toStdString();
}

} // namespace lockstep::ui
