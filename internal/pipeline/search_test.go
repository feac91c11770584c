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

	"elide/internal/shape"
	"elide/internal/store"
	"elide/internal/toolcall"
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
			for seed := range int64(40) {
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
