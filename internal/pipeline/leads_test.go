package pipeline

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"elide.example/elide/internal/block"
)

// TestBehindLeads: whatever who ran a command put before each of its lines, the lines that
// are shown of it alone are shown, and not much more.
func TestBehindLeads(t *testing.T) {
	t.Parallel()
	clock := func(i int) string { return fmt.Sprintf("10:%02d:%02d", i/60%60, i%60) }
	each := func(lead func(i int) string) func(lines []string) []byte {
		return func(lines []string) []byte {
			var b strings.Builder
			for i, l := range lines {
				b.WriteString(lead(i) + l + "\n")
			}
			return []byte(b.String())
		}
	}
	same := func(lead string) func(lines []string) []byte { return each(func(int) string { return lead }) }
	among := func(lead func(i int) string, other func(i int) string) func(lines []string) []byte {
		return func(lines []string) []byte {
			var b strings.Builder
			for i, l := range lines {
				b.WriteString(lead(i) + l + "\n")
				if i%3 == 0 {
					b.WriteString(other(i) + "\n")
				}
			}
			return []byte(b.String())
		}
	}
	wrong := regexp.MustCompile(`(?i)error|fail|exception|race`)
	found := func(file string) func(lines []string) []byte { // with all lines around the matches
		return func(lines []string) []byte {
			var b strings.Builder
			for i, l := range lines {
				sign := "-"
				if wrong.MatchString(l) {
					sign = ":"
				}
				if file != "" {
					b.WriteString(file + sign)
				}
				fmt.Fprintf(&b, "%d%s%s\n", i+1, sign, l)
			}
			return []byte(b.String())
		}
	}
	const most = 125 // percent of what is shown of the outputs alone, the leads aside
	for name, form := range map[string]struct {
		of   func(lines []string) []byte
		most int
	}{
		"GitHub's": {each(func(i int) string { return fmt.Sprintf("2026-11-03T%s.%07dZ ", clock(i), i*7919%10_000_000) }), most},
		"GitLab's": {each(func(i int) string { return fmt.Sprintf("2026-11-03T%s.%06dZ 01O ", clock(i), i*7919%1_000_000) }), most},
		"gh's": {each(func(i int) string {
			return fmt.Sprintf("build (18)\tRun make\t2026-11-03T%s.%07dZ ", clock(i), i*7919%10_000_000)
		}), most},
		"Jenkins's":    {each(func(i int) string { return fmt.Sprintf("[2026-11-03T%s.%03dZ] ", clock(i), i*7919%1000) }), most},
		"BuildKit's":   {each(func(i int) string { return fmt.Sprintf("#12 %.3f ", float64(i)/70) }), most},
		"the time":     {each(func(i int) string { return clock(i) + " " }), most},
		"journald's":   {each(func(i int) string { return "Nov 03 " + clock(i) + " build1 runner[4312]: " }), most},
		"a logger's":   {each(func(i int) string { return fmt.Sprintf("2026-11-03 %s,%03d INFO runner - ", clock(i), i*7919%1000) }), most},
		"seconds":      {each(func(i int) string { return fmt.Sprintf("[%7.3fs] ", float64(i)/70) }), most},
		"compose's":    {same("web_1  | "), most},
		"a task's":     {same("web:test: "), most},
		"a number":     {same("[0] "), most},
		"a remote's":   {same("remote: "), most},
		"a machine's":  {same("    default: "), most},
		"a runtime's":  {each(func(i int) string { return fmt.Sprintf("2026-11-03T%s.%09dZ stdout F ", clock(i), i*7919) }), most},
		"1970's":       {each(func(i int) string { return fmt.Sprintf("%d.%03d ", 1_793_700_000+i, i*7919%1000) }), most},
		"Python's":     {same("INFO:runner:"), most},
		"a bar":        {same("  | "), most},
		"a quote":      {same("> "), most},
		"two services": {among(func(int) string { return "web_1     | " }, func(i int) string { return fmt.Sprintf("worker_1  | done with %d in %d ms", i*31%1000, i%90) }), 2 * most},
		"two packages": {among(func(int) string { return "packages/web test: " }, func(i int) string { return fmt.Sprintf("packages/api build: src/m%d.ts", i) }), 2 * most},
		"two tasks":    {among(func(int) string { return "web:test: " }, func(i int) string { return fmt.Sprintf("api:build: transforming (%d) src/m%d.ts", i, i) }), 2 * most},
		"two processes, and the time": {among(func(i int) string { return clock(i) + " web.1     | " },
			func(i int) string {
				return fmt.Sprintf("%s worker.1  | done with %d in %d ms", clock(i), i*31%1000, i%90)
			}), 2 * most},
		"Jenkins's time": {each(func(i int) string { return clock(i) + "  " }), most},
		"TeamCity's":     {each(func(i int) string { return "[" + clock(i) + "] :\t [Step 2/4] " }), most},
		"TeamCity's signs": {each(func(i int) string {
			return "[" + clock(i) + "]" + string("    Wi E"[i%8]) + ":\t [Step 2/4] "
		}), most},
		"an address":     {same("10.0.0.7: "), most},
		"a resource's":   {same("module.web.null_resource.tests (local-exec): "), most},
		"a derivation's": {same("web-1.2.3> "), most},
		"Kubernetes's": {each(func(i int) string {
			return fmt.Sprintf("I1103 %s.%06d       1 exec.go:122] ", clock(i), i*7919%1_000_000)
		}), most},
		"words": {same("web-6d8f-x2k9 app "), most},
		"Gradle's": {each(func(i int) string {
			return fmt.Sprintf("[2026-11-03T%s.%03d+0000] [LIFECYCLE] [org.gradle.Test] ", clock(i), i*7919%1000)
		}), most},
		"a service's": {each(func(i int) string { return "2026-11-03 " + clock(i) + " info: " }), most},
		"a time that is all of the last line": {func(lines []string) []byte {
			return bytes.TrimSuffix(each(func(i int) string { return "2026-11-03T" + clock(i) + ".1234567Z " })(append(lines[:len(lines):len(lines)], "")), []byte("\n"))
		}, most},
		"blanks":      {same("    "), most},
		"a drawn bar": {same("│ "), most},
		"blanks below a name": {func(lines []string) []byte {
			return []byte("==> Running the task\n    " + strings.Join(lines, "\n    ") + "\n==> Done in 12 s\n")
		}, most},
		"Ant's tasks": {func(lines []string) []byte {
			tasks := "Buildfile: /src/build.xml\n\ninit:\n    [mkdir] Created dir: /src/out\n\ncheck:\n     [exec] " + strings.Join(lines, "\n     [exec] ")
			return []byte(tasks + "\n     [exec] Result: 1\n\nBUILD FAILED\n/src/build.xml:9: exec returned: 1\n")
		}, 2 * most},
		"a search":           {found(""), 4 * most},
		"a search of a file": {found("logs/build-2.log"), 4 * most},
		"records": {func(lines []string) []byte {
			var b strings.Builder
			for i, l := range lines {
				fmt.Fprintf(&b, "web_1  | %s\n", inJSON(map[string]any{"level": "info", "msg": l, "time": "2026-11-03T" + clock(i) + "Z"}))
			}
			return []byte(b.String())
		}, 340},
	} {
		in, out, alone := 0, 0, 0
		for _, a := range runsOf(t) {
			lines := strings.Split(strings.TrimSuffix(a.input, "\n"), "\n")
			data := form.of(lines)
			text := shownFrom(t, data)
			in, out, alone = in+len(data), out+len(text)-strings.Count(text, "\n")*(len(data)-len(a.input))/len(lines), alone+len(shownFrom(t, []byte(a.input)))
			missed := lacks(text, a.critical)
			if name != "records" {
				missed = slices.DeleteFunc(slices.Clone(a.critical), func(line string) bool {
					return strings.Contains(text, strings.TrimSpace(string(block.Resolve([]byte(line)))))
				})
			}
			if len(missed) > 0 {
				t.Errorf("%s: of %s is hidden %.100q", name, a.name, missed)
			}
		}
		if 100*out > form.most*alone {
			t.Errorf("%s: of %d bytes %d are shown, %d of what they hold", name, in, out, alone)
		}
	}
}

