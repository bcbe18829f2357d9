// Hands what the engine computed to a folder of .npy files.
#pragma once

#include <optional>
#include <string>

#include "core/engine/engine.h"
#include "core/interop/dump.h"

namespace lockstep::cli {

class DumpSink {
public:
    /// An empty `folder`: nothing is written.
    explicit DumpSink(std::string folder);

    bool wanted() const { return !m_folder.empty(); }
    /// Makes the folder; call it before the run, so that nothing is trained for a place that cannot be written to.
    Result<Done> open();
    /// False once writing has failed.
    bool take(const Trace& trace, const std::vector<RankValues>& values);
    /// Says in the manifest how the run ended. Gives the first error of all.
    Result<Done> finish(const Trace& trace);
    /// The run never began: takes the folder away again if it is empty.
    void abandon();

private:
    std::string m_folder;
    bool m_made = false; ///< the folder was not there before
    bool m_begun = false;
    std::optional<DumpWriter> m_writer;
    std::optional<Error> m_error;
};

} // namespace lockstep::cli
