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
// clearly. Where a tool's output quotes other things (a failing test its
// source, a build its commands), the tool comes first.
func (t *tally) vote() (sh shape.Shape, clear bool) {
	switch {
	case t.lines == 0:
		return shape.Plain, false
	case t.percent(jsonRecord) >= 70:
		return shape.JSONLines, true
	case t.n[diffHead] >= 2 && t.n[diffHunk] >= 1 && t.percent(testStrong, stamped) < 5 && (t.first == diffHead || !t.countsTests):
		return shape.Diff, true
	case t.n[diffHunk] >= 1 && t.percent(diffHunk, diffBody) >= 30 && t.percent(testStrong, stamped) < 5 && !t.countsTests:
		return shape.Diff, true // its head is cut off
	case t.percent(stat) >= 60:
		return shape.Diff, true
	case t.n[commit] >= 2 && (t.first == commit || t.n[commit] > 2 && t.percent(commit) >= 2):
		return shape.Log, true // also one whose beginning is cut off
	case t.first == trace && t.percent(trace, frame) >= 60:
		return shape.Stack, true // what the program says that is watched comes second
	case t.n[match] > 0 && t.percent(match, around) >= 80 && !t.countsMistakes:
		return shape.Grep, true
	case t.tests(), t.countsTests && t.percent(brace) < 60 && t.percent(stamped) < 40 && t.percent(located) < 50:
		return shape.TestLog, true
	case t.percent(stamped) >= 40, t.percent(stamped) >= 20 && t.n[trace] >= 2 && t.n[stamped] > 2*t.n[trace]:
		return shape.Log, true // with what it caught, if it is less
	case t.traces():
		if t.n[testStrong] >= 2 || t.n[testWeak] >= 3 && t.percent(testStrong, testWeak) >= 3 {
			return shape.TestLog, true // failing tests, each with its trace
		}
		return shape.Stack, true
	case t.countsMistakes && t.percent(brace, indented) < 60 && t.percent(stamped) < 40:
		return shape.BuildLog, true
	case t.first == testStrong && t.n[testWeak] > 0 && t.n[frame] > 0 && t.n[located] == 0:
		return shape.TestLog, true // cut off before it counts what failed
	case t.percent(match) >= 50, t.n[match] > 0 && t.percent(match, around) >= 60:
		return shape.Grep, true
	case t.percent(testStrong, testWeak) >= 40:
		return shape.TestLog, true
	case t.percent(located, diag, buildStep, gutter) >= 25 && t.n[located]+t.n[diag]+t.n[buildStep] > 0 && t.n[gutter] < t.lines*9/10, t.n[located] >= 2 && t.percent(located) >= 4 && (t.n[heading] < 2 || t.reports()):
		return shape.BuildLog, true
	}
	return t.content()
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

// content votes among the shapes of files, tables and listings.
func (t *tally) content() (shape.Shape, bool) {
	braces, indents := t.percent(brace), t.percent(indented, definition)
	switch {
	case t.first == shebang && braces <= 2*indents, t.n[definition] >= 5 && t.percent(definition) >= 1 && indents >= 15 && indents >= braces:
		return shape.SourceIndent, true
	case t.n[buildStep] >= 1 && t.n[definition] < 2 && (t.n[buildStep]+t.n[diag] >= 4 && t.crashes() || t.endsInTrace && t.n[heading] < 2 && t.n[fence] == 0):
		return shape.BuildLog, true // a step died, with what it had to say of itself
	case t.crashes() && braces < 30 && indents < 30:
		if t.percent(trace, frame) >= 8 {
			return shape.Stack, true
		}
		return shape.Log, false
	case t.percent(comment) >= 30 && braces < 30 && t.n[testStrong] == 0 && t.n[definition] == 0 && t.percent(comment, setting, other, sentence, indented, columns, path, brace) >= 90:
		return shape.Listing, true // settings with more comments than settings
	case t.percent(perms) >= 40, t.percent(path) >= 50:
		return shape.Listing, true
	case t.percent(jsonField) >= 40:
		return shape.JSONObject, true
	case t.percent(tag) >= 15 && t.n[heading] < 2:
		return shape.SourceIndent, true
	case t.percent(columns) >= 60, t.percent(gutter) >= 80:
		return shape.Table, true // a number and bars begin a table's row too
	case t.n[heading] >= 2 && t.percent(heading, fence) >= 2 && t.percent(heading, sentence) >= 20 && braces < 30 && indents < 20:
		return shape.Prose, true
	case t.n[definition] >= 2 && t.percent(definition) >= 2 && indents >= 15 && indents >= braces:
		return shape.SourceIndent, true
	case braces >= 30 && braces >= indents:
		return shape.SourceBrace, true
	case indents >= 30:
		return shape.SourceIndent, true
	case t.percent(sentence) >= 50:
		return shape.Prose, true
	case t.percent(setting, path) >= 50:
		return shape.Listing, true
	case t.n[testStrong] >= 2 && braces+indents < 45:
		return shape.TestLog, true // its totals stand before what failed
	case braces+indents >= 45:
		return shape.SourceBrace, false
	case t.percent(located, diag, buildStep, frame) >= 12:
		return shape.BuildLog, false
	case t.percent(stamped) >= 20:
		return shape.Log, false
	case t.percent(columns) >= 40:
		return shape.Table, false
	case t.percent(heading, sentence) >= 35:
		return shape.Prose, false
	case t.percent(setting, path, columns) >= 40, t.first == setting && t.n[setting] >= 8 && t.percent(setting) >= 20:
		return shape.Listing, false
	}
	return shape.Plain, false
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
