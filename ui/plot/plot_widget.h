// PlotWidget: one plot with its title, badge and labels. A click, or the arrow keys, choose a training step; screen
// readers find the points as a table.
#pragma once

#include "ui/plot/plot_canvas.h"
#include "ui/widgets/accessible_grid.h"
#include "ui/widgets/themed.h"

namespace lockstep::ui {

class PlotWidget : public QWidget, public Themed, public GridSource {
    Q_OBJECT
public:
    explicit PlotWidget(QWidget* parent = nullptr);

    void setSpec(PlotSpec spec);
    const PlotSpec& spec() const { return m_spec; }
    /// Where the lines are; empty while there are no points.
    QRectF area() const { return m_area; }
    /// The middle of a point, in the widget; for tests and hit-testing.
    QPointF place(std::size_t series, std::size_t point) const;

    QSize sizeHint() const override { return {480, 260}; }
    QSize minimumSizeHint() const override { return {200, 120}; }

    int gridRows() const override { return static_cast<int>(m_steps.size()); }
    int gridColumns() const override { return static_cast<int>(m_spec.series.size()); }
    QString gridText(int row, int column) const override;
    QRect gridRect(int row, int column) const override;
    QString gridRowName(int row) const override;
    QString gridColumnName(int column) const override;
    bool gridRowSelected(int row) const override;
    void gridSelectRow(int row) override;

signals:
    /// A training step that has a point.
    void stepChosen(int step);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void themeChanged() override;

private:
    struct EndLabel {
        QString name, value;
        LineInk ink = LineInk::first;
        double y = 0; ///< middle
    };
    void arrange();
    void choose(double x);
    int rowAtMark() const;
    std::vector<EndLabel> endLabels() const;
    double endLabelWidth(const EndLabel& label) const;
    void paintLabels(QPainter& painter) const;
    void paintMark(QPainter& painter) const;

    PlotSpec m_spec;
    std::vector<int> m_steps; ///< that have a point
    PlotCanvas m_canvas;
    QRectF m_area;
};

} // namespace lockstep::ui
