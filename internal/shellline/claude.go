package shellline

import "strings"

// Claude is a line that Claude Code has a shell run for its Bash tool.
type Claude struct {
	Command string // what the model asked for
	Shell   string // bash or zsh, which the line is written for; "": it doesn't say
}

// The parts of such a line. Before eval stands what restores the user's shell,
// after it what tells the host the folder in which the command ended:
//
//	source ~/.claude/shell-snapshots/snapshot-bash-… 2>/dev/null || true && … &&
//	  eval 'go test ./...' < /dev/null && pwd -P >| /tmp/claude-0b8c-cwd
const (
	evaluates = "eval "
	snapshots = "/shell-snapshots/snapshot-"
	endsIn    = " && pwd -P >| "
)

// noInput is how a line keeps a command from the host's own input: it is left
// out where the command has an input of its own.
var noInput = [...]string{" < /dev/null", ` \< /dev/null`, ""}

// ParseClaude reads such a line. Claude Code puts its prefix before other
// lines too, hooks and MCP servers: for them, and for all that it does not
// know, it returns false.
func ParseClaude(line string) (Claude, bool) {
	for at := 0; ; at++ {
		next := strings.Index(line[at:], evaluates)
		if next < 0 {
			return Claude{}, false
		}
		at += next
		if at > 0 && line[at-1] != ' ' && line[at-1] != '\n' {
			continue
		}
		command, rest, ok := unquote(line[at+len(evaluates):])
		if ok && endsBash(rest) {
			return Claude{Command: command, Shell: snapshotShell(line[:at])}, true
		}
	}
}

// endsBash tells whether the rest of a line is what stands after the command.
func endsBash(rest string) bool {
	for _, redirect := range noInput {
		if file, ok := strings.CutPrefix(rest, redirect+endsIn); ok {
			_, rest, ok := unquote(file)
			return ok && strings.TrimSpace(rest) == ""
		}
	}
	return false
}

func snapshotShell(text string) string {
	_, name, _ := strings.Cut(text, snapshots)
	for _, shell := range [...]string{"bash", "zsh"} {
		if strings.HasPrefix(name, shell+"-") {
			return shell
		}
	}
	return ""
}

// unquote reads the first word of text as a shell does that expands nothing
// in it. It is not ok if there is none, or one that would be expanded.
func unquote(text string) (word, rest string, ok bool) {
	var b strings.Builder
	for i := 0; i < len(text); {
		switch c := text[i]; c {
		case ' ', '\t', '\n':
			return b.String(), text[i:], i > 0
		case '\'':
			end := strings.IndexByte(text[i+1:], '\'')
			if end < 0 {
				return "", "", false
			}
			b.WriteString(text[i+1 : i+1+end])
			i += end + 2
		case '"':
			n, ok := unquoteDouble(&b, text[i+1:])
			if !ok {
				return "", "", false
			}
			i += n + 1
		case '\\':
			if i+1 == len(text) {
				return "", "", false
			}
			b.WriteByte(text[i+1])
			i += 2
		case '$', '`', ';', '&', '|', '<', '>', '(', ')':
			return "", "", false
		default:
			b.WriteByte(c)
			i++
		}
	}
	return b.String(), "", len(text) > 0
}

// unquoteDouble reads up to the double quote that ends the text, and returns
// how many bytes that took.
func unquoteDouble(b *strings.Builder, text string) (n int, ok bool) {
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			return i + 1, true
		case c == '$' || c == '`':
			return 0, false
		case c == '\\' && i+1 < len(text) && strings.IndexByte("$`\"\\", text[i+1]) >= 0:
			i++
			b.WriteByte(text[i])
		default:
			b.WriteByte(c)
		}
	}
	return 0, false
}
