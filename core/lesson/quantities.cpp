// Evaluates a lesson's quantities on a trace. Each is a few lines; the table below lists them all.
#include "core/lesson/quantities.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "core/base/numbers.h"
#include "core/lesson/problems.h"
#include "core/lesson/raw_lesson.h"
#include "core/lesson/worker_name.h"

namespace lockstep {
namespace {

/// Where a quantity is asked for: the record of the step after which it is read.
struct Question {
    const Trace& trace;
    int step;
    const std::vector<std::string>& arguments;

    const StepRecord& record() const { return trace.step(static_cast<std::size_t>(step)); }
    Error cannot(const std::string& why) const { return Error{why + " in step " + std::to_string(step)}; }
};

Result<int> rankOf(const Question& question, std::size_t argument)
{
    const std::string& text = question.arguments.at(argument);
    const int ranks = question.trace.ranks();
    if (const auto rank = workerNamed(text, ranks))
        return *rank;
    return Error{"there is no worker \"" + text + "\"; this run has " + workersThatExist(ranks) + ", or by number 0 to "
        + std::to_string(ranks - 1)};
}

template <class Payload>
const Payload* find(const StepRecord& record, int rank)
{
    for (const Event& event : record.events)
        if (event.rank.value == rank)
            if (const auto* payload = event.as<Payload>())
                return payload;
    return nullptr;
}

template <class Payload>
const Payload* findAny(const StepRecord& record)
{
    for (const Event& event : record.events)
        if (const auto* payload = event.as<Payload>())
            return payload;
    return nullptr;
}

/// Parameters of a rank after the step: from the update, or for step 0 from the keyframe of step 1.
Result<Numbers> parametersOf(const Question& question, int rank)
{
    if (question.step > 0)
        if (const auto* applied = find<OptimizerApplied>(question.record(), rank);
            applied && !applied->parameters.empty())
            return applied->parameters;
    const auto next = static_cast<std::size_t>(question.step) + 1;
    if (next < question.trace.stepCount()) {
        const auto& captured = question.trace.step(next).before.parameters;
        if (static_cast<std::size_t>(rank) < captured.size() && !captured[static_cast<std::size_t>(rank)].empty())
            return captured[static_cast<std::size_t>(rank)];
    }
    return question.cannot("parameters were not captured; set capture.level: full");
}

/// The local gradient of one parameter, averaged over the micro-steps.
Result<Numbers> localGradient(const Question& question, int rank, ParameterId parameter)
{
    Numbers sum;
    int count = 0;
    for (const Event& event : question.record().events) {
        const auto* ready = event.as<GradientReady>();
        if (!ready || event.rank.value != rank || ready->parameter != parameter || ready->values.empty())
            continue;
        sum.resize(std::max(sum.size(), ready->values.size()));
        for (std::size_t i = 0; i < ready->values.size(); ++i)
            sum[i] += ready->values[i];
        ++count;
    }
    if (count == 0)
        return question.cannot("the local gradient was not captured; set capture.level: full");
    for (double& value : sum)
        value /= count;
    return sum;
}

/// The combined gradient as rank 0 holds it.
Result<Numbers> combinedGradient(const Question& question)
{
    for (const Event& event : question.record().events)
        if (const auto* reduced = event.as<BucketReduced>();
            reduced && event.rank.value <= 0 && !reduced->values.empty())
            return reduced->values;
    // A lone worker needs no collective: its own gradient is the combined one.
    if (question.trace.ranks() == 1)
        return localGradient(question, 0, ParameterId{0});
    return question.cannot("the combined gradient was not captured; set capture.level: full");
}

Result<double> only(const Result<Numbers>& values, const char* what)
{
    if (!values)
        return values.error();
    if (values.value().size() != 1)
        return Error{std::string(what) + " has " + std::to_string(values.value().size())
            + " numbers in this model; name one with param(A, weight, 0), or ask for its length with norm(A)"};
    return values.value().front();
}

Result<double> at(const Result<Numbers>& values, const std::string& index)
{
    if (!values)
        return values.error();
    const auto number = parseInteger(index);
    if (!number || *number < 0 || *number >= std::ssize(values.value()))
        return Error{"\"" + index + "\" is no index into its " + std::to_string(values.value().size())
            + " numbers, which count from 0"};
    return values.value()[static_cast<std::size_t>(*number)];
}

Result<double> grad(const Question& question)
{
    if (question.arguments[0] == "all")
        return only(combinedGradient(question), "the combined gradient");
    if (question.arguments[0] == "one") {
        const auto* reference = findAny<ReferenceGradient>(question.record());
        return reference
            ? only(Numbers(reference->values), "the one-device gradient")
            : Result<double>(question.cannot("no one-device gradient was computed; set check.oracle: true"));
    }
    const auto rank = rankOf(question, 0);
    if (!rank)
        return rank.error();
    if (question.trace.header().parameters.size() > 1)
        return Error{"this model has several parameters; ask for the gradient's length with norm("
            + question.arguments[0] + ")"};
    return only(localGradient(question, rank.value(), ParameterId{0}), "the local gradient");
}

Result<double> norm(const Question& question)
{
    double squares = 0;
    bool seen = false;
    const bool combined = question.arguments[0] == "all";
    const auto rank = combined ? Result<int>(0) : rankOf(question, 0);
    if (!rank)
        return rank.error();
    for (const Event& event : question.record().events) {
        const auto* ready = event.as<GradientReady>();
        const auto* reduced = event.as<BucketReduced>();
        if (event.rank.value != rank.value() || event.micro != 0 || (combined ? reduced == nullptr : ready == nullptr))
            continue;
        const double length = combined ? reduced->norm : ready->norm;
        if (length == kNoLength)
            return question.cannot("of a model this large lengths are taken in the first step, every tenth and the last");
        squares += length * length;
        seen = true;
    }
    return seen ? Result<double>(std::sqrt(squares)) : Result<double>(question.cannot("there is no such gradient"));
}

Result<double> weight(const Question& question)
{
    const auto rank = rankOf(question, 0);
    return rank ? only(parametersOf(question, rank.value()), "the model") : Result<double>(rank.error());
}

Result<double> parameter(const Question& question)
{
    const auto rank = rankOf(question, 0);
    if (!rank)
        return rank.error();
    const auto all = parametersOf(question, rank.value());
    if (!all)
        return all.error();
    std::size_t offset = 0;
    std::vector<std::string> names;
    for (const ParameterInfo& info : question.trace.header().parameters) {
        const auto size = static_cast<std::size_t>(info.elements());
        if (info.name == question.arguments[1]) {
            const std::size_t last = std::min(offset + size, all.value().size());
            return at(Numbers(all.value().begin() + static_cast<std::ptrdiff_t>(std::min(offset, last)),
                          all.value().begin() + static_cast<std::ptrdiff_t>(last)),
                question.arguments[2]);
        }
        offset += size;
        names.push_back(info.name);
    }
    const std::vector<std::string_view> known(names.begin(), names.end());
    return Error{
        "this model has no parameter \"" + question.arguments[1] + "\"; " + spellingHint(question.arguments[1], known)};
}

Result<double> gap(const Question& question)
{
    double widest = 0;
    for (int a = 0; a < question.trace.ranks(); ++a) {
        for (int b = 0; b < a; ++b) {
            const auto left = parametersOf(question, a), right = parametersOf(question, b);
            if (!left || !right)
                return left ? right.error() : left.error();
            for (std::size_t i = 0; i < std::min(left.value().size(), right.value().size()); ++i)
                widest = std::max(widest, std::abs(left.value()[i] - right.value()[i]));
        }
    }
    return widest;
}

Result<double> loss(const Question& question)
{
    const std::string& which = question.arguments[0];
    if (which == "before" || which == "after") {
        const int step = question.step + (which == "after" ? 1 : 0);
        if (step > 0 && step < static_cast<int>(question.trace.stepCount()))
            if (const auto* finished = findAny<StepFinished>(question.trace.step(static_cast<std::size_t>(step))))
                return finished->loss;
        return question.cannot(which == "after"
                ? "loss(after) is the loss of the next step, which this run does not have"
                : "there is no loss");
    }
    const auto rank = rankOf(question, 0);
    if (!rank)
        return rank.error();
    const auto* forward = find<ForwardDone>(question.record(), rank.value());
    return forward ? Result<double>(forward->loss) : Result<double>(question.cannot("there is no loss of this worker"));
}

int examplesOfRank(const StepRecord& record, int rank)
{
    int examples = 0;
    for (const Event& event : record.events)
        if (const auto* assigned = event.as<BatchAssigned>(); assigned && event.rank.value == rank)
            examples += static_cast<int>(assigned->samples.size());
    return examples;
}

int globalBatchOf(const Question& question)
{
    int all = 0;
    for (int rank = 0; rank < question.trace.ranks(); ++rank)
        all += examplesOfRank(question.record(), rank);
    return all;
}

Result<double> examples(const Question& question)
{
    const auto rank = rankOf(question, 0);
    return rank ? Result<double>(examplesOfRank(question.record(), rank.value())) : Result<double>(rank.error());
}

Result<double> globalBatch(const Question& question)
{
    return static_cast<double>(globalBatchOf(question));
}

/// The factor on the rank's local mean in the combined gradient.
double shareOf(const Question& question, int rank)
{
    switch (question.trace.config().combine) {
    case Combine::mean:
        return 1.0 / question.trace.ranks();
    case Combine::sum:
        return 1;
    case Combine::weighted:
        return static_cast<double>(examplesOfRank(question.record(), rank)) / globalBatchOf(question);
    }
    return 0;
}

Result<double> share(const Question& question)
{
    const auto rank = rankOf(question, 0);
    return rank ? Result<double>(shareOf(question, rank.value())) : Result<double>(rank.error());
}

/// What one example of the rank counts for.
Result<double> worth(const Question& question)
{
    const auto rank = rankOf(question, 0);
    if (!rank)
        return rank.error();
    const int count = examplesOfRank(question.record(), rank.value());
    return count > 0 ? Result<double>(shareOf(question, rank.value()) / count)
                     : Result<double>(question.cannot("this worker has no examples"));
}

Result<double> ofExample(const Question& question, std::vector<double> ExampleValues::*member)
{
    const auto rank = rankOf(question, 0);
    if (!rank)
        return rank.error();
    const auto* values = find<ExampleValues>(question.record(), rank.value());
    const auto number = parseInteger(question.arguments[1]);
    if (!values)
        return question.cannot("values of single examples were not captured; set capture.level: full");
    if (!number || *number < 1 || *number > std::ssize(values->*member))
        return Error{"\"" + question.arguments[1] + "\" is no example of this worker; they count from 1 to "
            + std::to_string((values->*member).size())};
    return (values->*member)[static_cast<std::size_t>(*number) - 1];
}

Result<double> exampleTarget(const Question& question)
{
    return ofExample(question, &ExampleValues::target);
}
Result<double> exampleLoss(const Question& question)
{
    return ofExample(question, &ExampleValues::loss);
}
Result<double> exampleGradient(const Question& question)
{
    return ofExample(question, &ExampleValues::gradient);
}

const Evaluated* newestEvaluation(const Question& question)
{
    for (int step = question.step; step >= 0; --step)
        if (const auto* evaluated = findAny<Evaluated>(question.trace.step(static_cast<std::size_t>(step))))
            return evaluated;
    return nullptr;
}

Result<double> correct(const Question& question)
{
    const auto* evaluated = newestEvaluation(question);
    if (!evaluated || evaluated->correct < 0)
        return question.cannot("no held-out examples were counted up to this moment; set data.held_out and eval.every");
    return static_cast<double>(evaluated->correct);
}

Result<double> heldOut(const Question& question)
{
    const auto* evaluated = newestEvaluation(question);
    return evaluated ? Result<double>(evaluated->examples)
                     : Result<double>(question.cannot("no held-out examples were evaluated up to this moment"));
}

/// Different training examples that any worker has seen up to and with this step.
Result<double> distinct(const Question& question)
{
    std::vector<bool> seen(static_cast<std::size_t>(std::max(0, question.trace.header().data.train)));
    for (int step = 1; step <= question.step; ++step)
        for (const Event& event : question.trace.step(static_cast<std::size_t>(step)).events)
            if (const auto* assigned = event.as<BatchAssigned>())
                for (const std::int32_t sample : assigned->samples)
                    if (sample >= 0 && static_cast<std::size_t>(sample) < seen.size())
                        seen[static_cast<std::size_t>(sample)] = true;
    return static_cast<double>(std::ranges::count(seen, true));
}

struct Entry {
    std::string_view form;
    Result<double> (*evaluate)(const Question&);
    bool beforeTraining = false; ///< makes sense after step 0
};

constexpr std::array kEntries = {
    Entry{"grad(WORKER|all|one)", grad},
    Entry{"norm(WORKER|all)", norm},
    Entry{"w(WORKER)", weight, true},
    Entry{"param(WORKER, NAME, INDEX)", parameter, true},
    Entry{"gap", gap, true},
    Entry{"loss(WORKER|before|after)", loss, true},
    Entry{"examples(WORKER)", examples},
    Entry{"global_batch", globalBatch},
    Entry{"share(WORKER)", share},
    Entry{"worth(WORKER)", worth},
    Entry{"target(WORKER, EXAMPLE)", exampleTarget},
    Entry{"example_loss(WORKER, EXAMPLE)", exampleLoss},
    Entry{"example_grad(WORKER, EXAMPLE)", exampleGradient},
    Entry{"correct", correct},
    Entry{"held_out", heldOut},
    Entry{"distinct", distinct},
};

std::string_view nameOf(const Entry& entry)
{
    return entry.form.substr(0, entry.form.find('('));
}

std::size_t argumentsOf(const Entry& entry)
{
    return entry.form.find('(') == std::string_view::npos
        ? 0
        : static_cast<std::size_t>(std::ranges::count(entry.form, ',')) + 1;
}

const Entry* entryNamed(std::string_view name)
{
    const auto found = std::ranges::find(kEntries, name, nameOf);
    return found == kEntries.end() ? nullptr : &*found;
}

} // namespace

std::vector<std::string_view> quantityForms()
{
    std::vector<std::string_view> forms;
    for (const Entry& entry : kEntries)
        forms.push_back(entry.form);
    return forms;
}

Result<Quantity> parseQuantity(std::string_view text)
{
    text = trimSpaces(text);
    const std::size_t open = text.find('(');
    Quantity quantity;
    quantity.name = trimSpaces(text.substr(0, open));
    if (open != std::string_view::npos) {
        if (!text.ends_with(')'))
            return Error{"\"" + std::string(text) + "\" is not closed; add )"};
        std::string_view inside = text.substr(open + 1, text.size() - open - 2);
        while (true) {
            const std::size_t comma = inside.find(',');
            quantity.arguments.emplace_back(trimSpaces(inside.substr(0, comma)));
            if (comma == std::string_view::npos)
                break;
            inside.remove_prefix(comma + 1);
        }
    }
    const Entry* const entry = entryNamed(quantity.name);
    if (!entry) {
        std::vector<std::string_view> names;
        for (const Entry& known : kEntries)
            names.push_back(nameOf(known));
        return Error{"there is no quantity \"" + quantity.name + "\"; " + spellingHint(quantity.name, names)};
    }
    if (quantity.arguments.size() != argumentsOf(*entry))
        return Error{"\"" + std::string(text) + "\" is not complete; write " + std::string(entry->form)};
    return quantity;
}

Result<double> evaluateQuantity(const Trace& trace, int afterStep, std::string_view text)
{
    const auto quantity = parseQuantity(text);
    if (!quantity)
        return quantity.error();
    if (afterStep < 0 || afterStep >= static_cast<int>(trace.stepCount()))
        return Error{"step " + std::to_string(afterStep) + " is not in this run, which has "
            + std::to_string(trace.trainingSteps()) + " training steps; set steps higher"};
    const Entry* const entry = entryNamed(quantity.value().name);
    if (afterStep == 0 && !entry->beforeTraining)
        return Error{"\"" + std::string(text) + "\" has no value before the first step; write after: step 1"};
    return entry->evaluate({trace, afterStep, quantity.value().arguments});
}

} // namespace lockstep
