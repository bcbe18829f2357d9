// PageView: the title and the blocks of the open page, one below the other; blocks behind an open question follow once
// it is answered.
#pragma once

#include <vector>

#include "ui/learn/lesson_guide.h"
#include "ui/widgets/themed.h"

class QVBoxLayout;

namespace lockstep::ui {

class BlockView;

class PageView : public QWidget, public Themed {
    Q_OBJECT
public:
    explicit PageView(LessonGuide& guide, QWidget* parent = nullptr);

    /// Brings the widgets in line with the answers: new hints, results in the place of forms, further blocks.
    void refresh();
    /// The first field that waits for an answer, or null.
    QWidget* openField() const;
    /// The block that was answered last, to be scrolled to; null when there is none.
    QWidget* newest() const { return m_newest; }

private:
    void put(std::size_t place, BlockView* view);

    LessonGuide& m_guide;
    QVBoxLayout* m_column;
    int m_before = 0; ///< layout items above the first block
    std::vector<BlockView*> m_views;
    QWidget* m_newest = nullptr;
};

} // namespace lockstep::ui
