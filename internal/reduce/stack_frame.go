package reduce

import (
	"bytes"

	"elide/internal/block"
)

// frame is one entry of a stack trace: the units it takes and whose it is.
type frame struct {
	n       int  // units, 0: there is no frame here
	library bool // a runtime's, framework's or package's, not the reader's own
}

// frameAt returns the stack frame that starts at the section's unit i, as
// any of the common runtimes and debuggers print it. It looks at no unit
// from end on. A frame's source echo and its monitor lines belong to it.
func frameAt(s block.Section, i, end int) frame {
	text := untagged(s.Text(i))
	_, ind := indentWidth(text)
	t := text[ind:]
	if len(t) < 4 {
		return frame{}
	}
	var f frame
	switch c := t[0]; {
	case c == 'a' && t[1] == 't' && t[2] == ' ':
		f = atFrame(t)
	case c == 'b' && hasPrefix(t, "by 0x"):
		f = atFrame(t)
	case c == 'F' && hasPrefix(t, `File "`):
		f = pythonFrame(s, i, end, t, ind)
	case c == '#':
		f = hashFrame(t)
	case c == '.' && hasPrefix(t, "... ") && isDigit(t[4%len(t)]):
		return frame{1, true} // "... 6 more"
	case isDigit(c) && ind > 0:
		f = numberedFrame(s, i, end, t, ind)
	case c == '*' || hasPrefix(t, "frame #"):
		f = lldbFrame(t)
	case c == 0xe2 && hasPrefix(t, "❯ "):
		f = placedFrame(t)
	case c == '(':
		f = elixirFrame(t)
	case c == '[' && hasPrefix(t, "[C]: "):
		return frame{1, true}
	case c == '[' && isDigit(t[1]):
		f = juliaFrame(s, i, end, t)
	case (c == '{' || c == '[') && ind > 0:
		f = erlangFrame(t)
	case ind > 3 && isLetter(c):
		f = bareFrame(t)
	}
	if f.n == 0 {
		f = goFrame(s, i, end, t)
	}
	if f.n == 0 {
		f = oddFrame(t, ind)
	}
	for f.n > 0 && i+f.n < end && monitorLine(s.Text(i+f.n)) {
		f.n++
	}
	return f
}

// untagged returns text without the tag that a build tool or checker puts
// before the lines it passes on: "[ERROR] ", "[info] ", "==123== ".
func untagged(text []byte) []byte {
	if len(text) < 4 {
		return text
	}
	switch text[0] {
	case '[':
		if n := dmesgStamp(text); n > 0 {
			return text[n:]
		}
		for _, tag := range [...]string{"[INFO] ", "[ERROR] ", "[WARNING] ", "[DEBUG] ", "[info] ", "[error] ", "[warn] ", "[debug] "} {
			if hasPrefix(text, tag) {
				return text[len(tag):]
			}
		}
		if end := bytes.Index(text[:min(len(text), 40)], []byte("] ")); end > 0 && hasPrefix(text, "[xUnit.net ") {
			return text[end+2:]
		}
	case '=':
		n := digits(text[2:])
		if n > 0 && text[1] == '=' && hasPrefix(text[2+n:], "==") {
			return text[4+n:]
		}
	}
	return text
}

// dmesgStamp returns the length of "[  123.456789] " that text starts with.
func dmesgStamp(text []byte) int {
	_, blanks := indentWidth(text[1:])
	n := 1 + blanks
	d := digits(text[n:])
	if d == 0 || n+d >= len(text) || text[n+d] != '.' {
		return 0
	}
	n += d + 1
	n += digits(text[n:])
	if n+1 < len(text) && text[n] == ']' && text[n+1] == ' ' {
		return n + 2
	}
	return 0
}

// monitorLine tells whether text says what lock the frame before it holds or
// waits for, as in a Java thread dump.
func monitorLine(text []byte) bool {
	t := unindented(text)
	return len(t) > 4 && t[0] == '-' && t[1] == ' ' && hasAnyPrefix(t[2:], "locked ", "waiting ", "sleeping ", "parking ", "eliminated ")
}

// localsAt returns how many units from unit i up to end show the local variables
// of the frame at unit at, as gdb's "bt full" does: deeper than any frame, or
// the words that there are none.
func localsAt(s block.Section, at, i, end int) int {
	if text := s.Text(at); len(text) < 2 || text[0] != '#' || !isDigit(text[1]) {
		return 0
	}
	first := i
	for ; i < end; i++ {
		text := s.Text(i)
		if width, n := indentWidth(text); (width < 8 || n == len(text)) && !hasPrefix(text, "No locals.") {
			break
		}
	}
	return i - first
}

