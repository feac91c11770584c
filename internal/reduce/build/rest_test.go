package build

import (
	"fmt"
	"strings"
	"testing"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
)

// TestFirstOfEachRule: two errors beside hundreds of warnings are no reason to hide a
// rule, a warning among complaints of style, or what a file's findings come to.
func TestFirstOfEachRule(t *testing.T) {
	var text strings.Builder
	rules := []string{"brace_style", "line_width", "tab_indent", "name_case", "dead_store", "long_block", "no_return", "one_space", "quote_kind", "unused_arg"}
	line := 0
	put := func(format string, a ...any) { line++; fmt.Fprintf(&text, format+"\n", a...) }
	want := map[int]string{}
	for file := range 5 {
		for k := range 40 {
			rule := rules[min(k%(2*(file+1)), len(rules)-1)]
			if file == 0 && k < 2 || k == 2*file+1 {
				want[line] = "the first of " + rule
			}
			put("src/m%d.x:%d:%d: style: [%s] The %s is not as it should be.", file, k+3, k%7+1, rule, strings.ReplaceAll(rule, "_", " "))
		}
		want[line] = "a warning"
		put("src/m%d.x:99:1: warning: [range_check] A range that may be empty is counted down.", file)
		want[line] = "a sum"
		put("%d warnings generated.", 41+file)
	}
	put("src/m9.x:4:1: error: unexpected 'else'")
	put("src/m9.x:9:1: error: unexpected 'end'")
	b := block.New([]byte(text.String()))
	marks := make([]mark.Mark, b.Len())
	Reduce(block.Section{Block: b, End: b.Len()}, marks)
	for i, what := range want {
		if marks[i].Rank == mark.Bulk {
			t.Errorf("%s is hidden: %s", what, b.Text(i))
		}
	}
}

// TestWarningsFail: where all that is wrong says who ran the tool, its warnings are what failed.
func TestWarningsFail(t *testing.T) {
	for last, fails := range map[string]bool{
		"make: *** [Makefile:12: lint] Error 1":                  true,
		"npm error code 1\nnpm error path /srv/app\nnpm error a": true,
		"ld: error: no symbol is left\nmake: *** [lint] Error 1": false,
		"src/m1.x:7:2: error: unexpected 'end'":                  false,
	} {
		var text strings.Builder
		for i := range 90 {
			fmt.Fprintf(&text, "src/m%d.x:%d:3: warning: the %s of part %d is not as it should be [rule-%d]\n", i/30, i, []string{"name", "size", "end"}[i%3], i, i%9)
		}
		b := block.New([]byte(text.String() + last + "\n"))
		marks := make([]mark.Mark, b.Len())
		Reduce(block.Section{Block: b, End: b.Len()}, marks)
		shown := 0
		for _, m := range marks[:90] {
			if m.Rank >= mark.Outlier {
				shown++
			}
		}
		if fails != (shown >= 9) {
			t.Errorf("%s: %d warnings are shown", last, shown)
		}
	}
}

// TestNumberedWarnings: the number behind a severity names a rule, whatever the file is called.
func TestNumberedWarnings(t *testing.T) {
	for _, file := range []string{"a.tex", "a-long-name-of-a-file-of-many.tex"} {
		for number, says := range map[string]string{"44": "Rules that stand upright are ugly.", "9": "One was expected, and another found."} {
			line := ReadLine([]byte("Warning " + number + " in " + file + " line 1172: " + says))
			again := ReadLine([]byte("Warning " + number + " in b.tex line 7: " + says))
			if line.Kind != Diag || line.Sev != sevWarning || line.code == 0 || line.code != again.code || line.template != again.template || line.file == again.file {
				t.Errorf("%s in %s: %+v", number, file, line)
			}
		}
	}
	for _, form := range []string{"Warning (10236): the net %s has no driver", "Warning 534: what %s returns is ignored"} {
		a, b := ReadLine([]byte(strings.Replace(form, "%s", "till", 1))), ReadLine([]byte(strings.Replace(form, "%s", "lamp", 1)))
		if a.Kind != Diag || a.code == 0 || a.code != b.code || a.file != 0 {
			t.Errorf("%s: %+v", form, a)
		}
	}
}
