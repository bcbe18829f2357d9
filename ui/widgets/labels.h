// Labels: texts in the design's styles, badges, key caps, status marks and page progress, all painted from the theme.
#pragma once

#include "ui/widgets/paint.h"
#include "ui/widgets/themed.h"

namespace lockstep::ui {

/// Plain text that wraps at its width, with the line height of its style.
class TextLabel : public QWidget, public Themed {
    Q_OBJECT
public:
    TextLabel(const QString& text, TextStyle style, const char* colorToken = "text.primary", QWidget* parent = nullptr);
    void setText(const QString& text);
    const QString& text() const { return m_text; }
    void setStyle(TextStyle style, const char* colorToken);
    /// One line, cut with an ellipsis where it does not fit.
    void setSingleLine(bool single);
    void setAlignment(Qt::Alignment alignment);

    bool hasHeightForWidth() const override { return !m_single; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void themeChanged() override;

private:
    QString m_text;
    TextStyle m_style;
    const char* m_token;
    bool m_single = false;
    Qt::Alignment m_alignment = Qt::AlignLeft;
};

/// An honesty badge; its meaning is the tool tip and the accessible text.
class BadgeLabel : public QWidget, public Themed {
    Q_OBJECT
public:
    explicit BadgeLabel(Badge badge, QWidget* parent = nullptr);
    void setBadge(Badge badge);
    QSize sizeHint() const override { return badgeSize(m_badge, theme()).toSize(); }
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Badge m_badge;
};

/// The picture of a key: "Enter".
class KeyLabel : public QWidget, public Themed {
    Q_OBJECT
public:
    explicit KeyLabel(const QString& key, QWidget* parent = nullptr);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_key;
};

/// A check's state as a shape of `side` pixels.
class StatusLabel : public QWidget, public Themed {
    Q_OBJECT
public:
    explicit StatusLabel(StatusShape shape, int side = 16, QWidget* parent = nullptr);
    void setShape(StatusShape shape);
    QSize sizeHint() const override { return {m_side, m_side}; }
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    StatusShape m_shape;
    int m_side;
};

/// One icon in a text colour.
class IconLabel : public QWidget, public Themed {
    Q_OBJECT
public:
    explicit IconLabel(
        const QString& icon, int side = 16, const char* colorToken = "text.primary", QWidget* parent = nullptr);
    QSize sizeHint() const override { return {m_side, m_side}; }
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_icon;
    int m_side;
    const char* m_token;
};

/// Pages of a lesson as segments: done, current, ahead; "6 of 8" beside them.
class ProgressSegments : public QWidget, public Themed {
    Q_OBJECT
public:
    explicit ProgressSegments(QWidget* parent = nullptr);
    /// `current` counts from 1.
    void setProgress(int current, int count);
    QSize sizeHint() const override { return {200, 16}; }
    QSize minimumSizeHint() const override { return {100, 16}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    int m_current = 0, m_count = 0;
};

} // namespace lockstep::ui
