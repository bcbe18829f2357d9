// Number line, last row: the combined gradient as a bar, what ran beside what is right, and the step it causes.
#include <algorithm>
#include <cmath>

#include "ui/scene/number_line_layout.h"
#include "ui/scene/scene_text.h"

namespace lockstep::ui {

namespace {

QString means(const StageFacts& facts)
{
    QStringList texts;
    for (const RankFacts& rank : facts.ranks) {
        if (!rank.gradient.is())
            return {};
        texts.append(shortNumber(rank.gradient.value));
    }
    if (texts.size() < 2 || texts.size() > 3)
        return {};
    const QString last = texts.takeLast();
    return SceneText::tr("%1 and %2").arg(texts.join(QStringLiteral(", ")), last);
}

/// "mean of 2 and 6"
QString recipe(const StageFacts& facts)
{
    const int count = static_cast<int>(facts.count());
    const QString list = means(facts);
    if (count == 1)
        return SceneText::tr("one worker: its own gradient");
    switch (facts.config->combine) {
    case Combine::mean:
        return list.isEmpty() ? SceneText::tr("mean of %1 gradients").arg(count)
                              : SceneText::tr("mean of %1").arg(list);
    case Combine::sum:
        return list.isEmpty() ? SceneText::tr("sum of %1 gradients").arg(count) : SceneText::tr("sum of %1").arg(list);
    case Combine::weighted:
        return list.isEmpty() ? SceneText::tr("weighted by count") : SceneText::tr("%1, weighted by count").arg(list);
    }
    return {};
}

struct Combined {
    MarkWriter& writer;
    const StageFacts& facts;
    const CombinedPlace& place;
    const Axis& axis;
    double w;
    std::vector<QRectF> written{}; ///< what stands below the axis

    /// A bar with its big number at the far end and its caption beyond that, or on w's side where that has no room.
    void bar(double y, const Value& value, double length, bool reference, const QStringList& captions, Ink numeralInk)
    {
        const FontSpec big{numeralPixels(writer, length, place.numeral), 600, true}, small{14};
        const double half = writer.em(facts.wrong ? 8 : 9), x = axis.x(w), end = axis.x(w - length);
        const double way = end <= x ? -1 : 1;
        if (value.known == Known::hidden) {
            const FontSpec slot{std::min(28.0, place.numeral), 600, true};
            const QRectF rect
                = writer.hiddenSlot({x - writer.em(16), y + writer.capHeight(slot) / 2}, slot, Qt::AlignRight);
            if (!reference)
                writer.spot({ObjectKind::collective, -1, 0}, rect);
            return;
        }
        if (!value.visible())
            return;
        const QRectF rect(std::min(x, end), y - half, std::abs(x - end), 2 * half);
        const bool ghost = value.known == Known::ghost;
        if (reference || ghost)
            writer.frame(rect, ghost ? "text.tertiary" : phaseSolid(Phase::allReduce), ghost ? 1 : 2, Dash::dashed, 3);
        else
            writer.box(rect, phaseSolid(Phase::allReduce), 3);
        const Qt::Alignment side = way < 0 ? Qt::AlignRight : Qt::AlignLeft;
        const QRectF number = writer.text({end + way * writer.em(12), y + writer.capHeight(big) / 2},
            toldNumber(value.value), big, ghost ? "text.tertiary" : numeralInk, side);
        if (!reference)
            writer.spot({ObjectKind::collective, -1, 0}, rect.united(number));
        writeCaption(y, number, way, ghost ? QStringList{SceneText::tr("next")} : captions, small);
    }

