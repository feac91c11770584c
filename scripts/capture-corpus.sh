#!/bin/bash
# Captures corpus cases from real tools, run on small broken projects which
# the files in scripts/capture write. Labels come from the tools' own reports
# (label_case.py). A case whose tool is not installed is skipped.
#
# usage: scripts/capture-corpus.sh [-o DIR] [CASE…]      default DIR: testdata/corpus
#
# examples:
#   scripts/capture-corpus.sh                    # all cases
#   scripts/capture-corpus.sh rspec-fail-01      # one
# shellcheck disable=SC2317,SC2329 # the functions are called by the files that are sourced
set -u
here=$(cd "$(dirname "$0")" && pwd)
out=$here/../testdata/corpus
if [ "${1-}" = -o ]; then
	out=$2
	shift 2
fi
mkdir -p "$out"
out=$(cd "$out" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export LC_ALL=C.UTF-8 TZ=UTC NO_COLOR=1 npm_config_loglevel=error
unset FORCE_COLOR CLICOLOR_FORCE

# project NAME: an empty folder, and the shell in it.
project() {
	project=$work/$1
	mkdir -p "$project"
	cd "$project" || exit
}

# shown COMMAND: runs it and keeps what it prints, both streams in order, as
# the case's input. The project's folder is shown as one in a home folder.
shown() {
	command=$1
	tool=${1#npx }
	tool=${tool%% *}
	sh -c "$1" >"$work/raw" 2>&1 </dev/null
	status=$?
	mkdir -p "$out/$id"
	sed -e "s,$work,/home/dev,g" -e "s,$HOME,/home/dev,g" -e "s,$(hostname),build-host,g" "$work/raw" >"$out/$id/input"
}

# labels FORMAT REPORT SHAPE SOURCE: writes the case's labels.
labels() {
	sed -i -e "s,$work,/home/dev,g" -e "s,$HOME,/home/dev,g" "$2"
	if ! python3 "$here/label_case.py" "$out/$id" "$1" "$2" --tool "$tool" --command "$command" --exit "$status" --shape "$3" --source "$4"; then
		echo "$id: no labels" >&2
		rm -r "${out:?}/$id"
		failed=1
	fi
}

# needs TOOL…: whether they are there.
needs() {
	for program; do
		command -v "$program" >/dev/null || {
			echo "$id: skipped, no $program" >&2
			return 1
		}
	done
}

failed=0
cases=()
for file in "$here"/capture/*.sh; do
	# shellcheck source=/dev/null
	. "$file"
done
for id in "${cases[@]}"; do
	if [ $# -eq 0 ] || [[ " $* " == *" $id "* ]]; then
		(
			"capture_${id//-/_}"
			exit "$failed"
		) || failed=1
	fi
done
exit "$failed"
