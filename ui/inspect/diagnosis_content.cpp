// Orders findings for reading: what fails and why first, what follows from it below, what is all right in short.
#include "ui/inspect/diagnosis_content.h"

#include <cstdlib>

#include <QCoreApplication>

#include "ui/inspect/builder_parts.h"
#include "ui/inspect/short_numbers.h"

namespace lockstep::ui {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(Diagnosis)
};

/// A number of core as the window writes it: "1/2" as "½", "-2" as "−2".
QString numberWords(const std::string& number)
{
    if (const std::size_t slash = number.find('/'); slash != std::string::npos)
        return inspect::fractionText(std::atoi(number.c_str()), std::atoi(number.c_str() + slash + 1));
    return number == "..." ? QString(QChar(0x2026)) : typesetNumber(number);
}

QString argumentText(const MessageArgument& argument, const RunConfig& config)
{
    QStringList words;
    std::vector<int> ranks;
    for (const std::string& item : argument.items)
        switch (argument.kind) {
        case MessageArgument::Kind::text:
            words << QString::fromStdString(item);
            break;
        case MessageArgument::Kind::number:
            words << numberWords(item);
            break;
        case MessageArgument::Kind::rank:
            ranks.push_back(std::atoi(item.c_str()));
            break;
        }
    return ranks.empty() ? words.join(QStringLiteral(", ")) : inspect::rankList(config, ranks);
}

} // namespace

QString messageText(const Message& message, const RunConfig& config)
{
    if (message.empty())
        return {};
    const QString pattern = QCoreApplication::translate("Finding", message.pattern.c_str());
    return QString::fromStdString(
        fillPlaces(pattern.toStdString(), message.arguments.size(), [&](std::size_t which, bool begins) {
            QString text = argumentText(message.arguments[which], config);
            if (begins && message.arguments[which].kind == MessageArgument::Kind::rank)
                text[0] = text[0].toUpper();
            return text.toStdString();
        }));
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
            // The whole title leaves its value no room in a narrow panel.
            if (finding.detector == DetectorId::gradientMatchesReference && verdict == Verdict::pass)
                item.title = Text::tr("Matches one worker");
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
                    item.action = finding.fix.empty() ? QString() : messageText(finding.action);
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
