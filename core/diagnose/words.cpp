// Fractions and lists for the sentences of findings.
#include "core/diagnose/words.h"

#include <numeric>

namespace lockstep::words {

MessageArgument fraction(std::int64_t part, std::int64_t whole)
{
    if (part == 0 || whole == 0)
        return count(0);
    const std::int64_t common = std::gcd(part, whole);
    if (whole == common)
        return count(part / common);
    return {MessageArgument::Kind::number, {std::to_string(part / common) + "/" + std::to_string(whole / common)}};
}

MessageArgument list(const std::vector<MessageArgument>& entries, std::size_t most)
{
    MessageArgument whole(MessageArgument::Kind::number, {});
    for (std::size_t i = 0; i < entries.size() && i < most; ++i)
        whole.items.insert(whole.items.end(), entries[i].items.begin(), entries[i].items.end());
    if (entries.size() > most)
        whole.items.push_back("...");
    return whole;
}

} // namespace lockstep::words
