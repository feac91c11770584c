package classify

import "bytes"

// testKind knows the lines that test runners print.
func testKind(t []byte) kind {
	for _, p := range strongTests[t[0]] {
		if hasPrefix(t, p) {
			return testStrong
		}
	}
	if t[0] == '=' || t[0] == '_' {
		return ruled(t)
	}
	if hasPrefix(t, "ok ") && len(t) > 3 && isDigit(t[3]) {
		return testStrong
	}
	if numberedTest(t) || countedRun(t) || bytes.Contains(t, []byte("| PASS |")) || bytes.Contains(t, []byte("| FAIL |")) || timedTest(t) || scenario(t) {
		return testStrong
	}
	if testOutcome(t) {
		return testWeak
	}
	return other
}

// strongTests are the openings of lines by their first byte.
var strongTests = [256][]string{
	'=': {"=== RUN ", "=== CONT ", "=== PAUSE ", "=== NAME "},
	'F': {"FAIL\t", "FAILED (", "FAILED tests/", "Failed Tests:", "Failures:", "Failed tests:", "Failed example:", "FAIL: ", "FAIL  "},
	'o': {"ok  \t", "ok - "},
	'n': {"not ok "},
	'r': {"running ", "rootdir: "},
	't': {"test result: ", "test session starts"},
	'g': {"goos: ", "goarch: "},
	'c': {"collected ", "collecting ..."},
	'[': {"[ RUN      ]", "[       OK ]", "[  FAILED  ]", "[  PASSED  ]", "[----------]", "[==========]", "[ERROR] Tests run:", "[INFO] Tests run:", "[WARNING] Tests run:", "[INFO] Running "},
	'T': {"Test '", "Test Suites: ", "Tests run: ", "Test Case '", "Test Files ", "Tests: ", "Test Suite '", "TAP version ", "Test project "},
	'R': {"Ran ", "RUN  v"},
	'P': {"PASS ", "Passed!", "PHPUnit "},
	'S': {"Snapshots: "},
	'E': {"ERROR: test", "ERROR collecting", "Expecting:"},
	'*': {"***Test Failed***"},
	'#': {"##teamcity[test"},
}

// ruled tells pytest's titles within a rule of = or _ from plain rules.
func ruled(t []byte) kind {
	if len(t) < 20 || t[1] != t[0] || t[2] != t[0] || t[len(t)-1] != t[0] {
		return other
	}
	title := bytes.Trim(t, "=_ ")
	for _, word := range [...]string{"test session", "FAILURES", "ERRORS", "summary info", " passed", " failed", "warnings summary", " error", "no tests ran", "test_", "Test", "tests coverage", "PASSES"} {
		if bytes.Contains(title, []byte(word)) {
			return testStrong
		}
	}
	return other
}

// countedRun knows "00:01 +2 -1: name", the running count of a test run.
func countedRun(t []byte) bool {
	return len(t) > 9 && two(t) && t[2] == ':' && two(t[3:]) && t[5] == ' ' && t[6] == '+' && isDigit(t[7])
}

// numberedTest knows "12 passing (3s)", "3 examples, 1 failure",
// "95% tests passed", " 5/22 Test  #5: name ...   Passed".
func numberedTest(t []byte) bool {
	if !isDigit(t[0]) {
		return false
	}
	i := 0
	for i < len(t) && (isDigit(t[i]) || t[i] == '%' || t[i] == '/') {
		i++
	}
	rest := bytes.TrimLeft(t[i:], " ")
	for _, p := range [...]string{"passing", "failing", "pending", "examples,", "example,", "tests passed", "Test ", "tests, ", "test, ", "runs, ", "specs, ", "passed", "failed", "tests completed"} {
		if hasPrefix(rest, p) {
			return true
		}
	}
	return false
}

// timedTest knows results that stand beside a time: "✔ adds (1.2ms)",
// "Cart#test_adds = 0.01 s = .", "3/41 adds  FAIL  0.02s  exit status 1".
func timedTest(t []byte) bool {
	switch {
	case t[0] == 0xe2 && hasSuffix(t, "s)"):
		open := bytes.LastIndexByte(t, '(')
		return open > 0 && isDigit(t[open+1]) && bytes.IndexByte(t[open:], ' ') < 0 && marked(t)
	case len(t) > 8 && hasPrefix(t[len(t)-5:], "s = "):
		return bytes.IndexByte([]byte(".FES"), t[len(t)-1]) >= 0
	case isDigit(t[0]):
		n := digitRun(t)
		return n < len(t) && t[n] == '/' && ranked(t[n+1:])
	}
	return false
}

