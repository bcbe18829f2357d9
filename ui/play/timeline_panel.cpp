// The transport row and the strip around the timeline.
#include "ui/play/timeline_panel.h"

#include <cmath>

#include <QMenu>
#include <QPainter>

#include "ui/app/session.h"
#include "ui/play/player.h"
#include "ui/play/timeline_widget.h"
#include "ui/widgets/button.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/menu.h"
#include "ui/widgets/paint.h"

namespace lockstep::ui {

namespace {

constexpr int kLegendEntries = kPhaseCount + 1; ///< the phases and Wait

QString speedText(double speed)
{
    return numberText(speed) + QChar(0xd7);
}

IconButton* iconButton(const QString& icon, const QString& name, const QString& key, QWidget* parent)
{
    auto* button = new IconButton(icon, name, parent);
    button->setToolTip(QStringLiteral("%1 (%2)").arg(name, key));
    return button;
}

int wide(double width)
{
    return static_cast<int>(std::ceil(width));
}

} // namespace

TimelinePanel::TimelinePanel(Session& session, Player& player, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_player(player)
{
    setAccessibleName(tr("Time"));
    // Made in the order of the keyboard.
    m_start = iconButton(QStringLiteral("start"), tr("To the start"), tr("Home"), this);
    m_back = iconButton(QStringLiteral("back"), tr("One event back"), QStringLiteral(","), this);
    m_play = new Button({}, ButtonKind::primary, this);
    m_step = new Button(tr("Step"), ButtonKind::normal, this);
    m_forward = iconButton(QStringLiteral("forward"), tr("One event forward"), QStringLiteral("."), this);
    m_end = iconButton(QStringLiteral("end"), tr("To the end"), tr("End"), this);
    m_speed = new Button({}, ButtonKind::quiet, this);
    m_timeline = new TimelineWidget(session, this);
    m_badge = new BadgeLabel(session.timeBadge(), this);
    m_sharing = new TextLabel(tr("time-sharing"), TextStyle::caption, "text.secondary", this);
    m_sharing->setSingleLine(true);
    m_sharing->setToolTip(tr("More workers than cores: they took turns, so these times are no speeds to compare."));
    m_sharing->setAccessibleName(m_sharing->text() + QStringLiteral(". ") + m_sharing->toolTip());
    m_expand = iconButton(QStringLiteral("chevron-up"), tr("Open the timeline"), QStringLiteral("T"), this);

    m_step->setLeadingIcon(QStringLiteral("forward"));
    m_step->setBoxHeight(36);
    m_step->setToolTip(tr("One event forward (.)"));
    m_speed->setTrailingIcon(QStringLiteral("chevron-down"));
    m_speed->setSidePadding(8);
    m_speed->setToolTip(tr("Speed ([ slower, ] faster)"));

    connect(m_start, &Button::clicked, &player, &Player::goToStart);
    connect(m_back, &Button::clicked, &player, &Player::stepBack);
    connect(m_play, &Button::clicked, &player, &Player::toggle);
    connect(m_step, &Button::clicked, &player, &Player::stepForward);
    connect(m_forward, &Button::clicked, &player, &Player::stepForward);
    connect(m_end, &Button::clicked, &player, &Player::goToEnd);
    connect(m_speed, &Button::clicked, this, &TimelinePanel::chooseSpeed);
    connect(m_expand, &Button::clicked, this, &TimelinePanel::expandRequested);
    connect(m_timeline, &TimelineWidget::scrubStarted, &player, &Player::pause);
    connect(&player, &Player::playingChanged, this, &TimelinePanel::showState);
    connect(&player, &Player::speedChanged, this, &TimelinePanel::showState);
    connect(&session, &Session::traceChanged, this, &TimelinePanel::showState);
    connect(&session, &Session::playheadChanged, this, &TimelinePanel::showState);
    connect(&session, &Session::viewChanged, this, &TimelinePanel::showState);
    showState();
}

TimelinePanel::~TimelinePanel()
{
    disconnect(&m_session, nullptr, this, nullptr); // closing moves the focus, and that changes the view
}

bool TimelinePanel::timeSharing() const
{
    const Trace& trace = m_session.trace();
    return trace.stepCount() > 1 && m_session.track().kind == TrackKind::measured && trace.info().backend != "serial"
        && trace.ranks() > trace.info().cores;
}

QString TimelinePanel::legendText(int entry) const
{
    return entry < kPhaseCount ? phaseName(static_cast<Phase>(entry)) : tr("Wait");
}

TransportWidths TimelinePanel::widths() const
{
    const double scale = m_session.view().textScale;
    const QFont strong = uiFont(13 * scale, 600), weak = uiFont(12 * scale, 500);
    TransportWidths widths;
    widths.play = m_layout.strip ? m_play->sizeHint().width() : 40;
    widths.step = m_step->sizeHint().width();
    widths.speed = m_speed->sizeHint().width();
    widths.badge = m_badge->sizeHint().width();
    widths.sharing = timeSharing() ? m_sharing->sizeHint().width() : 0;
    widths.strong = wide(numberWidth(m_readout.strong, strong));
    widths.rest = wide(numberWidth(m_readout.rest, weak));
    widths.brief = wide(numberWidth(m_readout.brief, weak));
    if (m_session.trace().stepCount() > 1)
        for (int entry = 0; entry < kLegendEntries; ++entry)
            widths.legend.push_back(wide(numberWidth(legendText(entry), weak)));
    return widths;
}

void TimelinePanel::showState()
{
    const bool hasTrace = m_session.trace().stepCount() > 1;
    m_readout = hasTrace ? readout(m_session.track(), m_session.playhead()) : Readout{};
    for (QAbstractButton* button :
        std::initializer_list<QAbstractButton*>{m_start, m_back, m_play, m_step, m_forward, m_end, m_speed})
        button->setEnabled(hasTrace);
    const QString play = m_player.playing() ? tr("Pause") : tr("Play");
    m_play->setLeadingIcon(m_player.playing() ? QStringLiteral("pause") : QStringLiteral("play"));
    m_play->setAccessibleName(play);
    m_play->setToolTip(tr("%1 (Space)").arg(play));
    m_speed->setText(speedText(m_player.speed()));
    m_speed->setAccessibleName(tr("Speed %1").arg(speedText(m_player.speed())));
    m_badge->setBadge(m_session.timeBadge());
    m_badge->setVisible(hasTrace);
    setAccessibleDescription(hasTrace ? m_readout.strong + u' ' + m_readout.rest : tr("Nothing has run yet"));
    arrange();
}

void TimelinePanel::arrange()
{
    const bool strip = height() < kStripBelow;
    m_layout.strip = strip;
    m_play->setBoxHeight(strip ? 36 : 32);
    m_play->setText(strip ? (m_player.playing() ? tr("Pause") : tr("Play")) : QString());
    m_layout = layoutTransport(size(), widths());
    const auto place = [](QWidget* widget, const QRect& rect) {
        widget->setVisible(!rect.isEmpty());
        if (!rect.isEmpty())
            widget->setGeometry(rect);
    };
    place(m_start, m_layout.start);
    place(m_back, m_layout.back);
    place(m_play, m_layout.play);
    place(m_step, strip ? m_layout.forward : QRect());
    place(m_forward, strip ? QRect() : m_layout.forward);
    place(m_end, m_layout.end);
    place(m_speed, m_layout.speed);
    place(m_expand, m_layout.expand);
    m_badge->setGeometry(m_layout.badge);
    const int line = m_sharing->sizeHint().height();
    place(m_sharing,
        m_layout.sharing.isEmpty() ? QRect()
                                   : QRect(m_layout.sharing.left(), m_layout.badge.center().y() + 1 - line / 2,
                                       m_layout.sharing.width(), line));
    m_timeline->setMini(strip);
    place(m_timeline, m_layout.timeline);
    update();
}

void TimelinePanel::chooseSpeed()
{
    QMenu menu(this);
    for (const double speed : Player::kSpeeds) {
        QAction* action = menu.addAction(speedText(speed));
        action->setCheckable(true);
        action->setChecked(speed == m_player.speed());
        connect(action, &QAction::triggered, &m_player, [this, speed] { m_player.setSpeed(speed); });
    }
    dressMenu(menu, theme());
    menu.exec(m_speed->mapToGlobal(QPoint(0, -menu.sizeHint().height())));
}

void TimelinePanel::resizeEvent(QResizeEvent*)
{
    arrange();
}

void TimelinePanel::themeChanged()
{
    arrange();
}

void TimelinePanel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), theme().color("surface.1"));
    const double scale = m_session.view().textScale;
    const QFont strong = uiFont(13 * scale, 600), weak = uiFont(12 * scale, 500);
    const auto baseline = [](const QFont& font, double middle) { return middle + QFontMetricsF(font).capHeight() / 2; };
    double x = m_layout.readout.x();
    x += paintNumber(
        painter, {x, baseline(strong, m_layout.readout.y())}, m_readout.strong, strong, theme().color("text.primary"));
    const QString rest = m_layout.form == ReadoutForm::whole ? m_readout.rest
        : m_layout.form == ReadoutForm::brief                ? m_readout.brief
                                                             : QString();
    paintNumber(painter, {x + (m_layout.strip ? 6 : 8), baseline(weak, m_layout.readout.y())}, rest, weak,
        theme().color("text.tertiary"));
    for (std::size_t i = 0; i < m_layout.legend.size(); ++i) {
        const QRectF entry = m_layout.legend[i];
        const QRectF swatch(entry.left(), entry.center().y() - 6, 12, 12);
        const int which = static_cast<int>(i);
        if (which < kPhaseCount) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(theme().phase(static_cast<Phase>(which)));
            painter.drawRoundedRect(swatch, 3, 3);
        } else {
            paintHatch(painter, swatch, theme(), 3);
        }
        paintText(painter, {entry.left() + 18, baseline(weak, entry.center().y())}, legendText(which), weak,
            theme().color("text.secondary"));
    }
}

} // namespace lockstep::ui
