// Result: a value, or one clear sentence that names the thing that is wrong and the remedy.
// Expected failures (bad file, bad configuration, missing device) travel as Result; broken invariants are LOCKSTEP_CHECK.
#pragma once

#include <string>
#include <utility>
#include <variant>

#include "core/base/check.h"

namespace lockstep {

/// An expected failure. `message` is one sentence: what is wrong, where (file, line or field), and what to do.
struct Error {
    std::string message;
};

/// Stands for "nothing to return" in Result<Done>.
struct Done {};

template <class T>
class [[nodiscard]] Result {
public:
    Result(T value) : m_state(std::move(value)) {}
    Result(Error error) : m_state(std::move(error)) {}

    bool ok() const { return std::holds_alternative<T>(m_state); }
    explicit operator bool() const { return ok(); }

    /// The value. Precondition: ok().
    T& value() &
    {
        LOCKSTEP_CHECK(ok());
        return std::get<T>(m_state);
    }
    const T& value() const&
    {
        LOCKSTEP_CHECK(ok());
        return std::get<T>(m_state);
    }
    T&& value() &&
    {
        LOCKSTEP_CHECK(ok());
        return std::get<T>(std::move(m_state));
    }

    /// The failure. Precondition: !ok().
    const Error& error() const
    {
        LOCKSTEP_CHECK(!ok());
        return std::get<Error>(m_state);
    }

private:
    std::variant<T, Error> m_state;
};

} // namespace lockstep
