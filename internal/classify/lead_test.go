package classify

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/shape"
)

// TestLeads: what stands before lines is told from what they begin with themselves.
func TestLeads(t *testing.T) {
	behind := func(i int) string {
		return [...]string{"", "src/a.c:12: unused", "  12 passed", "--- FAIL: TestIt (0.02s)", "compiling b"}[i%5]
	}
	clock := func(i int) string { return fmt.Sprintf("1%d:%02d:%02d", i/3600, i/60%60, i%60) }
	for name, c := range map[string]struct {
		line func(i int) string
		lead string // of the first line
	}{
		"a time":                   {func(i int) string { return "2026-11-03T" + clock(i) + ".12Z " + behind(i) }, "2026-11-03T10:00:00.12Z "},
		"a time and a stream":      {func(i int) string { return "2026-11-03T" + clock(i) + ".12Z 01O " + behind(i) }, "2026-11-03T10:00:00.12Z 01O "},
		"a time of day":            {func(i int) string { return clock(i) + " " + behind(i) }, "10:00:00 "},
		"syslog's":                 {func(i int) string { return fmt.Sprintf("Nov %2d %s host make[88]: ", 9+i/30, clock(i)) + behind(i) }, "Nov  9 10:00:00 host make[88]: "},
		"a logger's":               {func(i int) string { return "2026-11-03 " + clock(i) + ",123 INFO runner - " + behind(i) }, "2026-11-03 10:00:00,123 INFO runner - "},
		"a service":                {func(i int) string { return "web_1  | " + behind(i) }, "web_1  | "},
		"a service, and the time":  {func(i int) string { return "web_1  | " + clock(i) + " " + behind(i) }, "web_1  | 10:00:00 "},
		"a service in colour":      {func(i int) string { return "\x1b[36mweb_1  |\x1b[0m " + behind(i) }, "web_1  | "},
		"a task":                   {func(i int) string { return "web:test: " + behind(i) }, "web:test: "},
		"a number":                 {func(i int) string { return "[0] " + behind(i) }, "[0] "},
		"seconds":                  {func(i int) string { return fmt.Sprintf("[%8.3fs] ", float64(i)*3) + behind(i) }, "[   0.000s] "},
		"blanks and a name":        {func(i int) string { return "    default: " + behind(i) }, "    default: "},
		"seconds since 1970":       {func(i int) string { return fmt.Sprintf("17937%05d.120 ", i) + behind(i) }, "1793700000.120 "},
		"a time before noon":       {func(i int) string { return "11/03/2026 " + clock(i) + " AM " + behind(i) }, "11/03/2026 10:00:00 AM "},
		"a time and its stream":    {func(i int) string { return "2026-11-03T" + clock(i) + ".12Z stdout F " + behind(i) }, "2026-11-03T10:00:00.12Z stdout F "},
		"severity and a logger":    {func(i int) string { return "INFO:runner:" + behind(i) }, "INFO:runner:"},
		"a bar":                    {func(i int) string { return "  | " + behind(i) }, "  | "},
		"a quote":                  {func(i int) string { return "> " + behind(i) }, "> "},
		"a record":                 {func(i int) string { return fmt.Sprintf(`web_1  | {"level": "info", "msg": "m%d"}`, i) }, "web_1  | "},
		"a time and two blanks":    {func(i int) string { return clock(i) + "  " + behind(i) }, "10:00:00  "},
		"a step's number, signed":  {func(i int) string { return "[" + clock(i) + "]" + string(" W i"[i%4]) + ":\t [Step 2/4] " + behind(i) }, "[10:00:00] :\t [Step 2/4] "},
		"an address":               {func(i int) string { return "10.0.0.7: " + behind(i) }, "10.0.0.7: "},
		"a step's number":          {func(i int) string { return "[" + clock(i) + "] :\t [Step 2/4] " + behind(i) }, "[10:00:00] :\t [Step 2/4] "},
		"severity":                 {func(i int) string { return "[INFO] " + behind(i) }, ""},
		"severity and a colon":     {func(i int) string { return "warning: " + behind(i) }, ""},
		"a file":                   {func(i int) string { return "lib/Queue.pm: " + behind(i) }, ""},
		"a file of a search":       {func(i int) string { return fmt.Sprintf("%d:2026-11-03T%s %s", i*7, clock(i), behind(i)) }, ""},
		"progress":                 {func(i int) string { return fmt.Sprintf("[%3d%%] Building %d.o", i, i) }, ""},
		"progress, counted":        {func(i int) string { return fmt.Sprintf("[%d/60] Building %d.o", i, i) }, ""},
		"results":                  {func(i int) string { return fmt.Sprintf("ok %d - adds %d", i, i) }, ""},
		"words":                    {func(i int) string { return fmt.Sprintf("test parser::%d ... ok", i) }, ""},
		"columns":                  {func(i int) string { return fmt.Sprintf("| %d | %d | x", i, i*i) }, ""},
		"numbers and a bar":        {func(i int) string { return fmt.Sprintf("%4d | %4d | numpy", i, i*i) }, ""},
		"an address, and its time": {func(i int) string { return `10.0.0.7 - - [21/Nov/2026 ` + clock(i) + `] "GET /"` }, ""},
		"numbered names":           {func(i int) string { return fmt.Sprintf("Part%dOf60: %d kB", i, i*i) }, ""},
		"a checker of memory":      {func(i int) string { return "==4312== " + behind(i) }, ""},
		"a name that some lines lack": {func(i int) string {
			if i%3 == 0 {
				return behind(i + 1)
			}
			return "web_1  | " + behind(i)
		}, ""},
		"a name that few lines lack": {func(i int) string {
			if i == 3 {
				return "Attaching to web_1"
			}
			return "web_1  | " + behind(i)
		}, "web_1  | "},
	} {
		var text strings.Builder
		for i := range 60 {
			text.WriteString(c.line(i) + "\n")
		}
		b := block.New([]byte(text.String()))
		var l lead
		l.like, _, _ = leadOf(b)
		got := ""
		if l.like != nil {
			first := string(b.Text(0))
			got = first[:l.length([]byte(first))]
		}
		if got != c.lead {
			t.Errorf("%s: %q begins with %q, not %q", name, b.Text(0), got, c.lead)
		}
	}
}