// ranked tells whether what stands behind "3/" is the rest of a result of
// meson's: a number, a name, a word in capitals and a time.
func ranked(t []byte) bool {
	n := digitRun(t)
	if n == 0 || n == len(t) || t[n] != ' ' {
		return false
	}
	for _, word := range [...]string{" OK ", " FAIL ", " SKIP ", " TIMEOUT ", " ERROR ", " EXPECTEDFAIL ", " UNEXPECTEDPASS ", " INTERRUPT "} {
		if i := bytes.Index(t, []byte(word)); i > 0 {
			rest := bytes.TrimLeft(t[i+len(word):], " ")
			return len(rest) > 2 && isDigit(rest[0])
		}
	}
	return false
}

// scenario knows the lines of Gherkin that a runner prints with the place
// of each: "Then 5 is left  # features/steps/steps.py:11".
func scenario(t []byte) bool {
	i := bytes.LastIndex(t, []byte(" # "))
	if i < 0 || !isUpper(t[0]) && t[0] != '*' || i+3 >= len(t) || bytes.IndexByte(t[i+3:], ' ') >= 0 {
		return false
	}
	place := t[i+3:]
	colon := bytes.LastIndexByte(place, ':')
	if string(place) != "None" && (colon < 1 || !allDigits(place[colon+1:])) {
		return false
	}
	for _, word := range [...]string{"Feature: ", "Scenario", "Example", "Background:", "Given ", "When ", "Then ", "And ", "But ", "* "} {
		if hasPrefix(t, word) {
			return true
		}
	}
	return false
}

// testOutcome tells whether the line is a test's name with its result before or
// behind it: "✓ adds", "test_add PASSED [ 3%]", "test parse ... ok".
func testOutcome(t []byte) bool {
	if marked(t) {
		return true
	}
	for _, word := range [...]string{" PASSED", " FAILED", " SKIPPED", " XFAIL", " ... ok", " ... FAILED", " ... FAIL", " ... ERROR", " ... ignored", " STARTED"} {
		if tail := t[max(0, len(t)-24-len(word)):]; bytes.Contains(tail, []byte(word)) {
			return true
		}
	}
	return dots(t) || hasPrefix(t, "Benchmark") && bytes.Contains(t, []byte(" ns/op"))
}

func marked(t []byte) bool {
	for _, mark := range [...]string{"✓", "✔", "√", "✗", "✕", "✖", "✘", "×", "❯", "● ", "▶"} {
		if hasPrefix(t, mark) {
			return true
		}
	}
	return false
}

// dots tells whether the line is a row of a runner that prints a character a
// test: "....F..s.. [ 14%]".
func dots(t []byte) bool {
	n := 0
	for n < len(t) && bytes.IndexByte([]byte(".FEsxXS*"), t[n]) >= 0 {
		n++
	}
	rest := bytes.TrimLeft(t[n:], " ")
	return n >= 8 && bytes.Count(t[:n], []byte{'.'}) >= n/2 && (len(rest) == 0 || rest[0] == '[' || rest[0] == '(' || isDigit(rest[0]))
}

// severities are the words that compilers and linters put behind a place.
var severities = [...]string{"⚠", "✖", "✘", "×", "ℹ", "error", "warning", "note", "fatal", "info", "remark", "hint", "style", "convention", "refactor", "performance", "undefined reference", "Error", "Warning"}

// location knows path:line: and path(line,col): with a severity behind
// (a diagnostic) or any other text (a match of grep).
func location(t []byte) kind {
	if isDigit(t[0]) {
		return numbered(t)
	}
	if aroundMatch(t) {
		return around
	}
	colon := bytes.IndexByte(t, ':')
	if paren := bytes.IndexByte(t, '('); paren > 0 && (colon < 0 || paren < colon) {
		if isPath(t[:paren]) && paren+1 < len(t) && isDigit(t[paren+1]) && bytes.Contains(t, []byte("): ")) {
			return located
		}
	}
	if colon == 1 && len(t) > 3 && (t[2] == '\\' || t[2] == '/') { // a drive
		if i := bytes.IndexByte(t[2:], ':'); i >= 0 {
			colon = i + 2
		}
	}
	if colon <= 0 || colon+1 >= len(t) || !isPath(t[:colon]) {
		return other
	}
	rest, numbers := t[colon+1:], 0
	for numbers < 4 && len(rest) > 0 && isDigit(rest[0]) {
		n := digitRun(rest)
		if n == len(rest) || rest[n] != ':' {
			if n < len(rest) && rest[n] == ' ' && file(t[:colon]) && remark(rest[n+1:]) {
				return located
			}
			break
		}
		rest = rest[n+1:]
		numbers++
	}
	if numbers == 0 {
		if len(rest) > 1 && rest[0] == ' ' && severe(rest[1:]) {
			return located
		}
		return other
	}
	return behindPlace(rest, numbers)
}

