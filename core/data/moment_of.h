// Dates and times of records, as numbers that can be compared.
#pragma once

#include <optional>
#include <string_view>

namespace lockstep {

/// Seconds since 1970 of an ISO 8601 date or date and time: 2012-03-01, 2012-03-01T14:05, 2012-03-01 14:05:30.25,
/// with Z or +01:00 behind a time. Without a zone it is taken as it stands. Nothing for anything else.
std::optional<double> secondsOf(std::string_view text);

} // namespace lockstep
