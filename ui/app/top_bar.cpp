// TopBar: painted brand and title, buttons at both ends.
#include "ui/app/top_bar.h"

#include <cmath>

#include <QFontMetricsF>
#include <QPainter>

#include "ui/widgets/button.h"
#include "ui/widgets/icon.h"
#include "ui/widgets/paint.h"
#include "ui/widgets/segmented.h"

namespace lockstep::ui {

namespace {

constexpr int kEdge = 8, kSide = 32, kGap = 8;
constexpr int kMarkLeft = 44, kMark = 22;
constexpr int kNameBelow = 1100; // narrower windows show the mark alone
constexpr double kBar = 120;

QFont brandFont()
{
    QFont brand = uiFont(16, 600, true);
    brand.setLetterSpacing(QFont::AbsoluteSpacing, -0.16);
    return brand;
}

} // namespace

TopBar::TopBar(QWidget* parent)
    : QWidget(parent)
    , m_menu(new IconButton(QStringLiteral("menu"), tr("Menu"), this))
    , m_theme(new IconButton(QStringLiteral("moon"), {}, this))
    , m_timeline(new IconButton(QStringLiteral("panel-bottom"), {}, this))
    , m_inspector(new IconButton(QStringLiteral("panel-right"), {}, this))
    , m_stop(new Button(tr("Stop"), ButtonKind::normal, this))
    , m_drawer(new Button(tr("Scenario"), ButtonKind::normal, this))
    , m_modes(new Segmented({tr("Learn"), tr("Explore")}, tr("Mode"), this))
{
    m_drawer->hide();
    m_drawer->setToolTip(tr("Ctrl 2"));
    m_drawer->setCheckable(true);
    m_modes->setCurrent(0);
    m_modes->setToolTip(tr("Ctrl 1, Ctrl 2"));
    connect(m_drawer, &Button::clicked, this, &TopBar::drawerToggled);
    connect(m_modes, &Segmented::chosen, this, [this](int place) { emit modeChosen(place == 0 ? Mode::learn : Mode::explore); });
    m_stop->hide();
    connect(m_menu, &Button::clicked, this, [this] { emit menuRequested(m_menu->mapToGlobal(QPoint(0, kSide + 4))); });
    connect(m_theme, &Button::clicked, this, &TopBar::themeToggled);
    connect(m_timeline, &Button::clicked, this, &TopBar::timelineToggled);
    connect(m_inspector, &Button::clicked, this, &TopBar::inspectorToggled);
    connect(m_stop, &Button::clicked, this, &TopBar::stopRequested);
    setPanels(true, true);
    TopBar::themeChanged();
}

void TopBar::setTitle(const QString& kicker, const QString& title)
{
    m_kicker = kicker;
    m_title = title;
    setAccessibleName(kicker.isEmpty() ? title : kicker + QStringLiteral(": ") + title);
    update();
}

void TopBar::setTitleLeft(int x)
{
    m_titleLeft = x;
    place();
    update();
}

void TopBar::setMode(Mode mode)
{
    m_modes->setCurrent(mode == Mode::learn ? 0 : 1);
}

void TopBar::setDrawer(bool drawer, bool open)
{
    m_drawer->setVisible(drawer);
    m_drawer->setChecked(open);
    m_drawer->setAccessibleDescription(open ? tr("open") : tr("closed"));
    place();
    update();
}

void TopBar::setPanels(bool inspectorOpen, bool timelineOpen)
{
    m_inspector->setName(inspectorOpen ? tr("Close the inspector (I)") : tr("Open the inspector (I)"));
    m_timeline->setName(timelineOpen ? tr("Shrink the timeline (T)") : tr("Open the timeline (T)"));
}

void TopBar::showRecording(int step, int total)
{
    m_step = step;
    m_total = total;
    m_stop->show();
    place();
    update();
}

void TopBar::hideRecording()
{
    m_step = -1;
    m_stop->hide();
    update();
}

void TopBar::themeChanged()
{
    const bool dark = theme().mode() == ThemeMode::dark;
    m_theme->setIconName(dark ? QStringLiteral("sun") : QStringLiteral("moon"));
    m_theme->setName(dark ? tr("Light theme") : tr("Dark theme"));
    update();
}

void TopBar::resizeEvent(QResizeEvent*)
{
    place();
}

void TopBar::place()
{
    const int y = (height() - 1 - kSide) / 2;
    m_menu->setGeometry(kEdge, y, kSide, kSide);
    int x = width() - kEdge - kSide;
    for (IconButton* button : {m_inspector, m_timeline, m_theme}) {
        button->setGeometry(x, y, kSide, kSide);
        x -= kSide + kGap;
    }
    m_stop->setGeometry(x + kSide - m_stop->sizeHint().width(), y, m_stop->sizeHint().width(), kSide);
    int left = kMarkLeft + kMark;
    if (width() >= kNameBelow)
        left += 10 + static_cast<int>(std::ceil(QFontMetricsF(brandFont()).horizontalAdvance(tr("Lockstep"))));
    left = qMax(left + 24, m_titleLeft);
    const QSize modes = m_modes->sizeHint();
    m_modes->setGeometry(left, y, modes.width(), kSide);
    m_titleStart = left + modes.width() + (width() >= kNameBelow ? 30 : 16);
    if (!m_drawer->isHidden()) {
        m_drawer->setGeometry(left + modes.width() + kGap, y, m_drawer->sizeHint().width(), kSide);
        m_titleStart = m_drawer->geometry().right() + 1 + 16;
    }
    // The tab order follows the eye.
    QWidgetList order = {m_menu};
    order += m_modes->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly);
    order += QWidgetList{m_drawer, m_stop, m_theme, m_timeline, m_inspector};
    for (qsizetype i = 0; i + 1 < order.size(); ++i)
        setTabOrder(order[i], order[i + 1]);
}

void TopBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), theme().color("surface.1"));
    painter.fillRect(0, height() - 1, width(), 1, theme().color("border.subtle"));
    const double middle = (height() - 1) / 2.0;
    const QColor ink = theme().color("text.primary");
    paintIcon(painter, {kMarkLeft, middle - kMark / 2.0, kMark, kMark}, QStringLiteral("mark"), ink);
    const auto baseline = [middle](const QFont& font) { return middle + QFontMetricsF(font).capHeight() / 2; };
    if (width() >= kNameBelow)
        paintText(painter, {kMarkLeft + kMark + 10, baseline(brandFont())}, tr("Lockstep"), brandFont(), ink);

    double right = (m_step >= 0 ? m_stop->x() : m_theme->x()) - 16;
    if (m_step >= 0) { // recording: a determinate bar and a sentence
        const QFont font = theme().font(TextStyle::caption);
        if (m_total > 0) {
            const QRectF bar(right - kBar, middle - 4, kBar, 8);
            painter.setRenderHint(QPainter::Antialiasing);
            painter.setPen(Qt::NoPen);
            painter.setBrush(theme().color("surface.3"));
            painter.drawRoundedRect(bar, 2, 2);
            painter.setBrush(ink);
            painter.drawRoundedRect(
                QRectF(bar.topLeft(), QSizeF(kBar * qBound(0.0, double(m_step) / m_total, 1.0), 8)), 2, 2);
            right = bar.left() - 12;
        }
        const QString words = m_total > 0 ? tr("Recording step %1 of %2").arg(m_step).arg(m_total)
                                          : tr("Recording step %1").arg(m_step);
        right
            -= paintText(painter, {right, baseline(font)}, words, font, theme().color("text.secondary"), Qt::AlignRight)
            + 16;
    }

    double x = m_titleStart;
    if (!m_kicker.isEmpty()) {
        const QFont light = theme().font(TextStyle::body);
        x += paintText(painter, {x, baseline(light)}, m_kicker, light, theme().color("text.tertiary")) + 8;
    }
    const QFont strong = theme().font(TextStyle::bodyStrong);
    paintText(painter, {x, baseline(strong)},
        QFontMetricsF(strong).elidedText(m_title, Qt::ElideRight, qMax(0.0, right - x)), strong, ink);
}

} // namespace lockstep::ui
