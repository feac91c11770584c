package testrun

import (
	"bytes"

	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/reduce/trace"
	"elide.example/elide/internal/rules"
	"elide.example/elide/internal/scan"
)

// Failures are alike if their messages have one template and they name the
// same places: the same assertion, reached with other data. Of those after
// the first one the head, what the message begins with, and the values that
// came and were expected are shown; what a test printed, its source and the
// frames are not, since the first one's speak for them.

// maxLikeLines is how many lines of a failure's message are looked at to tell
// what it is like. A message of up to shortLike lines is shown whole, but for
// lines that were shown before and are too long to be a value; of a longer one
// the first lines and maxLikeValues lines of values, with likeFollows lines behind each
// that are new, more where a bracket opens.
const (
	maxLikeLines  = 40
	maxLikeValues = 8
	shortLike     = 8
	maxShortValue = 20
	likeFollows   = 3
)

// likeness is what a failure has in common with one that was shown.
type likeness uint8

const (
	likeNone likeness = iota
	likeKind          // the template of its message, and the place
	likeSame          // all of its message, and the place
	likeLast          // these, with the one just before
)

// likeAnother tells how far a failure was shown already, and remembers it. A
// failure that names no place is like none, but for a message without a test's
// name.
func (t *testRun) likeAnother(r testRegion, b failureBody) likeness {
	if goTestLine(t.s.Text(r.head)) {
		t.toldLast = 0
		return likeNone // it prints nothing but its messages
	}
	h, placed := t.failedAt(r, b)
	h = scan.Mix(h, uint64(r.kind))
	message := b.text[b.title:]
	head := r.head
	if r.kind == regionAlarm {
		placed = true
	} else if len(message) > 0 {
		head = message[max(0, t.firstAlarm(message, "E "))]
		if len(message) > 1 && head == message[0] && onlyPlace(t.s.Text(head)) {
			head = message[1]
		}
	}
	if !placed {
		t.toldLast = 0
		return likeNone
	}
	kind := scan.Mix(h, stemHash(t.s.Text(head)))
	same := t.dump.Hash(h+1, head)
	for _, i := range message {
		if r.kind != regionPytest || t.lines[i].kind == lineAlarm {
			same = t.dump.Hash(same, i)
		}
	}
	before := t.toldLast
	t.toldLast = same
	switch {
	case same == before:
		return likeLast
	case t.remember(same):
		return likeSame
	case t.remember(kind):
		return likeKind
	}
	return likeNone
}

// onlyPlace tells whether text names a place and says of it no more than that it
// failed: "a.cc:12: Failure".
func onlyPlace(text []byte) bool {
	text = scan.Trim(text)
	place, ok := scan.LocationAt(text[:min(len(text), 200)])
	return ok && len(text)-place.End <= len(": Failure")
}

// minStem is the fewest bytes before the first value in a message that tell what
// it says.
const minStem = 12

// stemHash returns a hash of what a message says before its first value: the same
// failure in the same place quotes what it was given.
func stemHash(message []byte) uint64 {
	text := scan.Trim(bytes.TrimPrefix(message, []byte("E ")))
	if n := bytes.IndexAny(text, "\"'`0123456789#<[{("); n >= minStem {
		return trace.HashFrameText(scan.Seed, text[:n])
	}
	return scan.Template(message)
}

// remember tells whether h was remembered before, and remembers it.
func (t *testRun) remember(h uint64) bool {
	seen := t.likes.Has(h)
	t.likes.Add(h)
	return seen
}

// failedAt returns a hash of the innermost place that a failure names, in the
// reader's own code if there is one, and whether there is any.
func (t *testRun) failedAt(r testRegion, b failureBody) (h uint64, ok bool) {
	at := -1
	order := trace.InnermostFirst(t.s, b.frames)
	for n := range order {
		f := order[n]
		if r.kind == regionPytest {
			f = order[len(order)-1-n]
		}
		if !f.Library {
			at = f.At + trace.PlaceUnit(t.s, f)
			break
		}
	}
	for _, i := range b.text[:min(len(b.text), maxLikeLines)] {
		text := t.s.Text(i)
		place, found := scan.FindLocation(text[:min(len(text), 200)])
		if !found || at >= 0 && (r.kind != regionPytest || i < at || place.Start > 0) {
			continue
		}
		if r.kind != regionPytest {
			if trace.LibraryPath(trace.WordAround(text, place)) {
				break // where a library gives up is no place that failures share
			}
			return trace.HashFrameText(scan.Seed, text[place.Start:place.End]), true
		}
		at = i
	}
	if at < 0 {
		return scan.Seed, false
	}
	return t.dump.Hash(scan.Seed, at), true
}

