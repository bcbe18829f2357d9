# Trace files: written by run, printed, diagnosed; the same config gives the same lines; a cut file opens as far as it goes.
source "$(dirname "$0")/lib/checks.bash"
config=$LOCKSTEP_FIXTURES/worked_example.json
for name in a b; do
    run run "$config" --set steps=3 --trace "$work/$name.trace"
    code_is 0 "run --trace"
    run trace print "$work/$name.trace"
    code_is 0 "trace print"
    cp "$work/out" "$work/$name.txt"
done
cmp "$work/a.txt" "$work/b.txt" || fail "the same config prints two different traces"
for event in RunStarted BatchAssigned GradientReady BucketReduced OptimizerApplied StepFinished RunFinished; do
    has "$work/a.txt" "$event" "trace print"
done
run trace print "$work/a.trace" --times
code_is 0 "trace print --times"
cmp -s "$work/out" "$work/a.txt" && fail "--times adds nothing"
run diagnose "$work/a.trace" --json
code_is 0 "diagnose"
json 'j["damage"] is None and j["steps"] == 3' "diagnose"
run diagnose "$work/a.trace" --bug mismatched_start
one_sentence "this is a recorded run" "a bug for a recorded run"
run run "$work/a.trace"
one_sentence "this is no config and no lesson" "a trace instead of a config"

size=$(stat -c %s "$work/a.trace")
head -c $((size - 200)) "$work/a.trace" >"$work/cut.trace"
run diagnose "$work/cut.trace" --json
[ "$code" -le 1 ] || fail "a cut trace cannot be diagnosed"
json 'j["damage"] and j["steps"] == 2' "cut trace"
head -c 100000 /dev/urandom >"$work/noise.trace"
run trace print "$work/noise.trace"
one_sentence "noise.trace" "noise instead of a trace"
: >"$work/empty.trace"
run trace print "$work/empty.trace"
one_sentence "empty.trace" "an empty trace"
# A stop keeps the finished steps, in the answer and in the file. Wrappers (timeout, mpirun) send the signal to the process
# and to its group: the twin, a moment later, must not end the program.
"$LOCKSTEP_BINARY" run "$config" --set steps=500000 --json --trace "$work/stopped.trace" >"$work/out" 2>"$work/err" &
pid=$!
sleep 1
kill -TERM $pid
sleep 0.01
kill -TERM $pid 2>/dev/null
wait $pid
stopped_code=$?
[ $stopped_code -lt 128 ] || fail "a second signal ended the program before it had answered (exit $stopped_code)"
json 'j["stopped"] and 0 < j["steps"] < 500000' "stopped"
steps=$(python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["steps"])' "$work/out")
run diagnose "$work/stopped.trace" --json
code_is 0 "the trace of a stopped run"
json "j['stopped'] and j['steps'] == $steps" "the trace of a stopped run"

for file in "$LOCKSTEP_FIXTURES"/bad_traces/*.trace; do
    for command in "trace print" diagnose; do
        run $command "$file"
        code_is 2 "$command $(basename "$file")"
        [ "$(wc -l <"$work/err")" -eq 1 ] || fail "$(basename "$file"): not one line: $(head -c 400 "$work/err")"
        has "$work/err" "$(basename "$file")" "$command $(basename "$file")"
    done
done
run run "$config" --trace "$work/no/such/folder/x.trace"
one_sentence "x.trace" "a trace that cannot be written"
finish