// TestSources: outputs among one another are told by the names before their lines, and each
// keeps what was behind its own.
func TestSources(t *testing.T) {
	var text, web, worker strings.Builder
	for i := range 90 {
		long := strings.Repeat("x, ", i%2*500)
		fmt.Fprintf(&text, "10:00:%02d web_1     |   done %d %s\n", i%60, i, long)
		fmt.Fprintf(&web, "  done %d %s\n", i, long)
		if i%3 == 0 {
			fmt.Fprintf(&text, "10:00:%02d worker_1  | %d jobs\n", i%60, i)
			fmt.Fprintf(&worker, "%d jobs\n", i)
		}
	}
	b := block.New([]byte(text.String()))
	all := Sources(b)
	if len(all) != 2 || string(all[0].Text) != web.String() || string(all[1].Text) != worker.String() {
		t.Fatalf("%d sources of %q", len(all), text.String()[:200])
	}
	for _, s := range all {
		for i, line := range slices.Collect(strings.Lines(string(s.Text))) {
			from, to := s.Units(b, i+1, 1, len(line))
			if shown := string(b.Range(from, to+1)); !strings.HasSuffix(shown, line) || strings.Count(shown, "\n") != 1 {
				t.Fatalf("line %d, %.60q, is %.60q", i+1, line, shown)
			}
		}
	}
	for name, line := range map[string]string{"one": "web_1  | done\n", "severity": "info: done\nerror: not\n", "places": "a.c:1: b\nb.c:2: c\n", "text": "one two\nthree four\n"} {
		if all := Sources(block.New([]byte(strings.Repeat(line, 60)))); all != nil {
			t.Errorf("%s: %d sources", name, len(all))
		}
	}
}

