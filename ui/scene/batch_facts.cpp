// Finds the batch in the epoch's order and counts what was drawn more than once.
#include "ui/scene/batch_facts.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "core/base/rng.h"
#include "ui/app/view.h"
#include "ui/scene/scene_text.h"

namespace lockstep::ui {

namespace {

constexpr int kMostBefore = 8, kMostBehind = 64; ///< tiles that a strip may show beside the batch

/// Examples that all ranks together see in one epoch.
std::int64_t visitsPerEpoch(const RunConfig& config, std::int64_t train)
{
    const std::int64_t ranks = config.workers, micro = config.microBatch();
    const bool drop = config.sampler.dropLast;
    if (config.sampler.policy == SamplerPolicy::block)
        return drop ? train / micro * micro : train;
    std::int64_t each = train; // the length of one rank's list
    if (config.sampler.policy == SamplerPolicy::distributed)
        each = drop ? train / ranks : (train + ranks - 1) / ranks;
    if (!drop)
        return each * ranks;
    std::int64_t batches = each;
    for (int rank = 0; rank < config.workers; ++rank)
        batches = std::min(batches, each / config.batchOf(rank));
    return batches * micro;
}

bool sharesOneOrder(SamplerPolicy policy)
{
    return policy == SamplerPolicy::distributed || policy == SamplerPolicy::block || policy == SamplerPolicy::replicate;
}

std::vector<std::int32_t> orderOf(const RunConfig& config, int train, std::int64_t examplesSeen)
{
    if (!config.sampler.shuffle) {
        std::vector<std::int32_t> order(static_cast<std::size_t>(train));
        std::iota(order.begin(), order.end(), 0);
        return order;
    }
    const std::int64_t visits = std::max<std::int64_t>(1, visitsPerEpoch(config, train)),
                       epoch = config.sampler.setEpoch ? examplesSeen / visits : 0;
    return torchRandperm(train, config.seed + static_cast<std::uint64_t>(epoch));
}

/// Sorts the images by their place in the order. False when they are no stretch of it (the padding at an epoch's end,
/// or an order that this reader does not know): then nothing is said about the order.
bool findInOrder(BatchFacts& batch, const std::vector<std::int32_t>& order)
{
    std::vector<std::int32_t> place(order.size(), -1);
    for (std::size_t i = 0; i < order.size(); ++i)
        if (order[i] >= 0 && static_cast<std::size_t>(order[i]) < place.size())
            place[static_cast<std::size_t>(order[i])] = static_cast<std::int32_t>(i);
    const auto placeOf = [&](int sample) {
        return sample >= 0 && static_cast<std::size_t>(sample) < place.size() ? place[static_cast<std::size_t>(sample)]
                                                                              : -1;
    };
    std::stable_sort(batch.images.begin(), batch.images.end(),
        [&](const DrawnImage& a, const DrawnImage& b) { return placeOf(a.sample) < placeOf(b.sample); });
    const int first = placeOf(batch.images.front().sample), last = placeOf(batch.images.back().sample);
    if (first < 0 || last - first + 1 != batch.different)
        return false;
    batch.position = first;
    const int size = static_cast<int>(order.size());
    batch.before.assign(order.begin() + std::max(0, first - kMostBefore), order.begin() + first);
    batch.behind.assign(order.begin() + last + 1, order.begin() + std::min(size, last + 1 + kMostBehind));
    return true;
}

void addRepeats(BatchFacts& batch, const std::vector<std::vector<int>>& drawn, const std::map<int, std::size_t>& where)
{
    std::map<std::vector<int>, int> firstWith;
    for (std::size_t rank = 0; rank < drawn.size(); ++rank) {
        std::vector<int> sorted = drawn[rank];
        std::sort(sorted.begin(), sorted.end());
        const auto [known, fresh] = firstWith.try_emplace(std::move(sorted), static_cast<int>(rank));
        batch.sameAs.push_back(fresh || drawn[rank].empty() ? -1 : known->second);
        batch.repeat.emplace_back();
        for (const int sample : drawn[rank])
            batch.repeat.back().push_back(batch.images[where.at(sample)].twice() ? 1 : 0);
    }
    batch.allSame = drawn.size() > 1 && firstWith.size() == 1;
}

} // namespace

BatchFacts batchFacts(
    const RunConfig& config, int train, std::int64_t examplesSeen, const std::vector<std::vector<int>>& drawn)
{
    BatchFacts batch;
    batch.length = train;
    std::map<int, std::size_t> where;
    for (std::size_t rank = 0; rank < drawn.size(); ++rank)
        for (const int sample : drawn[rank]) {
            const auto [known, fresh] = where.try_emplace(sample, batch.images.size());
            if (fresh)
                batch.images.push_back({sample, {}});
            batch.images[known->second].ranks.push_back(static_cast<int>(rank));
            ++batch.drawn;
        }
    batch.different = static_cast<int>(batch.images.size());
    batch.dealt = batch.drawn > 0;
    addRepeats(batch, drawn, where);
    if (!sharesOneOrder(config.sampler.policy) || train <= 0)
        return batch;
    if (!batch.dealt) {
        const std::vector<std::int32_t> order = orderOf(config, train, 0);
        batch.ordered = true;
        batch.behind.assign(order.begin(), order.begin() + std::min(train, kMostBehind));
        return batch;
    }
    batch.ordered = findInOrder(batch, orderOf(config, train, examplesSeen));
    return batch;
}

QString ranksText(std::vector<int> ranks)
{
    ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
    if (ranks.size() == 1)
        return SceneText::tr("rank %1").arg(ranks.front());
    if (ranks.size() == 2)
        return SceneText::tr("ranks %1 and %2").arg(ranks[0]).arg(ranks[1]);
    const bool row = ranks.back() - ranks.front() + 1 == static_cast<int>(ranks.size());
    if (ranks.size() <= 4) {
        QStringList all;
        for (std::size_t i = 0; i + 1 < ranks.size(); ++i)
            all.append(QString::number(ranks[i]));
        return SceneText::tr("ranks %1 and %2").arg(all.join(QStringLiteral(", "))).arg(ranks.back());
    }
    return row ? SceneText::tr("ranks %1 to %2").arg(ranks.front()).arg(ranks.back())
               : SceneText::tr("%1 ranks").arg(ranks.size());
}

QString batchHeadline(const BatchFacts& batch, bool hidden)
{
    if (!batch.dealt)
        return SceneText::tr("No image drawn yet");
    const QString different = hidden ? QStringLiteral("?") : numberText(batch.different);
    return batch.different == 1 && !hidden
        ? SceneText::tr("1 different image among %1 drawn").arg(numberText(batch.drawn))
        : SceneText::tr("%1 different images among %2 drawn").arg(different, numberText(batch.drawn));
}

QString batchReason(const RunConfig& config, const BatchFacts& batch, bool hidden)
{
    if (config.workers == 1)
        return SceneText::tr("One worker draws them all, in the order of the epoch.");
    if (hidden)
        return SceneText::tr("All ranks draw at the same time, each for itself.");
    const SamplerPolicy policy = config.sampler.policy;
    if (policy == SamplerPolicy::replicate)
        return SceneText::tr("Every rank starts at the same place in the shared order: no rank offset.");
    if (policy == SamplerPolicy::distributed && batch.repeats() > 0)
        return SceneText::tr("The order was padded from its front, so that every rank gets equally many.");
    if (policy == SamplerPolicy::independent)
        return SceneText::tr("Every rank shuffles for itself: nothing keeps two ranks from drawing the same image.");
    if (policy == SamplerPolicy::given && batch.repeats() > 0)
        return SceneText::tr("The lists given to the ranks share images.");
    if (batch.repeats() > 0)
        return SceneText::tr("Some images went to more than one rank.");
    if (policy == SamplerPolicy::distributed)
        return SceneText::tr("The ranks take the images of the shared order in turn: no image goes to two ranks.");
    if (policy == SamplerPolicy::block)
        return SceneText::tr("Each rank takes its own stretch of the shared order: no image goes to two ranks.");
    return SceneText::tr("No image went to two ranks in this step.");
}

} // namespace lockstep::ui
