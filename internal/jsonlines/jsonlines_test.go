package jsonlines

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
)

func TestRead(t *testing.T) {
	long := strings.Repeat("x", 100)
	for text, want := range map[string][]string{
		"":                           nil,
		"{}\n":                       {"{}\n"},
		"{}\n\n  \r\n[]":             {"{}\n", "[]"},
		"{}\n" + long + "\n{1}\n":    {"{}\n", "{1}\n"},
		long + long:                  nil,
		"{0}\n" + long[:31] + "\n{}": {"{0}\n", "{}"},
	} {
		var got []string
		unreadable, err := Read(iotest.OneByteReader(strings.NewReader(text)), 32, func(line []byte) (string, bool) {
			return string(line), line[0] != 'x'
		}, func(line string) { got = append(got, line) })
		if d := cmp.Diff(want, got); d != "" || err != nil || (unreadable == 1) != strings.Contains(text, "x") {
			t.Errorf("%q: %d unreadable, %v%s", text, unreadable, err, d)
		}
	}
}

// TestReadFails: a file that breaks off is not taken for one that ends.
func TestReadFails(t *testing.T) {
	broken := errors.New("broken")
	lines := 0
	_, err := Read(io.MultiReader(strings.NewReader("{}\n{}\n{"), iotest.ErrReader(broken)), 32, func(line []byte) (int, bool) { return len(line), true }, func(int) { lines++ })
	if !errors.Is(err, broken) || lines < 2 {
		t.Errorf("%v after %d lines", err, lines)
	}
}
