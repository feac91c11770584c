package reduce

import (
	"bytes"

	"elide/internal/block"
)

// juliaFrame reads "[3] price(item::Item)" and the place under it: "@ Shop
// ~/shop/src/cart.jl:14".
func juliaFrame(s block.Section, i, end int, t []byte) frame {
	n := digits(t[1:])
	if n == 0 || n > 4 || !hasPrefix(t[1+n:], "] ") {
		return frame{}
	}
	if hasSuffix(t, "top-level scope") && (i+1 >= end || !hasPrefix(unindented(s.Text(i+1)), "@ ")) {
		return frame{1, true}
	}
	if i+1 >= end {
		return frame{}
	}
	next := unindented(s.Text(i + 1))
	if !hasPrefix(next, "@ ") {
		return frame{}
	}
	place, ok := findLocation(next)
	return frame{2, !ok || juliaLibrary.in(wordAround(next, place))}
}

// juliaLibrary are pieces of the paths of what comes with Julia, and of its
// packages.
var juliaLibrary = newPartSet("./", "/share/julia/", "/.julia/packages/", "none:")

// erlangFrame reads "{lists,foldl,3,[{file,"lists.erl"},{line,2146}]}", as crash
// reports print them. What comes with Erlang names no folder.
func erlangFrame(t []byte) frame {
	at := bytes.Index(t, erlangFile)
	if at < 0 || !bytes.Contains(t[at:], erlangLine) {
		return frame{}
	}
	path := t[at+len(erlangFile):]
	path = path[:max(bytes.IndexByte(path, '"'), 0)]
	return frame{1, bytes.IndexByte(path, '/') < 0}
}

var (
	erlangFile = []byte(`[{file,"`)
	erlangLine = []byte(`},{line,`)
)

// bareFrame reads a frame of the JVM without its "at", as a dump of virtual
// threads prints them: "java.base/java.lang.Thread.run(Thread.java:1583)".
func bareFrame(t []byte) frame {
	paren := bytes.IndexByte(t, '(')
	if paren < 3 || t[len(t)-1] != ')' || bytes.IndexByte(t[:paren], ' ') >= 0 || bytes.IndexByte(t[:paren], '.') < 0 {
		return frame{}
	}
	if hasSuffix(t, "(Native Method)") {
		return frame{1, true}
	}
	place, ok := findLocation(t)
	if !ok || place.start != paren+1 || place.end != len(t)-1 || !jvmFile.in(t[paren:]) {
		return frame{}
	}
	return frame{1, libraryFrame(t, t, place)}
}

var jvmFile = newPartSet(".java:", ".kt:", ".scala:", ".groovy:", ".clj:")
