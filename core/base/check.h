// LOCKSTEP_CHECK: a broken invariant ends the program and prints both operands.
#pragma once

#include <sstream>
#include <string>

namespace lockstep::detail {

[[noreturn]] void checkFailed(const char* file, int line, const char* expression, const std::string& operands);

template <class A, class B>
std::string operandsOf(const A& a, const B& b)
{
    std::ostringstream out;
    out << "left is " << a << ", right is " << b;
    return out.str();
}

} // namespace lockstep::detail

#define LOCKSTEP_CHECK(condition)                                                                                     \
    do {                                                                                                              \
        if (!(condition))                                                                                             \
            ::lockstep::detail::checkFailed(__FILE__, __LINE__, #condition, {});                                      \
    } while (false)

#define LOCKSTEP_CHECK_OP(a, op, b)                                                                                   \
    do {                                                                                                              \
        const auto& lockstepLeft = (a);                                                                               \
        const auto& lockstepRight = (b);                                                                              \
        if (!(lockstepLeft op lockstepRight))                                                                         \
            ::lockstep::detail::checkFailed(__FILE__, __LINE__, #a " " #op " " #b,                                    \
                ::lockstep::detail::operandsOf(lockstepLeft, lockstepRight));                                         \
    } while (false)

#define LOCKSTEP_CHECK_EQ(a, b) LOCKSTEP_CHECK_OP(a, ==, b)
#define LOCKSTEP_CHECK_LT(a, b) LOCKSTEP_CHECK_OP(a, <, b)
#define LOCKSTEP_CHECK_LE(a, b) LOCKSTEP_CHECK_OP(a, <=, b)
