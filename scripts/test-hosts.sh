#!/bin/bash
# Runs real agents through elide proxy, against a scripted model on loopback,
# and judges what the model was sent.
#
# usage: scripts/test-hosts.sh [-d] [-k] [HOST…]      default: all in scripts/hosts
#   -d  direct: without the proxy, to see what the agent does by itself
#   -k  keep the folder with all requests and outputs, and name it
#
# Each agent comes from the npm registry into a folder for temporary files
# (HOSTS_CACHE names one to keep), and runs there with a home of its own, a key
# that is none, and a project to mend: twenty turns of its own tools, for at most
# HOSTS_TIMEOUT seconds (300). No account and no other network is used.
#
# A script in scripts/hosts says what npm has to install, in package, and
# defines launch MODEL [WRAPPER…]: it runs the agent, in the project, with the
# wrapper's words before it and the model's address where this agent looks for
# one.
#
# examples:
#   scripts/test-hosts.sh                    # all
#   scripts/test-hosts.sh -k claude codex    # two, and keep what was sent
set -u
here=$(cd "$(dirname "$0")" && pwd)
hosts=$here/hosts
# shellcheck disable=SC2034 # the scripts of the hosts use it
prompt='Mend the tests of this project.'
direct=
keep=
while getopts dk option; do
	case $option in
	d) direct=1 ;;
	k) keep=1 ;;
	*) exit 2 ;;
	esac
done
shift $((OPTIND - 1))
work=$(mktemp -d)
model=
package=
finish() {
	[ -z "$model" ] || kill "$model" 2>/dev/null
	if [ -n "$keep" ]; then echo "kept: $work"; else rm -rf "$work"; fi
}
trap finish EXIT
cache=${HOSTS_CACHE:-$work/npm}
failed=0

# build puts elide's programs and the scripted model into a folder, and what the
# project's tests need into a cache: agents don't wait long for a command.
build() {
	mkdir -p "$work/bin" "$work/gocache" "$work/warm"
	(cd "$here/.." && go build -o "$work/bin/" ./cmd/... && go build -o "$work/model" ./internal/proxy/e2e/model) || return
	"$work/model" -project "$work/warm" || return
	(cd "$work/warm" && GOCACHE=$work/gocache go test ./... >"$work/warm.log" 2>&1 && GOCACHE=$work/gocache go vet ./...) || true # it fails
}

# install PACKAGE: what npm has of it, once.
install() {
	prefix=$cache/$(echo "$1" | tr -c 'a-z0-9.\n' _)
	[ -f "$prefix/done" ] && return
	mkdir -p "$prefix"
	npm install --silent --no-audit --no-fund --prefix "$prefix" "$1" >"$work/npm.log" 2>&1 && touch "$prefix/done"
}

# isolated NAME=VALUE… COMMAND…: with nothing of the caller's own settings.
isolated() {
	env -i PATH="$work/bin:$prefix/node_modules/.bin:$PATH" HOME="$home" TMPDIR="$run/tmp" TERM=dumb LANG=C.UTF-8 SHELL=/bin/bash \
		GOCACHE="$work/gocache" GOTOOLCHAIN=local timeout --kill-after=10 "${HOSTS_TIMEOUT:-300}" env "$@"
}

# try HOST: one agent, from its first request to the judgement.
try() {
	[ -f "$hosts/$1.sh" ] || {
		fail "there is no $1 in scripts/hosts"
		return
	}
	# shellcheck source=/dev/null
	. "$hosts/$1.sh"
	install "$package" || {
		echo "$1: skipped, npm has no $package: $(tail -1 "$work/npm.log")"
		return
	}
	run=$work/$1
	home=$run/home
	mkdir -p "$home" "$run/project" "$run/tmp" "$run/requests"
	"$work/model" -project "$run/project" || exit
	"$work/model" -log "$run/requests" -dir "$run/project" -story -final "All is mended." &
	model=$!
	for _ in $(seq 100); do [ -s "$run/requests/port" ] && break; sleep .1; done
	local wrapper=(elide proxy --stats "$run/stats.jsonl" --) bars=(-min-requests 20 -min-reduced 4 -min-expansions 2)
	[ -z "$direct" ] || wrapper=() bars=(-min-requests 20)
	(cd "$run/project" && launch "http://127.0.0.1:$(cat "$run/requests/port")" "${wrapper[@]}") </dev/null >"$run/out" 2>"$run/err"
	status=$?
	kill "$model"
	wait "$model" 2>/dev/null
	model=
	echo "$1 ($package): exit status $status"
	grep -q 'All is mended' "$run/out" || fail "the last word didn't get through"
	[ "$status" = 0 ] || fail "$(tail -3 "$run/err")"
	"$work/model" -audit "$run/requests" "${bars[@]}" || fail "see above"
	grep '^elide' "$run/err"
}

fail() {
	echo "  FAILED: $1"
	failed=1
}

build || exit
if [ $# = 0 ]; then
	for file in "$hosts"/*.sh; do
		name=${file##*/}
		set -- "$@" "${name%.sh}"
	done
fi
for host; do
	try "$host"
done
exit "$failed"
