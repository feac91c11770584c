package classify

import (
	"strings"

	"elide.example/elide/internal/line"
	"elide.example/elide/internal/shape"
)

// tally counts the kinds of a run of units.
type tally struct {
	n     [line.Kinds]int
	lines int       // not blank
	first line.Kind // of the first line that is not blank

	tail
	endsInTrace bool        // frames are the last lines
	begins      func() bool // tells whether most lines begin as others do; nil: they don't
}

func count(ks []line.Kind) tally {
	var t tally
	for _, k := range ks {
		t.n[k]++
		if k == line.Blank {
			continue
		}
		if t.lines == 0 {
			t.first = k
		}
		t.lines++
	}
	t.endsInTrace = framesAtEnd(ks) >= 3
	return t
}

// framesAtEnd returns how many of the last units are frames of a trace.
func framesAtEnd(ks []line.Kind) int {
	frames := 0
	for _, k := range ks[max(0, len(ks)-fewest):] {
		if k == line.Frame {
			frames++
		}
	}
	return frames
}

// percent returns how much of the lines that are not blank are of the kinds.
func (t *tally) percent(ks ...line.Kind) int {
	if t.lines == 0 {
		return 0
	}
	sum := 0
	for _, k := range ks {
		sum += t.n[k]
	}
	return 100 * sum / t.lines
}

// vote names the shape that the counts speak for, and whether they speak
// clearly: the first verdict that holds.
func (t *tally) vote() (sh shape.Shape, clear bool) {
	if t.lines == 0 {
		return shape.Plain, false
	}
	for _, v := range verdicts {
		if v.holds(t) {
			return v.shape, v.clear
		}
	}
	return shape.Plain, false
}

const (
	clear  = true
	likely = false // unless the command says another shape
)

