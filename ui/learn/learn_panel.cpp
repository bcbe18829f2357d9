// LearnPanel: the frame of a lesson's pages.
#include "ui/learn/learn_panel.h"

#include <filesystem>

#include <QApplication>
#include <QHBoxLayout>
#include <QResizeEvent>
#include <QStandardPaths>
#include <QPointer>
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

    auto* foot = new QHBoxLayout;
    foot->setContentsMargins(kRing, 8, kRing, 0);
    m_back->setBoxHeight(40);
    m_back->setLeadingIcon(QStringLiteral("chevron-left"));
    m_next->setBoxHeight(40);
    m_next->setTrailingIcon(QStringLiteral("chevron-right"));
    foot->addWidget(m_back);
    foot->addStretch();
    foot->addWidget(m_next);
    m_column->addLayout(foot);

    connect(m_back, &Button::clicked, m_guide, &LessonGuide::back);
    connect(m_next, &Button::clicked, m_guide, &LessonGuide::next);
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
    m_back->setEnabled(m_guide->canGoBack());
    m_next->setVisible(m_guide->hasNext());
    m_next->setEnabled(m_guide->canGoNext());
    m_next->setToolTip(reason);
    m_next->setAccessibleDescription(reason);
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
