// MarkWriter: what layout code writes marks with. Measures text with the bundled fonts at the chosen text scale.
#pragma once

#include <vector>

#include <QFont>
#include <QFontMetricsF>
#include <QHash>

#include "ui/scene/marks.h"

namespace lockstep::ui {

/// The font of a spec; the painter and the writer use the same one.
QFont fontOf(const FontSpec& spec);

class MarkWriter {
public:
    MarkWriter(StageLayout& out, double scale)
        : m_out(out)
        , m_scale(scale)
    {
    }

    double scale() const { return m_scale; }
    StageLayout& out() { return m_out; }

    /// A base length that grows with the text.
    double em(double base) const { return base * m_scale; }
    double width(const QString& text, const FontSpec& font) const;
    double capHeight(const FontSpec& font) const;
    /// `text` cut with an ellipsis to `room` if it is wider.
    QString fitted(const QString& text, const FontSpec& font, double room) const;

    /// `value` with as many digits as `room` has place for.
    QString fittedNumber(double value, const FontSpec& font, double room) const;
    /// Likewise with "≈" before it when digits are lost; for numbers that stand alone.
    QString fittedTold(double value, const FontSpec& font, double room) const;
    /// "(2, 0.5)" of one to four values, with fewer digits where that has no room; empty when nothing fits.
    QString fittedVector(const std::vector<double>& values, const FontSpec& font, double room) const;
    /// The first of `texts` that fits; empty when none does.
    QString firstFitting(const QStringList& texts, const FontSpec& font, double room) const;
    /// `font`, made smaller down to `least` px until `text` fits.
    FontSpec fittedFont(const QString& text, FontSpec font, double least, double room) const;

    /// Font sizes are given unscaled. Returns what the letters cover.
    QRectF text(
        QPointF baseline, const QString& text, const FontSpec& font, Ink ink, Qt::Alignment alignment = Qt::AlignLeft);
    QRectF textRect(
        QPointF baseline, const QString& text, const FontSpec& font, Qt::Alignment alignment = Qt::AlignLeft) const;
    /// A dashed slot with "?" for a value that an open question hides.
    QRectF hiddenSlot(QPointF baseline, const FontSpec& font, Qt::Alignment alignment = Qt::AlignLeft);
    double hiddenWidth(const FontSpec& font) const;

    void box(const QRectF& rect, Ink fill, double radius = 8)
    {
        add(BoxMark{rect, fill, nullptr, 1, Dash::solid, radius});
    }
    void frame(const QRectF& rect, Ink stroke, double lineWidth = 1, Dash dash = Dash::solid, double radius = 8)
    {
        add(BoxMark{rect, nullptr, stroke, lineWidth, dash, radius});
    }
    void line(QPointF from, QPointF to, Ink ink, double lineWidth = 1, Dash dash = Dash::solid, double head = 0)
    {
        add(LineMark{{from, to}, ink, lineWidth, dash, head});
    }
    void add(Mark mark) { m_out.marks.push_back(std::move(mark)); }
    void spot(const ObjectRef& object, const QRectF& rect) { m_out.spots.push_back({object, rect}); }

private:
    struct Face {
        FontSpec spec;
        QFont font;
        QFontMetricsF metrics;
        QHash<QString, double> widths; ///< of what has been measured: the same texts are asked for again and again
    };
    Face& face(const FontSpec& scaled) const;
    FontSpec scaled(FontSpec font) const
    {
        font.pixels *= m_scale;
        return font;
    }

    StageLayout& m_out;
    double m_scale;
    mutable std::vector<Face> m_faces;
};

/// "phase.load", "phase.load.ink", ... as static strings.
Ink phaseSolid(Phase phase);
Ink phaseInk(Phase phase);
Ink phaseOn(Phase phase);
Ink phaseTint(Phase phase);

} // namespace lockstep::ui
