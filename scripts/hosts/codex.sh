# shellcheck shell=bash disable=SC2034,SC2154,SC1091 # test-hosts.sh gives and takes the variables
# Codex: it reads no address from the environment but from its configuration,
# where elide proxy finds it as well.
package=@openai/codex@0.169.0
codex=(codex exec --skip-git-repo-check --json -m gpt-5.5 --dangerously-bypass-approvals-and-sandbox)

codex_settings() { # MODEL
	mkdir -p "$home/.codex"
	echo "openai_base_url = \"$1/v1\"" >"$home/.codex/config.toml"
	echo "export PATH='$work/bin:$PATH'" >"$home/.bash_profile" # it runs login shells, whose PATH is the profile's
}

launch() { # MODEL WRAPPER…
	codex_settings "$1"
	isolated CODEX_API_KEY=dummy CODEX_HOME="$home/.codex" "${@:2}" "${codex[@]}" "$prompt"
}
