// Message: a sentence with numbered places (%1, %2), kept apart from its arguments so that a user interface
// can translate the pattern. core writes English patterns; it knows no language and no toolkit.
#pragma once

#include <string>
#include <vector>

namespace lockstep {

struct Message {
    std::string pattern; ///< English, with %1 .. %9. Wrap literals in LOCKSTEP_TEXT so that they can be collected.
    std::vector<std::string> arguments;

    bool empty() const { return pattern.empty(); }
    /// The English sentence with its arguments filled in.
    std::string english() const;
    auto operator<=>(const Message&) const = default;
};

/// Replaces %1 .. %9 in `pattern`; a place without an argument stays as it is.
std::string fillPattern(const std::string& pattern, const std::vector<std::string>& arguments);

} // namespace lockstep

/// Marks a translatable literal (the translation tool is told this alias); the value is the literal itself.
#define LOCKSTEP_TEXT(context, text) text
