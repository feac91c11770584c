#!/bin/sh
# Starts an agent without a terminal on one prompt, as CI and other agents start
# theirs: the prompt goes through elide prompt, what the agent's tools print
# through elide proxy or the hooks that are installed, and in the end it says how
# the agent ended and what was saved.
#
# usage: scripts/spawn-headless.sh [-a AGENT] [-m proxy|hooks|off] [-C DIR] [-o DIR] [-t SECONDS] PROMPT [AGENT-FLAG…]
#   -a  claude (default), codex, copilot, gemini or opencode, from PATH
#   -m  proxy (default): through elide proxy. hooks: as elide install set the agent up. off: without elide
#   -C  work in this folder
#   -o  keep stdout, stderr, status, summary and the account of what was saved (stats.jsonl of the
#       proxy, for elide cost; audit.jsonl of hooks, for elide stats) in this folder, and print nothing
#   -t  end the agent after so many seconds: with SIGTERM, and with SIGKILL 10 seconds later
# A PROMPT of - is read from standard input: Markdown, of which long fenced blocks
# are shortened. Before one that begins with a hyphen stands --. $ELIDE names elide if
# it is not in PATH.
#
# The agent's permissions are those of its own settings and of the flags that
# follow the prompt; none is added here. To expand what was hidden it must be
# allowed to run elision-get, or have elide's MCP server.
#
# A signal that it gets ends the agent, by SIGTERM; with -t by SIGKILL, 10 seconds later.
#
# exit status: the agent's own, 128+N after signal N; 124 if its time was up, 137 if it didn't heed that; 2 for a mistake in
# the call
#
# examples:
#   scripts/spawn-headless.sh 'fix the failing test' --allowedTools 'Bash(go test:*)' 'Bash(elision-get:*)' Edit
#   { echo 'Why does this fail?'; echo '```'; cat build.log; echo '```'; } | scripts/spawn-headless.sh -
#   scripts/spawn-headless.sh -a codex -t 600 -o out 'fix the failing test' --sandbox workspace-write
set -u

fail() {
	echo "spawn-headless.sh: $*" >&2
	exit 2
}

agent=claude mode=proxy dir=. out='' limit=''
while getopts a:m:C:o:t: option; do
	case $option in
	a) agent=$OPTARG ;;
	m) mode=$OPTARG ;;
	C) dir=$OPTARG ;;
	o) out=$OPTARG ;;
	t) limit=$OPTARG ;;
	*) fail "usage: spawn-headless.sh [-a AGENT] [-m proxy|hooks|off] [-C DIR] [-o DIR] [-t SECONDS] PROMPT [AGENT-FLAG…]" ;;
	esac
done
shift $((OPTIND - 1))
[ $# -gt 0 ] || fail "no prompt"
given=$1
shift
[ "$given" != - ] || given=$(cat)
[ -n "$given" ] || fail "the prompt is empty"
case $mode in proxy | hooks | off) ;; *) fail "-m takes proxy, hooks or off: $mode" ;; esac
case $limit in *[!0-9]*) fail "-t takes a number of seconds" ;; esac
[ -z "$limit" ] || command -v timeout >/dev/null || fail "-t needs the command timeout"
elide=${ELIDE:-elide}

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM
account=$work/account
if [ -n "$out" ]; then
	mkdir -p "$out" || fail "$out can't be made"
	out=$(CDPATH='' cd -- "$out" && pwd) || fail "$out can't be entered"
	exec >"$out/stdout" 2>"$out/stderr"
	if [ "$mode" = hooks ]; then account=$out/audit.jsonl; else account=$out/stats.jsonl; fi
fi
CDPATH='' cd -- "$dir" || fail "$dir can't be entered"

# A prompt that can't be shortened goes on as it is.
prompt=$given
if [ "$mode" != off ]; then
	prompt=$(printf '%s\n' "$given" | "$elide" prompt) || prompt=
	[ -n "$prompt" ] || prompt=$given
fi

# In these places a prompt that begins with a hyphen, as a list does, is no flag.
case $agent in
claude) set -- claude -p "$@" -- "$prompt" ;;
copilot | gemini) set -- "$agent" --prompt="$prompt" "$@" ;;
codex) set -- codex exec "$@" -- "$prompt" ;;
opencode) set -- opencode run "$@" -- "$prompt" ;;
*) fail "the agent $agent is not known: claude, codex, copilot, gemini or opencode" ;;
esac
case $mode in
proxy) set -- "$elide" proxy --stats "$account" -- "$@" ;;
hooks) set -- env ELIDE_AUDIT_PATH="$account" "$@" ;;
esac
if [ -n "$limit" ]; then
	set -- timeout -k 10 "$limit" "$@" # with a process group of its own, so that nothing of it is left
fi

# size TEXT: its bytes.
size() { printf %s "$1" | wc -c | tr -d ' '; }

# summary STATUS SECONDS says how it ended and what was saved.
summary() {
	echo "spawn-headless.sh: $agent ended with status $1 after $2 s; the prompt of $(size "$given") bytes was given as $(size "$prompt")"
	[ "$mode" != off ] || return 0
	if [ ! -s "$account" ]; then
		echo "spawn-headless.sh: nothing was reduced on the way to the model"
		[ "$mode" = proxy ] || echo "spawn-headless.sh: is elide installed? elide doctor $agent"
	elif [ "$mode" = proxy ]; then
		"$elide" cost "$account"
	else
		"$elide" stats "$account"
	fi
}

# Codex and others read standard input to its end if there is one. A signal ends
# the agent, with SIGTERM: what the shell runs beside itself ignores SIGINT. It may
# come before the agent is there.
began=$(date +%s)
running='' told=''
trap 'told=1; [ -z "$running" ] || kill -TERM "$running" 2>/dev/null' HUP INT TERM
"$@" </dev/null &
running=$!
[ -z "$told" ] || kill -TERM "$running" 2>/dev/null

# A signal ends wait too, which then is called again: 127 says that it had told the
# agent's status already.
status=''
while :; do
	told=''
	wait "$running"
	ended=$?
	[ "$ended" != 127 ] || [ -z "$status" ] || break
	status=$ended
	[ -n "$told" ] || break
done
summary "$status" $(($(date +%s) - began)) >"$work/summary" 2>&1
if [ -n "$out" ]; then
	echo "$status" >"$out/status"
	cp "$work/summary" "$out/summary"
fi
cat "$work/summary" >&2
exit "$status"
