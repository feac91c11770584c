package expand

import (
	"bytes"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"elide.example/elide/internal/keep"
	"elide.example/elide/internal/laws"
	"elide.example/elide/internal/longtest"
	"elide.example/elide/internal/marker"
)

// TestWindows: a line that is searched in windows shows each place that matches, once,
// and its neighbours as a line that is held does.
func TestWindows(t *testing.T) {
	defer func(was int) { mostLine = was }(mostLine)
	needle, err := keep.Parse("needle")
	if err != nil {
		t.Fatal(err)
	}
	laws.Check(t, func(t *rapid.T) {
		var data []byte
		for range rapid.IntRange(1, 6).Draw(t, "lines") {
			for range rapid.IntRange(0, 4).Draw(t, "parts") {
				data = append(data, strings.Repeat("x", rapid.IntRange(0, 90_000).Draw(t, "n"))...)
				data = append(data, rapid.SampledFrom([]string{"", "needle"}).Draw(t, "of")...)
			}
			data = append(data, '\n')
		}
		context := rapid.IntRange(0, 2).Draw(t, "context")
		mostLine = 1 << 30
		whole := grepped(t, data, needle, context)
		mostLine = longLine * rapid.IntRange(2, 50).Draw(t, "window")
		windows := grepped(t, data, needle, context)
		if len(whole.near) != len(windows.near) || fmt.Sprint(whole.near) != fmt.Sprint(windows.near) {
			t.Fatalf("near %v and, in windows, %v", whole.near, windows.near)
		}
		for line, text := range bytes.Split(data, []byte{'\n'}) {
			shown := windows.matched[line+1]
			for at := 0; ; {
				i := bytes.Index(text[at:], []byte("needle"))
				if i < 0 {
					break
				}
				at += i + len("needle")
				if !isIn(shown, at-len("needle")+1, at) {
					t.Fatalf("line %d: bytes up to %d are not in %v", line+1, at, shown)
				}
			}
			if whole.matched[line+1] == nil && shown != nil {
				t.Fatalf("line %d shows %v", line+1, shown)
			}
		}
	})
}

// answer is what a search shows: pieces by line, and lines near them.
type answer struct {
	matched map[int][]marker.Range
	near    []int
}

// isIn tells whether one of the pieces, none of which shows what another does, has
// the bytes.
func isIn(pieces []marker.Range, first, last int) bool {
	for _, p := range pieces {
		if p.First <= first && last <= p.Last {
			return true
		}
	}
	return false
}

func grepped(t *rapid.T, data []byte, p keep.Pattern, context int) answer {
	a := answer{matched: map[int][]marker.Range{}}
	end := map[int]int{}
	s := searcher{pattern: p, context: context, show: func(_ bool, h hit) error {
		if !h.match {
			a.near = append(a.near, h.line)
			return nil
		}
		if h.first <= end[h.line] {
			t.Fatalf("byte %d of line %d is shown twice", h.first, h.line)
		}
		end[h.line] = h.first + len(h.text) - 1
		a.matched[h.line] = append(a.matched[h.line], marker.Range{Line: h.line, First: h.first, Last: end[h.line]})
		return nil
	}}
	if err := s.search(bytes.NewReader(data), 0, 1); err != nil {
		t.Fatal(err)
	}
	return a
}

// TestSearchIsBounded: a line of 100 MB, or as much before a line that matches, is
// searched without being held, and in no more than a time that grows with it.
func TestSearchIsBounded(t *testing.T) {
	longtest.Only(t)
	for _, text := range []string{"x", "short line\n", strings.Repeat("y", 60_000) + "\n"} {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		needle, _ := keep.Parse("needle")
		found, err := Grep(io.Discard, repeated{text, 100_000_000}, needle, 1_000_000_000)
		runtime.ReadMemStats(&after)
		if grown := int64(after.Sys) - int64(before.Sys); found || err != nil || grown > 100<<20 {
			t.Errorf("%.9q…: it took %d MB; %v, %v", text, grown>>20, found, err)
		}
	}
}

// repeated is an original that is a text again and again.
type repeated struct {
	text string
	size int64
}

func (r repeated) Size() int64 { return r.size }

func (r repeated) ReadAt(p []byte, off int64) (n int, err error) {
	for n < len(p) && off < r.size {
		i := copy(p[n:min(int64(len(p)), int64(n)+r.size-off)], r.text[off%int64(len(r.text)):])
		n, off = n+i, off+int64(i)
	}
	if n < len(p) {
		err = io.EOF
	}
	return n, err
}
