package trace

import (
	"bytes"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/rules"
	"elide.example/elide/internal/scan"
)

// Frame is one entry of a stack trace: the units it takes and whose it is.
type Frame struct {
	N       int  // units, 0: there is no frame here
	Library bool // a runtime's, framework's or package's, not the reader's own
}

// FrameAt returns the stack frame that starts at the section's unit i, as
// any of the common runtimes and debuggers print it. It looks at no unit
// from end on. A frame's source echo and its monitor lines belong to it.
func FrameAt(s block.Section, i, end int) Frame {
	f, _ := LookAt(s, i, end)
	return f
}

// LookAt is FrameAt, and returns how many of the units below it looked at: another unit of
// the same text, with as many of the same below, and of which Bare holds, is told the same.
func LookAt(s block.Section, i, end int) (f Frame, below int) {
	text := Untagged(s.Text(i))
	_, ind := scan.Indent(text)
	t := text[ind:]
	if len(t) < 4 {
		return Frame{}, 0
	}
	b := &under{s: s, at: i, end: end}
	f = ledFrame(b, t, ind)
	if f.N == 0 {
		f = goFrame(b, t)
	}
	if f.N == 0 {
		f = oddFrame(t, ind)
	}
	for ; f.N > 0 && !Bare(s, i+f.N-1, end); b.seen = max(b.seen, f.N-1) {
		f.N++
	}
	return f, b.seen
}

// Bare tells whether no monitor line stands below the section's unit i.
func Bare(s block.Section, i, end int) bool { return i+1 >= end || !monitorLine(s.Text(i+1)) }

// under is what stands below a unit. It knows how much of it was asked for.
type under struct {
	s       block.Section
	at, end int
	seen    int
}

// text returns the n-th unit below; ok is false if there is none.
func (u *under) text(n int) (text []byte, ok bool) {
	u.seen = max(u.seen, n)
	if u.at+n >= u.end {
		return nil, false
	}
	return u.s.Text(u.at + n), true
}

// ledFrame reads the frames that their first byte gives away.
func ledFrame(b *under, t []byte, ind int) Frame {
	switch c := t[0]; {
	case scan.HasPrefix(t, "at "):
		return atFrame(t)
	case scan.HasPrefix(t, `File "`):
		return pythonFrame(b, t, ind)
	case c == '#':
		return hashFrame(t)
	case c == '.' && scan.HasPrefix(t, "... ") && scan.IsDigit(t[4%len(t)]):
		return Frame{1, true} // "... 6 more"
	case c == '*' || scan.HasPrefix(t, "frame #"):
		return lldbFrame(t)
	case c == 0xe2 && scan.HasPrefix(t, "❯ "):
		return placedFrame(t)
	case c == '(':
		return elixirFrame(t)
	case c == '[' && scan.IsDigit(t[1]):
		return juliaFrame(b, t)
	case ind == 0:
	case scan.IsDigit(c):
		return numberedFrame(b, t, ind)
	case c == '{' || c == '[':
		return erlangFrame(t)
	case ind > 3 && scan.IsLetter(c):
		return bareFrame(t)
	}
	return Frame{}
}

// Untagged returns text without the tag that a build tool or checker puts
// before the lines it passes on: "[ERROR] ", "[info] ", "==123== ".
func Untagged(text []byte) []byte {
	if len(text) < 4 {
		return text
	}
	switch text[0] {
	case '[':
		if n := scan.Kernel(text); n > 0 && scan.HasPrefix(text[n:], " ") {
			return text[n+1:]
		}
		// a word that is a level alone, such as FAIL, is the result of a test
		sev, n := rules.SeverityAt(text[1:], rules.AsLevel)
		if (sev == rules.SeverityDebug || rules.SeverityOf(text[1:1+n], rules.AsMessage) != rules.NoSeverity) && scan.HasPrefix(text[1+n:], "] ") {
			return text[len("[] ")+n:]
		}
		if end := bytes.Index(text[:min(len(text), 40)], []byte("] ")); end > 0 && scan.HasPrefix(text, "[xUnit.net ") {
			return text[end+2:]
		}
	case '=':
		return text[scan.Checker(text):]
	}
	return text
}

