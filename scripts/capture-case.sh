#!/bin/sh
# Adds a case to a corpus: runs a command, keeps what it prints, and writes down
# which of its lines must survive a reduction. You say which; none are made up.
#
# usage: scripts/capture-case.sh [FLAG]… NAME COMMAND [ARG]…
#   --critical PATTERN   the lines that match the extended regular expression (grep -E) must survive
#   --line N             so must line N
#   --mention TEXT       so must this text, wherever it stands
#   --why TEXT           why, for the flags that follow it; default: chosen by hand
#   --from TEXT          where the labels come from, for case.json
#   --shape SHAPE        what the output is; default: what elide takes it for
#   -o DIR               the corpus; default: corpus
#   -f                   put the case in the place of one of that name
# A flag may be given more than once. COMMAND runs in this folder, without input; a
# single word is a line for sh. Its output, both streams in order, is kept byte for
# byte, but for your home folder, which becomes /home/dev: look through it for
# what must not be kept before you commit it.
#
# A pattern that matches nothing, a line that isn't there and a case that
# elision-bench doesn't take are mistakes, and nothing is left of the case.
# $ELIDE and $ELISION_BENCH name the programs if they are not in PATH.
#
# exit status: 0; 1 if the case could not be made; 2 for a mistake in the call
#
# examples:
#   scripts/capture-case.sh --critical '^--- FAIL' --critical 'want [0-9]' price-test go test ./price
#   scripts/capture-case.sh --line 12 --mention 'Deploy #7' deploy-log './deploy --dry-run | head -500'
set -u
export LC_ALL=C

usage() {
	echo "capture-case.sh: $*" >&2
	exit 2
}

# die ends a capture that failed, and leaves nothing of it.
die() {
	echo "capture-case.sh: $*" >&2
	exit 1
}

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

corpus=corpus force='' shape='' from='' why='chosen by hand'
: >"$work/wanted" # KIND, why and what, a line each
while [ $# -gt 0 ]; do
	case $1 in
	--critical | --line | --mention | --why | --from | --shape | -o)
		[ $# -gt 1 ] || usage "$1 needs a value"
		case $2 in *'
'*) usage "$1 takes one line" ;; esac
		case $1 in
		--why) why=$2 ;;
		--from) from=$2 ;;
		--shape) shape=$2 ;;
		-o) corpus=$2 ;;
		*) printf '%s\n%s\n%s\n' "${1#--}" "$why" "$2" >>"$work/wanted" ;;
		esac
		shift 2
		;;
	-f)
		force=1
		shift
		;;
	--)
		shift
		break
		;;
	-*) usage "unknown flag $1" ;;
	*) break ;;
	esac
done
[ $# -ge 2 ] || usage "usage: capture-case.sh [FLAG]… NAME COMMAND [ARG]…"
name=$1
shift
case $name in
'' | .* | -* | *[!A-Za-z0-9._-]*) usage "a name has letters, digits, dots, hyphens and underscores: $name" ;;
esac
case $* in *'
'*) usage "the command has more than one line" ;; esac
if [ -e "$corpus/$name" ] && [ -z "$force" ]; then usage "there is a case $name already; -f replaces it"; fi

# quoted TEXT: as JSON.
quoted() {
	printf '%s' "$1" | awk '
		BEGIN { for (i = 1; i < 32; i++) code[sprintf("%c", i)] = sprintf("\\u%04x", i) }
		{
			out = ""
			for (i = 1; i <= length($0); i++) {
				c = substr($0, i, 1)
				if (c == "\"" || c == "\\") c = "\\" c
				else if (c in code) c = code[c]
				out = out c
			}
			printf "%s", out
		}
		BEGIN { printf "\"" }
		END { printf "\"" }'
}

# label N WHY: the line as a label, to the list of critical lines.
label() {
	text=$(sed -n "$1{p;q;}" "$work/case/input")
	printf '%s\t{"line": %s, "text": %s, "why": %s}\n' "$1" "$1" "$(quoted "$text")" "$(quoted "$2")" >>"$work/critical"
}

