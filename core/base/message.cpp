// Fills the numbered places of a message.
#include "core/base/message.h"

namespace lockstep {

std::string fillPlaces(
    const std::string& pattern, std::size_t count, const std::function<std::string(std::size_t, bool)>& words)
{
    const bool sentence = !pattern.empty() && pattern.back() == '.';
    std::string filled;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        const bool place
            = pattern[i] == '%' && i + 1 < pattern.size() && pattern[i + 1] >= '1' && pattern[i + 1] <= '9';
        const std::size_t which = place ? static_cast<std::size_t>(pattern[i + 1] - '1') : 0;
        if (place && which < count) {
            filled += words(which, sentence && (i == 0 || (i >= 2 && pattern.compare(i - 2, 2, ". ") == 0)));
            ++i;
        } else {
            filled += pattern[i];
        }
    }
    return filled;
}

std::string fillPattern(const std::string& pattern, const std::vector<std::string>& arguments)
{
    return fillPlaces(pattern, arguments.size(), [&](std::size_t which, bool) { return arguments[which]; });
}

std::string MessageArgument::english() const
{
    std::string text;
    for (std::size_t i = 0; i < items.size(); ++i)
        text += (i == 0 ? "" : kind == Kind::rank ? " and " : ", ") + items[i];
    return kind != Kind::rank ? text : (items.size() == 1 ? "rank " : "ranks ") + text;
}

std::string Message::english() const
{
    return fillPlaces(pattern, arguments.size(), [&](std::size_t which, bool begins) {
        std::string text = arguments[which].english();
        if (begins && arguments[which].kind == MessageArgument::Kind::rank)
            text.front() = 'R';
        return text;
    });
}

} // namespace lockstep