    /// The longest caption that fits beyond the number, else on w's side.
    void writeCaption(double y, const QRectF& number, double way, const QStringList& captions, const FontSpec& small)
    {
        const double start = way < 0 ? number.left() - writer.em(12) : number.right() + writer.em(12);
        const double room = way < 0 ? start - place.room.left() : place.captions - start;
        const double baseline = y + writer.capHeight(small) / 2;
        const auto fits = [&](double width) {
            const auto found = std::find_if(captions.begin(), captions.end(),
                [&](const QString& text) { return writer.width(text, small) <= width; });
            return found == captions.end() ? QString() : *found;
        };
        // w's own side is free only where bars reach to the left: to the right of w no targets' labels stand at this
        // height.
        const double from = axis.x(w) + writer.em(20), left = way < 0 ? place.captions - from : 0;
        const QString beside = fits(room), other = fits(left);
        const QString name = facts.count() == 1 ? SceneText::tr("gradient") : SceneText::tr("combined");
        if (!beside.isEmpty() && (beside.size() >= other.size() || other.isEmpty())) {
            writer.text({start, baseline}, beside, small, "text.secondary", way < 0 ? Qt::AlignRight : Qt::AlignLeft);
            if (!facts.wrong && writer.width(name, {14, 600}) <= left)
                writer.text({from, baseline}, name, {14, 600}, phaseInk(Phase::allReduce));
        } else if (!other.isEmpty()) {
            writer.text({from, baseline}, other, small, "text.secondary");
        }
    }

    bool after() const { return facts.count() > 0 && facts.allDone(Phase::update); }

    /// Where the new w's number stands; kept free of tick numbers from the start.
    QRectF resultRect(const QString& text) const
    {
        const FontSpec big{numeralPixels(writer, facts.ranks[0].afterTrue, place.result), 600, true};
        const double x1 = axis.x(facts.ranks[0].afterTrue), below = place.axisY + writer.em(19) + writer.capHeight(big);
        double left = facts.wrong ? x1 + writer.em(10) : x1 - writer.em(20);
        const double width = std::max(writer.width(text, big), writer.hiddenWidth(big));
        left = std::clamp(left, place.room.left(), std::max(place.room.left(), place.room.right() - width));
        return writer.textRect({left, below}, text, big);
    }

    void ticksAndNumbers(const QRectF& keepFree)
    {
        writer.line({place.room.left(), place.axisY}, {place.axisRight, place.axisY}, "border.strong", 1.5);
        const double from = (place.room.left() + 6 - axis.origin) / axis.unit,
                     to = (place.axisRight - 6 - axis.origin) / axis.unit;
        const std::vector<double> marks = ticks(axis, from, to, writer.em(34));
        double widest = 0;
        for (const double tick : marks)
            widest = std::max(widest, writer.width(shortNumber(tick), {12, 500}));
        const int every = marks.size() < 2
            ? 1
            : static_cast<int>(std::ceil((widest + writer.em(10)) / ((marks[1] - marks[0]) * axis.unit)));
        for (std::size_t i = 0; i < marks.size(); ++i) {
            const double x = axis.x(marks[i]);
            writer.line({x, place.axisY - 4}, {x, place.axisY + 4}, "border.strong", 1.5);
            const QPointF at(x, place.axisY + writer.em(11) + writer.capHeight({12, 500}));
            const QRectF rect
                = writer.textRect(at, shortNumber(marks[i]), {12, 500}, Qt::AlignHCenter).adjusted(-6, -2, 6, 2);
            if (static_cast<int>(i) % std::max(1, every) == 0 && !rect.intersects(keepFree)
                && !rect.adjusted(6, 2, -6, -2).intersects(secondRunRing()) && rect.left() >= place.room.left() - 30
                && rect.right() <= place.room.right())
                writer.text(at, shortNumber(marks[i]), {12, 500}, "text.tertiary", Qt::AlignHCenter);
        }
    }

    void moves()
    {
        for (std::size_t r = facts.count(); r-- > 0;) {
            const RankFacts& rank = facts.ranks[r];
            if (r > 0 && rank.before == facts.ranks[0].before && rank.afterTrue == facts.ranks[0].afterTrue)
                continue;
            const PhaseWorld& update = rank.phases[static_cast<std::size_t>(Phase::update)];
            const bool known = rank.after.is();
            layoutMove(writer, axis, place.axisY, rank.before, rank.afterTrue,
                facts.hidden.update ? 0
                    : known         ? 1
                                    : update.fraction,
                known);
        }
    }

