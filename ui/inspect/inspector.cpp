// Puts the parts of the inspector together and fills them whenever trace, time or view change.
#include "ui/inspect/inspector.h"

#include <algorithm>

#include <QPainter>
#include <QVBoxLayout>

#include "ui/inspect/diagnosis_view.h"
#include "ui/inspect/formula_builder.h"
#include "ui/inspect/formula_view.h"
#include "ui/inspect/source_table_view.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/scroll_area.h"

namespace lockstep::ui {

namespace {

constexpr int kHead = 44, kSide = 16, kBar = 8;

} // namespace

Inspector::Inspector(Session& session, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
{
    setAccessibleName(tr("Inspector"));
    m_title = new TextLabel({}, TextStyle::bodyStrong, "text.primary", this);
    m_title->setSingleLine(true);
    m_badge = new BadgeLabel(session.valueBadge(), this);
    m_scroll = new ScrollArea(this);
    m_body = new QWidget;
    auto* column = new QVBoxLayout(m_body);
    column->setContentsMargins(kSide, 4, kSide - kBar, 8);
    column->setSpacing(0);
    m_empty = new TextLabel(tr("Nothing has run yet. What is selected in the stage or the timeline is explained here."),
        TextStyle::body, "text.secondary");
    column->addWidget(m_empty);
    m_formulaColumn = new QVBoxLayout;
    m_formulaColumn->setContentsMargins(0, 0, 0, 0);
    m_formulaColumn->setSpacing(16);
    column->addLayout(m_formulaColumn);
    column->addSpacing(24);
    m_table = new SourceTableView(session);
    column->addWidget(m_table);
    column->addSpacing(20);
    m_diagnosis = new DiagnosisView(session);
    column->addWidget(m_diagnosis);
    column->addStretch(1);
    m_scroll->setWidget(m_body);
    m_scroll->setWidgetResizable(false);
    m_body->setAutoFillBackground(false); // the panel's own ground, in the theme of the moment, shines through
    m_scroll->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn); // its handle shows only where there is more to see
    connect(m_diagnosis, &DiagnosisView::fixWanted, this, &Inspector::fixWanted);
    connect(m_diagnosis, &DiagnosisView::comparisonWanted, this, &Inspector::comparisonWanted);
    connect(&session, &Session::traceChanged, this, &Inspector::refresh);
    connect(&session, &Session::playheadChanged, this, &Inspector::refresh);
    connect(&session, &Session::viewChanged, this, &Inspector::refresh);
    refresh();
}

Inspector::~Inspector()
{
    disconnect(&m_session, nullptr, this, nullptr); // closing moves the focus, and that changes the view
}

void Inspector::refresh()
{
    const bool hasTrace = !m_session.trace().empty();
    const InspectorContent content = hasTrace
        ? inspectorContent(m_session.trace(), m_session.world(), m_session.view(), m_session.valueBadge())
        : InspectorContent{tr("Inspector"), Badge::exact, {}, {}};
    // Most frames change nothing here: numbers change at events only.
    const QString said = content.title + u'\n' + plainText(content) + QString::number(m_session.view().textScale);
    const bool findingsChanged = m_diagnosis->refresh();
    placeDiagnosis();
    if (said == m_said && hasTrace)
        return findingsChanged ? arrange() : void();
    m_said = said;
    m_title->setText(content.title);
    m_badge->setBadge(content.badge);
    m_badge->setVisible(hasTrace);
    m_empty->setVisible(!hasTrace);
    while (m_formulas.size() < content.blocks.size()) {
        auto* view = new FormulaView(m_session);
        view->setTheme(theme());
        m_formulaColumn->addWidget(view);
        m_formulas.push_back(view);
    }
    for (std::size_t i = 0; i < m_formulas.size(); ++i) {
        const bool used = i < content.blocks.size();
        m_formulas[i]->setVisible(used);
        if (used)
            m_formulas[i]->setBlock(content.blocks[i]);
    }
    m_table->setVisible(hasTrace && !content.table.rows.empty());
    m_table->setTable(content.table);
    setAccessibleDescription(hasTrace ? content.title + QStringLiteral(". ") + plainText(content) : m_empty->text());
    arrange();
}

void Inspector::setOffersFixes(bool offers)
{
    m_offersFixes = offers;
    m_diagnosis->setOffersFixes(offers);
    refresh();
}

/// A failing check whose fix can be tried stands on top; elsewhere the formulas come first.
void Inspector::placeDiagnosis()
{
    const auto fails = [](const Finding& finding) { return finding.verdict == Verdict::fail; };
    const bool first = m_offersFixes && std::any_of(m_session.findings().begin(), m_session.findings().end(), fails);
    if (first == m_diagnosisFirst)
        return;
    m_diagnosisFirst = first;
    auto* column = static_cast<QVBoxLayout*>(m_body->layout());
    column->removeWidget(m_diagnosis);
    column->insertWidget(first ? 0 : column->count() - 1, m_diagnosis); // the stretch stays last
    m_diagnosis->setContentsMargins(0, 0, 0, first ? 24 : 0);
}

void Inspector::arrange()
{
    const QSize badge = m_badge->sizeHint();
    const int side = width() < 280 ? 10 : kSide; // a narrow panel gives the title what it can
    m_badge->setGeometry(width() - side - badge.width(), (kHead - badge.height()) / 2, badge.width(), badge.height());
    const int title = m_title->heightForWidth(width());
    m_title->setGeometry(kSide, (kHead - title) / 2, m_badge->x() - kSide - 4, title);
    m_scroll->setGeometry(0, kHead, width(), height() - kHead);
    // Pictures are taken without an event loop, so the body gets its size here and not from a posted event.
    m_diagnosis->layout()->activate();
    m_body->layout()->activate();
    const int wide = std::max(1, width() - kBar);
    m_body->resize(wide, std::max(height() - kHead, m_body->layout()->totalHeightForWidth(wide)));
    m_body->layout()->activate();
}

void Inspector::resizeEvent(QResizeEvent*)
{
    arrange();
}

void Inspector::themeChanged()
{
    arrange();
    update();
}

void Inspector::paintEvent(QPaintEvent*)
{
    QPainter(this).fillRect(rect(), theme().color("surface.1"));
}

} // namespace lockstep::ui
