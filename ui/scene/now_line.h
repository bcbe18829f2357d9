// The Now line: one sentence on what is happening and one on what to notice. Also the stage's accessible description.
#pragma once

#include "ui/scene/mark_writer.h"
#include "ui/scene/stage_facts.h"

namespace lockstep::ui {

NowText nowText(const StageFacts& facts);
double nowHeight(double scale);
void layoutNow(MarkWriter& writer, const NowText& now, const QRectF& rect);

} // namespace lockstep::ui
