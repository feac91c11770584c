package expand_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"elide.example/elide/internal/expand"
	"elide.example/elide/internal/keep"
	"elide.example/elide/internal/laws"
	"elide.example/elide/internal/marker"
)

// Any ranges give what cutting the lines by hand gives.
func TestRangesAreWhatCuttingByHandGives(t *testing.T) {
	laws.Check(t, func(t *rapid.T) {
		data := []byte(rapid.StringMatching(`([a-z]{0,5}\n){0,20}[a-z]{0,3}`).Draw(t, "data"))
		all := bytes.SplitAfter(data, []byte("\n"))
		if len(all[len(all)-1]) == 0 {
			all = all[:len(all)-1]
		}
		first := rapid.IntRange(1, 25).Draw(t, "first")
		r := marker.Range{First: first, Last: first + rapid.IntRange(0, 25).Draw(t, "more")}
		if rapid.Bool().Draw(t, "span") {
			r.Line = rapid.IntRange(1, 25).Draw(t, "line")
		}
		want, ok := cut(all, r)
		var out bytes.Buffer
		err := expand.WriteRanges(&out, pieces{bytes.NewReader(data), data}, []marker.Range{r})
		if (err == nil) != ok || ok && !bytes.Equal(out.Bytes(), want) {
			t.Fatalf("%s: %q, %v; want %q", r, out.Bytes(), err, want)
		}
		var beyond *expand.RangeError
		if err != nil && !errors.As(err, &beyond) {
			t.Fatalf("%s: %v", r, err)
		}
	})
}

// pieces is an original whose line ends are known for every 16 bytes.
type pieces struct {
	*bytes.Reader
	data []byte
}

func (p pieces) Near(line int64) (offset, before int64) {
	for at := 0; at < len(p.data); at += 16 {
		n := int64(bytes.Count(p.data[:at], []byte("\n")))
		if n >= max(line-1, 1) {
			break
		}
		offset, before = int64(at), n
	}
	return offset, before
}

func cut(lines [][]byte, r marker.Range) ([]byte, bool) {
	if r.IsSpan() {
		if r.Line > len(lines) || r.First > len(lines[r.Line-1]) {
			return nil, false
		}
		line := lines[r.Line-1]
		return line[r.First-1 : min(r.Last, len(line))], true
	}
	if r.First > len(lines) {
		return nil, false
	}
	return bytes.Join(lines[r.First-1:min(r.Last, len(lines))], nil), true
}

func TestGrepOfALongLinePrintsThePiecesThatMatch(t *testing.T) {
	line := strings.Repeat("x", 10_000) + "needle" + strings.Repeat("y", 10_000)
	var out bytes.Buffer
	p, err := keep.Parse("NEEDLE")
	if err != nil {
		t.Fatal(err)
	}
	if found, err := expand.Grep(&out, strings.NewReader("a\n"+line+"\nneedle b"), p, 0); !found || err != nil {
		t.Fatal(found, err)
	}
	got := strings.Split(out.String(), "\n")
	where, text, _ := strings.Cut(got[0], ":")
	r, err := marker.ParseRange(where)
	if err != nil || r.Line != 2 || text != line[r.First-1:r.Last] || !strings.Contains(text, "needle") || len(text) > 2*2048 {
		t.Errorf("%s, %v: %.100s", where, err, text)
	}
	if len(got) != 3 || got[1] != "3:needle b" {
		t.Errorf("%.100q", got[1:])
	}
}
