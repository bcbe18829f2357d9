// Takes trace files apart and puts damaged ones together, checksums made right again.
#pragma once

#include <string>
#include <vector>

namespace lockstep::test {

struct RawRecord {
    unsigned char kind = 0;
    std::string payload;
};

struct RawTrace {
    std::string start; ///< magic and version
    std::vector<RawRecord> records;
};

/// Precondition: `bytes` is a sound trace file.
RawTrace takeApart(const std::string& bytes);
std::string putTogether(const RawTrace& raw);

/// A file that no reader may accept whole.
struct BadTrace {
    std::string name;
    std::string bytes;
    std::string expected; ///< part of the sentence
};
/// Made from a sound trace of two workers with at least two training steps.
std::vector<BadTrace> badTraces(const std::string& sound);

} // namespace lockstep::test
