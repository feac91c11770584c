package delta_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/classify"
	"elide.example/elide/internal/delta"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/marker"
	"elide.example/elide/internal/plan"
	"elide.example/elide/internal/reduce"
	"elide.example/elide/internal/render"
	"elide.example/elide/internal/tokens"
)

const (
	earlier = "0a1b2c3d4e5f"
	later   = "9f8e7d6c5b4a"
)

func ranked(text []byte) delta.Ranked {
	secs := classify.Sections(block.New(text), "")
	var marks []mark.Mark
	for _, s := range secs {
		marks = append(marks, reduce.Section(s)...)
	}
	return delta.Ranked{Sections: secs, Marks: marks}
}

// shown plans and renders marks as the pipeline does.
func shown(t *testing.T, r delta.Ranked, marks []mark.Mark) string {
	t.Helper()
	b := r.Sections[0].Block
	pieces := plan.Pieces(nil, b, 0, marks, func(int) plan.View { return plan.Resolved }, plan.Limits{})
	plan.Select(pieces, plan.Limits{}, plan.Overhead{})
	text, err := render.Text(nil, pieces, func(off, n int64) ([]byte, error) { return b.Bytes()[off : off+n], nil })
	if err != nil {
		t.Fatal(err)
	}
	return string(append(marker.Append(text, later, "elision-get"), '\n'))
}

// since gives now as its difference from before, and reduced without it.
func since(t *testing.T, before, now string) (text, plain string) {
	t.Helper()
	a, b := ranked([]byte(before)), ranked([]byte(now))
	d := delta.Marks(a, b, delta.Compare(a.Sections, b.Sections))
	return string(delta.AppendHeader(nil, earlier, d)) + shown(t, b, d.Marks), shown(t, b, b.Marks)
}

