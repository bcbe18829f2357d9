# Without a display the program says so and prints the worked example, number by number.
source "$(dirname "$0")/lib/checks.bash"
bare() {
    env -u DISPLAY -u WAYLAND_DISPLAY -u QT_QPA_PLATFORM "$LOCKSTEP_BINARY" "$@" >"$work/out" 2>"$work/err" </dev/null
    code=$?
}
bare
code_is 0 "no display"
has "$work/out" "is printed instead of shown." "no display"
for text in "gradient 5" "sum 2 + 6 = 8" "combined gradient 4" "weight 1 -> 0.6"; do has "$work/out" "$text" "worked example"; done
bare --lesson 7
code_is 0 "lesson 7"
for text in "combined gradient 4" "combined gradient 5" "weight 1 -> 0.6" "weight 1 -> 0.5"; do has "$work/out" "$text" "lesson 7"; done
bare "$LOCKSTEP_FIXTURES/worked_example.json"
code_is 0 "a config"
has "$work/out" "weight 1 -> 0.6" "a config"
bare --lesson=4
code_is 0 "--lesson=4"
bare "$LOCKSTEP_FIXTURES/worked_example.json" --json
one_sentence "lockstep opens one file, but there is also --json" "a word too many"
bare --lesson 4 5
one_sentence "but there is also 5" "a lesson too many"
bare "$LOCKSTEP_SOURCE/docs/images/lesson-4.png"
one_sentence "lesson-4.png: a trace is shown in the window" "a picture"
finish
