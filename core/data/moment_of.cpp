// Reads ISO 8601 from left to right.
#include "core/data/moment_of.h"

#include <chrono>

namespace lockstep {
namespace {

bool take(std::string_view& text, char expected)
{
    if (!text.starts_with(expected))
        return false;
    text.remove_prefix(1);
    return true;
}

/// `count` digits as a number not above `most`.
std::optional<int> takeNumber(std::string_view& text, std::size_t count, int most)
{
    if (text.size() < count)
        return std::nullopt;
    int value = 0;
    for (const char c : text.substr(0, count)) {
        if (c < '0' || c > '9')
            return std::nullopt;
        value = value * 10 + (c - '0');
    }
    text.remove_prefix(count);
    return value <= most ? std::optional(value) : std::nullopt;
}

std::optional<double> takeDate(std::string_view& text)
{
    const auto year = takeNumber(text, 4, 9999);
    if (!year || !take(text, '-'))
        return std::nullopt;
    const auto month = takeNumber(text, 2, 12);
    if (!month || !take(text, '-'))
        return std::nullopt;
    const auto day = takeNumber(text, 2, 31);
    if (!day)
        return std::nullopt;
    const std::chrono::year_month_day date{std::chrono::year(*year), std::chrono::month(static_cast<unsigned>(*month)),
        std::chrono::day(static_cast<unsigned>(*day))};
    if (!date.ok())
        return std::nullopt;
    return 86400.0 * static_cast<double>(std::chrono::sys_days(date).time_since_epoch().count());
}

std::optional<double> takeTime(std::string_view& text)
{
    const auto hour = takeNumber(text, 2, 23);
    if (!hour || !take(text, ':'))
        return std::nullopt;
    const auto minute = takeNumber(text, 2, 59);
    if (!minute)
        return std::nullopt;
    double seconds = *hour * 3600 + *minute * 60;
    if (!take(text, ':'))
        return seconds;
    const auto second = takeNumber(text, 2, 60); // 60 is a leap second
    if (!second)
        return std::nullopt;
    seconds += *second;
    if (!take(text, '.'))
        return seconds;
    double place = 0.1;
    if (text.empty() || text.front() < '0' || text.front() > '9')
        return std::nullopt;
    for (; !text.empty() && text.front() >= '0' && text.front() <= '9'; text.remove_prefix(1), place /= 10)
        seconds += place * (text.front() - '0');
    return seconds;
}

/// What to add for a zone; 0 for Z and for none.
std::optional<double> takeZone(std::string_view& text)
{
    if (text.empty() || take(text, 'Z'))
        return 0;
    const double sign = text.front() == '-' ? 1 : -1;
    if (!take(text, '-') && !take(text, '+'))
        return std::nullopt;
    const auto hour = takeNumber(text, 2, 23);
    if (!hour || !take(text, ':'))
        return std::nullopt;
    const auto minute = takeNumber(text, 2, 59);
    return minute ? std::optional(sign * (*hour * 3600 + *minute * 60)) : std::nullopt;
}

} // namespace

std::optional<double> secondsOf(std::string_view text)
{
    const auto date = takeDate(text);
    if (!date || text.empty())
        return date;
    if (!take(text, 'T') && !take(text, ' '))
        return std::nullopt;
    const auto time = takeTime(text);
    const auto zone = takeZone(text);
    return time && zone && text.empty() ? std::optional(*date + *time + *zone) : std::nullopt;
}

} // namespace lockstep
