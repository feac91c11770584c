# shellcheck shell=bash disable=SC2034,SC2154,SC1091 # test-hosts.sh gives and takes the variables
# Claude Code, with elide installed for one project.
. "$hosts/claude.sh"
ways=installed
installed='claude --project'
