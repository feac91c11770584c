#!/bin/bash
# Runs real agents with elide between them and a scripted model on loopback,
# and judges what the model was sent.
#
# usage: scripts/test-hosts.sh [-i] [-d] [-k] [HOST…]
#   -i  installed: elide install, instead of elide proxy
#   -d  direct: without either, to see what the agent does by itself
#   -k  keep the folder with all requests and outputs, and name it
# Without a HOST it is all in scripts/hosts that can be tried in this way.
#
# Each agent comes from npm's registry or PyPI into a folder for temporary files
# (HOSTS_CACHE names one to keep), and runs there with a home of its own, a key
# that is none, and a project to mend, for at most HOSTS_TIMEOUT seconds (300).
# No account and no other network is used.
#
# Through the proxy it is twenty turns of its own tools. With -i elide is
# installed into a home that has settings already, taken out and installed
# again; the agent runs commands that print little, much, and more than it
# shows, one that fails, one in the background, reads a file twice and calls
# tools of two MCP servers; elide doctor looks at it; elide's programs are moved
# away, and the agent goes on as without elide; and after elide uninstall the
# settings are what they were.
#
# A script in scripts/hosts says what npm has to install, in package, and
# defines launch MODEL [WRAPPER…]: it runs the agent, in the project, with the
# wrapper's words before it and the model's address where this agent looks for
# one. It may define prepare MODEL, which writes the agent's settings, afterwards,
# which tries more while elide is installed, and these:
#   ways       of proxy and installed, those in which it can be tried
#   installed  the words after elide install and elide uninstall
#   reduced    the steps whose result the agent lets elide replace
#   lacking    the steps that it can't do, or cuts before anyone sees them
#   tells      how it tells the model that a command ended with status 1
#   wraps      what it tells of each command, whatever the output
#   plain      steps for the agent when elide's programs are gone
#   doctor     the exit status of elide doctor, if not 0
#   warned     what elide doctor says then
#
# examples:
#   scripts/test-hosts.sh                    # all, through the proxy
#   scripts/test-hosts.sh -k claude codex    # two, and keep what was sent
#   scripts/test-hosts.sh -i opencode        # installed
set -u
here=$(cd "$(dirname "$0")" && pwd)
hosts=$here/hosts
# shellcheck disable=SC2034 # the scripts of the hosts use it
prompt='Mend the tests of this project.'
# What an agent does of which nothing may change once elide is gone; its shell expands it.
# shellcheck disable=SC2016
steps='{"run": "echo said"}
{"run": "./shop access"}
{"run": "./shop access; exit 3"}
{"run": "./shop day >&2"}
{"run": "printf \"%s\\n\" \"it'\''s\" \"a  b\" $((1 + 1)); cat <<E\nof  $USER\nE"}
{"run": "sleep 0.1 & echo started; wait"}
{"run": "timeout .1 sleep 9; echo ended by $?"}
{"run": "env | grep -ci elide; nosuchcommand 2>&1"}
{"use": {"server": "lab", "tool": "lab_orders"}}
{"read": "catalog.go"}'
way=proxy
direct=
keep=
while getopts idk option; do
	case $option in
	i) way=installed ;;
	d) direct=1 ;;
	k) keep=1 ;;
	*) exit 2 ;;
	esac
done
shift $((OPTIND - 1))
work=$(mktemp -d)
model=
# shellcheck disable=SC2317 # the trap calls it
finish() {
	stop
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
	(
		cd "$work/warm" || return
		unset GOFLAGS CGO_ENABLED # agents get an empty environment
		export GOCACHE=$work/gocache
		go test ./... || true # they fail
		go vet ./...
	) >"$work/warm.log" 2>&1 || true
}

# fetched PACKAGE: what npm or PyPI has of it, once.
fetched() {
	prefix=$cache/$(echo "$1" | tr -c 'a-z0-9.\n' _)
	[ -f "$prefix/done" ] && return
	mkdir -p "$prefix"
	case $1 in
	pip:*) venv && timeout 300 "$prefix/bin/pip" install --quiet --retries 1 "${1#pip:}" ;;
	*) timeout 300 npm install --silent --no-audit --no-fund --fetch-retries 1 --prefix "$prefix" "$1" ;;
	esac >"$work/fetch.log" 2>&1 && touch "$prefix/done"
}

# venv makes a place for a Python program, by the newest Python that is here.
venv() {
	local python
	for python in python3.14 python3.13 python3.12 python3; do
		"$python" -m venv "$prefix" && return
	done
}

