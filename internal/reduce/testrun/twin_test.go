package testrun

import (
	"testing"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/line"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/shape"
)

// twinFrames has lines that are a frame, or a longer one, only where their place or a lock
// stands below them.
const twinFrames = `--- FAIL: TestA (0.00s)
main.load(0x1)
	/src/app/load.go:12 +0x1d
main.load(0x1)
said by the program
main.load(0x1)
	/src/app/load.go:12 +0x1d
	at org.acme.Cart.total(Cart.java:9)
	at org.acme.Cart.total(Cart.java:9)
	- locked <0x1> (a org.acme.Cart)
	at org.acme.Cart.total(Cart.java:9)
==========
FAIL: test_a
FAIL: test_a
main.load(0x1)
`

// otherSection goes on with what would have told the line above it.
const otherSection = `	/src/app/load.go:12 +0x1d
--- FAIL: TestA (0.00s)
main.load(0x1)
	/src/app/load.go:12 +0x1d
	at org.acme.Cart.total(Cart.java:9)
said by the program
`

// TestTwinsAreToldTheSame: a line is what it is where no other is the same, neither in its
// section nor in one before it.
func TestTwinsAreToldTheSame(t *testing.T) {
	text := []byte(twinFrames + otherSection)
	b := block.New(text)
	twins := block.NewTwins(b)
	b.Twin = make([]int32, b.Len())
	for i := range b.Twin {
		b.Seen = append(b.Seen, line.See(b.Text(i)))
		twin, _ := twins.Of(i)
		b.Twin[i] = int32(twin)
	}
	b.Kin = b.Twin
	cut := block.New([]byte(twinFrames)).Len()
	for _, s := range []block.Section{{First: 0, End: cut}, {First: cut, End: b.Len()}} {
		s.Block, s.Shape = b, shape.TestLog
		with := newTestRun(s, make([]mark.Mark, s.Len()))
		with.look()
		s.Block = block.New(text)
		without := newTestRun(s, make([]mark.Mark, s.Len()))
		without.look()
		for i, l := range without.lines {
			if got := with.lines[i]; got.kind != l.kind || got.detail != l.detail || got.weak != l.weak {
				t.Errorf("%q in unit %d is of kind %d, and by its twin %d", l.text, s.First+i, l.kind, got.kind)
			}
		}
	}
}
