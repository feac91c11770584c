#!/usr/bin/env bash
# Runs an agent without a terminal on one prompt, through elide proxy, as CI and
# other agents start theirs.
#
# usage: scripts/headless.sh [-a AGENT] [-C DIR] [-o DIR] [-t SECONDS] PROMPT [AGENT-FLAG…]
#   -a  claude (default), codex, copilot, gemini or opencode, from PATH
#   -C  work in this folder
#   -o  keep stdout, stderr, stats.jsonl (see elide cost) and status in this folder, and print nothing
#   -t  end the agent after so many seconds: with SIGTERM, and with SIGKILL 10 seconds later
# A PROMPT of - is read from standard input. $ELIDE names elide if it is not in PATH.
#
# The agent's permissions are those of its own settings and of the flags that
# follow the prompt; none is added here. To expand what was hidden it must be
# allowed to run elision-get.
#
# A signal that it gets ends the agent.
#
# exit status: the agent's own, 128+N after signal N; 124 if its time was up; 2 for a mistake in the call
#
# examples:
#   scripts/headless.sh 'fix the failing test' --allowedTools 'Bash(go test:*)' 'Bash(elision-get:*)' Edit
#   scripts/headless.sh -a codex -t 600 -o out 'fix the failing test' --sandbox workspace-write
set -uo pipefail

fail() {
	echo "headless.sh: $*" >&2
	exit 2
}

agent=claude dir=. out='' limit=''
while getopts a:C:o:t: option; do
	case $option in
	a) agent=$OPTARG ;;
	C) dir=$OPTARG ;;
	o) out=$OPTARG ;;
	t) limit=$OPTARG ;;
	*) fail "usage: headless.sh [-a AGENT] [-C DIR] [-o DIR] [-t SECONDS] PROMPT [AGENT-FLAG…]" ;;
	esac
done
shift $((OPTIND - 1))
[ $# -gt 0 ] || fail "no prompt"
prompt=$1
shift
[ "$prompt" != - ] || prompt=$(cat)
[ -n "$prompt" ] || fail "the prompt is empty"

case $agent in
claude | copilot | gemini) command=("$agent" -p "$prompt" "$@") ;;
codex) command=(codex exec "$@" -- "$prompt") ;;
opencode) command=(opencode run "$@" "$prompt") ;;
*) fail "the agent $agent is not known: claude, codex, copilot, gemini or opencode" ;;
esac

wrapper=("${ELIDE:-elide}" proxy)
if [ -n "$out" ]; then
	mkdir -p "$out" || fail "$out can't be made"
	out=$(cd "$out" && pwd)
	wrapper+=(--stats "$out/stats.jsonl")
	exec >"$out/stdout" 2>"$out/stderr"
fi
wrapper+=(--)

if [ -n "$limit" ]; then
	case $limit in *[!0-9]*) fail "-t takes a number of seconds" ;; esac
	command -v timeout >/dev/null || fail "-t needs the command timeout"
	wrapper=(timeout -k 10 "$limit" "${wrapper[@]}") # with a process group of its own, so that nothing of it is left
fi

cd "$dir" || fail "$dir can't be entered"
# Codex and others read standard input to its end if there is one. A signal ends
# the agent, with SIGTERM: what the shell runs beside itself ignores SIGINT. It
# ends wait too, which then has to be called again.
"${wrapper[@]}" "${command[@]}" </dev/null &
running=$!
trap 'kill -TERM "$running"' HUP INT TERM
wait "$running"
status=$?
while kill -0 "$running" 2>/dev/null; do
	wait "$running"
	status=$?
done
[ -z "$out" ] || echo "$status" >"$out/status"
exit "$status"
