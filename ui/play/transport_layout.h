// Where the parts of the transport row and of the collapsed strip lie: a pure function of the size and of text widths.
#pragma once

#include <vector>

#include <QRect>
#include <QSize>

namespace lockstep::ui {

struct TransportWidths {
    int play = 40, step = 0; ///< step: the worded button of the strip
    int speed = 60, badge = 100;
    int sharing = 0;                     ///< the remark beside the badge; 0: none
    int strong = 0, rest = 0, brief = 0; ///< the readout's parts
    std::vector<int> legend;             ///< text of each entry; a swatch of 12 stands before it
};

enum class ReadoutForm { whole, brief, strongOnly };

struct TransportLayout {
    bool strip = false;
    QRect start, back, play, forward, end, speed, badge, sharing, expand; ///< empty: not shown
    QPoint readout;                                                       ///< left end, vertical middle
    ReadoutForm form = ReadoutForm::whole;
    std::vector<QRect> legend; ///< swatch and text; empty when there is no room
    QRect timeline;
};

/// Below this height the panel is the strip of 52.
inline constexpr int kStripBelow = 90;

TransportLayout layoutTransport(QSize size, const TransportWidths& widths);

} // namespace lockstep::ui
