// Words for two runs.
#include "ui/compare/compare_content.h"

#include <QCoreApplication>

#include "core/base/numbers.h"
#include "ui/app/view.h"
#include "ui/plot/plot_spec.h"

namespace lockstep::ui {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(Compare)
};

QString number(double value)
{
    return fixedText(value, 0);
}

/// The newest value not after the step, or the last one there is.
std::optional<double> valueAt(const std::vector<CurvePoint>& points, std::int64_t step, bool end)
{
    const std::ptrdiff_t at = end ? std::ssize(points) - 1 : pointAt(points, step);
    return at < 0 ? std::nullopt : std::optional<double>(points[static_cast<std::size_t>(at)].value);
}

QString digestText(const Trace& trace, std::int64_t step)
{
    if (step < 0 || static_cast<std::size_t>(step) >= trace.stepCount())
        return QString(QChar(0x2013));
    for (const Event& event : trace.step(static_cast<std::size_t>(step)).events)
        if (const auto* digest = event.as<ReplicaDigest>(); digest && event.rank == RankId{0})
            return QString::fromStdString(formatHex(digest->digest)).left(4);
    return QString(QChar(0x2013));
}

QString valueOr(const std::optional<double>& value, ValueFormat format)
{
    return value ? valueText(*value, format) : QString(QChar(0x2013));
}

/// A value of a key as a person writes it: nothing is "none".
QString keyValue(const std::string& text, bool usual)
{
    const QString value = text.empty() ? Text::tr("none") : QString::fromStdString(text);
    return usual ? Text::tr("%1 (default)").arg(value) : value;
}

} // namespace

QString compareHeadline(const RunAtStep& a, const RunAtStep& b)
{
    for (const bool end : {false, true}) {
        const auto left = valueAt(a.curves->correct, a.step, end), right = valueAt(b.curves->correct, b.step, end);
        if (!left || !right || a.curves->heldOut != b.curves->heldOut)
            continue;
        const QString numbers
            = Text::tr("A %1, B %2 of %3 right").arg(number(*left), number(*right), number(a.curves->heldOut));
        return end ? Text::tr("In the end: %1").arg(numbers)
                   : Text::tr("By step %1: %2").arg(number(static_cast<double>(a.step)), numbers);
    }
    const auto left = valueAt(a.curves->trainLoss, a.step, false), right = valueAt(b.curves->trainLoss, b.step, false);
    if (left && right)
        return Text::tr("Loss in step %1: A %2, B %3")
            .arg(number(static_cast<double>(a.step)), valueText(*left, ValueFormat::loss),
                valueText(*right, ValueFormat::loss));
    return Text::tr("Two runs from the start");
}

QString compareSentence(const Comparison& comparison, const QString& nameOfB)
{
    QString sentence = nameOfB.isEmpty() ? Text::tr("A is the open run, B the second one.")
                                         : Text::tr("A is the open run, B is %1.").arg(nameOfB);
    if (comparison.keys.empty())
        sentence += u' ' + Text::tr("No key differs.");
    else if (comparison.keys.size() == 1)
        sentence += u' ' + Text::tr("One key differs.");
    else
        sentence += u' ' + Text::tr("%1 keys differ.").arg(comparison.keys.size());
    if (!comparison.firstDifference)
        sentence += u' '
            + (comparison.compared > 0
                    ? Text::tr("Their parameters are the same after every step.")
                    : Text::tr("They have no step in common yet."));
    else if (*comparison.firstDifference == 0)
        sentence += u' ' + Text::tr("They start with different parameters.");
    else
        sentence += u' ' + Text::tr("Their parameters part in step %1.").arg(*comparison.firstDifference);
    return sentence;
}

FactTableContent keyTableContent(const std::vector<KeyDifference>& keys, std::size_t most)
{
    FactTableContent table;
    table.columns = {Text::tr("What differs"), QStringLiteral("A"), QStringLiteral("B")};
    table.numbers = false;
    table.monospace = true;
    for (std::size_t i = 0; i < keys.size(); ++i) {
        if (i + 1 == most && keys.size() > most) {
            table.rows.push_back({Text::tr("and %1 more").arg(keys.size() - i), QString(), QString()});
            break;
        }
        table.rows.push_back({QString::fromStdString(keys[i].key), keyValue(keys[i].a, keys[i].defaultA),
            keyValue(keys[i].b, keys[i].defaultB)});
    }
    if (keys.empty())
        table.rows.push_back({Text::tr("nothing"), QString(), QString()});
    return table;
}

FactTableContent factsContent(const RunAtStep& a, const RunAtStep& b, const Comparison& comparison)
{
    FactTableContent table;
    table.columns = {Text::tr("At this moment"), QStringLiteral("A"), QStringLiteral("B")};
    table.rows.push_back({Text::tr("Step"), number(static_cast<double>(a.step)), number(static_cast<double>(b.step))});
    table.rows.push_back({Text::tr("Loss of the batch"),
        valueOr(valueAt(a.curves->trainLoss, a.step, false), ValueFormat::loss),
        valueOr(valueAt(b.curves->trainLoss, b.step, false), ValueFormat::loss)});
    if (!a.curves->correct.empty() || !b.curves->correct.empty())
        table.rows.push_back({Text::tr("Held out, right"),
            valueOr(valueAt(a.curves->correct, a.step, false), ValueFormat::count),
            valueOr(valueAt(b.curves->correct, b.step, false), ValueFormat::count)});
    const auto distinct = [](const RunAtStep& run) {
        return Text::tr("%1 of %2").arg(number(static_cast<double>(run.coverage->inStep.distinct)),
            number(static_cast<double>(run.coverage->inStep.drawn)));
    };
    table.rows.push_back({Text::tr("Different examples in the step"), distinct(a), distinct(b)});
    table.rows.push_back({Text::tr("Different examples so far"),
        number(static_cast<double>(a.coverage->inRun.distinct)),
        number(static_cast<double>(b.coverage->inRun.distinct))});
    table.rows.push_back({Text::tr("Fingerprint of rank 0"), digestText(*a.trace, a.step), digestText(*b.trace, b.step)});
    if (a.step == b.step)
        for (const ParameterDistance& distance : comparison.distances)
            if (distance.step == a.step)
                table.rows.push_back({Text::tr("Distance of the parameters"), QString(),
                    distance.max == 0 ? Text::tr("0, the same") : valueText(distance.l2, ValueFormat::amount)});
    return table;
}

} // namespace lockstep::ui
