# Hostile surroundings: pipes, full disks, closed streams, odd names, files that must not be lost.
source "$(dirname "$0")/lib/checks.bash"
config=$work/"a config é.json"
cp "$LOCKSTEP_FIXTURES/worked_example.json" "$config"

# What has no end is not read.
mkfifo "$work/pipe" "$work/pipe.md" "$work/pipe.json"
for command in run diagnose "trace print" "lessons check"; do
    timeout 20 "$LOCKSTEP_BINARY" $command "$work/pipe" >"$work/out" 2>"$work/err" </dev/null
    code=$?
    code_is 2 "$command of a pipe"
    has "$work/err" "device or a pipe" "$command of a pipe"
done
for name in pipe.md pipe.json; do
    timeout 20 "$LOCKSTEP_BINARY" run "$work/$name" >"$work/out" 2>"$work/err" </dev/null
    code=$?
    one_sentence "$name: this is a device or a pipe; give a file." "$name"
done
run run "$work"
one_sentence "this folder holds no lesson.md" "a folder without a lesson"

# Odd names stay on one line.
run run $'no\nsuch\e[31m.json'
one_sentence 'no?such?[31m.json: there is no such file or folder' "a name with a line end"
run run "$config" --trace ""
one_sentence "--trace needs a value" "an empty name"

# Nothing but a trace is replaced by a trace.
run run "$config" --trace "$config"
one_sentence "there is already a file of this name that is no trace" "the trace over its config"
cmp -s "$config" "$LOCKSTEP_FIXTURES/worked_example.json" || fail "the config is lost"
[ -z "$(ls "$work" | grep partial)" ] || fail "a .partial file is left"
run run "$config" --trace "$work/pipe"
one_sentence "pipe: this is a device or a pipe" "the trace over a pipe"
[ -p "$work/pipe" ] || fail "the pipe is lost"
run run "$config" --trace "$work/old one.trace"
code_is 0 "a trace with a space"
cp "$work/old one.trace" "$work/copy.trace"
run run "$config" --trace "$work/old one.trace" --set optimizer.lr=-1
code_is 2 "a bad key"
cmp -s "$work/old one.trace" "$work/copy.trace" || fail "the older trace is lost though the run never began"
(cd "$work" && run run "$(basename "$config")" --trace "old one.trace" --set steps=2 && [ $code -eq 0 ]) || fail "relative paths"
cmp -s "$work/old one.trace" "$work/copy.trace" && fail "the older trace is not replaced"

# An answer that nobody gets is no success; a closed stdout does not get the trace's number.
if [ -c /dev/full ]; then
    for words in "run $LOCKSTEP_FIXTURES/worked_example.json --json" "schema" "--help"; do
        "$LOCKSTEP_BINARY" $words >/dev/full 2>"$work/err" </dev/null
        code=$?
        code_is 2 "$words on a full disk"
        has "$work/err" "the answer cannot be written to stdout" "$words on a full disk"
    done
fi
"$LOCKSTEP_BINARY" run "$config" --trace "$work/closed.trace" >&- 2>&- <&-
run trace print "$work/closed.trace"
code_is 0 "the trace of a run with closed streams"
(ulimit -f 16; trap '' XFSZ; "$LOCKSTEP_BINARY" run "$config" --set steps=2000 --trace "$work/cut.trace" --json >"$work/out" 2>"$work/err")
code=$?
one_sentence "the steps so far are kept in cut.trace.partial" "no room for the trace"
[ ! -e "$work/cut.trace" ] || fail "half a trace has the name of a whole one"

# Too little memory, or no threads (sanitizers need far more address space, so not with them).
if ! grep -qE "__(asan|tsan)_init" "$LOCKSTEP_BINARY"; then
    python3 - "$work/wide.json" <<'PYTHON'
import json, sys
json.dump({"data": {"targets": [1, 2], "inputs": [[0.01] * 4000, [0.02] * 4000]}, "model": {"kind": "linear", "bias": False},
           "batch": {"per_worker": 1}, "steps": 10000, "start": {"kind": "zero"}, "optimizer": {"lr": 0.001}}, open(sys.argv[1], "w"))
PYTHON
    (ulimit -v 900000; "$LOCKSTEP_BINARY" run "$work/wide.json" --set backend=serial --json >"$work/out" 2>"$work/err" </dev/null)
    code=$?
    case $code in
    1) json '"there is not enough memory" in j["failure"]' "a rank without memory" ;;
    *) one_sentence "not enough memory" "too little memory" ;;
    esac
    (ulimit -v 900000; "$LOCKSTEP_BINARY" run "$config" --set workers=250 --set batch.per_worker=1 --set collective.algorithm=star \
        --set data.targets="$(seq -s, 250)" >"$work/out" 2>"$work/err" </dev/null)
    code=$?
    one_sentence "lower workers, or set backend to serial" "no threads"
fi

# Bugs put into configs that are not sound.
run run "$config" --set workers=3 --set batch.per_worker=3,3 --bug unweighted_mean
code_is 2 "a bug for a config that is not sound"
run run "$config" --set start.values= --bug mismatched_start
one_sentence "start.values has 0 rows" "a bug for a config without start values"
run run "$config" --set cost.bytes_per_unit=5e-324
one_sentence "too slow to be priced" "a link that never ends"
finish
