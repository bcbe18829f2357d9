// CheckSummary: counts findings; those not checked are left out.
#include "ui/app/check_summary.h"

#include <QCoreApplication>

namespace lockstep::ui {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(CheckSummary)
};

} // namespace

CheckSummary checkSummary(const Session& session)
{
    int failed = 0, checked = 0;
    for (const Finding& finding : session.findings()) {
        failed += finding.verdict == Verdict::fail;
        checked += finding.verdict != Verdict::notChecked;
    }
    if (checked == 0)
        return {StatusShape::pending, Text::tr("Nothing checked yet")};
    if (session.view().hidden.findings)
        return {StatusShape::pending, Text::tr("Checks after your answer")};
    if (failed == 0)
        return {StatusShape::ok, Text::tr("%1 of %1 checks pass").arg(checked)};
    return {StatusShape::bad,
        failed == 1 ? Text::tr("1 of %1 checks fails").arg(checked)
                    : Text::tr("%1 of %2 checks fail").arg(failed).arg(checked)};
}

} // namespace lockstep::ui