    void result()
    {
        const Value& value = facts.ranks[0].after;
        const FontSpec big{numeralPixels(writer, facts.ranks[0].afterTrue, place.result), 600, true}, small{14};
        if (value.known == Known::notYet
            || (value.known == Known::hidden && facts.progress(Phase::backward) == Progress::ahead))
            return;
        if (value.is() && !after())
            return;
        if (value.is() && !facts.sameAfter)
            return eachOwn();
        const QString text = value.known == Known::hidden ? QString() : toldNumber(value.value);
        QRectF rect = resultRect(text);
        if (value.known == Known::hidden)
            rect = writer.hiddenSlot(
                {rect.left(), rect.top() + writer.capHeight(big)}, {std::min(28.0, place.result), 600, true});
        else
            rect = writer.text({rect.left(), rect.top() + writer.capHeight(big)}, text, big,
                value.known == Known::ghost               ? "text.tertiary"
                    : facts.wrong && facts.reference.is() ? "status.bad"
                                                          : phaseInk(Phase::update));
        writer.spot({ObjectKind::parameters, -1}, rect.adjusted(-6, -4, 6, 4));
        written.push_back(rect);
        if (facts.wrong)
            return;
        const QString words = value.known == Known::ghost ? SceneText::tr("next w")
            : value.known == Known::hidden                ? SceneText::tr("new w")
            : facts.count() == 1                          ? SceneText::tr("w moves to")
            : facts.count() == 2                          ? SceneText::tr("both move w to")
                                                          : SceneText::tr("all %1 move w to").arg(facts.count());
        const double baseline = rect.bottom() - writer.em(4), room = rect.left() - writer.em(16) - place.room.left();
        if (writer.width(words, small) <= room)
            written.push_back(
                writer.text({rect.left() - writer.em(16), baseline}, words, small, "text.secondary", Qt::AlignRight));
        else if (rect.right() + writer.em(12) + writer.width(words, small) <= place.room.right())
            written.push_back(writer.text({rect.right() + writer.em(12), baseline}, words, small, "text.secondary"));
    }

    /// The replicas end apart: every worker's own w.
    void eachOwn()
    {
        QStringList texts;
        for (const RankFacts& rank : facts.ranks)
            texts.append(SceneText::tr("%1 at %2").arg(rank.label, shortNumber(rank.after.value)));
        const FontSpec font{20, 600, true};
        QString text = texts.join(QStringLiteral(", "));
        if (writer.width(text, font) > place.room.width()) {
            const auto less = [](const RankFacts& a, const RankFacts& b) { return a.after.value < b.after.value; };
            const auto [low, high] = std::minmax_element(facts.ranks.begin(), facts.ranks.end(), less);
            text = SceneText::tr("w from %1 to %2").arg(shortNumber(low->after.value), shortNumber(high->after.value));
        }
        written.push_back(writer.text({place.room.right(), place.axisY + writer.em(30) + writer.capHeight(font)}, text,
            font, "status.bad", Qt::AlignRight));
    }

    QRectF secondRunRing() const
    {
        const double x = axis.x(facts.overlay.wTrue), r = std::min(writer.em(12), 16.0);
        return facts.overlay.w.is() ? QRectF(x - r, place.axisY - r, 2 * r, 2 * r) : QRectF();
    }

