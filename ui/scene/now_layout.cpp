// The Now line's place on the stage: a bar in the phase's hue and two lines of text.
#include <algorithm>

#include "ui/scene/now_line.h"

namespace lockstep::ui {

double nowHeight(double scale)
{
    return 52 * scale;
}

void layoutNow(MarkWriter& writer, const NowText& now, const QRectF& rect)
{
    writer.add(
        BoxMark{QRectF(rect.left(), rect.top(), 4, rect.height()), phaseSolid(now.phase), nullptr, 0, Dash::solid, 0});
    const double left = rect.left() + writer.em(20), room = rect.right() - left;
    // A long sentence takes a smaller size before it is cut.
    FontSpec title{16, 600};
    while (title.pixels * writer.scale() > 13 && writer.width(now.title, title) > room)
        title.pixels -= 1;
    FontSpec detail{14};
    while (detail.pixels * writer.scale() > 12.99 && writer.width(now.detail, detail) > room)
        detail.pixels -= 1;
    const double centre = rect.center().y();
    if (now.detail.isEmpty()) {
        writer.text(
            {left, centre + writer.capHeight(title) / 2}, writer.fitted(now.title, title, room), title, "text.primary");
        return;
    }
    writer.text({left, centre - writer.em(6)}, writer.fitted(now.title, title, room), title, "text.primary");
    writer.text({left, centre + writer.em(17)}, writer.fitted(now.detail, detail, room), detail, "text.secondary");
}

} // namespace lockstep::ui
