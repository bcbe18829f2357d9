// RunConfig: everything that decides a run, as one plain value. Same config, same trace bytes on the CPU.
// The names, types, ranges and explanations of the keys stand once, in key_table.cpp.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lockstep {

enum class BackendKind { serial, cpu };
enum class Isa { automatic, baseline, x8664V3 };
enum class Precision { f64, f32 };
enum class DataSet { toy, digits, photographs, idx, csv };
enum class TargetKind { number, label };
enum class SplitKind { rows, time };
enum class SamplerPolicy { distributed, block, replicate, independent, given };
enum class ModelKind { scalar, linear, logistic, softmax, mlp };
enum class LossKind { halfSquaredError, meanSquaredError, crossEntropy, binaryCrossEntropy };
enum class Reduction { mean, sum };
enum class Combine { mean, sum, weighted };
enum class OptimizerKind { sgd };
enum class Algorithm { pairwise, star, ring };
enum class RingOrder { classic, nccl };
enum class BucketMode { perParameter, single, capped };
enum class StartKind { seeded, zero, values, files };
enum class TimeUnit { tick, millisecond, microsecond };
enum class CaptureLevel { statistics, sampled, full };

using Numbers = std::vector<double>;

/// Key names are the member paths in snake case: data.heldOut is "data.held_out".
struct RunConfig {
    std::string name;
    std::uint64_t seed = 0;
    int workers = 2; ///< world size
    BackendKind backend = BackendKind::cpu;
    Isa isa = Isa::automatic;
    Precision precision = Precision::f64;

    struct Data {
        DataSet set = DataSet::toy;
        Numbers targets;             ///< toy: one target per example, in order
        std::vector<Numbers> inputs; ///< toy: one row per example; empty means x = 1 for every example
        int train = 0;   ///< examples to train on, from the front; 0 = all that are not held out
        int heldOut = 0; ///< examples held out, from the back of the set; 0 = the set's own, if it has some

        std::string images;        ///< idx: file names, relative to the config's folder
        std::string labels;
        std::string heldOutImages; ///< idx: a second pair of files, only to be held out; may be empty
        std::string heldOutLabels;

        std::string file;                      ///< csv: file name, relative to the config's folder
        std::vector<std::string> inputColumns; ///< csv
        std::string targetColumn;
        TargetKind targetKind = TargetKind::number;
        SplitKind split = SplitKind::rows;
        std::string timeColumn; ///< split time
        bool standardise = false;

        /// idx and csv: examples, those that may only be held out, inputs of an example, classes; written by the run
        /// that reads the files. A single 0 until then.
        std::vector<int> found = {0};
        bool operator==(const Data&) const = default;
    } data;

    struct Sampler {
        SamplerPolicy policy = SamplerPolicy::block;
        bool shuffle = false;
        bool dropLast = false;
        bool setEpoch = true;       ///< false is a bug: every epoch is dealt in the order of the first
        std::vector<Numbers> lists; ///< given: sample indices, one row per rank
        bool operator==(const Sampler&) const = default;
    } sampler;

    struct Batch {
        std::vector<int> perWorker = {2}; ///< one number for all ranks, or one per rank
        int accumulate = 1;               ///< micro-steps per training step
        bool operator==(const Batch&) const = default;
    } batch;

    struct Model {
        ModelKind kind = ModelKind::scalar;
        bool bias = true;        ///< of every layer; scalar has none
        std::vector<int> hidden; ///< mlp: widths of the hidden layers, from the inputs to the outputs
        bool operator==(const Model&) const = default;
    } model;

    struct Loss {
        LossKind kind = LossKind::halfSquaredError;
        Reduction reduction = Reduction::mean;
        bool operator==(const Loss&) const = default;
    } loss;

    Combine combine = Combine::mean;

