// The accessible side of painted tables.
#include "ui/widgets/accessible_grid.h"

#include <map>

#include <QAccessibleWidget>
#include <QWidget>

namespace lockstep::ui {

namespace {

class GridCell : public QAccessibleInterface, public QAccessibleTableCellInterface {
public:
    GridCell(QWidget* widget, const GridSource* source, int row, int column)
        : m_widget(widget)
        , m_source(source)
        , m_row(row)
        , m_column(column)
    {
    }

    bool isValid() const override { return m_row < m_source->gridRows() && m_column < m_source->gridColumns(); }
    QObject* object() const override { return nullptr; }
    QAccessibleInterface* parent() const override { return QAccessible::queryAccessibleInterface(m_widget); }
    QAccessibleInterface* child(int) const override { return nullptr; }
    QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    QString text(QAccessible::Text kind) const override
    {
        return kind == QAccessible::Name && isValid() ? m_source->gridText(m_row, m_column) : QString();
    }
    void setText(QAccessible::Text, const QString&) override { }
    QRect rect() const override
    {
        const QRect own = m_source->gridRect(m_row, m_column);
        return {m_widget->mapToGlobal(own.topLeft()), own.size()};
    }
    QAccessible::Role role() const override { return QAccessible::Cell; }
    QAccessible::State state() const override
    {
        QAccessible::State state;
        state.selectable = true;
        state.selected = isSelected();
        state.readOnly = true;
        return state;
    }
    void* interface_cast(QAccessible::InterfaceType type) override
    {
        return type == QAccessible::TableCellInterface ? static_cast<QAccessibleTableCellInterface*>(this) : nullptr;
    }

    bool isSelected() const override { return m_source->gridRowSelected(m_row); }
    QList<QAccessibleInterface*> columnHeaderCells() const override { return {}; }
    QList<QAccessibleInterface*> rowHeaderCells() const override { return {}; }
    int columnIndex() const override { return m_column; }
    int rowIndex() const override { return m_row; }
    int columnExtent() const override { return 1; }
    int rowExtent() const override { return 1; }
    QAccessibleInterface* table() const override { return parent(); }

private:
    QWidget* m_widget;
    const GridSource* m_source;
    int m_row, m_column;
};

class AccessibleGrid : public QAccessibleWidget, public QAccessibleTableInterface, public QAccessibleValueInterface {
public:
    AccessibleGrid(QWidget* widget, GridSource* source)
        : QAccessibleWidget(widget, QAccessible::Table)
        , m_source(source)
    {
    }
    ~AccessibleGrid() override
    {
        for (const auto& [place, id] : m_cells)
            QAccessible::deleteAccessibleInterface(id);
    }

    void* interface_cast(QAccessible::InterfaceType type) override
    {
        if (type == QAccessible::TableInterface)
            return static_cast<QAccessibleTableInterface*>(this);
        if (type == QAccessible::ValueInterface && m_source->gridValue())
            return static_cast<QAccessibleValueInterface*>(this);
        return QAccessibleWidget::interface_cast(type);
    }
    int childCount() const override { return rowCount() * columnCount(); }
    QAccessibleInterface* child(int index) const override
    {
        const int columns = columnCount();
        return columns > 0 && index >= 0 ? cell(index / columns, index % columns) : nullptr;
    }
    int indexOfChild(const QAccessibleInterface* child) const override
    {
        for (const auto& [place, id] : m_cells)
            if (QAccessible::accessibleInterface(id) == child)
                return place.first * columnCount() + place.second;
        return -1;
    }

    QAccessibleInterface* caption() const override { return nullptr; }
    QAccessibleInterface* summary() const override { return nullptr; }
    QAccessibleInterface* cellAt(int row, int column) const override { return cell(row, column); }
    int rowCount() const override { return m_source->gridRows(); }
    int columnCount() const override { return m_source->gridColumns(); }
    QString rowDescription(int row) const override { return m_source->gridRowName(row); }
    QString columnDescription(int column) const override { return m_source->gridColumnName(column); }
    QList<int> selectedRows() const override
    {
        QList<int> rows;
        for (int row = 0; row < rowCount(); ++row)
            if (isRowSelected(row))
                rows << row;
        return rows;
    }
    QList<int> selectedColumns() const override { return {}; }
    int selectedRowCount() const override { return static_cast<int>(selectedRows().size()); }
    int selectedColumnCount() const override { return 0; }
    int selectedCellCount() const override { return selectedRowCount() * columnCount(); }
    QList<QAccessibleInterface*> selectedCells() const override
    {
        QList<QAccessibleInterface*> cells;
        for (const int row : selectedRows())
            for (int column = 0; column < columnCount(); ++column)
                cells << cell(row, column);
        return cells;
    }
    bool isRowSelected(int row) const override { return m_source->gridRowSelected(row); }
    bool isColumnSelected(int) const override { return false; }
    bool selectRow(int row) override
    {
        m_source->gridSelectRow(row);
        return true;
    }
    bool selectColumn(int) override { return false; }
    bool unselectRow(int) override { return false; }
    bool unselectColumn(int) override { return false; }
    void modelChange(QAccessibleTableModelChangeEvent*) override { }

    QVariant currentValue() const override { return value().current; }
    void setCurrentValue(const QVariant& value) override { m_source->gridSetValue(value.toDouble()); }
    QVariant minimumValue() const override { return value().minimum; }
    QVariant maximumValue() const override { return value().maximum; }
    QVariant minimumStepSize() const override { return 0; }

private:
    GridSource::Value value() const { return m_source->gridValue().value_or(GridSource::Value{}); }
    QAccessibleInterface* cell(int row, int column) const
    {
        if (row < 0 || column < 0 || row >= rowCount() || column >= columnCount())
            return nullptr;
        const auto known = m_cells.find({row, column});
        if (known != m_cells.end())
            return QAccessible::accessibleInterface(known->second);
        auto* made = new GridCell(widget(), m_source, row, column);
        m_cells[{row, column}] = QAccessible::registerAccessibleInterface(made);
        return made;
    }

    GridSource* m_source;
    mutable std::map<std::pair<int, int>, QAccessible::Id> m_cells;
};

QAccessibleInterface* makeGrid(const QString&, QObject* object)
{
    auto* widget = qobject_cast<QWidget*>(object);
    auto* source = dynamic_cast<GridSource*>(object);
    return widget && source ? new AccessibleGrid(widget, source) : nullptr;
}

} // namespace

void registerAccessibleGrids()
{
    QAccessible::installFactory(makeGrid);
}

} // namespace lockstep::ui
