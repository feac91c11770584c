# shellcheck shell=bash disable=SC2034,SC2154,SC1091 # test-hosts.sh gives and takes the variables
# Mistral Vibe, from PyPI, with a provider of one's own. Tools of MCP servers
# are not among those that it offers, and the model finds them by TypeScript.
package=pip:mistral-vibe==3.0.2
ways=installed
installed=vibe
reduced='success failure huge'
lacking='there tick mcp tool'
tells='returncode: 1'
wraps='returncode'

prepare() { # MODEL
	mkdir -p "$home/.vibe"
	printf '%s\n' '# mine' 'active_model = "lab"' 'enable_telemetry = false' 'enable_update_checks = false' \
		'[[providers]]' 'name = "lab"' "api_base = \"$1/v1\"" 'api_key_env_var = "LAB_KEY"' 'backend = "generic"' \
		'[[models]]' 'name = "gpt-4.1"' 'provider = "lab"' 'alias = "lab"' \
		'[[mcp_servers]]' 'name = "lab"' 'transport = "stdio"' "command = \"$work/model\"" 'args = ["-mcp"]' >"$home/.vibe/config.toml"
}

launch() { # MODEL
	isolated LAB_KEY=dummy vibe -p "$prompt" --auto-approve --trust --output json
}
