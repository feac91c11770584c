# shellcheck shell=bash disable=SC2034,SC2154,SC1091 # test-hosts.sh gives and takes the variables
# Gemini CLI: the address comes from the environment, how to log in from its
# settings. GEMINI_SETTINGS=none leaves the settings out.
package=@google/gemini-cli@0.61.0
ways='proxy installed'
installed=gemini
reduced='success failure huge mcp'
lacking='there tick'
tells='Exit Code: 1'
wraps='<untrusted_context>'

prepare() { # MODEL
	mkdir -p "$home/.gemini"
	[ "${GEMINI_SETTINGS-}" != none ] || return
	printf '{\n  // how to log in\n  "security": {"auth": {"selectedType": "gemini-api-key"}},\n  "mcpServers": {"lab": {"command": "%s", "args": ["-mcp"]}}\n}\n' "$work/model" >"$home/.gemini/settings.json"
}

launch() { # MODEL WRAPPER…
	isolated GOOGLE_GEMINI_BASE_URL="$1" GEMINI_API_KEY=dummy GEMINI_CLI_NO_RELAUNCH=1 GEMINI_CLI_TRUST_WORKSPACE=true \
		"${@:2}" gemini -p "$prompt" --approval-mode=yolo -o json
}
