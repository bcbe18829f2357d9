# Softmax on the digits: 294 of 357 right after 15 steps with 1, 2 and 4 workers, and the same parameters.
source "$(dirname "$0")/lib/checks.bash"
config=$LOCKSTEP_SOURCE/docs/examples/digits.json
for workers in 1 2 4; do
    run run "$config" --set workers=$workers --set batch.per_worker=$((96 / workers)) --json
    code_is 0 "$workers workers"
    json 'j["held_out"] == {"step": 15, "examples": 357, "correct": 294, "loss": j["held_out"]["loss"]}' "$workers workers"
    json 'all(f["verdict"] == "pass" for f in j["findings"])' "$workers workers: findings"
    json 'len(set(j["digests"])) == 1 and sum(len(p["values"]) for p in j["parameters"]) == 650' "$workers workers: replicas"
    cp "$work/out" "$work/$workers.json"
done
python3 - "$work" <<'PYTHON' || fail "the parameters differ by more than 1e-12"
import json, sys
runs = [[v for p in json.load(open(f"{sys.argv[1]}/{n}.json"))["parameters"] for v in p["values"]] for n in (1, 2, 4)]
worst = max(abs(a - b) for run in runs[1:] for a, b in zip(runs[0], run))
print("largest difference of a parameter:", worst)
assert worst <= 1e-12
PYTHON
# The repeated-data bug, lesson 11: 225 right, and the meter says why.
run diagnose "$config" --set workers=4 --set batch.per_worker=24 --set sampler.policy=replicate --json
code_is 1 "repeated data"
json 'j["findings"][0]["detector"] == "samples-disjoint"' "repeated data"
finish
