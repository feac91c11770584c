# shellcheck shell=bash disable=SC2034,SC2154,SC1091 # test-hosts.sh gives and takes the variables
# Codex with a ChatGPT login, made up: it then asks for models first, and by
# itself would compress its requests.
. "$hosts/codex.sh"
ways=proxy

launch() { # MODEL WRAPPER…
	local claims='{"email":"dev@example.com","exp":4102444800,"https://api.openai.com/auth":{"chatgpt_plan_type":"plus","chatgpt_account_id":"acc","chatgpt_user_id":"user"}}'
	local token
	token=$(printf '{"alg":"none","typ":"JWT"}' | base64 -w0 | tr -d =).$(printf %s "$claims" | base64 -w0 | tr '+/' '-_' | tr -d =).c2ln
	printf '{"OPENAI_API_KEY":null,"tokens":{"id_token":"%s","access_token":"%s","refresh_token":"none","account_id":"acc"},"last_refresh":"%s"}' \
		"$token" "$token" "$(date -u +%FT%TZ)" >"$home/.codex/auth.json"
	isolated CODEX_HOME="$home/.codex" "${@:2}" "${codex[@]}" "$prompt"
}
