// CoverageGrid: the cells of an epoch as a picture; arrow keys and clicks pick one to be told about.
#pragma once

#include "ui/coverage/coverage_layout.h"

namespace lockstep::ui {

class CoverageGrid : public QWidget, public Themed {
    Q_OBJECT
public:
    explicit CoverageGrid(QWidget* parent = nullptr);
    void setCoverage(const Coverage& coverage, double textScale);
    const CoverageLayout& layoutNow() const { return m_layout; }
    /// The example that is told about, or -1.
    int picked() const { return m_picked; }
    QSize sizeHint() const override { return {600, 240}; }
    QSize minimumSizeHint() const override { return {200, 60}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void arrange();
    void pick(int cell);
    QString legend() const;

    Coverage m_coverage;
    CoverageLayout m_layout;
    int m_picked = -1; ///< an example: cells change with the size
    double m_scale = 1;
};

} // namespace lockstep::ui
