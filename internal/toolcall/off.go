package toolcall

import (
	"slices"
	"strings"
)

// The name of the variable that switches elide off. In a line that an agent has
// run it is an order, which reaches the environment of the command alone: what
// looks at the result has to find it in the line. Wherever in the line it
// stands, it is meant for the whole result, of which nobody can tell the parts.
const offName = "ELIDE"

// switchesOff tells whether a command gives or gets the variable: among the
// words before it, which assign and start it, or in what a shell keeps for the
// commands that follow. What is an argument to anything else is text.
func switchesOff(before, argv []string) bool {
	if slices.ContainsFunc(before, saysOff) || splitSaysOff(before) {
		return true
	}
	if len(argv) == 0 {
		return false
	}
	switch args := argv[1:]; argv[0] {
	case "export", "declare", "typeset", "readonly", "local":
		return slices.ContainsFunc(args, saysOff)
	case "set", "setenv": // of fish, set -x ELIDE off; of cmd, set ELIDE=off
		i := slices.Index(args, offName)
		return i >= 0 && i+1 < len(args) && isOff(args[i+1]) || slices.ContainsFunc(args, saysOff)
	}
	return powerShellSaysOff(argv)
}

// splitSaysOff tells whether a line that env -S takes apart begins with it.
func splitSaysOff(before []string) bool {
	i := slices.Index(before, "-S")
	return i >= 0 && i+1 < len(before) && slices.ContainsFunc(strings.Fields(before[i+1]), saysOff)
}

// powerShellSaysOff knows $env:ELIDE = "off", where names have no case.
func powerShellSaysOff(argv []string) bool {
	rest, ok := strings.CutPrefix(strings.ToLower(strings.Join(argv, " ")), "$env:"+strings.ToLower(offName))
	value, assigned := strings.CutPrefix(strings.TrimSpace(rest), "=")
	return ok && assigned && isOff(strings.TrimSpace(value))
}

// saysOff tells whether a word assigns it.
func saysOff(word string) bool {
	name, value, _ := strings.Cut(word, "=")
	return name == offName && isOff(value)
}

// isOff knows the ways to say it that the configuration takes.
func isOff(value string) bool {
	switch strings.ToLower(value) {
	case "off", "false", "0", "no":
		return true
	}
	return false
}
