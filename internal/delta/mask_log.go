package delta

import (
	"bytes"
	"strings"

	"elide.example/elide/internal/scan"
)

// What a service logs about a request differs from run to run in more than a
// test's report does: how long it took, and the ids that were made up for it.
// These are masked in logs only.

// inLog returns the length of what stands at i and differs between two runs
// of a service; word is the one before.
func inLog(line []byte, i int, word string) int {
	if i > 0 && (isWord(line[i-1]) || line[i-1] == '.' || line[i-1] == '-') {
		return 0
	}
	if n := uuid(line[i:]); n > 0 {
		return n
	}
	if n := traceID(line[i:]); n > 0 {
		return n
	}
	return measured(line[i:], word)
}

// measured returns the length of a time that was measured rather than set: it
// has a fraction or a unit below the second, or its name says so.
func measured(text []byte, word string) int {
	n := duration(text)
	named := namesMeasure(word)
	if n == 0 && !named || isSetting(word) {
		return 0
	}
	if plain := plainNumber(text); named && plain > 0 {
		return plain
	}
	d := scan.Digits(text)
	part := fraction(text[d:])
	if part > 0 || subSecond(text[d:n]) {
		return n
	}
	return 0
}

// subSecond tells whether a unit is below the second: ms, us, µs, ns.
func subSecond(unit []byte) bool {
	unit = bytes.TrimLeft(unit, " ")
	switch string(unit) {
	case "ms", "us", "ns", "µs", "μs":
		return true
	}
	return false
}

// isSetting tells whether the word names a time that someone chose.
func isSetting(word string) bool {
	for _, part := range [...]string{"timeout", "interval", "limit", "max", "min", "deadline", "ttl", "delay", "threshold", "want", "expected", "got", "backoff", "period"} {
		if strings.Contains(word, part) {
			return true
		}
	}
	return false
}

// namesMeasure tells whether a number behind the word is a time whatever
// stands behind it: latency_ms=12, "responseTime":9.
func namesMeasure(word string) bool {
	if len(word) < len("x_ms") {
		return false
	}
	for _, start := range [...]string{"latency", "elapsed", "duration", "took", "responsetime", "response_time", "request_time", "uptime"} {
		if strings.HasPrefix(word, start) {
			return true
		}
	}
	for _, end := range [...]string{"_ms", "_us", "_ns"} {
		if strings.HasSuffix(word, end) {
			return true
		}
	}
	return false
}

// uuid returns the length of a UUID that is a word.
func uuid(text []byte) int {
	n := scan.UUID(text)
	if n < len(text) && isWord(text[n]) {
		return 0
	}
	return n
}

// traceID returns the length of an id of 16 or 32 hexadecimal digits, as
// tracing makes them up. Digests and commits have other lengths.
func traceID(text []byte) int {
	n, letters := 0, 0
	for n < len(text) && scan.IsHex(text[n]) {
		if !scan.IsDigit(text[n]) {
			letters++
		}
		n++
	}
	if n != 16 && n != 32 || letters == 0 || letters == n || n < len(text) && (isWord(text[n]) || text[n] == '-') {
		return 0
	}
	return n
}

// kindOf appends the text of a log's line to dst with one byte for each word
// that holds a digit: what differs between two lines of one kind.
func kindOf(dst, text []byte) []byte {
	for i := 0; i < len(text); {
		end := afterWord(text, i)
		if bytes.ContainsAny(text[i:end], "0123456789") {
			dst = append(dst, hole)
		} else {
			dst = append(dst, text[i:end]...)
		}
		i = end
	}
	return dst
}
