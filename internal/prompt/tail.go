package prompt

import (
	"bytes"
	"io"
	"unicode/utf8"
)

// Source is a log that is read where it is.
type Source interface {
	io.ReaderAt
	Size() int64
}

// Tail returns the last bytes of a log, most of them at most, from the start of a
// line on. Of a line that is longer it returns the end, from the start of a
// character on.
func Tail(log Source, most int) ([]byte, error) {
	start := max(0, log.Size()-int64(max(most, 0))-1) // one more: it may be a line end
	text := make([]byte, log.Size()-start)
	if n, err := log.ReadAt(text, start); n < len(text) {
		return nil, err
	}
	if len(text) <= most {
		return text, nil
	}
	if i := bytes.IndexByte(text, '\n'); i >= 0 && i+1 < len(text) {
		return text[i+1:], nil
	}
	text = text[1:]
	cut := 0
	for cut < utf8.UTFMax-1 && cut < len(text) && !utf8.RuneStart(text[cut]) {
		cut++
	}
	return text[cut:], nil
}

// End is the end of a log that is written to it. It holds little more than Most
// bytes.
type End struct {
	Most int // how many bytes Tail returns at most
	text []byte
}

// Write takes what follows in the log. It never fails.
func (e *End) Write(p []byte) (int, error) {
	keep := max(e.Most, 0) + 1 // one more: it may be a line end
	if e.text = append(e.text, p[max(0, len(p)-keep):]...); len(e.text) > 2*keep {
		e.text = append(e.text[:0], e.text[len(e.text)-keep:]...)
	}
	return len(p), nil
}

// Tail returns what the function Tail would of the whole log.
func (e *End) Tail() []byte {
	text, err := Tail(bytes.NewReader(e.text), e.Most)
	if err != nil {
		return nil // it is in memory: this can't be
	}
	return text
}
