package line

import (
	"bytes"

	"elide.example/elide/internal/rules"
	"elide.example/elide/internal/scan"
)

// stepKind knows diagnostics without a place, the steps of builds, package
// managers and linkers, and stack traces.
func stepKind(t []byte, open opening, s scan.Signs) Kind {
	switch {
	case open.form == rules.FormTrace, open.test == rules.TestDump, t[0] == '=' && scan.Checker(t) > 0:
		return TraceHead
	case open.form == rules.FormFrame && bytes.ContainsAny(t, ":(0123456789"), bareFrame(t, s), s.Has(scan.SignPlus|scan.SignDigit) && goPlace(t), elixirFrame(t):
		return Frame
	case open.form == rules.FormStep, open.form == rules.FormBuilds:
		return Step
	case open.form == rules.FormMessage:
		return Message
	}
	return Other
}

// elixirFrame knows "(app 1.0.0) lib/a.ex:3: M.f/1": the application, then the
// place.
func elixirFrame(t []byte) bool {
	if t[0] != '(' {
		return false
	}
	i := bytes.Index(t, []byte(") "))
	return i > 0 && i+2 < len(t) && !scan.IsDigit(t[i+2]) && Location(t[i+2:]) != Other
}

// bareFrame knows frames that no word opens, by what stands in them: Ruby's "from
// a.rb:3:in `f'", Java's and glibc's without "at", Perl's "f(1) called at a.pl
// line 3", Erlang's tuples, Swift's columns.
func bareFrame(t []byte, s scan.Signs) bool {
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
	if !s.Has(scan.SignBlank | scan.SignDigit) {
		return false
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
