// FieldRow: one key of the scenario: label, control, and under it what is wrong. In the control's place stands the
// reason when a bug owns the key or it has no effect.
#pragma once

#include <functional>

#include "ui/explore/explore_model.h"
#include "ui/explore/field_table.h"
#include "ui/widgets/themed.h"

class QHBoxLayout;

namespace lockstep::ui {

class TextLabel;

class FieldRow : public QWidget, public Themed {
    Q_OBJECT
public:
    FieldRow(const Field& field, ExploreModel& model, QWidget* parent = nullptr);

    const Field& field() const { return m_field; }
    /// Why the control is not there; empty when it is.
    const QString& blockedBy() const { return m_blocked; }
    const QString& problem() const { return m_problemText; }
    QWidget* control() const { return m_control; }
    bool isWrong() const { return !m_problemText.isEmpty(); }

    /// Shows the model's state.
    void refresh();

private:
    void makeControl();
    void makeChoice();
    void makeLength();
    QWidget* makeStepper();
    QWidget* makeText(bool wide, bool file);
    void describe();
    void typed();

    Field m_field;
    ExploreModel& m_model;
    QHBoxLayout* m_row;
    TextLabel *m_label, *m_reason, *m_unit, *m_problem;
    QWidget* m_control = nullptr;
    std::function<void(bool invalid)> m_show; ///< the model's text into the control
    std::function<QString()> m_beside;        ///< text of the unit, where it changes
    QString m_blocked, m_problemText;
    bool m_typing = false; ///< the control is being typed in
};

/// The text of a control is the same value as `text`, perhaps written in another way.
bool sameValue(const std::string& key, const QString& typed, const QString& text);

} // namespace lockstep::ui
