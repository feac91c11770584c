# shellcheck shell=bash disable=SC2034,SC2154,SC1091 # test-hosts.sh gives and takes the variables
# Claude Code with a prefix of the user's own before each command, which stays,
# and with both: elide is installed, and starts the agent behind its proxy.
. "$hosts/claude.sh"
ways=installed

prepare() { # MODEL
	mkdir -p "$home/.claude"
	# shellcheck disable=SC2016 # the prefix's own words
	printf '#!/bin/sh\necho "$1" >>"%s"\nexec bash -c "$1"\n' "$run/prefixed" >"$run/prefix"
	chmod +x "$run/prefix"
	printf '{"env": {"CLAUDE_CODE_SHELL_PREFIX": "%s"}, "hooks": {"PreToolUse": [%s]}}\n' "$run/prefix" "$denies" >"$home/.claude/settings.json"
	echo "{\"mcpServers\": {\"lab\": {\"command\": \"$work/model\", \"args\": [\"-mcp\"]}}}" >"$home/.claude.json"
}

launch() { # MODEL
	local proxy=(elide proxy --)
	[ -x "$work/bin/elide" ] || proxy=()
	claude_code "${proxy[@]}" claude -p "$prompt" --output-format json --allowedTools Bash,Read,Edit,mcp__lab,mcp__elide || return
	grep -q shop "$run/prefixed" # it was run before the commands
}