// atFrame reads "at pkg.Class.method(File.java:12)", "at fn (/a.js:1:2)",
// "at Ns.C.M() in /a.cs:line 12" and valgrind's "at 0x12: f (a.c:12)".
func atFrame(t []byte) frame {
	t = bytes.TrimRight(t, " {,") // node prints an error's fields after it
	if len(t) < 4 {
		return frame{}
	}
	name := t[3:]
	for hasAnyPrefix(name, "async ", "new ") {
		name = name[bytes.IndexByte(name, ' ')+1:]
	}
	if place, ok := findLocation(t); ok {
		if colon := bytes.Index(name[:min(len(name), 24)], []byte(": ")); colon > 0 && hasPrefix(name, "0x") {
			name = name[colon+2:] // valgrind
		}
		return frame{1, libraryFrame(t, name, place)}
	}
	if hasPrefix(t, "by 0x") || hasPrefix(name, "0x") {
		return frame{1, true} // no source
	}
	paren := bytes.IndexByte(name, '(')
	if paren < 0 {
		return frame{n: b2n(hasAnyPrefix(name, "<", "node:", "native")), library: true}
	}
	if bytes.IndexByte(name[:paren], ' ') > 0 && !hasSuffix(t, ")") {
		return frame{} // prose
	}
	known := librarySymbol(name) || libraryPath(t) || bytes.Contains(t, []byte("<anonymous>")) || bytes.Contains(t, []byte("(native)"))
	return frame{1, known || bytes.IndexByte(name[:paren], '.') < 0 || hasSuffix(t, "(Unknown Source)") || hasSuffix(t, "(Native Method)")}
}

func b2n(b bool) int {
	if b {
		return 1
	}
	return 0
}

// calledIn returns a frame's text behind its "at ".
func calledIn(text []byte) []byte {
	return bytes.TrimPrefix(unindented(untagged(text)), []byte("at "))
}

// packageOf returns the first two parts of the package in a frame of the JVM,
// "at org.acme.cart.Cart.total(Cart.java:9)": org.acme. It is empty for a class
// that is in none. ok is false for a frame of anything else.
func packageOf(text []byte) (pkg []byte, ok bool) {
	name := calledIn(text)
	paren := bytes.IndexByte(name, '(')
	if paren < 0 || bytes.IndexByte(name[paren:], '/') > 0 || bytes.IndexByte(name[:paren], ' ') >= 0 {
		return nil, false
	}
	name = name[bytes.LastIndexByte(name[:paren], '/')+1 : paren]
	for range 2 { // the method and its class
		name = name[:max(bytes.LastIndexByte(name, '.'), 0)]
	}
	if dot := bytes.IndexByte(name, '.'); dot > 0 {
		if next := bytes.IndexByte(name[dot+1:], '.'); next > 0 {
			name = name[:dot+1+next]
		}
	}
	return name, true
}

// libraryFrame decides on a frame whose function is name and whose place in
// t is known. What stands in a file named after a test is the reader's, even
// in a package that is otherwise a library's.
func libraryFrame(t, name []byte, place location) bool {
	path := place.path(t)
	if libraryPath(wordAround(t, place)) {
		return true
	}
	if bytes.IndexByte(path, '/') < 0 && bytes.IndexByte(path, '\\') < 0 {
		return !testFile(path) && librarySymbol(name)
	}
	return !packageSymbols.at(name) && librarySymbol(name)
}

// wordAround returns the place with what it is stuck to on its left, such as
// a scheme.
func wordAround(t []byte, place location) []byte {
	start := place.start
	for start > 0 && t[start-1] > ' ' && t[start-1] != '(' && place.start-start < 32 {
		start--
	}
	if start > 0 && t[start-1] == '(' {
		start--
	}
	return t[start:place.end]
}

// testFile tells whether a JVM source file is named as tests are.
func testFile(path []byte) bool {
	dot := bytes.LastIndexByte(path, '.')
	if dot < 0 {
		return false
	}
	name := path[:dot]
	return hasSuffix(name, "Test") || hasSuffix(name, "Tests") || hasSuffix(name, "TestCase") || hasSuffix(name, "Spec") || hasSuffix(name, "IT")
}

