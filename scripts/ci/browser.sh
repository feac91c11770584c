#!/bin/sh
# Sees to it that there is a Chromium, where Debian's can be installed. Tests of pages
# are skipped without one.
command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null && exit 0
[ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || exit 0
{ apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends chromium; } >/dev/null 2>&1
command -v chromium >/dev/null || echo '   no chromium, and it could not be installed: pages are not opened'
