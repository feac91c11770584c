package main

import (
	"bufio"
	"bytes"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/delta"
	"elide.example/elide/internal/laws"
	"elide.example/elide/internal/shape"
)

func sideOf(text string) side {
	b := block.New([]byte(text))
	return side{"x", b, []block.Section{{Block: b, End: b.Len(), Shape: shape.Prose}}}
}

// TestDiffTellsBoth: with enough lines around each change, the lines without a
// plus are the one text, and those without a minus the other.
func TestDiffTellsBoth(t *testing.T) {
	laws.Check(t, func(t *rapid.T) {
		lines := rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", "c", "", "-x", "+y", "@@"}), 0, 30)
		before, now := ended(lines.Draw(t, "before")), ended(lines.Draw(t, "now"))
		var out bytes.Buffer
		d := differ{out: bufio.NewWriter(&out), before: sideOf(before), now: sideOf(now), context: 100}
		d.write(true)
		d.out.Flush()
		if before == now {
			if out.Len() > 0 {
				t.Fatalf("%q", out.String())
			}
			return
		}
		var was, is strings.Builder
		for i, line := range strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n") {
			if i < 3 {
				continue // the names, and where the only hunk is
			}
			if line[0] != '+' {
				was.WriteString(line[1:] + "\n")
			}
			if line[0] != '-' {
				is.WriteString(line[1:] + "\n")
			}
		}
		if was.String() != before || is.String() != now {
			t.Fatalf("%q and %q, want %q and %q, in\n%s", was.String(), is.String(), before, now, out.String())
		}
	})
}

func ended(lines []string) string {
	if len(lines) == 0 {
		return ""
	}
	return strings.Join(lines, "\n") + "\n"
}

// TestHunks: every change is in one hunk, with what stands around it and no
// more, and no two hunks touch.
func TestHunks(t *testing.T) {
	laws.Check(t, func(t *rapid.T) {
		text := rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", "c", "d"}), 0, 40)
		edits := editsOf(delta.Compare(sideOf(ended(text.Draw(t, "before"))).sections, sideOf(ended(text.Draw(t, "now"))).sections))
		context := rapid.IntRange(0, 5).Draw(t, "context")
		near := make([]bool, len(edits))
		for i, e := range edits {
			for j := max(0, i-context); e.change() && j < min(len(edits), i+context+1); j++ {
				near[j] = true
			}
		}
		covered, last := make([]bool, len(edits)), -1
		for _, h := range hunksOf(edits, context) {
			if h.first <= last {
				t.Fatalf("a hunk from %d touches one up to %d", h.first, last)
			}
			for i := h.first; i < h.end; i++ {
				covered[i] = true
			}
			last = h.end
		}
		for i := range edits {
			if covered[i] != near[i] {
				t.Fatalf("edit %d: in a hunk %v, near a change %v", i, covered[i], near[i])
			}
		}
	})
}
