// Fills the side-by-side page from the session and its second run.
#include "ui/compare/compare_page.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QVBoxLayout>

#include "ui/compare/compare_content.h"
#include "ui/inspect/diagnosis_content.h"
#include "ui/plot/curve_plots.h"
#include "ui/plot/plot_widget.h"
#include "ui/widgets/button.h"
#include "ui/widgets/segmented.h"

namespace lockstep::ui {

namespace {

constexpr int kThreePlots = 1000; ///< from this width on the loss has room too
constexpr std::size_t kMostKeys = 6;

/// A card on the stage's ground.
class Plate : public QWidget, public Themed {
public:
    explicit Plate(QWidget* content)
    {
        auto* column = new QVBoxLayout(this);
        column->setContentsMargins(16, 8, 16, 10);
        column->addWidget(content);
        column->addStretch(1);
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme().color("surface.1"));
        painter.drawRoundedRect(rect(), 8, 8);
    }
};

} // namespace

ComparePage::ComparePage(Session& session, QWidget* parent)
    : PageFrame(tr("Side by side"), parent)
    , m_session(session)
    , m_clock(new Segmented({tr("Same step"), tr("Same time")}, tr("Clock")))
    , m_empty(new QWidget)
    , m_runs(new QWidget)
    , m_emptyText(new TextLabel({}, TextStyle::body, "text.secondary"))
    , m_problem(new TextLabel({}, TextStyle::body, "status.bad"))
    , m_headline(new TextLabel({}, TextStyle::display))
    , m_sentence(new TextLabel({}, TextStyle::body, "text.secondary"))
    , m_open(new Button(tr("Open a second run"), ButtonKind::normal))
    , m_fix(new Button({}, ButtonKind::primary))
    , m_another(new Button(tr("Open another run"), ButtonKind::normal))
    , m_close(new Button(tr("Close B"), ButtonKind::quiet))
    , m_keys(new FactTable(tr("What differs")))
    , m_facts(new FactTable(tr("At this moment")))
    , m_future(new PlotWidget)
    , m_loss(new PlotWidget)
    , m_distance(new PlotWidget)
{
    controls().addWidget(m_clock);
    body().addWidget(m_problem);
    m_problem->hide();

    auto* empty = new QVBoxLayout(m_empty);
    empty->setContentsMargins(0, 0, 0, 0);
    empty->setSpacing(12);
    empty->addWidget(new TextLabel(tr("One run so far"), TextStyle::display));
    empty->addWidget(m_emptyText);
    auto* offers = new QHBoxLayout;
    offers->setSpacing(8);
    offers->addWidget(m_fix);
    offers->addWidget(m_open);
    offers->addStretch(1);
    empty->addLayout(offers);
    empty->addStretch(1);
    body().addWidget(m_empty, 1);

    auto* runs = new QVBoxLayout(m_runs);
    runs->setContentsMargins(0, 0, 0, 0);
    runs->setSpacing(12);
    auto* top = new QHBoxLayout;
    top->setSpacing(8);
    m_headline->setSingleLine(true);
    top->addWidget(m_headline, 1);
    top->addWidget(m_another);
    top->addWidget(m_close);
    runs->addLayout(top);
    runs->addWidget(m_sentence);
    auto* tables = new QHBoxLayout;
    tables->setSpacing(12);
    tables->addWidget(new Plate(m_keys), 1);
    tables->addWidget(new Plate(m_facts), 1);
    runs->addLayout(tables);
    auto* plots = new QHBoxLayout;
    plots->setSpacing(12);
    for (PlotWidget* plot : {m_future, m_loss, m_distance}) {
        plots->addWidget(plot, 1);
        connect(plot, &PlotWidget::stepChosen, this, &ComparePage::stepChosen);
    }
    runs->addLayout(plots, 1);
    body().addWidget(m_runs, 1);

    connect(m_clock, &Segmented::chosen, this, [this](int clock) {
        View view = m_session.view();
        view.clock = static_cast<SharedClock>(clock);
        m_session.setView(view);
    });
    connect(m_open, &Button::clicked, this, &ComparePage::openWanted);
    connect(m_another, &Button::clicked, this, &ComparePage::openWanted);
    connect(m_close, &Button::clicked, this, &ComparePage::closeWanted);
    connect(m_fix, &Button::clicked, this, [this] { emit fixWanted(failingFinding()); });
    connect(&session, &Session::traceChanged, this, [this] {
        m_compared = false;
        refresh();
    });
    connect(&session, &Session::playheadChanged, this, &ComparePage::refresh);
    connect(&session, &Session::viewChanged, this, &ComparePage::refresh);
}

