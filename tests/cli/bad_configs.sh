# Every malformed config gets one sentence with its place, exit code 2 and nothing on stdout.
source "$(dirname "$0")/lib/checks.bash"
folder=$LOCKSTEP_FIXTURES/bad_configs
count=0
while IFS=$'\t' read -r file text; do
    run run "$folder/$file"
    one_sentence "$text" "$file"
    has "$work/err" "$file" "$file names the file"
    count=$((count + 1))
done <"$folder/expected.tsv"
[ "$count" -eq "$(ls "$folder" | grep -vc expected.tsv)" ] || fail "a fixture is missing in expected.tsv"
[ "$count" -ge 12 ] || fail "there are only $count fixtures"

run run "$work/nowhere.json"
one_sentence "there is no such file" "missing file"
run run "$LOCKSTEP_FIXTURES/worked_example.json" --set optimizer.rl=0.5
one_sentence "optimizer.rl is not a key; did you mean optimizer.lr?" "--set with a wrong key"
run run "$LOCKSTEP_FIXTURES/worked_example.json" --set optimizer.lr
one_sentence "write a key, an equals sign and a value" "--set without a value"
run run "$LOCKSTEP_FIXTURES/worked_example.json" --set workers=3
one_sentence "batch.per_worker lists 2 numbers for 3 workers" "--set that does not fit"
run run "$LOCKSTEP_FIXTURES/worked_example.json" --bug unweighted
one_sentence "is not a bug" "unknown bug"
finish
