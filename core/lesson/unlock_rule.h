// Unlock rules: "answered(combined) and done(one) or tried(after, 2)". `and` binds closer than `or`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace lockstep {

struct UnlockTerm {
    enum class Kind { start, answered, tried, correct, done };
    Kind kind = Kind::start;
    std::string id;
    int tries = 1;
    std::size_t offset = 0; ///< of the id in the rule's text, in bytes
};

/// Open when every term of any one group holds.
struct UnlockRule {
    std::vector<std::vector<UnlockTerm>> anyOf;
};

Result<UnlockRule> parseUnlockRule(std::string_view text);

} // namespace lockstep
