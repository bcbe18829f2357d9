// PageFrame: the frame of a page that stands in the stage's place: a header like the stage's (title, badge, controls)
// and a body of the same width below it.
#pragma once

#include "ui/widgets/labels.h"

class QHBoxLayout;
class QVBoxLayout;

namespace lockstep::ui {

class PageFrame : public QWidget, public Themed {
    Q_OBJECT
public:
    explicit PageFrame(const QString& name, QWidget* parent = nullptr);

    /// Room at the header's right end for the page switch.
    void setHeaderReserve(int pixels);

protected:
    void setHead(const QString& title, std::optional<Badge> badge);
    QHBoxLayout& controls() { return *m_controls; } ///< behind the badge
    QVBoxLayout& body() { return *m_body; }
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void arrange();

    TextLabel* m_title;
    BadgeLabel* m_badge;
    QWidget* m_head;
    QWidget* m_content;
    QHBoxLayout* m_controls;
    QVBoxLayout* m_body;
    int m_reserve = 0;
};

/// Left and right end of what the stage and its pages show, in a place `width` wide.
std::pair<int, int> contentEnds(int width);

} // namespace lockstep::ui
