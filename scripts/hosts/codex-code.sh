# shellcheck shell=bash disable=SC2034,SC2154,SC1091 # test-hosts.sh gives and takes the variables
# Codex in code mode: the model writes JavaScript that runs commands, and
# their output comes back as JSON inside of a string. It doesn't let a hook
# replace what a command printed.
. "$hosts/codex.sh"
codex=("${codex[@]/gpt-5.5/gpt-6.1-sol}")
reduced=
tells='"exit_code":1'
wraps='"exit_code":'
