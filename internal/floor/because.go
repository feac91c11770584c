package floor

import (
	"fmt"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/line"
	"elide.example/elide/internal/rules"
	"elide.example/elide/internal/scan"
)

// asked are the rooms that say what a line is, and whose lines they speak of.
var asked = [...]struct {
	room rules.Room
	of   string
}{{rules.Test, "a test run"}, {rules.Build, "a build"}, {rules.Frame, "a stack trace"}}

// quoting are the kinds of lines that belong to what someone wrote.
var quoting = map[line.Kind]string{
	line.Quoted: "source that is quoted", line.Frame: "a frame of a trace", line.Comment: "a comment",
	line.Brace: "source", line.Indented: "source", line.DiffBody: "the body of a difference",
	line.JSONField: "a member of a JSON document", line.JSONRecord: "a JSON record",
}

// Because says what predicts unit i of the section: how many of its lines are like it,
// and what rule or form it has. "" means that nothing is found that does.
func Because(s block.Section, i int) string {
	t := scan.Trim(s.Text(i))
	if len(t) == 0 {
		return "it is blank"
	}
	out := ""
	if n, earliest := like(s, scan.Template(t)); n > 1 {
		out = fmt.Sprintf("%d lines of the section are like it, the first is %d; ", n, earliest)
	}
	for _, a := range asked {
		if h, ok := rules.Find(a.room, t); ok {
			return fmt.Sprintf("%sa rule says %q of it, as of lines of %s", out, h.Kind, a.of)
		}
	}
	if what := quoting[s.Look(i).Kind]; what != "" {
		return out + "it looks like " + what
	}
	if n := begin(s, first(t)); n >= predicted && out == "" {
		return fmt.Sprintf("%d lines of the section begin as it does", n)
	}
	if out == "" {
		return ""
	}
	return out[:len(out)-len("; ")]
}

// like returns how many units of the section have the template, and the line of the first.
func like(s block.Section, template uint64) (n, earliest int) {
	for i := range s.Len() {
		if scan.Template(scan.Trim(s.Text(i))) != template {
			continue
		}
		if n++; n == 1 {
			earliest = s.Line(s.First + i)
		}
	}
	return n, earliest
}

// begin returns how many units of the section begin alike.
func begin(s block.Section, with uint64) (n int) {
	for i := range s.Len() {
		if t := scan.Trim(s.Text(i)); len(t) > 0 && first(t) == with {
			n++
		}
	}
	return n
}
