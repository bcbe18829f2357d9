// Fills the numbered places of a message.
#include "core/base/message.h"

namespace lockstep {

std::string fillPattern(const std::string& pattern, const std::vector<std::string>& arguments)
{
    std::string filled;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        const bool place
            = pattern[i] == '%' && i + 1 < pattern.size() && pattern[i + 1] >= '1' && pattern[i + 1] <= '9';
        const std::size_t which = place ? static_cast<std::size_t>(pattern[i + 1] - '1') : 0;
        if (place && which < arguments.size()) {
            filled += arguments[which];
            ++i;
        } else {
            filled += pattern[i];
        }
    }
    return filled;
}

std::string Message::english() const
{
    return fillPattern(pattern, arguments);
}

} // namespace lockstep