    struct Optimizer {
        OptimizerKind kind = OptimizerKind::sgd;
        double lr = 0.1;
        double momentum = 0;
        bool nesterov = false;
        double weightDecay = 0;
        /// True when a step is lr times the gradient, and nothing else.
        bool plain() const { return momentum == 0 && weightDecay == 0; }
        bool operator==(const Optimizer&) const = default;
    } optimizer;

    struct Collective {
        Algorithm algorithm = Algorithm::ring;
        RingOrder ringOrder = RingOrder::classic;
        bool operator==(const Collective&) const = default;
    } collective;

    struct Buckets {
        BucketMode mode = BucketMode::perParameter;
        double firstCapMb = 1; ///< capped: limit of the first bucket, MiB
        double capMb = 25;     ///< capped: limit of all others, MiB
        bool overlap = false;  ///< collectives run while backward still does
        bool operator==(const Buckets&) const = default;
    } buckets;

    int steps = 0;  ///< training steps; 0 = given by epochs
    int epochs = 0; ///< passes over the training examples; 0 = given by steps

    struct Eval {
        int every = 0; ///< evaluate the held-out examples after every n-th step; 0 = after the last step only
        bool operator==(const Eval&) const = default;
    } eval;

    struct Start {
        StartKind kind = StartKind::zero;
        std::vector<Numbers> values; ///< one row for all ranks or one per rank; all parameters in order
        std::vector<std::string> files; ///< .npy, one per parameter, in order
        bool broadcast = true;          ///< rank 0's parameters are copied to every rank before step 1
        bool perRankSeed = false;       ///< seeded: rank r draws from its own stream
        bool operator==(const Start&) const = default;
    } start;

    /// Virtual time. All durations are in `unit`.
    struct Cost {
        TimeUnit unit = TimeUnit::tick;
        double loadPerExample = 1;
        double forwardPerExample = 1;
        double backwardPerExample = 2;
        double update = 2;
        double alpha = 2;            ///< latency of one message
        double bytesPerUnit = 4;     ///< bandwidth of one link; 0 = unlimited
        std::int64_t gradientBytes = 0; ///< declared size of the whole gradient; 0 = the real size
        double spread = 0;           ///< sigma of a log-normal factor on every compute duration, from `seed`
        bool operator==(const Cost&) const = default;
    } cost;

    struct Bugs {
        std::string unreducedParameter; ///< name of a parameter that no collective ever reduces; empty = none
        bool operator==(const Bugs&) const = default;
    } bugs;

    struct Faults {
        int slowRank = -1;     ///< -1 = none
        double slowFactor = 2; ///< its forward and backward take this many times as long
        int failRank = -1;     ///< -1 = none; this rank stops in the backward pass of failStep
        int failStep = 1;
        bool operator==(const Faults&) const = default;
    } faults;

    struct Capture {
        CaptureLevel level = CaptureLevel::full;
        bool chunks = false; ///< every transfer of every collective is measured and recorded
        bool operator==(const Capture&) const = default;
    } capture;

    struct Check {
        bool oracle = true; ///< compute the single-worker gradient of the union batch beside every step
        bool operator==(const Check&) const = default;
    } check;

    bool operator==(const RunConfig&) const = default;

    /// Examples of rank r in one micro-step.
    int batchOf(int rank) const
    {
        return batch.perWorker.size() == 1 ? batch.perWorker.front() : batch.perWorker.at(static_cast<std::size_t>(rank));
    }
    /// Examples of all ranks in one micro-step.
    int microBatch() const
    {
        int sum = 0;
        for (int rank = 0; rank < workers; ++rank)
            sum += batchOf(rank);
        return sum;
    }
    /// Examples behind one update: microBatch times batch.accumulate.
    int globalBatch() const { return microBatch() * batch.accumulate; }
    bool equalShares() const
    {
        for (int rank = 1; rank < workers; ++rank)
            if (batchOf(rank) != batchOf(0))
                return false;
        return true;
    }
};

} // namespace lockstep
