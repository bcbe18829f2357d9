// SmallText: a paragraph of 13 px with 18 px lines, the text of tables and findings.
#pragma once

#include "ui/widgets/themed.h"

namespace lockstep::ui {

class SmallText : public QWidget, public Themed {
    Q_OBJECT
public:
    explicit SmallText(const QString& text, int weight = 400, const char* colorToken = "text.secondary", QWidget* parent = nullptr);
    void setText(const QString& text);
    const QString& text() const { return m_text; }
    void setTextScale(double scale);

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override { return {160, heightForWidth(160)}; }
    QSize minimumSizeHint() const override { return {40, 18}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_text;
    int m_weight;
    const char* m_token;
    double m_scale = 1;
};

/// Lines of `text` broken at words to `width`.
QStringList wrapped(const QString& text, const QFont& font, double width);

} // namespace lockstep::ui
