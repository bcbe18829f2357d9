// Targets of lesson files and the objects they mean.
#include "ui/learn/highlight.h"

#include <algorithm>

#include "core/lesson/worker_name.h"

namespace lockstep::ui {
namespace {

ObjectRef objectOfWorker(const std::string& who, const std::string& part, int workers, bool lanes)
{
    const auto worker = workerNamed(who, workers);
    if (who != "*" && !worker)
        return {};
    ObjectRef object{ObjectKind::rank, worker.value_or(-1)};
    if (part == "/grad")
        object.kind = ObjectKind::gradient;
    else if (part == "/w")
        object.kind = ObjectKind::parameters;
    else if (part == "/examples" && lanes) // only lanes have a place for them
        object.kind = ObjectKind::phase;   // load
    return object;
}

ObjectRef objectOf(const std::string& target, int workers, bool lanes)
{
    if (target.starts_with("worker:")) {
        const std::size_t slash = std::min(target.find('/'), target.size());
        return objectOfWorker(target.substr(7, slash - 7), target.substr(slash), workers, lanes);
    }
    if (target == "net" || target == "net/allreduce")
        return {ObjectKind::collective, -1, 0};
    if (target == "line") // w on the number line
        return {ObjectKind::parameters};
    return {};
}

} // namespace

ObjectRef highlightOf(const LessonStop& stop, int workers)
{
    for (const std::string& target : stop.highlight)
        if (const ObjectRef object = objectOf(target, workers, stop.view != "weights"); object.any())
            return object;
    return {};
}

} // namespace lockstep::ui
