// Headline, sentence, tiles of the order and brackets.
#include "ui/scene/strip_layout.h"

#include <algorithm>
#include <cmath>

#include "ui/scene/scene_text.h"
#include "ui/scene/tiles_layout.h"

namespace lockstep::ui {

namespace {

const FontSpec kBracket{13, 500}, kBad{13, 600}, kSentence{14};
constexpr int kBatchMost = 96; ///< tiles; more become a band
constexpr double kBand = 12;   ///< px high

/// Tiles side by side that one bracket holds.
struct Group {
    std::vector<int> samples;
    QString text, shorter; ///< shorter: where the text has no room
    enum Kind { earlier, plain, twice, ahead } kind = plain;
};

FontSpec headlineFont(StripRoom room)
{
    return room == StripRoom::full ? FontSpec{28, 600, true} : FontSpec{20, 600, true};
}

QString mineText(const StageFacts& facts)
{
    if (facts.count() == 1)
        return SceneText::tr("this batch");
    std::vector<int> all;
    for (std::size_t r = 0; r < facts.count(); ++r)
        all.push_back(static_cast<int>(r));
    return facts.config->sampler.policy == SamplerPolicy::distributed
        ? SceneText::tr("this batch: %1 in turn").arg(ranksText(all))
        : SceneText::tr("this batch: %1").arg(ranksText(all));
}

/// Images of equal owners in one group; several small groups of repeats become one.
std::vector<Group> drawnGroups(const StageFacts& facts)
{
    const BatchFacts& batch = facts.batch;
    if (facts.hidden.findings || batch.repeats() == 0) {
        Group all;
        for (const DrawnImage& image : batch.images)
            all.samples.push_back(image.sample);
        all.text = batch.ordered ? mineText(facts) : SceneText::tr("this batch, from no shared order");
        all.shorter = SceneText::tr("this batch");
        return {all};
    }
    std::vector<Group> groups;
    const bool everyRepeat = std::all_of(batch.images.begin(), batch.images.end(),
        [&](const DrawnImage& image) { return image.ranks == batch.images.front().ranks; });
    if (everyRepeat) {
        Group all;
        all.kind = Group::twice;
        for (const DrawnImage& image : batch.images)
            all.samples.push_back(image.sample);
        all.text = ranksText(batch.images.front().ranks);
        all.shorter = SceneText::tr("all ranks");
        return {all};
    }
    Group repeats, once;
    repeats.kind = Group::twice;
    std::vector<int> owners;
    for (const DrawnImage& image : batch.images) {
        (image.twice() ? repeats : once).samples.push_back(image.sample);
        if (image.twice())
            owners.insert(owners.end(), image.ranks.begin(), image.ranks.end());
    }
    std::sort(owners.begin(), owners.end());
    repeats.text = SceneText::tr("drawn more than once, by %1").arg(ranksText(owners));
    repeats.shorter = SceneText::tr("more than once");
    once.text = SceneText::tr("drawn once");
    once.shorter = SceneText::tr("once");
    groups.push_back(repeats);
    if (!once.samples.empty())
        groups.push_back(once);
    return groups;
}

void bracket(MarkWriter& writer, double left, double right, double y, const Group& group)
{
    const bool bad = group.kind == Group::twice;
    const Ink ink = bad ? "status.bad" : group.kind == Group::plain ? "text.secondary" : "text.tertiary";
    writer.add(LineMark{{{left + 0.5, y}, {left + 0.5, y + 5}, {right - 0.5, y + 5}, {right - 0.5, y}}, ink, 1.5});
    const FontSpec& font = bad || group.kind == Group::plain ? kBad : kBracket;
    const QString text = writer.firstFitting({group.text, group.shorter}, font, right - left);
    writer.text({(left + right) / 2, y + writer.em(22)}, text, font, ink, Qt::AlignHCenter);
}

/// The order as one bar: what was drawn before, this batch, what is left.
void layoutBand(MarkWriter& writer, const StageFacts& facts, const QRectF& rect)
{
    const BatchFacts& batch = facts.batch;
    const double top = rect.top() + writer.em(12), unit = rect.width() / std::max(1, batch.length);
    const double first = rect.left() + unit * batch.position,
                 last = std::max(first + 2, first + unit * batch.different);
    const bool bad = batch.repeats() > 0 && !facts.hidden.findings;
    writer.box(QRectF(rect.left(), top, rect.width(), kBand), "surface.2", 3);
    if (first > rect.left() + 1)
        writer.box(QRectF(rect.left(), top, first - rect.left(), kBand), "surface.3", 3);
    writer.box(QRectF(first, top, last - first, kBand), bad ? "status.bad" : phaseSolid(Phase::load), 2);
    const double y = top + kBand + writer.em(18);
    const QString earlier = SceneText::tr("%1 in earlier steps").arg(numberText(batch.position)),
                  later = SceneText::tr("%1 later").arg(numberText(batch.length - batch.position - batch.different)),
                  mine = facts.hidden.findings
        ? SceneText::tr("this batch")
        : SceneText::tr("this batch: %1 of %2").arg(numberText(batch.different), numberText(batch.length));
    const double width = writer.width(mine, kBad),
                 centre = std::clamp((first + last) / 2, rect.left() + width / 2, rect.right() - width / 2);
    writer.text({centre, y}, mine, kBad, bad ? "status.bad" : phaseInk(Phase::load), Qt::AlignHCenter);
    if (batch.position > 0 && rect.left() + writer.width(earlier, kBracket) + 16 < centre - width / 2)
        writer.text({rect.left(), y}, earlier, kBracket, "text.tertiary");
    if (rect.right() - writer.width(later, kBracket) - 16 > centre + width / 2)
        writer.text({rect.right(), y}, later, kBracket, "text.tertiary", Qt::AlignRight);
}

/// Images that belong together without an order, and no room for tiles.
void layoutCounts(MarkWriter& writer, const std::vector<Group>& groups, const QRectF& rect)
{
    double total = 0, x = rect.left();
    for (const Group& group : groups)
        total += static_cast<double>(group.samples.size());
    for (const Group& group : groups) {
        const double width = (rect.width() - 4.0 * static_cast<double>(groups.size() - 1))
            * static_cast<double>(group.samples.size()) / std::max(1.0, total);
        const bool bad = group.kind == Group::twice;
        writer.box(
            QRectF(x, rect.top() + writer.em(12), width, kBand), bad ? "status.bad" : phaseSolid(Phase::load), 3);
        const QString count = numberText(static_cast<double>(group.samples.size()));
        writer.text({x, rect.top() + writer.em(30) + kBand},
            writer.firstFitting({SceneText::tr("%1 images: %2").arg(count, group.text), count}, kBad, width), kBad,
            bad ? "status.bad" : phaseInk(Phase::load));
        x += width + 4;
    }
}

void layoutOrder(MarkWriter& writer, const StageFacts& facts, const StageImages* images, const QRectF& rect)
{
    const BatchFacts& batch = facts.batch;
    std::vector<Group> drawn = batch.dealt ? drawnGroups(facts) : std::vector<Group>{};
    const bool hidden = facts.hidden.findings;
    int tiles = 0;
    for (const Group& group : drawn)
        tiles += static_cast<int>(group.samples.size());
    const std::vector<TileSize> sizes = images ? tileSizes(*images, true) : std::vector<TileSize>{};
    const TileSize* size = nullptr;
    int most = 0;                                         // tiles side by side
    const double highest = rect.height() - writer.em(28); // above the brackets
    for (const TileSize& candidate : sizes) {
        most = static_cast<int>((rect.width() + candidate.gap) / (candidate.width + candidate.gap));
        // The batch, a few before it and a few behind.
        if (most >= tiles + std::min(4, static_cast<int>(batch.before.size())) && tiles <= kBatchMost
            && candidate.height + candidate.foot <= highest) {
            size = &candidate;
            break;
        }
    }
    if (!size) {
        if (batch.ordered && batch.dealt)
            layoutBand(writer, facts, rect);
        else
            layoutCounts(writer, drawn, rect);
        return;
    }
    std::vector<Group> groups;
    const int early = std::min({static_cast<int>(batch.before.size()), std::max(4, (most - tiles) / 3), most - tiles});
    Group earlier;
    earlier.kind = Group::earlier;
    earlier.samples.assign(batch.before.end() - early, batch.before.end());
    earlier.text = SceneText::tr("earlier steps");
    earlier.shorter = SceneText::tr("earlier");
    if (early > 0)
        groups.push_back(earlier);
    groups.insert(groups.end(), drawn.begin(), drawn.end());
    Group ahead;
    ahead.kind = Group::ahead;
    const bool would = batch.repeats() > 0 && !hidden;
    const int room = std::max(0, most - tiles - early),
              behind = std::min({room, static_cast<int>(batch.behind.size()), would ? batch.repeats() : room});
    ahead.samples.assign(batch.behind.begin(), batch.behind.begin() + behind);
    ahead.text = !batch.dealt ? SceneText::tr("the order of the first epoch")
        : would ? SceneText::tr("%1 more that would fit in this batch: no rank draws them").arg(batch.repeats())
                : SceneText::tr("later steps");
    ahead.shorter = would ? SceneText::tr("no rank draws these") : SceneText::tr("later");
    if (behind > 0)
        groups.push_back(ahead);
    double x = rect.left();
    const double step = size->width + size->gap, foot = rect.top() + size->height + size->foot;
    for (const Group& group : groups) {
        const double left = x;
        for (const int sample : group.samples) {
            const bool twice = group.kind == Group::twice;
            TileMark tile;
            tile.rect = QRectF(x, rect.top(), size->width, size->height + (twice ? size->foot : 0));
            tile.sample = sample;
            tile.pixel = size->pixel;
            tile.average = size->average;
            tile.faded = group.kind == Group::earlier;
            tile.twice = twice;
            tile.foot = twice ? size->foot : 0;
            writer.add(tile);
            x += step;
        }
        bracket(writer, left, x - size->gap, foot + 4, group);
    }
}

} // namespace

bool hasStrip(const StageFacts& facts)
{
    return facts.images;
}

double stripHeight(const MarkWriter& writer, const StageImages* images, StripRoom room)
{
    const double head = room == StripRoom::full ? writer.em(74) : writer.em(34);
    if (room == StripRoom::headline)
        return head;
    double tile = 36;
    if (images && !tileSizes(*images, true).empty()) {
        const std::vector<TileSize> sizes = tileSizes(*images, true);
        tile = 0;
        for (const TileSize& size : sizes) // the largest that is no picture of its own
            if (size.height + size.foot <= 48)
                tile = std::max(tile, size.height + size.foot);
    }
    return head + std::max(tile, 24.0) + writer.em(34);
}

void layoutStrip(
    MarkWriter& writer, const StageFacts& facts, const StageImages* images, const QRectF& rect, StripRoom room)
{
    const bool hidden = facts.hidden.findings;
    const FontSpec font = headlineFont(room);
    const QString headline = batchHeadline(facts.batch, hidden),
                  reason = batchReason(*facts.config, facts.batch, hidden);
    const double baseline = rect.top() + writer.em(room == StripRoom::full ? 30 : 22);
    const QRectF words
        = writer.text({rect.left(), baseline}, writer.fitted(headline, font, rect.width()), font, "text.primary");
    if (room == StripRoom::full)
        writer.text({rect.left(), baseline + writer.em(27)}, writer.fitted(reason, kSentence, rect.width()), kSentence,
            "text.secondary");
    else if (words.right() + writer.em(16) + writer.width(reason, kSentence) <= rect.right())
        writer.text({words.right() + writer.em(16), baseline}, reason, kSentence, "text.secondary");
    if (room == StripRoom::headline)
        return;
    const double head = room == StripRoom::full ? writer.em(72) : writer.em(32);
    layoutOrder(writer, facts, images, QRectF(rect.left(), rect.top() + head, rect.width(), rect.height() - head));
}

} // namespace lockstep::ui
