package pipeline

import (
	"bytes"
	"context"
	"io"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"elide.example/elide/internal/keep"
	"elide.example/elide/internal/longtest"
	"elide.example/elide/internal/marker"
	"elide.example/elide/internal/shape"
	"elide.example/elide/internal/store"
)

// lawBytes is the size at which each block is held to all laws.
const lawBytes = 12 << 10

func TestHostileLaws(t *testing.T) {
	for _, h := range hostileBlocks() {
		t.Run(h.name, func(t *testing.T) {
			t.Parallel()
			if !longtest.Some(h.name, 4) {
				return
			}
			data := h.grow(lawBytes)
			checkLaws(t, data)
			checkPlaces(t, data)
			checkRestores(t, data)
		})
	}
}

// checkPlaces holds a text to its plan, piece by piece: shown ones stand in
// it as they came, hidden ones as gaps that name just their bytes. Unlike
// checkVerbatim it isn't misled by gaps that the block itself contains.
func checkPlaces(t testing.TB, data []byte) {
	t.Helper()
	res := plainly(t, data, Options{MinBytes: -1, PlainViews: true})
	if !res.Reduced {
		return
	}
	lines := bytes.SplitAfter(data, []byte{'\n'})
	rest := res.Text
	for i := 0; i < len(res.Pieces); {
		first := res.Pieces[i].Off
		if p := res.Pieces[i]; p.Shown {
			rest = cut(t, rest, data[p.Off:p.Off+p.Len])
			i++
			continue
		}
		for i < len(res.Pieces) && !res.Pieces[i].Shown {
			i++
		}
		last := res.Pieces[i-1]
		rest = cutGaps(t, rest, data[first:last.Off+last.Len], lines)
	}
	if m := bytes.TrimLeft(rest, "\n"); !marker.Ends(m) || bytes.Count(m, []byte{'\n'}) != 1 {
		t.Fatalf("behind the last piece stands %q, not a marker", rest)
	}
}

// cut returns text behind the bytes, before which a line may have been ended.
func cut(t testing.TB, text, raw []byte) []byte {
	t.Helper()
	if rest, ok := bytes.CutPrefix(text, raw); ok {
		return rest
	}
	rest, ok := bytes.CutPrefix(text, append([]byte{'\n'}, raw...))
	if !ok {
		t.Fatalf("%.80q is to stand before %.80q", raw, text)
	}
	return rest
}

// cutGaps returns text behind the gaps that stand for the hidden bytes.
func cutGaps(t testing.TB, text, hidden []byte, lines [][]byte) []byte {
	t.Helper()
	for len(hidden) > 0 {
		text = bytes.TrimPrefix(text, []byte{'\n'})
		end := bytes.Index(text, []byte("⟧")) + len("⟧")
		r, ok := marker.ParseGap(text[:end])
		if !ok {
			t.Fatalf("a gap for %.80q is to stand before %.80q", hidden, text)
		}
		named := named(lines, r)
		if !bytes.HasPrefix(hidden, named) {
			t.Fatalf("gap %s is %.80q, hidden is %.80q", r, named, hidden)
		}
		text, hidden = text[end:], hidden[len(named):]
	}
	return text
}

// checkRestores stores the block and gets it back.
func checkRestores(t testing.TB, data []byte) {
	t.Helper()
	st, err := store.Open(t.TempDir(), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	res, err := Reduce(context.Background(), bytes.NewReader(data), Options{MinBytes: -1}, st)
	if err != nil {
		t.Fatal(err)
	}
	if !res.Reduced {
		return
	}
	entry, err := st.Expand(res.Hash)
	if err != nil {
		t.Fatal(err)
	}
	defer entry.Close()
	got, err := io.ReadAll(io.NewSectionReader(entry, 0, entry.Size()))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, data) {
		t.Errorf("%d bytes restore to %d", len(data), len(got))
	}
}

// worstPatterns are the worst case of a matcher that tracks back, the last as
// large as one may be.
var worstPatterns = []string{"/(a*)*b/", "/(a|aa)+$/", "/^(([a-z])+.)+[A-Z]([a-z])+$/", "/(.*)(.*)(.*)(.*)x/", "/(a?){150}a{150}b/"}

