// Fills the coverage page from the session.
#include "ui/coverage/coverage_page.h"

#include <QVBoxLayout>

#include "ui/coverage/coverage_grid.h"
#include "ui/inspect/diagnosis_content.h"

namespace lockstep::ui {

namespace {

/// What the check says of the sampler; empty while it passes or shows only later.
QString causeSoFar(const Session& session, std::int64_t step)
{
    for (const Finding& finding : session.findings())
        if (finding.detector == DetectorId::samplesDisjoint && finding.verdict == Verdict::fail && finding.step
            && finding.step->value <= step)
            return messageText(finding.cause, session.trace().config());
    return {};
}

} // namespace

CoveragePage::CoveragePage(Session& session, QWidget* parent)
    : PageFrame(tr("Coverage"), parent)
    , m_session(session)
    , m_headline(new TextLabel({}, TextStyle::display))
    , m_sentence(new TextLabel({}, TextStyle::body, "text.secondary"))
    , m_grid(new CoverageGrid)
    , m_table(new FactTable(tr("Coverage by epoch")))
{
    body().addWidget(m_headline);
    body().addWidget(m_sentence);
    body().addWidget(m_grid, 1);
    body().addWidget(m_table);
    connect(&session, &Session::traceChanged, this, &CoveragePage::refresh);
    connect(&session, &Session::playheadChanged, this, &CoveragePage::refresh);
    connect(&session, &Session::viewChanged, this, &CoveragePage::refresh);
}

void CoveragePage::showEvent(QShowEvent*)
{
    refresh();
}

void CoveragePage::resizeEvent(QResizeEvent* event)
{
    refresh(); // a low page has room for fewer epochs
    PageFrame::resizeEvent(event);
}

QString CoveragePage::headline() const
{
    return m_headline->text();
}

void CoveragePage::refresh()
{
    const View& view = m_session.view();
    if (isHidden() || view.page != StagePage::coverage || m_session.trace().empty())
        return;
    const Coverage& coverage = m_walk.at(m_session.trace(), m_session.world().stepIndex);
    setHead(coverage.step == 0 ? tr("Before step 1")
                               : tr("Epoch %1, step %2")
                                     .arg(fixedText(static_cast<double>(coverage.inEpoch.epoch), 0),
                                         fixedText(static_cast<double>(coverage.step), 0)),
        m_session.trace().info().imported ? Badge::imported : Badge::computed);
    m_headline->setText(coverageHeadline(coverage));
    const QString cause = causeSoFar(m_session, coverage.step);
    m_sentence->setText(cause.isEmpty() ? coverageSentence(coverage) : cause);
    m_grid->setCoverage(coverage, view.textScale);
    m_table->setContent(coverageTable(coverage, height() < 520 ? 1 : 4), view.textScale);
    setAccessibleDescription(m_headline->text() + QStringLiteral(". ") + m_sentence->text());
}

} // namespace lockstep::ui
