package bench

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/classify"
	"elide.example/elide/internal/longtest"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/reduce"
)

// A session, a job of a CI server or a build that goes on to test prints what
// several tools print, one after the other. What is kept of each alone must be
// kept of them together, whatever stands between them and before each line.

// framing is how outputs come to stand one after the other.
type framing struct {
	name string
	head func(c *Case) string // before an output
	line string               // before each of its lines
	foot string               // behind it
}

var framings = []framing{
	{name: "prompt", head: func(c *Case) string { return "$ " + c.Command + "\n" }},
	{name: "user's prompt", head: func(c *Case) string { return "dev@host:~/src/app$ " + c.Command + "\n" }},
	{name: "traced", head: func(c *Case) string { return "+ " + c.Command + "\n" }},
	{name: "grouped", head: func(c *Case) string {
		return "##[group]Run " + c.Command + "\nshell: /usr/bin/bash -e {0}\n##[endgroup]\n"
	}, line: "2026-01-02T03:04:05.1234567Z "},
	{name: "folded", head: func(c *Case) string {
		return "travis_fold:start:script\r\x1b[0Ktravis_time:start:0a1b\r\x1b[0K$ " + c.Command + "\n"
	}, foot: "travis_time:end:0a1b:start=1,finish=2,duration=1\r\x1b[0K\nThe command \"x\" exited with 1.\ntravis_fold:end:script\r\x1b[0K\n"},
	{name: "sectioned", head: func(c *Case) string {
		return "\x1b[0Ksection_start:1700000000:step_script\r\x1b[0K\x1b[0K\x1b[36;1mExecuting step\x1b[0;m\n\x1b[32;1m$ " + c.Command + "\x1b[0;m\n"
	}, foot: "\x1b[0Ksection_end:1700000009:step_script\r\x1b[0K\n"},
	{name: "pipeline", head: func(c *Case) string { return "[Pipeline] { (Stage)\n[Pipeline] sh\n+ " + c.Command + "\n" }, foot: "[Pipeline] }\n[Pipeline] // stage\n"},
	{name: "stamped", head: func(c *Case) string { return "+ " + c.Command + "\n" }, line: "[2026-01-02T03:04:05.123Z] "},
	{name: "layer", head: func(c *Case) string { return "#7 [3/5] RUN " + c.Command + "\n" }, line: "#7 12.34 ", foot: "#7 DONE 12.5s\n\n"},
	{name: "titled", head: func(c *Case) string { return "==> " + c.Command + " <==\n" }},
}

// seamStride pairs the cases: each with the one that far behind it.
const seamStride = 29

func TestSeams(t *testing.T) {
	longtest.Asked(t)
	cases, err := Load(corpus, seamCase)
	if err != nil {
		t.Fatal(err)
	}
	alone := map[string]map[string]bool{} // labels that are lost without a seam
	for _, c := range cases {
		alone[c.ID] = missedLabels(c, keptText(c.Input))
	}
	for _, f := range framings {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			lost, labels := 0, 0
			for i, a := range cases {
				b := cases[(i+seamStride)%len(cases)]
				kept := keptText(append(f.frame(a), f.frame(b)...))
				for _, c := range []*Case{a, b} {
					labels += c.Labels()
					for l := range missedLabels(c, kept) {
						if !alone[c.ID][l] {
							lost++
							t.Logf("%s then %s: lost of %s: %s", a.ID, b.ID, c.ID, l)
						}
					}
				}
			}
			if lost > 0 {
				t.Errorf("%d of %d labels are lost", lost, labels)
			}
		})
	}
}

// seamCase leaves out what can't be one of several: bytes that are no text, and
// what would take the test too long.
func seamCase(c *Case) bool {
	return len(c.Input) < 16<<10 && !bytes.Contains(c.Input, []byte{0})
}

// frame returns the output of the case as the framing prints it.
func (f *framing) frame(c *Case) []byte {
	var out strings.Builder
	if f.head != nil {
		out.WriteString(f.stamp(f.head(c)))
	}
	out.WriteString(f.stamp(string(c.Input)))
	if s := out.String(); s[len(s)-1] != '\n' {
		out.WriteByte('\n')
	}
	out.WriteString(f.foot)
	return []byte(out.String())
}

func (f *framing) stamp(text string) string {
	if f.line == "" {
		return text
	}
	var out strings.Builder
	for line := range strings.Lines(text) {
		out.WriteString(f.line + line)
	}
	return out.String()
}

// keptText returns the lines of the text that are kept without a budget.
func keptText(text []byte) []byte {
	var out bytes.Buffer
	for _, s := range classify.Sections(block.New(text), "") {
		for i, m := range reduce.Section(s) {
			if m.Rank > mark.Bulk {
				out.Write(s.Text(i))
				if s.EndsLine(s.First + i) {
					out.WriteByte('\n')
				}
			}
		}
	}
	return out.Bytes()
}

// missedLabels returns the labels that the output lost, in words.
func missedLabels(c *Case, output []byte) map[string]bool {
	missed := map[string]bool{}
	for _, l := range c.Missed(output) {
		missed[fmt.Sprintf("line %d %q", l.Line, l.Text)] = true
	}
	return missed
}
