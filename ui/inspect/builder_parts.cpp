// Formula parts shared by the builders of the inspector's content.
#include "ui/inspect/builder_parts.h"

namespace lockstep::ui::inspect {

ObjectRef objectOf(ObjectKind kind, int rank, int index)
{
    ObjectRef object;
    object.kind = kind;
    object.rank = rank;
    object.index = index;
    return object;
}

QString countWord(int count)
{
    switch (count) {
    case 1:
        return Text::tr("one");
    case 2:
        return Text::tr("two");
    case 3:
        return Text::tr("three");
    case 4:
        return Text::tr("four");
    case 5:
        return Text::tr("five");
    case 6:
        return Text::tr("six");
    case 7:
        return Text::tr("seven");
    case 8:
        return Text::tr("eight");
    case 9:
        return Text::tr("nine");
    case 10:
        return Text::tr("ten");
    case 11:
        return Text::tr("eleven");
    case 12:
        return Text::tr("twelve");
    default:
        return numberText(count);
    }
}

QString fractionText(int part, int whole)
{
    static const std::vector<std::tuple<int, int, char16_t>> kGlyphs
        = {{1, 2, 0xbd}, {1, 3, 0x2153}, {2, 3, 0x2154}, {1, 4, 0xbc}, {3, 4, 0xbe}, {1, 5, 0x2155}, {1, 6, 0x2159},
            {5, 6, 0x215a}, {1, 8, 0x215b}, {3, 8, 0x215c}, {5, 8, 0x215d}, {7, 8, 0x215e}};
    for (const auto& [above, below, glyph] : kGlyphs)
        if (part == above && whole == below)
            return QString(QChar(glyph));
    return QStringLiteral("%1/%2").arg(part).arg(whole);
}

QString rankList(const RunConfig& config, const std::vector<int>& ranks)
{
    if (ranks.empty())
        return {};
    const bool letters = !rankLabel(config, 0).front().isDigit();
    if (ranks.size() == 1)
        return letters ? rankLabel(config, ranks.front()) : rankName(config, ranks.front());
    QString list;
    const bool run = ranks.size() > 2 && ranks.back() - ranks.front() + 1 == static_cast<int>(ranks.size());
    if (run) {
        list = Text::tr("%1 to %2").arg(rankLabel(config, ranks.front()), rankLabel(config, ranks.back()));
    } else {
        for (std::size_t i = 0; i + 1 < ranks.size(); ++i)
            list += (i > 0 ? QStringLiteral(", ") : QString()) + rankLabel(config, ranks[i]);
        list = Text::tr("%1 and %2").arg(list, rankLabel(config, ranks.back()));
    }
    return letters ? list : Text::tr("ranks %1").arg(list);
}

Formula sum(const std::vector<Formula>& terms, std::size_t most)
{
    Formula formula;
    const bool shortened = terms.size() > most;
    for (std::size_t i = 0; i < terms.size(); ++i) {
        if (shortened && i == most - 2) {
            formula.push_back(piece::text(QStringLiteral(" + \u2026")));
            i = terms.size() - 1;
        }
        if (!formula.empty())
            formula.push_back(piece::text(QStringLiteral(" + ")));
        formula.insert(formula.end(), terms[i].begin(), terms[i].end());
    }
    return formula;
}

FormulaBlock afterAnswer()
{
    return {{}, {piece::quiet(Text::tr("Shown after your answer"))}};
}

void addResult(Formula& formula, const Shown& value, const ObjectRef& origin, bool bad)
{
    if (!value.hidden && !value.value)
        return;
    formula.push_back(piece::equals());
    formula.push_back(piece::result(shownText(value, {}), origin, bad && value.visible()));
}

Formula localTerm(const Scene& scene, int rank, bool afterOperator)
{
    const ObjectRef origin = objectOf(ObjectKind::gradient, rank);
    const Shown& local = scene.numbers.ranks.at(static_cast<std::size_t>(rank)).local;
    if (!local.hidden && !local.value)
        return {piece::symbol(QStringLiteral("g"), scene.label(rank), origin)};
    return {piece::number(afterOperator ? bracketed(local, {}) : shownText(local, {}), origin)};
}

} // namespace lockstep::ui::inspect
