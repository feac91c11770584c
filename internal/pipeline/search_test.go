package pipeline

import (
	"bytes"
	"context"
	"fmt"
	"math/rand"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"elide.example/elide/internal/longtest"
	"elide.example/elide/internal/shape"
	"elide.example/elide/internal/store"
	"elide.example/elide/internal/toolcall"
)

// searchForms are the ways in which the hosts' tools print what they found.
var searchForms = map[string]struct {
	head, file, match, near, between, tail string
}{
	"rg -n":              {match: "%[1]s:%[2]d:%[3]s\n", near: "%[1]s-%[2]d-%[3]s\n", between: "--\n"},
	"rg":                 {match: "%[1]s:%[3]s\n"},
	"rg --heading":       {file: "%s\n", match: "%[2]d:%[3]s\n", near: "%[2]d-%[3]s\n", between: "\n"},
	"Claude's Grep":      {match: "%[1]s:%[2]d:%[3]s\n", near: "/home/dev/app/%[1]s-%[2]d-%[3]s\n", between: "--\n"},
	"opencode's grep":    {head: "Found 90 matches\n", file: "/home/dev/app/%s:\n", match: "  Line %[2]d: %[3]s\n", between: "\n", tail: "\n(Results are truncated. Consider using a more specific path or pattern.)\n"},
	"pi's grep":          {file: "## %s\n", match: "*%[2]dti|%[3]s\n", near: " %[2]dqx|%[3]s\n", between: "\n"},
	"Gemini CLI's":       {head: "Found 90 matches for pattern \"needle\" in path \".\":\n---\n", file: "File: %s\n", match: "L%[2]d: %[3]s\n", near: "L%[2]d- %[3]s\n", between: "---\n"},
	"SWE-agent's":        {head: "Found 90 matches for \"needle\" in /home/dev/app:\n", file: "%s:\n", match: "Line %[2]d:%[3]s\n"},
	"Cline's":            {head: "Found 90 results.\n\n", file: "%s\n│----\n", match: "│%[3]s\n│----\n", near: "│%[3]s\n", between: "│----\n\n"},
	"Roo Code's":         {head: "Found 90 results.\n\n", file: "# %s\n", match: "%3[2]d | %[3]s\n", near: "%3[2]d | %[3]s\n", between: "----\n\n"},
	"Copilot's":          {head: "90 matches (more results are available)\n", match: "<match path=\"/home/dev/app/%[1]s\" line=%[2]d>\n%[3]s\n</match>\n"},
	"with bars, by file": {file: "# %s\n", match: "> %[2]d | %[3]s\n", near: "  %[2]d | %[3]s\n", between: "----\n"},
}

var pathIn = regexp.MustCompile(`src/d(\d+)/f\d+\.ts`)
var needleIn = regexp.MustCompile(`needle(\d+)of(\d+)`)

// TestMatchesStandWithTheirFiles: whatever is hidden of what a search found, above each
// match that is shown, or on its line, the file that was named last is its own. The tool is
// believed over the look of the source that it found.
func TestMatchesStandWithTheirFiles(t *testing.T) {
	lines := []string{"export function needle%dof%d() {", "const x = needle%dof%d(a, b);", "// needle%dof%d is called twice", "  if (needle%dof%d) { return }", "import { needle%dof%d } from './x'"}
	for name, form := range searchForms {
		t.Run(name, func(t *testing.T) {
			seeds := int64(40)
			if longtest.Left() {
				seeds = 8
			}
			for seed := range seeds {
				r := rand.New(rand.NewSource(seed))
				var text strings.Builder
				text.WriteString(form.head)
				for f := range 2 + r.Intn(30) {
					path := fmt.Sprintf("src/d%d/f%d.ts", f, f)
					if form.file != "" {
						fmt.Fprintf(&text, form.file, path)
					}
					for m := range 1 + r.Intn(20) {
						if form.near != "" && seed%2 == 1 {
							fmt.Fprintf(&text, form.near, path, m*9+1, "  const before = 1;")
						}
						fmt.Fprintf(&text, form.match, path, m*9+2, fmt.Sprintf(lines[r.Intn(len(lines))], f, m))
						if form.near != "" && seed%2 == 1 {
							fmt.Fprintf(&text, form.near, path, m*9+3, "}")
						}
					}
					text.WriteString(form.between)
				}
				text.WriteString(form.tail)
				out := searched(t, text.String())
				file, shown := -1, 0
				for line := range strings.Lines(out) {
					if p := pathIn.FindStringSubmatch(line); p != nil {
						file, _ = strconv.Atoi(p[1])
					}
					if n := needleIn.FindStringSubmatch(line); n != nil {
						shown++
						if n[1] != strconv.Itoa(file) {
							t.Fatalf("seed %d: a match of file %s stands below file %d:\n%s", seed, n[1], file, out)
						}
					}
				}
				if shown == 0 {
					t.Fatalf("seed %d: no match is shown:\n%s", seed, out)
				}
			}
		})
	}
}

// TestColumns: what stands behind a line and a column is a checker's, but where the command
// searches and asks for columns.
func TestColumns(t *testing.T) {
	var text strings.Builder
	for i := range 300 {
		fmt.Fprintf(&text, "src/d%d/f.ts:%d:%d:\treturn needle(%d)\n", i/9, i+1, i%40+1, i)
	}
	for command, want := range map[string]shape.Shape{
		"": shape.BuildLog, "errcheck ./...": shape.BuildLog, "lint --column src": shape.BuildLog,
		"rg --vimgrep needle src": shape.Grep, "cd app && git grep -n --column needle": shape.Grep,
	} {
		if res := plainly(t, []byte(text.String()), Options{Command: command}); res.Shape != want {
			t.Errorf("%q: %v, want %v", command, res.Shape, want)
		}
	}
}

