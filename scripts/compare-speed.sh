#!/bin/sh
# Compares the speed of two commits: of each shape 10 MB that don't repeat themselves, made
# of the cases of testdata/corpus, go the whole way from standard input to the entry in
# the store, on one core. benchstat says what differs more than chance does; behind it
# stands how fast each commit is beside gzip -1 and gzip -6 in the same run.
#
# usage: scripts/compare-speed.sh [-n RUNS] [-s SHAPES] BASE [HEAD]
#   -n RUNS     how often each is measured, in turn; default: 6
#   -s SHAPES   a regular expression of the shapes; default: all
#   HEAD        default: HEAD. Both are commits; what isn't committed takes no part
#
# Both run the benchmark of HEAD (internal/bench/speed) in worktrees that are gone
# afterwards. Figures are processor time; other programs make them larger but hardly
# change the ratios.
#
# exit status: 0; 1 if something failed; 2 for a mistake in the call
#
# examples:
#   scripts/compare-speed.sh HEAD~1
#   scripts/compare-speed.sh -n 10 -s '^(log|test-log|build-log)$' main my-branch
set -eu
export LC_ALL=C

benchstat=golang.org/x/perf/cmd/benchstat@v0.0.0-20260908200009-22c9c6c9d4da
runs=6 shapes=.
usage() {
	echo "compare-speed.sh: usage: scripts/compare-speed.sh [-n RUNS] [-s SHAPES] BASE [HEAD]" >&2
	exit 2
}
while getopts n:s: flag; do
	case $flag in
	n) runs=$OPTARG ;;
	s) shapes=$OPTARG ;;
	*) usage ;;
	esac
done
shift $((OPTIND - 1))
case $# in 1 | 2) ;; *) usage ;; esac
cd "$(dirname "$0")/.."
base=$(git rev-parse --verify --quiet "$1^{commit}") || usage
head=$(git rev-parse --verify --quiet "${2-HEAD}^{commit}") || usage

work=$(mktemp -d)
leave() {
	for tree in base head; do
		git worktree remove --force "$work/$tree" 2>/dev/null || true
	done
	rm -rf "$work"
}
trap leave EXIT
trap 'exit 1' INT TERM HUP

package=internal/bench/speed
git worktree add --quiet --detach "$work/base" "$base"
git worktree add --quiet --detach "$work/head" "$head"
rm -rf "$work/base/$package" "$work/base/testdata/corpus"
mkdir -p "$work/base/internal/bench" "$work/base/testdata"
cp -R "$work/head/$package" "$work/base/$package"
cp -R "$work/head/testdata/corpus" "$work/base/testdata/corpus"
for tree in base head; do
	(cd "$work/$tree" && go test -c -o "$work/$tree.test" "./$package")
done
GOBIN=$work GOFLAGS=-mod=mod go install "$benchstat"

# measure TREE: garbage is collected as rarely as by elide itself.
measure() {
	(cd "$work/$1/$package" && TMPDIR="$work" GOGC=400 GOMEMLIMIT=160MiB \
		"$work/$1.test" -test.run '^$' -test.bench "^BenchmarkShape\$/$shapes" -test.cpu 1 -test.benchtime 1x) >>"$work/$1.txt"
}
for run in $(seq "$runs"); do
	printf '%s of %s\n' "$run" "$runs" >&2
	measure base
	measure head
done

grep -v /gzip "$work/base.txt" >"$work/bases"
grep -v /gzip "$work/head.txt" >"$work/heads"
"$work/benchstat" -filter '.unit:cpu-ms/op' base="$work/bases" head="$work/heads"

# The medians of each benchmark, and elide's speed in times of gzip's.
awk -v was="$(git rev-parse --short "$base")" -v is="$(git rev-parse --short "$head")" '
	function median(list, parts, n, i, j, t) {
		n = split(list, parts, " ")
		for (i = 2; i <= n; i++)
			for (j = i; j > 1 && parts[j] + 0 < parts[j - 1] + 0; j--) { t = parts[j]; parts[j] = parts[j - 1]; parts[j - 1] = t }
		return (parts[int((n + 1) / 2)] + parts[int(n / 2) + 1]) / 2
	}
	/cpu-ms\/op/ {
		split($1, name, "/")
		for (i = 2; i <= NF; i++) if ($i == "cpu-ms/op") times[FILENAME, name[2], name[3]] = times[FILENAME, name[2], name[3]] " " $(i - 1)
		if (!(name[2] in seen)) { seen[name[2]] = 1; order[++shapes] = name[2] }
		files[FILENAME] = 1
	}
	function ratio(file, shape, level) { return median(times[file, shape, "gzip-" level]) / median(times[file, shape, "elide"]) }
	END {
		printf "\n%-14s %21s   %21s\n", "speed beside", "gzip -1", "gzip -6"
		printf "%-14s %10s %10s   %10s %10s\n", "", was, is, was, is
		for (i = 1; i <= shapes; i++) {
			s = order[i]
			printf "%-14s %10.2f %10.2f   %10.2f %10.2f\n", s, ratio(ARGV[1], s, 1), ratio(ARGV[2], s, 1), ratio(ARGV[1], s, 6), ratio(ARGV[2], s, 6)
		}
	}' "$work/base.txt" "$work/head.txt"