// pythonFrame reads `File "/a.py", line 12, in f` and the source echo under it.
func pythonFrame(s block.Section, i, end int, t []byte, ind int) frame {
	quote := bytes.IndexByte(t[6:], '"')
	if quote < 0 || !hasPrefix(t[6+quote:], `", line `) {
		return frame{}
	}
	n := 1
	for n < 4 && i+n < end {
		next := untagged(s.Text(i + n))
		_, in := indentWidth(next)
		if in <= ind || in == len(next) || hasPrefix(next[in:], `File "`) {
			break
		}
		n++
	}
	if i+n < end && hasPrefix(unindented(s.Text(i+n)), "[Previous line repeated") {
		n++
	}
	return frame{n, libraryPath(t[6 : 6+quote])}
}

// hashFrame reads the frames of gdb, the sanitizers, PHP and Dart ("#3 …"),
// and RSpec's "# ./spec/a_spec.rb:12:in …".
func hashFrame(t []byte) frame {
	n := digits(t[1:])
	if n == 0 {
		if place, ok := findLocation(t); ok && place.start == 2 && t[1] == ' ' {
			return frame{1, libraryPath(wordAround(t, place))}
		}
		return frame{}
	}
	rest := t[1+n:]
	if len(rest) < 2 || rest[0] != ' ' && rest[0] != ':' {
		return frame{}
	}
	place, ok := findLocation(rest)
	if !ok {
		if hasSuffix(rest, ")") && bytes.Contains(rest, []byte(" + 0x")) {
			return frame{1, bytes.Contains(rest, sharedObject)} // coredumpctl
		}
		// A number alone is no frame: "#1 fixed the bug".
		known := hasAnyPrefix(unindented(rest), "0x", "<", "{main}", "[internal", "(")
		return frame{b2n(known || hasSuffix(rest, ")")), true}
	}
	name := unindented(rest)
	if in := bytes.Index(rest, []byte(" in ")); in >= 0 {
		name = rest[in+4:]
	}
	return frame{1, libraryFrame(rest, name, place)}
}

// numberedFrame reads "  3: symbol" with its "at path:line:col" (Rust), and
// "0   module  0x0012 symbol + 12" (Swift, macOS).
func numberedFrame(s block.Section, i, end int, t []byte, ind int) frame {
	n := digits(t)
	rest := t[n:]
	if len(rest) < 3 || n > 4 {
		return frame{}
	}
	if rest[0] != ':' {
		at := bytes.Index(rest, []byte(" 0x"))
		return frame{b2n((rest[0] == ' ' || rest[0] == '#') && at > 0 && at < 60), libraryPath(rest) || librarySymbol(unindented(rest))}
	}
	symbol := unindented(rest[1:])
	if hasPrefix(symbol, "0x") {
		if dash := bytes.Index(symbol, []byte(" - ")); dash > 0 {
			symbol = symbol[dash+3:]
		}
	}
	if i+1 < end {
		next := unindented(s.Text(i + 1))
		if place, ok := findLocation(next); ok && hasPrefix(next, "at ") {
			return frame{2, libraryFrame(next, symbol, place)}
		}
	}
	if ind < 2 || !bytes.Contains(symbol, []byte("::")) && !hasPrefix(rest[1:], " 0x") && !librarySymbol(symbol) {
		return frame{}
	}
	return frame{1, librarySymbol(symbol)}
}

// lldbFrame reads "* frame #0: 0x12 app`f at a.c:12:3".
func lldbFrame(t []byte) frame {
	if t[0] == '*' {
		t = unindented(t[1:])
	}
	if !hasPrefix(t, "frame #") {
		return frame{}
	}
	place, ok := findLocation(t)
	return frame{1, !ok || libraryPath(wordAround(t, place))}
}

// placedFrame is a frame of which only the place is certain.
func placedFrame(t []byte) frame {
	place, ok := findLocation(t)
	if !ok {
		return frame{}
	}
	return frame{1, libraryPath(wordAround(t, place))}
}

// elixirFrame reads "(app 1.0.0) lib/a.ex:12: M.f/1".
func elixirFrame(t []byte) frame {
	paren := bytes.IndexByte(t, ')')
	if paren < 0 || paren > 60 || paren+2 >= len(t) {
		return frame{}
	}
	place, ok := findLocation(t[paren+2:])
	if !ok || place.start != 0 {
		return frame{}
	}
	return frame{1, hasAnyPrefix(t[1:], "elixir ", "stdlib ", "ex_unit ", "kernel ", "phoenix", "plug ", "ecto", "cowboy", "mix ", "db_connection ", "iex ", "logger ", "ranch ")}
}

