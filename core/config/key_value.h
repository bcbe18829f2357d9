// One value of one configuration key, whatever its type, and its text form.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/result.h"

namespace lockstep {

struct KeySpec;

using KeyValue = std::variant<bool, std::int64_t, double, std::string, std::vector<std::int64_t>, std::vector<double>,
    std::vector<std::vector<double>>, std::vector<std::string>>;

/// `text` as a value of the key's type. Lists are written with commas, rows with semicolons.
Result<KeyValue> valueFromText(const KeySpec& key, std::string_view text);
/// The inverse of valueFromText: every number with as many digits as are needed to read it back unchanged.
std::string textFromValue(const KeyValue& value);

/// Checks the value against the key's range, choices and lengths. Precondition: the value has the key's type.
Result<Done> checkValue(const KeySpec& key, const KeyValue& value);

/// "workers is 300, but a whole number from 1 to 256 is needed."; `place` is the key's name, perhaps with [index].
Error wrongValue(const KeySpec& key, const std::string& place, const std::string& given);

/// "a whole number from 1 to 256", "one of serial, cpu", "true or false", ...
std::string allowedText(const KeySpec& key);

/// The number with as many digits as are needed to read it back unchanged; whole numbers without ".0".
std::string exactNumber(double value);

/// `text` in quotes, cut to a readable length, with bytes that cannot be printed shown as '?'.
std::string quotedText(std::string_view text);

} // namespace lockstep
