# Dumps and what starts from them: every file is there and NumPy's, nothing is lost, every mistake is one sentence.
source "$(dirname "$0")/lib/checks.bash"
config=$LOCKSTEP_FIXTURES/worked_example.json
example=$LOCKSTEP_SOURCE/docs/examples/digits.json

run run "$example" --set steps=3 --set workers=4 --set batch.per_worker=24 --dump "$work/dump" --json
code_is 0 "run --dump"
digests=$(python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["digests"])' "$work/out")
[ -z "$(find "$work/dump" -name '*.??????' ! -name '*.npy' ! -name manifest.json)" ] || fail "a temporary file is left"

# By hand, without NumPy: the pattern of every file leads to files whose header says what the manifest says.
python3 - "$work/dump" <<'PYTHON' || fail "the files are not what the manifest says"
import ast, json, math, os, struct, sys
root = sys.argv[1]
m = json.load(open(f"{root}/manifest.json"))
assert (m["format"], m["version"], m["state"], m["steps"], m["ranks"]) == ("lockstep-dump", 1, "complete", 3, 4), m
assert [(p["name"], p["shape"], p["dtype"]) for p in m["parameters"]] == [("weight", [10, 64], "<f8"), ("bias", [10], "<f8")]
assert m["config"]["model"]["kind"] == "softmax" and m["precision"] == "f64" and m["differing_replicas"] == []
def load(path):
    data = open(f"{root}/{path}", "rb").read()
    assert data[:8] == b"\x93NUMPY\x01\x00", path
    length = struct.unpack("<H", data[8:10])[0]
    header = ast.literal_eval(data[10:10 + length].decode())
    assert (10 + length) % 64 == 0 and not header["fortran_order"]
    count = math.prod(header["shape"])
    values = struct.unpack("<%d%s" % (count, "q" if header["descr"] == "<i8" else "d"), data[10 + length:])
    return header, values
shapes = {p["name"]: tuple(p["shape"]) for p in m["parameters"]}
expected = {"manifest.json"}
for entry in m["files"]:
    assert set(entry) == {"path", "what"}
    if "differing_replicas" in entry["what"]: continue
    for step in range(1, 4):
        for rank in range(4):
            for name in shapes:
                path = entry["path"].format(step=step, rank=rank, parameter=name)
                expected.add(path)
                header, values = load(path)
                assert header["shape"] == ((24,) if "samples" in path else shapes[name]), path
found = {os.path.relpath(os.path.join(d, f), root) for d, _, fs in os.walk(root) for f in fs}
assert found == expected, found ^ expected
# One step by hand: the mean of the local gradients, then w - 0.5 g.
before, after = load("step-1/parameters/weight.npy")[1], load("step-2/parameters/weight.npy")[1]
combined = load("step-2/combined/weight.npy")[1]
local = [load(f"step-2/rank-{r}/gradient/weight.npy")[1] for r in range(4)]
for i in range(640):
    assert abs(sum(g[i] for g in local) / 4 - combined[i]) < 1e-15
    assert after[i] == before[i] - 0.5 * combined[i]
assert load("step-1/rank-1/samples.npy")[1][:3] == (1, 5, 9)
PYTHON

# The five lines of docs/cli.md, where NumPy is installed.
if python3 -c 'import numpy' 2>/dev/null; then
    sed -n '/^    import json, numpy/,/^    print/p' "$LOCKSTEP_SOURCE/docs/cli.md" | sed 's/^    //' >"$work/five.py"
    [ -s "$work/five.py" ] || fail "docs/cli.md does not show how to read a dump"
    (cd "$work" && python3 five.py >five.out 2>&1) || fail "the lines of docs/cli.md do not run: $(cat "$work/five.out")"
    has "$work/five.out" "0.0" "the lines of docs/cli.md"
fi

# The same start gives the same run, and a run from after step N goes on as the unbroken one did.
run run "$example" --set steps=3 --set workers=4 --set batch.per_worker=24 --init "$work/dump" --json
code_is 0 "run --init"
json "j['digests'] == $digests" "the dumped start gives the same end"
run run "$config" --set steps=7 --dump "$work/toy" --json
whole=$(python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["digests"])' "$work/out")
for where in @last @7; do
    run run "$config" --set steps=7 --init "$work/toy$where" --json
    code_is 0 "run --init $where"
