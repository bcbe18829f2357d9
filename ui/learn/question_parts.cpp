// Shared parts of the question widgets.
#include "ui/learn/question_parts.h"

#include <QCoreApplication>
#include <QHBoxLayout>

#include "ui/learn/markdown_label.h"

namespace lockstep::ui {
namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(Learn)
};

void addRow(QBoxLayout& layout, QWidget* mark, const QString& text)
{
    auto* row = new QHBoxLayout;
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(6);
    row->addWidget(mark, 0, Qt::AlignTop);
    row->addWidget(new TextLabel(text, TextStyle::caption, "text.tertiary"), 1);
    layout.addLayout(row);
}

} // namespace

void addCaption(QBoxLayout& layout, const QString& icon, const QString& text)
{
    addRow(layout, new IconLabel(icon, 16, "text.tertiary"), text);
}

void addStatusCaption(QBoxLayout& layout, StatusShape shape, const QString& text)
{
    addRow(layout, new StatusLabel(shape, 16), text);
}

QString confidenceText(Confidence confidence)
{
    switch (confidence) {
    case Confidence::none:
        break;
    case Confidence::guess:
        return Words::tr("a guess");
    case Confidence::fairly:
        return Words::tr("fairly sure");
    case Confidence::sure:
        return Words::tr("sure");
    }
    return {};
}

QString givenText(const LessonBlock& block, const Answer& answer)
{
    if (answer.skipped)
        return Words::tr("Shown, not predicted");
    QString given;
    if (!block.options.empty()) {
        for (const int option : answer.chosen)
            given += (given.isEmpty() ? QString() : QStringLiteral(", "))
                + QString::fromStdString(block.options[static_cast<std::size_t>(option)].text);
    } else {
        given = withTrueMinus(
            QString::fromStdString(answer.entries.empty() ? std::string() : answer.entries.front()).trimmed());
    }
    const QString sure = confidenceText(answer.confidence);
    return sure.isEmpty() ? Words::tr("You predicted %1").arg(given)
                          : Words::tr("You predicted %1, %2").arg(given, sure);
}

StatusShape answerShape(const Answer& answer)
{
    return answer.skipped ? StatusShape::pending : answer.right ? StatusShape::ok : StatusShape::bad;
}

} // namespace lockstep::ui
