// RunFoot: two faces of one row, one while a run is on.
#include "ui/explore/run_foot.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QResizeEvent>
#include <QVBoxLayout>

#include "ui/app/view.h"
#include "ui/explore/field_table.h"
#include "ui/widgets/button.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/progress_bar.h"

namespace lockstep::ui {

QString runText(const RunConfig& config)
{
    if (config.steps > 0)
        return config.steps == 1 ? RunFoot::tr("Run 1 step") : RunFoot::tr("Run %1 steps").arg(numberText(config.steps));
    return config.epochs == 1 ? RunFoot::tr("Run 1 epoch") : RunFoot::tr("Run %1 epochs").arg(numberText(config.epochs));
}

RunFoot::RunFoot(ExploreModel& model, QWidget* parent)
    : QWidget(parent)
    , m_model(model)
    , m_sentence(new TextLabel({}, TextStyle::caption, "status.bad"))
    , m_seed(new TextLabel({}, TextStyle::caption, "text.tertiary"))
    , m_progressText(new TextLabel({}, TextStyle::caption, "text.secondary"))
    , m_run(new Button({}, ButtonKind::primary))
    , m_stop(new Button(tr("Stop"), ButtonKind::normal))
    , m_reset(new Button(tr("Reset"), ButtonKind::quiet))
    , m_bar(new ProgressBar)
    , m_progress(new QWidget)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(20, 10, 20, 16);
    column->setSpacing(8);
    column->addWidget(m_sentence);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    m_run->setBoxHeight(40);
    m_run->setLeadingIcon(QStringLiteral("play"));
    m_stop->setBoxHeight(40);
    m_stop->setLeadingIcon(QStringLiteral("stop"));
    m_reset->setBoxHeight(40);
    m_reset->setSidePadding(6);
    m_seed->setSingleLine(true);
    m_progressText->setSingleLine(true);
    row->addWidget(m_run);
    row->addWidget(m_stop);
    row->addSpacing(14);
    row->addWidget(m_seed, 1, Qt::AlignVCenter);
    auto* progress = new QVBoxLayout(m_progress);
    progress->setContentsMargins(0, 0, 0, 0);
    progress->setSpacing(6);
    progress->addStretch(1);
    progress->addWidget(m_progressText);
    progress->addWidget(m_bar);
    progress->addStretch(1);
    row->addWidget(m_progress, 1);
    row->addWidget(m_reset);
    column->addLayout(row);
    m_run->setToolTip(tr("Ctrl Enter"));
    connect(m_run, &Button::clicked, this, &RunFoot::runRequested);
    connect(m_stop, &Button::clicked, this, &RunFoot::stopRequested);
    connect(m_reset, &Button::clicked, &m_model, &ExploreModel::reset);
    refresh();
}

const QString& RunFoot::sentence() const
{
    return m_sentence->text();
}

void RunFoot::refresh()
{
    const Resolved& resolved = m_model.resolved();
    const QString problem = humanSentence(resolved.sentence);
    m_sentence->setStyle(TextStyle::caption, problem.isEmpty() ? "text.secondary" : "status.bad");
    m_sentence->setText(problem.isEmpty() ? m_note : problem);
    m_sentence->setVisible(!m_sentence->text().isEmpty());
    m_run->setText(runText(resolved.config));
    m_run->setVisible(!m_running);
    m_run->setEnabled(resolved.runs());
    m_run->setAccessibleDescription(problem.isEmpty() ? tr("Ctrl Enter") : problem);
    m_run->setToolTip(problem.isEmpty() ? tr("Ctrl Enter") : problem);
    m_stop->setVisible(m_running);
    m_reset->setVisible(!m_running);
    m_reset->setEnabled(m_model.canReset());
    m_reset->setToolTip(m_model.canReset() ? tr("Back to the scenario as it was opened")
                                           : tr("The scenario is as it was opened"));
    m_seed->setText(tr("seed %1").arg(m_model.text("seed")));
    m_seed->setVisible(!m_running);
    m_progress->setVisible(m_running);
    update();
}

void RunFoot::setRunning(std::int64_t step, std::int64_t total)
{
    m_running = true;
    m_note.clear();
    m_bar->setProgress(step, total);
    m_progressText->setText(total > 0
            ? tr("Step %1 of %2").arg(numberText(double(step)), numberText(double(total)))
            : tr("Step %1").arg(numberText(double(step))));
    m_bar->setAccessibleName(tr("Recording: %1").arg(m_progressText->text()));
    refresh();
}

void RunFoot::setIdle(const QString& note)
{
    m_running = false;
    m_note = note;
    refresh();
}

void RunFoot::resizeEvent(QResizeEvent* event)
{
    const int side = event->size().width() < 300 ? 16 : 20;
    layout()->setContentsMargins(side, 10, side, 16);
}

void RunFoot::paintEvent(QPaintEvent*)
{
    QPainter(this).fillRect(0, 0, width(), 1, theme().color("border.subtle"));
}

} // namespace lockstep::ui
