// The sandbox prompt: the scenario's own keys as fields, and a run of the changed scenario on the stage.
#include <QVBoxLayout>

#include "core/config/config_io.h"
#include "core/config/key_table.h"
#include "ui/learn/block_view.h"
#include "ui/learn/markdown_label.h"
#include "ui/learn/question_parts.h"
#include "ui/widgets/button.h"
#include "ui/widgets/card.h"
#include "ui/widgets/text_field.h"

namespace lockstep::ui {
namespace {

class SandboxView : public BlockView {
public:
    SandboxView(LessonGuide& guide, const LessonBlock& block, QWidget* parent)
        : BlockView(guide, block, parent)
    {
        auto* card = new Card(CardKind::filled);
        addCaption(card->content(), QStringLiteral("play"), tr("Try it"));
        card->content().addWidget(new MarkdownLabel(block.body, TextStyle::body, "text.primary"));
        column().addWidget(card);
        const LessonScenario* const scenario
            = guide.lesson().scenario(block.scenario.empty() ? guide.stop().scenario : block.scenario);
        if (!scenario)
            return;
        m_config = scenario->config;
        for (const std::string& key : block.controls) {
            if (!findKey(key))
                continue;
            card->content().addSpacing(2);
            card->content().addWidget(new TextLabel(QString::fromStdString(key), TextStyle::caption, "text.tertiary"));
            auto* field = new TextField(QString::fromStdString(key));
            field->setBoxHeight(32);
            field->setText(QString::fromStdString(keyText(m_config, key)));
            card->content().addWidget(field);
            m_fields.emplace_back(key, field);
        }
        if (m_fields.empty())
            return;
        auto* row = new QHBoxLayout;
        row->setContentsMargins(0, 6, 0, 0);
        row->setSpacing(12);
        auto* run = new Button(tr("Run"), ButtonKind::normal);
        connect(run, &Button::clicked, this, [this] { lockIn(); });
        row->addWidget(run);
        row->addWidget(new KeyLabel(tr("Enter")));
        row->addStretch();
        card->content().addLayout(row);
    }

    QWidget* firstField() override { return m_fields.empty() ? nullptr : m_fields.front().second; }

protected:
    void lockIn() override
    {
        RunConfig config = m_config;
        for (const auto& [key, field] : m_fields) {
            if (const auto done = setKey(config, key, field->text().toStdString()); !done) {
                complain(QString::fromStdString(done.error().message), field);
                field->setFocus(Qt::TabFocusReason);
                return;
            }
        }
        const auto valid = validate(config);
        const QString sentence = valid ? guide().runSandbox(config) : QString::fromStdString(valid.error().message);
        complain(sentence, fieldNamedIn(sentence));
    }

private:
    /// The field whose key the sentence begins with or names; the last one when it names none.
    QWidget* fieldNamedIn(const QString& sentence) const
    {
        QWidget* best = nullptr;
        qsizetype first = sentence.size();
        for (const auto& [key, field] : m_fields) {
            const qsizetype at = sentence.indexOf(QString::fromStdString(key));
            if (at >= 0 && at < first) {
                first = at;
                best = field;
            }
        }
        return best || m_fields.empty() ? best : m_fields.back().second;
    }

    RunConfig m_config;
    std::vector<std::pair<std::string, TextField*>> m_fields;
};

} // namespace

BlockView* makeSandboxView(LessonGuide& guide, const LessonBlock& block, QWidget* parent)
{
    return new SandboxView(guide, block, parent);
}

} // namespace lockstep::ui
