# shellcheck shell=bash disable=SC2034,SC2154,SC1091 # test-hosts.sh gives and takes the variables
# Claude Code: the model's address comes from the environment.
package=@anthropic-ai/claude-code@2.1.330
ways='proxy installed'
installed=claude
reduced='success failure huge again mcp'
tells='Exit code 1'
plain=$plain$'\n{"run": "echo forbidden"}'

prepare() { # MODEL
	mkdir -p "$home/.claude"
	printf '{\n\t"permissions": {"deny": ["WebFetch"]},\n\t"includeCoAuthoredBy" : false, "hooks": {"PreToolUse": [%s]}\n}' "$denies" >"$home/.claude/settings.json"
	echo "{\"mcpServers\": {\"lab\": {\"command\": \"$work/model\", \"args\": [\"-mcp\"]}}}" >"$home/.claude.json"
}

# A hook of the user's own that lets no command run that says forbidden.
denies='{"matcher": "Bash", "hooks": [{"type": "command", "command": "! grep -q forbidden || { echo not here >&2; exit 2; }"}]}'

launch() { # MODEL WRAPPER…
	claude_code "${@:2}" claude -p "$prompt" --output-format json --allowedTools Bash,Read,Edit,mcp__lab,mcp__elide
}

claude_code() { # COMMAND…
	isolated ANTHROPIC_BASE_URL="$url" ANTHROPIC_API_KEY=dummy DISABLE_AUTOUPDATER=1 DISABLE_TELEMETRY=1 \
		CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1 "$@"
}

# A file that was read before is told by a reference, but not after a compaction.
# Of a file that was changed since the change is told, and where the rest stands.
# A command that the user's rules forbid is refused, whatever runs before it.
afterwards() {
	echo '{"run":"uname -s"}' >"$run/uname"
	more uname 'What is this system?' --disallowedTools 'Bash(uname:*)'
	grep -q 'Permission to use Bash with command uname -s has been denied' -r "$run/uname.sent" || fail "a forbidden command was not refused"
	echo '{"read":"price_test.go"}{"read":"catalog.go"}{"read":"catalog.go"}' >"$run/twice"
	echo '{"read":"catalog.go"}' >"$run/once"
	{ more twice 'Read it twice.' && "$work/model" -audit "$run/twice.sent" -min-reduced 1; } || fail "reading twice: see above"
	echo '{"read":"catalog.go"}{"run":"sed -i s/thing-050/thing-fifty/ catalog.go"}{"read":"catalog.go"}' >"$run/changed"
	more changed 'Read it, change it, and read it again.'
	"$work/model" -audit "$run/changed.sent" -results | grep -q '^ *61.*thing-fifty' || fail "the change is not told, by its number"
	[ "$("$work/model" -audit "$run/changed.sent" -results | grep -c 'as in lines .* of catalog.go above')" = 2 ] || fail "it is not told where the rest stands"
	more once -c /compact
	rm -r "$run/once.sent"
	{ more once -c 'Read it once more.' && "$work/model" -audit "$run/once.sent" -min-requests 1 -whole; } || fail "after a compaction: see above"
}

more() { # SCRIPT ARGUMENT…
	start "$1.sent" -script "$run/$1"
	(cd "$run/project" && claude_code claude -p "${@:2}" --allowedTools Read,Bash) </dev/null >>"$run/more.log" 2>&1
	local status=$?
	stop
	return "$status"
}
