// ProgressBar: how much of a known amount is done; 8 high. Without a known amount it stays empty.
#pragma once

#include <cstdint>

#include "ui/widgets/themed.h"

namespace lockstep::ui {

class ProgressBar : public QWidget, public Themed {
    Q_OBJECT
public:
    explicit ProgressBar(QWidget* parent = nullptr);
    void setProgress(std::int64_t done, std::int64_t total);
    double share() const { return m_share; }
    QSize sizeHint() const override { return {120, 8}; }
    QSize minimumSizeHint() const override { return {40, 8}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    double m_share = 0;
};

} // namespace lockstep::ui