void ComparePage::setProblem(const QString& sentence)
{
    m_problem->setText(sentence);
    m_problem->setVisible(!sentence.isEmpty());
}

QString ComparePage::headline() const
{
    return m_headline->text();
}

void ComparePage::showEvent(QShowEvent*)
{
    refresh();
}

void ComparePage::resizeEvent(QResizeEvent* event)
{
    m_loss->setVisible(width() >= kThreePlots);
    PageFrame::resizeEvent(event);
}

/// The first failing check that has a fix, or -1.
int ComparePage::failingFinding() const
{
    const std::vector<Finding>& findings = m_session.findings();
    for (std::size_t i = 0; i < findings.size(); ++i)
        if (findings[i].verdict == Verdict::fail && !findings[i].followsFrom && !findings[i].fix.empty())
            return static_cast<int>(i);
    return -1;
}

void ComparePage::refresh()
{
    if (isHidden() || m_session.view().page != StagePage::compare || m_session.trace().empty())
        return;
    const bool two = !m_session.overlay().empty();
    m_empty->setVisible(!two);
    m_runs->setVisible(two);
    m_clock->setVisible(two);
    const bool imported = m_session.trace().info().imported || (two && m_session.overlay().info().imported);
    setHead(tr("Side by side"), two ? std::optional(imported ? Badge::imported : Badge::computed) : std::nullopt);
    if (two)
        refreshRuns();
    else
        refreshEmpty();
}

void ComparePage::refreshEmpty()
{
    const int failing = failingFinding();
    m_fix->setVisible(failing >= 0);
    if (failing >= 0)
        m_fix->setText(messageText(
            m_session.findings()[static_cast<std::size_t>(failing)].action, m_session.trace().config()));
    m_emptyText->setText(failing >= 0
            ? tr("A check fails. Its fix can run as a second run, B, beside this one, A; or open a second run from a"
                 " trace or configuration file.")
            : tr("Open a second run from a trace or configuration file; it is B beside this one, A."));
    setAccessibleDescription(m_emptyText->text());
}

void ComparePage::refreshRuns()
{
    const Trace &a = m_session.trace(), &b = m_session.overlay();
    if (!m_compared) {
        m_comparison = compareTraces(a, b);
        m_compared = true;
    }
    const View& view = m_session.view();
    m_clock->setCurrent(static_cast<int>(view.clock));
    RunAtStep left{&a, &m_curvesA.of(a), nullptr, static_cast<std::int64_t>(m_session.world().stepIndex)};
    RunAtStep right{&b, &m_curvesB.of(b), nullptr, 0};
    right.step = matchingStep(*left.curves, *right.curves, left.step, view.clock);
    left.coverage = &m_coverageA.at(a, static_cast<std::size_t>(left.step));
    right.coverage = &m_coverageB.at(b, static_cast<std::size_t>(right.step));
    m_headline->setText(compareHeadline(left, right));
    m_sentence->setText(compareSentence(m_comparison, m_session.overlayName()));
    m_keys->setContent(keyTableContent(m_comparison.keys, kMostKeys), view.textScale);
    m_facts->setContent(factsContent(left, right, m_comparison), view.textScale);
    CurveFrame frame;
    frame.axis = view.clock == SharedClock::seconds ? CurveAxis::seconds : CurveAxis::steps;
    frame.step = static_cast<int>(left.step);
    frame.badge = a.info().imported || b.info().imported ? Badge::imported : Badge::computed;
    frame.time = frame.badge == Badge::imported ? Badge::imported : Badge::measured;
    frame.textScale = view.textScale;
    m_future->setSpec(heldOutPlot(*left.curves, right.curves, frame));
    m_loss->setSpec(lossPlot(*left.curves, right.curves, frame));
    m_distance->setSpec(distancePlot(m_comparison, frame));
    setAccessibleDescription(m_headline->text() + QStringLiteral(". ") + m_sentence->text());
}

} // namespace lockstep::ui
