package frame

import (
	"bytes"

	"elide.example/elide/internal/cutmark"
	"elide.example/elide/internal/jsonspan"
)

// readCut finds the output in a JSON text out of whose middle a host cut a
// piece, so that it is no JSON any more. Both halves are outputs; the host's
// note between them stays. What stands before and behind them must be a known
// result, with an empty output.
func readCut(text []byte) wrapping {
	const most = 4 // of the marks that are tried, each of which takes a walk over the text
	m, ok := cutmark.Next(text, 0)
	for tried := 0; ok && tried < most; tried++ {
		from, to := widen(text, m)
		for _, key := range [...]string{`"output":"`, `"result":"`} {
			if at := bytes.LastIndex(text[:from], []byte(key)); at >= 0 {
				if w := readHalves(text, at+len(key), from, to); len(w.parts) > 0 {
					return w
				}
			}
		}
		m, ok = cutmark.Next(text, m.End)
	}
	return wrapping{}
}

// widen takes the line ends round a note into it: no JSON string has any.
func widen(text []byte, m cutmark.Mark) (from, to int) {
	from, to = m.Start, m.End
	for from > 0 && text[from-1] == '\n' {
		from--
	}
	for to < len(text) && text[to] == '\n' {
		to++
	}
	return from, to
}

// readHalves reads an output that begins at start and was cut from from to to.
func readHalves(text []byte, start, from, to int) wrapping {
	for range 2 {
		end := to + quote(text[to:])
		doc, err := jsonspan.Parse(append(text[:start:start], text[end:]...))
		if w := (wrapping{}); err == nil && w.read(doc.Root(), 0) {
			w.parts = halves(text, start, from, to, end) // instead of the empty output that stands for both
			return w
		}
		to = min(end+1, len(text)) // a quote whose backslash was cut off
	}
	return wrapping{}
}

// halves returns both parts of an output, none if one of them isn't the inside
// of a string that comes back as it is. Of an escape that was cut in two, both
// ends stay as they are.
func halves(text []byte, start, from, to, end int) []part {
	head, ok := half(text, start, from-dangling(text[start:from]))
	if !ok {
		return nil
	}
	tail, ok := half(text, to, end)
	if !ok && to < end {
		tail, ok = half(text, to+1, end) // a backslash whose own was cut off
	}
	if !ok {
		return nil
	}
	return []part{head, tail}
}

// half returns what stands from start to end as a part.
func half(text []byte, start, end int) (part, bool) {
	raw := append(append([]byte{'"'}, text[start:end]...), '"')
	doc, err := jsonspan.Parse(raw)
	if err != nil || doc.Root().Kind() != jsonspan.String {
		return part{}, false
	}
	return partOf(doc.Root(), start, end)
}

// quote returns the place of the first quote that isn't escaped, or the end.
func quote(text []byte) int {
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"':
			return i
		case '\\':
			i++
		}
	}
	return len(text)
}

// dangling returns how many bytes at the end of text are the beginning of an
// escape.
func dangling(text []byte) int {
	for n := 1; n <= len(`\u123`) && n <= len(text); n++ {
		if text[len(text)-n] == '\\' {
			if slashes(text[:len(text)-n])%2 == 0 && (n == 1 || text[len(text)-n+1] == 'u') {
				return n
			}
			break
		}
	}
	return 0
}

// slashes returns how many backslashes text ends with.
func slashes(text []byte) int {
	return len(text) - len(bytes.TrimRight(text, `\`))
}
