#!/bin/sh
# The site of docs/ is made, its links are checked, and each of its pages is opened in
# a browser on a phone and a desk, light and dark. About half a minute.
set -eu
cd "$(dirname "$0")/../.."
sh scripts/ci/browser.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
(cd scripts/docsite && go mod download) 2>"$work/log" || {
	echo "   skipped: $(tail -1 "$work/log")"
	exit 0
}
scripts/site "$work/site"
cd scripts/docsite
test -z "$(gofmt -l .)"
go vet ./...
ELIDE_TEST_LONG=1 go test ./... # without, no page is opened
