// FactTable: a few lines of words and numbers in columns, painted with tabular digits; read out as rows and cells.
#pragma once

#include <vector>

#include <QStringList>

#include "ui/widgets/accessible_grid.h"
#include "ui/widgets/themed.h"

namespace lockstep::ui {

struct FactTableContent {
    QStringList columns;            ///< heads; the first column holds the names of the rows
    std::vector<QStringList> rows;  ///< as many cells as columns
    bool numbers = true;            ///< cells but the first stand at the right end of their column
    bool monospace = false;         ///< cells and names are keys and values of a configuration
    int marked = -1;                ///< a row in bold
    bool operator==(const FactTableContent&) const = default;
};

class FactTable : public QWidget, public Themed, public GridSource {
    Q_OBJECT
public:
    explicit FactTable(const QString& name, QWidget* parent = nullptr);
    void setContent(FactTableContent content, double textScale = 1);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {160, sizeHint().height()}; }

    int gridRows() const override { return static_cast<int>(m_content.rows.size()); }
    int gridColumns() const override { return static_cast<int>(m_content.columns.size()); }
    QString gridText(int row, int column) const override;
    QRect gridRect(int row, int column) const override;
    QString gridRowName(int row) const override;
    QString gridColumnName(int column) const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    double rowHeight() const { return 26 * m_scale; }
    QFont fontOf(int row, int column) const;
    double needOf(int column) const;
    std::pair<double, double> columnAt(int column) const;

    FactTableContent m_content;
    double m_scale = 1;
};

} // namespace lockstep::ui
