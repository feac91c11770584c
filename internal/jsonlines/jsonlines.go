// Package jsonlines reads files of records, one a line, that a crash may have
// cut and others may have written to.
package jsonlines

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// Read calls add with each line that is not blank, in their order. What add
// refuses and what is longer than most bytes is left out and counted; of a line
// that is too long add gets the first bytes. The line is valid until add
// returns. The error is that of reading.
func Read(from io.Reader, most int, add func(line []byte) bool) (unreadable int, err error) {
	in := bufio.NewReaderSize(from, most)
	for {
		line, err := in.ReadSlice('\n')
		if len(bytes.TrimSpace(line)) > 0 && !add(line) {
			unreadable++
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
