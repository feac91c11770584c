package audit

import (
	_ "embed"
	"strings"
)

// aside tells of a program that only prepares for what a line is run for.
func aside(program string) bool {
	switch program {
	case "cd", "pushd", "popd", "export", "set", "unset", "source", ".", ":", "true", "false", "echo", "printf", "sleep", "wait", "trap", "umask", "ulimit",
		"alias", "local", "declare", "typeset", "readonly", "read", "test", "[", "[[", "for", "case", "select", "function", "mkdir", "touch", "command", "type":
		return true
	}
	return false
}

// subcommandLists is read where it is asked: most programs that hold it never ask.
//
//go:embed subcommands.txt
var subcommandLists string

// runnable is the list of the tools that others run by name.
const runnable = "@runnable"

// subcommands returns those of a command that are named with it, and its
// options before them that take a word.
func subcommands(command string) (known, valued string) {
	for line := range strings.Lines(subcommandLists) {
		commands, lists, _ := strings.Cut(line, ": ")
		if !hasPart(commands, ", ", command) {
			continue
		}
		known, valued, _ = strings.Cut(strings.TrimSpace(lists), " | ")
		if strings.Contains(known, runnable) {
			all, _ := subcommands(runnable)
			known = strings.Replace(known, runnable, all, 1)
		}
		return known, valued
	}
	return "", ""
}

// hasPart tells whether a part of the text, as the separator parts it, is that.
func hasPart(text, separator, part string) bool {
	for one := range strings.SplitSeq(text, separator) {
		if one == part {
			return true
		}
	}
	return false
}
