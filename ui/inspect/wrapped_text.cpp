// Breaks paragraphs into lines.
#include "ui/inspect/wrapped_text.h"

#include <algorithm>

#include <QTextLayout>

namespace lockstep::ui {

QStringList wrapped(const QString& text, const QFont& font, double width)
{
    QStringList lines;
    QTextLayout layout(text, font);
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(std::max(1.0, width));
        lines << text.mid(line.textStart(), line.textLength()).trimmed();
    }
    layout.endLayout();
    return lines;
}

} // namespace lockstep::ui