// TestGutters: what stands behind blanks or a drawn bar is told from what heads it, and a tool's own
// lines, numbers and trees aren't.
// TestTasks: the names of tasks end at one column, and results in brackets are none.
func TestTasks(t *testing.T) {
	each := func(lines ...string) string { return strings.Repeat(strings.Join(lines, "\n")+"\n", 12) }
	for name, c := range map[string]struct {
		text string
		at   int
	}{
		"Ant's":               {"Buildfile: b.xml\n\ncompile:\n" + each("    [javac] A.java:3: error: no", "      [jar] made it", "    [javac]   symbol: x") + "\nBUILD FAILED\n", 12},
		"ragged":              {each("  [javac] A.java:3", "  [jar] made it", "  [copy] a", "  [delete] b"), 0},
		"results":             {each("   [ok] adds", " [fail] takes", " [skip] gives"), 0},
		"verdicts":            {each("  [pass] adds", "  [fail] takes"), 0},
		"levels":              {each("   [info] adds", "  [error] takes", "   [warn] gives"), 0},
		"boxes":               {each("  [x] adds", "  [ ] takes"), 0},
		"at the margin":       {each("[javac] a", "[javac] b"), 0},
		"few":                 {each("a line", "another", "    [javac] c"), 0},
		"a list":              {each("  [copied] host1", "  [copied] host2"), 0},
		"a list below a head": {"All hosts\n" + each("  [copied] host1", "  [copied] host2") + "  [copies] host3\n3 hosts\n", 0},
		"its end":             {each("    [javac] a", "      [jar] b") + "\nBUILD FAILED\n\nTotal time: 3 seconds\n", 12},
	} {
		if got := taskColumn(block.New([]byte(c.text))); got != c.at {
			t.Errorf("%s: %d, want %d", name, got, c.at)
		}
	}
}

func TestGutters(t *testing.T) {
	run := strings.Repeat("src/a.c:12: unused\n  12 passed\ncompiling b\n\n", 12)
	behind := func(gutter string) string {
		return gutter + strings.ReplaceAll(strings.TrimSuffix(run, "\n"), "\n", "\n"+gutter) + "\n"
	}
	for name, c := range map[string]struct {
		text   string
		gutter string
		below  bool
	}{
		"blanks":               {behind("    "), "    ", false},
		"a tab":                {behind("\t"), "\t", false},
		"below a head":         {"==> Running\n" + behind("  ") + "==> Done\n", "  ", true},
		"two below heads":      {"first:\n" + behind("  ") + "second:\n" + behind("  "), "  ", true},
		"a bar":                {"$ run\n" + behind("│ ") + "└─ Failed\n", "│ ", false},
		"a bar without blanks": {"$ run\n" + strings.ReplaceAll(behind("┃ "), "┃ \n", "┃\n"), "┃ ", false},
		"none":                 {run, "", false},
		"many heads":           {strings.Repeat("a.js\n  1:2 no\n  3:4 no\n  5:6 no\n", 12), "", false},
		"a tool's own":         {"ok 1 - adds\n" + behind("  "), "", false},
		"counts at the end":    {"Running\n" + behind("  ") + "3 failed, 4 passed\n", "", false},
		"numbers":              {strings.Repeat("    12\tx\n     7\ty\n", 20), "", false},
		"little behind it":     {strings.Repeat("head\n", 40) + behind("  "), "", false},
		"a runner's results":   {strings.Repeat("  till\n    ✓ adds\n    ✓ takes\n    ✓ gives\n\n", 9) + "\n  27 passing (31ms)\n", "", false},
		"one blank":            {strings.Repeat(" a.go | 3 ++-\n", 30) + "CONFLICT (content): Merge conflict in a.go\n", "", false},
		"rows of a box":        {"┌───┬───┐\n" + strings.Repeat("│ a │ b │\n", 30) + "└───┴───┘\n", "", false},
		"drawn anew":           {behind("  ") + "  1 of 2\r  2 of 2\n", "", false},
		"a bar that ends":      {behind("│ ") + "├── b\n" + run, "", false},
	} {
		gutter, below := gutterOf(block.New([]byte(c.text)))
		if string(gutter) != c.gutter || below != c.below {
			t.Errorf("%s: %q, %v", name, gutter, below)
		}
	}
}

