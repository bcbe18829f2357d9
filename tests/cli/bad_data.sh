# Every malformed data file, and every config that does not fit its files, gets one sentence with file and place.
source "$(dirname "$0")/lib/checks.bash"
folder=$LOCKSTEP_FIXTURES/bad_data
count=0
while IFS=$'\t' read -r file text; do
    run run "$folder/$file"
    one_sentence "$text" "$file"
    count=$((count + 1))
done <"$folder/expected.tsv"
[ "$count" -eq "$(ls "$folder" | grep -c '\.json$')" ] || fail "a fixture is missing in expected.tsv"
[ "$count" -ge 45 ] || fail "there are only $count fixtures"

# The sound files beside them are read, from any folder.
cat >"$work/config.json" <<JSON
{"data": {"set": "csv", "file": "$folder/good.csv", "input_columns": ["lag", "sun"], "target_column": "births"},
 "model": {"kind": "linear"}, "batch": {"per_worker": 1}, "steps": 1}
JSON
run run "$work/config.json" --json
code_is 0 "good.csv"
json 'j["config"]["data"]["found"] == [4, 0, 2, 0]' "good.csv: what was found is recorded"
mkdir "$work/folder"
sed "s|$folder/||" "$work/config.json" >"$work/folder/config.json"
cp "$folder/good.csv" "$work/folder"
run run "$work/folder/config.json" --trace "$work/records.trace"
code_is 0 "a file beside its config"
run trace print "$work/records.trace"
code_is 0 "a trace of a run on files"
run diagnose "$work/records.trace"
code_is 0 "diagnosis of a run on files"
truncate -s 70000000 "$work/large.csv"
run run "$work/config.json" --set "data.file=$work/large.csv"
one_sentence "large.csv: the file has 70000000 bytes and at most 67108864 are read" "a file beyond the limit"
run run "$work/config.json" --set data.file=/dev/zero
one_sentence "/dev/zero: this is a device or a pipe" "a file without an end"
finish
