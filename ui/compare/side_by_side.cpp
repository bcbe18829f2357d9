// Connects pages, findings and the second run.
#include "ui/compare/side_by_side.h"

#include <QFileDialog>

#include "ui/app/document.h"
#include "ui/compare/compare_page.h"
#include "ui/coverage/coverage_page.h"
#include "ui/inspect/inspector.h"
#include "ui/plot/curves_page.h"

namespace lockstep::ui {

SideBySide::SideBySide(Session& session, Player& player, StagePager& pager, Inspector& inspector, QObject* parent)
    : QObject(parent)
    , m_session(session)
    , m_player(player)
    , m_pager(pager)
    , m_inspector(inspector)
    , m_run(session)
    , m_coverage(new CoveragePage(session))
    , m_curves(new CurvesPage(session))
    , m_compare(new ComparePage(session))
{
    pager.setPage(StagePage::coverage, m_coverage);
    pager.setPage(StagePage::curves, m_curves);
    pager.setPage(StagePage::compare, m_compare);
    connect(m_curves, &CurvesPage::stepChosen, this, &SideBySide::goToStep);
    connect(m_compare, &ComparePage::stepChosen, this, &SideBySide::goToStep);
    connect(m_compare, &ComparePage::openWanted, this, &SideBySide::askSecond);
    connect(m_compare, &ComparePage::closeWanted, this, &SideBySide::closeSecond);
    connect(m_compare, &ComparePage::fixWanted, this, [this](int finding) { explain(tryFix(finding)); });
    connect(&inspector, &Inspector::fixWanted, this, [this](int finding) { explain(tryFix(finding)); });
    connect(&inspector, &Inspector::comparisonWanted, this, [this] { show(StagePage::compare); });
    connect(&m_run, &SecondRun::changed, m_compare, &ComparePage::setProblem);
}

void SideBySide::setOffered(bool offered)
{
    m_pager.setOffered(offered);
    m_inspector.setOffersFixes(offered);
    if (!offered)
        m_run.drop();
}

void SideBySide::show(StagePage page)
{
    View view = m_session.view();
    view.page = page;
    m_session.setView(view);
}

void SideBySide::explain(const Result<Done>& done)
{
    m_compare->setProblem(done ? QString() : QString::fromStdString(done.error().message));
    if (!done)
        show(StagePage::compare);
}

Result<Done> SideBySide::tryFix(int index, bool wait)
{
    if (index < 0 || index >= static_cast<int>(m_session.findings().size())
        || m_session.findings()[static_cast<std::size_t>(index)].verdict != Verdict::fail)
        return Error{"No check of this run fails, so there is no fix to try."};
    const auto fixed
        = withFix(m_session.trace().config(), m_session.findings()[static_cast<std::size_t>(index)]);
    if (!fixed)
        return fixed.error();
    if (auto started = m_run.start(fixed.value(), tr("this run with the fix"), wait); !started)
        return started;
    show(StagePage::compare);
    return Done{};
}

Result<Done> SideBySide::openSecond(const std::string& what, bool wait)
{
    Result<Document> document = openDocument(what);
    if (!document)
        return document.error();
    Document& opened = document.value();
    const QString name = QString::fromStdString(opened.name);
    if (opened.lesson)
        return Error{"'" + what + "' is a lesson; the second run has to be a trace file or a configuration (JSON)."};
    if (opened.config) {
        if (auto started = m_run.start(*opened.config, name, wait); !started)
            return started;
    } else if (opened.trace->trace.empty()) {
        return Error{"'" + what + "' holds no finished step, so there is nothing to compare with."};
    } else {
        m_run.drop();
        m_session.setOverlay(opened.trace->trace, name);
    }
    m_compare->setProblem({});
    show(StagePage::compare);
    return Done{};
}

void SideBySide::closeSecond()
{
    m_run.drop();
    m_session.setOverlay({});
}

void SideBySide::askSecond()
{
    const QString file = QFileDialog::getOpenFileName(
        &m_pager, tr("Open a second run"), {}, tr("Traces and configurations (*.lockstep *.trace *.json);;All files (*)"));
    if (!file.isEmpty())
        explain(openSecond(file.toStdString()));
}

void SideBySide::goToStep(int step)
{
    const auto& spans = m_session.track().stepSpans;
    if (step < 0 || static_cast<std::size_t>(step) >= spans.size())
        return;
    m_player.pause();
    m_session.setPlayhead(spans[static_cast<std::size_t>(step)].end);
}

} // namespace lockstep::ui
