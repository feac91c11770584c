# shellcheck shell=bash disable=SC2034,SC2154,SC1091 # test-hosts.sh gives and takes the variables
# Codex: it reads no address from the environment but from its configuration,
# where elide proxy finds it as well. It runs no hook that the user didn't look
# at, unless told to, tells hooks no exit status, and cuts what they get.
package=@openai/codex@0.169.0
ways='proxy installed'
installed=codex
reduced='success failure huge mcp'
lacking='huge there tick'
tells='Exit status: not told to hooks'
doctor=1
warned='type /hooks'
codex=(codex exec --skip-git-repo-check --json -m gpt-5.5 --dangerously-bypass-approvals-and-sandbox --dangerously-bypass-hook-trust)

prepare() { # MODEL
	mkdir -p "$home/.codex"
	printf '# my own\nopenai_base_url = "%s/v1"   # for now\n\n[mcp_servers.lab]\ncommand = "%s"\nargs = [ "-mcp" ]\n' "$1" "$work/model" >"$home/.codex/config.toml"
	echo "export PATH='$work/bin:$PATH'" >"$home/.bash_profile" # it runs login shells, whose PATH is the profile's
}

launch() { # MODEL WRAPPER…
	isolated CODEX_API_KEY=dummy CODEX_HOME="$home/.codex" "${@:2}" "${codex[@]}" "$prompt"
}

# A command that the user's rules forbid is refused, also with the hook that an
# earlier version installed, which had Codex run another one in its place.
afterwards() {
	local hooks=$home/.codex/hooks.json
	mkdir -p "$home/.codex/rules"
	echo 'prefix_rule(pattern=["uname"], decision="forbidden")' >"$home/.codex/rules/mine.rules"
	refused installed
	cp "$hooks" "$run/hooks.json"
	# shellcheck disable=SC2016 # the hook's own words
	printf '{"hooks":{"PreToolUse":[{"matcher":"^Bash$","hooks":[{"type":"command","command":"%s hook codex PreToolUse 2>/dev/null || true"}]}]}}' "'$work/bin/elide'" >"$hooks"
	refused earlier
	cp "$run/hooks.json" "$hooks"
	rm -r "$home/.codex/rules"
}

# refused NAME: Codex doesn't run uname.
refused() {
	echo '{"run":"uname -s"}' >"$run/uname"
	start "refused.$1" -script "$run/uname"
	sed -i.old "s#http://127.0.0.1:[0-9]*#$url#" "$home/.codex/config.toml" && rm "$home/.codex/config.toml.old"
	(cd "$run/project" && launch "$url") </dev/null >>"$run/refused.log" 2>&1
	stop
	grep -q 'policy forbids commands starting with .*uname' -r "$run/refused.$1" || fail "$1: a forbidden command was not refused"
}
