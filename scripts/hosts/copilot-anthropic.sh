# shellcheck shell=bash disable=SC2034,SC2154,SC1091 # test-hosts.sh gives and takes the variables
# Copilot CLI by Anthropic's API.
. "$hosts/copilot.sh"
provider=(COPILOT_PROVIDER_TYPE=anthropic COPILOT_MODEL=claude-sonnet-4)
below=
