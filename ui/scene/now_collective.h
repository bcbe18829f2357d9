// The Now line while a collective runs, and how its sentences name workers.
#pragma once

#include "ui/scene/now_line.h"

namespace lockstep::ui {

NowText collectiveNow(const StageFacts& facts);

/// A worker at a sentence's beginning and inside one: "A" and "A", or "Rank 0" and "rank 0".
/// What comes of combining gradients of the same examples.
QString equalGradients(const StageFacts& facts);

QString subject(const StageFacts& facts, std::size_t rank);
QString midSentence(const StageFacts& facts, std::size_t rank);

/// The collective the stage shows: the one running, else the last that is done, else the first that there will be.
const CollectiveWorld* shownCollective(const StageFacts& facts);

/// "a" for the first chunk of a ring, "b", ...
QString chunkLetter(const CollectiveWorld& collective, const Transfer& transfer);

} // namespace lockstep::ui