    /// The second run's w: a hollow dashed marker on the axis and its name below, near it where there is room.
    void secondRun()
    {
        if (!facts.overlay.w.is())
            return;
        const double x = axis.x(facts.overlay.w.value), r = std::min(writer.em(12), 16.0);
        writer.add(BoxMark{secondRunRing(), nullptr, "text.primary", 2, Dash::dashed, r});
        const FontSpec font{14, 600};
        const double baseline
            = place.axisY + writer.em(19) + writer.capHeight({place.result, 600, true}) - writer.em(3);
        double left = place.room.right(), right = place.room.left();
        for (const QRectF& rect : written) {
            left = std::min(left, rect.left());
            right = std::max(right, rect.right());
        }
        const double gap = writer.em(16);
        for (const QString& text : {overlayText(facts), facts.overlay.name}) {
            const double width = writer.width(text, font);
            for (const double at : {x - width / 2, x - r - width, x + r, left - gap - width, right + gap}) {
                const QRectF rect = writer.textRect({at, baseline}, text, font);
                const bool free = rect.left() >= place.room.left() && rect.right() <= place.room.right()
                    && std::none_of(written.begin(), written.end(),
                        [&](const QRectF& other) { return rect.adjusted(-gap + 1, -2, gap - 1, 2).intersects(other); });
                if (free) {
                    writer.text({at, baseline}, text, font, "text.primary");
                    return;
                }
            }
        }
    }

    /// Where one device with the same examples would have gone.
    void oneDevice(const QRectF& resultPlace)
    {
        if (!facts.reference.is() || facts.hidden.update || !after() || !facts.config->optimizer.plain())
            return;
        const double target = w - facts.lr * facts.reference.value, x = axis.x(target);
        if (facts.overlay.w.is() && std::abs(facts.overlay.w.value - target) > kNothing)
            return; // the second run has gone its own way; two places of one device would only confuse
        writer.add(LineMark{
            {{x, place.axisY - writer.em(18)}, {x, place.axisY + writer.em(30)}}, "text.primary", 2, Dash::dashed, 0});
        if (facts.overlay.w.is())
            return;
        const FontSpec font{14, 600};
        const QString text = SceneText::tr("one device: %1").arg(shortNumber(target));
        const double baseline = place.axisY + writer.em(19) + writer.capHeight({place.result, 600, true});
        const double width = writer.width(text, font);
        QRectF rect(x - writer.em(10) - width, baseline - 12, width, 14);
        if (rect.left() < place.room.left() || rect.intersects(resultPlace))
            rect.moveLeft(std::max(x, resultPlace.right()) + writer.em(12));
        if (rect.right() <= place.room.right())
            writer.text({rect.left(), baseline}, text, font, "text.primary");
    }
};

} // namespace

QString overlayText(const StageFacts& facts)
{
    const OverlayFacts& overlay = facts.overlay;
    if (!overlay.w.is())
        return {};
    return overlay.same ? SceneText::tr("%1: the same").arg(overlay.name)
                        : SceneText::tr("%1: %2").arg(overlay.name, toldNumber(overlay.w.value));
}

void layoutCombined(MarkWriter& writer, const StageFacts& facts, const CombinedPlace& place, const Axis& axis)
{
    Combined part{writer, facts, place, axis, facts.ranks[0].before};
    const bool wrong = facts.wrong && facts.reference.known != Known::notYet;
    if (place.axis)
        part.ticksAndNumbers(part.resultRect(toldNumber(facts.ranks[0].afterTrue)));
    part.bar(place.barY, facts.combined, facts.combinedTrue, false,
        wrong ? QStringList{SceneText::tr("what ran: %1").arg(recipe(facts)), SceneText::tr("what ran")}
              : QStringList{recipe(facts), SceneText::tr("combined")},
        wrong && facts.reference.is() ? "status.bad" : phaseInk(Phase::allReduce));
    if (facts.wrong && facts.reference.known != Known::hidden)
        part.bar(place.referenceY, facts.reference, facts.referenceTrue, true,
            {SceneText::tr("mean of all %1 examples").arg(facts.globalBatch),
                SceneText::tr("all %1 examples").arg(facts.globalBatch), SceneText::tr("one device")},
            "text.primary");
    part.moves();
    part.result();
    if (facts.wrong)
        part.oneDevice(part.resultRect(toldNumber(facts.ranks[0].afterTrue)));
    part.secondRun();
}

} // namespace lockstep::ui
