// WorkedLineView: one line of a worked solution: words that wrap, with fields or filled-in numbers between them.
#pragma once

#include <vector>

#include "core/lesson/lesson.h"
#include "ui/widgets/themed.h"

namespace lockstep::ui {

class TextField;

class WorkedLineView : public QWidget, public Themed {
    Q_OBJECT
public:
    /// `open`: the blanks are fields. Otherwise they show their answers; `given` (per blank, empty where right or not
    /// asked) names what was written instead.
    WorkedLineView(const WorkedLine& line, bool open, std::vector<QString> given, QWidget* parent = nullptr);

    const std::vector<TextField*>& fields() const { return m_fields; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override { return {240, heightForWidth(240)}; }
    QSize minimumSizeHint() const override { return {120, 22}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void themeChanged() override;

private:
    struct Token {
        QString text;
        bool strong = false, wrong = false, glued = false; ///< glued: no space before it
        bool label = false;                                ///< names the line: "A", "First example:"
        TextField* field = nullptr;
        QRectF place;
    };
    void addWords(const std::string& text);
    void addToken(Token token);
    void findLabel();
    QFont fontOf(const Token& token) const;
    /// Places every token for `width` and returns the height.
    int flow(int width) const;
    double rowHeight() const;

    mutable std::vector<Token> m_tokens; ///< places are for the width of the last flow()
    std::vector<TextField*> m_fields;
};

} // namespace lockstep::ui
