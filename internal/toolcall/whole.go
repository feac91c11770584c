package toolcall

import (
	"slices"
	"strings"

	"elide.example/elide/internal/jsonspan"
)

// Whole tells whether a call that reads shows its one file from the first line to the last: it
// asks for no range.
func Whole(name string, input []byte) bool {
	c := newCall(name, input)
	u := c.use()
	if len(u.Reads) != 1 || strings.Contains(u.Reads[0], "$") {
		return false
	}
	switch c.kind {
	case reading, editor:
		return !c.ranged()
	case shell:
		lines := c.lines()
		return len(lines) == 1 && catsWhole(lines[0])
	}
	return false
}

// ranged tells whether a member of the input asks for a part of a file: not what
// hosts fill in for those that are not set, nor the lines from the first to the last.
func (c call) ranged() bool {
	for key, member := range c.input.Members() {
		switch member.Kind() {
		case jsonspan.Number, jsonspan.Array:
			if !isPath(key.Str()) && !slices.Contains([]string{"0", "[]", "[1,-1]", "[1, -1]"}, string(member.Raw())) {
				return true
			}
		case jsonspan.String:
			name := strings.ToLower(key.Str())
			if member.Str() != "" && slices.ContainsFunc([]string{"range", "offset", "limit", "line", "page", "start", "end"}, func(part string) bool { return strings.Contains(name, part) }) {
				return true
			}
		}
	}
	return false
}

// catsWhole tells whether a line shows a file with a command that shows all of it, and
// nothing stands behind that but changes of folder before it.
func catsWhole(line string) bool {
	cats := 0
	for _, p := range parseShell(line) {
		if len(p.commands) != 1 {
			return false
		}
		switch words := bare(p.commands[0].words); {
		case len(words) == 0:
			return false
		case words[0] == "cd":
		case slices.Contains([]string{"cat", "nl"}, baseName(words[0])):
			cats++
		default:
			return false
		}
	}
	return cats == 1
}
