package reduce

import "bytes"

// lineKind is what one line of a test run says, as far as the line alone
// tells.
type lineKind uint8

const (
	lineText     lineKind = iota // nothing that is known by its look
	lineBlank                    // blanks
	linePass                     // a test or a file that passed
	lineNoise                    // progress, separators, session data
	lineStart                    // a named test starts, or its output goes on
	lineHead                     // a failing test, its name or its place follow
	lineEcho                     // a failing test in a list of all tests
	lineSkip                     // a test that was not run
	lineSummary                  // the tool's totals
	lineGood                     // the totals of a part that passed
	lineTitle                    // opens a list or a chapter of failures
	lineChapter                  // opens a chapter of something else
	lineRule                     // ==== or ----
	lineCaptured                 // opens what a test printed
	lineAlarm                    // a failure's message, wherever it stands
	lineDump                     // opens a panic, a race or a checker's report
	lineSource                   // source code around a failure
	lineHit                      // the source line that failed
	lineCaret                    // points into the line before
	lineBench                    // a benchmark's row
	lineFrame                    // a frame of the reader's code
	lineLibrary                  // a frame of a library's
	lineTail                     // the rest of the frame before
)

// startKind says what lines are that start with a word.
type startKind struct {
	start string
	kind  lineKind
}

// startTable finds a line's kind by its start; by first byte, longest first
// where one start is part of another.
type startTable [256][]startKind

func newStartTable(entries ...startKind) *startTable {
	var t startTable
	for _, e := range entries {
		t[e.start[0]] = append(t[e.start[0]], e)
	}
	return &t
}

func (t *startTable) find(text []byte) (startKind, bool) {
	if len(text) == 0 {
		return startKind{}, false
	}
	for _, e := range t[text[0]] {
		if hasPrefix(text, e.start) {
			return e, true
		}
	}
	return startKind{}, false
}

