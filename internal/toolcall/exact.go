package toolcall

import (
	"path"
	"slices"
	"strings"
)

// Exact tells whether the result shows a file that an edit may need byte for
// byte. Logs are not edited.
func (u Use) Exact() bool {
	return slices.ContainsFunc(u.Reads, func(name string) bool { return !isLog(name) })
}

// isLog tells by its name whether a file is a log, or one that was put aside,
// such as server.log.1 and server.log.2026-11-22.
func isLog(name string) bool {
	name = path.Base(strings.ReplaceAll(name, `\`, "/"))
	if at := strings.LastIndex(name, ".log."); at >= 0 && strings.Trim(name[at+len(".log."):], "0123456789-_") == "" {
		return true
	}
	switch path.Ext(name) {
	case ".log", ".out", ".err", ".output": // the last is what Claude Code's tasks print
		return true
	}
	return false
}
