// MarkWriter: measuring and placing text and shapes.
#include "ui/scene/mark_writer.h"

#include <algorithm>
#include <array>

#include "core/base/numbers.h"
#include "ui/scene/stage_facts.h"
#include "ui/widgets/theme.h"

namespace lockstep::ui {

namespace {

/// Only digits, signs and points: such texts are drawn with equally wide digits. The large numerals are not: they stand
/// alone, and a 1 in a wide cell would tear them apart.
bool isTabular(const QString& text, const FontSpec& font)
{
    if (font.display && font.pixels >= 24)
        return false;
    bool digit = false;
    for (const QChar c : text) {
        if (c.isDigit())
            digit = true;
        else if (c != QLatin1Char('.') && c != QChar(0x2212) && c != QChar(0x202f) && c != QChar(0x2248)
            && c != QLatin1Char(' '))
            return false;
    }
    return digit;
}

bool hasDescender(const QString& text)
{
    static const QString letters = QStringLiteral("gjpqy,;()Q");
    return std::any_of(text.begin(), text.end(), [](QChar c) { return letters.contains(c); });
}

constexpr std::array<const char*, kPhaseCount> kSolid{
    "phase.load", "phase.forward", "phase.backward", "phase.allreduce", "phase.update"};
constexpr std::array<const char*, kPhaseCount> kInk{
    "phase.load.ink", "phase.forward.ink", "phase.backward.ink", "phase.allreduce.ink", "phase.update.ink"};
constexpr std::array<const char*, kPhaseCount> kOn{
    "phase.load.on", "phase.forward.on", "phase.backward.on", "phase.allreduce.on", "phase.update.on"};
constexpr std::array<const char*, kPhaseCount> kTint{
    "phase.load.tint", "phase.forward.tint", "phase.backward.tint", "phase.allreduce.tint", "phase.update.tint"};

} // namespace

Ink phaseSolid(Phase phase)
{
    return kSolid[static_cast<std::size_t>(phase)];
}
Ink phaseInk(Phase phase)
{
    return kInk[static_cast<std::size_t>(phase)];
}
Ink phaseOn(Phase phase)
{
    return kOn[static_cast<std::size_t>(phase)];
}
Ink phaseTint(Phase phase)
{
    return kTint[static_cast<std::size_t>(phase)];
}

QFont fontOf(const FontSpec& spec)
{
    if (!spec.mono)
        return uiFont(spec.pixels, spec.weight, spec.display);
    static const Theme theme = Theme::light(); // families are the same in both themes
    QFont font = theme.font(TextStyle::mono);
    font.setPixelSize(std::max(1, static_cast<int>(spec.pixels + 0.5)));
    return font;
}

MarkWriter::Face& MarkWriter::face(const FontSpec& spec) const
{
    for (Face& known : m_faces)
        if (known.spec == spec)
            return known;
    const QFont font = fontOf(spec);
    m_faces.push_back({spec, font, QFontMetricsF(font), {}});
    return m_faces.back();
}

double MarkWriter::width(const QString& text, const FontSpec& font) const
{
    Face& known = face(scaled(font));
    const auto measured = known.widths.constFind(text);
    if (measured != known.widths.cend())
        return *measured;
    const double width = isTabular(text, font) ? numberWidth(text, known.font) : known.metrics.horizontalAdvance(text);
    known.widths.insert(text, width);
    return width;
}

double MarkWriter::capHeight(const FontSpec& font) const
{
    return face(scaled(font)).metrics.capHeight();
}

QString MarkWriter::fitted(const QString& text, const FontSpec& font, double room) const
{
    if (width(text, font) <= room)
        return text;
    return face(scaled(font)).metrics.elidedText(text, Qt::ElideRight, std::max(0.0, room));
}

QString MarkWriter::fittedNumber(double value, const FontSpec& font, double room) const
{
    QString text = shortNumber(value);
    for (int digits = 4; digits >= 1 && width(text, font) > room; --digits)
        text = numberText(parseNumber(formatNumber(value, digits)).value_or(value));
    return text;
}

QString MarkWriter::fittedTold(double value, const FontSpec& font, double room) const
{
    QString text = toldNumber(value);
    for (int digits = 3; digits >= 1 && width(text, font) > room; --digits)
        text = QString(QChar(0x2248)) + QChar(0x202f)
            + numberText(parseNumber(formatNumber(value, digits)).value_or(value));
    return text;
}

QString MarkWriter::fittedVector(const std::vector<double>& values, const FontSpec& font, double room) const
{
    if (values.empty() || values.size() > 4)
        return {};
    for (const int digits : {0, 3, 2, 1}) { // 0: as many as the stage tells anywhere
        QStringList parts;
        bool exact = true;
        for (const double value : values) {
            const double told = digits == 0 ? value : parseNumber(formatNumber(value, digits)).value_or(value);
            parts.append(shortNumber(told));
            exact = exact && told == value && !isRounded(value);
        }
        const QString text = QStringLiteral("(%1)").arg(parts.join(QStringLiteral(", ")));
        const QString whole = exact ? text : QString(QChar(0x2248)) + QChar(0x202f) + text;
        if (width(whole, font) <= room)
            return whole;
    }
    return {};
}

QString MarkWriter::firstFitting(const QStringList& texts, const FontSpec& font, double room) const
{
    for (const QString& text : texts)
        if (width(text, font) <= room)
            return text;
    return {};
}

FontSpec MarkWriter::fittedFont(const QString& text, FontSpec font, double least, double room) const
{
    while (font.pixels > least && width(text, font) > room)
        font.pixels = std::max(least, font.pixels - 2);
    return font;
}

QRectF MarkWriter::textRect(QPointF baseline, const QString& text, const FontSpec& font, Qt::Alignment alignment) const
{
    const double w = width(text, font);
    const double left = alignment & Qt::AlignRight ? baseline.x() - w
        : alignment & Qt::AlignHCenter             ? baseline.x() - w / 2
                                                   : baseline.x();
    const double cap = capHeight(font);
    const double below = hasDescender(text) ? 0.22 * font.pixels * m_scale : 0.03 * font.pixels * m_scale;
    return {left, baseline.y() - cap, w, cap + below};
}

QRectF MarkWriter::text(QPointF baseline, const QString& text, const FontSpec& font, Ink ink, Qt::Alignment alignment)
{
    if (text.isEmpty())
        return {baseline, QSizeF()};
    const QRectF rect = textRect(baseline, text, font, alignment);
    add(TextMark{baseline, alignment, text, scaled(font), ink, isTabular(text, font), rect});
    return rect;
}

double MarkWriter::hiddenWidth(const FontSpec& font) const
{
    return std::max(width(QStringLiteral("?"), font) + em(10), em(font.pixels * 1.3));
}

QRectF MarkWriter::hiddenSlot(QPointF baseline, const FontSpec& font, Qt::Alignment alignment)
{
    const double w = hiddenWidth(font), cap = capHeight(font), pad = std::min(em(5.0), em(font.pixels * 0.3));
    const double left = alignment & Qt::AlignRight ? baseline.x() - w
        : alignment & Qt::AlignHCenter             ? baseline.x() - w / 2
                                                   : baseline.x();
    const QRectF rect(left, baseline.y() - cap - pad, w, cap + 2 * pad);
    frame(rect, "border.strong", 1, Dash::dashed, 4);
    text({rect.center().x(), baseline.y()}, QStringLiteral("?"), font, "text.tertiary", Qt::AlignHCenter);
    return rect;
}

} // namespace lockstep::ui
