//go:build unix

package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"elide.example/elide/internal/laws"
	"elide.example/elide/internal/pipeline"
	"elide.example/elide/internal/plan"
	"elide.example/elide/internal/store"
	"elide.example/elide/internal/terminal"
)

// somethingPrinted draws an output of which some is hidden, with all that a
// terminal would act on.
func somethingPrinted(t *rapid.T) []byte {
	line := rapid.OneOf(
		rapid.SampledFrom([]string{
			"INFO request 1 served", "ERROR disk sda1 is full", "", "\tat x.y(Z.java:12)", "\x1b[31mred\x1b[0m", "50%\r100%", "é\u202e\xff\x00",
			strings.Repeat(`{"id": 1, "state": "ok"}, `, 400), "12 > 3",
		}),
		rapid.Map(rapid.IntRange(0, 99), func(n int) string { return fmt.Sprintf("2026-01-02 03:04:05 INFO request %d served", n) }),
	)
	return []byte(strings.Join(rapid.SliceOfN(line, 1, 120).Draw(t, "lines"), "\n"))
}

var (
	gutters = regexp.MustCompile(`(?m)^ *(\d+)(\.\d+)? ([ >]) `)
	styles  = regexp.MustCompile("\x1b\\[[0-9;]*m")
)

// TestPainter: with numbers and styles taken off, all of the original is
// there, written out; each line has its number, and what is kept its mark.
func TestPainter(t *testing.T) {
	folder := t.TempDir()
	laws.Check(t, func(t *rapid.T) {
		end := rapid.SampledFrom([]string{"\n", ""}).Draw(t, "end")
		original := append(somethingPrinted(t), end...)
		st, err := store.Open(folder, store.Options{})
		if err != nil {
			t.Fatal(err)
		}
		src := bytes.NewReader(original)
		res, err := pipeline.Reduce(context.Background(), src, pipeline.Options{MinBytes: -1}, st)
		if err != nil {
			t.Fatal(err)
		}
		text := painted(t, src, res, rapid.Bool().Draw(t, "colour"))
		want := string(terminal.AppendVisible(nil, original))
		if !strings.HasSuffix(want, "\n") && want != "" {
			want += "\n"
		}
		if got := unbroken(text); got != want {
			t.Fatalf("got\n%s\nwant\n%s", got, want)
		}
		for _, p := range res.Pieces {
			mark := " "
			if p.Shown || !res.Reduced {
				mark = ">"
			}
			if p.StartsLine && !strings.Contains(text, fmt.Sprintf("%4d %s ", p.First.Line, mark)) {
				t.Fatalf("line %d has no %q in\n%s", p.First.Line, mark, text)
			}
		}
	})
}

// painted returns what is shown of an original, below the head, without
// styles.
func painted(t *rapid.T, src store.Original, res pipeline.Result, colour bool) string {
	var out bytes.Buffer
	p := painter{out: bufio.NewWriter(&out), src: src, colour: colour}
	if err := p.paint(store.Entry{}, res); err != nil {
		t.Fatal(err)
	}
	p.out.Flush()
	text := styles.ReplaceAllString(out.String(), "")
	if !colour && text != out.String() {
		t.Fatalf("coloured: %q", out.String())
	}
	_, text, _ = strings.Cut(text, "\n")
	return text
}

// unbroken takes the numbers off, and joins the lines that were broken.
func unbroken(text string) string {
	text = regexp.MustCompile(`\n *\d+\.\d+ [ >] `).ReplaceAllString(text, "")
	return gutters.ReplaceAllString(text, "")
}

// TestKept: --kept shows what is kept, and in place of the rest the gaps.
func TestKept(t *testing.T) {
	original := logLines(100)
	pieces := []plan.Piece{
		{Off: 0, Len: 10, First: plan.Place{Line: 1, Col: 1}, Last: plan.Place{Line: 1, Col: 10}, StartsLine: true, Shown: true},
		{Off: 10, Len: 10, First: plan.Place{Line: 1, Col: 11}, Last: plan.Place{Line: 1, Col: 20}},
		{Off: 20, Len: int64(len(original)) - 20, First: plan.Place{Line: 1, Col: 21}, Last: plan.Place{Line: 101, Col: 1}, EndsLine: true},
	}
	var out bytes.Buffer
	p := painter{out: bufio.NewWriter(&out), src: bytes.NewReader(original), kept: true}
	if err := p.paint(store.Entry{}, pipeline.Result{Reduced: true, Pieces: pieces}); err != nil {
		t.Fatal(err)
	}
	p.out.Flush()
	if _, text, _ := strings.Cut(out.String(), "\n"); text != "   1 > 2026-01-02\n       ⟦1-101⟧\n" {
		t.Errorf("%q", text)
	}
}
