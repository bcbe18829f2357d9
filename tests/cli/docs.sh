# Every link from a page to a file of the repository leads somewhere, and the commands that pages show exist.
source "$(dirname "$0")/lib/checks.bash"
cd "$LOCKSTEP_SOURCE" || exit 1
for page in README.md docs/*.md; do
    while read -r target; do
        [ -e "$(dirname "$page")/$target" ] || fail "$page links to $target, which is not there"
    done < <(grep -oE '\]\([^)#]+\)' "$page" | sed -E 's/^\]\(//; s/\)$//' | grep -vE '^[a-z]+:')
done
while read -r path; do
    [ -e "$path" ] || fail "README.md names $path, which is not there"
done < <(grep -E '^ +scripts/' README.md | grep -oE '(scripts|lessons|docs)/[A-Za-z0-9_./-]+')
finish
