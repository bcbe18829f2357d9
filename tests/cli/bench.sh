# The benches: three forms of one answer, and no figure that would say more than was measured.
source "$(dirname "$0")/lib/checks.bash"
config=$LOCKSTEP_FIXTURES/worked_example.json
quick="--repeats 3 --steps 20"

run bench step "$config" $quick --json
code_is 0 "bench step"
[ ! -s "$work/err" ] || fail "bench step --json writes to stderr: $(cat "$work/err")"
json 'j["format"] == 1 and j["bench"] == "step" and j["badge"] == "measured" and len(j["rows"]) == 1' "bench step"
json 'all(len(v["repeats"]) == 3 and v["least"] <= v["median"] <= v["most"] and v["least"] > 0 for v in j["rows"][0]["values"].values())' "bench step"
json 'abs(j["rows"][0]["values"]["examples_per_second"]["median"] / j["rows"][0]["values"]["steps_per_second"]["median"] - 4) < 1e-9' "four examples a step"
json 'j["machine"]["cores"] >= 1 and isinstance(j["machine"]["busy"], bool) and 0 <= j["machine"]["others"] <= 1' "machine"
json 'not j["machine"]["busy"] or any("The machine was busy" in n for n in j["notes"])' "a busy machine is named"
python3 - "$work/out" "$LOCKSTEP_SOURCE/docs/cli.md" <<'PYTHON' || fail "docs/cli.md does not explain every field of a bench"
import json, sys
report, page = json.load(open(sys.argv[1])), open(sys.argv[2], encoding="utf-8").read()
names = set(report) | set(report["machine"]) | set(report["rows"][0]) | {"median", "least", "most", "repeats", "unit"}
missing = [n for n in names if f"`{n}`" not in page]
assert not missing, missing
PYTHON
run bench step "$config" $quick --csv
code_is 0 "bench step --csv"
[ "$(head -1 "$work/out")" = "bench,row,quantity,unit,median,least,most,repeats,remark,machine_busy" ] || fail "csv: $(head -1 "$work/out")"
[ "$(wc -l <"$work/out")" -eq 4 ] || fail "csv has $(wc -l <"$work/out") lines"
run bench step "$config" $quick
has "$work/out" "MEASURED on this machine" "bench step as text"

# A digits model, several worker counts; time-sharing is marked and gets no speedup.
digits=$LOCKSTEP_SOURCE/docs/examples/digits.json
run bench scaling "$digits" --set batch.per_worker=8 --workers 2,64 $quick --json
if [ "$code" -ne 0 ]; then fail "bench scaling: $(cat "$work/err")"; else
    json '[r["name"] for r in j["rows"]] == ["1 worker", "2 workers", "64 workers"]' "one worker is always there"
    json '"speedup" not in j["rows"][0]["values"] and "speedup" not in j["rows"][2]["values"]' "no speedup when cores are shared"
    json '"time-sharing: 64 workers on" in j["rows"][2]["remark"]' "time-sharing"
    json '(j["machine"]["cores"] < 2) != ("speedup" in j["rows"][1]["values"])' "a speedup where there are cores for it"
fi
run bench scaling "$digits" --workers 1,2 --repeats 1
one_sentence "--repeats 1 is too few, a speedup without its spread says nothing" "a speedup from one repeat"
run bench scaling "$digits" --workers 1 --repeats 3
one_sentence "there is nothing to compare one worker with" "scaling of one worker"

run bench trace "$digits" --set capture.level=full $quick --json
code_is 0 "bench trace"
json '[r["name"] for r in j["rows"]] == ["2 workers", "2 workers, every transfer"]' "bench trace"
json 'all(0 < r["values"]["share_percent"]["least"] < 100 for r in j["rows"])' "a share of the step"
json 'all(len(r["values"]["recording_microseconds"]["repeats"]) == 3 for r in j["rows"])' "bench trace by round"

# A synthetic model: the same rows without a config.
run bench step --model 64-16-10 --batch 8 --workers 1,2 $quick --json
code_is 0 "bench step --model"
json '[r["name"] for r in j["rows"]] == ["1 worker", "2 workers"] and j["about"]["precision"] == "f32"' "bench step --model"
json '"MLP 64-16-10" in j["about"]["model"] and "1210 parameters" in j["about"]["model"]' "bench step --model"

run bench start "$config" --repeats 3 --json
code_is 0 "bench start"
json '[r["name"] for r in j["rows"]] == ["lockstep --version", "one step, 2 workers"]' "bench start"
[ -z "$(ls "${TMPDIR:-/tmp}"/lockstep-bench-* 2>/dev/null)" ] || fail "bench start leaves files"

# Mistakes
run bench
one_sentence "lockstep bench is not a command; there is lockstep bench step" "bench alone"
run bench step "$config" --json --csv
one_sentence "keep one of them" "--json with --csv"
run bench step "$config" --steps 5 --seconds 5
one_sentence "keep one of them" "--steps with --seconds"
run bench step "$config" --model 64-10
one_sentence "--model describes a model" "--model with a config"
for model in 64-x-10 64 100-10 784-512-256-11 64--10 ""-10; do
    run bench step --model "$model"
    one_sentence "--model $model" "--model $model"
done
for workers in 0 1,x 257 1,,2; do
    run bench step "$config" --workers "$workers"
    one_sentence "is no list of worker counts from 1 to 256" "--workers $workers"
done
run bench step "$config" --repeats 0
one_sentence "--repeats 0 is no whole number from 1 to 1000" "--repeats 0"
run bench step "$config" --seconds nan
one_sentence "--seconds nan is no number from 0.01 to 600" "--seconds nan"
run bench step "$config" --workers 3
one_sentence "With 3 workers: " "a worker count that does not fit"
run bench start "$config" --steps 3
one_sentence "each run has one step" "bench start --steps"

# Ctrl-C keeps whole rounds.
"$LOCKSTEP_BINARY" bench step "$config" --repeats 1000 --seconds 0.05 --json >"$work/out" 2>"$work/err" &
sleep 1.5
kill -INT $!
wait $!
code=$?
code_is 0 "a bench that is stopped"
json '1 <= len(j["rows"][0]["values"]["steps_per_second"]["repeats"]) < 1000' "whole rounds are kept"

# Beside peers: without any of them it says what is skipped.
mkdir "$work/peers"
python3 "$LOCKSTEP_SOURCE/bench/against_peers.py" "$work/peers" --lockstep "$LOCKSTEP_BINARY" --rounds 1 2>"$work/err" >"$work/out"
[ $? -eq 2 ] || fail "against_peers.py takes one round"
has "$work/err" "--rounds must be at least 3" "against_peers.py with one round"
finish
