package reduce

import "bytes"

// An analyzer says by which way the program comes to what it found, as gcc does with
// -fanalyzer: event by event, each drawn below the code it is about, however many
// functions that leads through.

const (
	eventLines  = 2000 // lines that a way may be drawn in
	firstEvents = 4    // events shown of where it starts
	lastEvents  = 6    // and of where it ends
)

// analyzed tells whether what the head at i says is an analyzer's,
// "[-Wanalyzer-null-dereference]"; it may stand below "a.c: In function 'f':".
func (b *buildReader) analyzed(i int) bool {
	return indexString(b.s.Text(i), "[-Wanalyzer-") >= 0 ||
		i+1 < len(b.lines) && hasSuffix(b.s.Text(i), "':") && indexString(b.s.Text(i+1), "[-Wanalyzer-") >= 0
}

// eventPath returns where the way begins that is drawn in the lines from first up to
// end, "‘f’: events 1-2"; end, if none is.
func (b *buildReader) eventPath(first, end int) int {
	for k := first; k < end; k++ {
		text := b.s.Text(k)
		if n := indexString(text, ": event"); n >= 0 && text[0] == ' ' {
			return k
		}
	}
	return end
}

// eventLine tells whether a drawn line is what an event says: "|  |  (3) entry to ‘f’".
func eventLine(text []byte) bool {
	text = bytes.TrimLeft(text, " |")
	if len(text) < 4 || text[0] != '(' {
		return false
	}
	n := digits(text[1:])
	return n > 0 && hasPrefix(text[1+n:], ") ")
}

// eventCode returns the line of code that the event at k is drawn below.
func (b *buildReader) eventCode(k, first int) int {
	for j := k - 1; j > max(first, k-placeLines); j-- {
		if bare := bytes.TrimLeft(b.s.Text(j), " |"); digits(bare) > 0 {
			return j
		}
	}
	return k
}

// markEvents marks of the way in the lines from first up to end the events at which it
// starts and ends, and the code it starts and ends at.
func (b *buildReader) markEvents(first, end int, marks []Mark, near Rank) {
	var events []int
	for k := first; k < end; k++ {
		if eventLine(b.s.Text(k)) {
			events = append(events, k)
		}
	}
	for n, k := range events {
		if n >= firstEvents && n < len(events)-lastEvents {
			continue
		}
		marks[k].Raise(near, 60, WhyNear)
		if n == 0 || n == len(events)-1 {
			marks[b.eventCode(k, first)].Raise(near, 60, WhyNear)
		}
	}
	for k := first + 1; k < min(end, first+4); k++ {
		if place, ok := findLocation(bytes.TrimLeft(b.s.Text(k), " |")); ok && place.start == 0 {
			marks[k].Raise(near, 60, WhyLocation) // where it starts, if in another file
		}
	}
}
