package reduce

import (
	"fmt"
	"strings"
	"testing"

	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/shape"
)

// sectionShown returns what Section keeps of the text, taken for the shape.
func sectionShown(sh shape.Shape, text string) string {
	s := testSection(text)
	s.Shape = sh
	var out []byte
	for i, m := range Section(s) {
		if m.Rank > mark.Bulk {
			out = append(out, s.Raw(i)...)
		}
	}
	return string(out)
}

// Text that nothing is known of is shown, but for what repeats itself.
func TestPlainHidesRepeatsAlone(t *testing.T) {
	var text strings.Builder
	for i := range 40 {
		fmt.Fprintf(&text, "row %d was read in %d ms\n", i, 7*i)
		if i == 20 {
			text.WriteString("the disk is full\n")
		}
	}
	text.WriteString("0000 - 45 01 d5 56 9a 95 a0 2f-4a cf 25 c7   E..V\n")
	got := shownBy(t, shape.Plain, text.String())
	wantShown(t, got, "row 0 ", "the disk is full", "row 39 ")
	wantHidden(t, got, "row 15 ", "row 30 ")
}

func TestPlainShowsQueryPlans(t *testing.T) {
	plan := " Sort  (cost=9.00..9.10 rows=9 width=4)\n" + strings.Repeat("   ->  Seq Scan on a  (cost=0.00..9.00 rows=9 width=4)\n         Filter: (b = 1)\n", 20)
	if got := shownBy(t, shape.Plain, plan); got != plan {
		t.Errorf("hidden of a query's plan:\n%s", got)
	}
}

func TestPlanOfChanges(t *testing.T) {
	made := "  # disk.b[0] will be created\n  + resource \"disk\" \"b\" {\n" + strings.Repeat("      + size = 8\n", 20) + "    }\n\n"
	got := shownBy(t, shape.Plain, "Terraform will perform the following actions:\n\n"+made+
		"  # disk.a must be replaced\n-/+ resource \"disk\" \"a\" {\n      ~ kind = \"x\" -> \"y\" # forces replacement\n        size = 8\n    }\n\n"+made+"Plan: 3 to add, 0 to change, 1 to destroy.\n")
	wantShown(t, got, "# disk.b[0] will be created", "# disk.a must be replaced", "forces replacement", "Plan: 3 to add")
	wantHidden(t, got, "      + size = 8\n      + size = 8\n      + size = 8\n")
}

// What a destroyed resource had, and what isn't known before it is done, is no
// change to weigh.
func TestPlanHidesWhatGoesAndWhatIsUnknown(t *testing.T) {
	gone := "  # disk.old will be destroyed\n  # (because disk.old is not in configuration)\n  - resource \"disk\" \"old\" {\n" + strings.Repeat("      - size = 8 -> null\n", 20) + "    }\n\n"
	kept := "  # disk.a will be updated in-place\n  ~ resource \"disk\" \"a\" {\n        id     = \"1\"\n      ~ size   = 8 -> 16\n      ~ output = {\n" + strings.Repeat("          - part = \"x\"\n", 20) + "        } -> (known after apply)\n    }\n\n"
	swapped := "  # disk.b must be replaced\n-/+ resource \"disk\" \"b\" {\n      ~ id   = \"2\" -> (known after apply)\n" + strings.Repeat("      ~ at   = \"x\" -> (known after apply)\n", 20) + "      ~ zone = \"a\" -> \"b\" # forces replacement\n    }\n\n"
	got := shownBy(t, shape.Plain, "Terraform will perform the following actions:\n\n"+gone+kept+swapped+"Plan: 1 to add, 1 to change, 2 to destroy.\n")
	wantShown(t, got, "disk.old will be destroyed", "~ size   = 8 -> 16", "disk.b must be replaced", "# forces replacement", "Plan: 1 to add")
	wantHidden(t, got, "- size = 8 -> null\n      - size = 8 -> null\n", "- part", "~ at   = \"x\" -> (known after apply)\n      ~ at")
}

// A linter whose lines aren't known is noticed by its own count.
func TestUnaccountedFindingsAreShown(t *testing.T) {
	var text strings.Builder
	for _, crate := range []string{"hyper", "time", "openssl", "regex", "smallvec"} {
		fmt.Fprintf(&text, "Crate:     %s\nTitle:     what is wrong with %s\nSolution:  Upgrade\n\n", crate, crate)
	}
	text.WriteString("5 vulnerabilities found!\n")
	wantShown(t, sectionShown(shape.BuildLog, text.String()), "what is wrong with time", "what is wrong with smallvec")
}