// TestSearched: what a search found with what stands around it is the lines of its files.
func TestSearched(t *testing.T) {
	var found, build strings.Builder
	for i := range 60 {
		sign, file := "-", "logs/2026-11-03-1-build.log"
		if i%7 == 0 {
			sign = ":"
		}
		if i%2 == 1 {
			file = "test.log"
		} else {
			fmt.Fprintf(&build, "step-%d: done\n", i)
		}
		fmt.Fprintf(&found, "%s%s%d%sstep-%d: done\n", file, sign, i+9, sign, i)
	}
	all := Sources(block.New([]byte(found.String())))
	if len(all) != 2 || string(all[0].Text) != build.String() {
		t.Fatalf("%d sources of %s", len(all), found.String()[:200])
	}
	for name, line := range map[string]func(i int) string{
		"times":         func(i int) string { return fmt.Sprintf("10:%02d:00 done %d", i/20, i) },
		"one number":    func(i int) string { return fmt.Sprintf("12:done %d", i) },
		"going down":    func(i int) string { return fmt.Sprintf("%d:done", 900-i) },
		"many files":    func(i int) string { return fmt.Sprintf("a%d.c:%d: unused", i, i) },
		"half of lines": func(i int) string { return strings.Repeat(fmt.Sprintf("%d:", i), i%2) + "done" },
	} {
		var text strings.Builder
		for i := range 60 {
			text.WriteString(line(i) + "\n")
		}
		if all := Sources(block.New([]byte(text.String()))); all != nil {
			t.Errorf("%s: %d sources", name, len(all))
		}
	}
}

// TestLongLinesKeepTheirGutter: lines that are too long to be read behind a gutter are cut once all the same.
func TestLongLinesKeepTheirGutter(t *testing.T) {
	for _, gutter := range []string{"  ", "\t", "│ "} {
		b := block.New([]byte(strings.Repeat(gutter+strings.Repeat("long ", 400)+"\n", 30)))
		if secs := Sections(b, ""); len(secs) == 0 || secs[len(secs)-1].End != b.Len() {
			t.Errorf("%q: %d sections", gutter, len(secs))
		}
	}
}

// TestServicesStayLogs: behind the times of a service's records stand records, however many tell of errors.
func TestServicesStayLogs(t *testing.T) {
	says := []string{"INFO [pid 712] GET /items/7 200 took=12ms", "INFO [pid 712] GET /items/9 200 took=8ms", "ERROR [pid 712] db: connection to 10.1.1.5:5432 refused", "WARN [pid 41234] cache: evicted 12 keys"}
	var text strings.Builder
	for i := range 80 {
		fmt.Fprintf(&text, "2026-01-02T03:%02d:%02d.120Z %s\n", i/60, i%60, says[i%len(says)])
	}
	b := block.New([]byte(text.String()))
	if secs := Sections(b, ""); len(secs) != 1 || secs[0].Shape != shape.Log {
		t.Errorf("%d sections, the first a %v", len(secs), secs[0].Shape)
	}
}

// TestLeadOfLinesDrawnAnew: what was put before lines that drew themselves anew stands before what they drew first.
func TestLeadOfLinesDrawnAnew(t *testing.T) {
	var text strings.Builder
	for i := range 60 {
		fmt.Fprintf(&text, "@app/core: test %d\rtest %d (1 ms)\n", i, i)
	}
	if like, _, _ := leadOf(block.New([]byte(text.String()))); string(like) != "@app/core: " {
		t.Errorf("the lead is %q", like)
	}
}
