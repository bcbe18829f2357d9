// ExplorePanel: the scenario beside the stage: preset, controls, bug switches, and the foot with Run. It is a view of
// an ExploreModel and holds no truth of its own.
#pragma once

#include <vector>

#include "ui/explore/explore_model.h"
#include "ui/widgets/themed.h"

namespace lockstep::ui {

class BugRow;
class Dropdown;
class FieldRow;
class IconButton;
class RunFoot;
class ScrollArea;
class Section;
class TextLabel;

class ExplorePanel : public QWidget, public Themed {
    Q_OBJECT
public:
    explicit ExplorePanel(ExploreModel& model, QWidget* parent = nullptr);

    RunFoot& foot() { return *m_foot; }
    const std::vector<FieldRow*>& fields() const { return m_fields; }
    const std::vector<BugRow*>& bugs() const { return m_bugs; }
    const std::vector<Section*>& sections() const { return m_sections; }
    Dropdown& presetList() { return *m_preset; }
    FieldRow* fieldOf(const std::string& key) const;
    BugRow* bugOf(const std::string& id) const;

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* object, QEvent* event) override;

private:
    void refresh();

    ExploreModel& m_model;
    QWidget *m_head, *m_content;
    Dropdown* m_preset;
    TextLabel* m_origin;
    IconButton *m_undo, *m_redo;
    ScrollArea* m_scroll;
    RunFoot* m_foot;
    std::vector<FieldRow*> m_fields;
    std::vector<BugRow*> m_bugs;
    std::vector<Section*> m_sections;
    std::vector<std::vector<FieldRow*>> m_sectionFields;
    std::string m_problemKey; ///< whose section has been opened
};

} // namespace lockstep::ui
