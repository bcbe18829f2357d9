// MarkdownLabel: a lesson's prose: Markdown that wraps, in the theme's fonts, bold words in the strong colour.
#pragma once

#include <memory>

#include "ui/widgets/themed.h"

class QTextDocument;

namespace lockstep::ui {

class MarkdownLabel : public QWidget, public Themed {
    Q_OBJECT
public:
    explicit MarkdownLabel(const std::string& markdown, TextStyle style = TextStyle::body,
        const char* colorToken = "text.secondary", QWidget* parent = nullptr);
    ~MarkdownLabel() override;

    /// The text without its marks, as screen readers read it.
    QString plainText() const;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override { return {240, heightForWidth(240)}; }
    QSize minimumSizeHint() const override { return {80, 16}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void themeChanged() override;

private:
    void build();

    QString m_markdown;
    TextStyle m_style;
    const char* m_token;
    std::unique_ptr<QTextDocument> m_document;
};

/// "-3" with the true minus sign; nothing else is changed.
QString withTrueMinus(QString text);

} // namespace lockstep::ui
