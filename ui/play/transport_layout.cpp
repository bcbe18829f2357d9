// Lays out the transport row: the legend gives way first, then the readout gets shorter.
#include "ui/play/transport_layout.h"

#include <algorithm>
#include <numeric>

namespace lockstep::ui {

namespace {

constexpr int kSide = 12, kBox = 32, kRow = 44;

/// The longest readout that fits, and the room it takes.
int chooseReadout(TransportLayout& layout, const TransportWidths& widths, int room, int gap)
{
    const auto whole = [&](int part) { return widths.strong + (part > 0 ? gap + part : 0); };
    for (const auto& [form, width] :
        {std::pair{ReadoutForm::whole, whole(widths.rest)}, std::pair{ReadoutForm::brief, whole(widths.brief)}})
        if (width <= room) {
            layout.form = form;
            return width;
        }
    layout.form = ReadoutForm::strongOnly;
    return widths.strong;
}

TransportLayout layoutStrip(QSize size, const TransportWidths& widths)
{
    TransportLayout layout;
    layout.strip = true;
    const int middle = size.height() / 2;
    int x = kSide;
    const auto place = [&](int width, int height, int gap) {
        const QRect rect(x, middle - height / 2, width, height);
        x += width + gap;
        return rect;
    };
    layout.play = place(widths.play, 36, 6);
    layout.forward = place(widths.step, 36, 6);
    layout.back = place(kBox, kBox, 6);
    layout.speed = place(widths.speed, kBox, 8);
    layout.readout = {x, middle};
    int right = size.width() - kSide - kBox;
    layout.expand = QRect(right, middle - kBox / 2, kBox, kBox);
    right -= 8 + widths.badge;
    layout.badge = QRect(right, middle - 10, widths.badge, 20);
    if (widths.sharing > 0 && size.width() >= 900) {
        right -= 8 + widths.sharing;
        layout.sharing = QRect(right, middle - 10, widths.sharing, 20);
    }
    right -= 12;
    constexpr int kLeastGantt = 120;
    const int text = widths.brief > 0 && x + widths.strong + 6 + widths.brief + 12 + kLeastGantt <= right
        ? widths.strong + 6 + widths.brief
        : widths.strong;
    layout.form = text > widths.strong ? ReadoutForm::brief : ReadoutForm::strongOnly;
    x += text + 14;
    layout.timeline = QRect(x, middle - 22, std::max(0, right - x), 44);
    return layout;
}

} // namespace

TransportLayout layoutTransport(QSize size, const TransportWidths& widths)
{
    if (size.height() < kStripBelow)
        return layoutStrip(size, widths);
    TransportLayout layout;
    const int top = (kRow - kBox) / 2;
    int x = kSide;
    const auto place = [&](int width) {
        const QRect rect(x, top, width, kBox);
        x += width + 4;
        return rect;
    };
    layout.start = place(kBox);
    layout.back = place(kBox);
    layout.play = place(widths.play);
    layout.forward = place(kBox);
    layout.end = place(kBox);
    layout.speed = place(widths.speed);
    x += 4;
    layout.readout = {x, kRow / 2};
    int right = size.width() - kSide - widths.badge;
    layout.badge = QRect(right, kRow / 2 - 10, widths.badge, 20);
    if (widths.sharing > 0) {
        right -= 8 + widths.sharing;
        layout.sharing = QRect(right, kRow / 2 - 10, widths.sharing, 20);
    }
    right -= 16;
    x += chooseReadout(layout, widths, right - x, 8);
    int legend = 0;
    for (const int text : widths.legend)
        legend += 12 + 6 + text + 14;
    legend -= 14;
    if (!widths.legend.empty() && x + 24 + legend <= right) {
        int at = right - legend;
        for (const int text : widths.legend) {
            layout.legend.push_back(QRect(at, kRow / 2 - 8, 18 + text, 16));
            at += 18 + text + 14;
        }
    }
    layout.timeline = QRect(0, kRow, size.width(), size.height() - kRow);
    return layout;
}

} // namespace lockstep::ui
