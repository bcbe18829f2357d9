// Reads unlock rules word by word.
#include "core/lesson/unlock_rule.h"

#include <cctype>
#include <optional>

#include "core/base/numbers.h"
#include "core/lesson/raw_lesson.h"

namespace lockstep {
namespace {

constexpr const char* kForms = "write start, answered(id), tried(id, 2), correct(id) or done(id), joined by and / or";

std::optional<UnlockTerm::Kind> kindNamed(std::string_view name)
{
    using Kind = UnlockTerm::Kind;
    if (name == "answered")
        return Kind::answered;
    if (name == "tried")
        return Kind::tried;
    if (name == "correct")
        return Kind::correct;
    return name == "done" ? std::optional(Kind::done) : std::nullopt;
}

class RuleReader {
public:
    explicit RuleReader(std::string_view text)
        : m_text(text)
    {
    }

    Result<UnlockRule> read()
    {
        UnlockRule rule;
        rule.anyOf.emplace_back();
        while (true) {
            auto term = readTerm();
            if (!term)
                return term.error();
            rule.anyOf.back().push_back(std::move(term).value());
            const std::string_view joint = word();
            if (joint.empty() && m_at == m_text.size())
                return rule;
            if (joint == "or")
                rule.anyOf.emplace_back();
            else if (joint != "and")
                return Error{"\"" + std::string(m_text) + "\" is not an unlock rule; " + kForms};
        }
    }

private:
    void skipSpaces()
    {
        while (m_at < m_text.size() && (m_text[m_at] == ' ' || m_text[m_at] == '\t'))
            ++m_at;
    }

    std::string_view word()
    {
        skipSpaces();
        const std::size_t begin = m_at;
        while (m_at < m_text.size() && std::isalpha(static_cast<unsigned char>(m_text[m_at])))
            ++m_at;
        return m_text.substr(begin, m_at - begin);
    }

    Result<UnlockTerm> readTerm()
    {
        UnlockTerm term;
        const std::string_view name = word();
        if (name == "start")
            return term;
        const auto kind = kindNamed(name);
        const std::size_t end = m_text.find(')', m_at);
        if (!kind || m_at >= m_text.size() || m_text[m_at] != '(' || end == std::string_view::npos)
            return Error{"\"" + std::string(m_text) + "\" is not an unlock rule; " + kForms};
        term.kind = *kind;
        const std::string_view inside = m_text.substr(m_at + 1, end - m_at - 1);
        const std::size_t comma = inside.find(',');
        const std::string_view id = trimSpaces(inside.substr(0, comma));
        term.id = id;
        term.offset = id.empty() ? m_at : static_cast<std::size_t>(id.data() - m_text.data());
        m_at = end + 1;
        if (comma == std::string_view::npos)
            return term.kind == UnlockTerm::Kind::tried
                ? Result<UnlockTerm>(Error{"tried needs a number of tries; write tried(" + term.id + ", 2)"})
                : Result<UnlockTerm>(term);
        const auto tries = parseInteger(inside.substr(comma + 1));
        if (term.kind != UnlockTerm::Kind::tried || !tries || *tries < 1 || *tries > 99)
            return Error{
                "\"" + std::string(inside) + "\" is not what the rule " + std::string(name) + " takes; " + kForms};
        term.tries = static_cast<int>(*tries);
        return term;
    }

    std::string_view m_text;
    std::size_t m_at = 0;
};

} // namespace

Result<UnlockRule> parseUnlockRule(std::string_view text)
{
    return RuleReader(text).read();
}

} // namespace lockstep