// monitorLine tells whether text says what lock the frame before it holds or
// waits for, as in a Java thread dump.
func monitorLine(text []byte) bool {
	t := scan.Trim(text)
	return len(t) > 4 && t[0] == '-' && t[1] == ' ' && scan.HasAnyPrefix(t[2:], "locked ", "waiting ", "sleeping ", "parking ", "eliminated ")
}

// localsAt returns how many units from unit i up to end show the local variables
// of the frame at unit at, as gdb's "bt full" does: deeper than any frame, or
// the words that there are none.
func localsAt(s block.Section, at, i, end int) int {
	if text := s.Text(at); len(text) < 2 || text[0] != '#' || !scan.IsDigit(text[1]) {
		return 0
	}
	first := i
	for ; i < end; i++ {
		text := s.Text(i)
		if width, n := scan.Indent(text); (width < 8 || n == len(text)) && !scan.HasPrefix(text, "No locals.") {
			break
		}
	}
	return i - first
}

// atFrame reads "at pkg.Class.method(File.java:12)", "at fn (/a.js:1:2)",
// "at Ns.C.M() in /a.cs:line 12" and valgrind's "at 0x12: f (a.c:12)".
func atFrame(t []byte) Frame {
	t = bytes.TrimRight(t, " {,") // node prints an error's fields after it
	if len(t) < 4 {
		return Frame{}
	}
	name := t[3:]
	for scan.HasAnyPrefix(name, "async ", "new ") {
		name = name[bytes.IndexByte(name, ' ')+1:]
	}
	if place, ok := scan.FindLocation(t); ok {
		return Frame{1, LibraryFrame(t, name, place)}
	}
	paren := bytes.IndexByte(name, '(')
	if paren < 0 {
		return Frame{N: b2n(scan.HasAnyPrefix(name, "<", "node:", "native")), Library: true}
	}
	if bytes.IndexByte(name[:paren], ' ') > 0 && !scan.HasSuffix(t, ")") {
		return Frame{} // prose
	}
	known := librarySymbol(name) || LibraryPath(t) || bytes.Contains(t, []byte("<anonymous>")) || bytes.Contains(t, []byte("(native)"))
	return Frame{1, known || bytes.IndexByte(name[:paren], '.') < 0 || scan.HasSuffix(t, "(Unknown Source)") || scan.HasSuffix(t, "(Native Method)")}
}

func b2n(b bool) int {
	if b {
		return 1
	}
	return 0
}

