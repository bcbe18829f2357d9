// Painting a laid-out stage: colours from the theme, outlines of what is selected or hovered from the view.
#pragma once

#include <QImage>
#include <QPainter>
#include <QTransform>

#include "ui/scene/marks.h"
#include "ui/widgets/theme.h"

namespace lockstep::ui {

/// How the body of the stage is enlarged by view.zoom: around the selection, never showing what lies outside.
QTransform bodyTransform(const StageLayout& layout, const View& view);

void paintStage(QPainter& painter, const StageLayout& layout, const Theme& theme, const View& view);

/// An image of the data set in ink on paper, `pixel` px a pixel.
QImage tileImage(const StageImages& images, int sample, int pixel, const Theme& theme);

} // namespace lockstep::ui
