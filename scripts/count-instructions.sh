#!/bin/sh
# Counts the instructions that elide executes on fixed inputs, and compares them with
# the figures in scripts/instructions.txt. Unlike time, a count is the same on a busy
# machine.
#
# usage: scripts/count-instructions.sh [-p PERCENT | --renew]
#   -p PERCENT   how much a figure may be above what it was; default: 5
#   --renew      write the figures anew instead of comparing them
#
# The inputs are cases of testdata/corpus, one of each main shape, and 1 KB that passes
# through. valgrind counts; of two runs the lesser is taken. Run again and again on a
# busy machine such figures differed by 0.9 % at most, that of the 1 KB once by 80,000,
# as how often Go's threads look for work when they start is chance. What depends on
# the processor is off where it can be (GODEBUG=cpu.all=off, BLAKE3_PUREGO), and garbage
# is not collected. What a compressor asks the processor for itself stays; it is little
# of any count.
#
# exit status: 0, also if it is skipped, which one line says: there is no valgrind, or
# the figures are of another version of Go; 1 if a figure is more than PERCENT and
# 100,000 above what it was; 2 for a mistake in the call
set -eu
export LC_ALL=C

percent=5 beside=100000 # that a figure may be above what it was
cases='log-httpd-01 gotest-race-01 pytest-params-01 gcc-err-01 mvn-compile-01 jstack-01 json-packagelock-01 cargojson-01
gitblame-01 ls-lR-01 gitdiff-small-01 grep-rn-01 src-rust-01 prose-semver-01 mixed-session-01'

renew=
case "$#,${1-},${2-}" in
0,,) ;;
1,--renew,) renew=yes ;;
2,-p,[1-9] | 2,-p,[1-9][0-9]) percent=$2 ;;
*)
	echo "count-instructions.sh: usage: scripts/count-instructions.sh [-p PERCENT | --renew]" >&2
	exit 2
	;;
esac
cd "$(dirname "$0")/.."
figures=$PWD/scripts/instructions.txt corpus=$PWD/testdata/corpus
version=$(go env GOVERSION GOOS GOARCH | tr '\n' ' ')
version=${version% }

if ! command -v valgrind >/dev/null; then
	echo "skipped: there is no valgrind"
	exit 0
fi
if [ -z "$renew" ] && ! grep -qx "# $version" "$figures"; then
	echo "skipped: this is $version, and the figures are of $(sed -n 's/^# \(go[0-9].*\)/\1/p' "$figures")"
	exit 0
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM HUP
GOFLAGS=$(scripts/goflags) CGO_ENABLED=0 go build -o "$work/elide" ./cmd/elide
mkdir "$work/empty"
head -c 1000 "$corpus/log-httpd-01/input" >"$work/small"

# once INPUT prints the count of one run, in a folder and with a store of its own.
once() {
	rm -rf "$work/store"
	(cd "$work/empty" && env -i PATH="$PATH" HOME="$work/empty" TMPDIR="$work" ELIDE_STORE="$work/store" \
		GOMAXPROCS=1 GOGC=off GODEBUG=cpu.all=off BLAKE3_PUREGO=1 \
		valgrind --tool=cachegrind --cache-sim=no --cachegrind-out-file=/dev/null "$work/elide" <"$1" 2>&1 >"$work/out") |
		sed -n 's/,//g; s/.*I *refs: *//p'
}

# least INPUT prints the lesser count of two runs. One that valgrind doesn't bring to its
# end counts nothing.
least() {
	: >"$work/counts"
	for _ in 1 2 3 4 5 6; do
		[ "$(wc -l <"$work/counts")" -ge 2 ] || once "$1" >>"$work/counts"
	done
	sort -n "$work/counts" | sed q
}

for name in small $cases; do
	input=$corpus/$name/input
	[ "$name" != small ] || input=$work/small
	count=$(least "$input")
	if [ -z "$count" ]; then
		echo "count-instructions.sh: $name could not be counted" >&2
		exit 1
	fi
	echo "$name $count"
done >"$work/now"

if [ -n "$renew" ]; then
	{ echo "# $version" && cat "$work/now"; } >"$figures"
	cat "$figures"
	exit 0
fi
awk -v percent="$percent" -v beside="$beside" '
	FNR == NR { was[$1] = $2; next }
	{
		more = $2 - was[$1]
		slack = was[$1] * percent / 100
		too = !($1 in was) || more > slack + beside
		printf "%-20s %12d  %+6.1f %%%s\n", $1, $2, 100 * more / (was[$1] ? was[$1] : $2), (too ? "  TOO MANY" : "")
		bad = bad || too
		fewer = fewer || more < -slack
	}
	END {
		if (bad) print "elide executes more instructions than it did. If they are worth it, say so in the commit and renew the figures: scripts/count-instructions.sh --renew"
		else if (fewer) print "elide executes fewer instructions than it did: scripts/count-instructions.sh --renew holds that"
		exit bad + 0
	}' "$figures" "$work/now"
