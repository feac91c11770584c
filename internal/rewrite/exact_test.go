package rewrite

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"elide.example/elide/internal/delta"
	"elide.example/elide/internal/laws"
	"elide.example/elide/internal/marker"
)

const (
	hashBefore = "0a1b2c3d4e5f"
	hashNow    = "9f8e7d6c5b4a"
)

// source returns n lines of a program.
func source(n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = fmt.Sprintf("\tif err := step%d(ctx, request, %d); err != nil { return fmt.Errorf(\"step %d of the work: %%w\", err) }\n", i, i*7, i)
	}
	return out
}

// numbered puts numbers in front of lines, as hosts do.
func numbered(lines []string, format string) []string {
	out := slices.Clone(lines)
	for i := range out {
		out[i] = fmt.Sprintf(format, i+1) + out[i]
	}
	return out
}

func TestExactly(t *testing.T) {
	base := source(60)
	edited := slices.Clone(base)
	edited[29] = "\treturn nil // changed\n"
	inserted := slices.Insert(slices.Clone(base), 30, "\tadded()\n", "\tadded()\n")
	deleted := slices.Delete(slices.Clone(base), 10, 13)
	for _, c := range []struct {
		name        string
		before, now []string
		want        string
	}{
		{"a line edited", base, edited, "⟦gone 30⟧\n⟦1-29⟧\n\treturn nil // changed\n⟦31-60⟧\n⟦elided:9f8e7d6c5b4a 59 lines, elision-get⟧\n"},
		{"lines added", base, inserted, "⟦1-30⟧\n\tadded()\n\tadded()\n⟦33-62⟧\n⟦elided:9f8e7d6c5b4a 60 lines, elision-get⟧\n"},
		{"lines deleted", base, deleted, "⟦gone 11-13⟧\n⟦1-57⟧\n⟦elided:9f8e7d6c5b4a 57 lines, elision-get⟧\n"},
		{"indented", append(slices.Clone(base), "1: x\n"), append(slices.Clone(base), "  1: x\n"), "⟦gone 61⟧\n⟦1-60⟧\n  1: x\n⟦elided:9f8e7d6c5b4a 60 lines, elision-get⟧\n"},
		{"numbers in front", numbered(base, "%6d→"), numbered(inserted, "%6d→"),
			"⟦moved 31-60 numbers +2⟧\n⟦1-30⟧\n    31→\tadded()\n    32→\tadded()\n⟦33-62⟧\n⟦elided:9f8e7d6c5b4a 60 lines, elision-get⟧\n"},
		{"numbers that fall", numbered(base, "%d\t"), numbered(deleted, "%d\t"),
			"⟦gone 11-13⟧\n⟦moved 14-60 numbers -3⟧\n⟦1-57⟧\n⟦elided:9f8e7d6c5b4a 57 lines, elision-get⟧\n"},
	} {
		got, ok := exactly([]byte(strings.Join(c.before, "")), []byte(strings.Join(c.now, "")), hashBefore, hashNow)
		if want := "⟦since " + hashBefore + "⟧\n" + c.want; !ok || string(got) != want {
			t.Errorf("%s: %v\n%s\nwant\n%s", c.name, ok, got, want)
		}
	}
}

// TestExactlyRefuses: what a header can't say in full is not said.
func TestExactlyRefuses(t *testing.T) {
	base := source(100)
	scattered := slices.Clone(base)
	for i := 2; i < 100; i += 4 {
		scattered[i] = "\tother()\n"
	}
	var spread []string
	for i, l := range base {
		if spread = append(spread, l); i%7 == 6 {
			spread = append(spread, "\tadded()\n")
		}
	}
	long := slices.Clone(base)
	long[3] = strings.Repeat("x, ", 1000) + "\n"
	base, spread = numbered(base, "%6d→"), numbered(spread, "%6d→")
	for name, now := range map[string][]string{"too many passages": numbered(scattered, "%6d→"), "a long line": numbered(long, "%6d→"), "too many moves": spread} {
		if text, ok := exactly([]byte(strings.Join(base, "")), []byte(strings.Join(now, "")), hashBefore, hashNow); ok {
			t.Errorf("%s: %s", name, text)
		}
	}
}