done
run run "$config" --set steps=4 --init "$work/toy@3" --json
json "j['digests'] == $whole" "three steps and four are seven"
run run "$config" --set steps=4 --init "$work/toy@8" --json
one_sentence "8 is no step of this folder; write a number from 0 to 7, or last" "a step that is not there"
run run "$config" --init "$work/toy@latest"
one_sentence "latest is no step of this folder" "a moment that is none"
run run "$config" --init "$work/dump"
one_sentence "the model of this config has no parameter bias" "another model"
run run "$example" --init "$work/toy"
one_sentence "the shape of weight is 1, but the model of this config needs 10 x 64" "a smaller model"
run run "$config" --init "$work/nowhere"
one_sentence "there is no such folder" "no folder"
mkdir "$work/bare"
run run "$config" --init "$work/bare"
one_sentence "this folder holds no manifest.json" "a folder without a manifest"
run run "$config" --bug mismatched_start --init "$work/toy"
one_sentence "--init gives every rank the same first parameters" "--init with a start that differs by rank"

# Single precision: files of 32 bits, taken by both precisions; 64 bits are not rounded on the quiet.
run run "$example" --set precision=f32 --set steps=2 --dump "$work/single" --json
code_is 0 "a dump in f32"
has "$work/single/manifest.json" '"dtype": "<f4"' "a dump in f32"
has "$work/single/step-2/combined/weight.npy" "'descr': '<f4'" "a file in f32"
single=$(python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["digests"])' "$work/out")
run run "$example" --set precision=f32 --set steps=2 --init "$work/single" --json
json "j['digests'] == $single" "the dumped f32 start gives the same end"
run run "$example" --set steps=2 --init "$work/single@2" --json
code_is 0 "an f64 run from an f32 dump"
run run "$example" --set precision=f32 --init "$work/dump"
one_sentence "weight is stored in 64 bits, but precision is f32 and would round it" "an f32 run from an f64 dump"

# Nothing that is there is lost.
before=$(cd "$work/toy" && find . -type f | sort | xargs cksum)
run run "$config" --dump "$work/toy"
one_sentence "the folder holds files already" "a dump over a dump"
[ "$before" = "$(cd "$work/toy" && find . -type f | sort | xargs cksum)" ] || fail "the older dump is changed"
run run "$config" --dump "$work/toy/manifest.json"
one_sentence "this is no folder" "a dump over a file"
run run "$config" --dump "$work/no/where"
one_sentence "the folder cannot be made" "a dump into nowhere"
run run "$config" --set optimizer.lr=-1 --dump "$work/never"
code_is 2 "a bad config with --dump"
[ ! -e "$work/never" ] || fail "a run that never began leaves a folder"
printf '%s' '{"data": {"set": "digits"}, "model": {"kind": "softmax"}, "loss": {"kind": "cross_entropy"}, "steps": 1,
    "start": {"kind": "files", "files": ["no.npy", "none.npy"]}}' >"$work/unstartable.json"
run run "$work/unstartable.json" --dump "$work/never"
code_is 2 "a run that cannot begin"
[ ! -e "$work/never" ] || fail "a run that could not begin leaves a folder"
if [ "$(id -u)" -ne 0 ]; then
    mkdir "$work/locked" && chmod 555 "$work/locked"
    run run "$config" --dump "$work/locked/dump"
    one_sentence "the folder cannot be made" "a folder that cannot be written to"
fi
(ulimit -f 2; trap '' XFSZ; "$LOCKSTEP_BINARY" run "$example" --dump "$work/cut" --json >"$work/out" 2>"$work/err")
code=$?
one_sentence "the steps that manifest.json counts are whole" "no room for the dump"