mkdir "$work/case" || exit 1
if [ $# -eq 1 ]; then sh -c "$1" >"$work/raw" 2>&1 </dev/null; else "$@" >"$work/raw" 2>&1 </dev/null; fi
status=$?
home=$(printf '%s' "${HOME-}" | sed 's/[][\.*^$|]/\\&/g')
case $home in
'' | /) cp "$work/raw" "$work/case/input" ;;
*) sed "s|$home|/home/dev|g" "$work/raw" >"$work/case/input" ;;
esac
[ -s "$work/case/input" ] || die "the command printed nothing (status $status)"
lines=$(awk 'END { print NR }' "$work/case/input")

: >"$work/critical"
: >"$work/mentions"
while IFS= read -r kind && IFS= read -r reason && IFS= read -r what; do
	case $kind in
	critical)
		grep -n -a -E -e "$what" "$work/case/input" | cut -d : -f 1 >"$work/matches"
		[ -s "$work/matches" ] || die "no line matches $what"
		while read -r n; do label "$n" "$reason"; done <"$work/matches"
		;;
	line)
		case $what in '' | *[!0-9]* | 0*) die "--line takes a number: $what" ;; esac
		[ "$what" -le "$lines" ] || die "there is no line $what: the output has $lines"
		label "$what" "$reason"
		;;
	mention)
		grep -q -a -F -e "$what" "$work/case/input" || die "the output doesn't have $what"
		printf '{"text": %s}\n' "$(quoted "$what")" >>"$work/mentions"
		;;
	esac
done <"$work/wanted"

elide=${ELIDE:-elide}
if [ -z "$shape" ] && command -v "$elide" >/dev/null; then
	shape=$("$elide" --json --store "$work/store" "$work/case/input" 2>/dev/null | sed -n 's/.*"shape":"\([a-z-]*\)".*/\1/p')
fi

# listed FILE: JSON values, a line each, as the elements of a list.
listed() { sed -e 's/^/  /' -e '$!s/$/,/' "$1"; }

awk -F '\t' '!seen[$1]++' "$work/critical" | sort -n | cut -f 2- >"$work/labels"
{
	printf '{\n "id": %s,\n "tool": %s,\n "command": %s,\n' "$(quoted "$name")" "$(quoted "${1%% *}")" "$(quoted "$*")"
	printf ' "exit": %s,\n "shape": %s,\n "bytes": %s,\n "lines": %s,\n' \
		"$status" "$(quoted "${shape:-plain}")" "$(($(wc -c <"$work/case/input")))" "$lines"
	printf ' "labels_from": %s,\n' "$(quoted "${from:-chosen by hand when the case was captured}")"
	printf ' "critical": [\n%s\n ],\n "must_mention": [%s]\n}\n' "$(listed "$work/labels")" \
		"$(sed -e 's/^{"text": //' -e 's/}$//' -e '$!s/$/, /' "$work/mentions" | tr -d '\n')"
} >"$work/case/case.json"

mkdir "$work/corpus" && mv "$work/case" "$work/corpus/$name" || exit 1
if command -v "${ELISION_BENCH:-elision-bench}" >/dev/null; then
	"${ELISION_BENCH:-elision-bench}" "$work/corpus" >"$work/report" 2>&1 || die "elision-bench doesn't take it: $(cat "$work/report")"
fi
mkdir -p "$corpus" || exit 1
added=$corpus/.$name.$$
trap 'rm -rf "$work" "$added"' EXIT
cp -R "$work/corpus/$name" "$added" || die "$corpus can't be written"
if [ -n "$force" ]; then rm -rf "${corpus:?}/$name"; fi # all of the new one is there
mv "$added" "$corpus/$name" || die "$corpus can't be written"
echo "$corpus/$name: $lines lines, exit status $status, $(awk 'END { print NR }' "$work/labels") critical"
