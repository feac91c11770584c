package testrun

import (
	"bytes"

	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/reduce/trace"
	"elide.example/elide/internal/scan"
)

// rankMessages shows the messages of one failure: a line that starts with a
// place, no deeper than the first line, begins another one. Of a message that
// an earlier failure had, the first two lines are shown; it tells whether
// that was so.
func (t *testRun) rankMessages(r testRegion, text []int, limit int) (again bool) {
	if r.kind != regionAlarm && len(text) > 1 && t.told(text[1:]) {
		text, again = text[:2], true
	}
	if len(text) == 0 {
		return again
	}
	starts := []int{0}
	for n := 1; n < len(text); n++ {
		if t.beginsMessage(text[n], text[0]) {
			starts = append(starts, n)
		}
	}
	starts = append(starts, len(text))
	short, long := 0, 0
	for n, first := range starts[:len(starts)-1] {
		if starts[n+1]-first == 1 {
			short++
		} else {
			long++
		}
	}
	limit = max((limit-short)/max(long, 1), min(limit, 3))
	short, long = 0, 0
	for n, first := range starts[:len(starts)-1] {
		lines := text[first:starts[n+1]]
		if len(lines) == 1 {
			short++
		} else {
			long++
		}
		if short <= maxShortMessages && long <= maxLongMessages || n >= len(starts)-3 {
			t.rankMessage(lines, limit)
		}
	}
	return again
}

// How many messages of one failure are shown: those of one line, and others.
const (
	maxShortMessages = 120
	maxLongMessages  = 24
)

// differs tells whether a line is one side of a difference.
func differs(line []byte) bool {
	text := scan.Trim(bytes.TrimPrefix(line, []byte("E "))) // pytest's
	return len(text) > 2 && (text[0] == '-' || text[0] == '+') && text[1] != text[0] && !scan.IsLetter(text[1])
}

// told tells whether the same lines made a message before.
func (t *testRun) told(lines []int) bool {
	t.scratch = t.scratch[:0]
	for _, i := range lines {
		t.scratch = append(t.scratch, trace.Placed{At: i, Frame: trace.Frame{N: 1}})
	}
	return !t.dump.NewRun(trace.Trace{Frames: t.scratch})
}

// beginsMessage tells whether unit i begins a message beside the one that
// unit first begins.
func (t *testRun) beginsMessage(i, first int) bool {
	if t.lines[i].indent > t.lines[first].indent {
		return false
	}
	text := t.lines[i].text
	place, ok := scan.LocationAt(text[:min(len(text), 200)])
	return ok && place.End < len(text) && text[place.End] == ':'
}

// rankMessage shows the lines of a message: all of them if they are no more
// than limit, else the first ones, the last ones, and those in between that
// hold values or an alarm.
func (t *testRun) rankMessage(text []int, limit int) {
	alarms := max(limit/2, min(limit, 6))
	for n, i := range text {
		line := t.s.Text(i)
		switch {
		case n < (limit+1)*2/3 || n >= len(text)-limit/3 || len(text) <= limit:
		case alarms > 0 && (t.lines[i].kind == lineAlarm && !scan.HasPrefix(line, "E ") || differs(line) || valueWords.In(line[:min(len(line), 80)])):
			alarms--
		default:
			continue
		}
		t.newMessage(line)
		t.marks[i].Raise(mark.Critical, uint8(max(85-n/2, 60)), mark.WhyMessage)
	}
}

// valueWords begin the lines that say what was expected and what came.
var valueWords = scan.NewWordSet("expected", "received", "actual", "got", "want", "left", "right", "error", "exception", "assert", "assertion", "assertionerror", "but was", "failure",
	"caused by", "panic", "panicked", "expectation", "diff")
