# Two runs beside each other: the repeated sampler on the digits and its fix, 225 against 294 of 357 after 15 steps.
source "$(dirname "$0")/lib/checks.bash"
config=$LOCKSTEP_SOURCE/docs/examples/digits.json
cat >"$work/repeated.json" <<'JSON'
{"name": "repeated", "workers": 4, "data": {"set": "digits"}, "sampler": {"policy": "replicate"}, "batch": {"per_worker": 24},
 "model": {"kind": "softmax"}, "loss": {"kind": "cross_entropy"}, "optimizer": {"lr": 0.5}, "steps": 15}
JSON
run compare "$work/repeated.json" --json
code_is 0 "with its fix"
json 'j["keys"] == [{"key": "sampler.policy", "a": "replicate", "b": "distributed"}]' "the differing key"
json '[r["correct"][-1]["value"] for r in (j["a"], j["b"])] == [225, 294]' "right of 357"
json '[r["examples_distinct"] for r in (j["a"], j["b"])] == [360, 1440]' "different examples"
json 'j["first_difference"] == 1 and len(j["distances"]) == 16 and j["distances"][0]["max"] == 0' "distances"
run compare "$work/repeated.json"
code_is 0 "as text"
has "$work/out" "sampler.policy: replicate | distributed" "as text"
has "$work/out" "A: 15 steps, loss of the last batch" "as text"
has "$work/out" "225 of 357 held out right, 360 different examples in 1440 drawn" "as text"
has "$work/out" "Rank 0's parameters differ from step 1 on." "as text"

# A recorded run and a config; equal runs.
run run "$config" --trace "$work/a.trace"
code_is 0 "recording"
run compare "$work/a.trace" "$config"
code_is 0 "trace and config"
has "$work/out" "No key differs." "trace and config"
has "$work/out" "Rank 0's parameters are the same after every step that both have." "trace and config"

run compare "$config"
one_sentence "No check of this run fails" "a sound run has no fix"
run compare "$work/a.trace" "$work/none.trace"
one_sentence "none.trace" "a file that is not there"
run compare "$work/a.trace" "$work/repeated.json" third
one_sentence "third" "three runs"
finish
