# shellcheck shell=bash disable=SC2034,SC2154,SC1091 # test-hosts.sh gives and takes the variables
# Codex with that login, and told to compress its requests all the same.
. "$hosts/codex-login.sh"
codex+=(-c features.enable_request_compression=true)