func worstKeep(t testing.TB) []keep.Pattern {
	t.Helper()
	var all []keep.Pattern
	for _, source := range worstPatterns {
		p, err := keep.Parse(source)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
	return all
}

func TestWorstPatternEnds(t *testing.T) {
	for _, h := range []hostileBlock{
		{"one line", line("a")},
		{"lines", line(strings.Repeat("a", 300) + "\n")},
		{"a redrawn line", line("\raaaaaaaa")},
	} {
		data := h.grow(128 << 10)
		start := time.Now()
		res := plainly(t, data, Options{Keep: worstKeep(t)})
		checkTiles(t, data, res)
		if d := time.Since(start); d > 30*time.Second {
			t.Errorf("%s: %d bytes take %v", h.name, len(data), d)
		}
	}
}

// TestHostileIsLinear: eight times the bytes must not take far more than
// eight times as long. Time on a busy machine is a weak witness, so what is
// called quadratic is so on each of ten tries, and slow by the clock too.
func TestHostileIsLinear(t *testing.T) {
	longtest.Only(t)
	for _, h := range hostileBlocks() {
		t.Run(h.name, func(t *testing.T) {
			small, large := h.grow(32<<10), h.grow(256<<10)
			for try := 0; ; try++ {
				a, b := timeOf(t, small, h.name), timeOf(t, large, h.name)
				if b < 400*time.Millisecond || b < 24*a {
					return
				}
				if try == 9 {
					t.Errorf("%d bytes take %v, %d take %v", len(small), a, len(large), b)
					return
				}
			}
		})
	}
}

func timeOf(t testing.TB, data []byte, name string) time.Duration {
	t.Helper()
	var opt Options
	if as, ok := hostileAs[name]; ok {
		opt.Shape = &as
	}
	start := time.Now()
	plainly(t, data, opt)
	return time.Since(start)
}

// TestHostileLarge reduces each block at full size, and logs what a byte
// costs. It takes minutes: ELIDE_TEST_LARGE=1, or =50 for 50 MB each.
func TestHostileLarge(t *testing.T) {
	mb, err := strconv.Atoi(os.Getenv("ELIDE_TEST_LARGE"))
	if err != nil {
		t.Skip("ELIDE_TEST_LARGE gives the size in MB")
	}
	for _, h := range hostileBlocks() {
		t.Run(h.name, func(t *testing.T) {
			small, large := h.grow(256<<10), h.grow(mb*1_000_000)
			a := nsPerByte(timeOf(t, small, h.name), small)
			start := time.Now()
			res := plainly(t, large, Options{})
			b := nsPerByte(time.Since(start), large)
			checkTiles(t, large, res)
			checkSmaller(t, large, res)
			checkEnds(t, res)
			t.Logf("%.0f ns/byte, at 256 KiB %.0f", b, a)
			if b > 4*a && b > 100 {
				t.Errorf("a byte costs %.0f ns, %.1f times as much as at 256 KiB", b, b/a)
			}
		})
	}
}

func nsPerByte(d time.Duration, data []byte) float64 {
	return float64(d.Nanoseconds()) / float64(len(data))
}

// TestHostileShapes gives every block to every reducer, whatever classify
// would take it for: none of them may count on what it gets.
func TestHostileShapes(t *testing.T) {
	for _, sh := range shape.All() {
		t.Run(sh.String(), func(t *testing.T) {
			t.Parallel()
			for _, h := range hostileBlocks() {
				if !longtest.Some(sh.String()+h.name, 6) {
					continue
				}
				data := h.grow(4 << 10)
				start := time.Now()
				res, err := reduceText(bytes.NewReader(data), Options{Shape: &sh}, "0123456789ab")
				if err != nil {
					t.Errorf("%s: %v", h.name, err)
					continue
				}
				checkTiles(t, data, res)
				checkSmaller(t, data, res)
				if d := time.Since(start); d > 10*time.Second {
					t.Errorf("%s: %d bytes take %v", h.name, len(data), d)
				}
			}
		})
	}
}
