package focus

import (
	"bytes"

	"elide.example/elide/internal/marker"
)

// Line is a line of an output that shows a file.
type Line struct {
	Raw      []byte
	Text     []byte // behind the number, line end included; Raw if there is none
	Number   int
	Numbered bool
}

// everyNumber is which lines of a numbered text keep their number. By the 1,397 reads of
// 119 recorded conversations the numbers are 20 % of what the reads cost, 33 % of those
// of more than 8 KB; with each tenth there 18 and 30 % are saved.
const everyNumber = 10

// Write appends the lines that are shown, and gaps for the others. Of lines numbered one
// after the other the first and the last keep their number, and each tenth: between two
// numbers stand as many lines as are missing, so that each has the one that follows.
func Write(dst []byte, lines []Line, shown []bool) []byte {
	blank := blankBehind(lines)
	for i := 0; i < len(lines); {
		end := i + 1
		for !shown[i] && end < len(lines) && !shown[end] {
			end++
		}
		switch l := lines[i]; {
		case !shown[i]:
			dst = append(marker.AppendGap(dst, i+1, end), '\n')
		case follows(lines, shown, i) && follows(lines, shown, i+1) && l.Number%everyNumber != 0 && !quotes(l.Text):
			dst = append(dst, l.Text[min(blank, len(bytes.TrimRight(l.Text, "\r\n"))):]...)
		default:
			dst = append(dst, l.Raw...)
		}
		i = end
	}
	if len(dst) > 0 && dst[len(dst)-1] != '\n' {
		dst = append(dst, '\n')
	}
	return dst
}

// follows tells whether line i has the number behind that of the line before it, and both
// are shown.
func follows(lines []Line, shown []bool, i int) bool {
	return i > 0 && i < len(lines) && shown[i-1] && shown[i] && lines[i-1].Numbered && lines[i].Numbered
}

// quotes tells whether a text without its number would look like one with a number, or
// like a gap.
func quotes(text []byte) bool {
	t := bytes.TrimLeft(text, " ")
	digits := len(t) - len(bytes.TrimLeft(t, "0123456789"))
	if digits == 0 {
		return bytes.HasPrefix(t, []byte(marker.Open))
	}
	for _, sep := range [...]string{"→", "\t", "|", ":", "."} {
		if bytes.HasPrefix(t[digits:], []byte(sep)) {
			return true
		}
	}
	return false
}

// blankBehind returns 1 if a blank stands between all numbers and their texts: some hosts
// write "12: text" and "12| text".
func blankBehind(lines []Line) int {
	some := false
	for _, l := range lines {
		if text := bytes.TrimRight(l.Text, "\r\n"); l.Numbered && len(text) > 0 {
			if sep := l.Raw[len(l.Raw)-len(l.Text)-1]; text[0] != ' ' || sep != ':' && sep != '|' {
				return 0
			}
			some = true
		}
	}
	if some {
		return 1
	}
	return 0
}

// Numbered tells whether the lines of the output are numbered, but for what the host
// writes round them.
func Numbered(lines []Line) bool {
	n := 0
	for _, l := range lines {
		if l.Numbered {
			n++
		}
	}
	return n >= everyNumber && n*10 >= len(lines)*8
}
