package logs

import (
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/scan"
)

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
			marks[i].Head = uint16(scan.BeforeClock(l.s.Text(i)))
		}
	}
}