// verdicts are the shapes and what speaks for each, in percent of the lines that
// aren't blank. Where a tool's output quotes other things (a failing test its
// source, a build its commands), the tool comes first; the contents of files,
// tables and listings come last.
var verdicts = [...]struct {
	shape shape.Shape
	clear bool
	holds func(t *tally) bool
}{
	{shape.JSONLines, clear, func(t *tally) bool { return t.percent(line.JSONRecord) >= 70 }},
	{shape.Diff, clear, func(t *tally) bool {
		whole := t.n[line.DiffHead] >= 2 && t.n[line.DiffHunk] >= 1 && (t.first == line.DiffHead || !t.countsTests)
		cut := t.n[line.DiffHunk] >= 1 && t.percent(line.DiffHunk, line.DiffBody) >= 30 && !t.countsTests // its head is missing
		return t.percent(line.Result, line.Record) < 5 && (whole || cut) || t.percent(line.Stat) >= 60
	}},
	{shape.Log, clear, func(t *tally) bool { // also one whose beginning is cut off
		return t.n[line.Commit] >= 2 && t.first == line.Commit || t.n[line.Commit] > 2 && t.percent(line.Commit) >= 2
	}},
	{shape.Stack, clear, func(t *tally) bool { return t.first == line.TraceHead && t.percent(line.TraceHead, line.Frame) >= 60 }}, // what the watched program says comes second
	{shape.Grep, clear, func(t *tally) bool {
		return t.n[line.Match] > 0 && t.percent(line.Match, line.Around) >= 80 && !t.countsMistakes && !t.numberStands
	}},
	{shape.TestLog, clear, func(t *tally) bool {
		return t.tests() || t.countsTests && (t.percent(line.Brace) < 60 || t.first == line.Result) && t.percent(line.Record) < 40 && t.percent(line.Finding) < 50
	}},
	{shape.Log, clear, func(t *tally) bool { // with what it caught, if it is less
		return t.percent(line.Record) >= 40 || t.percent(line.Record) >= 20 && t.n[line.TraceHead] >= 2 && t.n[line.Record] > 2*t.n[line.TraceHead]
	}},
	{shape.TestLog, clear, func(t *tally) bool {
		return t.traces() && (t.n[line.Result] >= 2 || t.n[line.MaybeResult] >= 3 && t.percent(line.Result, line.MaybeResult) >= 3)
	}}, // failing tests, each with its trace
	{shape.Stack, clear, (*tally).traces},
	{shape.BuildLog, clear, func(t *tally) bool {
		return t.countsMistakes && t.percent(line.Brace, line.Indented) < 60 && t.percent(line.Record) < 40
	}},
	{shape.Grep, clear, func(t *tally) bool {
		return !t.numberStands && (t.percent(line.Match) >= 50 || t.n[line.Match] > 0 && t.percent(line.Match, line.Around) >= 60)
	}},
	{shape.TestLog, clear, func(t *tally) bool { // or cut off before it counts what failed
		return t.percent(line.Result, line.MaybeResult) >= 40 || t.first == line.Result && t.n[line.MaybeResult] > 0 && t.n[line.Frame] > 0 && t.n[line.Finding] == 0
	}},
	{shape.BuildLog, clear, func(t *tally) bool { // in a page of prose places are examples
		steps := t.percent(line.Finding, line.Message, line.Step, line.Quoted) >= 25 && t.n[line.Finding]+t.n[line.Message]+t.n[line.Step] > 0 && t.n[line.Quoted] < t.lines*9/10
		return steps || t.n[line.Finding] >= 2 && t.percent(line.Finding) >= 4 && (t.n[line.Heading] < 2 || t.reports())
	}},

	{shape.SourceIndent, clear, func(t *tally) bool {
		return t.first == line.Shebang && t.percent(line.Brace) <= 2*t.indents() || t.n[line.Definition] >= 5 && t.percent(line.Definition) >= 1 && t.indents() >= 15 && t.indents() >= t.percent(line.Brace)
	}},
	{shape.BuildLog, clear, func(t *tally) bool { // a step died, with what it had to say of itself
		died := t.n[line.Step]+t.n[line.Message] >= 4 && t.crashes() || t.endsInTrace && t.n[line.Heading] < 2 && t.n[line.Fence] == 0
		return t.n[line.Step] >= 1 && t.n[line.Definition] < 2 && died
	}},
	{shape.Stack, clear, func(t *tally) bool { return t.crashesInText() && t.percent(line.TraceHead, line.Frame) >= 8 }},
	{shape.Log, likely, (*tally).crashesInText},
	{shape.Listing, clear, func(t *tally) bool { // settings with more comments than settings
		return t.percent(line.Comment) >= 30 && t.percent(line.Comment) < 90 && t.percent(line.Brace) < 30 && t.n[line.Result] == 0 && t.n[line.Definition] == 0 && t.percent(line.Comment, line.Setting, line.Other, line.Sentence, line.Indented, line.Columns, line.Path, line.Brace) >= 90
	}},
	{shape.Listing, clear, func(t *tally) bool { return t.percent(line.Perms) >= 40 || t.percent(line.Path) >= 50 }},
	{shape.JSONObject, clear, func(t *tally) bool { return t.percent(line.JSONField) >= 40 }},
	{shape.SourceIndent, clear, func(t *tally) bool { return t.percent(line.Tag) >= 15 && t.n[line.Heading] < 2 }},
	{shape.Table, clear, func(t *tally) bool { return t.percent(line.Columns) >= 60 || t.percent(line.Quoted) >= 80 }}, // a number and bars begin a row too
	{shape.Prose, clear, func(t *tally) bool {
		return t.n[line.Heading] >= 2 && t.percent(line.Heading, line.Fence) >= 2 && t.percent(line.Heading, line.Sentence) >= 20 && t.percent(line.Brace) < 30 && t.indents() < 20
	}},
	{shape.SourceIndent, clear, func(t *tally) bool {
		return t.n[line.Definition] >= 2 && t.percent(line.Definition) >= 2 && t.indents() >= 15 && t.indents() >= t.percent(line.Brace)
	}},
	{shape.SourceBrace, clear, func(t *tally) bool {
		return t.percent(line.Brace) >= 30 && t.percent(line.Brace) >= t.indents() && t.n[line.Record] < 5
	}},
	{shape.SourceIndent, clear, func(t *tally) bool { return t.indents() >= 30 }},
	{shape.Prose, clear, func(t *tally) bool { return t.percent(line.Sentence) >= 50 && !t.repeats() }},
	{shape.Listing, clear, func(t *tally) bool { return t.percent(line.Setting, line.Path) >= 50 && !t.repeats() }},
	{shape.TestLog, clear, func(t *tally) bool { return t.n[line.Result] >= 2 && t.percent(line.Brace)+t.indents() < 45 }}, // its totals stand before what failed
	{shape.SourceBrace, likely, func(t *tally) bool { return t.percent(line.Brace)+t.indents() >= 45 && t.n[line.Record] < 5 }},
	{shape.BuildLog, likely, func(t *tally) bool { return t.percent(line.Finding, line.Message, line.Step, line.Frame) >= 12 }},
	{shape.Log, likely, func(t *tally) bool { return t.percent(line.Record) >= 20 }},
	{shape.Table, likely, func(t *tally) bool { return t.percent(line.Columns) >= 40 }},
	{shape.Prose, likely, func(t *tally) bool { return t.percent(line.Heading, line.Sentence) >= 35 && !t.repeats() }},
	{shape.Listing, likely, func(t *tally) bool {
		set := t.percent(line.Setting, line.Path, line.Columns) >= 40 || t.first == line.Setting && t.n[line.Setting] >= 8 && t.percent(line.Setting) >= 20
		return set && !t.repeats()
	}},
}

