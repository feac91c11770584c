package docs

import (
	"math"
	"os"
	"regexp"
	"strconv"
	"testing"
)

// TestFiguresAgree: what pages say of the 119 conversations is what economics.md says,
// which .ci/run measures.
func TestFiguresAgree(t *testing.T) {
	row := func(way string) string { return regexp.QuoteMeta(way) + ` \|[^*]*\*\*` }
	const wide, old, none, bold, focus, reduce, exact = "with elide, by default", "(`old`)", "(`keeps`)", "(`bold`)", "(`focus`)", "(`reduce`)", "files that are read as they came"
	billed := func(way string) float64 { return figure(t, "economics.md", row(way)+`([0-9.]+) `) }
	seen := func(way string) float64 { return figure(t, "economics.md", row(way)+`[^|]*\| ([0-9.]+) `) }
	for _, c := range []struct {
		page, pattern string
		want, within  float64
	}{
		{"../README.md", `119 conversations.*\| ([0-9.]+) % of the facts`, seen(wide), 0.05},
		{"../README.md", `119 conversations.*\| ([0-9.]+) % of the bill`, billed(wide), 0.05},
		{"proxy.md", "\\| `wide` \\| ([0-9.]+) ", billed(wide), 0.05},
		{"proxy.md", "\\| `wide` \\| [0-9.]+ \\| ([0-9.]+) ", seen(wide), 0.05},
		{"proxy.md", "\\| `exact` \\| ([0-9.]+) ", billed(exact), 0.05},
		{"proxy.md", "\\| `focus` \\| ([0-9.]+) ", billed(focus), 0.05},
		{"proxy.md", "\\| `reduce` \\| ([0-9.]+) ", billed(reduce), 0.05},
		{"proxy.md", "\\| `reduce` \\| [0-9.]+ \\| ([0-9.]+) ", seen(reduce), 0.05},
		{"proxy.md", "\\| `bold` \\| ([0-9.]+) ", billed(bold), 0.05},
		{"proxy.md", "\\| `bold` \\| [0-9.]+ \\| ([0-9.]+) ", seen(bold), 0.05},
		{"proxy.md", "\\| `\"done\"` \\| ([0-9.]+) ", billed(wide), 0.05},
		{"proxy.md", "\\| `\"done\"` \\| [0-9.]+ \\| [0-9.]+ \\| ([0-9.]+) ", seen(wide), 0.05},
		{"proxy.md", "\\| `\"all\"` \\| ([0-9.]+) ", billed(old), 0.05},
		{"proxy.md", "\\| `\"all\"` \\| [0-9.]+ \\| [0-9.]+ \\| ([0-9.]+) ", seen(old), 0.05},
		{"proxy.md", "\\| `\"none\"` \\| ([0-9.]+) ", billed(none), 0.05},
		{"proxy.md", "\\| `\"none\"` \\| [0-9.]+ \\| [0-9.]+ \\| ([0-9.]+) ", seen(none), 0.05},
		{"economics.md", "clear_old = \"none\"` nothing goes: ([0-9.]+) %", billed(none), 0.05},
		{"history.md", `where it comes to ([0-9]+\.[0-9]) with none`, billed(none), 0.05},
		{"history.md", `([0-9.]+) % on 119 conversations`, billed(wide), 0.05},
		{"history.md", `on 119 conversations, and ([0-9.]+) with`, billed(old), 0.05},
		{"proof.md", `\[([0-9.]+) %\]\(economics\.md\)`, billed(wide), 0.05},
		{"proof.md", `119 conversations, where elide makes ([0-9.]+) %`, billed(wide), 0.5}, // of estimated tokens
	} {
		if got := figure(t, c.page, c.pattern); math.Abs(got-c.want) > c.within {
			t.Errorf("%s says %v, economics.md %v: %s", c.page, got, c.want, c.pattern)
		}
	}
}

// figure returns the number that a pattern finds in a page.
func figure(t *testing.T, page, pattern string) float64 {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(pattern).FindSubmatch(text)
	if found == nil {
		t.Fatalf("%s doesn't say %s", page, pattern)
	}
	n, err := strconv.ParseFloat(string(found[1]), 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}
