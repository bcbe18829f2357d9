# The words of the command line: help, version, and mistakes with their likely spelling.
source "$(dirname "$0")/lib/checks.bash"
run --version
code_is 0 "--version"
grep -qxE 'lockstep [0-9]+\.[0-9]+\.[0-9]+' "$work/out" || fail "--version prints $(cat "$work/out")"
run --help
code_is 0 "--help"
for command in run diagnose "trace print" "lessons check" schema render; do
    has "$work/out" "lockstep $command" "--help"
done
run run --help
code_is 0 "run --help"
for option in --set --scenario --bug --trace --json --print; do has "$work/out" "$option" "run --help"; done
run schema
code_is 0 "schema"
json '"optimizer" in j["properties"] and j["properties"]["combine"]["enum"] == ["mean", "sum", "weighted"]' "schema"
run schema --markdown
code_is 0 "schema --markdown"
cmp -s "$work/out" "$LOCKSTEP_SOURCE/docs/config.md" || fail "docs/config.md is old; write it anew with: lockstep schema --markdown"

run rnu x.json
one_sentence "rnu is neither a command nor a file; did you mean run?" "unknown command"
run --verson
one_sentence "did you mean --version?" "unknown first option"
run run x.json --jsn
one_sentence "lockstep run has no option --jsn; did you mean --json?" "unknown option"
run run
one_sentence "lockstep run needs CONFIG" "no config"
run run a b
one_sentence "takes only CONFIG" "two configs"
run run a --trace
one_sentence "--trace needs a value" "option without its value"
run run a --json --json
one_sentence "--json is given twice" "option twice"
run trace
one_sentence "lockstep trace is not a command; there is lockstep trace print." "half a command"
run --lesson 99
one_sentence "There is no lesson 99" "unknown lesson"
run --lesson
one_sentence "--lesson needs a number" "lesson without number"
finish