// placed tells whether a message names a place in the reader's own code.
func (t *testRun) placed(text []int) bool {
	for _, i := range text[:min(len(text), maxLikeLines)] {
		line := t.s.Text(i)
		line = line[:min(len(line), 200)]
		if place, ok := scan.FindLocation(line); ok && !trace.LibraryPath(trace.WordAround(line, place)) {
			return true
		}
	}
	return false
}

// afterTitle returns how many of the text lines go on with the failure's title,
// which in mocha's list ends in a colon.
func (t *testRun) afterTitle(r testRegion, text []int) int {
	if r.kind != regionFailure {
		return 0
	}
	if !numberedHead(t.lines[r.head].text) {
		return 0
	}
	for n := 0; n < len(text) && text[n] == r.head+1+n; n++ {
		if line := t.lines[text[n]].text; line[len(line)-1] == ':' {
			return n + 1
		}
	}
	return 0
}

// goTestLine tells whether text names a test as go test does.
func goTestLine(text []byte) bool { return scan.HasAnyPrefix(scan.Trim(text), "--- FAIL:", "=== ") }

// rankLike shows what a failure has that the one it is like had not.
func (t *testRun) rankLike(b failureBody) {
	values, follows := 0, 0 // up to where the lines follow a value, or one that says what failed
	for n, i := range b.text {
		line := t.s.Text(i)
		text := scan.Trim(bytes.TrimPrefix(line, []byte("E ")))
		switch {
		case introspects(text):
			continue
		case onlyPlace(text):
			if !t.dump.NewLine(line) {
				continue
			}
		case n < b.title:
		case n < b.title+2 || len(b.text) <= b.title+shortLike:
			if other := t.otherMessage(line); !t.newMessage(line) && !(other && n == b.title) && (len(text) > maxShortValue && !startsWithValue(text) || diffLegend(text)) {
				continue
			}
		case values < maxLikeValues && (t.beginsMessage(i, b.text[0]) || signed(text) || valueWords.In(text[:min(len(text), 80)])):
			values++
			follows = n + likeFollows
		case n <= follows && len(text) > 0 && t.newMessage(line):
			switch {
			case bytes.IndexByte([]byte("[{("), text[len(text)-1]) >= 0:
				follows = n + maxLikeValues
			case bytes.IndexByte([]byte("]})"), text[0]) >= 0:
				follows = n
			}
		default:
			continue
		}
		t.marks[i].Raise(mark.Critical, uint8(max(80-n/2, 60)), mark.WhyMessage)
	}
	for _, run := range b.runs {
		t.dump.RankNewFrames(run)
	}
}

// newMessage tells whether a line like this one stands in no message that was
// shown, and remembers it.
func (t *testRun) newMessage(line []byte) bool {
	t.remember(scan.Hash(line))
	return !t.remember(trace.HashFrameText(scan.Seed^1, line))
}

// otherMessage tells whether no message that was shown has the line to the byte: one
// like it may have another address in it.
func (t *testRun) otherMessage(line []byte) bool { return !t.likes.Has(scan.Hash(line)) }

// startsWithValue tells whether text names a value at its start: "expected: 2".
func startsWithValue(text []byte) bool {
	_, at := sideWords.Find(text[:min(len(text), 16)])
	return at == 0
}

var sideWords = scan.NewWordSet("expected", "received", "actual", "got", "want", "left", "right")

// signed tells whether a line begins as the sides of a difference do.
func signed(text []byte) bool {
	return len(text) > 1 && (text[0] == '-' || text[0] == '+') && !diffLegend(text)
}

// diffLegend tells whether a line only says which sign is whose.
func diffLegend(text []byte) bool { return messageOpening(text) == rules.MessageLegend }

// introspects tells whether a line of pytest's message says only where a
// value in the line before it came from.
func introspects(text []byte) bool { return messageOpening(text) == rules.MessageWhere }

// messageOpening returns what a line of a message is, but for noise: all else is told by
// what it begins with.
func messageOpening(text []byte) rules.Kind {
	h, _ := rules.Opening(rules.Message, text)
	return h.Kind
}

// said is what a line is in a message.
type said struct {
	asked bool
	kind  rules.Kind // by its first bytes
	noise bool       // of a stack trace
}

// saidAt returns what unit i is in a message, told once for all lines of the block that are
// the same but for their numbers.
func (t *testRun) saidAt(i int) said {
	s := &t.said[t.s.First+i]
	if !s.asked {
		*s = t.said[t.s.KinOf(t.s.First+i)]
	}
	if !s.asked {
		text := t.lines[i].text
		h, _ := rules.Find(rules.Message, text[:min(len(text), messageLook)])
		*s = said{true, h.Kind, trace.StackNoise(text)}
	}
	return *s
}

// messageLook is how much of a line of a message is looked at.
const messageLook = 60
