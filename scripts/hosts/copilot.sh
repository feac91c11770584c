# shellcheck shell=bash disable=SC2034,SC2154,SC1091 # test-hosts.sh gives and takes the variables
# Copilot CLI with a provider of one's own, by OpenAI's chat completions.
package=@github/copilot@1.0.102
ways='proxy installed'
installed=copilot
reduced='success failure huge mcp'
lacking='there tick'
tells='completed with exit code 1'
wraps=' completed with exit code '
provider=(COPILOT_PROVIDER_TYPE=openai COPILOT_PROVIDER_WIRE_API=completions COPILOT_MODEL=gpt-4.1)
below=/v1

prepare() { # MODEL
	mkdir -p "$home/.copilot"
	printf '{"mcpServers":{"lab":{"type":"local","command":"%s","args":["-mcp"],"tools":["*"]}}}\n' "$work/model" >"$home/.copilot/mcp-config.json"
}

launch() { # MODEL WRAPPER…
	# With less room for the prompt it would sum up the conversation half way.
	isolated COPILOT_AUTO_UPDATE=false COPILOT_PROVIDER_BASE_URL="$1$below" COPILOT_PROVIDER_API_KEY=dummy \
		COPILOT_PROVIDER_MAX_PROMPT_TOKENS=120000 "${provider[@]}" "${@:2}" copilot -p "$prompt" --allow-all-tools
}
