package delta

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/laws"
	"elide.example/elide/internal/shape"

	"pgregory.net/rapid"
)

func sections(text string, sh shape.Shape) []block.Section {
	b := block.New([]byte(text))
	return []block.Section{{Block: b, End: b.Len(), Shape: sh}}
}

func lines(text ...string) string { return strings.Join(text, "\n") + "\n" }

// paired counts the units of now that stand in before.
func paired(al Alignment) int {
	n := 0
	for _, j := range al.Before {
		if j >= 0 {
			n++
		}
	}
	return n
}

// checkAlignment holds an alignment to its contract: equal texts, pairs that
// rise and are each other's inverse, runs that are gone and where.
func checkAlignment(t interface {
	Helper()
	Fatalf(string, ...any)
}, before, now []block.Section, al Alignment) {
	t.Helper()
	a, b := before[0], now[0]
	if len(al.Before) != b.Len() || len(al.Now) != a.Len() {
		t.Fatalf("%d and %d places for %d and %d units", len(al.Before), len(al.Now), b.Len(), a.Len())
	}
	last := int32(-1)
	var first, second masker
	for i, j := range al.Before {
		if j < 0 {
			continue
		}
		if j <= last || al.Now[j] != int32(i) {
			t.Fatalf("unit %d is paired with %d behind %d, which is paired with %d", i, j, last, al.Now[j])
		}
		if !bytes.Equal(first.section(a, int(j)), second.section(b, i)) {
			t.Fatalf("%q is paired with %q", a.Text(int(j)), b.Text(i))
		}
		last = j
	}
	if got := applied(before, now, al); !bytes.Equal(got, maskedAll(b)) {
		t.Fatalf("applied: %.200q, want %.200q", got, maskedAll(b))
	}
}

// applied rebuilds now, masked, from before: it drops what is gone and puts
// in what is new, from now only the units that are unpaired.
func applied(before, now []block.Section, al Alignment) []byte {
	a, b := before[0], now[0]
	gone := al.Gone()
	var m masker
	var out []byte
	i, j := 0, 0
	for i < b.Len() || j < a.Len() {
		for len(gone) > 0 && gone[0].First == j && gone[0].At == i {
			j, gone = gone[0].End, gone[1:]
		}
		switch {
		case i < b.Len() && al.Before[i] < 0:
			out = append(append(out, m.section(b, i)...), '\n')
			i++
		case i < b.Len():
			out = append(append(out, m.section(a, j)...), '\n')
			i, j = i+1, j+1
		case j < a.Len():
			return append(out, "left over"...)
		}
	}
	return out
}

func maskedAll(s block.Section) []byte {
	var m masker
	var out []byte
	for i := range s.Len() {
		out = append(append(out, m.section(s, i)...), '\n')
	}
	return out
}

func TestAlignmentReproducesNow(t *testing.T) {
	alphabet := rapid.SampledFrom([]string{"a", "b", "c", "", "}", "--- FAIL: T (0.01s)", "--- FAIL: T (0.30s)", "got 1, want 2", "got 3, want 4",
		"12:00:01 x", "12:00:02 x", "\x1b[31me\x1b[0m", "e\r"})
	text := rapid.SliceOfN(alphabet, 1, 60)
	laws.Check(t, func(t *rapid.T) {
		before := sections(lines(text.Draw(t, "before")...), shape.TestLog)
		now := sections(lines(text.Draw(t, "now")...), shape.TestLog)
		checkAlignment(t, before, now, Compare(before, now))
	})
}

// The anchored path must hold the contract too, though small texts don't
// take it.
func TestAnchorsReproduceNow(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, kinds := range []int{3, 40, 1000, 100_000} {
		text := func() string {
			var out []string
			for range 3000 {
				out = append(out, fmt.Sprint("line of kind ", rng.IntN(kinds)))
			}
			return lines(out...)
		}
		before, now := sections(text(), shape.Log), sections(text(), shape.Log)
		al := Compare(before, now)
		checkAlignment(t, before, now, al)
		if kinds < 100 && paired(al) == 0 {
			t.Errorf("of %d kinds nothing is paired", kinds)
		}
	}
}

// megabyte returns a log of about a megabyte and one of which a line in
// every hundred differs.
func megabyte() (before, now string) {
	var a, b strings.Builder
	for i := range 12_000 {
		line := fmt.Sprintf("request %d of client %d: GET /api/v1/items/%d answered with status 200, %d bytes\n", i, i%17, i%450, i*31%9000)
		a.WriteString(line)
		switch {
		case i%300 == 7:
			b.WriteString("a line that stands in the later log only, number " + fmt.Sprint(i) + "\n" + line)
		case i%300 == 107: // gone
		case i%300 == 207:
			b.WriteString(strings.Replace(line, "status 200", "status 500", 1))
		default:
			b.WriteString(line)
		}
	}
	return a.String(), b.String()
}

