// Names of ranks and texts of numbers as the window writes them.
#include "ui/app/view.h"

#include <QCoreApplication>

#include "core/base/numbers.h"

namespace lockstep::ui {

namespace {

constexpr QChar kMinus(0x2212);
constexpr QChar kNarrowSpace(0x202f);

bool usesLetters(const RunConfig& config)
{
    return config.data.set == DataSet::toy && config.workers <= 2;
}

} // namespace

QString rankLabel(const RunConfig& config, int rank)
{
    return usesLetters(config) ? QString(QChar(u'A' + rank)) : QString::number(rank);
}

QString rankName(const RunConfig& config, int rank)
{
    const QString label = rankLabel(config, rank);
    return usesLetters(config) ? QCoreApplication::translate("View", "worker %1").arg(label)
                               : QCoreApplication::translate("View", "rank %1").arg(label);
}

QString parameterNames(const TraceHeader& header, bool reduced)
{
    QStringList names;
    for (const BucketInfo& bucket : header.buckets)
        if (bucket.reduced == reduced)
            for (const ParameterId parameter : bucket.parameters)
                names.append(QString::fromStdString(header.parameters.at(parameter.index()).name));
    if (names.size() > 4)
        return QCoreApplication::translate("View", "%1, %2 and %3 more parameters")
            .arg(names[0], names[1])
            .arg(names.size() - 2);
    if (names.size() < 2)
        return names.join(QString());
    const QString last = names.takeLast();
    return QCoreApplication::translate("View", "%1 and %2").arg(names.join(QStringLiteral(", ")), last);
}

bool isOutputBias(const TraceHeader& header, std::size_t parameter)
{
    return parameter + 1 == header.parameters.size() && header.parameters[parameter].name.ends_with("bias");
}

// A true minus, and groups of three from four digits before the decimal point on.
QString typesetNumber(const std::string& plain)
{
    QString text = QString::fromStdString(plain);
    const qsizetype start = text.startsWith(u'-') ? 1 : 0;
    qsizetype end = start;
    while (end < text.size() && text[end].isDigit())
        ++end;
    if (end - start >= 4)
        for (qsizetype place = end - 3; place > start; place -= 3)
            text.insert(place, kNarrowSpace);
    text.replace(u'-', kMinus); // the exponent's sign too
    return text;
}

QString numberText(double value)
{
    return typesetNumber(formatNumber(value));
}

QString fixedText(double value, int decimals)
{
    return typesetNumber(formatFixed(value, decimals));
}

} // namespace lockstep::ui