// goFrame reads a Go function line and the place under it, as panics,
// goroutine dumps and the race detector print them.
func goFrame(s block.Section, i, end int, t []byte) frame {
	if i+1 >= end || t[len(t)-1] != ')' && !hasPrefix(t, "created by ") {
		return frame{}
	}
	next := s.Text(i + 1)
	width, ind := indentWidth(next)
	if width < 4 || len(next) == ind {
		return frame{}
	}
	place, ok := findLocation(next[ind:])
	if !ok || place.start != 0 {
		return frame{}
	}
	if rest := next[ind+place.end:]; len(rest) > 0 && !hasAnyPrefix(rest, " +0x", " fp=", " [") {
		return frame{} // a message of go test under its head
	}
	path := place.path(next[ind:])
	if !hasSuffix(path, ".go") && !hasSuffix(path, ".s") && !hasSuffix(path, ".c") && !hasSuffix(path, ".cgo1.go") {
		return frame{}
	}
	name := bytes.TrimPrefix(t, []byte("created by "))
	return frame{2, libraryFrame(next[ind:], name, place)}
}

// oddFrame reads the frames that begin with no fixed word: Ruby's and
// Crystal's "from a.rb:12:in `f'", "a.lua:12: in function", Dart's
// "a.dart 12:3  main", Perl's "main::f() called at a.pl line 12", Erlang's
// "in function m:f/1 (a.erl, line 12)", OCaml's "Called from …", kernel's
// "f+0x12/0x34".
func oddFrame(t []byte, ind int) frame {
	if t[len(t)-1] == ']' && bytes.Contains(t, []byte(")[0x")) {
		return frame{1, bytes.Contains(t, sharedObject)} // backtrace_symbols
	}
	if t[len(t)-1] == '\'' && ind == 0 {
		return rubyFrame(t) // without the "from" of an error that nobody caught
	}
	if ind == 0 && !bytes.Contains(t, dartPath) && !hasAnyPrefix(t, "Called ", "Raised ", "Re-raised ", "j  ", "J ", "C  [", "V  [") {
		return frame{}
	}
	switch {
	case hasPrefix(t, "from ") && bytes.Contains(t, []byte(":in ")):
		return frame{1, libraryPath(t)} // a Ruby script may have no extension
	case hasPrefix(t, "from "), hasPrefix(t, "in function"), hasPrefix(t, "in call from"), hasAnyPrefix(t, "Called from ", "Raised at ", "Re-raised at "):
		return placedFrame(t)
	case hasAnyPrefix(t, "j  ", "J "):
		return frame{b2n(bytes.IndexByte(t, '+') > 0), librarySymbol(unindented(t[2:]))}
	case hasAnyPrefix(t, "C  [", "V  ["):
		return frame{1, true}
	case ind > 0 && bytes.Contains(t, []byte("+0x")) && bytes.Contains(t, []byte("/0x")):
		return frame{1, t[0] == '?'}
	case hasPrefix(t, "package:"):
		return frame{1, libraryPath(t) || !bytes.Contains(t, dartPath)}
	case bytes.Contains(t, []byte(" called at ")), bytes.Contains(t, []byte(", called at ")):
		return placedFrame(t)
	case bytes.Contains(t, dartPath):
		at := bytes.Index(t, dartPath) + len(dartPath)
		return frame{b2n(digits(t[at:]) > 0), libraryPath(t)}
	case ind > 0:
		return rubyFrame(t)
	}
	return frame{}
}

var (
	dartPath     = []byte(".dart ")
	sharedObject = []byte(".so")
)

// rubyFrame reads "path:12:in `f'" and "path:12: in function", "path:12: (test)".
func rubyFrame(t []byte) frame {
	place, ok := findLocation(t)
	if !ok || place.start != 0 || place.end >= len(t) {
		return frame{}
	}
	rest := t[place.end:]
	if !hasAnyPrefix(rest, ":in ", ": in ", ": (") && !(len(rest) > 3 && rest[0] == ':' && hasPrefix(rest[1:], " anonymous fn")) {
		return frame{}
	}
	return frame{1, libraryPath(wordAround(t, place))}
}