func input(t *testing.T, id string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../../testdata/corpus", id, "input"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// smaller holds that the difference is below that share, in percent, of what
// the block costs reduced by itself, the header parses, and it is the same
// again. It returns the text.
func smaller(t *testing.T, before, now string, percent int) string {
	t.Helper()
	text, plain := since(t, before, now)
	if again, _ := since(t, before, now); again != text {
		t.Fatal("another text at the second time")
	}
	got, of := tokens.Estimate([]byte(text)), tokens.Estimate([]byte(plain))
	t.Logf("%d tokens since, %d reduced, %d whole", got, of, tokens.Estimate([]byte(now)))
	if 100*got > percent*of {
		t.Errorf("%d tokens, %d%% of %d:\n%s", got, 100*got/of, of, text)
	}
	hash, d, rest, ok := delta.ParseHeader([]byte(text))
	if !ok || hash != earlier {
		t.Fatalf("no header: %s", text)
	}
	if whole := string(delta.AppendHeader(nil, hash, d)) + string(rest); whole != text {
		t.Errorf("parsed and written again: %s", whole)
	}
	return text
}

func contains(t *testing.T, text string, want ...string) {
	t.Helper()
	for _, w := range want {
		if !strings.Contains(text, w) {
			t.Errorf("%q is missing in:\n%s", w, text)
		}
	}
}

func lacks(t *testing.T, text string, barred ...string) {
	t.Helper()
	for _, w := range barred {
		if strings.Contains(text, w) {
			t.Errorf("%q stands in:\n%s", w, text)
		}
	}
}

// Two of four failures were repaired between the two runs.
func TestRerunWithFewerFailures(t *testing.T) {
	text := smaller(t, input(t, "pytest-rerun-01-a"), input(t, "pytest-rerun-01-b"), 80)
	contains(t, text,
		"⟦gone 109-154 TestMinLen.test_check_valid[value2]⟧\n",
		"⟦gone 205 FAILED tests/test_validators.py::TestMinLen::test_check_valid[value3]⟧\n",
		"⟦still 13-60 TestMaxLen.test_check_valid[spam]⟧\n",
		"⟦still 203 FAILED tests/test_validators.py::TestMaxLen::test_check_valid[value4]⟧\n",
		"\n⟦1-111⟧\n", "2 failed, 161 passed")
}

// The page's example is that text.
func TestDocumentedExample(t *testing.T) {
	page, err := os.ReadFile("../../docs/delta.md")
	if err != nil {
		t.Fatal(err)
	}
	text, _ := since(t, input(t, "pytest-rerun-01-a"), input(t, "pytest-rerun-01-b"))
	n := 0
	for line := range strings.Lines(string(page)) {
		if example, ok := strings.CutPrefix(line, "    ⟦"); ok && !strings.HasPrefix(example, "elided:") {
			n++
			contains(t, "\n"+text, "\n⟦"+example)
		}
	}
	if n < 4 {
		t.Errorf("%d lines of an example", n)
	}
}

// And back: two failures are new, and shown as they would be by themselves.
func TestRerunWithNewFailures(t *testing.T) {
	text := smaller(t, input(t, "pytest-rerun-01-b"), input(t, "pytest-rerun-01-a"), 80)
	contains(t, text,
		"⟦still 13-60 TestMaxLen.test_check_valid[spam]⟧\n",
		"_ TestMinLen.test_check_valid[value2] _", "E           ValueError: Length of 'value' must be >= 2: 2",
		"src/attr/validators.py:577: ValueError", "\nFAILED tests/test_validators.py::TestMinLen::test_check_valid[value3]",
		"4 failed, 159 passed")
	lacks(t, text, "gone", "must be <= 4")
}

func TestTheSameAgain(t *testing.T) {
	for id, percent := range map[string]int{"pytest-rerun-01-b": 60, "gotest-fail-01": 20, "gcc-err-01": 40} {
		text := smaller(t, input(t, id), input(t, id), percent)
		contains(t, text, "⟦since "+earlier+" unchanged⟧\n")
		lacks(t, text, "⟦gone", "⟦moved")
	}
}

const goTest = `--- FAIL: TestAlpha (0.00s)
    alpha_test.go:12: got 1, want 2
--- FAIL: TestBeta (0.00s)
    beta_test.go:40: the server does not answer
FAIL
FAIL	example.com/shop	0.012s
FAIL
`

// padding makes a log long enough that hiding pays.
var padding = strings.Repeat("=== RUN   TestPasses\n--- PASS: TestPasses (0.00s)\n", 30)

// The place and the digits of a failure's message are its news, even if
// nothing else of it differs.
func TestAFailureWithAnotherValueIsNew(t *testing.T) {
	text, _ := since(t, padding+goTest, padding+strings.Replace(goTest, "got 1, want 2", "got 3, want 2", 1))
	contains(t, text, "\n--- FAIL: TestAlpha (0.00s)\n    alpha_test.go:12: got 3, want 2\n", "FAIL: TestBeta (0.00s)⟧")
	lacks(t, text, "gone", "does not answer", "got 1")
}

// A new failure may say what another, repaired one said. The message stands
// in the earlier block, the failure does not.
func TestANewFailureKeepsAMessageThatIsNotNew(t *testing.T) {
	text, _ := since(t, padding+goTest, padding+strings.Replace(goTest, "TestBeta", "TestGamma", 1))
	contains(t, text, "gone", "TestBeta", "\n--- FAIL: TestGamma (0.00s)\n    beta_test.go:40: the server does not answer\n")
}

// Workers finish in any order: a failure that moved is neither gone nor lost.
func TestMovedFailures(t *testing.T) {
	a := "--- FAIL: TestAlpha (0.00s)\n    alpha_test.go:12: got 1, want 2\n"
	b := "--- FAIL: TestBeta (0.00s)\n    beta_test.go:40: the server does not answer\n"
	text, _ := since(t, padding+a+b+"FAIL\n", padding+b+a+"FAIL\n")
	contains(t, text, "TestAlpha", "TestBeta")
	lacks(t, text, "gone")
}

// It is not gone either where the reducers no longer rank it.
func TestWhatStandsElsewhereIsNotGone(t *testing.T) {
	before, now := block.New([]byte("it failed\na\nb\nc\n")), block.New([]byte("a\nb\nc\nit failed\n"))
	whole := func(b *block.Block) []block.Section { return []block.Section{{Block: b, End: b.Len()}} }
	marks := make([]mark.Mark, 4)
	marks[0] = mark.Mark{Rank: mark.Critical, Why: mark.WhyFailure}
	a := delta.Ranked{Sections: whole(before), Marks: marks}
	b := delta.Ranked{Sections: whole(now), Marks: make([]mark.Mark, 4)}
	if d := delta.Marks(a, b, delta.Compare(a.Sections, b.Sections)); len(d.Gone) > 0 {
		t.Errorf("gone: %+v", d.Gone)
	}
}

// What ran from the earlier block is no news though its times differ.
func TestTimesAreNoNews(t *testing.T) {
	text, _ := since(t, padding+goTest, strings.ReplaceAll(padding+goTest, "(0.00s)", "(0.31s)"))
	lacks(t, text, "gone", "got 1, want 2")
}

// A line that was hidden in the earlier block was not read in it: where it
// is critical now, it is shown.
func TestWhatWasNotShownIsShown(t *testing.T) {
	b := block.New([]byte("a\nb\n"))
	secs := []block.Section{{Block: b, End: 2, Shape: classify.Sections(b, "")[0].Shape}}
	critical := mark.Mark{Rank: mark.Critical, Why: mark.WhyMessage}
	before := delta.Ranked{Sections: secs, Marks: []mark.Mark{critical, {}}}
	now := delta.Ranked{Sections: secs, Marks: []mark.Mark{critical, critical}}
	d := delta.Marks(before, now, delta.Compare(secs, secs))
	if d.Marks[0].Rank != mark.Bulk || d.Marks[1] != critical {
		t.Errorf("marks: %+v", d.Marks)
	}
}

// The lines that the user asked for are shown whether or not they are new.
func TestKeepPatternsOutrankTheDifference(t *testing.T) {
	a := ranked([]byte(padding))
	a.Marks[3] = mark.Mark{Rank: mark.Critical, Why: mark.WhyPattern}
	if d := delta.Marks(a, a, delta.Compare(a.Sections, a.Sections)); d.Marks[3] != a.Marks[3] {
		t.Errorf("mark: %+v", d.Marks[3])
	}
}

// However much differs, the header stays short.
func TestHeaderIsBounded(t *testing.T) {
	var a strings.Builder
	for i := range 5000 {
		a.WriteString("a.c:" + strings.Repeat("1", i%7+1) + ": error: nothing is right about x" + strings.Repeat("y", i%50) + "\n  note\n")
	}
	text, _ := since(t, a.String(), "all is well\n")
	_, d, _, ok := delta.ParseHeader([]byte(text))
	if !ok || len(d.Gone) > 20 || len(d.Gone) > 0 && d.Gone[len(d.Gone)-1].Note != "in part" {
		t.Errorf("%d gone: %.300s", len(d.Gone), text)
	}
}

func TestParseHeaderTakesOneEncoding(t *testing.T) {
	for _, text := range []string{
		"", "⟦since 0a1b2c3d4e5f⟧", "⟦since 0a1b2c3d4e5f  unchanged⟧\n", "⟦since 0a1b2c3d4e5f changed⟧\n", "⟦since 0A1B2C3D4E5F⟧\n", "⟦since 0a1b2c⟧\n", "x\n",
		"⟦gone 1-2⟧\n⟦since 0a1b2c3d4e5f⟧\n",
	} {
		if _, _, _, ok := delta.ParseHeader([]byte(text)); ok {
			t.Errorf("%q is taken for a header", text)
		}
	}
	head := "⟦since 0a1b2c3d4e5f⟧\n"
	for _, line := range []string{
		"⟦gone 1-1⟧\n", "⟦gone 01⟧\n", "⟦gone 2-1⟧\n", "⟦gone 1 ⟧\n", "⟦gone 1  x⟧\n", "⟦gone 1.2-3⟧\n",
		"⟦gone 1 a\tb⟧\n", "⟦still x⟧\n", "⟦gone 1⟧",
	} {
		if _, _, rest, ok := delta.ParseHeader([]byte(head + line)); !ok || string(rest) != line {
			t.Errorf("%q: rest %q", line, rest)
		}
	}
}

func FuzzParseHeader(f *testing.F) {
	f.Add("⟦since 0a1b2c3d4e5f⟧\n⟦gone 1-2 x⟧\n⟦moved 3 a.c +1⟧\n⟦still 4⟧\nrest")
	f.Add("⟦since 0a1b2c3d4e5f unchanged⟧\n⟦still 4⟧\nrest")
	f.Fuzz(func(t *testing.T, text string) {
		before, d, rest, ok := delta.ParseHeader([]byte(text))
		if ok && string(delta.AppendHeader(nil, before, d))+string(rest) != text {
			t.Errorf("%q parses to %q %+v %q", text, before, d, rest)
		}
	})
}
