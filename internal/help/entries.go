package help

import (
	"fmt"
	"strings"
)

// entry is a flag or a command of a list, and what is said of it.
type entry struct{ name, value, text string }

// entries reads a list: a name in each line, behind two blanks or more what is
// said of it, which may go on in lines that are indented further.
func entries(lines []string) []entry {
	var list []entry
	for _, line := range lines {
		text := strings.TrimSpace(line)
		indent := len(line) - len(strings.TrimLeft(line, " "))
		switch {
		case text == "":
		case indent > 6 && len(list) > 0:
			list[len(list)-1].text += " " + text
		default:
			list = append(list, entryOf(text))
		}
	}
	return list
}

func entryOf(line string) entry {
	head, text, _ := strings.Cut(line, "  ")
	name, value := head, ""
	if at := strings.LastIndexByte(head, ' '); at > 0 && !strings.HasPrefix(head[at+1:], "-") {
		name, value = head[:at], head[at+1:]
	}
	return entry{name, value, strings.TrimSpace(text)}
}

// head returns the name in bold, and the value in italics.
func (e entry) head() string {
	head := `\fB` + escaped(e.name) + `\fR`
	if e.value != "" {
		head += ` \fI` + escaped(e.value) + `\fR`
	}
	return head
}

// fallbacks are for devices that have no such characters.
var fallbacks = [...]struct{ char, ascii string }{{"⟦", "["}, {"⟧", "]"}, {"…", "..."}}

// escaped returns the text as roff prints it: each character as itself.
func escaped(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case r == '\\':
			b.WriteString(`\e`)
		case r == '-':
			b.WriteString(`\-`)
		case r == '\'':
			b.WriteString(`\(aq`)
		case r == '"':
			b.WriteString(`\(dq`)
		case r == '`':
			b.WriteString(`\(ga`)
		case r == '^':
			b.WriteString(`\(ha`)
		case r == '~':
			b.WriteString(`\(ti`)
		case r >= 0x80:
			fmt.Fprintf(&b, `\[u%04X]`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// escapedLine is escaped for a line of text: one that begins with a dot is no
// request.
func escapedLine(text string) string {
	if strings.HasPrefix(text, ".") {
		return `\&` + escaped(text)
	}
	return escaped(text)
}
