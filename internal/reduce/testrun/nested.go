package testrun

import (
	"bytes"

	"elide.example/elide/internal/reduce/build"
)

// A test may log what another run of tests printed. Under go test a test's own
// results stand with the names of its subtests, which begin with its own, and
// what it logs is indented: a result of another name there is output, and so is
// whatever ends or crashes in what a test printed that passed in the end.

// settleLogged takes the kind of text for the lines of runs of tests that a test
// logged.
func (t *testRun) settleLogged() {
	passed := t.passedTests()
	var test []byte // whose output comes, or whose result stood last
	streams, quiet := false, false
	for i := range t.lines {
		l := &t.lines[i]
		switch l.kind {
		case lineText, lineBlank, lineTail, lineSource, lineCaret, lineHit:
			continue
		}
		name, starts := l.goName(), l.starts
		switch {
		case name != nil && (l.indent == 0 || sameTest(name, test)):
			if l.indent == 0 {
				test, streams = name, starts
			}
			quiet = starts && passed.Has(l.id)
		case l.indent == 0:
			streams = streams && l.kind != lineSummary && l.kind != lineGood
			quiet = quiet && streams
		case name != nil && test != nil, quiet && l.kind != linePass && l.kind != lineSkip:
			l.kind, l.weak, l.detail = lineText, false, false
		}
	}
}

// passedTests returns the names of the tests that go test says passed, or were
// skipped, beside or below a result at the left margin. One that failed as well,
// in another package or another time, is none of them.
func (t *testRun) passedTests() build.HashSet {
	passed, failed := build.HashSet{}, build.HashSet{}
	var test []byte
	for i := range t.lines {
		l := &t.lines[i]
		switch l.kind {
		case linePass, lineSkip, lineHead:
		default:
			continue
		}
		name := l.goName()
		if name == nil || l.starts {
			continue
		}
		if l.indent == 0 {
			test = name
		}
		if !sameTest(name, test) {
			continue
		}
		into := passed
		if l.kind == lineHead {
			into = failed
		}
		into.Add(l.id)
	}
	for name := range failed {
		delete(passed, name)
	}
	return passed
}

// sameTest tells whether both names are of one test or its subtests.
func sameTest(name, other []byte) bool {
	root, _, _ := bytes.Cut(name, []byte("/"))
	want, _, _ := bytes.Cut(other, []byte("/"))
	return bytes.Equal(root, want)
}