func TestOneLineInAHundredDiffers(t *testing.T) {
	a, b := megabyte()
	before, now := sections(a, shape.Log), sections(b, shape.Log)
	al := Compare(before, now)
	checkAlignment(t, before, now, al)
	if got, want := paired(al), 12_000-80; got != want {
		t.Errorf("%d units paired, want %d", got, want)
	}
	if n := len(al.Gone()); n != 80 {
		t.Errorf("%d runs gone, want 80", n)
	}
}

// Lines that are all different took a diff library ten seconds at 20,000,
// and made it panic at a million.
func TestNothingInCommon(t *testing.T) {
	for _, n := range []int{20_000, 80_000} {
		var a, b strings.Builder
		for i := range n {
			fmt.Fprintf(&a, "before %d\n", i)
			fmt.Fprintf(&b, "after %d\n", i)
		}
		within(t, 5*time.Second, func() {
			if al := Compare(sections(a.String(), shape.Log), sections(b.String(), shape.Log)); paired(al) != 0 {
				t.Errorf("%d of %d different lines are paired", paired(al), n)
			}
		})
	}
}

// More distinct lines than there are runes of three bytes, in another order:
// neither a rune for each nor a quadratic diff would do.
func TestManyDistinctLinesMoved(t *testing.T) {
	const n = 70_000
	var a, b strings.Builder
	for i := range n {
		fmt.Fprintf(&a, "line %d\n", i)
		fmt.Fprintf(&b, "line %d\n", (i+n/3)%n)
	}
	within(t, 10*time.Second, func() {
		before, now := sections(a.String(), shape.Log), sections(b.String(), shape.Log)
		al := Compare(before, now)
		checkAlignment(t, before, now, al)
		if got := paired(al); got < n*2/3-1 {
			t.Errorf("%d paired of %d", got, n)
		}
	})
}

// The worst case: every line stands on both sides many times over and in no
// order.
func TestShuffledRepeatsEndInTime(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	text := func() string {
		var out strings.Builder
		for range 200_000 {
			fmt.Fprintf(&out, "kind %d\n", rng.IntN(50))
		}
		return out.String()
	}
	within(t, 20*time.Second, func() {
		before, now := sections(text(), shape.Log), sections(text(), shape.Log)
		checkAlignment(t, before, now, Compare(before, now))
	})
}

// within fails if f takes longer than d, which is set far above what it takes.
func within(t *testing.T, d time.Duration, f func()) {
	t.Helper()
	start := time.Now()
	f()
	took := time.Since(start)
	t.Logf("%v", took)
	if took > d {
		t.Errorf("it took %v", took)
	}
}

func TestGoneRunsStandWhereTheyStood(t *testing.T) {
	before := sections(lines("x", "a", "b", "y", "c"), shape.Log)
	now := sections(lines("x", "y", "new"), shape.Log)
	got := fmt.Sprint(Compare(before, now).Gone())
	if want := "[{1 3 1} {4 5 2}]"; got != want {
		t.Errorf("gone: %s, want %s", got, want)
	}
}

func TestMovedUnitsAreToldFromNew(t *testing.T) {
	before := sections(lines("a", "b", "c", "d"), shape.Log)
	now := sections(lines("b", "c", "d", "a", "e"), shape.Log)
	al := Compare(before, now)
	if !al.Elsewhere[3] || al.Elsewhere[4] || !al.Later[0] || al.Later[1] {
		t.Errorf("elsewhere %v, later %v", al.Elsewhere, al.Later)
	}
}

// In data a time is a value like any other.
func TestDataIsComparedAsIs(t *testing.T) {
	a, b := lines("started 2026-01-02 10:00:00 in 2.31s"), lines("started 2026-03-04 11:00:00 in 0.31s")
	for sh, want := range map[shape.Shape]int{shape.Log: 1, shape.TestLog: 1, shape.JSONObject: 0, shape.Diff: 0, shape.Table: 0, shape.SourceBrace: 0} {
		if got := paired(Compare(sections(a, sh), sections(b, sh))); got != want {
			t.Errorf("%v: %d paired, want %d", sh, got, want)
		}
	}
}

func FuzzCompare(f *testing.F) {
	f.Add("a\nb\n", "b\nc\n")
	f.Add("\xff\x00 0x7f00000000000\r\n/tmp/tmpabcdefg", "/tmp/\n@\n2026-01-02T")
	f.Add("Jan  2 15:04:05\nI0102 15:04:05.000000", "#5 0.1 (1s) [1s")
	f.Fuzz(func(t *testing.T, a, b string) {
		if a == "" || b == "" {
			return
		}
		before, now := sections(a, shape.Log), sections(b, shape.Log)
		checkAlignment(t, before, now, Compare(before, now))
	})
}

func BenchmarkCompare(b *testing.B) {
	x, y := megabyte()
	before, now := sections(x, shape.Log), sections(y, shape.Log)
	b.SetBytes(int64(len(x) + len(y)))
	for b.Loop() {
		Compare(before, now)
	}
}