// indents returns how much of the lines is of a language that indents.
func (t *tally) indents() int { return t.percent(line.Indented, line.Definition) }

// crashesInText tells whether a program died, and its text is no source.
func (t *tally) crashesInText() bool {
	return t.crashes() && t.percent(line.Brace) < 30 && t.indents() < 30
}

// reports tells whether findings outnumber by far what may be headings: these
// are comments in the code that a linter quotes.
func (t *tally) reports() bool {
	return t.n[line.Finding] >= 5*fewest && t.n[line.Finding] >= 4*t.n[line.Heading]
}

// document tells whether the text is Markdown that quotes other things.
func (t *tally) document() bool {
	written := t.percent(line.Heading, line.Sentence, line.Fence) >= 20 || t.n[line.Heading] >= 5 && t.n[line.Fence] >= 2 && t.percent(line.Heading, line.Fence) >= 8
	return !t.countsTests && t.n[line.Heading] >= 2 && (t.n[line.Fence]%2 == 0 || t.n[line.Heading] >= 9) && written &&
		(t.n[line.Fence] >= 2 || t.percent(line.Heading) >= 4) && t.percent(line.Result) < 10 && t.percent(line.Brace, line.Indented) < 40 && t.percent(line.Path) < 50
}

// tests tells whether a test runner printed the text. A failing test may
// quote far more than the runner says, a source file may quote a runner.
func (t *tally) tests() bool {
	if t.percent(line.Brace, line.Indented) >= 40 && t.percent(line.Result) < 5 && t.n[line.Result] < 8 {
		return false
	}
	return t.n[line.Result] >= 2 && t.percent(line.Result, line.MaybeResult) >= 3 || t.n[line.Result] >= 4
}

// traces tells whether the text is a stack trace or a dump, and not a build
// that ended in one.
func (t *tally) traces() bool {
	if t.first == line.Step || t.n[line.Finding] >= 2 && t.percent(line.Finding) >= 10 {
		return false
	}
	if t.first == line.TraceHead || t.first == line.Frame {
		return t.percent(line.TraceHead, line.Frame) >= 10
	}
	return t.n[line.TraceHead] >= 1 && t.percent(line.TraceHead, line.Frame) >= 25 || t.n[line.Frame] >= 3 && t.percent(line.Frame) >= 30
}

// crashes tells whether a trace stands in a text of another kind: what a
// program printed before it died.
func (t *tally) crashes() bool {
	return t.n[line.TraceHead] >= 1 && t.n[line.Frame] >= 2 && t.n[line.Heading] < 2 && t.n[line.Fence] == 0
}

// tools are commands whose output's shape is known, for texts that say
// nothing themselves.
var tools = []struct {
	shape shape.Shape
	names []string
}{
	{shape.TestLog, []string{"go test", "pytest", "cargo test", "jest", "vitest", "ctest", "mvn test", "phpunit", "rspec", "npm test", "node --test", "unittest", "prove", "mocha"}},
	{shape.BuildLog, []string{"make", "cmake", "cargo build", "cargo clippy", "go build", "go vet", "gcc", "g++", "clang", "tsc", "eslint", "npm install", "pip install", "mvn", "gradle", "docker build", "ruff", "mypy", "pylint", "webpack", "vite"}},
	{shape.Grep, []string{"grep", "rg", "git grep", "ag", "ack"}},
	{shape.Diff, []string{"git diff", "git show", "diff"}},
	{shape.Log, []string{"journalctl", "docker logs", "kubectl logs", "dmesg", "adb logcat", "git log"}},
	{shape.Listing, []string{"ls", "find", "tree", "git status"}},
	{shape.Table, []string{"ps", "df", "docker ps", "kubectl get", "pip list"}},
}

// byCommand returns the shape of what the command prints.
func byCommand(command string) (shape.Shape, bool) {
	for _, t := range tools {
		for _, name := range t.names {
			if command == name || strings.HasPrefix(command, name+" ") {
				return t.shape, true
			}
		}
	}
	return shape.Plain, false
}