// severe tells whether the text opens with a severity.
func severe(t []byte) bool {
	for _, s := range severities {
		if hasPrefix(t, s) {
			return true
		}
	}
	return false
}

// remark tells whether the text, which stands behind a place and a blank, may be
// what a linter has to say of it.
func remark(t []byte) bool {
	return severe(t) || len(t) > 3 && (isAlpha(t[0]) || t[0] == '[') && bytes.IndexByte(t, ' ') > 0
}

// numbered knows what stands below a path in a heading: "12:text" of rg and
// "12:5  error  text" of a linter.
func numbered(t []byte) kind {
	n := digitRun(t)
	if hasPrefix(t[n:], " | ") || hasPrefix(t[n:], " |") && len(t) == n+2 {
		return gutter
	}
	if n == len(t) || t[n] != ':' && t[n] != '-' {
		return other
	}
	rest := t[n+1:]
	if m := digitRun(rest); t[n] == ':' && m > 0 {
		word := bytes.TrimLeft(rest[m:], " ")
		for _, s := range severities {
			if len(rest)-m-len(word) >= 2 && hasPrefix(word, s) {
				return located
			}
		}
	}
	if t[n] == ':' && len(rest) > 0 && !isDigit(rest[0]) {
		return match
	}
	if t[n] == '-' && n <= 6 && (len(rest) == 0 || !isDigit(rest[0])) {
		return around
	}
	return other
}

// aroundMatch tells whether the line is one that grep shows next to a match:
// "path-12-text", "path=12=text".
func aroundMatch(t []byte) bool {
	for i := 1; i+2 < len(t) && t[i] != ' ' && t[i] != ':'; i++ {
		if t[i] != '-' && t[i] != '=' || !isDigit(t[i+1]) {
			continue
		}
		n := i + 1 + digitRun(t[i+1:])
		if n < len(t) && t[n] == t[i] && n-i <= 7 && isPath(t[:i]) && (n+1 == len(t) || !isDigit(t[n+1])) {
			return true
		}
	}
	return false
}

func digitRun(t []byte) int {
	n := 0
	for n < len(t) && isDigit(t[n]) {
		n++
	}
	return n
}

// behindPlace decides between a diagnostic and a match by what stands behind the
// place: a severity, a word behind one blank, a linter's code, a sentence behind
// line and column.
func behindPlace(rest []byte, numbers int) kind {
	apart := len(rest) > 2 && rest[0] == ' ' && (isAlpha(rest[1]) || rest[1] == '[' || rest[1] == '\'' || rest[1] == '"' || rest[1] == '`')
	if hasPrefix(rest, "in `") || hasPrefix(rest, "in '") {
		return frame
	}
	rest = bytes.TrimLeft(rest, " ")
	if apart || severe(rest) {
		return located // what grep finds is seldom indented by one blank
	}
	if numbers == 2 && len(rest) > 3 && isUpper(rest[0]) && rest[1] == ':' && rest[2] == ' ' {
		return located // the first letter of a severity
	}
	if numbers == 2 && len(rest) > 3 && (lintCode(rest) || isLower(rest[0]) && bytes.IndexByte(rest, ' ') > 0) {
		return located
	}
	return match
}

// lintCode knows "E501 ", "F401:", "SC2086", "W0611:".
func lintCode(rest []byte) bool {
	n := 0
	for n < len(rest) && isUpper(rest[n]) {
		n++
	}
	if n == 0 || n > 5 {
		return false
	}
	m := n
	for m < len(rest) && isDigit(rest[m]) {
		m++
	}
	return m-n >= 2 && m < len(rest) && (rest[m] == ' ' || rest[m] == ':')
}

// isPath tells whether the text is one word with a dot or a slash in it.
func isPath(p []byte) bool {
	dot := false
	for _, c := range p {
		switch {
		case c == ' ' || c == '\t' || c == '"' || c == '=' || c == '<' || c == '[' || c == '\'' || c == ',':
			return false
		case c == '.' || c == '/' || c == '\\':
			dot = true
		}
	}
	return dot || hasPrefix(p, "Makefile") || hasPrefix(p, "Dockerfile")
}

