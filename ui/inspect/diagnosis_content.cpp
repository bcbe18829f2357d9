// Orders findings for reading: what fails and why first, what follows from it below, what is all right in short.
#include "ui/inspect/diagnosis_content.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include "ui/inspect/short_numbers.h"

namespace lockstep::ui {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(Diagnosis)
};

/// "-2" as "−2" and "1/2" as "½"; dates, ranges and names with hyphens stay.
QString typeset(QString text)
{
    static const QRegularExpression minus(QStringLiteral("(?<![\\w.])-(?=\\d)"));
    static const QRegularExpression exponent(QStringLiteral("(?<=\\de)-(?=\\d)"));
    text.replace(minus, QString(QChar(0x2212)));
    text.replace(exponent, QString(QChar(0x2212)));
    static const QRegularExpression number(QStringLiteral("(?<![\\w.])\\d{4,}(?!\\w)"));
    for (QRegularExpressionMatch match = number.match(text); match.hasMatch();
         match = number.match(text, match.capturedStart() + 1)) {
        QString digits = match.captured();
        for (qsizetype place = digits.size() - 3; place > 0; place -= 3)
            digits.insert(place, QChar(0x202f));
        text.replace(match.capturedStart(), match.capturedLength(), digits);
    }
    struct Fraction {
        QRegularExpression plain;
        QString glyph;
    };
    static const std::vector<Fraction> fractions = [] {
        const std::pair<const char*, char16_t> known[]
            = {{"1/2", 0xbd}, {"1/3", 0x2153}, {"2/3", 0x2154}, {"1/4", 0xbc}, {"3/4", 0xbe}, {"1/5", 0x2155},
                {"1/6", 0x2159}, {"5/6", 0x215a}, {"1/8", 0x215b}, {"3/8", 0x215c}, {"5/8", 0x215d}, {"7/8", 0x215e}};
        std::vector<Fraction> made;
        for (const auto& [plain, glyph] : known)
            made.push_back(
                {QRegularExpression(QStringLiteral("(?<![\\d/.])%1(?![\\d/]|\\.\\d)").arg(QLatin1String(plain))),
                    QString(QChar(glyph))});
        return made;
    }();
    if (text.contains(u'/'))
        for (const Fraction& fraction : fractions)
            text.replace(fraction.plain, fraction.glyph);
    return text;
}

} // namespace

QString messageText(const Message& message, const RunConfig& config)
{
    if (message.empty())
        return {};
    const QString pattern = QCoreApplication::translate("Finding", message.pattern.c_str());
    QString text = typeset(QString::fromStdString(fillPattern(pattern.toStdString(), message.arguments)));
    if (rankLabel(config, 0).front().isDigit())
        return text;
    static const QRegularExpression two(QStringLiteral("\\branks (\\d+) and (\\d+)\\b")),
        one(QStringLiteral("\\b([Rr])ank (\\d+)\\b"));
    for (QRegularExpressionMatch match = two.match(text); match.hasMatch(); match = two.match(text))
        text.replace(match.capturedStart(), match.capturedLength(),
            Text::tr("%1 and %2")
                .arg(rankLabel(config, match.captured(1).toInt()), rankLabel(config, match.captured(2).toInt())));
    for (QRegularExpressionMatch match = one.match(text); match.hasMatch(); match = one.match(text))
        text.replace(match.capturedStart(), match.capturedLength(), rankLabel(config, match.captured(2).toInt()));
    return text;
}

ValuesNow valuesNow(const Trace& trace, const World& world, const RevealMask& hidden)
{
    ValuesNow values;
    const std::vector<ParameterInfo>& parameters = trace.header().parameters;
    if (parameters.size() == 1 && parameters.front().elements() == 1) {
        std::optional<double> held;
        bool same = true, updated = false;
        for (const RankWorld& rank : world.ranks) {
            if (rank.now.empty())
                continue;
            same = same && (!held || *held == rank.now.front());
            held = rank.now.front();
            updated = updated || rank.updated;
        }
        values[DetectorId::replicasIdentical] = updated && hidden.update ? QStringLiteral("w = ?")
            : same && held ? QStringLiteral("w = ") + shortNumber(numberText(*held))
                           : QString();
    }
    values[DetectorId::valuesFinite] = hidden.loss ? QString()
        : world.globalLoss                         ? Text::tr("loss %1").arg(shortNumber(numberText(*world.globalLoss)))
                                                   : QString();
    return values;
}

