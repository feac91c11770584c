# shellcheck shell=bash disable=SC2034,SC2154,SC1091 # test-hosts.sh gives and takes the variables
# opencode, by Anthropic's API.
. "$hosts/opencode.sh"
models='"model": "anthropic/claude-sonnet-4-5", "small_model": "anthropic/claude-haiku-4-5"'
variable=ANTHROPIC
