# shellcheck shell=bash disable=SC2034,SC2154,SC1091 # test-hosts.sh gives and takes the variables
# Codex with commands that are rewritten before they run, which elide does only
# if asked: all of an output is reduced, and the exit status is told.
. "$hosts/codex.sh"
ways=installed
installed='codex --rewrite'
lacking='there tick'
tells='exited with code 1'
wraps='Process exited with code '
