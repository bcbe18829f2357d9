// wrapped: breaks a paragraph into lines at words.
#pragma once

#include <QFont>
#include <QString>
#include <QStringList>

namespace lockstep::ui {

QStringList wrapped(const QString& text, const QFont& font, double width);

} // namespace lockstep::ui