// Warnings that are shown by their heads, beside an error, are accounted for.
func TestWarningsAccountForTheirCount(t *testing.T) {
	var text strings.Builder
	word := func(n int) string {
		return string([]byte{'a' + byte(n%26), 'k' + byte(n/26%13), 'e', 'a' + byte(n*7%26)})
	}
	const code = "  of "
	for i := range 100 {
		fmt.Fprintf(&text, "./src/part%d.java:%d: warning: no @param for %s\n%s", i/9, i+3, word(i/3), code)
		for k := range 2 + i%7 {
			text.WriteString(word(i*k+k) + " ")
		}
		text.WriteString("{\n  ^\n")
	}
	text.WriteString("./src/till.java:4: error: unknown tag: retrun\n  * @retrun what was paid\n    ^\n1 error\n100 warnings\n")
	got := sectionShown(shape.BuildLog, text.String())
	wantShown(t, got, "unknown tag: retrun", "@retrun what was paid", "100 warnings")
	if n := strings.Count(got, code); n > 10 {
		t.Errorf("the code below %d warnings is shown", n)
	}
}

// Of up to twenty warnings each is shown, though they say the same of another place, and of a
// rule the first with its code.
func TestFewWarningsAreEachShown(t *testing.T) {
	var text strings.Builder
	for i := range 19 {
		fmt.Fprintf(&text, "till.c:%d:13: warning: access to field 'coin' of a null pointer [core.Null]\n  use%d(p->coin)\n      ^~~~\n", i+20, i)
	}
	text.WriteString("till.c:90:5: warning: value is never read [deadcode.Stores]\n  dead = 1;\n  ^~~~\n20 warnings generated.\n")
	got := shownBy(t, shape.BuildLog, text.String())
	wantShown(t, got, "till.c:20:13: warning", "use0(p->coin)", "till.c:21:13: warning", "till.c:38:13: warning", "dead = 1;", "20 warnings")
	wantHidden(t, got, "use1(p->coin)", "use18(p->coin)")
}

func TestFoundPathsAreShown(t *testing.T) {
	var found, tree strings.Builder
	for i := range 60 {
		fmt.Fprintf(&found, "src/dir%d/file.go\n", i%7)
	}
	for i := range 600 {
		fmt.Fprintf(&tree, "src/dir%d\nsrc/dir%d/file.go\n", i, i)
	}
	if got := sectionShown(shape.Listing, found.String()); got != found.String() {
		t.Errorf("of the paths that a search found only these are shown:\n%s", got)
	}
	if got := sectionShown(shape.Listing, tree.String()); got == tree.String() {
		t.Error("a tree is shown whole")
	}
	var folders strings.Builder // what is short once each folder is named once
	for i := range 200 {
		fmt.Fprintf(&folders, "/srv/build/of/the/till/part%d/f%d.go\n", i/40, i)
	}
	if got := sectionShown(shape.Listing, "/srv/build\n"+folders.String()); got != "/srv/build\n"+folders.String() {
		t.Errorf("of a list that is short without its folders only these are shown:\n%s", got)
	}
}

func TestReportInXML(t *testing.T) {
	text := "<?xml version=\"1.0\"?>\n<testsuites tests=\"40\" failures=\"1\">\n<testsuite name=\"till\">\n" +
		strings.Repeat("  <testcase name=\"adds\"/>\n", 20) +
		"  <testcase name=\"takes\">\n    <failure message=\"2 != 3\">\n      till.py:14: AssertionError\n    </failure>\n  </testcase>\n" +
		strings.Repeat("  <testcase name=\"gives\"/>\n", 20) + "</testsuite>\n</testsuites>\n"
	got := shownBy(t, shape.SourceIndent, text)
	wantShown(t, got, `failures="1"`, `name="till"`, `name="takes"`, "2 != 3", "till.py:14")
	wantHidden(t, got, "adds", "gives")
}

// Rows of like cells are a list, of which the first say what it is of.
func TestPlainRowsAreAList(t *testing.T) {
	for name, row := range map[string]string{
		"go mod graph": "example.org/a%d example.org/b@v1.%d.0",
		"go.sum":       "example.org/a%d v1.%d.0 h1:TPBSwH8RsouGCBcMBktLt1AymVo2TVsBVCY4b6TnZ/M=",
		"shortlog":     "  %d\tSmith, the %dth",
	} {
		got := shownBy(t, shape.Plain, linesOf(90, func(i int) string { return fmt.Sprintf(row, 100+i, i) }))
		if lines := strings.Count(got, "\n"); lines > 12 {
			t.Errorf("%s: %d lines are shown", name, lines)
		}
	}
}
