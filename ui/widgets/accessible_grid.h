// AccessibleGrid: shows a painted widget to screen readers as a table of rows and cells, and as a value where it has
// one (the playhead). The widget answers a few questions; it keeps no items.
#pragma once

#include <optional>

#include <QRect>
#include <QString>

namespace lockstep::ui {

/// Mixed into the widget: `class SourceTableView : public QWidget, public GridSource`.
class GridSource {
public:
    virtual ~GridSource() = default;
    virtual int gridRows() const = 0;
    virtual int gridColumns() const = 0;
    virtual QString gridText(int row, int column) const = 0;
    /// In the widget's coordinates.
    virtual QRect gridRect(int row, int column) const = 0;
    virtual QString gridRowName(int row) const = 0;
    virtual QString gridColumnName(int column) const
    {
        Q_UNUSED(column)
        return {};
    }
    virtual bool gridRowSelected(int row) const
    {
        Q_UNUSED(row)
        return false;
    }
    virtual void gridSelectRow(int row) { Q_UNUSED(row) }

    struct Value {
        double current = 0, minimum = 0, maximum = 0;
    };
    virtual std::optional<Value> gridValue() const { return std::nullopt; }
    virtual void gridSetValue(double value) { Q_UNUSED(value) }
};

/// Makes every widget that is a GridSource accessible as a table. Call from the widget's constructor; once is enough.
void registerAccessibleGrids();

} // namespace lockstep::ui
