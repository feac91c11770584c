package classify

import "bytes"

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
	if (t[0] == 'e' || t[0] == 'w') && (hasPrefix(t[1:], ": file://") || hasPrefix(t[1:], ": /")) {
		return located // kotlinc
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
	if colon <= 0 || colon+1 >= len(t) {
		return other
	}
	if !isPath(t[:colon]) {
		if gradedColumn(t, colon) {
			return located
		}
		return other
	}
	rest, numbers := t[colon+1:], 0
	for numbers < 4 && len(rest) > 0 && isDigit(rest[0]) {
		n := digitRun(rest)
		if n == len(rest) || rest[n] != ':' {
			if n < len(rest) && rest[n] == ' ' && file(t[:colon]) && remark(dashed(rest[n+1:], numbers)) {
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

// gradedColumn tells whether behind the word that ends at colon, which may be
// the name of a script, stand line, column and a severity.
func gradedColumn(t []byte, colon int) bool {
	rest := t[colon+1:]
	for range 2 {
		n := digitRun(rest)
		if n == 0 || n == len(rest) || rest[n] != ':' {
			return false
		}
		rest = rest[n+1:]
	}
	return isAlpha(t[0]) && !bytes.ContainsAny(t[:colon], " \t\"'=<[,(") && len(rest) > 1 && rest[0] == ' ' && severe(rest[1:])
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

// dashed returns what stands behind the dash that some put between a line and
// column and what they have to say: "a.py:3:7 - error: text".
func dashed(t []byte, numbers int) []byte {
	if numbers == 1 {
		return bytes.TrimPrefix(t, []byte("- "))
	}
	return t
}

// numbered knows what stands below a path in a heading: "12:text" of rg and
// "12:5  error  text" and "12 | ERROR | text" of linters.
func numbered(t []byte) kind {
	n := digitRun(t)
	if hasPrefix(t[n:], " | ERROR ") || hasPrefix(t[n:], " | WARNING ") {
		return located
	}
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
	if t[n] == ':' && numberedRow(rest) {
		return columns
	}
	if t[n] == ':' && len(rest) > 0 && !isDigit(rest[0]) {
		return match
	}
	if t[n] == '-' && n <= 6 && (len(rest) == 0 || !isDigit(rest[0])) {
		return around
	}
	return other
}

// numberedRow tells whether cells stand behind a number that counts the rows of a
// table: "   1:         19820       21489816  [B", two numbers at least.
func numberedRow(rest []byte) bool {
	for range 2 {
		cell := bytes.TrimLeft(rest, " ")
		n := digitRun(cell)
		if len(rest)-len(cell) < 3 || n == 0 || n == len(cell) || cell[n] != ' ' {
			return false
		}
		rest = cell[n:]
	}
	return true
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
	apart := len(rest) > 2 && rest[0] == ' ' && (isAlpha(rest[1]) || bytes.IndexByte([]byte("['\"`"), rest[1]) >= 0 || numbers == 2 && bytes.IndexByte([]byte("(%&\\<"), rest[1]) >= 0)
	if hasPrefix(rest, "in `") || hasPrefix(rest, "in '") {
		return frame
	}
	if numbers == 1 && measured(rest) {
		return columns
	}
	switch {
	case ruleNamed(rest):
		return located
	case placedResult(rest):
		return testStrong
	}
	rest = bytes.TrimLeft(rest, " ")
	if apart || severe(rest) || graded(rest) {
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

// graded knows "message  [category/rule] [5]", a finding with its confidence.
func graded(rest []byte) bool {
	n := len(rest)
	return n > 12 && rest[n-1] == ']' && isDigit(rest[n-2]) && hasSuffix(rest[:n-2], "] [")
}

// placedResult knows "test_adds:PASS", "test_takes:FAIL: Expected 3 Was 2" and
// "F:core:test_takes:0: message", as runners of C print behind a test's place.
func placedResult(rest []byte) bool {
	i := bytes.IndexByte(rest, ':')
	if i <= 0 || !isWord(rest[:i]) {
		return false
	}
	if i == 1 && bytes.IndexByte([]byte("PFE"), rest[0]) >= 0 && bytes.Count(rest, []byte{':'}) >= 4 {
		return true
	}
	for _, word := range [...]string{"PASS", "FAIL", "IGNORE"} {
		if hasPrefix(rest[i+1:], word) && (len(rest) == i+1+len(word) || rest[i+1+len(word)] == ':') {
			return true
		}
	}
	return false
}

// ruleNamed knows "\tRule:\tmessage".
func ruleNamed(rest []byte) bool {
	if len(rest) < 4 || rest[0] != '\t' || !isUpper(rest[1]) {
		return false
	}
	n := bytes.IndexByte(rest[1:], '\t')
	return n > 1 && rest[n] == ':' && bytes.IndexByte(rest[1:n], ' ') < 0
}

// measured knows "\tname\t\t66.7%", what a tool measured of a place.
func measured(rest []byte) bool {
	return len(rest) > 4 && rest[0] == '\t' && rest[len(rest)-1] == '%' && isDigit(rest[len(rest)-2]) && bytes.IndexByte(rest[1:], '\t') > 0
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
	if bareFrame(t) || goPlace(t) {
		return frame
	}
	if i := bytes.Index(t, []byte(") ")); t[0] == '(' && i > 0 && i+2 < len(t) && !isDigit(t[i+2]) && location(t[i+2:]) != other {
		return frame // of Elixir: the application, then the place
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

// bareFrame knows frames that no word opens, by what stands in them: Ruby's "from
// a.rb:3:in `f'", Java's and glibc's without "at", Perl's "f(1) called at a.pl
// line 3", Erlang's tuples, Swift's columns.
func bareFrame(t []byte) bool {
	switch last := t[len(t)-1]; {
	case hasPrefix(t, "from "):
		return bytes.Contains(t, []byte(":in "))
	case last == ')':
		return bytes.IndexByte(t, ' ') < 0 && bytes.Contains(t, []byte(".java:")) || hasSuffix(t, "(Native Method)")
	case last == ']':
		return bytes.Contains(t, []byte(")[0x")) || t[0] == '{' && bytes.Contains(t, []byte("{file,")) && bytes.Contains(t, []byte("{line,"))
	case t[0] == '{' && bytes.Contains(t, []byte("{file,")):
		return bytes.Contains(t, []byte("{line,"))
	case isDigit(t[0]) && isDigit(last):
		return bytes.Contains(t, []byte(" 0x0000")) && bytes.LastIndex(t, []byte(" + ")) > 0
	}
	i := bytes.Index(t, []byte(" called at "))
	return i > 0 && bytes.Contains(t[i:], []byte(" line "))
}

// goPlace knows the second line of a frame of Go's, "/src/a.go:12 +0x1d".
func goPlace(t []byte) bool {
	i := bytes.LastIndex(t, []byte(" +0x"))
	return i > 0 && isDigit(t[i-1]) && bytes.Contains(t[:i], []byte(".go:")) && hexRun(t[i+4:]) == len(t)-i-4
}

// groupKind knows the frames and the heads of traces behind the bar that Python
// draws before the exceptions of a group.
func groupKind(t []byte) kind {
	switch t = bytes.TrimLeft(t[1:], " "); {
	case hasPrefix(t, `File "`) && bytes.Contains(t, []byte(`", line `)):
		return frame
	case hasPrefix(t, "Traceback (most recent"):
		return trace
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
	'*': {"** (", "* thread #", "*** Error in `"},
	'W': {"WARNING: ThreadSanitizer", "WARNING: MemorySanitizer", "WARNING: DATA RACE"},
	'E': {"Exception in thread"},
	'C': {"Caused by: ", "Current stack trace:"},
	'p': {"panic: "},
	'g': {"goroutine "},
	'f': {"fatal error: "},
	't': {"thread '"},
	'P': {"PHP Fatal", "PHP Warning", "Program received signal", "Program terminated with"},
	'=': {"=================================================================", "=ERROR REPORT=", "=CRASH REPORT=", "======= Backtrace: "},
	'U': {"Unhandled exception", "Uncaught "},
	'"': {"\"main\" #"},
	'S': {"SUMMARY: ", "Segmentation fault", "Stacktrace:", "Stack trace of thread "},
}

var frames = [256][]string{
	'a': {"at "},
	'F': {"File \""},
	'c': {"created by "},
	'.': {"... "},
	'f': {"frame #"},
	'@': {"@ "},
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
