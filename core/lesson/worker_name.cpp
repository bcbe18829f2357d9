// Workers by letter and by number.
#include "core/lesson/worker_name.h"

#include "core/base/numbers.h"

namespace lockstep {
namespace {

constexpr int kLetters = 26;

} // namespace

std::optional<int> workerNamed(std::string_view name, int workers)
{
    std::optional<std::int64_t> number;
    if (name.size() == 1 && name[0] >= 'A' && name[0] <= 'Z')
        number = name[0] - 'A';
    else if (!name.empty() && name.find_first_not_of("0123456789") == std::string_view::npos)
        number = parseInteger(name);
    if (!number || *number >= workers)
        return std::nullopt;
    return static_cast<int>(*number);
}

std::string workersThatExist(int workers)
{
    const auto name = [workers](int worker) {
        return workers > kLetters ? std::to_string(worker) : std::string(1, static_cast<char>('A' + worker));
    };
    if (workers <= 1)
        return "A";
    return name(0) + (workers == 2 ? " and " : " to ") + name(workers - 1);
}

} // namespace lockstep
