package install

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sergi/go-diff/diffmatchpatch"
)

// context is how many unchanged lines are shown around a change.
const context = 3

// hidden stands for what is not shown of a line.
const hidden = "…"

// Diff returns what the plan changes as a unified diff. Values of names that
// look like those of secrets are not in it.
func (p *Plan) Diff() string {
	var out strings.Builder
	for _, c := range p.Changes {
		out.WriteString(c.diff())
	}
	return out.String()
}

func (c Change) diff() string {
	from, to := c.Path, c.Path
	if !c.Existed {
		from = "/dev/null"
	}
	if c.Delete {
		to = "/dev/null"
	}
	lines := compare(c.Old, c.New)
	var out strings.Builder
	fmt.Fprintf(&out, "--- %s\n+++ %s\n", from, to)
	for start := 0; start < len(lines); {
		first, end := nextHunk(lines, start)
		if first < 0 {
			break
		}
		writeHunk(&out, lines, first, end)
		start = end
	}
	return out.String()
}

// diffLine is a line of one of two texts, or of both: ' ', '-' or '+'.
type diffLine struct {
	sign byte
	text string
}

// compare returns the lines of both texts in the order of a diff. Settings can
// be long, and differ in few lines: what is the same at both ends is told first.
func compare(before, after []byte) []diffLine {
	old, now := slices.Collect(strings.Lines(string(before))), slices.Collect(strings.Lines(string(after)))
	head, tail := 0, 0
	for head < min(len(old), len(now)) && old[head] == now[head] {
		head++
	}
	for tail < min(len(old), len(now))-head && old[len(old)-1-tail] == now[len(now)-1-tail] {
		tail++
	}
	lines := signed(nil, ' ', old[:head])
	lines = middle(lines, strings.Join(old[head:len(old)-tail], ""), strings.Join(now[head:len(now)-tail], ""))
	return signed(lines, ' ', old[len(old)-tail:])
}

func signed(lines []diffLine, sign byte, texts []string) []diffLine {
	for _, text := range texts {
		lines = append(lines, diffLine{sign, text})
	}
	return lines
}

// middle adds the lines of two texts.
func middle(lines []diffLine, before, after string) []diffLine {
	d := diffmatchpatch.New()
	d.DiffTimeout = 0
	old, now, all := d.DiffLinesToRunes(before, after)
	for _, part := range d.DiffCharsToLines(d.DiffMainRunes(old, now, false), all) {
		sign := map[diffmatchpatch.Operation]byte{diffmatchpatch.DiffEqual: ' ', diffmatchpatch.DiffDelete: '-', diffmatchpatch.DiffInsert: '+'}[part.Type]
		lines = signed(lines, sign, slices.Collect(strings.Lines(part.Text)))
	}
	return lines
}

// nextHunk returns the next run of changes from start on, with the lines around
// it; -1 if there is none.
func nextHunk(lines []diffLine, start int) (first, end int) {
	first, same := -1, 0
	for i := start; i < len(lines); i++ {
		if lines[i].sign == ' ' {
			same++
			if first >= 0 && same > 2*context {
				break
			}
			continue
		}
		if first < 0 {
			first = max(start, i-context)
		}
		same, end = 0, i+1
	}
	return first, min(len(lines), end+context)
}

func writeHunk(out *strings.Builder, lines []diffLine, first, end int) {
	fmt.Fprintf(out, "@@ -%s +%s @@\n", span(lines, first, end, '+'), span(lines, first, end, '-'))
	for _, line := range lines[first:end] {
		out.WriteByte(line.sign)
		out.WriteString(masked(strings.TrimRight(line.text, "\r\n")))
		out.WriteByte('\n')
		if !strings.HasSuffix(line.text, "\n") {
			out.WriteString("\\ No newline at end of file\n")
		}
	}
}

// span returns the range of a hunk in the text that lines of the sign other
// are not in.
func span(lines []diffLine, first, end int, other byte) string {
	before, length := 0, 0
	for i, line := range lines[:end] {
		switch {
		case line.sign == other:
		case i < first:
			before++
		default:
			length++
		}
	}
	if length > 0 {
		before++
	}
	return fmt.Sprintf("%d,%d", before, length)
}

// masked returns a line of settings without the texts that may be secrets:
// those of names that sound like one.
func masked(line string) string {
	var out strings.Builder
	for {
		name, rest, ok := cutText(line)
		if !ok {
			out.WriteString(line)
			return out.String()
		}
		out.WriteString(line[:len(line)-len(rest)])
		line = rest
		between := line[:len(line)-len(strings.TrimLeft(line, " \t:="))]
		if _, after, ok := cutText(line[len(between):]); ok && between != "" && secret(name) && strings.ContainsAny(line[len(between):][:1], `"'`) {
			out.WriteString(between + `"` + hidden + `"`)
			line = after
		}
	}
}

// cutText returns the next name or quoted text of a line, and what follows it.
func cutText(line string) (text, rest string, ok bool) {
	at := strings.IndexFunc(line, func(r rune) bool { return r == '"' || r == '\'' || isWord(r) })
	if at < 0 {
		return "", "", false
	}
	if quote := line[at]; quote == '"' || quote == '\'' {
		for end := at + 1; end < len(line); end++ {
			switch line[end] {
			case '\\':
				end++
			case quote:
				return line[at+1 : end], line[end+1:], true
			}
		}
		return line[at+1:], "", true
	}
	end := strings.IndexFunc(line[at:], func(r rune) bool { return !isWord(r) })
	if end < 0 {
		end = len(line) - at
	}
	return line[at : at+end], line[at+end:], true
}

func isWord(r rune) bool {
	return r == '_' || r == '-' || r == '.' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
}

// secret tells whether a name sounds like that of a secret.
func secret(name string) bool {
	name = strings.ToLower(name)
	for _, word := range [...]string{"key", "token", "secret", "password", "auth", "credential", "cookie"} {
		if strings.Contains(name, word) {
			return true
		}
	}
	return false
}
