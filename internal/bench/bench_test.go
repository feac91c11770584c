package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// words counts a token a word: exact and cheap.
func words(text []byte) (int, error) { return len(bytes.Fields(text)), nil }

// filter returns one that shows the text and gives back the restored.
func filter(text, restored string) Filter {
	return Filter{Name: "f", Run: func(context.Context, *Case, int) (Output, error) {
		return Output{
			Text: []byte(text), Shape: "log",
			Restore: func() ([]byte, error) { return []byte(restored), nil },
		}, nil
	}}
}

func sample() *Case {
	return &Case{
		ID: "c", Shape: "log", Input: []byte("a\nerror: b\nc\nd\ne\nf\ng\nh\ni\n"), // 10 words
		Critical: []Label{{Line: 2, Text: "error: b"}},
	}
}

func TestMeasure(t *testing.T) {
	c := sample()
	tests := []struct {
		name, text, restored string
		kept                 int
		cost                 float64
		exact, larger        bool
	}{
		{"kept", "error: b", string(c.Input), 1, 0.2, true, false},
		{"lost costs the input too", "c d", string(c.Input), 0, 1.2, true, false},
		{"passed through", string(c.Input), string(c.Input), 1, 1, true, false},
		{"restored with a difference", "error: b", "a\n", 1, 0.2, false, false},
		{"larger", string(c.Input) + "j k", string(c.Input), 1, 1.2, true, true},
	}
	for _, tt := range tests {
		row, err := Measure(t.Context(), filter(tt.text, tt.restored), c, words, 1)
		if err != nil {
			t.Fatal(err)
		}
		if row.Kept != tt.kept || row.Labels != 1 || row.Cost != tt.cost || row.Exact != tt.exact || row.Larger() != tt.larger {
			t.Errorf("%s: %+v", tt.name, row)
		}
		if (row.Difference == "") != tt.exact {
			t.Errorf("%s: difference %q", tt.name, row.Difference)
		}
	}
}

func TestMeasureOfFailure(t *testing.T) {
	c := sample()
	f := Filter{Name: "f", Run: func(context.Context, *Case, int) (Output, error) {
		return Output{Text: c.Input}, errors.New("broken")
	}}
	row, err := Measure(t.Context(), f, c, words, 3)
	if err != nil || row.Err != "broken" || row.Cost != 2 {
		t.Errorf("%+v, %v", row, err)
	}
}

func TestTotals(t *testing.T) {
	rows := []Row{
		{ID: "a", Shape: "log", BytesIn: 5000, TokensIn: 1000, Tokens: 100, Cost: 0.1, Labels: 2, Kept: 2},
		{ID: "b", Shape: "log", BytesIn: 100, TokensIn: 10, Tokens: 10, Cost: 1},
		{ID: "c", Labelled: "diff", BytesIn: 5000, TokensIn: 3000, Tokens: 1500, Cost: 1.5, Labels: 2, Kept: 1},
	}
	totals := Totals(rows)
	var names []string
	for _, total := range totals {
		names = append(names, total.Name)
	}
	if got := strings.Join(names, ","); got != "diff,log,>= 4 KiB,all" {
		t.Fatalf("totals of %s", got)
	}
	large, all := totals[2], totals[3]
	if large.Cases != 2 || large.Cost != 0.8 || large.WeightedCost != 1.15 || large.Whole != 1 {
		t.Errorf("large: %+v", large)
	}
	if all.Cases != 3 || all.Kept != 3 || all.Labels != 4 || all.Tokens != 1610 {
		t.Errorf("all: %+v", all)
	}
}

func TestBars(t *testing.T) {
	rows := []Row{
		{ID: "a", Filter: "f", BytesIn: 5000, BytesOut: 10, TokensIn: 1000, Tokens: 100, Cost: 0.4, Labels: 3, Kept: 3, Exact: true},
		{ID: "b", Filter: "f", BytesIn: 5000, BytesOut: 5001, TokensIn: 10, Tokens: 10, Cost: 2, Labels: 1, Missed: []Label{{Text: "gone"}}, Difference: "byte 7"},
	}
	rep := &Report{Rows: rows, Totals: Totals(rows)}
	for i := range rep.Totals {
		rep.Totals[i].Filter = "f"
	}
	tests := []struct {
		bars Bars
		want string // "" for none
	}{
		{Bars{}, ""},
		{Bars{MinKept: 75}, ""},
		{Bars{MinKept: 75.1}, "gone"},
		{Bars{MaxCost: 120}, ""},
		{Bars{MaxCost: 119}, "120.0 %"},
		{Bars{RequireExact: true}, "b: not restored exactly: byte 7"},
		{Bars{NeverLarger: true}, "b: larger"},
	}
	for _, tt := range tests {
		got := inLines(tt.bars.Misses(rep, "f"))
		if (got == "") != (tt.want == "") || !strings.Contains(got, tt.want) {
			t.Errorf("%+v: missed %q, want %q", tt.bars, got, tt.want)
		}
	}
}

