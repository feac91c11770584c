# shellcheck shell=bash disable=SC2034,SC2154,SC1091 # test-hosts.sh gives and takes the variables
# opencode, by OpenAI's Responses API: the address comes from the environment.
package=opencode-ai@1.18.33
ways='proxy installed'
installed=opencode
reduced='success failure huge again mcp'
lacking='there tick'
models='"model": "openai/gpt-5.5", "small_model": "openai/gpt-5.5"'
variable=OPENAI

prepare() { # MODEL
	mkdir -p "$home/.config/opencode"
	printf '{%s, "autoupdate": false, "share": "disabled", "permission": {"bash": "allow", "edit": "allow"},\n    "mcp": {"lab": {"type": "local", "command": ["%s", "-mcp"], "enabled": true}} // mine\n}\n' \
		"$models" "$work/model" >"$home/.config/opencode/opencode.json"
}

launch() { # MODEL WRAPPER…
	isolated "${variable}_BASE_URL=$1/v1" "${variable}_API_KEY=dummy" OPENCODE_DISABLE_AUTOUPDATE=1 OPENCODE_DISABLE_MODELS_FETCH=1 \
		OPENCODE_DISABLE_LSP_DOWNLOAD=1 "${@:2}" opencode run --format json "$prompt"
}
