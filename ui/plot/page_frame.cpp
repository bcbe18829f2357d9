// Places header and body.
#include "ui/plot/page_frame.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QVBoxLayout>

namespace lockstep::ui {

namespace {

constexpr int kWidest = 1200, kMargin = 16, kHead = 48;

} // namespace

std::pair<int, int> contentEnds(int width)
{
    const int content = std::min(width - 2 * kMargin, kWidest);
    const int left = (width - content) / 2;
    return {left, left + content};
}

PageFrame::PageFrame(const QString& name, QWidget* parent)
    : QWidget(parent)
    , m_title(new TextLabel({}, TextStyle::value))
    , m_badge(new BadgeLabel(Badge::computed))
    , m_head(new QWidget(this))
    , m_content(new QWidget(this))
{
    setAccessibleName(name);
    m_title->setSingleLine(true);
    auto* row = new QHBoxLayout(m_head);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(16);
    row->addWidget(m_title, 0, Qt::AlignVCenter);
    row->addWidget(m_badge, 0, Qt::AlignVCenter);
    m_controls = new QHBoxLayout;
    m_controls->setContentsMargins(0, 0, 0, 0);
    m_controls->setSpacing(12);
    row->addLayout(m_controls);
    row->addStretch(1);
    m_body = new QVBoxLayout(m_content);
    m_body->setContentsMargins(0, 0, 0, 16);
    m_body->setSpacing(12);
}

void PageFrame::setHeaderReserve(int pixels)
{
    m_reserve = pixels;
    arrange();
}

void PageFrame::setHead(const QString& title, std::optional<Badge> badge)
{
    m_title->setText(title);
    m_badge->setVisible(badge.has_value());
    if (badge)
        m_badge->setBadge(*badge);
    m_head->layout()->activate();
}

void PageFrame::arrange()
{
    const auto [left, right] = contentEnds(width());
    m_head->setGeometry(left, 0, std::max(10, right - left - m_reserve - 12), kHead);
    m_content->setGeometry(left, kHead, right - left, std::max(10, height() - kHead));
    m_head->layout()->activate();
    m_content->layout()->activate();
}

void PageFrame::resizeEvent(QResizeEvent*)
{
    arrange();
}

void PageFrame::paintEvent(QPaintEvent*)
{
    QPainter(this).fillRect(rect(), theme().color("surface.0"));
}

} // namespace lockstep::ui
