// CPUID and XGETBV, as in the manuals of Intel and AMD. Not through the compiler's own tables, which differ.
#include "core/base/cpu_features.h"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace lockstep {

std::string missingForX8664V3()
{
#if defined(__x86_64__)
    unsigned a = 0, b = 0, basic = 0, d = 0, extended = 0, structured = 0, unused = 0;
    if (!__get_cpuid(1, &a, &b, &basic, &d) || !__get_cpuid_count(7, 0, &a, &structured, &unused, &d)
        || !__get_cpuid(0x80000001u, &a, &b, &extended, &d))
        return "AVX2";
    const auto has = [](unsigned word, int bit) { return (word >> bit & 1u) != 0; };
    const struct {
        const char* name;
        bool there;
    } needed[] = {{"AVX", has(basic, 28)}, {"AVX2", has(structured, 5)}, {"BMI1", has(structured, 3)},
        {"BMI2", has(structured, 8)}, {"F16C", has(basic, 29)}, {"FMA", has(basic, 12)}, {"LZCNT", has(extended, 5)},
        {"MOVBE", has(basic, 22)}};
    for (const auto& feature : needed)
        if (!feature.there)
            return feature.name;
    // Bits 1 and 2 of XCR0: the system saves the lower and the upper halves of vector registers.
    if (!has(basic, 27))
        return "OSXSAVE";
    unsigned low = 0, high = 0;
    asm volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return (low & 6u) == 6u ? "" : "a system that saves AVX registers";
#else
    return "x86-64";
#endif
}

} // namespace lockstep
