// Arena parts: tokens and links.
#include <algorithm>
#include <cmath>

#include "ui/scene/arena_layout.h"
#include "ui/scene/now_collective.h"

namespace lockstep::ui {

namespace {

double lengthOf(const std::vector<QPointF>& path)
{
    double sum = 0;
    for (std::size_t i = 1; i < path.size(); ++i)
        sum += std::hypot(path[i].x() - path[i - 1].x(), path[i].y() - path[i - 1].y());
    return sum;
}

/// A worker's own gradient is no secret of the collective as long as it can be seen elsewhere.
bool isHidden(const StageFacts& facts, const TransferWorld& transfer)
{
    const int ranksIn = static_cast<int>(std::count(transfer.contributors.begin(), transfer.contributors.end(), 1));
    if (facts.hidden.localGradients)
        return true;
    if (!facts.hidden.combined)
        return false;
    const Value own = facts.ranks[transfer.transfer.source.index()].gradient;
    const bool same = own.is() && transfer.values.size() == 1 && transfer.values[0] == own.value;
    return !(ranksIn == 1 && same);
}

} // namespace

QPointF pointAlong(const std::vector<QPointF>& path, double fraction)
{
    double left = lengthOf(path) * std::clamp(fraction, 0.0, 1.0);
    for (std::size_t i = 1; i < path.size(); ++i) {
        const QPointF step = path[i] - path[i - 1];
        const double length = std::hypot(step.x(), step.y());
        if (left <= length && length > 0)
            return path[i - 1] + step * (left / length);
        left -= length;
    }
    return path.back();
}

void layoutTravel(
    MarkWriter& writer, const std::vector<QPointF>& path, double fraction, Progress progress, double width)
{
    const Ink ink = phaseSolid(Phase::allReduce);
    const double head = width >= 4 ? 8 : 7;
    if (progress == Progress::done) {
        writer.add(LineMark{path, ink, width * 0.75, Dash::solid, head});
        return;
    }
    writer.add(LineMark{path, ink, 2, Dash::dotted, head});
    if (progress == Progress::ahead || fraction <= 0)
        return;
    std::vector<QPointF> behind{path.front()};
    double left = lengthOf(path) * fraction;
    for (std::size_t i = 1; i < path.size() && left > 0; ++i) {
        const QPointF step = path[i] - path[i - 1];
        const double length = std::hypot(step.x(), step.y());
        behind.push_back(left < length ? path[i - 1] + step * (left / length) : path[i]);
        left -= length;
    }
    writer.add(LineMark{behind, ink, width, Dash::solid, 0});
}

Token tokenOf(const StageFacts& facts, const CollectiveWorld& collective, const TransferWorld& transfer)
{
    Token token;
    token.object = {ObjectKind::transfer, -1, collective.bucket.value, transfer.round, transfer.index};
    token.hidden = isHidden(facts, transfer);
    if (transfer.values.size() == 1)
        token.value = transfer.values[0];
    if (facts.config->collective.algorithm == Algorithm::ring) {
        token.letter = chunkLetter(collective, transfer.transfer);
        token.pips = transfer.contributors;
    }
    return token;
}

void layoutToken(MarkWriter& writer, const Token& token, const QRectF& rect, double pixels)
{
    const Ink on = phaseOn(Phase::allReduce);
    writer.box(rect, phaseSolid(Phase::allReduce), std::min(8.0, rect.height() / 4));
    writer.spot(token.object, rect);
    const bool pips = !token.pips.empty() && rect.height() >= writer.em(30) && token.pips.size() <= 8;
    const double line = pips ? rect.top() + (rect.height() - writer.em(11)) / 2 : rect.center().y();
    FontSpec font{pixels, 600, pixels >= 20};
    const double pad = std::max(5.0, writer.em(6));
    double room = rect.width() - 2 * pad;
    if (!token.letter.isEmpty()) {
        const FontSpec small{std::min(14.0, std::max(12.0, pixels * 0.7)), 600};
        writer.text({rect.left() + pad, line + writer.capHeight(small) / 2}, token.letter, small, on);
        room -= writer.width(token.letter, small) + 5;
    }
    const QString whole = token.hidden ? QStringLiteral("?") : token.value ? shortNumber(*token.value) : QString();
    while (font.pixels > 12 && writer.width(whole, font) > room)
        font.pixels -= 1;
    const QString fitted = token.hidden || !token.value ? whole : writer.fittedNumber(*token.value, font, room);
    const double baseline = line + writer.capHeight(font) / 2;
    if (token.letter.isEmpty())
        writer.text({rect.center().x(), baseline}, fitted, font, on, Qt::AlignHCenter);
    else
        writer.text({rect.right() - pad, baseline}, fitted, font, on, Qt::AlignRight);
    if (!pips)
        return;
    const double n = static_cast<double>(token.pips.size()), gap = 2,
                 side = std::min(writer.em(7), (rect.width() - 2 * pad - (n - 1) * gap) / n);
    for (std::size_t i = 0; i < token.pips.size(); ++i) {
        const QRectF pip(
            rect.left() + pad + static_cast<double>(i) * (side + gap), rect.bottom() - writer.em(5) - side, side, side);
        if (token.pips[i])
            writer.box(pip, on, 1);
        else
            writer.frame(pip, on, 1, Dash::solid, 1);
    }
}

} // namespace lockstep::ui
