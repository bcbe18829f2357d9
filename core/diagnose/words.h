// Small helpers for the sentences of findings.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/base/message.h"
#include "core/base/numbers.h"

namespace lockstep::words {

inline std::string count(std::int64_t value)
{
    return std::to_string(value);
}
/// A difference or a factor: six digits say enough.
inline std::string amount(double value)
{
    return formatNumber(value, 6);
}
/// "1/2" in lowest terms; "0" and "1" stand alone.
std::string fraction(std::int64_t part, std::int64_t whole);
/// "1, 3, 3", cut after `most` entries.
std::string list(const std::vector<std::string>& entries, std::size_t most = 8);

} // namespace lockstep::words