func TestWorse(t *testing.T) {
	was := Row{ID: "a", Filter: "f", Labels: 2, Kept: 1, Cost: 0.3, Exact: true, Missed: []Label{{Text: "old"}}}
	tests := []struct {
		name   string
		change func(*Row)
		want   string
	}{
		{"same", func(*Row) {}, ""},
		{"better", func(r *Row) { r.Kept, r.Cost, r.Missed = 2, 0.1, nil }, ""},
		{"within the slack", func(r *Row) { r.Cost = 0.304 }, ""},
		{"dearer", func(r *Row) { r.Cost = 0.31 }, "effective cost 31.0 %, 30.0 % before"},
		{"lost more", func(r *Row) { r.Kept, r.Missed = 0, append(r.Missed, Label{Text: "new"}) }, `"new" is lost`},
		{"not exact", func(r *Row) { r.Exact = false }, "no longer restored"},
		{"another case", func(r *Row) { r.ID, r.Cost = "b", 2 }, ""},
	}
	for _, tt := range tests {
		is := was
		is.Missed = append([]Label(nil), was.Missed...)
		tt.change(&is)
		got := inLines(Worse(&Report{Rows: []Row{was}}, &Report{Rows: []Row{is}}, "f"))
		if (got == "") != (tt.want == "") || !strings.Contains(got, tt.want) {
			t.Errorf("%s: worse %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestDifference(t *testing.T) {
	if d := Difference([]byte("a\nb\n"), []byte("a\nb\n")); d != "" {
		t.Errorf("equal texts differ: %s", d)
	}
	d := Difference([]byte("one\ntwo\nthree\n"), []byte("one\ntwx\nthree\n"))
	for _, want := range []string{"byte 6, line 2 column 3", `-"two\n"`, `+"twx\n"`} {
		if !strings.Contains(d, want) {
			t.Errorf("%q lacks %q", d, want)
		}
	}
	if d := Difference([]byte("a\n"), []byte("a")); !strings.Contains(d, "1 bytes, not 2; first difference at byte 1, line 1 column 2") {
		t.Errorf("missing line end: %s", d)
	}
}

// TestDifferenceOfLargeTexts: go-diff is quadratic and panics beyond 65,000
// lines; neither may be felt.
func TestDifferenceOfLargeTexts(t *testing.T) {
	var a, b bytes.Buffer
	for i := range 100_000 {
		fmt.Fprintf(&a, "left %d\n", i)
		fmt.Fprintf(&b, "right %d\n", i)
	}
	if d := Difference(a.Bytes(), b.Bytes()); !strings.Contains(d, "line 1 column 1") {
		t.Error(d)
	}
}

func TestCutters(t *testing.T) {
	c := &Case{Input: []byte("one 1\ntwo ERROR 2\nthree\nfour failed\nfive\n")}
	tests := []struct {
		filter Filter
		want   string
	}{
		{Head(words), "one 1\n"},
		{Tail(words), "five\nfour failed\nthree\n"},
		{Grep(words), "two ERROR 2\n"},
	}
	for _, tt := range tests {
		out, err := tt.filter.Run(t.Context(), c, 4)
		if err != nil || string(out.Text) != tt.want {
			t.Errorf("%s: %q, %v; want %q", tt.filter.Name, out.Text, err, tt.want)
		}
	}
}

func TestBudgets(t *testing.T) {
	c := sample()
	elide := Filter{Name: "elide", Run: func(_ context.Context, _ *Case, budget int) (Output, error) {
		if budget == 9 { // a flaw: a larger budget drops what a smaller kept
			return Output{Text: []byte("c")}, nil
		}
		return Output{Text: []byte("error: b and more")}, nil
	}}
	r := Run{Filters: []Filter{elide}, Count: words, Budgets: []int{3, 9}, Rivals: []Filter{Head(words)}}
	rep, err := r.Measure(t.Context(), "dir", []*Case{c})
	if err != nil {
		t.Fatal(err)
	}
	got := rep.Budgets
	if len(got) != 4 || got[0].Kept != 1 || len(got[0].Over) != 1 || got[2].Kept != 0 || got[2].Dropped != 1 || got[3].Kept != 1 {
		t.Errorf("%+v", got)
	}
}

func TestCommand(t *testing.T) {
	c := sample()
	for line, want := range map[string]string{"grep error": "error: b\n", "grep nothing": "", "cat": string(c.Input)} {
		out, err := Command(line).Run(t.Context(), c, 0)
		if err != nil || string(out.Text) != want {
			t.Errorf("%s: %q, %v", line, out.Text, err)
		}
	}
	if _, err := Command("no-such-command-here").Run(t.Context(), c, 0); err == nil {
		t.Error("a missing command is no error")
	}
}

func TestLoad(t *testing.T) {
	dir := t.TempDir()
	if _, err := Load(dir, nil); !errors.Is(err, ErrEmpty) {
		t.Errorf("empty folder: %v", err)
	}
	good := Case{ID: "one", Bytes: 6, Critical: []Label{{Line: 1, Text: "hello"}}}
	put(t, dir, "one", good, "hello\n")
	cases, err := Load(dir, nil)
	if err != nil || len(cases) != 1 || string(cases[0].Input) != "hello\n" {
		t.Fatalf("%v, %v", cases, err)
	}
	if _, err := Load(dir, func(*Case) bool { return false }); !errors.Is(err, ErrEmpty) {
		t.Errorf("no case wanted: %v", err)
	}
	for name, bad := range map[string]Case{
		"another id":      {ID: "x", Bytes: 6},
		"wrong length":    {ID: "two", Bytes: 7},
		"label not in it": {ID: "two", Bytes: 6, Critical: []Label{{Line: 1, Text: "other"}}},
	} {
		put(t, dir, "two", bad, "hello\n")
		if _, err := Load(dir, nil); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func put(t *testing.T, dir, name string, c Case, input string) {
	t.Helper()
	folder := filepath.Join(dir, name)
	text, err := json.Marshal(c)
	if err == nil {
		err = os.MkdirAll(folder, 0o755)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, "case.json"), text, 0o644)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, "input"), []byte(input), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func TestReportReadsBack(t *testing.T) {
	rep, err := Run{Filters: []Filter{filter("error: b", "a")}, Count: words}.Measure(t.Context(), "dir", []*Case{sample()})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "r.json")
	var text bytes.Buffer
	if err := rep.WriteJSON(&text); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, text.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	back, err := ReadReport(file)
	if err != nil || len(back.Rows) != 1 || back.Rows[0].Kept != 1 || back.Total("f", TotalAll).Cases != 1 {
		t.Errorf("%+v, %v", back, err)
	}
	if len(Worse(back, rep, "f")) != 0 {
		t.Error("a run is worse than itself")
	}
}

func TestO200k(t *testing.T) {
	dir := t.TempDir()
	long := []byte(strings.Repeat("hello world\n", 1000))
	first, err := O200k(dir)(long)
	if err != nil || first != 3000 {
		t.Fatalf("%d tokens, %v", first, err)
	}
	if n, err := O200k(dir)([]byte("hello world")); n != 2 || err != nil {
		t.Errorf("%d tokens, %v", n, err)
	}
	// A remembered count is used: a lie in the file shows.
	file := filepath.Join(dir, "o200k_base.counts")
	lie := fmt.Sprintf("junk\n%s 4\n%s 77.\n%s 5", digest(long), digest(long), digest(long))
	if err := os.WriteFile(file, []byte(lie), 0o600); err != nil {
		t.Fatal(err)
	}
	if n, err := O200k(dir)(long); n != 77 || err != nil {
		t.Errorf("%d tokens, %v", n, err)
	}
	if n, err := O200k(filepath.Join(file, "below a file"))(long); n != 3000 || err != nil {
		t.Errorf("without a cache: %d tokens, %v", n, err)
	}
}

func TestGoBenchFormat(t *testing.T) {
	rep := &Report{Rows: []Row{{
		ID: "a", Filter: "tail -n 4", Labelled: "log", TokensIn: 100, Tokens: 7, Labels: 4, Kept: 3, Cost: 1.07, Floor: 0.05,
		BytesIn: 4000, Seconds: 0.001, Samples: []float64{0.002, 0.001},
	}}}
	var out bytes.Buffer
	if err := rep.WriteGoBench(&out); err != nil {
		t.Fatal(err)
	}
	want := "BenchmarkReduce/case=a/shape=log/filter=tail_-n_4 1 2000000 ns/op 4.00 MB/s 100 tokens-in 7 tokens-out 75.00 kept-% 107.00 cost-% 5.00 floor-% 0 exact\n"
	if !strings.Contains(out.String(), want) || strings.Count(out.String(), "\nBenchmark") != 2 {
		t.Errorf("%s", out.String())
	}
}

// inLines returns misses as lines of text.
func inLines(misses []Miss) string {
	var list []string
	for _, m := range misses {
		list = append(list, m.String())
	}
	return strings.Join(list, "\n")
}