// TestIndentationIsNoNumber: what stands before a number is compared where
// the number has not changed, and where it keeps no column.
func TestIndentationIsNoNumber(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"  9→x\n", " 10→x\n", true},
		{"9\tx\n", "10\tx\n", true},
		{"1: x\n", "  1: x\n", false},
		{"  1: x\n", "    2: x\n", false},
		{"01: x\n", "1: x\n", false},
		{"9→x\n", "10→y\n", false},
		{"x\n", "x\n", true},
	} {
		if got := readLine([]byte(c.a), -1).same(readLine([]byte(c.b), -1)); got != c.same {
			t.Errorf("%q and %q: %v", c.a, c.b, got)
		}
	}
}

// TestExactlySaysAll: who has the lines before, without those that are gone
// and with other numbers where they moved, and fills the gaps with them, has
// the lines now.
func TestExactlySaysAll(t *testing.T) {
	laws.Check(t, func(t *rapid.T) {
		word := rapid.SampledFrom([]string{"a", "b", "c", "\t}", "", "  return value, nil // as the caller expects it", "1. first", "  2. second"})
		before := rapid.SliceOfN(word, 0, 80).Draw(t, "before")
		now := edit(t, before, word)
		if rapid.Bool().Draw(t, "numbers") {
			before, now = numbered(before, "%5d→"), numbered(now, "%5d→")
		}
		text, ok := exactly([]byte(text(before)), []byte(text(now)), hashBefore, hashNow)
		if ok {
			checkSaysAll(t, before, now, text)
		}
	})
}

// edit changes a few runs of lines.
func edit(t *rapid.T, lines []string, word *rapid.Generator[string]) []string {
	out := slices.Clone(lines)
	for range rapid.IntRange(0, 4).Draw(t, "edits") {
		at := rapid.IntRange(0, len(out)).Draw(t, "at")
		end := min(len(out), at+rapid.IntRange(0, 5).Draw(t, "deleted"))
		out = slices.Replace(out, at, end, rapid.SliceOfN(word, 0, 5).Draw(t, "added")...)
	}
	return out
}

func text(lines []string) string {
	if len(lines) == 0 {
		return ""
	}
	return strings.Join(lines, "\n") + "\n"
}

func checkSaysAll(t *rapid.T, before, now []string, text []byte) {
	_, d, rest, ok := delta.ParseHeader(text)
	if !ok {
		t.Fatalf("no header: %s", text)
	}
	kept := keptOf(before, d)
	hidden := hiddenOf(t, now, rest)
	// A line that is shown is new, or one of those that were kept.
	used := map[int]bool{0: true}
	for i, l := range now {
		next := map[int]bool{}
		for k := range used {
			if !hidden[i] {
				next[k] = true
			}
			if k < len(kept) && kept[k] == l {
				next[k+1] = true
			}
		}
		used = next
	}
	if !used[len(kept)] {
		t.Fatalf("the gaps are not filled by what was kept:\n%q\n%s", kept, text)
	}
}

// keptOf returns the lines before that are not gone, with their numbers now.
func keptOf(before []string, d delta.Difference) (kept []string) {
	for i, l := range before {
		at := i + 1
		if slices.ContainsFunc(d.Gone, func(p delta.Passage) bool { return p.First <= at && at <= p.Last }) {
			continue
		}
		for _, p := range d.Moved {
			if p.First <= at && at <= p.Last {
				shift, _ := strconv.Atoi(strings.TrimPrefix(p.Note, "numbers "))
				_, rest, _ := strings.Cut(l, "→")
				l = fmt.Sprintf("%5d→", at+shift) + rest
			}
		}
		kept = append(kept, l)
	}
	return kept
}

// hiddenOf tells of each line now whether a gap stands for it, and checks the
// others.
func hiddenOf(t *rapid.T, now []string, rest []byte) []bool {
	hidden := make([]bool, len(now))
	lines := strings.Split(strings.TrimSuffix(string(rest), "\n"), "\n")
	at := 0
	for _, l := range lines[:len(lines)-1] {
		if gap, ok := marker.ParseGap([]byte(l)); ok {
			for at = gap.First - 1; at < gap.Last; at++ {
				hidden[at] = true
			}
			continue
		}
		if at >= len(now) || now[at] != l {
			t.Fatalf("line %d is shown as %q\n%s", at+1, l, rest)
		}
		at++
	}
	if at != len(now) {
		t.Fatalf("%d lines of %d:\n%s", at, len(now), rest)
	}
	return hidden
}
