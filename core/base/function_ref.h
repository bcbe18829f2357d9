// FunctionRef: something callable that lives elsewhere. Unlike std::function it owns nothing and never allocates.
#pragma once

#include <memory>
#include <type_traits>
#include <utility>

namespace lockstep {

template <class Signature>
class FunctionRef;

/// For parameters only: the callable must outlive the call that it is handed to.
template <class Return, class... Args>
class FunctionRef<Return(Args...)> {
public:
    template <class Callable>
        requires(!std::is_same_v<std::remove_cvref_t<Callable>, FunctionRef>
            && std::is_invocable_r_v<Return, Callable&, Args...>)
    FunctionRef(Callable&& callable) // implicit, as of std::function
        : m_callable(const_cast<void*>(static_cast<const void*>(std::addressof(callable))))
        , m_call([](void* object, Args... args) -> Return {
            return (*static_cast<std::remove_reference_t<Callable>*>(object))(std::forward<Args>(args)...);
        })
    {
    }

    Return operator()(Args... args) const { return m_call(m_callable, std::forward<Args>(args)...); }

private:
    void* m_callable;
    Return (*m_call)(void*, Args...);
};

} // namespace lockstep
