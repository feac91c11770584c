# shellcheck shell=bash disable=SC2034,SC2154,SC1091 # test-hosts.sh gives and takes the variables
# Copilot CLI by OpenAI's Responses API.
. "$hosts/copilot.sh"
provider=(COPILOT_PROVIDER_TYPE=openai COPILOT_PROVIDER_WIRE_API=responses COPILOT_MODEL=gpt-5.1)
