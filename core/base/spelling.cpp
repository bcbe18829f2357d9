// Edit distance with swaps (optimal string alignment), and the nearest of a list.
#include "core/base/spelling.h"

#include <algorithm>
#include <vector>

namespace lockstep {
namespace {

std::string folded(std::string_view word)
{
    std::string out;
    for (const char c : word.substr(0, 64)) // longer words are no misspelling of ours
        out += c == '-' ? '_' : c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return out;
}

} // namespace

std::size_t editDistance(std::string_view a, std::string_view b)
{
    std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), now(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j)
        last[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        now[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            now[j] = std::min({last[j] + 1, now[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                now[j] = std::min(now[j], before[j - 2] + 1);
        }
        std::swap(before, last);
        std::swap(last, now);
    }
    return last[b.size()];
}

std::string nearestSpelling(std::string_view word, std::span<const std::string> candidates)
{
    const std::string given = folded(word);
    std::string nearest;
    std::size_t least = std::max<std::size_t>(2, given.size() / 3) + 1;
    for (const std::string& candidate : candidates) {
        const std::size_t distance = editDistance(given, folded(candidate));
        if (distance < least && distance < std::max(given.size(), candidate.size())) {
            least = distance;
            nearest = candidate;
        }
    }
    return nearest;
}

std::string didYouMean(std::string_view word, std::span<const std::string> candidates)
{
    const std::string nearest = nearestSpelling(word, candidates);
    return nearest.empty() ? std::string() : " Did you mean " + nearest + "?";
}

} // namespace lockstep
