# shellcheck shell=bash disable=SC2034,SC2154,SC1091 # test-hosts.sh gives and takes the variables
# Cline's CLI, by OpenAI's chat completions: the address comes from its
# settings, so the proxy has no way to it. Of a result that is longer than
# 48,000 characters the hook gets no more, and the model no more than 8,000.
package=cline@3.0.65
ways=installed
installed=cline
reduced='success failure huge mcp'
lacking='huge there tick'
tells='Command exited with code 1'
wraps='"query":"'

prepare() { # MODEL
	mkdir -p "$home/.cline/data/settings"
	printf '{\n  "mcpServers": {\n    "lab": {"command": "%s", "args": ["-mcp"]}\n  }\n}\n' "$work/model" >"$home/.cline/data/settings/cline_mcp_settings.json"
	isolated CLINE_SESSION_BACKEND_MODE=local cline auth -p openai-compatible -k dummy -m gpt-4.1 -b "$1/v1" >"$run/auth.log" 2>&1 </dev/null
}

launch() { # MODEL
	isolated CLINE_SESSION_BACKEND_MODE=local cline --json -P openai-compatible "$prompt"
}
