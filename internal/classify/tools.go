package classify

import (
	"bytes"

	"elide/internal/rules"
	"elide/internal/scan"
)

// location knows path:line: and path(line,col): with a severity behind
// (a diagnostic) or any other text (a match of grep).
func location(t []byte) kind {
	if scan.IsDigit(t[0]) {
		return numbered(t)
	}
	if aroundMatch(t) {
		return around
	}
	colon := bytes.IndexByte(t, ':')
	if paren := bytes.IndexByte(t, '('); paren > 0 && (colon < 0 || paren < colon) && placedInParens(t, paren) {
		return located
	}
	if colon == 1 && len(t) > 3 && t[2] == '\\' { // a drive
		if i := bytes.IndexByte(t[2:], ':'); i >= 0 {
			colon = i + 2
		}
	}
	switch {
	case colon <= 0 || colon+1 >= len(t):
		return other
	case isPath(t[:colon]):
		return placed(t[:colon], t[colon+1:])
	case gradedColumn(t, colon):
		return located
	}
	return other
}

// placedInParens knows "path(line,col): text".
func placedInParens(t []byte, paren int) bool {
	return isPath(t[:paren]) && paren+1 < len(t) && scan.IsDigit(t[paren+1]) && bytes.Contains(t, []byte("): "))
}

// placed decides on a line by what stands behind its path and a colon: the
// numbers of line and column, then a severity or other text.
func placed(path, rest []byte) kind {
	numbers := 0
	for numbers < 4 && len(rest) > 0 && scan.IsDigit(rest[0]) {
		n := scan.Digits(rest)
		if n == len(rest) || rest[n] != ':' {
			if n < len(rest) && rest[n] == ' ' && file(path) && remark(dashed(rest[n+1:], numbers)) {
				return located
			}
			break
		}
		rest = rest[n+1:]
		numbers++
	}
	if numbers > 0 {
		return behindPlace(rest, numbers)
	}
	if len(rest) > 1 && rest[0] == ' ' && severe(rest[1:]) {
		return located
	}
	return other
}

// gradedColumn tells whether behind the word that ends at colon, which may be
// the name of a script, stand line, column and a severity.
func gradedColumn(t []byte, colon int) bool {
	rest := t[colon+1:]
	for range 2 {
		n := scan.Digits(rest)
		if n == 0 || n == len(rest) || rest[n] != ':' {
			return false
		}
		rest = rest[n+1:]
	}
	return scan.IsLetter(t[0]) && !bytes.ContainsAny(t[:colon], " \t\"'=<[,(") && len(rest) > 1 && rest[0] == ' ' && severe(rest[1:])
}

// severe tells whether the text opens with a severity.
func severe(t []byte) bool {
	if _, n := rules.SignAt(t); n > 0 {
		return true
	}
	sev, _ := rules.SeverityAt(t, rules.AsMessage)
	return sev != rules.NoSeverity || scan.HasPrefix(t, "undefined reference")
}

// remark tells whether the text, which stands behind a place and a blank, may be
// what a linter has to say of it.
func remark(t []byte) bool {
	return severe(t) || len(t) > 3 && (scan.IsLetter(t[0]) || t[0] == '[') && bytes.IndexByte(t, ' ') > 0
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
	n := scan.Digits(t)
	if scan.HasPrefix(t[n:], " | ERROR ") || scan.HasPrefix(t[n:], " | WARNING ") {
		return located
	}
	if scan.HasPrefix(t[n:], " | ") || scan.HasPrefix(t[n:], " |") && len(t) == n+2 {
		return gutter
	}
	if n == len(t) || t[n] != ':' && t[n] != '-' {
		return other
	}
	rest := t[n+1:]
	if m := scan.Digits(rest); t[n] == ':' && m > 0 {
		word := bytes.TrimLeft(rest[m:], " ")
		if len(rest)-m-len(word) >= 2 && severe(word) {
			return located
		}
	}
	if t[n] == ':' && numberedRow(rest) {
		return columns
	}
	if t[n] == ':' && len(rest) > 0 && !scan.IsDigit(rest[0]) {
		return match
	}
	if t[n] == '-' && n <= 6 && (len(rest) == 0 || !scan.IsDigit(rest[0])) {
		return around
	}
	return other
}

// numberedRow tells whether cells stand behind a number that counts the rows of a
// table: "   1:         19820       21489816  [B", two numbers at least.
func numberedRow(rest []byte) bool {
	for range 2 {
		cell := bytes.TrimLeft(rest, " ")
		n := scan.Digits(cell)
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
		if t[i] != '-' && t[i] != '=' || !scan.IsDigit(t[i+1]) {
			continue
		}
		n := i + 1 + scan.Digits(t[i+1:])
		if n < len(t) && t[n] == t[i] && n-i <= 7 && isPath(t[:i]) && (n+1 == len(t) || !scan.IsDigit(t[n+1])) {
			return true
		}
	}
	return false
}

