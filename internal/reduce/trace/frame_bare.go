package trace

import (
	"bytes"

	"elide.example/elide/internal/scan"
)

// juliaFrame reads "[3] price(item::Item)" and the place under it: "@ Shop
// ~/shop/src/cart.jl:14".
func juliaFrame(b *under, t []byte) Frame {
	n := scan.Digits(t[1:])
	if n == 0 || n > 4 || !scan.HasPrefix(t[1+n:], "] ") {
		return Frame{}
	}
	next, _ := b.text(1)
	next = scan.Trim(next)
	if !scan.HasPrefix(next, "@ ") {
		return Frame{b2n(scan.HasSuffix(t, "top-level scope")), true}
	}
	place, ok := scan.FindLocation(next)
	path := WordAround(next, place)
	return Frame{2, !ok || scan.HasAnyPrefix(path, "./", "none:") || LibraryPath(path)}
}

// erlangFrame reads "{lists,foldl,3,[{file,"lists.erl"},{line,2146}]}", as crash
// reports print them. What comes with Erlang names no folder.
func erlangFrame(t []byte) Frame {
	at := bytes.Index(t, erlangFile)
	if at < 0 || !bytes.Contains(t[at:], erlangLine) {
		return Frame{}
	}
	path := t[at+len(erlangFile):]
	path = path[:max(bytes.IndexByte(path, '"'), 0)]
	return Frame{1, bytes.IndexByte(path, '/') < 0}
}

var (
	erlangFile = []byte(`[{file,"`)
	erlangLine = []byte(`},{line,`)
)

// bareFrame reads a frame of the JVM without its "at", as a dump of virtual
// threads prints them: "java.base/java.lang.Thread.run(Thread.java:1583)".
func bareFrame(t []byte) Frame {
	paren := bytes.IndexByte(t, '(')
	if paren < 3 || t[len(t)-1] != ')' || bytes.IndexByte(t[:paren], ' ') >= 0 || bytes.IndexByte(t[:paren], '.') < 0 {
		return Frame{}
	}
	if scan.HasSuffix(t, "(Native Method)") {
		return Frame{1, true}
	}
	place, ok := scan.FindLocation(t)
	if !ok || place.Start != paren+1 || place.End != len(t)-1 || !jvmFile.In(t[paren:]) {
		return Frame{}
	}
	return Frame{1, LibraryFrame(t, t, place)}
}

var jvmFile = scan.NewPartSet(".java:", ".kt:", ".scala:", ".groovy:", ".clj:")
