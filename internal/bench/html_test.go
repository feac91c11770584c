//go:build unix

package bench

import (
	"bytes"
	"context"
	"encoding/xml"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"elide.example/elide/internal/laws"
	"elide.example/elide/internal/page/pagetest"
)

// hostile is a case whose output, label, command and names are all the text, and a
// filter that shows it, or nothing but it.
func hostile(t interface{ Fatal(...any) }, text string) (*Report, []*Case, []Miss) {
	line := strings.ReplaceAll(text, "\n", " ") + "."
	c := &Case{ID: text, Tool: text, Command: text, Shape: text, LabelsFrom: text, Input: []byte("first\n" + line + "\nlast\n"),
		Critical: []Label{{Line: 2, Text: line, Why: text}, {Line: 3, Text: "last", Why: text}}, Mentions: []string{"first", text + "|"}}
	f := Filter{Name: text, Run: func(context.Context, *Case, int) (Output, error) {
		return Output{Text: []byte(line + "\n" + text), Shape: text}, nil
	}}
	rep, err := Run{Filters: []Filter{f}, Count: func(b []byte) (int, error) { return len(b), nil }}.Measure(context.Background(), text, []*Case{c})
	if err != nil {
		t.Fatal(err)
	}
	return rep, []*Case{c}, append(Bars{MinKept: 100}.Misses(rep, text), Miss{text, text})
}

var evil = []string{
	"<script>document.title='run'</script>", "</pre>", "</details>", "<!--", "<img src=x onerror=\"document.title='run'\">", `" onload="y`, "'", "&lt;", "<", `"`,
	"%s", "\x1b[2J", "\x1b]8;;http://host.example\x07", "\x00", "\r", "\u202e", "\xff\xfe", "]]>", "\n", "x", strings.Repeat("long", 200),
}

// TestNothingGetsIn: whatever an output holds, the page has no tag and the XML no
// element of it, and both are whole.
func TestNothingGetsIn(t *testing.T) {
	laws.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(evil), 1, 6).Draw(t, "parts"), "")
		rep, cases, misses := hostile(t, text)
		page := string(rep.HTML(text, cases, misses))
		for _, bad := range []string{"<script", "<img", "<!--", "\x1b", "\x00", "\u202e", "onerror=\"", "%!"} {
			if strings.Contains(page, bad) {
				t.Fatalf("the page has %q of %q", bad, text)
			}
		}
		for tag, n := range map[string]int{"<pre>": 2, "</pre>": 2, "</details>": 1, "</html>": 1} {
			if got := strings.Count(page, tag); got != n {
				t.Fatalf("%d times %s of %q", got, tag, text)
			}
		}
		var out bytes.Buffer
		if err := rep.WriteJUnit(&out, text, misses); err != nil {
			t.Fatal(err)
		}
		var back junitSuite
		if err := xml.Unmarshal(out.Bytes(), &back); err != nil || len(back.Cases) != 2 || back.Failures != 2 {
			t.Fatalf("%v of %q: %s", err, text, out.Bytes())
		}
	})
}

// TestPage: what is lost is marked as lost, what is kept as kept, and a long original
// is shown about its labels.
func TestPage(t *testing.T) {
	var input strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&input, "line %d\n", i+1)
	}
	c := &Case{ID: "long", Command: "count", Shape: "plain", Input: []byte(input.String()), Critical: []Label{{Line: 900, Text: "line 900"}, {Line: 1200, Text: "line 1200"}}}
	f := Filter{Name: "f", Run: func(context.Context, *Case, int) (Output, error) { return Output{Text: []byte("line 900\n")}, nil }}
	rep, err := Run{Filters: []Filter{f}, Count: func(b []byte) (int, error) { return len(b), nil }}.Measure(t.Context(), "corpus", []*Case{c})
	if err != nil {
		t.Fatal(err)
	}
	page := string(rep.HTML("f", []*Case{c}, nil))
	for _, want := range []string{
		`<span class="mark">line 900</span>`, `<span class="mark lost">line 1200</span>`, `<span class="hidden">line 1198</span>`, "697 lines not shown on this page",
		`<details open>`, "LOST",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("no %s in the page", want)
		}
	}
	if strings.Contains(page, "line 1190") {
		t.Error("the page shows all of a long original")
	}
}

// TestPageFits: the page can be read on a phone and on a desk, light and dark, and
// runs nothing of what an output holds.
func TestPageFits(t *testing.T) {
	text := strings.Join(evil, " ")
	rep, cases, misses := hostile(t, text)
	name := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(name, rep.HTML(text, cases, misses), 0o600); err != nil {
		t.Fatal(err)
	}
	b := pagetest.Start(t)
	for which, screen := range map[string]pagetest.Screen{"phone": pagetest.Phone, "desk": pagetest.Desk, "dark": {Width: 1280, Height: 900, Dark: true}} {
		b.Open(name, screen)
		if err := b.Fits(); err != nil {
			t.Errorf("%s: %v", which, err)
		}
		b.Picture("bench " + which)
	}
	if got := b.Number("document.querySelectorAll('details').length"); got != 1 || b.Text("document.title") != "elision-bench" {
		t.Errorf("%v cases, title %q", got, b.Text("document.title"))
	}
	if list := b.Complaints(); list != nil {
		t.Errorf("complaints: %.2000q", list)
	}
}

// TestJUnitSaysWhatTheBarsSay: without a missed bar no test fails, though labels are
// lost; with one, those of its cases do.
func TestJUnitSaysWhatTheBarsSay(t *testing.T) {
	rep := &Report{Corpus: "c", Rows: []Row{{ID: "a", Filter: "f", Shape: "log", Labels: 2, Kept: 1, Missed: []Label{{Line: 3, Text: "gone"}}}, {ID: "b", Filter: "f", Shape: "log", Labels: 1, Kept: 1}}}
	rep.Totals = Totals(rep.Rows)
	for _, c := range []struct {
		bars     Bars
		failures string
	}{{Bars{MinKept: 60}, `failures="0"`}, {Bars{MinKept: 90}, `failures="2"`}} {
		var out bytes.Buffer
		if err := rep.WriteJUnit(&out, "f", c.bars.Misses(rep, "f")); err != nil || !strings.Contains(out.String(), c.failures) || !strings.Contains(out.String(), "lost: 3: gone") {
			t.Errorf("%+v: %v\n%s", c.bars, err, out.String())
		}
	}
}

// TestSample: always the same cases, in their order, and most of them also of a
// corpus that has grown.
func TestSample(t *testing.T) {
	var cases []*Case
	for i := range 100 {
		cases = append(cases, &Case{ID: fmt.Sprintf("case-%03d", i)})
	}
	ids := func(list []*Case) map[string]bool {
		m := map[string]bool{}
		for i, c := range list {
			if m[c.ID] = true; i > 0 && list[i-1].ID >= c.ID {
				t.Errorf("%s stands behind %s", c.ID, list[i-1].ID)
			}
		}
		return m
	}
	whole, most := ids(Sample(cases, 20)), ids(Sample(cases[:90], 20))
	same := 0
	for id := range whole {
		if most[id] {
			same++
		}
	}
	if len(whole) != 20 || len(most) != 20 || same < 12 || len(Sample(cases, 200)) != 100 || cases[99].ID != "case-099" {
		t.Errorf("%d and %d cases, %d of them the same", len(whole), len(most), same)
	}
}
