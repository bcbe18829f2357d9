// Number line: how high its rows are and which scale they share.
#include <algorithm>

#include "ui/scene/number_line_layout.h"
#include "ui/scene/scene_text.h"

namespace lockstep::ui {

namespace {

constexpr double kMostArena = 36; ///< px more than the arena between the rows needs
constexpr int kMostBars = 4;      ///< a row with more examples shows the bar of its mean

int barsOf(int count, bool tight)
{
    return tight || count > kMostBars || count == 0 ? 1 : count;
}

/// How wide the numbers beside a bar of this length get.
double numberRoom(const MarkWriter& writer, double value, const FontSpec& font)
{
    return std::max(writer.width(shortNumber(value), font), writer.hiddenWidth(font)) + writer.em(12);
}

void needBar(std::vector<AxisNeed>& needs, double w, double gradient, double room)
{
    const double end = w - gradient;
    needs.push_back({end, gradient >= 0 ? room : 0, gradient < 0 ? room : 0});
}

} // namespace

NumberLinePlan planNumberLine(const StageFacts& facts, const NumberLineOptions& options, double s)
{
    const auto between = [&](double tight, double roomy) { return tight + (roomy - tight) * options.comfort; };
    NumberLinePlan plan;
    plan.options = options;
    plan.barPitch = s * between(15.5, 18);
    double y = s * between(14, 16);
    for (const RankFacts& rank : facts.ranks) {
        NumberLineRow row;
        row.rank = rank.rank;
        row.bars = barsOf(facts.shareOf(static_cast<std::size_t>(rank.rank)), options.tightBars);
        row.top = y;
        row.axis = y + s * between(3, 6) + row.bars * plan.barPitch + s * between(9, 10);
        row.bottom = row.axis + s * between(26, 29);
        plan.rows.push_back(row);
        y = row.bottom + s * between(2, 11);
        if (options.between > 0 && plan.rows.size() == 1) {
            plan.betweenTop = y;
            y += options.between + s * 10;
            plan.betweenBottom = y - s * 10;
        }
    }
    if (!options.combinedRow) {
        plan.height = y + s * between(2, 6);
        return plan;
    }
    plan.combinedBar = y + s * between(18, 18);
    plan.referenceBar = plan.combinedBar;
    if (facts.keepsReference)
        plan.referenceBar = plan.combinedBar + s * between(32, 34);
    plan.combinedAxis = plan.referenceBar + s * between(29, 33);
    plan.height = plan.combinedAxis + s * (facts.keepsReference ? between(50, 52) : between(56, 62));
    return plan;
}

double numeralPixels(const MarkWriter& writer, double value, double pixels)
{
    const double most = writer.em(124);
    while (pixels > 22 && writer.width(toldNumber(value), {pixels, 600, true}) > most)
        pixels -= 2;
    return pixels;
}

QString localWord(const StageFacts& facts, const NumberLineOptions& options, const RankFacts& rank)
{
    if (facts.config->loss.reduction == Reduction::sum)
        return options.narrow ? SceneText::tr("sum") : SceneText::tr("local sum");
    if (rank.examples.size() == 1)
        return SceneText::tr("of one");
    if (!facts.equalShares)
        return SceneText::tr("mean of %1").arg(rank.examples.size());
    return options.narrow ? SceneText::tr("mean") : SceneText::tr("local mean");
}

NumberLinePlan stretched(NumberLinePlan plan, double extra)
{
    if (extra <= 0 || plan.rows.empty())
        return plan;
    // An arena between the rows grows a little, then the rows move apart.
    const bool between = plan.options.between > 0;
    const double arena = between ? std::min(extra * 0.4, kMostArena) : 0,
                 share = (extra - arena) / static_cast<double>(plan.rows.size() + (plan.options.combinedRow ? 2 : 1));
    double shift = share;
    for (std::size_t r = 0; r < plan.rows.size(); ++r) {
        NumberLineRow& row = plan.rows[r];
        row.axis += shift;
        row.top += r == 0 ? shift * 0.5 : shift;
        row.bottom += shift;
        if (r == 0 && between) {
            plan.betweenTop += shift;
            plan.betweenBottom += shift + arena;
            shift += arena;
        }
        shift += share;
    }
    plan.combinedBar += shift;
    plan.referenceBar += shift;
    plan.combinedAxis += shift;
    plan.height += extra;
    return plan;
}

double combinedHeight(const StageFacts& facts, double scale)
{
    return (facts.keepsReference ? 148 : 116) * scale;
}

Axis numberLineAxis(const MarkWriter& writer, const StageFacts& facts, const NumberLinePlan& plan, const QRectF& card)
{
    const double s = writer.scale();
    const FontSpec label{14, 600};
    const auto big = [&](double value) {
        return FontSpec{numeralPixels(writer, value, plan.options.combinedRow ? 48 : 40), 600, true};
    };
    const double labelHalf = writer.em(20);
    std::vector<AxisNeed> needs;
    double column = 0; // the local means stand right of everything
    for (const double target : facts.config->data.targets)
        needs.push_back({target, labelHalf * 0.6, labelHalf * 0.6});
    for (std::size_t r = 0; r < facts.count(); ++r) {
        const RankFacts& rank = facts.ranks[r];
        needs.push_back({rank.before, 18 * s, 0});
        needs.push_back({rank.afterTrue, 18 * s, 0});
        const RankWorld& end = facts.end->ranks[r];
        for (const ExampleWorld& example : end.examples)
            if (example.gradient)
                needBar(needs, rank.before, *example.gradient, numberRoom(writer, *example.gradient, label));
        needBar(needs, rank.before, rank.gradientTrue, numberRoom(writer, rank.gradientTrue, label));
        const double number
            = std::max(writer.width(toldNumber(rank.gradientTrue), {24, 600, true}), writer.hiddenWidth({18, 600}));
        column = std::max(column, number + writer.em(8) + writer.width(localWord(facts, plan.options, rank), {14}));
    }
    if (facts.count() > 0) {
        const double w = facts.ranks[0].before;
        needBar(needs, w, facts.combinedTrue, numberRoom(writer, facts.combinedTrue, big(facts.combinedTrue)));
        if (facts.overlay.any)
            needs.push_back({facts.overlay.wTrue, 16 * s, 16 * s});
        if (facts.wrong) {
            needBar(needs, w, facts.referenceTrue, numberRoom(writer, facts.referenceTrue, big(facts.referenceTrue)));
            if (facts.config->optimizer.plain())
                needs.push_back({w - facts.lr * facts.referenceTrue, 18 * s, 10 * s});
        }
    }
    if (needs.size() > 200) { // only the outermost matter
        const auto less = [](const AxisNeed& a, const AxisNeed& b) { return a.value < b.value; };
        std::sort(needs.begin(), needs.end(), less);
        needs.erase(needs.begin() + 60, needs.end() - 60);
    }
    column = std::max(column, writer.width(SceneText::tr("combined"), {14, 600}));
    const double left = card.left() + writer.em(12) + std::max(28.0, writer.em(28)) + writer.em(24);
    const double right = card.right() - writer.em(12) - column - writer.em(20);
    return fitAxis(std::move(needs), left, right);
}

} // namespace lockstep::ui
