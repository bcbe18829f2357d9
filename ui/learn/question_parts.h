// Small parts that the question widgets share: caption rows, results with their shape, and answers in words.
#pragma once

#include <QString>

#include "core/lesson/player.h"
#include "ui/widgets/labels.h"

class QBoxLayout;

namespace lockstep::ui {

/// An icon and a caption in one row: "Predict before you see".
void addCaption(QBoxLayout& layout, const QString& icon, const QString& text);
/// A status shape and a caption in one row: "You predicted 0.6, fairly sure".
void addStatusCaption(QBoxLayout& layout, StatusShape shape, const QString& text);

/// "guess", "fairly sure", "sure"; empty for none.
QString confidenceText(Confidence confidence);
/// What was given to a prediction, in words: "You predicted 0.6, fairly sure", or that it was shown.
QString givenText(const LessonBlock& block, const Answer& answer);
/// ok, bad, or pending for an answer that was shown.
StatusShape answerShape(const Answer& answer);

} // namespace lockstep::ui
