# Runs of the worked example: the numbers, the JSON object, bugs, and the exit codes.
source "$(dirname "$0")/lib/checks.bash"
config=$LOCKSTEP_FIXTURES/worked_example.json

run run "$config" --json
code_is 0 "run --json"
[ ! -s "$work/err" ] || fail "run --json writes to stderr: $(cat "$work/err")"
json 'j["format"] == 1 and j["workers"] == 2 and j["steps"] == 1 and j["backend"] == "cpu" and j["isa"] in ("baseline", "x86-64-v3")' "head"
json 'abs(j["parameters"][0]["values"][0] - 0.6) < 1e-12' "w is 0.6"
json 'len(j["digests"]) == 2 and j["digests"][0] == j["digests"][1] and len(j["digests"][0]) == 16' "digests"
json 'abs(j["loss"]["first"] - 10.5) < 1e-12 and j["failure"] is None and j["stopped"] is False' "loss"
json 'all(f["verdict"] == "pass" for f in j["findings"]) and len(j["findings"]) == 6' "findings"
json 'all(j["milliseconds"][p] >= 0 for p in ("load", "forward", "backward", "all_reduce", "update", "step"))' "phases"

run run "$config" --json --set isa=baseline
json 'j["isa"] == "baseline" and abs(j["parameters"][0]["values"][0] - 0.6) < 1e-12' "isa baseline"
run run "$config" --json

# What --json prints is what docs/cli.md promises: no field without its line there, and none of format 1 missing.
json '{"format", "lockstep", "name", "config", "backend", "isa", "cores", "workers", "steps", "stopped", "failure", "loss",
    "held_out", "evaluations", "parameters", "digests", "findings", "milliseconds"} <= set(j)' "fields of format 1"
json 'set(j["findings"][0]) >= {"detector", "verdict", "title", "value", "cause", "remedy", "step", "rank", "event",
    "distance", "follows_from", "fix"}' "fields of a finding"
python3 - "$work/out" "$LOCKSTEP_SOURCE/docs/cli.md" <<'PYTHON' || fail "docs/cli.md does not explain every field"
import json, sys
report, page = json.load(open(sys.argv[1])), open(sys.argv[2], encoding="utf-8").read()
names = set(report) | set(report["findings"][0]) | set(report["milliseconds"]) | {"loss." + n for n in report["loss"]} - {"loss"}
missing = [n for n in names if f"`{n}`" not in page and n != "loss"]
assert not missing, missing
PYTHON

run run "$config" --print
code_is 0 "run --print"
for text in "target -4  prediction 1  loss 12.5  gradient 5" "local gradient of weight: 2" "local gradient of weight: 6" \
    "sum 2 + 6 = 8" "divided by 2: combined gradient 4" "weight 1 -> 0.6"; do
    has "$work/out" "$text" "run --print"
done

for backend in serial cpu; do
    for algorithm in pairwise star ring; do
        run run "$config" --json --set backend=$backend --set collective.algorithm=$algorithm --set steps=10
        code_is 0 "$backend $algorithm"
        json 'abs(j["parameters"][0]["values"][0] + 1.6052862396) < 1e-10' "$backend $algorithm after 10 steps"
    done
done

# Each bug is found first by its own detector; diagnose says so with exit code 1.
shares="--set batch.per_worker=1,3 --set data.targets=-1,-3,-5,-7"
run diagnose "$config" $shares --set combine=weighted --json
code_is 0 "weighted"
run diagnose "$config" $shares --bug unweighted_mean --json
code_is 1 "unweighted_mean"
json 'j["findings"][0]["detector"] == "weights-match-counts" and j["findings"][0]["verdict"] == "fail"' "unweighted_mean"
run diagnose "$config" --bug mismatched_start --json
code_is 1 "mismatched_start"
json 'j["findings"][0]["detector"] == "replicas-identical"' "mismatched_start"
run diagnose "$config" --bug unreduced_parameter --json
code_is 1 "unreduced_parameter"
json 'j["findings"][0]["detector"] == "collectives-joined"' "unreduced_parameter"
run run "$config" --bug unweighted_mean
one_sentence "shows only with unequal shares" "a bug that cannot show"

# A rank that fails ends the run with RunFailed: exit code 1, and the trace can be read.
run run "$config" --set steps=4 --set faults.fail_rank=1 --set faults.fail_step=3 --json --trace "$work/failed.trace"
code_is 1 "failing rank"
json 'j["failure"] and j["steps"] == 2' "failing rank"
run diagnose "$work/failed.trace"
[ "$code" -le 1 ] || fail "the trace of a failed run cannot be diagnosed: $(cat "$work/err")"
run run "$config" --json --print
one_sentence "keep one of them" "--json with --print"
finish