// lineStarts are what test tools begin their lines with. Where the start
// alone doesn't decide, refineStart does.
var lineStarts = newStartTable(
	// go test
	startKind{"--- PASS:", linePass}, startKind{"--- FAIL:", lineHead}, startKind{"--- SKIP:", lineSkip}, startKind{"--- BENCH:", lineNoise},
	startKind{"=== RUN", lineStart}, startKind{"=== CONT", lineStart}, startKind{"=== NAME", lineStart}, startKind{"=== PAUSE", lineNoise},
	startKind{"=== FAIL: ", lineHead}, startKind{"=== SKIP: ", lineSkip}, startKind{"=== Failed", lineTitle}, startKind{"=== Errors", lineTitle}, startKind{"=== Skipped", lineNoise}, startKind{"∅ ", lineNoise},
	startKind{"ok  \t", lineGood}, startKind{"FAIL\t", lineSummary}, startKind{"?   \t", lineNoise}, startKind{"coverage: ", lineGood},
	startKind{"panic: ", lineDump}, startKind{"fatal error: ", lineDump}, startKind{"WARNING: DATA RACE", lineDump}, startKind{"WARNING: ThreadSanitizer", lineDump},
	startKind{"goroutine ", lineDump}, startKind{"unexpected fault address", lineDump}, startKind{"SIGQUIT: ", lineDump}, startKind{"signal: ", lineAlarm},
	startKind{"*** Test killed", lineAlarm}, startKind{"Benchmark", lineBench}, startKind{"go: downloading ", lineNoise}, startKind{"goos: ", lineNoise}, startKind{"goarch: ", lineNoise}, startKind{"pkg: ", lineNoise},
	// gtest, criterion, alcotest
	startKind{"[ RUN      ]", lineStart}, startKind{"[       OK ]", linePass}, startKind{"[  FAILED  ]", lineHead}, startKind{"[  PASSED  ]", lineSummary}, startKind{"[  SKIPPED ]", lineSkip},
	startKind{"[----------]", lineNoise}, startKind{"[==========]", lineNoise}, startKind{"[ DISABLED ]", lineNoise}, startKind{"[PASS]", linePass}, startKind{"[FAIL]", lineHead},
	startKind{"[ FAIL", lineHead}, startKind{"[ PASS", linePass}, startKind{"[ OK", linePass}, startKind{"[OK]", linePass}, startKind{"[SKIP]", lineSkip}, startKind{"[RUN ]", lineNoise}, startKind{"[----]", lineAlarm}, startKind{"[====]", lineSummary},
	startKind{"[gw", linePass},
	// Test2's harness
	startKind{"( PASSED )", linePass}, startKind{"( FAILED )", lineHead}, startKind{"[  PASS  ]", linePass}, startKind{"[  FAIL  ]", lineHead}, startKind{"(  DIAG  )", lineAlarm}, startKind{"-->  Result:", lineSummary},
	// Marks
	startKind{"✓", linePass}, startKind{"✔", linePass}, startKind{"√", linePass}, startKind{"✅", linePass}, startKind{"☑", linePass}, startKind{"(pass) ", linePass},
	startKind{"✕", lineEcho}, startKind{"×", lineEcho}, startKind{"✖", lineHead}, startKind{"✗", lineHead}, startKind{"✘", lineHead}, startKind{"⨯", lineHead}, startKind{"❌", lineHead}, startKind{"☒", lineHead}, startKind{"⚠", lineHead}, startKind{"(fail) ", lineHead},
	startKind{"● Console", lineCaptured}, startKind{"● ", lineHead}, startKind{"●", lineNoise}, startKind{"○ ", lineSkip}, startKind{"↓ ", lineSkip}, startKind{"﹣ ", lineSkip}, startKind{"(skip) ", lineSkip}, startKind{"(todo) ", lineSkip},
	startKind{"▶ ", lineNoise}, startKind{"◇ ", lineNoise}, startKind{"◼", lineNoise}, startKind{"ℹ fail 0", lineSummary}, startKind{"ℹ tests ", lineSummary}, startKind{"ℹ pass ", lineSummary}, startKind{"ℹ fail ", lineSummary}, startKind{"ℹ cancelled ", lineSummary}, startKind{"ℹ", lineNoise},
	// TAP
	startKind{"not ok ", lineHead}, startKind{"ok ", linePass}, startKind{"TAP version", lineNoise}, startKind{"1..", lineNoise}, startKind{"Bail out!", lineHead}, startKind{"# Subtest", lineNoise},
	startKind{"# tests ", lineSummary}, startKind{"# pass ", lineSummary}, startKind{"# fail ", lineSummary}, startKind{"# TOTAL:", lineSummary}, startKind{"# PASS:", lineSummary}, startKind{"# FAIL:", lineSummary}, startKind{"# ERROR:", lineSummary},
	startKind{"duration_ms", lineNoise}, startKind{"type: 'test'", lineNoise}, startKind{"type: 'suite'", lineNoise}, startKind{"# cancelled ", lineNoise}, startKind{"# skipped ", lineNoise}, startKind{"# todo ", lineNoise}, startKind{"# duration_ms", lineNoise}, startKind{"# suites ", lineNoise},
	// words in capitals
	startKind{"UNEXPECTED SUCCESS: ", lineHead}, startKind{"FAILURE: Build failed", lineHead}, startKind{"FAILURES!", lineTitle}, startKind{"FAILED (", lineSummary}, startKind{"FAILED |", lineSummary}, startKind{"FAILED", lineHead}, startKind{"FAIL: ", lineHead}, startKind{"FAIL  ", lineHead}, startKind{"FAIL ", lineHead},
	startKind{"ERROR: ", lineHead}, startKind{"ERROR ", lineHead}, startKind{"ERRORS!", lineTitle}, startKind{"PASSED", linePass}, startKind{"PASS", linePass}, startKind{"SKIPPED ", lineSkip}, startKind{"SKIP: ", lineSkip}, startKind{"SKIP ", lineSkip}, startKind{"XFAIL", lineSkip}, startKind{"XPASS", lineHead}, startKind{"RERUN ", lineNoise},
	startKind{"SIGABRT [", lineHead}, startKind{"SIGSEGV [", lineHead}, startKind{"TIMEOUT [", lineHead}, startKind{"LEAK [", lineHead}, startKind{"TRY ", lineNoise}, startKind{"SLOW [", lineNoise}, startKind{"TERMINATING [", lineNoise}, startKind{"START ", lineNoise},
	startKind{"OK (", lineSummary}, startKind{"OK, but", lineSummary}, startKind{"BUILD SUCCESS", lineSummary}, startKind{"BUILD FAIL", lineSummary}, startKind{"TEST RUN FAILED", lineSummary}, startKind{"TEST RUN PASSED", lineSummary}, startKind{"Result: ", lineSummary}, startKind{"Test suite ", lineSummary}, startKind{"Parse errors: ", lineSummary},
	// builds and runners around the tests
	startKind{"Running ", lineNoise}, startKind{"running ", lineNoise}, startKind{"Compiling ", lineNoise}, startKind{"Finished ", lineNoise}, startKind{"Downloading ", lineNoise}, startKind{"Downloaded ", lineNoise}, startKind{"Blocking ", lineNoise},
	startKind{"Doc-tests ", lineNoise}, startKind{"Start ", lineNoise}, startKind{"Starting ", lineNoise}, startKind{"platform ", lineNoise}, startKind{"rootdir: ", lineNoise}, startKind{"configfile: ", lineNoise}, startKind{"plugins: ", lineNoise}, startKind{"cachedir: ", lineNoise},
	startKind{"testpaths: ", lineNoise}, startKind{"collecting ", lineNoise}, startKind{"RUN ", lineNoise}, startKind{"RUNS ", lineNoise}, startKind{"Test project ", lineNoise}, startKind{"Test command: ", lineNoise}, startKind{"Test timeout computed", lineNoise}, startKind{"Working Directory: ", lineNoise}, startKind{"> Task ", lineNoise}, startKind{"Ran all test suites", lineNoise}, startKind{"Snapshots: ", lineSummary}, startKind{"exit status ", lineNoise},
	startKind{"Test run for ", lineNoise}, startKind{"VSTest version", lineNoise}, startKind{"Determining projects", lineNoise}, startKind{"All projects are up", lineNoise}, startKind{"Build started", lineNoise}, startKind{"Seed: ", lineNoise}, startKind{"Randomized with seed", lineNoise}, startKind{"Run options:", lineNoise},
	startKind{"Test Suite '", lineNoise}, startKind{"Runtime: ", lineNoise}, startKind{"Configuration: ", lineNoise}, startKind{"Output: ", lineNoise}, startKind{"Log:     ", lineNoise}, startKind{"Report:  ", lineNoise}, startKind{"Found ", lineNoise},
	startKind{"TN:", lineNoise}, startKind{"nox > ", lineNoise}, startKind{"Passed!", lineSummary}, startKind{"Failed!", lineSummary}, startKind{"Passed ", linePass}, startKind{"Failed ", lineHead}, startKind{"Skipped ", lineSkip}, startKind{"PASSED: ", linePass},
	// messages and reports
	startKind{"thread '", lineAlarm}, startKind{"Traceback (most recent call last)", lineAlarm}, startKind{"Exception in thread ", lineAlarm}, startKind{"Segmentation fault", lineAlarm}, startKind{"terminate called", lineAlarm}, startKind{"Unhandled ", lineAlarm}, startKind{"Uncaught ", lineAlarm},
	startKind{"error: ", lineAlarm}, startKind{"error[", lineAlarm}, startKind{"error TS", lineAlarm}, startKind{"Error: ", lineAlarm}, startKind{"fatal: ", lineAlarm}, startKind{"INTERNALERROR>", lineAlarm}, startKind{"AssertionError", lineAlarm}, startKind{"Assertion failed", lineAlarm}, startKind{"ASSERT:", lineAlarm}, startKind{"shunit2:ERROR", lineAlarm}, startKind{"npm ERR!", lineAlarm}, startKind{"npm error", lineAlarm},
	startKind{"make: ***", lineAlarm}, startKind{"SUMMARY: ", lineAlarm}, startKind{"Aborted", lineAlarm}, startKind{"Killed", lineAlarm}, startKind{"Timeout", lineAlarm}, startKind{"Errors while running", lineSummary}, startKind{"error Command failed", lineAlarm},
	startKind{"##[error]", lineAlarm}, startKind{"##[", lineNoise}, startKind{"##teamcity[testFailed", lineHead}, startKind{"##teamcity[buildProblem", lineHead}, startKind{"##teamcity[testIgnored", lineSkip}, startKind{"##teamcity[", lineNoise}, startKind{"::error", lineAlarm}, startKind{"::", lineNoise}, startKind{"***Test Failed***", lineSummary},
	startKind{"console.", lineCaptured}, startKind{"Captured ", lineCaptured}, startKind{"stdout | ", lineCaptured}, startKind{"stderr | ", lineCaptured},
	startKind{"→ ", lineEcho}, startKind{"─", lineTitle}, startKind{"> [FAIL]", lineHead}, startKind{"INFO: ", lineNoise}, startKind{"Discovering: ", lineNoise}, startKind{"Discovered: ", lineNoise}, startKind{"Starting: ", lineNoise}, startKind{"Finished: ", lineNoise}, startKind{"Cancel", lineNoise}, startKind{"Time: ", lineNoise}, startKind{"Run completed in", lineNoise},
	startKind{"#   Failed test", lineAlarm}, startKind{"# Failed test", lineAlarm}, startKind{"# Looks like", lineAlarm}, startKind{"Dubious, test returned", lineHead}, startKind{"Failure (", lineHead}, startKind{"Failure: test", lineHead}, startKind{"Error: test_", lineHead}, startKind{"Failure in ", lineHead}, startKind{"TEST CASE:", lineHead}, startKind{"• [FAILED]", lineHead}, startKind{"• [PANICKED]", lineHead}, startKind{"• Failure", lineHead}, startKind{"•", lineNoise}, startKind{"FAIL! -- ", lineSummary}, startKind{"SUCCESS! -- ", lineSummary}, startKind{"S [SKIPPED]", lineSkip}, startKind{"Error (", lineHead},
	startKind{"⠋", lineNoise}, startKind{"⠏", lineNoise}, startKind{"⠙", lineNoise}, startKind{"⠹", lineNoise}, startKind{"⠸", lineNoise}, startKind{"⠼", lineNoise}, startKind{"⠴", lineNoise}, startKind{"⠦", lineNoise}, startKind{"⠧", lineNoise}, startKind{"⠇", lineNoise},
)