DiagnosisContent diagnosisContent(
    const std::vector<Finding>& findings, bool hidden, const RunConfig& config, const ValuesNow& now)
{
    const auto messageText = [&config](const Message& message) { return ui::messageText(message, config); };
    DiagnosisContent content;
    if (findings.empty())
        return content;
    if (hidden) {
        DiagnosisItem item;
        item.kind = DiagnosisItem::Kind::hidden;
        item.title = Text::tr("Shown after your answer");
        content.items.push_back(item);
        return content;
    }
    int failed = 0, passed = 0;
    for (const Finding& finding : findings) {
        failed += finding.verdict == Verdict::fail;
        passed += finding.verdict == Verdict::pass;
    }
    const int checked = failed + passed;
    if (checked > 0)
        content.summary = failed == 0 ? Text::tr("%1 of %2 pass").arg(passed).arg(checked)
            : failed == 1             ? Text::tr("1 of %1 fails").arg(checked)
                                      : Text::tr("%1 of %2 fail").arg(failed).arg(checked);
    const auto titleOf = [&](DetectorId detector) {
        for (const Finding& finding : findings)
            if (finding.detector == detector)
                return messageText(finding.title);
        return QString();
    };
    bool first = true;
    for (const Verdict verdict : {Verdict::fail, Verdict::pass, Verdict::notChecked}) {
        for (std::size_t i = 0; i < findings.size(); ++i) {
            const Finding& finding = findings[i];
            if (finding.verdict != verdict)
                continue;
            DiagnosisItem item;
            item.finding = static_cast<int>(i);
            item.title = messageText(finding.title);
            const auto current = now.find(finding.detector);
            item.value
                = current != now.end() && verdict == Verdict::pass ? current->second : messageText(finding.value);
            item.hasPlace = finding.event != kNoEvent || finding.step.has_value();
            if (verdict == Verdict::fail) {
                item.text = messageText(finding.cause);
                item.remedy = messageText(finding.remedy);
                item.kind = DiagnosisItem::Kind::alsoFails;
                if (finding.followsFrom) {
                    item.kind = DiagnosisItem::Kind::follows;
                    item.text = Text::tr("follows from: %1").arg(titleOf(*finding.followsFrom));
                } else if (first) {
                    item.kind = DiagnosisItem::Kind::failure;
                    first = false;
                }
            } else if (verdict == Verdict::notChecked) {
                item.kind = DiagnosisItem::Kind::notChecked;
                item.text = messageText(finding.cause);
            } else if (failed > 0) {
                continue;
            }
            content.items.push_back(item);
        }
        if (verdict == Verdict::fail && failed > 0 && passed > 0) {
            DiagnosisItem item;
            item.kind = DiagnosisItem::Kind::passesLeft;
            item.title = passed == 1 ? Text::tr("1 other check passes") : Text::tr("%1 other checks pass").arg(passed);
            content.items.push_back(item);
        }
    }
    return content;
}

QString plainText(const DiagnosisContent& content)
{
    static constexpr const char* kKinds[]
        = {"FAIL", "also fails", "follows", "pass", "passes", "not checked", "hidden"};
    QStringList lines = {content.summary};
    for (const DiagnosisItem& item : content.items) {
        QString line = QLatin1String(kKinds[static_cast<int>(item.kind)]) + QStringLiteral(": ") + item.title;
        for (const QString& part : {item.value, item.text, item.remedy})
            if (!part.isEmpty())
                line += QStringLiteral(" | ") + part;
        lines << line;
    }
    return lines.join(u'\n');
}

} // namespace lockstep::ui