// TestLeadsOfMany: what is told of names of many, and of leads with nothing behind them, shows
// hardly more.
func TestLeadsOfMany(t *testing.T) {
	t.Parallel()
	for name, line := range map[string]func(i int) string{
		"threads":   func(i int) string { return fmt.Sprintf("2026-11-03 09:00:00.123 [exec-%d] INFO  c.e.Shop - ", i%40) },
		"pods":      func(i int) string { return fmt.Sprintf("[pod/web-6d8f-x%02db/app] ", i%30) },
		"minutes":   func(i int) string { return fmt.Sprintf("[09:%02d] ", i/30) },
		"steps":     func(i int) string { return fmt.Sprintf("[step%d] ", i%16) },
		"hosts":     func(i int) string { return fmt.Sprintf("node%02d: ", i%16) },
		"a column":  func(i int) string { return fmt.Sprintf("n%d  | ", i%9) },
		"addresses": func(i int) string { return fmt.Sprintf("10.0.0.%d | ", i%9) },
	} {
		var text strings.Builder
		for i := range 1500 {
			fmt.Fprintf(&text, "%smoved block %d to node %d in %d ms\n", line(i), i*7919%1000, i%9, i%90)
		}
		if n := len(shownFrom(t, []byte(text.String()))); n > 4000 {
			t.Errorf("%s: of %d bytes %d are shown", name, text.Len(), n)
		}
	}
	for _, line := range []string{"remote: foo:", "remote: [foo]", "remote: a |", "remote: INFO -", "remote:"} {
		for at := range 40 {
			lines := slices.Repeat([]string{"remote:"}, 40)
			lines[at], lines[(at+11)%40], lines[(at+23)%40] = line, line, line
			text := strings.Repeat(strings.Join(lines, "\n")+"\n", 8)
			plainly(t, []byte(text), Options{}) // a panic would be an error
		}
	}
}
