// Lanes of image runs: tiles of real pixels, fingerprint and loss, the bias gradient as bars by class.
#include <algorithm>
#include <cmath>

#include "ui/scene/lanes_layout.h"
#include "ui/scene/scene_text.h"
#include "ui/scene/tiles_layout.h"

namespace lockstep::ui {

namespace {

QString labelsText(const RankFacts& rank, const StageImages& images)
{
    QStringList labels;
    for (const ExampleFacts& example : rank.examples)
        if (static_cast<std::size_t>(example.sample) < images.labels.size())
            labels.append(QString::number(images.labels[static_cast<std::size_t>(example.sample)]));
    return SceneText::tr("labels %1").arg(labels.join(QStringLiteral(", ")));
}

QString countWord(int count)
{
#define WORD(text) QT_TRANSLATE_NOOP("lockstep::ui::SceneText", text)
    static const char* const kWords[]
        = {WORD("none"), WORD("one"), WORD("two"), WORD("three"), WORD("four"), WORD("five"), WORD("six"),
            WORD("seven"), WORD("eight"), WORD("nine"), WORD("ten"), WORD("eleven"), WORD("twelve")};
#undef WORD
    return count >= 0 && count <= 12 ? SceneText::tr(kWords[count]) : QString::number(count);
}

/// "same four as rank 0", "2 of 24 drawn elsewhere too"; empty when nothing repeats.
QString repeatText(const StageFacts& facts, const RankFacts& rank)
{
    const BatchFacts& batch = facts.batch;
    const std::size_t r = static_cast<std::size_t>(rank.rank);
    if (facts.hidden.findings || batch.repeats() == 0 || r >= batch.repeat.size())
        return {};
    const int count = static_cast<int>(rank.examples.size());
    if (batch.sameAs[r] >= 0)
        return SceneText::tr("same %1 as rank %2").arg(countWord(count)).arg(batch.sameAs[r]);
    const int repeats = static_cast<int>(std::count(batch.repeat[r].begin(), batch.repeat[r].end(), 1));
    if (repeats == 0 || repeats == count) // the first of several equal ones tells its labels
        return {};
    return SceneText::tr("%1 of %2 drawn twice").arg(repeats).arg(count);
}

void layoutImages(MarkWriter& writer, const StageFacts& facts, const Column& column, const LaneBox& lane,
    const RankFacts& rank, const StageImages* images)
{
    const int count = static_cast<int>(rank.examples.size());
    if (count == 0 || rank.phases[static_cast<std::size_t>(Phase::load)].progress != Progress::done)
        return;
    const FontSpec small{13, 400}, strong{13, 600};
    const double line = writer.em(18), left = column.left + 8, width = column.width - 8;
    if (!images) {
        const QString text = writer.firstFitting(
            {SceneText::tr("%1 images, not at hand").arg(count), SceneText::tr("%1 images").arg(count)}, small, width);
        writer.text({left, lane.centre() + writer.capHeight(small) / 2}, text, small, "text.secondary");
        return;
    }
    const std::size_t r = static_cast<std::size_t>(rank.rank);
    const bool marks = facts.batch.repeats() > 0 && !facts.hidden.findings && r < facts.batch.repeat.size();
    const TileBlock block = fitTiles(*images, count, width, lane.height - writer.em(6) - line, marks);
    const double top = std::round(lane.centre() - (block.height + line) / 2);
    std::vector<int> samples;
    for (const ExampleFacts& example : rank.examples)
        samples.push_back(example.sample);
    layoutTiles(
        writer, block, {left, top}, samples, marks ? facts.batch.repeat[r] : std::vector<std::uint8_t>{}, rank.rank);
    const QString repeat = repeatText(facts, rank), rest = andMore(count - block.shown);
    const QPointF at(left, top + block.height + writer.em(15));
    if (!repeat.isEmpty()) {
        QStringList texts{repeat};
        if (block.shown < count)
            texts.prepend(SceneText::tr("%1 (%2)").arg(repeat, rest));
        writer.text(at, writer.firstFitting(texts, strong, width), strong, "status.bad");
        return;
    }
    const QString labels = labelsText(rank, *images);
    writer.text(at,
        writer.firstFitting(
            block.shown < count ? QStringList{rest} : QStringList{labels, SceneText::tr("%1 images").arg(count)}, small,
            width),
        small, "text.secondary");
}

void layoutLoss(MarkWriter& writer, const Column& column, const LaneBox& lane, const RankFacts& rank)
{
    const double side = std::min(writer.em(32), lane.height - 16);
    const QRectF glyph(column.left + 10, lane.centre() - side / 2, side, side);
    if (rank.phases[static_cast<std::size_t>(Phase::load)].progress == Progress::done)
        writer.add(FingerprintMark{glyph, rank.digestBefore});
    if (rank.loss.known == Known::notYet)
        return;
    const double x = glyph.right() + writer.em(12), room = column.right() - 4 - x;
    const FontSpec small{14}, big{16, 600};
    writer.text(
        {x, lane.centre() - writer.em(5)}, writer.fitted(SceneText::tr("loss"), small, room), small, "text.secondary");
    const QPointF at(x, lane.centre() + writer.em(15));
    if (rank.loss.known == Known::hidden)
        writer.hiddenSlot(at, {13, 600});
    else
        writer.text(at, writer.fitted(fixedText(rank.loss.value, 3), big, room), big,
            rank.loss.is() ? phaseInk(Phase::forward) : "text.tertiary");
}

void layoutGradient(
    MarkWriter& writer, const StageFacts& facts, const Column& column, const LaneBox& lane, const RankFacts& rank)
{
    if (rank.norms.empty())
        return;
    const FontSpec small{13}, big{14, 600};
    const double left = column.left + 12, width = column.width - 24;
    // Bars above, their length below; both in the lane's middle.
    const double high = std::min(lane.height - writer.em(38), writer.em(64)),
                 top = std::round(lane.centre() - (high + writer.em(26)) / 2);
    const double textY = top + high + writer.em(21);
    const double most = mostByClass(facts);
    const Value& length = rank.length;
    if (!rank.biasByClass.empty() && most > 0)
        layoutClassBars(writer, rank.biasByClass, most, QRectF(left, top, width, high), Phase::backward);
    else if (length.is() && facts.classParameter >= 0)
        writer.text({left, top + high / 2 + writer.capHeight({12}) / 2},
            writer.firstFitting(
                {SceneText::tr("elements not recorded"), SceneText::tr("not recorded")}, {12, 500}, width),
            {12, 500}, "text.tertiary");
    if (length.known == Known::notYet)
        return;
    const QString word = SceneText::tr("length");
    const QRectF words = writer.text({left, textY}, writer.fitted(word, small, width * 0.6), small, "text.secondary");
    const QPointF at(words.right() + writer.em(8), textY);
    QRectF number;
    if (length.known == Known::hidden)
        number = writer.hiddenSlot(at, {12, 600});
    else
        number = writer.text(
            at, fixedText(length.value, 3), big, length.is() ? phaseInk(Phase::backward) : "text.tertiary");
    writer.spot({ObjectKind::gradient, rank.rank}, QRectF(left - 4, top - 4, width + 8, number.bottom() - top + 8));
}

} // namespace

double mostByClass(const StageFacts& facts)
{
    double most = 0;
    for (const RankWorld& rank : facts.end->ranks)
        for (const GradientWorld& gradient : rank.gradients)
            if (gradient.parameter.value == facts.classParameter)
                for (const double value : gradient.values)
                    most = std::max(most, std::abs(value));
    return most;
}

void layoutClassBars(
    MarkWriter& writer, const std::vector<double>& values, double most, const QRectF& rect, Phase phase)
{
    const double n = static_cast<double>(values.size()), step = rect.width() / std::max(1.0, n),
                 thick = std::max(1.0, std::min(10.0, step - (step > 6 ? 3 : 1))), middle = rect.center().y();
    writer.line({rect.left(), middle}, {rect.right(), middle}, "border.strong", 1);
    for (std::size_t c = 0; c < values.size(); ++c) {
        const double height = std::clamp(values[c] / most, -1.0, 1.0) * rect.height() / 2;
        const QRectF bar(rect.left() + step * (static_cast<double>(c) + 0.5) - thick / 2,
            std::min(middle, middle - height), thick, std::abs(height));
        if (bar.height() > 0.3)
            writer.box(bar, phaseSolid(phase), 1);
    }
}

void layoutImageLane(MarkWriter& writer, const StageFacts& facts, const Columns& columns, const LaneBox& lane,
    const RankFacts& rank, const StageImages* images)
{
    const QRectF card(columns.left, lane.top, columns.of(Phase::backward).right() - columns.left, lane.height);
    writer.box(card, "surface.1");
    writer.spot({ObjectKind::rank, rank.rank}, card);
    phaseSpots(writer, columns, lane, rank.rank);
    const double badge = writer.em(28);
    writer.add(WorkerMark{QRectF(card.left() + writer.em(12), lane.centre() - badge / 2, badge, badge), rank.label});
    layoutImages(writer, facts, columns.of(Phase::load), lane, rank, images);
    if (!facts.stoppedBy(rank, Phase::forward))
        layoutLoss(writer, columns.of(Phase::forward), lane, rank);
    if (!facts.stoppedBy(rank, Phase::backward))
        layoutGradient(writer, facts, columns.of(Phase::backward), lane, rank);
}

} // namespace lockstep::ui
