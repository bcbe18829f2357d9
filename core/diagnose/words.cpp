// Fractions and lists for the sentences of findings.
#include "core/diagnose/words.h"

#include <numeric>

namespace lockstep::words {

std::string fraction(std::int64_t part, std::int64_t whole)
{
    if (part == 0 || whole == 0)
        return "0";
    const std::int64_t common = std::gcd(part, whole);
    return whole == common ? count(part / common) : count(part / common) + "/" + count(whole / common);
}

std::string list(const std::vector<std::string>& entries, std::size_t most)
{
    std::string text;
    for (std::size_t i = 0; i < entries.size() && i < most; ++i)
        text += (i == 0 ? "" : ", ") + entries[i];
    return entries.size() > most ? text + ", ..." : text;
}

} // namespace lockstep::words
