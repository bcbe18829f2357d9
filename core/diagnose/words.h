// Small helpers for the sentences of findings: arguments that say what they are.
#pragma once

#include <string>
#include <vector>

#include "core/base/ids.h"
#include "core/base/message.h"
#include "core/base/numbers.h"

namespace lockstep::words {

inline MessageArgument count(std::int64_t value)
{
    return {MessageArgument::Kind::number, {std::to_string(value)}};
}
/// A value with as many digits as are asked for.
inline MessageArgument number(double value, int digits = 12)
{
    return {MessageArgument::Kind::number, {formatNumber(value, digits)}};
}
/// A difference or a factor: six digits say enough.
inline MessageArgument amount(double value)
{
    return number(value, 6);
}
inline MessageArgument rank(std::int64_t value)
{
    return {MessageArgument::Kind::rank, {std::to_string(value)}};
}
inline MessageArgument ranks(std::int64_t first, std::int64_t second)
{
    return {MessageArgument::Kind::rank, {std::to_string(first), std::to_string(second)}};
}
/// "1/2" in lowest terms; "0" and "1" stand alone.
MessageArgument fraction(std::int64_t part, std::int64_t whole);
/// Numbers as one argument, "1, 3, 3", cut after `most` entries.
MessageArgument list(const std::vector<MessageArgument>& entries, std::size_t most = 8);

} // namespace lockstep::words
