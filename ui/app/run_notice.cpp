// RunNotice: a mark, a sentence, a button.
#include "ui/app/run_notice.h"

#include <QAccessible>
#include <QHBoxLayout>
#include <QPainter>

#include "ui/widgets/button.h"
#include "ui/widgets/labels.h"

namespace lockstep::ui {

RunNotice::RunNotice(QWidget* parent)
    : QWidget(parent)
    , m_text(new TextLabel({}, TextStyle::label, "text.primary"))
    , m_run(new Button({}, ButtonKind::normal))
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(16, 6, 16, 6);
    row->setSpacing(8);
    row->addWidget(new StatusLabel(StatusShape::warning, 16), 0, Qt::AlignVCenter);
    m_text->setSingleLine(true);
    row->addWidget(m_text, 1, Qt::AlignVCenter);
    row->addWidget(m_run);
    connect(m_run, &Button::clicked, this, &RunNotice::runRequested);
}

void RunNotice::setState(const QString& run, const QString& reason)
{
    m_text->setText(reason.isEmpty() ? tr("Out of date: the scenario has changed since this run")
                                     : tr("Out of date. %1").arg(reason));
    m_text->setToolTip(m_text->text());
    m_run->setText(run);
    m_run->setVisible(!run.isEmpty());
    m_run->setEnabled(reason.isEmpty());
    m_run->setToolTip(reason.isEmpty() ? tr("Ctrl Enter") : reason);
    m_run->setAccessibleDescription(reason);
    setAccessibleName(m_text->text());
}

const QString& RunNotice::text() const
{
    return m_text->text();
}

void RunNotice::showEvent(QShowEvent*)
{
    QAccessibleEvent event(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
}

void RunNotice::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), theme().color("status.warn.tint"));
    painter.fillRect(0, height() - 1, width(), 1, theme().color("border.subtle"));
}

} // namespace lockstep::ui
