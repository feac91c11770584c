#!/bin/sh
# elision-bench's page and XML of the whole corpus: every case is in both, and the XML
# says what the bars say. Seconds.
set -eu
cd "$(dirname "$0")/../.."
sh scripts/ci/browser.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
go build -o "$work/" ./cmd/elision-bench
cases=$(find testdata/corpus -name case.json | wc -l)

"$work/elision-bench" --html "$work/page.html" --junit "$work/bench.xml" --min-kept 99 testdata/corpus >/dev/null
grep -q "tests=\"$((cases + 1))\" failures=\"0\"" "$work/bench.xml"
if "$work/elision-bench" --junit "$work/bench.xml" --max-cost 0.1 testdata/corpus >/dev/null 2>&1; then
	echo 'a bar that nothing reaches was reached' >&2
	exit 1
fi
grep -q 'failures="1"' "$work/bench.xml"

if command -v chromium >/dev/null; then
	shown=$(chromium --headless --no-sandbox --disable-gpu --user-data-dir="$work/profile" --dump-dom "file://$work/page.html" 2>/dev/null | grep -o '<details' | wc -l)
	if [ "$shown" != "$cases" ]; then
		echo "the browser shows $shown cases of $cases" >&2
		exit 1
	fi
	echo "   the browser shows all $cases cases"
fi
