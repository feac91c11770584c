package install

import "strings"

// Command returns the line that a host's shell runs for an event. It prints
// nothing but elide's answer and never fails, also if elide is gone: a hook's
// error stops the work of an agent.
func Command(elide, host, event string) string {
	return quoted(elide) + " hook " + host + " " + event + " 2>/dev/null || true"
}

// PowerShell returns the line that PowerShell runs for an event, like Command.
func PowerShell(elide, host, event string) string {
	return "& '" + strings.ReplaceAll(elide, "'", "''") + "' hook " + host + " " + event + powerShellEnd
}

const powerShellEnd = " 2>$null; exit 0"

// Call is what such a line runs.
type Call struct{ Elide, Host, Event string }

// parseCommand reads a line that Command or PowerShell wrote, by this version or
// another.
func parseCommand(line string) (Call, bool) {
	line = strings.TrimSpace(line)
	if inner, ok := strings.CutPrefix(line, "& "); ok {
		line = strings.ReplaceAll(strings.TrimSuffix(inner, powerShellEnd), "''", `'\''`)
	}
	elide, rest, ok := unquoted(line)
	if !ok {
		return Call{}, false
	}
	words := strings.Fields(rest)
	if len(words) < 3 || words[0] != "hook" || !ours(elide) || runsMore(words[1:]) {
		return Call{}, false
	}
	return Call{elide, words[1], words[2]}, true
}

// runsMore tells whether the words that follow a program may run another one:
// they are more than arguments, redirections, and an end without an error.
func runsMore(words []string) bool {
	if n := len(words); n >= 2 && (words[n-2] == "||" && words[n-1] == "true") {
		words = words[:n-2]
	}
	text := strings.ReplaceAll(strings.Join(words, " "), ">&", ">")
	return strings.ContainsAny(text, "|&;`$()")
}

// quoted returns a path as one word for a shell.
func quoted(path string) string { return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'" }

// unquoted reads the first word of a line, quoted or not.
func unquoted(line string) (word, rest string, ok bool) {
	if !strings.HasPrefix(line, "'") {
		word, rest, ok = strings.Cut(line, " ")
		return word, rest, ok
	}
	for line = line[1:]; ; {
		part, after, ok := strings.Cut(line, "'")
		if !ok {
			return "", "", false
		}
		word += part
		escaped, more := strings.CutPrefix(after, `\''`)
		if !more {
			return word, after, true
		}
		word, line = word+"'", escaped
	}
}

// ours tells whether a path is that of one of elide's programs.
func ours(path string) bool {
	name := path[strings.LastIndexAny(path, `/\`)+1:]
	name = strings.TrimSuffix(name, ".exe")
	return name == "elide" || name == "elide-mcp" || name == "elide-shell"
}