# Ctrl-C keeps the finished steps, and the manifest counts them.
"$LOCKSTEP_BINARY" run "$config" --set steps=100000 --dump "$work/stopped" --json >"$work/out" 2>"$work/err" &
for _ in $(seq 100); do [ -e "$work/stopped/step-3/parameters/weight.npy" ] && break; sleep 0.05; done
kill -INT $!
wait $!
code=$?
code_is 0 "a run that is stopped"
python3 - "$work/stopped" "$work/out" <<'PYTHON' || fail "the manifest of a stopped run"
import json, os, sys
m, j = json.load(open(sys.argv[1] + "/manifest.json")), json.load(open(sys.argv[2]))
assert m["state"] == "stopped" and m["steps"] == j["steps"] >= 3, m["steps"]
assert all(os.path.exists(f"{sys.argv[1]}/step-{s}/parameters/weight.npy") for s in range(1, m["steps"] + 1))
PYTHON
run run "$config" --init "$work/stopped@last" --json
code_is 0 "a start from a stopped run"

# A rank that fails: the steps before are kept.
run run "$config" --set steps=4 --set faults.fail_rank=1 --set faults.fail_step=3 --dump "$work/failed"
code_is 1 "a failing rank"
python3 -c 'import json, sys; m = json.load(open(sys.argv[1])); assert (m["state"], m["steps"]) == ("failed", 2), m' \
    "$work/failed/manifest.json" || fail "the manifest of a failed run"

# Malformed folders: one sentence that names the file, nothing on stdout, exit code 2, nothing written.
folder=$LOCKSTEP_FIXTURES/bad_dumps
count=0
while IFS=$'\t' read -r name file text; do
    run run "$config" --init "$folder/$name" --trace "$work/never.trace"
    one_sentence "$text" "$name"
    has "$work/err" "$name/$file" "$name names the file"
    [ ! -e "$work/never.trace" ] || fail "$name: a trace is written"
    count=$((count + 1))
done <"$folder/expected.tsv"
[ "$count" -eq "$(ls "$folder" | grep -vc expected.tsv)" ] || fail "a fixture is missing in expected.tsv"
[ "$count" -ge 40 ] || fail "there are only $count fixtures"

# --repeat
run run "$config" --repeat 3 --json
code_is 0 "run --repeat"
json 'j["repeats"]["runs"] == 3 and len(j["repeats"]["step_milliseconds"]) == 3 and j["repeats"]["equal_results"] is True' "repeats"
json 'j["repeats"]["least"] <= j["repeats"]["median"] <= j["repeats"]["most"] and j["repeats"]["badge"] == "measured"' "repeats"
for name in runs step_milliseconds median least most equal_results; do
    has "$LOCKSTEP_SOURCE/docs/cli.md" "\`$name\`" "docs/cli.md explains repeats"
done
run run "$config" --repeat 3
has "$work/out" "measured over 3 runs" "run --repeat"
for number in 1 0 -4 two 1001; do
    run run "$config" --repeat=$number
    one_sentence "--repeat $number is no number of runs from 2 to 1000" "--repeat $number"
done
for option in "--trace $work/r.trace" "--dump $work/r" "--print"; do
    run run "$config" --repeat 3 $option
    one_sentence "is about one run; leave one of them out" "--repeat with $option"
done
[ ! -e "$work/r" ] && [ ! -e "$work/r.trace" ] || fail "a refused repeat leaves files"

# A bar only on a terminal, and it is gone at the end.
run run "$config" --set steps=2000
[ ! -s "$work/err" ] || fail "a progress bar in a file: $(head -c 200 "$work/err")"
if command -v script >/dev/null; then
    began=$SECONDS
    script -qec "$LOCKSTEP_BINARY run $config --set steps=20000" /dev/null >"$work/terminal" </dev/null
    has "$work/terminal" "] step 0 of 20000" "the bar on a terminal"
    tr '\r' '\n' <"$work/terminal" | grep -c '] step' >"$work/bars"
    [ "$(cat "$work/bars")" -le $((10 * (SECONDS - began + 1) + 1)) ] \
        || fail "the bar is drawn $(cat "$work/bars") times in $((SECONDS - began)) s"
    script -qec "$LOCKSTEP_BINARY run $config --set steps=2000 --json | cat" /dev/null >"$work/terminal" </dev/null
    grep -q '] step' "$work/terminal" && fail "a bar beside --json to a pipe"
fi
finish
