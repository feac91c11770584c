# shellcheck shell=bash disable=SC2034,SC2154,SC1091 # test-hosts.sh gives and takes the variables
# Claude Code: the model's address comes from the environment.
package=@anthropic-ai/claude-code@2.1.330

launch() { # MODEL WRAPPER…
	isolated ANTHROPIC_BASE_URL="$1" ANTHROPIC_API_KEY=dummy CLAUDE_CONFIG_DIR="$home/.claude" DISABLE_AUTOUPDATER=1 \
		DISABLE_TELEMETRY=1 CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1 \
		"${@:2}" claude -p "$prompt" --output-format json --allowedTools Bash,Read,Edit
}