// TestEnclosing: the function that git grep -p names ahead of a match is shown with it.
func TestEnclosing(t *testing.T) {
	var text strings.Builder
	for f := range 12 {
		for n := range 6 {
			line := 100*n + 40
			fmt.Fprintf(&text, "src/f%d.go=%d=func part%dof%d() {\n--\n", f, line, n, f)
			for k := range 9 {
				sign, what := "-", "\tstep(a, b, c)"
				if k == 4 {
					sign, what = ":", "\tneedle(a)"
				}
				fmt.Fprintf(&text, "src/f%d.go%s%d%s%s\n", f, sign, line+20+k, sign, what)
			}
			text.WriteString("--\n")
		}
	}
	res := plainly(t, []byte(text.String()), Options{Command: "git grep -n -p -C4 needle"})
	in, shown := "", 0
	for _, l := range strings.Split(string(res.Text), "\n") {
		switch _, name, _ := strings.Cut(l, "=func "); {
		case name != "":
			in = name
		case strings.Contains(l, "needle(a)"):
			if shown++; in == "" {
				t.Errorf("%s stands in no function", l)
			}
			in = ""
		}
	}
	if !res.Reduced || shown < 40 {
		t.Errorf("%d matches are shown of 72\n%s", shown, res.Text)
	}
}

// TestDeclarationsInGroups: where a host gives each match with lines near it and no sign of
// which is which, what declares what was searched for is shown, and not taken for those.
func TestDeclarationsInGroups(t *testing.T) {
	for name, form := range map[string]struct{ file, group, end string }{
		"Cline's":    {"%s\n│----\n", "│  const b%[2]d = before(one, two, three)\n│%[3]s\n│  const a%[2]d = after(one, two, three)\n│----\n", "\n"},
		"Roo Code's": {"# %s\n", "%3[2]d |   const b%[2]d = before(one, two, three)\n%3[2]d | %[3]s\n%3[2]d |   const a%[2]d = after(one, two, three)\n----\n", "\n"},
		"Copilot's":  {"", "<match path=\"%[1]s\" line=%[2]d>\n  const b%[2]d = before(one, two, three)\n%[3]s\n  const a%[2]d = after(one, two, three)\n</match>\n", ""},
	} {
		t.Run(name, func(t *testing.T) {
			var text strings.Builder
			for f := range 40 {
				path := fmt.Sprintf("src/d%d/f%d.ts", f, f)
				if form.file != "" {
					fmt.Fprintf(&text, form.file, path)
				}
				for m := range 5 {
					line := fmt.Sprintf("  if (needle%dof%d) { return }", f, m)
					if m == 3 {
						line = fmt.Sprintf("export function needle%dof%d() {", f, m)
					}
					fmt.Fprintf(&text, form.group, path, 9*m+2, line)
				}
				text.WriteString(form.end)
			}
			out := searched(t, text.String())
			for f := range 40 {
				if !strings.Contains(out, fmt.Sprintf("export function needle%dof3", f)) {
					t.Errorf("the declaration in file %d is hidden", f)
				}
			}
			if near := strings.Count(out, "before(") + strings.Count(out, "after("); 2*len(out) > text.Len() || near > strings.Count(out, "needle") {
				t.Errorf("%d of %d bytes, %d lines near %d matches", len(out), text.Len(), near, strings.Count(out, "needle"))
			}
		})
	}
}

// searched is what becomes of the output of a tool that is named after searching.
func searched(t *testing.T, text string) string {
	t.Helper()
	return reducedAs(t, text, Options{Told: toolcall.Output{Shape: shape.Grep, Sought: `needle\d+`}})
}

// reducedAs is what becomes of a text: itself, if it passes.
func reducedAs(t *testing.T, text string, opt Options) string {
	t.Helper()
	st, err := store.Open(t.TempDir(), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	res, err := Reduce(context.Background(), bytes.NewReader([]byte(text)), opt, st)
	if err != nil {
		t.Fatal(err)
	}
	if !res.Reduced {
		return text
	}
	return string(res.Text)
}

// TestTheToolsNameWins: what a search found in a source looks like source, and a list of
// what a search of the web found like anything.
func TestTheToolsNameWins(t *testing.T) {
	var text strings.Builder
	text.WriteString("Found 60 matches\n")
	for f := range 60 {
		fmt.Fprintf(&text, "/home/dev/app/src/d%d/f%d.ts:\n  Line %d: export function needle%dof0(request: Request): Response {\n\n", f, f, f+7, f)
	}
	out := searched(t, text.String())
	for f := range 60 {
		if path := fmt.Sprintf("src/d%d/f%d.ts", f, f); !strings.Contains(out, path) {
			t.Errorf("%s is hidden", path)
		}
	}
}

// TestDocumentsStayDocuments: what a tool that is named after searching gives as JSON is read
// as that.
func TestDocumentsStayDocuments(t *testing.T) {
	var text strings.Builder
	for i := range 200 {
		fmt.Fprintf(&text, ",{\"path\":\"src/a%d.ts\",\"line\":%d}", i, i)
	}
	out := searched(t, "["+text.String()[1:]+"]")
	if !strings.HasPrefix(out, `[{"path":"src/a0.ts"`) {
		t.Errorf("%.200s", out)
	}
}