// behindPlace decides between a diagnostic and a match by what stands behind the
// place: a severity, a word behind one blank, a linter's code, a sentence behind
// line and column.
func behindPlace(rest []byte, numbers int) kind {
	apart := len(rest) > 2 && rest[0] == ' ' && (scan.IsLetter(rest[1]) || bytes.IndexByte([]byte("['\"`"), rest[1]) >= 0 || numbers == 2 && bytes.IndexByte([]byte("(%&\\<"), rest[1]) >= 0)
	if scan.HasPrefix(rest, "in `") {
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
	return match
}

// graded knows "message  [category/rule] [5]", a finding with its confidence.
func graded(rest []byte) bool {
	n := len(rest)
	return n > 12 && rest[n-1] == ']' && scan.IsDigit(rest[n-2]) && scan.HasSuffix(rest[:n-2], "] [")
}

// placedResult knows "test_adds:PASS" and "test_takes:FAIL: Expected 3 Was 2", as
// a runner of C prints behind a test's place.
func placedResult(rest []byte) bool {
	i := bytes.IndexByte(rest, ':')
	if i <= 0 || !scan.IsWord(rest[:i]) {
		return false
	}
	for _, word := range [...]string{"PASS", "FAIL", "IGNORE"} {
		if scan.HasPrefix(rest[i+1:], word) && (len(rest) == i+1+len(word) || rest[i+1+len(word)] == ':') {
			return true
		}
	}
	return false
}

// ruleNamed knows "\tRule:\tmessage".
func ruleNamed(rest []byte) bool {
	if len(rest) < 4 || rest[0] != '\t' || !scan.IsUpper(rest[1]) {
		return false
	}
	n := bytes.IndexByte(rest[1:], '\t')
	return n > 1 && rest[n] == ':' && bytes.IndexByte(rest[1:n], ' ') < 0
}

// measured knows "\tname\t\t66.7%", what a tool measured of a place.
func measured(rest []byte) bool {
	return len(rest) > 4 && rest[0] == '\t' && rest[len(rest)-1] == '%' && scan.IsDigit(rest[len(rest)-2]) && bytes.IndexByte(rest[1:], '\t') > 0
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
	return dot || scan.HasPrefix(p, "Makefile") || scan.HasPrefix(p, "Dockerfile")
}

// stepKind knows diagnostics without a place, the steps of builds, package
// managers and linkers, and stack traces.
func stepKind(t []byte) kind {
	switch {
	case valgrind(t) || scan.HasAnyPrefix(t, traces[t[0]]...):
		return trace
	case bareFrame(t), goPlace(t), elixirFrame(t):
		return frame
	}
	for _, p := range frames[t[0]] {
		if scan.HasPrefix(t, p) && bytes.ContainsAny(t[len(p):], ":(0123456789") {
			return frame
		}
	}
	switch {
	case scan.HasAnyPrefix(t, steps[t[0]]...):
		return buildStep
	case scan.HasAnyPrefix(t, diags[t[0]]...):
		return diag
	}
	return other
}

// elixirFrame knows "(app 1.0.0) lib/a.ex:3: M.f/1": the application, then the
// place.
func elixirFrame(t []byte) bool {
	i := bytes.Index(t, []byte(") "))
	return t[0] == '(' && i > 0 && i+2 < len(t) && !scan.IsDigit(t[i+2]) && location(t[i+2:]) != other
}

// bareFrame knows frames that no word opens, by what stands in them: Ruby's "from
// a.rb:3:in `f'", Java's and glibc's without "at", Perl's "f(1) called at a.pl
// line 3", Erlang's tuples, Swift's columns.
func bareFrame(t []byte) bool {
	switch last := t[len(t)-1]; {
	case scan.HasPrefix(t, "from "):
		return bytes.Contains(t, []byte(":in "))
	case last == ')':
		return bytes.IndexByte(t, ' ') < 0 && bytes.Contains(t, []byte(".java:")) || scan.HasSuffix(t, "(Native Method)")
	case last == ']':
		return bytes.Contains(t, []byte(")[0x")) || t[0] == '{' && bytes.Contains(t, []byte("{file,")) && bytes.Contains(t, []byte("{line,"))
	case t[0] == '{' && bytes.Contains(t, []byte("{file,")):
		return bytes.Contains(t, []byte("{line,"))
	case scan.IsDigit(t[0]) && scan.IsDigit(last):
		return bytes.Contains(t, []byte(" 0x0000")) && bytes.LastIndex(t, []byte(" + ")) > 0
	}
	i := bytes.Index(t, []byte(" called at "))
	return i > 0 && bytes.Contains(t[i:], []byte(" line "))
}

// goPlace knows the second line of a frame of Go's, "/src/a.go:12 +0x1d".
func goPlace(t []byte) bool {
	i := bytes.LastIndex(t, []byte(" +0x"))
	return i > 0 && scan.IsDigit(t[i-1]) && bytes.Contains(t[:i], []byte(".go:")) && scan.Hex(t[i+4:]) == len(t)-i-4
}

// groupKind knows the frames and the heads of traces behind the bar that Python
// draws before the exceptions of a group.
func groupKind(t []byte) kind {
	switch t = bytes.TrimLeft(t[1:], " "); {
	case scan.HasPrefix(t, `File "`) && bytes.Contains(t, []byte(`", line `)):
		return frame
	case scan.HasPrefix(t, "Traceback (most recent"):
		return trace
	}
	return other
}

// valgrind knows the "==1234== " before each line of valgrind and the
// sanitizers.
func valgrind(t []byte) bool {
	if !scan.HasPrefix(t, "==") {
		return false
	}
	n := scan.Digits(t[2:])
	return n > 0 && scan.HasPrefix(t[2+n:], "==")
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
