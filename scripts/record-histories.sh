#!/bin/bash
# Records conversations of scripted agents with real tools, for
# elision-bench --histories.
#
# usage: scripts/record-histories.sh [-o DIR] [ID…]      default DIR: testdata/histories
#
# The agents (scripts/histories) are programs that follow rules: they run
# compilers, tests and git on small broken projects, and what they do next
# depends on what these printed. All happens in a mount namespace of its own,
# where /home/dev is an empty folder in memory with the tools bound into it, so
# that no path of this machine gets into a recording. No network is used.
#
# needs: unshare, go, python3 with pytest, node, cargo, gcc, make, javac, git, rg, sqlite3
#
# examples:
#   scripts/record-histories.sh                       # all
#   scripts/record-histories.sh go-price-claude       # one
set -eu
here=$(cd "$(dirname "$0")" && pwd)
if [ -z "${RECORDING-}" ]; then
	RECORDING=1 GO_CACHE=$(go env GOCACHE) PYTHON=$(python3 -c 'import sys; print(sys.prefix)') RUST=$(rustc --print sysroot) \
		exec unshare -rm "$here/record-histories.sh" "$@"
fi
out=$here/../testdata/histories
if [ "${1-}" = -o ]; then
	out=$2
	shift 2
fi
mkdir -p "$out"
out=$(cd "$out" && pwd)
export GO_CACHE PYTHON RUST
python3=$PYTHON/bin/python3
mount -t tmpfs tmpfs /home
mkdir -p /home/dev/.cache/go-build /home/dev/.python /home/dev/.rust
mount --bind "$GO_CACHE" /home/dev/.cache/go-build
mount --bind "$PYTHON" /home/dev/.python
mount --bind "$RUST" /home/dev/.rust
exec "$python3" -B "$here/histories/record.py" "$out" "$@"
