// Header of the stage: laid out from the right, so that the step and the badge always keep their place.
#include "ui/scene/header_layout.h"

#include <algorithm>

#include "ui/scene/scene_text.h"
#include "ui/widgets/theme.h"

namespace lockstep::ui {

namespace {

const FontSpec kStrong{13, 600};

/// "Lanes | Weights", "Line | Lanes". Returns its left end.
double layoutSwitch(MarkWriter& writer, const View& view, std::vector<ViewButton> buttons, double right, double centre)
{
    const double height = std::max(28.0, writer.em(28)), pad = writer.em(14);
    double width = 4;
    for (const ViewButton& button : buttons)
        width += writer.width(button.text, kStrong) + 2 * pad;
    const QRectF whole(right - width, centre - height / 2, width, height);
    writer.box(whole, "surface.2");
    const auto chosen
        = std::find_if(buttons.begin(), buttons.end(), [&](const ViewButton& button) { return button.isOn(view); });
    const ViewButton& on = chosen == buttons.end() ? buttons.front() : *chosen;
    const double baseline = centre + writer.capHeight(kStrong) / 2;
    double x = whole.left() + 2;
    for (ViewButton& button : buttons) {
        const QRectF rect(x, whole.top() + 2, writer.width(button.text, kStrong) + 2 * pad, height - 4);
        if (&button == &on)
            writer.add(BoxMark{rect, "surface.1", "border.default", 1, Dash::solid, 6});
        writer.text({rect.center().x(), baseline}, button.text, kStrong,
            &button == &on ? "text.primary" : "text.secondary", Qt::AlignHCenter);
        button.rect = rect.adjusted(-2, -2, 2, 2);
        x = rect.right();
    }
    writer.out().viewButtons = std::move(buttons);
    return whole.left();
}

QString statusText(const StageInput& input, StatusShape& shape)
{
    shape = StatusShape::pending;
    if (input.view.hidden.findings)
        return SceneText::tr("checks after your answer");
    int passed = 0, checked = 0;
    for (const Finding& finding : *input.findings) {
        if (finding.verdict == Verdict::notChecked)
            continue;
        ++checked;
        if (finding.verdict == Verdict::pass)
            ++passed;
    }
    if (checked == 0)
        return {};
    shape = passed == checked ? StatusShape::ok : StatusShape::bad;
    return passed == checked ? SceneText::tr("%1 of %2 checks pass").arg(passed).arg(checked)
                             : SceneText::tr("%1 of %2 checks fail").arg(checked - passed).arg(checked);
}

} // namespace

QString algorithmText(const RunConfig& config)
{
    if (config.workers == 1)
        return SceneText::tr("one worker");
    switch (config.collective.algorithm) {
    case Algorithm::pairwise:
        return SceneText::tr("pairwise all-reduce");
    case Algorithm::star:
        return SceneText::tr("star of %1").arg(config.workers);
    case Algorithm::ring:
        return SceneText::tr("ring of %1").arg(config.workers);
    }
    return {};
}

void layoutHeader(MarkWriter& writer, const StageInput& input, const StageFacts& facts, double left, double right,
    double height, std::vector<ViewButton> views)
{
    right -= input.headerReserve;
    const double centre = height / 2;
    const FontSpec title{16, 600};
    const int step = input.world->record ? input.world->record->step.value : static_cast<int>(input.world->stepIndex);
    const QString text = step == 0 ? SceneText::tr("Before step 1")
                                   : SceneText::tr("Step %1 of %2").arg(step).arg(std::max(input.steps, step));
    const QRectF words = writer.text({left, centre + writer.capHeight(title) / 2}, text, title, "text.primary");
    // The heat grid's numbers are times, unless its cells tell losses.
    const bool times = !views.empty() && views.front().colour && input.view.gridColour != GridColour::loss;
    const Badge kind = times ? input.timeBadge : input.badge;
    const QSizeF size = badgeSize(kind, Theme::light(), writer.scale());
    const QRectF badge(words.right() + writer.em(16), centre - size.height() / 2, size.width(), size.height());
    writer.add(BadgeMark{badge, kind, writer.scale()});

    double end = right;
    if (views.size() > 1) {
        const bool colours = views.front().colour.has_value();
        end = layoutSwitch(writer, input.view, std::move(views), right, centre) - writer.em(12);
        const QString word = SceneText::tr("Colour by");
        if (colours && end - writer.width(word, {12, 500}) > badge.right() + 16)
            end = writer
                      .text({end, centre + writer.capHeight({12, 500}) / 2}, word, {12, 500}, "text.tertiary",
                          Qt::AlignRight)
                      .left()
                - writer.em(16);
    }
    if (input.showStatus && input.findings && !input.findings->empty()) {
        StatusShape shape;
        const QString status = statusText(input, shape);
        const double mark = writer.em(16), width = writer.width(status, kStrong) + mark + writer.em(8);
        if (!status.isEmpty() && end - width > badge.right() + 16) {
            writer.text(
                {end, centre + writer.capHeight(kStrong) / 2}, status, kStrong, "text.secondary", Qt::AlignRight);
            writer.add(StatusMark{QRectF(end - width, centre - mark / 2, mark, mark), shape});
            writer.spot({ObjectKind::finding, -1, 0}, QRectF(end - width - 4, centre - 14, width + 8, 28));
            end -= width + writer.em(16);
        }
    }
    const FontSpec small{12, 500};
    QString algorithm = algorithmText(*facts.config);
    if (!algorithm.isEmpty())
        algorithm[0] = algorithm[0].toUpper();
    const QString rate = SceneText::tr("learning rate %1").arg(numberText(facts.lr));
    QStringList captions{SceneText::tr("%1, %2").arg(algorithm, rate), algorithm};
    if (facts.world->evaluated && facts.world->evaluated->correct >= 0 && !facts.hidden.evaluation)
        captions.prepend(SceneText::tr("%1 of %2 held out are right. %3")
                             .arg(facts.world->evaluated->correct)
                             .arg(facts.world->evaluated->examples)
                             .arg(captions.front()));
    for (const QString& caption : captions) {
        if (end - writer.width(caption, small) > badge.right() + 16) {
            writer.text({end, centre + writer.capHeight(small) / 2}, caption, small, "text.tertiary", Qt::AlignRight);
            break;
        }
    }
}

} // namespace lockstep::ui
