package testrun

import (
	"bytes"

	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/scan"
)

// A run that was ended early, by a limit, a signal or whoever cut its text, has
// tests without a result. What such a test printed may be why it would have failed.

const (
	unfinishedLines = 80 // shown of what they printed: the first and the last of it
	unfinishedEach  = 12 // shown of what one of them printed
)

// rankUnfinished shows what tests printed that go test -v started and gave no
// result of.
func (t *testRun) rankUnfinished() {
	var printed []int
	open, each := false, 0
	for i := range t.lines {
		l := &t.lines[i]
		if !t.s.StartsLine(t.s.First+i) || l.kind == lineBlank {
			continue
		}
		switch {
		case l.name > 0 && (l.indent == 0 || l.kind != lineText):
			open, each = l.starts && !t.finished.Has(l.id) && !t.failing.Has(l.id), 0
		case l.indent == 0:
			open = false
		case open && each < unfinishedEach && (each > 0 || goLogged(l.text)):
			each++
			printed = append(printed, i)
		}
	}
	for n, i := range printed {
		if n < unfinishedLines/2 || n >= len(printed)-unfinishedLines/2 {
			t.marks[i].Raise(mark.Outlier, 120, mark.WhyMessage)
		}
	}
}

// goLogged tells whether text begins what a test logged: "a_test.go:9: got 1", or
// the place alone where a line end follows.
func goLogged(text []byte) bool {
	i := scan.Index(text, ".go:")
	if i <= 0 || bytes.IndexByte(text[:i], ' ') >= 0 {
		return false
	}
	rest := text[i+len(".go:"):]
	n := scan.Digits(rest)
	return n > 0 && scan.HasPrefix(rest[n:], ":")
}

// Where the beginning of a text is cut off, it starts within a failure of which
// nothing tells the name.

const headlessLines = 12

// rankHeadless shows the end of a failure that the text begins with, if it begins
// with a line that no run begins with: a frame, quoted source or what is indented.
func (t *testRun) rankHeadless() {
	var said []int
	cut, places := false, 0
	for i := range t.lines {
		l := &t.lines[i]
		if !t.s.StartsLine(t.s.First+i) || l.kind == lineBlank || l.kind == lineTail {
			continue
		}
		switch l.kind {
		case lineFrame, lineHit:
			places++
			said = append(said, i)
		case lineText, lineAlarm:
			said = append(said, i)
			if !cut && l.indent == 0 {
				return
			}
		case lineLibrary, lineSource, lineCaret:
		default: // the failure ends here
			if !cut || places == 0 {
				return
			}
			for _, i := range said[max(0, len(said)-headlessLines):] {
				t.marks[i].Raise(mark.Outlier, 100, mark.WhyMessage)
			}
			return
		}
		cut = true
	}
}
