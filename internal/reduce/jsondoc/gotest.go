package jsondoc

import (
	"bytes"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/scan"
)

// goTestEvents reads the stream of `go test -json`. What failed is known by
// its fail event, which comes after its output, so the stream is read twice.
type goTestEvents struct {
	*jsonView
	action, pkg, test, output, importPath int32 // keys
	failed                                map[string]bool
	parents                               map[string]bool // of failed tests
	lines                                 map[string]int  // of output shown
	passed                                int
}

const (
	outputLines  = 40  // lines of output shown of a failed test or package
	outputPlaces = 120 // lines up to which those that name a place are shown
	testLevels   = 32  // tests that a test is looked for in: a name may be a megabyte of slashes
	passedShown  = 10  // packages that passed which are named
)

// goTest marks the events, if that is what the document holds.
func goTest(d *jsonDoc, s block.Section, marks []mark.Mark) bool {
	e := &goTestEvents{jsonView: newJSONView(d, s, marks), failed: map[string]bool{}, parents: map[string]bool{}, lines: map[string]int{}}
	e.action, e.pkg, e.test = d.key("Action"), d.key("Package"), d.key("Test")
	e.output, e.importPath = d.key("Output"), d.key("ImportPath")
	if e.action == noKey || e.pkg == noKey && e.importPath == noKey || d.nodes[0].n < 2 {
		return false
	}
	if first := d.member(1, e.action); first < 0 || d.member(1, e.pkg) < 0 && d.member(1, e.importPath) < 0 {
		return false
	}
	e.strayLines()
	e.eachEvent((*goTestEvents).notice)
	e.eachEvent((*goTestEvents).rank)
	return true
}

// goTestEvent is one record.
type goTestEvent struct {
	node                  int32
	action, pkg, test, at string // at is the test in its package, or the package
	output                []byte // as it is quoted
}

func (e *goTestEvents) eachEvent(do func(*goTestEvents, goTestEvent)) {
	for i := int32(1); i < e.nodes[0].next; i = e.nodes[i].next {
		if e.nodes[i].kind != jsonObject {
			continue
		}
		ev := goTestEvent{node: i, action: e.memberText(i, e.action), pkg: e.memberText(i, e.pkg), test: e.memberText(i, e.test)}
		if ev.pkg == "" {
			ev.pkg = e.memberText(i, e.importPath)
		}
		ev.at = ev.pkg + "\x00" + ev.test
		if m := e.member(i, e.output); m >= 0 {
			ev.output = e.text(m)
		}
		do(e, ev)
	}
}

// notice takes down what failed.
func (e *goTestEvents) notice(ev goTestEvent) {
	if ev.action != "fail" && ev.action != "build-fail" {
		return
	}
	e.failed[ev.at] = true
	levels := 0
	for i := len(ev.at) - 1; i >= 0 && ev.at[i] != 0 && levels < testLevels; i-- {
		if ev.at[i] == '/' {
			e.parents[ev.at[:i]] = true
			levels++
		}
	}
}

func (e *goTestEvents) rank(ev goTestEvent) {
	switch ev.action {
	case "fail", "build-fail":
		if !e.parents[ev.at] {
			e.event(ev, mark.Critical, mark.WhyFailure)
		}
	case "output", "build-output":
		e.rankOutput(ev)
	case "pass":
		if ev.test == "" && len(e.failed) == 0 && e.passed < passedShown {
			e.passed++
			e.event(ev, mark.Sample, mark.WhyStatus)
		}
	case "bench", "attr":
		if e.lines[ev.action]++; e.lines[ev.action] <= outputLines {
			e.event(ev, mark.Sample, mark.WhyStatus)
		}
	}
}

func (e *goTestEvents) rankOutput(ev goTestEvent) {
	if ev.action == "output" && !e.failed[ev.at] && !speaksOfCrash(ev.output) {
		return
	}
	if goTestChatter(ev.output) {
		return
	}
	e.lines[ev.at]++
	n := e.lines[ev.at]
	_, places := scan.FindLocation(ev.output)
	if n <= outputLines || n <= outputPlaces && places {
		e.event(ev, mark.Critical, mark.WhyMessage)
	}
}

func (e *goTestEvents) event(ev goTestEvent, r mark.Rank, why mark.Why) {
	e.mark(e.nodes[ev.node].keyStart, e.nodes[ev.node].end, r, 0, why)
}

// speaksOfCrash tells whether output matters whatever became of its test:
// a crash or a race may be printed under the name of another.
func speaksOfCrash(output []byte) bool {
	return scan.HasPrefix(output, "panic: ") || scan.HasPrefix(output, "fatal error: ") || scan.HasPrefix(output, "WARNING: DATA RACE")
}

// goTestChatter tells whether a line of output repeats what the events say.
func goTestChatter(output []byte) bool {
	text := bytes.TrimLeft(output, " ")
	return len(text) == 0 || string(text) == `\n` || string(text) == `FAIL\n` || string(text) == `PASS\n` ||
		scan.HasAnyPrefix(text, "=== RUN", "=== PAUSE", "=== CONT", "=== NAME", "--- PASS", "--- SKIP", "--- FAIL", `FAIL\t`, `ok  \t`, `coverage:`)
}

// key returns the number of the key, or noKey.
func (d *jsonDoc) key(name string) int32 {
	for k, key := range d.keys {
		if string(key) == name {
			return int32(k)
		}
	}
	return noKey
}

// member returns the member of object i with that key, or -1.
func (d *jsonDoc) member(i, key int32) int32 {
	if key == noKey {
		return -1
	}
	for c := i + 1; c < d.nodes[i].next; c = d.nodes[c].next {
		if d.nodes[c].key == key {
			return c
		}
	}
	return -1
}

// memberText returns the text of a member of object i, "" if it has none.
func (d *jsonDoc) memberText(i, key int32) string {
	if m := d.member(i, key); m >= 0 {
		return string(d.text(m))
	}
	return ""
}