// endKind says what lines are that end in a word, where a time, a share or a
// reason in brackets may follow it.
func endKind(t []byte) lineKind {
	core := withoutTail(t)
	if hasSuffix(core, "...ok") {
		return linePass
	}
	if n := len(core); n > 8 && hasPrefix(core[n-5:], "s = ") {
		switch core[n-1] { // minitest -v
		case '.':
			return linePass
		case 'F', 'E':
			return lineEcho
		case 'S':
			return lineSkip
		}
	}
	sp := bytes.LastIndexByte(core, ' ')
	if sp < 0 {
		return dotsOrPlain(core)
	}
	if allOf(core[sp+1:]) && hasSuffix(core[:sp], "..") {
		return linePass // node-tap's "test/a.js ..... 12/12"
	}
	switch string(core[sp+1:]) {
	case "PASSED", "OK":
		return linePass
	case "ok", "pass":
		return passIf(hasSuffix(core[:sp], "..") || hasSuffix(core[:sp], ":"))
	case "FAILED":
		if hasPrefix(t, "test ") && hasSuffix(core, " ... FAILED") {
			return lineHead // cargo names it nowhere else in full
		}
		return lineEcho
	case "FAIL", "ERROR", "*failed*", "***FAILED***", "XPASS", "ERRORED":
		return lineEcho
	case "SKIPPED", "XFAIL", "SKIP", "PENDING":
		return lineSkip
	case "FAILURE!", "SUCCESS!":
		if hasSuffix(core[:sp], "<<<") {
			return lineHead
		}
		if len(core) < 60 {
			return lineSummary
		}
	case "Failed":
		return headIf(bytes.Contains(core, []byte("..")))
	case "***":
		return headIf(bytes.Contains(core, []byte("*** FAILED")))
	case "|":
		return robotKind(core)
	case "[E]":
		return lineHead
	case "started.":
		return lineNoise
	}
	return lineText
}

