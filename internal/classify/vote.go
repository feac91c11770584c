package classify

import (
	"strings"

	"elide/internal/shape"
)

// tally counts the kinds of a run of units.
type tally struct {
	n     [kinds]int
	lines int  // not blank
	first kind // of the first line that is not blank

	countsTests, countsMistakes bool // the last lines do
	endsInTrace                 bool // so do frames
}

func count(ks []kind) tally {
	var t tally
	for _, k := range ks {
		t.n[k]++
		if k == blank {
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
func framesAtEnd(ks []kind) int {
	frames := 0
	for _, k := range ks[max(0, len(ks)-fewest):] {
		if k == frame {
			frames++
		}
	}
	return frames
}

// percent returns how much of the lines that are not blank are of the kinds.
func (t *tally) percent(ks ...kind) int {
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
	{shape.JSONLines, clear, func(t *tally) bool { return t.percent(jsonRecord) >= 70 }},
	{shape.Diff, clear, func(t *tally) bool {
		whole := t.n[diffHead] >= 2 && t.n[diffHunk] >= 1 && (t.first == diffHead || !t.countsTests)
		cut := t.n[diffHunk] >= 1 && t.percent(diffHunk, diffBody) >= 30 && !t.countsTests // its head is missing
		return t.percent(testStrong, stamped) < 5 && (whole || cut) || t.percent(stat) >= 60
	}},
	{shape.Log, clear, func(t *tally) bool { // also one whose beginning is cut off
		return t.n[commit] >= 2 && t.first == commit || t.n[commit] > 2 && t.percent(commit) >= 2
	}},
	{shape.Stack, clear, func(t *tally) bool { return t.first == trace && t.percent(trace, frame) >= 60 }}, // what the watched program says comes second
	{shape.Grep, clear, func(t *tally) bool { return t.n[match] > 0 && t.percent(match, around) >= 80 && !t.countsMistakes }},
	{shape.TestLog, clear, func(t *tally) bool {
		return t.tests() || t.countsTests && t.percent(brace) < 60 && t.percent(stamped) < 40 && t.percent(located) < 50
	}},
	{shape.Log, clear, func(t *tally) bool { // with what it caught, if it is less
		return t.percent(stamped) >= 40 || t.percent(stamped) >= 20 && t.n[trace] >= 2 && t.n[stamped] > 2*t.n[trace]
	}},
	{shape.TestLog, clear, func(t *tally) bool {
		return t.traces() && (t.n[testStrong] >= 2 || t.n[testWeak] >= 3 && t.percent(testStrong, testWeak) >= 3)
	}}, // failing tests, each with its trace
	{shape.Stack, clear, (*tally).traces},
	{shape.BuildLog, clear, func(t *tally) bool {
		return t.countsMistakes && t.percent(brace, indented) < 60 && t.percent(stamped) < 40
	}},
	{shape.Grep, clear, func(t *tally) bool {
		return t.percent(match) >= 50 || t.n[match] > 0 && t.percent(match, around) >= 60
	}},
	{shape.TestLog, clear, func(t *tally) bool { // or cut off before it counts what failed
		return t.percent(testStrong, testWeak) >= 40 || t.first == testStrong && t.n[testWeak] > 0 && t.n[frame] > 0 && t.n[located] == 0
	}},
	{shape.BuildLog, clear, func(t *tally) bool { // in a page of prose places are examples
		steps := t.percent(located, diag, buildStep, gutter) >= 25 && t.n[located]+t.n[diag]+t.n[buildStep] > 0 && t.n[gutter] < t.lines*9/10
		return steps || t.n[located] >= 2 && t.percent(located) >= 4 && (t.n[heading] < 2 || t.reports())
	}},

	{shape.SourceIndent, clear, func(t *tally) bool {
		return t.first == shebang && t.percent(brace) <= 2*t.indents() || t.n[definition] >= 5 && t.percent(definition) >= 1 && t.indents() >= 15 && t.indents() >= t.percent(brace)
	}},
	{shape.BuildLog, clear, func(t *tally) bool { // a step died, with what it had to say of itself
		died := t.n[buildStep]+t.n[diag] >= 4 && t.crashes() || t.endsInTrace && t.n[heading] < 2 && t.n[fence] == 0
		return t.n[buildStep] >= 1 && t.n[definition] < 2 && died
	}},
	{shape.Stack, clear, func(t *tally) bool { return t.crashesInText() && t.percent(trace, frame) >= 8 }},
	{shape.Log, likely, (*tally).crashesInText},
	{shape.Listing, clear, func(t *tally) bool { // settings with more comments than settings
		return t.percent(comment) >= 30 && t.percent(brace) < 30 && t.n[testStrong] == 0 && t.n[definition] == 0 && t.percent(comment, setting, other, sentence, indented, columns, path, brace) >= 90
	}},
	{shape.Listing, clear, func(t *tally) bool { return t.percent(perms) >= 40 || t.percent(path) >= 50 }},
	{shape.JSONObject, clear, func(t *tally) bool { return t.percent(jsonField) >= 40 }},
	{shape.SourceIndent, clear, func(t *tally) bool { return t.percent(tag) >= 15 && t.n[heading] < 2 }},
	{shape.Table, clear, func(t *tally) bool { return t.percent(columns) >= 60 || t.percent(gutter) >= 80 }}, // a number and bars begin a row too
	{shape.Prose, clear, func(t *tally) bool {
		return t.n[heading] >= 2 && t.percent(heading, fence) >= 2 && t.percent(heading, sentence) >= 20 && t.percent(brace) < 30 && t.indents() < 20
	}},
	{shape.SourceIndent, clear, func(t *tally) bool {
		return t.n[definition] >= 2 && t.percent(definition) >= 2 && t.indents() >= 15 && t.indents() >= t.percent(brace)
	}},
	{shape.SourceBrace, clear, func(t *tally) bool { return t.percent(brace) >= 30 && t.percent(brace) >= t.indents() }},
	{shape.SourceIndent, clear, func(t *tally) bool { return t.indents() >= 30 }},
	{shape.Prose, clear, func(t *tally) bool { return t.percent(sentence) >= 50 }},
	{shape.Listing, clear, func(t *tally) bool { return t.percent(setting, path) >= 50 }},
	{shape.TestLog, clear, func(t *tally) bool { return t.n[testStrong] >= 2 && t.percent(brace)+t.indents() < 45 }}, // its totals stand before what failed
	{shape.SourceBrace, likely, func(t *tally) bool { return t.percent(brace)+t.indents() >= 45 }},
	{shape.BuildLog, likely, func(t *tally) bool { return t.percent(located, diag, buildStep, frame) >= 12 }},
	{shape.Log, likely, func(t *tally) bool { return t.percent(stamped) >= 20 }},
	{shape.Table, likely, func(t *tally) bool { return t.percent(columns) >= 40 }},
	{shape.Prose, likely, func(t *tally) bool { return t.percent(heading, sentence) >= 35 }},
	{shape.Listing, likely, func(t *tally) bool {
		return t.percent(setting, path, columns) >= 40 || t.first == setting && t.n[setting] >= 8 && t.percent(setting) >= 20
	}},
}

// indents returns how much of the lines is of a language that indents.
func (t *tally) indents() int { return t.percent(indented, definition) }

// crashesInText tells whether a program died, and its text is no source.
func (t *tally) crashesInText() bool {
	return t.crashes() && t.percent(brace) < 30 && t.indents() < 30
}

// reports tells whether findings outnumber by far what may be headings: these
// are comments in the code that a linter quotes.
func (t *tally) reports() bool { return t.n[located] >= 5*fewest && t.n[located] >= 4*t.n[heading] }

// document tells whether the text is Markdown that quotes other things.
func (t *tally) document() bool {
	written := t.percent(heading, sentence, fence) >= 20 || t.n[heading] >= 5 && t.n[fence] >= 2 && t.percent(heading, fence) >= 8
	return !t.countsTests && t.n[heading] >= 2 && (t.n[fence]%2 == 0 || t.n[heading] >= 9) && written &&
		(t.n[fence] >= 2 || t.percent(heading) >= 4) && t.percent(testStrong) < 10 && t.percent(brace, indented) < 40 && t.percent(path) < 50
}

// tests tells whether a test runner printed the text. A failing test may
// quote far more than the runner says, a source file may quote a runner.
func (t *tally) tests() bool {
	if t.percent(brace, indented) >= 40 && t.percent(testStrong) < 5 && t.n[testStrong] < 8 {
		return false
	}
	return t.n[testStrong] >= 2 && t.percent(testStrong, testWeak) >= 3 || t.n[testStrong] >= 4
}

// traces tells whether the text is a stack trace or a dump, and not a build
// that ended in one.
func (t *tally) traces() bool {
	if t.first == buildStep || t.n[located] >= 2 && t.percent(located) >= 10 {
		return false
	}
	if t.first == trace || t.first == frame {
		return t.percent(trace, frame) >= 10
	}
	return t.n[trace] >= 1 && t.percent(trace, frame) >= 25 || t.n[frame] >= 3 && t.percent(frame) >= 30
}

// crashes tells whether a trace stands in a text of another kind: what a
// program printed before it died.
func (t *tally) crashes() bool {
	return t.n[trace] >= 1 && t.n[frame] >= 2 && t.n[heading] < 2 && t.n[fence] == 0
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
