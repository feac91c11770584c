# shellcheck shell=bash disable=SC2034,SC2154,SC1091 # test-hosts.sh gives and takes the variables
# Gemini CLI: the address comes from the environment, how to log in from its
# settings. GEMINI_SETTINGS=none leaves the settings out.
package=@google/gemini-cli@0.61.0

launch() { # MODEL WRAPPER…
	mkdir -p "$home/.gemini"
	if [ "${GEMINI_SETTINGS-}" != none ]; then
		echo '{"security": {"auth": {"selectedType": "gemini-api-key"}}}' >"$home/.gemini/settings.json"
	fi
	isolated GOOGLE_GEMINI_BASE_URL="$1" GEMINI_API_KEY=dummy GEMINI_CLI_NO_RELAUNCH=1 GEMINI_CLI_TRUST_WORKSPACE=true \
		"${@:2}" gemini -p "$prompt" --approval-mode=yolo -o json
}