// calledIn returns a frame's text behind its "at ".
func calledIn(text []byte) []byte {
	return bytes.TrimPrefix(scan.Trim(Untagged(text)), []byte("at "))
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

// LibraryFrame decides on a frame whose function is name and whose place in
// t is known. What stands in a file named after a test is the reader's, even
// in a package that is otherwise a library's.
func LibraryFrame(t, name []byte, place scan.Location) bool {
	path := place.Path(t)
	if LibraryPath(WordAround(t, place)) {
		return true
	}
	if bytes.IndexByte(path, '/') < 0 && bytes.IndexByte(path, '\\') < 0 {
		return !testFile(path) && librarySymbol(name)
	}
	return !packageSymbol(name) && librarySymbol(name)
}

// WordAround returns the place with what it is stuck to on its left, such as
// a scheme.
func WordAround(t []byte, place scan.Location) []byte {
	start := place.Start
	for start > 0 && t[start-1] > ' ' && t[start-1] != '(' && place.Start-start < 32 {
		start--
	}
	if start > 0 && t[start-1] == '(' {
		start--
	}
	return t[start:place.End]
}

// testFile tells whether a JVM source file is named as tests are.
func testFile(path []byte) bool {
	dot := bytes.LastIndexByte(path, '.')
	if dot < 0 {
		return false
	}
	name := path[:dot]
	return scan.HasSuffix(name, "Test") || scan.HasSuffix(name, "Tests") || scan.HasSuffix(name, "TestCase") || scan.HasSuffix(name, "Spec") || scan.HasSuffix(name, "IT")
}

// pythonFrame reads `File "/a.py", line 12, in f` and the source echo under it.
func pythonFrame(b *under, t []byte, ind int) Frame {
	quote := bytes.IndexByte(t[6:], '"')
	if quote < 0 || !scan.HasPrefix(t[6+quote:], `", line `) {
		return Frame{}
	}
	n := 1
	for n < 4 {
		next, ok := b.text(n)
		next = Untagged(next)
		_, in := scan.Indent(next)
		if !ok || in <= ind || in == len(next) || scan.HasPrefix(next[in:], `File "`) {
			break
		}
		n++
	}
	return Frame{n, LibraryPath(t[6 : 6+quote])}
}

// hashFrame reads the frames of gdb, the sanitizers, PHP and Dart ("#3 …"),
// and RSpec's "# ./spec/a_spec.rb:12:in …".
func hashFrame(t []byte) Frame {
	n := scan.Digits(t[1:])
	if n == 0 {
		if place, ok := scan.FindLocation(t); ok && place.Start == 2 && t[1] == ' ' {
			return Frame{1, LibraryPath(WordAround(t, place))}
		}
		return Frame{}
	}
	rest := t[1+n:]
	if len(rest) < 2 || rest[0] != ' ' && rest[0] != ':' {
		return Frame{}
	}
	place, ok := scan.FindLocation(rest)
	if !ok {
		if scan.HasSuffix(rest, ")") && bytes.Contains(rest, []byte(" + 0x")) {
			return Frame{1, bytes.Contains(rest, sharedObject)} // coredumpctl
		}
		// A number alone is no frame: "#1 fixed the bug".
		known := scan.HasAnyPrefix(scan.Trim(rest), "0x", "<", "{main}", "[internal", "(")
		return Frame{b2n(known || scan.HasSuffix(rest, ")")), true}
	}
	name := scan.Trim(rest)
	if in := bytes.Index(rest, []byte(" in ")); in >= 0 {
		name = rest[in+4:]
	}
	return Frame{1, LibraryFrame(rest, name, place)}
}

// numberedFrame reads "  3: symbol" with its "at path:line:col" (Rust), and
// "0   module  0x0012 symbol + 12" (Swift, macOS).
func numberedFrame(b *under, t []byte, ind int) Frame {
	n := scan.Digits(t)
	rest := t[n:]
	if len(rest) < 3 || n > 4 {
		return Frame{}
	}
	if rest[0] != ':' {
		at := bytes.Index(rest, []byte(" 0x"))
		return Frame{b2n((rest[0] == ' ' || rest[0] == '#') && at > 0 && at < 60), LibraryPath(rest) || librarySymbol(scan.Trim(rest))}
	}
	symbol := scan.Trim(rest[1:])
	if next, ok := b.text(1); ok {
		next = scan.Trim(next)
		if place, ok := scan.FindLocation(next); ok && scan.HasPrefix(next, "at ") {
			return Frame{2, LibraryFrame(next, symbol, place)}
		}
	}
	if ind < 2 || !bytes.Contains(symbol, []byte("::")) && !scan.HasPrefix(rest[1:], " 0x") && !librarySymbol(symbol) {
		return Frame{}
	}
	return Frame{1, librarySymbol(symbol)}
}

// lldbFrame reads "* frame #0: 0x12 app`f at a.c:12:3".
func lldbFrame(t []byte) Frame {
	if t[0] == '*' {
		t = scan.Trim(t[1:])
	}
	if !scan.HasPrefix(t, "frame #") {
		return Frame{}
	}
	place, ok := scan.FindLocation(t)
	return Frame{1, !ok || LibraryPath(WordAround(t, place))}
}

// placedFrame is a frame of which only the place is certain.
func placedFrame(t []byte) Frame {
	place, ok := scan.FindLocation(t)
	if !ok {
		return Frame{}
	}
	return Frame{1, LibraryPath(WordAround(t, place))}
}

// elixirFrame reads "(app 1.0.0) lib/a.ex:12: M.f/1".
func elixirFrame(t []byte) Frame {
	paren := bytes.IndexByte(t, ')')
	if paren < 0 || paren > 60 || paren+2 >= len(t) {
		return Frame{}
	}
	place, ok := scan.LocationAt(t[paren+2:])
	if !ok {
		return Frame{}
	}
	return Frame{1, LibraryPath(t[:paren+2+place.End])}
}

// goFrame reads a Go function line and the place under it, as panics,
// goroutine dumps and the race detector print them.
func goFrame(b *under, t []byte) Frame {
	if t[len(t)-1] != ')' && !scan.HasPrefix(t, "created by ") {
		return Frame{}
	}
	next, _ := b.text(1)
	width, ind := scan.Indent(next)
	if width < 4 || len(next) == ind {
		return Frame{}
	}
	place, ok := scan.LocationAt(next[ind:])
	if !ok {
		return Frame{}
	}
	if rest := next[ind+place.End:]; len(rest) > 0 && !scan.HasAnyPrefix(rest, " +0x", " fp=", " [") {
		return Frame{} // a message of go test under its head
	}
	if path := place.Path(next[ind:]); !scan.HasSuffix(path, ".go") && !scan.HasSuffix(path, ".s") && !scan.HasSuffix(path, ".c") {
		return Frame{}
	}
	name := bytes.TrimPrefix(t, []byte("created by "))
	return Frame{2, LibraryFrame(next[ind:], name, place)}
}

// oddFrame reads the frames that begin with no fixed word: Ruby's and
// Crystal's "from a.rb:12:in `f'", "a.lua:12: in function", Dart's
// "a.dart 12:3  main", Perl's "main::f() called at a.pl line 12", Erlang's
// "in function m:f/1 (a.erl, line 12)", OCaml's "Called from …", kernel's
// "f+0x12/0x34".
func oddFrame(t []byte, ind int) Frame {
	if t[len(t)-1] == ']' && bytes.Contains(t, []byte(")[0x")) {
		return Frame{1, bytes.Contains(t, sharedObject)} // backtrace_symbols
	}
	if t[len(t)-1] == '\'' && ind == 0 {
		return rubyFrame(t) // without the "from" of an error that nobody caught
	}
	if ind == 0 && !bytes.Contains(t, dartPath) && !scan.HasAnyPrefix(t, "Called ", "Raised ", "Re-raised ", "j  ", "J ") {
		return Frame{}
	}
	switch {
	case scan.HasPrefix(t, "from ") && bytes.Contains(t, []byte(":in ")):
		return Frame{1, LibraryPath(t)} // a Ruby script may have no extension
	case scan.HasPrefix(t, "from "), scan.HasPrefix(t, "in function"), scan.HasPrefix(t, "in call from"), scan.HasAnyPrefix(t, "Called from ", "Raised at ", "Re-raised at "):
		return placedFrame(t)
	case scan.HasAnyPrefix(t, "j  ", "J "):
		return Frame{b2n(bytes.IndexByte(t, '+') > 0), librarySymbol(scan.Trim(t[2:]))}
	case scan.HasPrefix(t, "package:"):
		return Frame{1, LibraryPath(t) || !bytes.Contains(t, dartPath)}
	case !digitIn(t): // all that follow have a line's number or an address
	case ind > 0 && bytes.Contains(t, []byte("+0x")) && bytes.Contains(t, []byte("/0x")):
		return Frame{1, t[0] == '?'}
	case bytes.Contains(t, []byte(" called at ")):
		return placedFrame(t)
	case bytes.Contains(t, dartPath):
		at := bytes.Index(t, dartPath) + len(dartPath)
		return Frame{b2n(scan.Digits(t[at:]) > 0), LibraryPath(t)}
	case ind > 0:
		return rubyFrame(t)
	}
	return Frame{}
}

// digitIn tells whether a digit stands in the text.
func digitIn(t []byte) bool {
	for _, c := range t {
		if scan.IsDigit(c) {
			return true
		}
	}
	return false
}

var (
	dartPath     = []byte(".dart ")
	sharedObject = []byte(".so")
)

// rubyFrame reads "path:12:in `f'" and "path:12: in function", "path:12: (test)".
func rubyFrame(t []byte) Frame {
	place, ok := scan.LocationAt(t)
	if !ok || place.End >= len(t) {
		return Frame{}
	}
	rest := t[place.End:]
	if !scan.HasAnyPrefix(rest, ":in ", ": in ", ": (") && !(len(rest) > 3 && rest[0] == ':' && scan.HasPrefix(rest[1:], " anonymous fn")) {
		return Frame{}
	}
	return Frame{1, LibraryPath(WordAround(t, place))}
}
