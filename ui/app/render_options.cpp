// RenderOptions: reads words in any order, each fault one sentence.
#include "ui/app/render_options.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/numbers.h"
#include "core/base/spelling.h"
#include "ui/app/window_layout.h"
#include "ui/explore/scenario.h"

namespace lockstep::ui {

namespace {

constexpr int kLargestSide = 8192;
constexpr double kLargestScale = 8;
constexpr double kLargestPixels = 2e8; // 800 MB as a picture in memory

std::string sizeText(QSize size)
{
    return std::to_string(size.width()) + "x" + std::to_string(size.height());
}

/// One of `names` as its place, or a sentence.
Result<int> choice(const std::string& option, const std::string& given, const std::vector<std::string>& names)
{
    const auto found = std::find(names.begin(), names.end(), given);
    if (found != names.end())
        return static_cast<int>(found - names.begin());
    std::string allowed;
    for (const std::string& name : names)
        allowed += (allowed.empty() ? "" : name == names.back() ? " or " : ", ") + name;
    return Error{option + " is '" + given + "', but it must be " + allowed + "."};
}

Result<QSize> parseSize(const std::string& text)
{
    const std::size_t cross = text.find_first_of("xX");
    const auto width = parseInteger(text.substr(0, cross));
    const auto height = cross == std::string::npos ? std::nullopt : parseInteger(text.substr(cross + 1));
    if (!width || !height || *width < 1 || *height < 1)
        return Error{"--size is '" + text + "', but it must be a width and a height in pixels, such as 1440x900."};
    if (*width > kLargestSide || *height > kLargestSide)
        return Error{"--size is '" + text + "', but each side must be at most " + std::to_string(kLargestSide)
            + " pixels; use --scale for a finer picture."};
    return QSize(static_cast<int>(*width), static_cast<int>(*height));
}

Result<RenderFormat> formatOf(const std::string& file)
{
    std::string ending = file.substr(std::min(file.rfind('.'), file.size()));
    std::transform(ending.begin(), ending.end(), ending.begin(),
        [](char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; });
    if (ending == ".png")
        return RenderFormat::png;
    if (ending == ".svg")
        return RenderFormat::svg;
    if (ending == ".pdf")
        return RenderFormat::pdf;
    return Error{"-o is '" + file + "', but the file's name must end in .png, .svg or .pdf."};
}

Result<Done> setValue(RenderOptions& options, const std::string& option, const std::string& value)
{
    if (option == "--stop") {
        const auto stop = parseInteger(value);
        if (!stop || *stop < 1 || *stop > 10000)
            return Error{"--stop is '" + value + "', but it must be a page number from 1."};
        options.stop = static_cast<int>(*stop);
    } else if (option == "--time") {
        const auto time = parseNumber(value);
        if (!time || !std::isfinite(*time) || *time < 0)
            return Error{"--time is '" + value + "', but it must be a number from 0 in the unit of the timeline."};
        options.time = *time;
    } else if (option == "--theme") {
        const auto theme = choice(option, value, {"light", "dark"});
        if (!theme)
            return theme.error();
        options.theme = static_cast<ThemeMode>(theme.value());
    } else if (option == "--size") {
        const auto size = parseSize(value);
        if (!size)
            return size.error();
        options.size = size.value();
    } else if (option == "--mode") {
        const auto mode = choice(option, value, {"learn", "explore"});
        if (!mode)
            return mode.error();
        options.explore = mode.value() == 1;
    } else if (option == "--preset") {
        std::vector<std::string> ids;
        for (const Preset& preset : presets())
            ids.push_back(preset.id);
        const auto preset = choice(option, value, ids);
        if (!preset)
            return preset.error();
        options.preset = value;
    } else if (option == "--scale") {
        const auto scale = parseNumber(value);
        if (!scale || !(*scale >= 0.25 && *scale <= kLargestScale))
            return Error{"--scale is '" + value + "', but it must be a number from 0.25 to "
                + formatNumber(kLargestScale) + "."};
        options.scale = *scale;
    } else if (option == "--view") {
        const auto page = choice(option, value, {"step", "coverage", "curves", "compare"});
        if (!page)
            return page.error();
        options.page = static_cast<StagePage>(page.value());
    } else if (option == "--second") {
        options.second = value;
    } else if (option == "--part") {
        const auto part = choice(option, value, {"window", "stage", "timeline"});
        if (!part)
            return part.error();
        options.part = static_cast<RenderPart>(part.value());
    } else {
        const auto format = formatOf(value);
        if (!format)
            return format.error();
        options.format = format.value();
        options.output = value;
    }
    return Done{};
}

Result<RenderOptions> checkTogether(RenderOptions options)
{
    if (!options.preset.empty() && !options.explore)
        return Error{"--preset belongs to --mode explore; add it."};
    if (!options.preset.empty() && !options.what.empty())
        return Error{"--preset and '" + options.what + "' both say what to run; give one of them."};
    if (options.explore && (options.stop || options.answered))
        return Error{"--stop is for lessons, and --mode explore shows none; use --time."};
    if (options.what.empty() && !options.explore)
        return Error{
            "render needs something to draw: a lesson (its number or folder), a trace file or a configuration."};
    if (options.output.empty())
        return Error{"render needs a file to write: add -o FILE.png (or .svg, .pdf)."};
    if (options.stop && options.time)
        return Error{"--stop and --time both say when; give one of them."};
    if (options.answered && !options.stop)
        return Error{"--answered belongs to --stop; add --stop PAGE."};
    if (options.part == RenderPart::timeline && options.page != StagePage::step)
        return Error{"--view says what stands in the stage's place, but --part is timeline; give one of them."};
    if (options.size.isEmpty())
        options.size = usualSize(options.part);
    const QSize smallest = smallestSize(options.part);
    if (options.size.width() < smallest.width() || options.size.height() < smallest.height())
        return Error{
            "--size is '" + sizeText(options.size) + "', but this part needs at least " + sizeText(smallest) + "."};
    if (options.scale * options.scale * options.size.width() * options.size.height() > kLargestPixels)
        return Error{"--size " + sizeText(options.size) + " at --scale " + formatNumber(options.scale)
            + " is over 200 million pixels; lower one of them."};
    return options;
}

} // namespace

QSize usualSize(RenderPart part)
{
    switch (part) {
    case RenderPart::window:
        return {1440, 900};
    case RenderPart::stage:
        return {832, 668};
    case RenderPart::timeline:
        return {1128, 184};
    }
    return {};
}

QSize smallestSize(RenderPart part)
{
    switch (part) {
    case RenderPart::window:
        return kSmallestWindow;
    case RenderPart::stage:
        return {640, 480};
    case RenderPart::timeline:
        return {640, 52};
    }
    return {};
}

Result<RenderOptions> parseRenderOptions(std::span<const std::string> args)
{
    const std::vector<std::string> known
        = {"--stop", "--time", "--theme", "--size", "--scale", "--part", "--view", "--second", "--mode", "--preset",
            "--answered", "--output", "--help"};
    RenderOptions options;
    for (std::size_t i = 0; i < args.size(); ++i) {
        std::string word = args[i];
        if (word == "--answered") {
            options.answered = true;
            continue;
        }
        if (word.empty() || word[0] != '-' || word == "-") {
            if (!options.what.empty())
                return Error{
                    "render draws one thing at a time, but both '" + options.what + "' and '" + word + "' are given."};
            options.what = word;
            continue;
        }
        std::optional<std::string> value;
        if (const std::size_t equals = word.find('='); word.starts_with("--") && equals != std::string::npos) {
            value = word.substr(equals + 1);
            word.resize(equals);
        }
        if (word == "-o")
            word = "--output";
        if (std::find(known.begin(), known.end(), word) == known.end() || word == "--help") {
            const std::string nearest = nearestSpelling(word, known);
            return Error{"render has no option " + word
                + (nearest.empty() ? "; \"lockstep render --help\" lists them." : "; did you mean " + nearest + "?")};
        }
        if (!value) {
            if (i + 1 == args.size())
                return Error{(word == "--output" ? "-o" : word) + " needs a value after it."};
            value = args[++i];
        }
        const auto done = setValue(options, word, *value);
        if (!done)
            return done.error();
    }
    return checkTogether(std::move(options));
}

std::string renderHelp()
{
    return "lockstep render (LESSON|TRACE|CONFIG) [options] -o FILE.(png|svg|pdf)\n"
           "lockstep render --mode explore [--preset NAME] [options] -o FILE.(png|svg|pdf)\n"
           "\n"
           "Draws a frame of the window without opening one. A lesson is given by its number, its folder or its lesson.md.\n"
           "\n"
           "  --stop PAGE       page of the lesson, from 1 (1); questions before it count as answered right\n"
           "  --answered        the questions of that page are answered too\n"
           "  --time T          moment on the timeline, in its unit (end of the first training step)\n"
           "  --theme NAME      light or dark (light)\n"
           "  --mode NAME       learn or explore: what the left panel shows; explore needs no lesson, trace or config\n"
           "  --preset NAME     scenario of explore: four, meadow, straggler or sixteen (four)\n"
           "  --part NAME       window, stage or timeline (window)\n"
           "  --view NAME       in the stage's place: step, coverage, curves or compare (step); not for lessons\n"
           "  --second FILE     a second run beside the first, a trace or a configuration; the word fix takes the first\n"
           "                    finding's fix\n"
           "  --size WxH        logical pixels (1440x900, 832x668, 1128x184)\n"
           "  --scale S         PNG pixels per logical pixel, 0.25 to 8 (1)\n"
           "  -o FILE           the picture; its ending chooses PNG, SVG or PDF\n";
}

} // namespace lockstep::ui
