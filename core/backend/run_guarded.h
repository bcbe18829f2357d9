// Turns whatever one rank's work does into a Result, exceptions included.
#pragma once

#include <exception>
#include <new>

#include "core/base/function_ref.h"
#include "core/base/ids.h"
#include "core/base/result.h"

namespace lockstep {

inline Result<Done> runGuarded(FunctionRef<Result<Done>(RankId)> work, RankId rank)
{
    try {
        return work(rank);
    } catch (const std::bad_alloc&) {
        return Error{"there is not enough memory"};
    } catch (const std::exception& exception) {
        return Error{exception.what()};
    }
}

} // namespace lockstep
