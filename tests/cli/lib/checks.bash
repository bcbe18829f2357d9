# Checks that the scripts beside this folder share. Sourced; sets $work, a folder that goes when the script ends.
set -uo pipefail
: "${LOCKSTEP_BINARY:?is the program under test}" "${LOCKSTEP_FIXTURES:?}" "${LOCKSTEP_SOURCE:?}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

fail() {
    echo "FAIL: $*"
    failures=$((failures + 1))
}

# run ARGUMENTS...: sets $code; stdout and stderr stand in $work/out and $work/err.
run() {
    "$LOCKSTEP_BINARY" "$@" >"$work/out" 2>"$work/err" </dev/null
    code=$?
}

# code_is CODE WHAT
code_is() { [ "$code" -eq "$1" ] || fail "$2: exit code $code instead of $1: $(head -c 400 "$work/err")"; }

# has FILE TEXT WHAT: the text stands in the file.
has() { grep -qF -- "$2" "$1" || fail "$3: \"$2\" is missing in: $(head -c 1500 "$1")"; }

# one_sentence TEXT WHAT: nothing on stdout, one line on stderr that holds TEXT, exit code 2.
one_sentence() {
    code_is 2 "$2"
    [ ! -s "$work/out" ] || fail "$2: stdout is not empty: $(head -c 200 "$work/out")"
    [ "$(wc -l <"$work/err")" -eq 1 ] || fail "$2: stderr is not one line: $(head -c 400 "$work/err")"
    has "$work/err" "$1" "$2"
}

# json EXPRESSION WHAT: stdout is one JSON object j, and the Python expression about it is true.
json() {
    python3 -c 'import json, sys
text = open(sys.argv[1], encoding="utf-8").read()
j = json.loads(text)
assert isinstance(j, dict)
assert eval(sys.argv[2]), json.dumps(j)[:1500]' "$work/out" "$1" 2>"$work/python" || fail "$2: not true: $1: $(tail -c 1600 "$work/python")"
}

finish() {
    [ $failures -eq 0 ] || { echo "$failures checks failed"; exit 1; }
    echo "all checks passed"
}
