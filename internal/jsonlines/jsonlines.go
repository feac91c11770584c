// Package jsonlines reads files of records, one a line, that a crash may have
// cut and others may have written to.
package jsonlines

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strings"
)

// Read calls add with what parse makes of each line that is not blank, in their
// order. What parse refuses and what is longer than most bytes is left out and
// counted; of a line that is too long parse gets the first bytes. The line is
// valid until parse returns. The error is that of reading.
func Read[R any](from io.Reader, most int, parse func(line []byte) (R, bool), add func(R)) (unreadable int, err error) {
	in := bufio.NewReaderSize(from, most)
	for {
		line, err := in.ReadSlice('\n')
		if len(bytes.TrimSpace(line)) > 0 {
			if r, ok := parse(line); ok {
				add(r)
			} else {
				unreadable++
			}
		}
		for errors.Is(err, bufio.ErrBufferFull) { // the rest of a line that is too long
			_, err = in.ReadSlice('\n')
		}
		if errors.Is(err, io.EOF) {
			return unreadable, nil
		}
		if err != nil {
			return unreadable, err
		}
	}
}

// maxText is how long a text may be that others chose.
const maxText = 100

// Plain returns a text that others chose, such as the name of a model, as it
// can stand in a file, a table and a terminal.
func Plain(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r >= 0x7f {
			return '?'
		}
		return r
	}, text[:min(len(text), maxText)])
}
