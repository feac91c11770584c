package ledger

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"elide.example/elide/internal/laws"
)

// TestReadGivesBack: what is written as JSON lines is what is read, also when
// foreign lines stand between.
func TestReadGivesBack(t *testing.T) {
	laws.Check(t, func(t *rapid.T) {
		var text strings.Builder
		var want []*Record
		junk := 0
		for range rapid.IntRange(0, 8).Draw(t, "n") {
			if rapid.Bool().Draw(t, "junk") {
				text.WriteString(rapid.SampledFrom([]string{"{\"version\":1,\n", "{\"version\":2}\n", "null\n", "{\"version\":1,\"tokens_in\":-1}\n", "{\"version\":1,\"tokens_in\":9000000000000000}\n",
					"{\"version\":1,\"usage\":{\"cache_write_1h\":1}}\n", strings.Repeat("x", MaxLine) + "\n", strings.Repeat("[", 3*MaxLine) + "\n"}).Draw(t, "line"))
				junk++
			}
			r := anyRecord(t)
			line, _ := json.Marshal(r)
			text.Write(append(line, rapid.SampledFrom([]string{"\n", "\r\n", "\n\n"}).Draw(t, "end")...))
			if r.Usage != nil {
				r.Usage.Known = true
			}
			want = append(want, r)
		}
		var got []*Record
		n, err := Read(strings.NewReader(strings.TrimSuffix(text.String(), "\n")), func(r *Record) { got = append(got, r) })
		if err != nil || n != junk || !cmp.Equal(got, want) {
			t.Fatalf("%d unreadable, want %d (%v)\n%s", n, junk, err, cmp.Diff(want, got))
		}
	})
}

func TestReadFails(t *testing.T) {
	gone := errors.New("gone")
	if _, err := Read(iotest.ErrReader(gone), func(*Record) {}); !errors.Is(err, gone) {
		t.Error(err)
	}
}

// FuzzRead: any file can be summed and printed.
func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"version":1,"status":200,"model":"gpt-5","tokens_in":9,"usage":{"input":5,"cache_write":3,"cache_write_1h":2}}`))
	f.Add([]byte(`{"version":1,"model":"\u001b[2J\u202e","status":200}` + "\n\n{"))
	f.Fuzz(func(t *testing.T, text []byte) {
		s := NewSums(BuiltinPrices())
		if _, err := Read(strings.NewReader(string(text)), s.Add); err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		if err := errors.Join(s.WriteTable(&out), s.WriteJSON(&out)); err != nil {
			t.Fatal(err)
		}
		for _, r := range out.String() {
			if r < ' ' && r != '\n' || r >= 0x7f {
				t.Fatalf("%q reaches the terminal in %q", r, out.String())
			}
		}
	})
}
