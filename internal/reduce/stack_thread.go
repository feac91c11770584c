package reduce

import "bytes"

// threadHead tells whether text opens one thread's part of a dump of many.
func threadHead(text []byte) bool {
	t := unindented(text)
	if len(t) < 8 {
		return false
	}
	switch t[0] {
	case '"':
		return bytes.Contains(t, []byte(" tid=")) || bytes.Contains(t, []byte(" prio=")) || bytes.Contains(t, []byte(" #"))
	case '#':
		n := digits(t[1:])
		return n > 0 && hasPrefix(t[1+n:], ` "`) && (t[len(t)-1] == '"' || hasSuffix(t, " virtual"))
	case 'g':
		return goroutineHead(t)
	case 'T':
		return hasPrefix(t, "Thread ") && (hasSuffix(t, ":") || bytes.Contains(t, []byte("(active")) || bytes.Contains(t, []byte("(idle")))
	case '*', 't':
		return hasAnyPrefix(t, "* thread #", "thread #")
	}
	return false
}

// goroutineHead tells whether t is "goroutine 12 [running]:" or its like.
func goroutineHead(t []byte) bool {
	if !hasPrefix(t, "goroutine ") {
		return false
	}
	n := digits(t[10:])
	return n > 0 && hasPrefix(t[10+n:], " ") && bytes.IndexByte(t, '[') > 0 && bytes.IndexByte(t, ']') > 0
}

// stuckThread tells whether a thread's head or state says that it failed or
// waits for a lock.
func stuckThread(text []byte) bool { return stuckWords.in(text) }

var stuckWords = newWordSet("blocked", "waiting for monitor entry", "running", "sync.mutex.lock", "sync.rwmutex.lock", "sync.rwmutex.rlock", "semacquire",
	"chan send", "deadlocked", "crashed", "fatal", "current thread", "syncwait")

// threadIn returns the thread's head in the range, or -1.
func (d *stackDump) threadIn(lo, hi int) int {
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
func (d *stackDump) rankThread(head, textEnd int, t trace) {
	stuck := false
	for i := head; i < textEnd; i++ {
		stuck = stuck || stuckThread(d.s.Text(i))
	}
	first := d.threads == 0
	user := false
	for _, f := range t.frames {
		user = user || !f.library
	}
	known := !first && user && !d.newRun(t)
	if known {
		d.rankKnown(head, t)
	}
	if !first && (!user || known || !stuck && d.threads > maxThreads) {
		return
	}
	if first {
		d.newRun(t)
	}
	d.threads++
	rank, score := Context, uint8(60)
	if stuck || first {
		rank, score = Critical, 80
	}
	for i := head; i < textEnd; i++ {
		if !stackNoise(unindented(d.s.Text(i))) {
			d.marks[i].Raise(rank, score, WhyHeading)
		}
	}
	d.rankFrames(t.frames, user)
}

// maxKnown is how many threads that do what another one does are named.
const maxKnown = 40

// rankKnown names a thread whose frames were shown: by its head if it is
// blocked by another one, by its own frame where gdb prints the arguments there.
func (d *stackDump) rankKnown(head int, t trace) {
	if d.known >= maxKnown {
		return
	}
	if blockedWords.in(d.s.Text(head)) {
		d.known++
		d.marks[head].Raise(Critical, 60, WhyHeading)
		return
	}
	for _, f := range t.frames {
		text := d.s.Text(f.at)
		if f.library || text[0] != '#' || !bytes.Contains(text, []byte("=0x")) {
			continue
		}
		if _, seen := d.seenLines[textHash(text)]; !seen {
			d.seenLines[textHash(text)] = struct{}{}
			d.known++
			d.marks[f.at].Raise(Context, 40, WhyFrame)
		}
	}
}

var blockedWords = newWordSet("waiting for monitor entry", "blocked", "deadlocked")