# isolated NAME=VALUE… COMMAND…: with nothing of the caller's own settings.
isolated() {
	env -i PATH="$work/bin:$prefix/node_modules/.bin:$prefix/bin:$PATH" HOME="$home" TMPDIR="$run/tmp" TERM=dumb LANG=C.UTF-8 SHELL=/bin/bash \
		GOCACHE="$work/gocache" GOTOOLCHAIN=local timeout --kill-after=10 "${HOSTS_TIMEOUT:-300}" env "$@"
}

# described HOST: what its script says, and nothing of the one before it.
described() {
	package='' ways=proxy installed='' reduced='' lacking='' tells='' wraps='' doctor=0 warned=''
	plain=$steps
	prepare() { :; }
	afterwards() { :; }
	# shellcheck source=/dev/null
	. "$hosts/$1.sh"
}

# start FOLDER SCRIPT…: the model, which keeps its requests in the folder, and
# its address in url.
start() {
	mkdir "$run/$1"
	"$work/model" -log "$run/$1" -dir "$run/project" "${@:2}" -final "All is mended." &
	model=$!
	for _ in $(seq 100); do [ -s "$run/$1/port" ] && break; sleep .1; done
	url=http://127.0.0.1:$(cat "$run/$1/port")
}

stop() {
	[ -n "$model" ] || return
	kill "$model" 2>/dev/null
	wait "$model" 2>/dev/null
	model=
}

# try HOST: one agent, from its first request to the judgement.
try() {
	[ -f "$hosts/$1.sh" ] || {
		fail "there is no $1 in scripts/hosts"
		return
	}
	described "$1"
	case " $ways " in *" $way "*) ;; *)
		fail "$1 can't be tried in this way"
		return
		;;
	esac
	fetched "$package" || {
		echo "$1: skipped, $package could not be had: $(tail -1 "$work/fetch.log")"
		return
	}
	run=$work/$1
	home=$run/home
	mkdir -p "$home" "$run/project" "$run/tmp"
	echo "$1 ($package)"
	if [ "$way" = proxy ]; then proxied; else settled; fi
	stop
}

# ran [WRAPPER…]: the agent, in the project, to its last word.
ran() {
	(cd "$run/project" && launch "$url" "$@") </dev/null >"$run/out" 2>"$run/err"
	status=$?
	stop
	grep -q 'All is mended' "$run/out" || fail "the last word didn't get through"
	[ "$status" = 0 ] || fail "exit status $status: $(tail -3 "$run/err")"
}

# proxied: an agent that elide proxy starts.
proxied() {
	local wrapper=(elide proxy --stats "$run/stats.jsonl" --) bars=(-min-requests 20 -min-reduced 4 -min-expansions 2)
	[ -z "$direct" ] || wrapper=() bars=(-min-requests 20)
	"$work/model" -project "$run/project" || exit
	start requests -story
	prepare "$url"
	ran "${wrapper[@]}"
	"$work/model" -audit "$run/requests" "${bars[@]}" || fail "see above"
	grep '^elide' "$run/err"
}

# settled: an agent that elide is installed in, and taken out of again.
settled() {
	"$work/model" -project "$run/project" -installed || exit
	start requests -installed
	prepare "$url"
	mkdir -p "$home/.config/elide"
	printf '[audit]\npath = "%s"\n' "$run/audit.jsonl" >"$home/.config/elide/config.toml"
	if [ -n "$direct" ]; then
		ran
		judge ''
		return
	fi
	keep before
	change install "$installed" && keep after
	change uninstall "$installed" && same before
	change install "$installed" && same after
	change install "$installed" && same after # once more is no more
	ran
	counted
	judge "$reduced"
	afterwards
	look
	alone gone
	change uninstall "$installed" && clean
	alone never
	unlike gone never
}

# alone gone|never: the agent without elide's programs, while elide is installed
# all the same, or when it isn't any more.
alone() {
	local began=$SECONDS
	mv "$work/bin" "$work/away" && mkdir "$work/bin"
	printf '%s\n' "$plain" >"$run/plain"
	moved=$url
	start "$1.sent" -script "$run/plain"
	# Where the agent's own settings have the model's address, it is the new one.
	grep -rlF --null "$moved" "$home" | xargs -0 -r sed -i "s|$moved|$url|g"
	(cd "$run/project" && launch "$url") </dev/null >"$run/$1.out" 2>"$run/$1.err"
	status=$?
	stop
	rmdir "$work/bin" && mv "$work/away" "$work/bin"
	if [ "$status" != 0 ] || ! grep -q 'All is mended' "$run/$1.out"; then
		fail "$1: exit status $status: $(tail -3 "$run/$1.err")"
	fi
	"$work/model" -audit "$run/$1.sent" -results | masked >"$run/$1.results"
	echo "  $1: $(grep -c '^step ' "$run/$1.results") results, $((SECONDS - began)) s"
}

