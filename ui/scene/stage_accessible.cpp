// Rows and cells of the stage as accessible objects. They read the widget's layout whenever they are asked.
#include "ui/scene/stage_accessible.h"

#include <map>

#include <QAccessibleWidget>
#include <QPointer>

#include "ui/scene/scene_text.h"
#include "ui/scene/stage_widget.h"

namespace lockstep::ui {

namespace {

/// A row (column < 0) or a cell.
class StagePart : public QAccessibleInterface {
public:
    StagePart(StageWidget* stage, QAccessibleInterface* parent, int row, int column)
        : m_stage(stage)
        , m_parent(parent)
        , m_row(row)
        , m_column(column)
    {
    }

    bool isValid() const override { return m_stage && m_row < static_cast<int>(m_stage->layoutNow().rowNames.size()); }
    QObject* object() const override { return nullptr; }
    QWindow* window() const override { return m_parent->window(); }
    QAccessibleInterface* parent() const override { return m_parent; }
    QAccessible::Role role() const override { return m_column < 0 ? QAccessible::Row : QAccessible::Cell; }
    void setText(QAccessible::Text, const QString&) override { }

    int childCount() const override
    {
        return m_column < 0 && isValid() ? static_cast<int>(m_stage->layoutNow().columnNames.size()) : 0;
    }
    QAccessibleInterface* child(int index) const override
    {
        if (index < 0 || index >= childCount())
            return nullptr;
        auto& id = m_children[index];
        if (id == 0)
            id = QAccessible::registerAccessibleInterface(
                new StagePart(m_stage, const_cast<StagePart*>(this), m_row, index));
        return QAccessible::accessibleInterface(id);
    }
    int indexOfChild(const QAccessibleInterface* wanted) const override
    {
        for (int i = 0; i < childCount(); ++i)
            if (child(i) == wanted)
                return i;
        return -1;
    }
    QAccessibleInterface* childAt(int x, int y) const override
    {
        for (int i = 0; i < childCount(); ++i)
            if (child(i)->rect().contains(x, y))
                return child(i);
        return nullptr;
    }

    QString text(QAccessible::Text kind) const override
    {
        if (!isValid() || kind != QAccessible::Name)
            return {};
        const StageLayout& layout = m_stage->layoutNow();
        const QString& worker = layout.rowNames[static_cast<std::size_t>(m_row)];
        if (m_column < 0)
            return worker;
        const StageCell* own = cell();
        return own
            ? SceneText::tr("%1, %2: %3").arg(worker, layout.columnNames[static_cast<std::size_t>(m_column)], own->text)
            : QString();
    }

    QRect rect() const override
    {
        if (!isValid())
            return {};
        QRectF whole;
        for (const StageCell& one : m_stage->layoutNow().cells)
            if (one.row == m_row && (m_column < 0 || one.column == m_column))
                whole = whole.united(one.rect);
        return QRect(m_stage->mapToGlobal(whole.topLeft().toPoint()), whole.size().toSize());
    }

    QAccessible::State state() const override
    {
        QAccessible::State state;
        state.readOnly = true;
        state.selectable = m_column >= 0;
        return state;
    }

    ~StagePart() override
    {
        for (const auto& [index, id] : m_children)
            QAccessible::deleteAccessibleInterface(id);
    }

private:
    const StageCell* cell() const
    {
        for (const StageCell& one : m_stage->layoutNow().cells)
            if (one.row == m_row && one.column == m_column)
                return &one;
        return nullptr;
    }

    QPointer<StageWidget> m_stage;
    QAccessibleInterface* m_parent;
    int m_row, m_column;
    mutable std::map<int, QAccessible::Id> m_children;
};

class StageTable : public QAccessibleWidget {
public:
    explicit StageTable(StageWidget* stage)
        : QAccessibleWidget(stage, QAccessible::Table)
        , m_stage(stage)
    {
    }

    int childCount() const override { return static_cast<int>(m_stage->layoutNow().rowNames.size()); }
    QAccessibleInterface* child(int index) const override
    {
        if (index < 0 || index >= childCount())
            return nullptr;
        auto& id = m_children[index];
        if (id == 0)
            id = QAccessible::registerAccessibleInterface(
                new StagePart(m_stage, const_cast<StageTable*>(this), index, -1));
        return QAccessible::accessibleInterface(id);
    }
    int indexOfChild(const QAccessibleInterface* wanted) const override
    {
        for (int i = 0; i < childCount(); ++i)
            if (child(i) == wanted)
                return i;
        return -1;
    }
    QAccessibleInterface* childAt(int x, int y) const override
    {
        for (int i = 0; i < childCount(); ++i)
            if (child(i)->rect().contains(x, y))
                return child(i);
        return nullptr;
    }

protected:
    ~StageTable() override
    {
        for (const auto& [index, id] : m_children)
            QAccessible::deleteAccessibleInterface(id);
    }

private:
    StageWidget* m_stage;
    mutable std::map<int, QAccessible::Id> m_children;
};

QAccessibleInterface* makeStageTable(const QString&, QObject* object)
{
    auto* stage = qobject_cast<StageWidget*>(object);
    return stage ? new StageTable(stage) : nullptr;
}

} // namespace

void installStageAccessibility()
{
    static const bool once = [] {
        QAccessible::installFactory(makeStageTable);
        return true;
    }();
    (void)once;
}

} // namespace lockstep::ui