// allOf tells whether word counts all of something: "12/12".
func allOf(word []byte) bool {
	n := digits(word)
	return n > 0 && 2*n+1 == len(word) && word[n] == '/' && bytes.Equal(word[:n], word[n+1:])
}

func passIf(ok bool) lineKind {
	if ok {
		return linePass
	}
	return lineText
}

func headIf(ok bool) lineKind {
	if ok {
		return lineHead
	}
	return lineText
}

func robotKind(core []byte) lineKind {
	switch {
	case hasSuffix(core, "| PASS |"):
		return linePass
	case hasSuffix(core, "| FAIL |"):
		return lineHead
	case hasSuffix(core, "| SKIP |"):
		return lineSkip
	}
	return lineText
}

func dotsOrPlain(core []byte) lineKind {
	switch {
	case hasSuffix(core, "...ok"), hasSuffix(core, ":PASS"):
		return linePass
	case hasSuffix(core, "*failed*"):
		return lineHead
	case hasSuffix(core, ":IGNORE"):
		return lineSkip
	}
	return lineText
}

// withoutTail drops from the end of t what tools add after a test's result:
// "[ 12%]", "(0.01s)", "[5 ms]", "0.01 sec", "3ms", "(reason)".
func withoutTail(t []byte) []byte {
	for range 3 {
		t = unindented(t)
		if len(t) < 4 {
			return t
		}
		switch t[len(t)-1] {
		case ']', ')':
			open := byte('[')
			if t[len(t)-1] == ')' {
				open = '('
			}
			at := bytes.LastIndexByte(t, open)
			if at < 1 || t[at-1] != ' ' || hasSuffix(t, "[E]") {
				return t
			}
			t = t[:at]
		case 's', 'c':
			at := durationStart(t)
			if at < 0 {
				return t
			}
			t = t[:at]
		default:
			return t
		}
	}
	return t
}

// durationStart returns where a duration that t ends in starts ("0.01 sec",
// "12ms", "1.5s", "took 3s"), -1 if there is none.
func durationStart(t []byte) int {
	n := len(t)
	for _, unit := range [...]string{" sec", "ms", "µs", "s"} {
		if hasSuffix(t, unit) {
			n -= len(unit)
			break
		}
	}
	end := n
	for n > 0 && (t[n-1] == ' ' && n == end || isDigit(t[n-1]) || t[n-1] == '.') {
		n--
	}
	if n == end || n == 0 || t[n-1] != ' ' {
		return -1
	}
	return n
}

// redrawn returns the result in a line that was drawn twice, "name  3/179 ✓ name":
// what stands behind the count. Another line is returned as it is.
func redrawn(t []byte) []byte {
	for i := 1; i < len(t); i++ {
		if t[i] != '/' || !isDigit(t[i-1]) {
			continue
		}
		rest := t[i+1:]
		if n := digits(rest); n > 0 && hasAnyPrefix(rest[n:], " ✓ ", " ✗ ", " ✔ ", " ✖ ") {
			return rest[n+1:]
		}
	}
	return t
}
