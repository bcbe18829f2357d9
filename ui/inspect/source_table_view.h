// SourceTableView: the numbers behind the formula, a row per rank and one for the global batch.
#pragma once

#include <QWidget>

#include "ui/inspect/formula_builder.h"
#include "ui/widgets/accessible_grid.h"
#include "ui/widgets/themed.h"

namespace lockstep::ui {

class SourceTableView : public QWidget, public Themed, public GridSource {
    Q_OBJECT
public:
    explicit SourceTableView(Session& session, QWidget* parent = nullptr);
    void setTable(const SourceTable& table);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {120, sizeHint().height()}; }

    int gridRows() const override { return static_cast<int>(m_table.rows.size()); }
    int gridColumns() const override { return static_cast<int>(m_table.heads.size()); }
    QString gridText(int row, int column) const override;
    QRect gridRect(int row, int column) const override;
    QString gridRowName(int row) const override { return gridText(row, 0); }
    QString gridColumnName(int column) const override { return m_table.heads[static_cast<std::size_t>(column)]; }
    bool gridRowSelected(int row) const override;
    void gridSelectRow(int row) override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    double textScale() const { return m_session.view().textScale; }
    double headHeight() const { return 24 * textScale(); }
    double rowHeight() const;
    std::vector<double> columnWidths(double scale) const;
    double neededWidth(double scale) const;
    double fittingScale() const; ///< the text scale, or less where the columns would run into each other
    std::vector<double> rightEdges(double scale) const; ///< of every column but the first, which is left-aligned
    int rowAt(double y) const;

    Session& m_session;
    SourceTable m_table;
    double m_sizedFor = 1; ///< text scale of the last size hint
    int m_row = -1;        ///< keyboard's row
};

} // namespace lockstep::ui
