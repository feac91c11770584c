package logs

import (
	"bytes"

	"elide/internal/mark"
	"elide/internal/scan"
)

// dateHead bounds where in a record its time of day is looked for.
const dateHead = 48

// dates notes what stands before the time of day of the records that only
// show what is usual: the date, perhaps a service and a host before it.
// Records of a day follow each other, so the view can name it once over them.
// A line that starts with a time of day would look as if it were of the day
// named last, so where there is one nothing is noted. What is rare or tells of
// trouble keeps its text as it is.
func (l *logReader) dates(marks []mark.Mark) {
	for i, kind := range l.kinds {
		if text := l.s.Text(i); kind != recordNone && scan.ClockAt(text) {
			return
		}
	}
	for i, kind := range l.kinds {
		if usual := marks[i].Rank == mark.Sample || marks[i].Rank == mark.Context; kind == recordHead && usual && l.levels[i] < levelWarn && l.status[i] < 400 && !l.s.Segment(i) {
			marks[i].Head = uint16(beforeClock(l.s.Text(i)))
		}
	}
}

// beforeClock returns how many bytes stand before the time of day in the head
// of the line, 0 if there is none or too little to be worth naming once.
func beforeClock(text []byte) int {
	head := text[:min(len(text), dateHead)]
	for i := bytes.IndexByte(head, ':') - 2; i >= 4; {
		if scan.ClockAt(text[i:]) && !scan.IsDigit(head[i-1]) {
			return i
		}
		next := bytes.IndexByte(head[i+3:], ':')
		if next < 0 {
			return 0
		}
		i += 1 + next
	}
	return 0
}
