// ProgressBar: a filled part of a quiet track.
#include "ui/widgets/progress_bar.h"

#include <QPainter>

namespace lockstep::ui {

ProgressBar::ProgressBar(QWidget* parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void ProgressBar::setProgress(std::int64_t done, std::int64_t total)
{
    m_share = total > 0 ? qBound(0.0, static_cast<double>(done) / static_cast<double>(total), 1.0) : 0;
    update();
}

void ProgressBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme().color("surface.3"));
    painter.drawRoundedRect(rect(), 2, 2);
    painter.setBrush(theme().color("text.primary"));
    painter.drawRoundedRect(QRectF(0, 0, width() * m_share, height()), 2, 2);
}

} // namespace lockstep::ui
