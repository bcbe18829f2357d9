// Message: a sentence with numbered places (%1, %2), kept apart from its arguments so that a user interface
// can translate the pattern and call ranks as it does elsewhere. core writes English; it knows no language, no toolkit.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace lockstep {

struct MessageArgument {
    enum class Kind {
        text,   ///< a name: as it is
        number, ///< as formatNumber writes it, or a fraction "1/2"; several make a list, "..." where it was cut
        rank,   ///< numbers of one rank or of two; the place stands for the whole name, "rank 2", "ranks 0 and 1"
    };
    Kind kind = Kind::text;
    std::vector<std::string> items;

    MessageArgument() = default;
    MessageArgument(std::string text) // NOLINT: names are arguments as they are
        : items{std::move(text)}
    {
    }
    MessageArgument(const char* text) // NOLINT
        : items{text}
    {
    }
    MessageArgument(Kind what, std::vector<std::string> list)
        : kind(what)
        , items(std::move(list))
    {
    }
    std::string english() const;
    auto operator<=>(const MessageArgument&) const = default;
};

struct Message {
    std::string pattern; ///< English, with %1 .. %9. Wrap literals in LOCKSTEP_TEXT so that they can be collected.
    std::vector<MessageArgument> arguments;

    bool empty() const { return pattern.empty(); }
    /// The English sentence with its arguments filled in.
    std::string english() const;
    auto operator<=>(const Message&) const = default;
};

/// Replaces %1 .. %9 in `pattern`; a place without an argument stays as it is.
std::string fillPattern(const std::string& pattern, const std::vector<std::string>& arguments);

/// Replaces %1 .. %`count` by what `words` says of the argument (from 0); the second value is true for a place that
/// begins a sentence. Only patterns that end in a full stop are sentences.
std::string fillPlaces(
    const std::string& pattern, std::size_t count, const std::function<std::string(std::size_t, bool)>& words);

} // namespace lockstep

/// Marks a translatable literal (the translation tool is told this alias); the value is the literal itself.
#define LOCKSTEP_TEXT(context, text) text