// stepKind knows diagnostics without a place, the steps of builds, package
// managers and linkers, and stack traces.
func stepKind(t []byte) kind {
	if valgrind(t) {
		return trace
	}
	for _, p := range traces[t[0]] {
		if hasPrefix(t, p) {
			return trace
		}
	}
	if hasPrefix(t, "from ") && bytes.Contains(t, []byte(":in ")) {
		return frame
	}
	for _, p := range frames[t[0]] {
		if hasPrefix(t, p) && bytes.ContainsAny(t[len(p):], ":(0123456789") {
			return frame
		}
	}
	for _, p := range steps[t[0]] {
		if hasPrefix(t, p) {
			return buildStep
		}
	}
	for _, p := range diags[t[0]] {
		if hasPrefix(t, p) {
			return diag
		}
	}
	return other
}

// valgrind knows the "==1234== " before each line of valgrind and the
// sanitizers.
func valgrind(t []byte) bool {
	if !hasPrefix(t, "==") {
		return false
	}
	n := digitRun(t[2:])
	return n > 0 && hasPrefix(t[2+n:], "==")
}

var traces = [256][]string{
	'T': {"Traceback (most recent"},
	'*': {"** (", "* thread #"},
	'W': {"WARNING: ThreadSanitizer", "WARNING: MemorySanitizer"},
	'E': {"Exception in thread"},
	'C': {"Caused by: "},
	'p': {"panic: "},
	'g': {"goroutine "},
	'f': {"fatal error: "},
	't': {"thread '"},
	'P': {"PHP Fatal", "PHP Warning", "Program received signal", "Program terminated with"},
	'=': {"================================================================="},
	'U': {"Unhandled exception", "Uncaught "},
	'"': {"\"main\" #"},
	'S': {"SUMMARY: ", "Segmentation fault"},
}

var frames = [256][]string{
	'a': {"at "},
	'F': {"File \""},
	'c': {"created by "},
	'.': {"... "},
	'f': {"frame #"},
}

var steps = [256][]string{
	'C': {"Compiling ", "Checking ", "Collecting ", "Creating ", "CC ", "CXX ", "Cloning into", "Copying ", "Conf "},
	'D': {"Downloading ", "Downloaded ", "Downloading:", "Documenting "},
	'B': {"Building ", "BUILD "},
	'F': {"Finished ", "FAILURE: ", "Fetched "},
	'G': {"Get:", "Generating "},
	'H': {"Hit:"},
	'I': {"Installing ", "Ign:", "Inst "},
	'L': {"Linking ", "LD "},
	'R': {"Running ", "Requirement already", "Resolving ", "Reading package", "Resolved ", "Removing "},
	'S': {"Step ", "Scanning dependencies", "Selecting ", "Setting up ", "Successfully "},
	'P': {"Preparing ", "Processing triggers", "Processing ./", "Processing /"},
	'U': {"Updating ", "Unpacking ", "Using cached"},
	'[': {"[INFO]", "[ERROR]", "[WARNING]", "[WARN]", "[1/", "[2/", "[  ", "[ 1", "[ 2", "[ 3", "[ 4", "[ 5", "[ 6", "[ 7", "[ 8", "[ 9", "[100%]"},
	'a': {"added ", "ar rc", "ar cr"},
	'c': {"cc ", "c++ ", "clang ", "cmake ", "checking ", "configure: ", "config.status: "},
	'g': {"gcc ", "g++ ", "go: downloading"},
	'm': {"make: ", "make["},
	'n': {"ninja: ", "npm http", "npm info"},
	'>': {"> Task :", "> "},
	'v': {"vite v"},
	'-': {"-- "},
	'*': {"*** "},
	'W': {"webpack "},
}

var diags = [256][]string{
	'e': {"error: ", "error[", "error TS", "error - "},
	'E': {"ERROR: ", "ERROR in ", "Error: ", "E: ", "ERROR "},
	'w': {"warning: ", "warning[", "warn "},
	'W': {"WARNING: ", "Warning: ", "W: "},
	'n': {"npm ERR!", "npm error", "npm warn", "npm WARN", "note: "},
	'C': {"CMake Error", "CMake Warning"},
	'f': {"fatal: "},
	'F': {"FAILED: "},
	'#': {"# ", "##[error]"},
	'-': {"--> "},
	'=': {"= note:", "= help:"},
	'U': {"Undefined symbols"},
	'/': {"/usr/bin/ld: "},
	'>': {">> Issue"},
	':': {"::error"},
}
