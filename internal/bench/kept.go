package bench

import (
	"bytes"
	"strconv"
	"unicode"
	"unicode/utf8"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/line"
)

// mention is why a text that stands in no labelled line must be seen.
const mention = "must be mentioned"

// Missed returns the labels of the case that the output lost, critical lines
// first. A label stands in an output if it does so without regard to
// terminal codes and blanks; of a line that overwrote itself, if its last
// visible state does; of a match, if its path does and what it matched does; of a job's line,
// if the job, step and date do and what stands behind them does.
func (c *Case) Missed(output []byte) []Label {
	out := bare(output)
	var missed []Label
	for _, l := range c.Critical {
		if !c.stands(out, l.Text) {
			missed = append(missed, l)
		}
	}
	for _, m := range c.Mentions {
		if !mentioned(out, m) {
			missed = append(missed, Label{Text: m, Why: mention})
		}
	}
	return missed
}

func (c *Case) stands(out []byte, text string) bool {
	if contains(out, text) || bytes.Contains(out, bare(block.Resolve([]byte(text)))) {
		return true
	}
	if head := line.JobDate([]byte(text)); head > 0 && contains(out, text[:head]) && contains(out, text[head:]) {
		return true // a view names them once
	}
	switch c.Shape {
	case "grep", "mixed", "session": // a search may be among what several commands printed
	default:
		return false
	}
	text = string(bare([]byte(text))) // the numbers may be coloured
	for at := 0; ; {
		path, match, ok := splitMatch(text, at)
		if !ok {
			return false
		}
		if contains(out, path) && contains(out, match) {
			return true
		}
		at = len(path) + 1
	}
}

// mentioned tells whether the text stands in out, as it is or escaped as in
// a JSON string.
func mentioned(out []byte, text string) bool {
	if contains(out, text) {
		return true
	}
	quoted := strconv.Quote(text)
	return contains(out, quoted[1:len(quoted)-1])
}

func contains(out []byte, text string) bool { return bytes.Contains(out, bare([]byte(text))) }

// splitMatch cuts a line that grep printed into its path, which ends at from
// or later, and the rest, which starts with the line number.
func splitMatch(text string, from int) (path, match string, ok bool) {
	for i := max(from, 1); i < len(text); i++ {
		if text[i] != ':' && text[i] != '-' && text[i] != '=' {
			continue
		}
		n := i + 1
		for n < len(text) && text[n] >= '0' && text[n] <= '9' {
			n++
		}
		if n > i+1 && n < len(text) && text[n] == text[i] {
			return text[:i], text[i+1:], true
		}
	}
	return "", "", false
}

// bare returns the text without terminal codes and blanks, line ends kept,
// so that nothing is found across lines. Bytes that are no UTF-8 become
// U+FFFD, one for each run, as labels have them.
func bare(text []byte) []byte {
	out := make([]byte, 0, len(text))
	for i := 0; i < len(text); {
		c := text[i]
		switch {
		case c == 0x1b:
			i += escapeLen(text[i:])
		case c == '\n':
			out = append(out, c)
			i++
		case c <= ' ' || c == 0x7f:
			i++
		case c < utf8.RuneSelf:
			out = append(out, c)
			i++
		default:
			r, n := utf8.DecodeRune(text[i:])
			out = appendRune(out, r)
			i += n
		}
	}
	return out
}

func appendRune(out []byte, r rune) []byte {
	if unicode.IsSpace(r) || r == utf8.RuneError && bytes.HasSuffix(out, []byte("\uFFFD")) {
		return out
	}
	return utf8.AppendRune(out, r)
}

// escapeLen returns the length of the escape sequence at the start of text: a
// control sequence, an operating system command, or two bytes.
func escapeLen(text []byte) int {
	if len(text) < 2 {
		return len(text)
	}
	switch text[1] {
	case '[':
		for n := 2; n < len(text); n++ {
			if c := text[n]; c < 0x20 || c > 0x3f {
				return n + 1
			}
		}
		return len(text)
	case ']':
		for n := 2; n < len(text) && text[n] != '\n'; n++ {
			if text[n] == 0x07 {
				return n + 1
			}
			if text[n] == 0x1b && n+1 < len(text) && text[n+1] == '\\' {
				return n + 2
			}
		}
	case '(', ')':
		return min(3, len(text))
	}
	return 2
}