# masked: what differs from run to run of an agent. One that cuts the middle of a long
# result counts what it left out, and where it goes on: by the length of the number of a
# process, too, which may be five digits in one run and three in the next.
masked() {
	sed -E -e 's/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}/UUID/g' -e 's/(Chunk ID: |PGID: |Wall time:? |[^ ]*wall_time_seconds[^ ]*:|tool_|session-|call_|output-|tool-results\/|\[1\] )[0-9A-Za-z_.-]+/\1X/g' \
		-e 's/[0-9]{9,}/N/g' -e "s|$url|URL|g" \
		-e '/^\.\.\. \[[0-9,]+ characters omitted\] \.\.\.$/{s/[0-9,]+/N/;n;n;s/.*/CUT/;}'
}

# unlike gone|never: the model was sent the same, and something.
unlike() {
	[ "$(grep -c '^step ' "$run/$1.results")" = "$(wc -l <"$run/plain")" ] || fail "not each step has a result"
	diff "$run/$2.results" "$run/$1.results" >"$run/diff" || fail "without elide's programs the model is sent something else: $(head -20 "$run/diff")"
}

# change install|uninstall WORDS, as the user says it.
change() {
	# shellcheck disable=SC2086 # these are words
	(cd "$run/project" && isolated elide "$1" $2) >>"$run/install.log" 2>&1 || {
		fail "elide $1 $2: $(tail -3 "$run/install.log")"
		return 1
	}
}

# keep NAME: the home and the project as they are now.
keep() {
	mkdir "$run/$1"
	cp -a "$home" "$run/project" "$run/$1"
}

# same NAME: they are as they were, but for what elide keeps of before.
same() {
	local folder
	for folder in home project; do
		diff -r -x '*.elide-backup' -x .cache "$run/$1/$folder" "$run/$folder" >"$run/diff" || fail "these differ: $(head -20 "$run/diff")"
	done
}

# judge STEPS: what became of each step, if those are reduced.
judge() {
	(cd "$run/project" && isolated "$work/model" -audit "$run/requests" -installed -dir "$run/project" \
		-reduced "$1" -lacking "$lacking" -tells "$tells" -wraps "$wraps") || [ -n "$direct" ] || fail "see above"
}

# counted: what elide's audit has of the session, which is no output.
counted() {
	[ -z "$reduced" ] || grep -q '"context_compressed".*"correlation":"[^"]' "$run/audit.jsonl" || fail 'nothing of a session is in the audit'
	! grep 'path=/items' "$run/audit.jsonl" || fail 'the audit tells what was printed'
	isolated elide stats --by host "$run/audit.jsonl" | grep '^  ' | sed 's/^ */  stats: /'
}

# look: what elide doctor finds.
look() {
	(cd "$run/project" && isolated elide doctor "${installed%% *}") >"$run/doctor.log" 2>&1
	status=$?
	sed 's/^/  doctor: /' "$run/doctor.log"
	[ "$status" = "$doctor" ] || fail "elide doctor: exit status $status, not $doctor"
	grep -q -e "$warned" "$run/doctor.log" || fail "elide doctor doesn't say: $warned"
}

# written: the files that elide install wrote.
written() {
	(cd "$run/after" && find . -type f ! -name '*.elide-backup' ! -path '*/.cache/*') | while read -r file; do
		cmp -s "$run/before/$file" "$run/after/$file" || echo "$file"
	done
}

# clean: of the files that elide wrote, none is left or names it. The agent may
# have written to its own since.
clean() {
	written >"$run/written"
	[ -s "$run/written" ] || fail "elide install wrote nothing"
	while read -r file; do
		if [ ! -f "$run/before/$file" ] && [ -f "$run/$file" ]; then
			fail "left behind: $file"
		elif [ -f "$run/$file" ] && grep -n elide "$run/$file"; then
			fail "left in $file: see above"
		fi
	done <"$run/written"
}

fail() {
	echo "  FAILED: $1"
	failed=1
}

build || exit
if [ $# = 0 ]; then
	for file in "$hosts"/*.sh; do
		name=${file##*/}
		described "${name%.sh}"
		case " $ways " in *" $way "*) set -- "$@" "${name%.sh}" ;; esac
	done
fi
for host; do
	try "$host"
done
exit "$failed"
