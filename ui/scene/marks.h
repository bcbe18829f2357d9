// Marks: a laid-out picture as plain data, in paint order. Layout code writes marks, one painter draws them, tests read
// them. Colours are token names of the theme, so that the same layout serves light and dark.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <variant>
#include <vector>

#include <QPointF>
#include <QRectF>
#include <QString>

#include "ui/app/session.h"
#include "ui/app/view.h"
#include "ui/widgets/paint.h"

namespace lockstep::ui {

/// A token of the theme ("phase.load.ink"), or null for "nothing".
using Ink = const char*;

enum class Dash { solid, dotted, dashed };

struct FontSpec {
    double pixels = 14;
    int weight = 400;
    bool display = false;
    bool mono = false;
    bool operator==(const FontSpec&) const = default;
};

struct BoxMark {
    QRectF rect;
    Ink fill = nullptr;
    Ink stroke = nullptr;
    double width = 1;
    Dash dash = Dash::solid;
    double radius = 8;
};

/// A polyline; `head` > 0 puts an arrow head of that size at its end.
struct LineMark {
    std::vector<QPointF> points;
    Ink ink = nullptr;
    double width = 1;
    Dash dash = Dash::solid;
    double head = 0;
};

/// One line of text. `rect` is what the letters cover, used for checks and hit-testing.
struct TextMark {
    QPointF anchor; ///< on the baseline
    Qt::Alignment alignment = Qt::AlignLeft;
    QString text;
    FontSpec font; ///< scaled
    Ink ink = nullptr;
    bool tabular = false; ///< digits all equally wide
    QRectF rect;
};

struct DiamondMark {
    QPointF centre;
    double radius = 9;
    Ink fill = nullptr, stroke = nullptr;
    double width = 2.5;
    Dash dash = Dash::solid;
};

struct DotMark {
    QPointF centre;
    double radius = 8;
    Ink fill = nullptr, stroke = nullptr;
    double width = 2;
};

struct WorkerMark {
    QRectF rect;
    QString label;
};

struct FingerprintMark {
    QRectF rect;
    std::uint64_t digest = 0;
};

struct BadgeMark {
    QRectF rect;
    Badge badge = Badge::exact;
    double scale = 1;
};

struct StatusMark {
    QRectF rect;
    StatusShape shape = StatusShape::ok;
};

struct CheckMark {
    QRectF rect;
    Ink ink = nullptr;
};

struct HatchMark {
    QRectF rect;
    double radius = 4;
};

/// An image of the data set, `pixel` px for each `average` x `average` pixels. One that was drawn more than once has a
/// red frame and, below its pixels, a striped foot.
struct TileMark {
    QRectF rect; ///< with the foot
    int sample = 0;
    int pixel = 4, average = 1;
    bool faded = false;
    bool twice = false;
    double foot = 0; ///< px at the rectangle's lower end
};

using Mark = std::variant<BoxMark, LineMark, TextMark, DiamondMark, DotMark, WorkerMark, FingerprintMark, BadgeMark,
    StatusMark, CheckMark, HatchMark, TileMark>;

/// The images of the data set, for tiles: `height` x `width` values from 0 (paper) to 255 (ink) each.
struct StageImages {
    int width = 0, height = 0;
    std::vector<std::uint8_t> pixels;
    std::vector<int> labels;
    int count() const { return width * height == 0 ? 0 : static_cast<int>(pixels.size()) / (width * height); }
};

/// Where an object lies: for hit-testing, selection and focus.
struct Spot {
    ObjectRef object;
    QRectF rect;
};

/// A cell of the accessible table: one worker in one phase, told in words. Masked values are not told.
struct StageCell {
    int row = 0;
    int column = 0;
    QString text;
    QRectF rect;
    ObjectRef object;
};

struct NowText {
    QString title;  ///< one sentence on what is happening
    QString detail; ///< what to notice; may be empty
    Phase phase = Phase::load;
};

/// One segment of the switch in the header: another arrangement, or what the heat grid's cells tell.
struct ViewButton {
    StageView view = StageView::lanes;
    QString text;
    QRectF rect;
    std::optional<GridColour> colour = std::nullopt;
    bool isOn(const View& now) const { return colour ? *colour == now.gridColour : view == now.stage; }
    void choose(View& now) const
    {
        if (colour)
            now.gridColour = *colour;
        else
            now.stage = view;
    }
};

/// Which of the stage's arrangements was chosen.
enum class StageMode { empty, full, compact, lanes, rows, grid };

struct StageLayout {
    QSizeF size;
    double scale = 1; ///< of text, as far as space allowed
    StageMode mode = StageMode::empty;
    std::vector<Mark> marks;
    std::vector<Spot> spots;                ///< later ones lie on top
    QRectF body;                            ///< between header and Now line; the part that zooms
    std::size_t bodyBegin = 0, bodyEnd = 0; ///< its marks
    std::vector<StageCell> cells;
    std::vector<QString> rowNames, columnNames;
    int gridAcross = 0; ///< cells side by side in the heat grid; 0 elsewhere
    NowText now;
    std::vector<ViewButton> viewButtons; ///< the view switch, left to right; empty when it is not shown
    std::shared_ptr<const StageImages> images;
    bool overfull = false; ///< something found no room (sizes below the smallest window)
};

} // namespace lockstep::ui
