package line

import (
	"bytes"

	"elide/internal/scan"
)

// stepKind knows diagnostics without a place, the steps of builds, package
// managers and linkers, and stack traces.
func stepKind(t []byte) Kind {
	switch {
	case valgrind(t) || scan.HasAnyPrefix(t, traces[t[0]]...):
		return TraceHead
	case bareFrame(t), goPlace(t), elixirFrame(t):
		return Frame
	}
	for _, p := range frames[t[0]] {
		if scan.HasPrefix(t, p) && bytes.ContainsAny(t[len(p):], ":(0123456789") {
			return Frame
		}
	}
	switch {
	case scan.HasAnyPrefix(t, steps[t[0]]...):
		return Step
	case scan.HasAnyPrefix(t, diags[t[0]]...):
		return Message
	}
	return Other
}

// elixirFrame knows "(app 1.0.0) lib/a.ex:3: M.f/1": the application, then the
// place.
func elixirFrame(t []byte) bool {
	i := bytes.Index(t, []byte(") "))
	return t[0] == '(' && i > 0 && i+2 < len(t) && !scan.IsDigit(t[i+2]) && Location(t[i+2:]) != Other
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
func groupKind(t []byte) Kind {
	switch t = bytes.TrimLeft(t[1:], " "); {
	case scan.HasPrefix(t, `File "`) && bytes.Contains(t, []byte(`", line `)):
		return Frame
	case scan.HasPrefix(t, "Traceback (most recent"):
		return TraceHead
	}
	return Other
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
