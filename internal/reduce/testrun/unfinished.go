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

// rankUnfinished shows which tests were started and have no result, and of go test -v what
// they printed.
func (t *testRun) rankUnfinished() {
	t.rankStarted()
	var printed []int
	running := -1
	open, each := false, 0
	for i := range t.lines {
		l := &t.lines[i]
		if !t.s.StartsLine(t.s.First+i) || l.kind == lineBlank {
			continue
		}
		switch {
		case l.name > 0 && (l.indent == 0 || l.kind != lineText):
			open, each = l.starts && !t.finished.Has(l.id) && !t.failing.Has(l.id), 0
			if open {
				running = i
			} else if l.starts {
				running = -1
			}
		case l.indent == 0:
			open = false
			if running >= 0 && scan.HasPrefix(l.text, "FAIL\t") { // of a package, others may follow
				t.marks[running].Raise(mark.Outlier, 130, mark.WhyHeading)
				running = -1
			}
		case open && each < unfinishedEach && (each > 0 || goLogged(l.text)):
			each++
			printed = append(printed, i)
		}
	}
	if running >= 0 { // of those without a result the one that ran last
		t.marks[running].Raise(mark.Outlier, 130, mark.WhyHeading)
	}
	for n, i := range printed {
		if n < unfinishedLines/2 || n >= len(printed)-unfinishedLines/2 {
			t.marks[i].Raise(mark.Outlier, 120, mark.WhyMessage)
		}
	}
}

// rankStarted shows the line with which a runner started the last test, if nothing says what
// became of it: it ended the process, whose last words stand below.
func (t *testRun) rankStarted() {
	last := -1
	for i := range t.lines {
		switch l := &t.lines[i]; l.kind {
		case lineStart:
			if last = i; l.starts {
				last = -1 // go's, which are told by their names
			}
		case linePass, lineSkip, lineEcho, lineGood, lineSummary:
			last = -1
		case lineHead:
			if last >= 0 && bytes.Contains(l.text, startedName(t.lines[last].text)) {
				last = -1
			}
		}
	}
	if last >= 0 {
		t.marks[last].Raise(mark.Outlier, 130, mark.WhyHeading)
	}
}

// startedName returns the name in a line that starts a test: "S.adds" of "[ RUN      ] S.adds",
// "-[T adds]" of "Test Case '-[T adds]' started."
func startedName(text []byte) []byte {
	if open := bytes.IndexByte(text, '\''); open >= 0 {
		name, _, _ := bytes.Cut(text[open+1:], []byte{'\''})
		return name
	}
	return text[bytes.LastIndexByte(text, ' ')+1:]
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
