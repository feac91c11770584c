package trace

import (
	"bytes"

	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/rules"
	"elide.example/elide/internal/scan"
)

// threadHead tells whether text opens one thread's part of a dump of many.
func threadHead(text []byte) bool {
	h, _ := rules.Find(rules.Frame, scan.Trim(text))
	return h.Kind == rules.FrameThread
}

// GoroutineHead tells whether t is "goroutine 12 [running]:" or its like.
func GoroutineHead(t []byte) bool { return scan.HasPrefix(t, "goroutine ") && threadHead(t) }

// fares returns what a thread's head says of how it fares.
func fares(text []byte) rules.Kind {
	h, _ := rules.Find(rules.Thread, text)
	return h.Kind
}

// threadIn returns the thread's head in the range, or -1.
func (d *StackDump) threadIn(lo, hi int) int {
	for i := lo; i < hi; i++ {
		if threadHead(d.s.Text(i)) {
			return i
		}
	}
	return -1
}

// maxThreads is how many threads that are not stuck are shown.
const maxThreads = 12

// rankThread shows a thread that is the first of its kind and has something
// of the reader's own in it, is stuck, or comes first in the dump.
func (d *StackDump) rankThread(head, textEnd int, t Trace) {
	stuck := false
	for i := head; i < textEnd; i++ {
		stuck = stuck || fares(d.s.Text(i)) != rules.None
	}
	first := d.threads == 0
	user := false
	for _, f := range t.Frames {
		user = user || !f.Library
	}
	known := !first && user && !d.NewRun(t)
	if known {
		d.rankKnown(head, t)
	}
	if !first && (!user || known || !stuck && d.threads > maxThreads) {
		return
	}
	if first {
		d.NewRun(t)
	}
	d.threads++
	rank, score := mark.Context, uint8(60)
	if stuck || first {
		rank, score = mark.Critical, 80
	}
	for i := head; i < textEnd; i++ {
		if !StackNoise(scan.Trim(d.s.Text(i))) {
			d.marks[i].Raise(rank, score, mark.WhyHeading)
		}
	}
	d.RankFrames(t.Frames, user)
}

// maxKnown is how many threads that do what another one does are named.
const maxKnown = 40

// rankKnown names a thread whose frames were shown: by its head if it is
// blocked by another one, by its own frame where gdb prints the arguments there.
func (d *StackDump) rankKnown(head int, t Trace) {
	if d.known >= maxKnown {
		return
	}
	if fares(d.s.Text(head)) == rules.ThreadBlocked {
		d.known++
		d.marks[head].Raise(mark.Critical, 60, mark.WhyHeading)
		return
	}
	for _, f := range t.Frames {
		text := d.s.Text(f.At)
		if f.Library || text[0] != '#' || !bytes.Contains(text, []byte("=0x")) {
			continue
		}
		if _, seen := d.seenLines[scan.Hash(text)]; !seen {
			d.seenLines[scan.Hash(text)] = struct{}{}
			d.known++
			d.marks[f.At].Raise(mark.Context, 40, mark.WhyFrame)
		}
	}
}
