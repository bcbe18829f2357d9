// PlotCanvas: axes, grid and lines of a PlotSpec, drawn by QCustomPlot on any painter: screen, picture, SVG or PDF.
// The toolkit's plot is never shown as a widget of its own; it lays out and paints where it is told.
#pragma once

#include <memory>
#include <vector>

#include <QPainter>

#include "ui/plot/plot_spec.h"
#include "ui/widgets/theme.h"

namespace lockstep::ui {

class PlotCanvas {
public:
    PlotCanvas();
    ~PlotCanvas();

    /// A line of the axis: where, and what to write there.
    struct Tick {
        double at = 0; ///< pixels: x from the left, y from the top of the area
        QString label;
    };

    /// `area` is where the lines go, within the widget; labels are the caller's.
    void set(const PlotSpec& spec, const Theme& theme, const QRectF& area);
    /// Opens a painter of its own: no other may be active on the device. `vector` is for devices that keep lines, not
    /// pixels; on the others long lines are drawn faster.
    void paint(QPaintDevice& device, bool vector);

    std::vector<Tick> xTicks() const, yTicks() const;
    double pixelX(double value) const; ///< in the widget
    double pixelY(double value) const;
    double valueAtX(double pixel) const;
    bool hasPoints() const { return m_hasPoints; }
    /// The widest label of the y axis; known before set() has an area.
    static double widestYLabel(const PlotSpec& spec, const Theme& theme);

private:
    class Plot;
    std::unique_ptr<Plot> m_plot;
    QRectF m_area;
    ValueFormat m_format = ValueFormat::loss;
    bool m_hasPoints = false;
};

} // namespace lockstep::ui
