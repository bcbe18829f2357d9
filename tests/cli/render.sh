# Pictures without a display: each format, the same bytes twice, a trace as well as a lesson, and mistakes.
source "$(dirname "$0")/lib/checks.bash"
unset DISPLAY WAYLAND_DISPLAY QT_QPA_PLATFORM
lesson=$LOCKSTEP_SOURCE/lessons/04-two-workers-one-step
run render "$lesson" -o "$work/picture.png"
if grep -q "cannot draw pictures" "$work/err"; then
    one_sentence "made without Qt" "a build without Qt"
    finish
    exit
fi
code_is 0 "png"
[ "$(head -c 4 "$work/picture.png" | tail -c 3)" = PNG ] || fail "the PNG is none"
cp "$work/picture.png" "$work/first.png"
run render "$lesson" -o "$work/picture.png"
cmp "$work/picture.png" "$work/first.png" || fail "the same words draw two different pictures"
run render "$lesson" --stop 2 --theme dark --size 1024x640 -o "$work/dark.png"
code_is 0 "dark"
cmp -s "$work/dark.png" "$work/first.png" && fail "stop, theme and size change nothing"
run render "$lesson" -o "$work/picture.svg"
code_is 0 "svg"
has "$work/picture.svg" "<svg" "svg"
run render "$lesson" -o "$work/picture.pdf"
code_is 0 "pdf"
has "$work/picture.pdf" "%PDF" "pdf"
run run "$LOCKSTEP_SOURCE/docs/examples/digits.json" --trace "$work/digits.trace"
run render "$work/digits.trace" --part stage -o "$work/digits.png"
code_is 0 "a trace of the digits"

run render "$lesson"
one_sentence "-o" "no file to write"
run render "$lesson" -o "$work/picture.gif"
one_sentence ".png, .svg or .pdf" "a format that is not there"
run render "$work/nowhere" -o "$work/picture.png"
one_sentence "nowhere" "nothing to draw"
run render "$lesson" --tmie 3 -o "$work/picture.png"
one_sentence "--time" "an option misspelt"
run render "$lesson" -o "$work/no/such/folder/picture.png"
one_sentence "picture.png" "a folder that is not there"
finish
