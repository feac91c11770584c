package terminal

import (
	"bytes"

	"elide.example/elide/internal/block"
)

// counter counts the lines of a text that comes in pieces.
type counter struct {
	lines    int
	failures int    // of them that announce one
	begun    []byte // the start of the line that is not ended
}

// lineLook is how much of a line is looked at.
const lineLook = 1 << 10

func (c *counter) add(text []byte) {
	for len(text) > 0 {
		end := bytes.IndexByte(text, '\n')
		if end < 0 {
			c.begin(text)
			return
		}
		line := text[:end]
		if len(c.begun) > 0 {
			c.begin(line)
			line = c.begun
		}
		c.line(line[:min(len(line), lineLook)])
		c.begun = c.begun[:0]
		text = text[end+1:]
	}
}

// begin holds the start of a line.
func (c *counter) begin(text []byte) {
	c.begun = append(c.begun, text[:min(len(text), lineLook-len(c.begun))]...)
}

func (c *counter) line(line []byte) {
	c.lines++
	if announces(line) {
		c.failures++
	}
}

// openings are what a line begins with, blanks left out, that announces one
// failure: of a test, as runners print it once each, or of a build.
var openings = [...]string{
	"--- FAIL: ", "not ok ", "FAIL: ", "ERROR: ", // Go; TAP; unittest, DejaGnu
	"✗ ", "✘ ", "✕ ", "× ", // runners in JavaScript, and others
	"error: ", "error[", "fatal error: ", "fatal: ", "panic: ", "npm error ", "ninja: error: ",
}

// announces tells whether a line says that something failed. What is counted
// is lines: a runner that names a failure again at its end is counted twice.
func announces(line []byte) bool {
	line = bytes.TrimSpace(block.Resolve(bytes.TrimRight(line, "\r")))
	for _, opening := range openings {
		if len(line) >= len(opening) && string(line[:len(opening)]) == opening {
			return true
		}
	}
	return coded(line) || bytes.HasSuffix(line, []byte("... FAILED")) || // cargo
		bytes.Contains(line, []byte("::")) && bytes.Contains(line, []byte(" FAILED")) // pytest -v
}

// coded tells whether the line says error behind a place, as compilers do:
// with a colon, or with a code such as TS2322.
func coded(line []byte) bool {
	_, after, _ := bytes.Cut(line, []byte(": error"))
	switch {
	case len(after) == 0:
		return false
	case after[0] == ' ':
		return len(after) > 1 && 'A' <= after[1] && after[1] <= 'Z'
	}
	return after[0] == ':' || after[0] == '['
}
