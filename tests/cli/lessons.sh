# The lessons that are shipped are sound, and their numbers come from the engine; a wrong lesson is told by its place.
source "$(dirname "$0")/lib/checks.bash"
run lessons check "$LOCKSTEP_SOURCE/lessons" --run
code_is 0 "shipped lessons"
cp -r "$LOCKSTEP_SOURCE/lessons/04-two-workers-one-step" "$work/04-broken"
sed -i 's/^optimizer.lr: .*/optimizer.rl: 0.1/' "$work/04-broken/lesson.md"
run lessons check "$work/04-broken"
code_is 2 "broken lesson"
grep -qE 'lesson\.md:[0-9]+:[0-9]+: E[0-9]+ ' "$work/out" "$work/err" || fail "no place: $(cat "$work/out" "$work/err")"
for file in "$LOCKSTEP_FIXTURES"/bad_lessons/*.md; do
    case $(basename "$file") in
    e13*) # only the engine can tell: the text is sound
        run lessons check "$file" --run
        code_is 1 "$(basename "$file")"
        ;;
    *)
        run lessons check "$file"
        code_is 2 "$(basename "$file")"
        ;;
    esac
    code_of_file=$(basename "$file" | cut -c1-3 | tr e E)
    grep -qE "$(basename "$file"):[0-9]+:[0-9]+: $code_of_file " "$work/err" || fail "$(basename "$file") gives no place: $(cat "$work/err")"
done
run lessons check "$work/nowhere"
one_sentence "there is no such file or folder" "missing folder"
sed 's/^w(A) = 0.6/w(A) = 0.7/' "$LOCKSTEP_SOURCE/lessons/04-two-workers-one-step/lesson.md" >"$work/wrong.md"
run lessons check "$work/wrong.md" --run
cmp -s "$work/wrong.md" "$LOCKSTEP_SOURCE/lessons/04-two-workers-one-step/lesson.md" && fail "the lesson has no line w(A) = 0.6 to spoil"
has "$work/err" "E13" "a number that the engine does not give"
run run "$LOCKSTEP_SOURCE/lessons/07-one-against-three" --scenario nowhere
one_sentence "there is no scenario nowhere" "unknown scenario"
finish
