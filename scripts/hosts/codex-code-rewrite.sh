# shellcheck shell=bash disable=SC2034,SC2154,SC1091 # test-hosts.sh gives and takes the variables
# Codex in code mode, with commands that are rewritten before they run.
. "$hosts/codex-code.sh"
ways=installed
installed='codex --rewrite'
reduced='success failure huge'
lacking='there tick'
