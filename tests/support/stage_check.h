// Helpers for tests of the stage: lays out a moment of a real run, checks that texts neither overlap nor leave the
// stage, and writes a layout as text for goldens. Header only, because the core's tests are built without the window.
#pragma once

#include <QString>
#include <QStringList>

#include "core/cost/price.h"
#include "core/lesson/moment.h"
#include "tests/support/run_traces.h"
#include "ui/scene/stage_images.h"
#include "ui/scene/stage_layout.h"

namespace lockstep::testing {

/// A run with its track (priced for toy runs) and its data set's images.
struct StageRun {
    Trace trace;
    Track track;
    std::shared_ptr<const ui::StageImages> images;
    std::shared_ptr<const StageRun> second; ///< laid over; null when there is none
};

inline StageRun stageRun(const RunConfig& config)
{
    StageRun made;
    made.trace = run(config);
    made.track = config.data.set == DataSet::toy ? price(made.trace) : measuredTrack(made.trace);
    made.images = ui::loadStageImages(made.trace.header());
    return made;
}

inline TrackTime timeOf(const StageRun& run, const char* moment)
{
    const Result<LessonMoment> parsed = parseMoment(moment);
    if (!parsed.ok())
        qFatal("%s", parsed.error().message.c_str());
    const Result<TrackTime> time = timeOfMoment(run.trace, run.track, parsed.value());
    if (!time.ok())
        qFatal("%s", time.error().message.c_str());
    return time.value();
}

inline ui::StageLayout stageAtTime(
    const StageRun& run, TrackTime time, QSizeF size, const ui::View& view = {}, bool showStatus = false)
{
    const World world = worldAt(run.trace, run.track, time);
    const World end = worldAt(run.trace, run.track, run.track.stepSpans[world.stepIndex].end);
    const std::vector<Finding> findings(4);
    ui::StageInput input;
    input.header = &run.trace.header();
    input.world = &world;
    input.end = &end;
    input.stepBegin = run.track.stepSpans[world.stepIndex].begin;
    input.waits = waits(run.trace, run.track, world.stepIndex);
    World second;
    if (run.second) {
        const std::size_t step = std::min(world.stepIndex, run.second->trace.stepCount() - 1);
        second = worldAt(run.second->trace, run.second->track, run.second->track.stepSpans[step].end);
        input.overlay = &second;
        input.overlayConfig = &run.second->trace.config();
    }
    input.steps = run.trace.trainingSteps();
    input.badge = run.images ? ui::Badge::computed : ui::Badge::exact;
    input.findings = &findings;
    input.showStatus = showStatus;
    input.view = view;
    input.images = run.images;
    return ui::layoutStage(input, size);
}

/// The stage at "STEP MOMENT [FRACTION]" as in lessons.
inline ui::StageLayout stageAt(
    const StageRun& run, const char* moment, QSizeF size, const ui::View& view = {}, bool showStatus = false)
{
    return stageAtTime(run, timeOf(run, moment), size, view, showStatus);
}

/// Every text of the layout: marks, Now line and table.
inline QStringList textsOf(const ui::StageLayout& layout)
{
    QStringList texts{layout.now.title, layout.now.detail};
    for (const ui::Mark& mark : layout.marks)
        if (const auto* text = std::get_if<ui::TextMark>(&mark))
            texts.append(text->text);
    for (const ui::StageCell& cell : layout.cells)
        texts.append(cell.text);
    return texts;
}

/// The place of a mark that would hide a text below it; empty for outlines and lines.
inline QRectF coverOf(const ui::Mark& mark)
{
    if (const auto* box = std::get_if<ui::BoxMark>(&mark))
        return box->fill ? box->rect : QRectF();
    if (const auto* badge = std::get_if<ui::WorkerMark>(&mark))
        return badge->rect;
    if (const auto* glyph = std::get_if<ui::FingerprintMark>(&mark))
        return glyph->rect;
    if (const auto* badge = std::get_if<ui::BadgeMark>(&mark))
        return badge->rect;
    if (const auto* tile = std::get_if<ui::TileMark>(&mark))
        return tile->rect;
    if (const auto* dot = std::get_if<ui::DotMark>(&mark))
        return {dot->centre.x() - dot->radius, dot->centre.y() - dot->radius, 2 * dot->radius, 2 * dot->radius};
    return {};
}

/// What is wrong with the layout: texts that overlap, are covered by a later shape, are cut, too small or outside.
inline QStringList problemsOf(const ui::StageLayout& layout)
{
    QStringList problems;
    const QRectF stage(QPointF(0, 0), layout.size);
    std::vector<std::pair<std::size_t, const ui::TextMark*>> texts;
    for (std::size_t i = 0; i < layout.marks.size(); ++i) {
        const QRectF cover = coverOf(layout.marks[i]);
        if (!cover.isEmpty() && !stage.adjusted(-0.5, -0.5, 0.5, 0.5).contains(cover))
            problems.append(QStringLiteral("a shape lies outside at %1, %2").arg(cover.left()).arg(cover.top()));
        for (const auto& [place, text] : texts) {
            const QRectF common = text->rect & cover;
            if (common.width() > 1.5 && common.height() > 1.5)
                problems.append(
                    QStringLiteral("'%1' is covered at %2, %3").arg(text->text).arg(common.left()).arg(common.top()));
        }
        if (const auto* text = std::get_if<ui::TextMark>(&layout.marks[i])) {
            for (const auto& [place, other] : texts) {
                const QRectF common = text->rect & other->rect;
                if (common.width() > 0.5 && common.height() > 0.5)
                    problems.append(QStringLiteral("'%1' and '%2' overlap at %3, %4")
                                        .arg(other->text, text->text)
                                        .arg(common.left())
                                        .arg(common.top()));
            }
            if (!stage.contains(text->rect))
                problems.append(QStringLiteral("'%1' leaves the stage at %2").arg(text->text).arg(text->rect.left()));
            if (text->font.pixels < 11.99)
                problems.append(QStringLiteral("'%1' has %2 px").arg(text->text).arg(text->font.pixels));
            if (text->text.contains(QChar(0x2026)))
                problems.append(QStringLiteral("'%1' is cut").arg(text->text));
            texts.emplace_back(i, text);
        }
    }
    if (layout.overfull)
        problems.append(QStringLiteral("the stage is overfull"));
    return problems;
}

/// One line a mark, numbers with one decimal.
inline QString printLayout(const ui::StageLayout& layout)
{
    const auto n = [](double value) { return QString::number(value == 0 ? 0.0 : value, 'f', 1); };
    const auto r = [&](const QRectF& rect) {
        return QStringLiteral("%1 %2 %3 %4").arg(n(rect.left()), n(rect.top()), n(rect.width()), n(rect.height()));
    };
    const auto ink = [](const char* token) { return QString::fromLatin1(token ? token : "-"); };
    QString out;
    for (const ui::Mark& mark : layout.marks) {
        if (const auto* text = std::get_if<ui::TextMark>(&mark))
            out += QStringLiteral("text %1 | %2 px %3 %4 | %5\n")
                       .arg(r(text->rect), n(text->font.pixels))
                       .arg(text->font.weight)
                       .arg(ink(text->ink), text->text);
        else if (const auto* box = std::get_if<ui::BoxMark>(&mark))
            out += QStringLiteral("box %1 | %2 %3\n").arg(r(box->rect), ink(box->fill), ink(box->stroke));
        else if (const auto* line = std::get_if<ui::LineMark>(&mark))
            out += QStringLiteral("line %1 %2 to %3 %4 | %5\n")
                       .arg(n(line->points.front().x()), n(line->points.front().y()), n(line->points.back().x()),
                           n(line->points.back().y()), ink(line->ink));
        else if (const auto* diamond = std::get_if<ui::DiamondMark>(&mark))
            out += QStringLiteral("diamond %1 %2\n").arg(n(diamond->centre.x()), n(diamond->centre.y()));
        else if (const auto* dot = std::get_if<ui::DotMark>(&mark))
            out += QStringLiteral("dot %1 %2 | %3\n").arg(n(dot->centre.x()), n(dot->centre.y()), ink(dot->fill));
        else if (const auto* worker = std::get_if<ui::WorkerMark>(&mark))
            out += QStringLiteral("worker %1 | %2\n").arg(r(worker->rect), worker->label);
        else if (const auto* glyph = std::get_if<ui::FingerprintMark>(&mark))
            out += QStringLiteral("fingerprint %1 | %2\n")
                       .arg(r(glyph->rect))
                       .arg(glyph->digest, 16, 16, QLatin1Char('0'));
    }
    out += QStringLiteral("now %1\nnow %2\n").arg(layout.now.title, layout.now.detail);
    for (const ui::StageCell& cell : layout.cells)
        out += QStringLiteral("cell %1 %2 | %3\n").arg(cell.row).arg(cell.column).arg(cell.text);
    return out;
}

} // namespace lockstep::testing
