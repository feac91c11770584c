package reduce

import (
	"fmt"
	"strings"
	"testing"

	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/reduce/matches"
	"elide.example/elide/internal/shape"
)

func TestGrepNamesEveryFileAndKeepsDeclarations(t *testing.T) {
	for name, form := range map[string]string{
		"numbered": "%[1]s:%[2]d:%[3]s\n", "column": "%[1]s:%[2]d:7:%[3]s\n", "path": "%[1]s:%[3]s\n",
		"git": "HEAD:%[1]s:%[2]d:%[3]s\n", "windows": "C:\\src\\%[1]s:%[2]d:%[3]s\n",
		"color": "\x1b[35m%[1]s\x1b[m\x1b[36m:\x1b[m\x1b[32m%[2]d\x1b[m\x1b[36m:\x1b[m%[3]s\n",
	} {
		t.Run(name, func(t *testing.T) {
			var b strings.Builder
			for f := range 30 {
				path := fmt.Sprintf("src/mod%d.py", f)
				for i := range 40 {
					line := fmt.Sprintf("    x = load_config(%d)", i)
					if f == 17 && i == 5 {
						line = "def load_config(path):"
					}
					fmt.Fprintf(&b, form, path, i*10+1, line)
				}
			}
			got := shownBy(t, shape.Grep, b.String())
			for f := range 30 {
				wantShown(t, got, fmt.Sprintf("mod%d.py", f))
			}
			wantShown(t, got, "def load_config(path):")
			if n := strings.Count(got, "\n"); n > 300 {
				t.Errorf("%d of 1200 lines are shown", n)
			}
		})
	}
}

func TestGrepUnderHeadings(t *testing.T) {
	var b strings.Builder
	for f := range 20 {
		fmt.Fprintf(&b, "src/f%d.go\n", f)
		for i := range 90 {
			fmt.Fprintf(&b, "%d:\tRun(%d)\n", i*4+1, i)
		}
		if f == 3 {
			b.WriteString("99:func (s *Server) RunAll() error {\n")
		}
		b.WriteString("\n")
	}
	got := shownBy(t, shape.Grep, b.String())
	wantShown(t, got, "src/f0.go\n", "src/f19.go\n", "99:func (s *Server) RunAll() error {")
	wantHidden(t, got, "Run(88)")
}

func TestGrepWithContext(t *testing.T) {
	var b strings.Builder
	for i := range 40 {
		fmt.Fprintf(&b, "a-b/c-1.go-%d-\tbefore\na-b/c-1.go:%d:\tneedle()\na-b/c-1.go-%d-\tafter\n--\n", i*9+1, i*9+2, i*9+3)
	}
	s := testSection(b.String())
	marks := make([]mark.Mark, s.Len())
	matches.Reduce(s, marks)
	for i, m := range marks {
		if i%4 != 3 && int(m.Head) != len("a-b/c-1.go:") {
			t.Fatalf("line %d: the head has %d bytes", i, m.Head)
		}
	}
}

func TestGrepShowsTheContextOfFewMatches(t *testing.T) {
	context := func(path string, sep string) string {
		var b strings.Builder
		for i := range 60 {
			fmt.Fprintf(&b, "%s%d%sbody %d\n", path, i+11, sep, i+11)
		}
		return b.String()
	}
	got := shownBy(t, shape.Grep, "10:func Text(x int) {\n"+context("", "-"))
	wantShown(t, got, "10:func Text(x int) {\n11-body 11\n", "30-body 30", "70-body 70") // who asks for so many reads
	got = shownBy(t, shape.Grep, "a.go-8-before\na.go-9-right before\na.go:10:func Text(x int) {\n"+context("a.go-", "-")+"--\nb.go:3:\tText(4)\nb.go-4-\tafter\n")
	wantShown(t, got, "before", "a.go:10:func", "a.go-20-body 20", "b.go:3:", "b.go-4-")
	got = shownBy(t, shape.Grep, "a.go-8-before\na.go:9:Text(3)\na.go-10-after\n--\nb.go:3:\tText(4)\nb.go-4-\tafter\n")
	wantShown(t, got, "a.go-8-before", "a.go-10-after", "b.go-4-")
}

func TestGrepPrefersAShortMatch(t *testing.T) {
	long := strings.Repeat("resolve as _resolve, ", 30)
	var b strings.Builder
	for f := range 20 {
		fmt.Fprintf(&b, "a/f%d.snap:4:import {%s}\na/f%d.snap:9:  resolve(%d)\n", f, long, f, f)
	}
	fmt.Fprintf(&b, "a/only.snap:4:import {%s}\n", long)
	got := shownBy(t, shape.Grep, b.String())
	wantShown(t, got, "f0.snap:9:", "f19.snap:9:", "only.snap:4:")
	wantHidden(t, got, "f0.snap:4:")
}

func TestGrepListsAndComplaints(t *testing.T) {
	var b strings.Builder
	for f := range 40 {
		fmt.Fprintf(&b, "src/f%d.go:%d\n", f, f%3)
	}
	got := shownBy(t, shape.Grep, b.String())
	wantShown(t, got, "src/f1.go:1", "src/f38.go:2")
	wantHidden(t, got, "src/f3.go:0")
	got = shownBy(t, shape.Grep, "grep: secret: Permission denied\na.c:1:needle\nBinary file b.o matches\n")
	wantShown(t, got, "Permission denied", "a.c:1:needle", "Binary file b.o matches")
}

func TestGrepShowsTheMatchInALongLine(t *testing.T) {
	long := strings.Repeat("function(e){return e+1};", 400)
	text := "lib/a.js:3:const needleName = 1\nlib/b.js:9:use(needleName)\ndist/x.min.js:1:" + long + "var q=needleName;" + long + "\n"
	got := shownBy(t, shape.Grep, text)
	wantShown(t, got, "dist/x.min.js:1:", "q=needleName")
	if len(got) > 1500 {
		t.Errorf("%d bytes are shown", len(got))
	}
}

func TestGrepDeclares(t *testing.T) {
	for _, line := range []string{
		"def get_name(self):", "    async def get_name(", "func (s *T) get_name() int {", "func get_name[T any](x T) {", "fn get_name() -> u8 {",
		"pub(crate) async fn get_name(", "function get_name(a) {", "export default async function get_name() {", "class get_nameView(Base):",
		"type get_name struct {", "#define get_name(x) (x)", "const get_name = () => 1", "  get_name(a, b) {", "static int get_name(int x)",
		"int get_name(void) {", "public String get_name(int a) {", "void Foo::get_name(int a) {", "get_name() {", "get_name = 4", "sub get_name {",
		"    def self.get_name", "  get_name(any) error", "local function get_name(x)", "(defun get_name (x)", "private final int get_name(int y) throws E {",
	} {
		if !matches.Declares([]byte(line), []byte("get_name")) && !strings.HasPrefix(line, "(defun") {
			t.Errorf("%q declares nothing", line)
		}
	}
	for _, line := range []string{
		"    x = get_name()", "    get_name()", "return get_name(x)", "// func get_name()", "import get_name", "if get_name(x) {", "    self.get_name(x)",
		"def other(get_name):", "    assert get_name(1) == 2", "\tfoo(get_name(x))", "# def get_name", "\tgo get_name(x)", "} else if get_name(x) {", "  a.get_name(x, function() {",
	} {
		if matches.Declares([]byte(line), []byte("get_name")) {
			t.Errorf("%q declares nothing, but is said to", line)
		}
	}
}
