package pipeline

import (
	"bytes"
	"fmt"
	"hash/maphash"
	"os"
	"path/filepath"
	"testing"
)

// grown says from which cases of the corpus a long block of a shape is made.
// Cases of one shape are of one tool, as a long block is.
var grown = []struct {
	shape string
	cases []string
	join  joint
}{
	{"json-array", []string{"json-noderel-01"}, joint{"[", ",\n", "]\n", "[]"}},
	{"json-object", []string{"json-packagelock-01", "npm-view-01"}, joint{"{\"a\":1", ",\n", "}\n", "{}"}},
	{"json-lines", []string{"jsonl-ruff-01"}, joint{}},
	{"test-log", []string{"gotest-v-01"}, joint{}},
	{"test-log-pytest", []string{"pytest-params-01", "pytest-color-01"}, joint{}},
	{"build-log", []string{"gcc-warnflood-01", "gcc-err-01"}, joint{}},
	{"build-log-ruff", []string{"ruff-full-01", "ruff-01"}, joint{}},
	{"log", []string{"log-pyservice-01"}, joint{}},
	{"log-httpd", []string{"log-httpd-01"}, joint{}},
	{"stack", []string{"java-stack-01", "jstack-01"}, joint{}},
	{"grep", []string{"grep-rn-01"}, joint{}},
	{"diff", []string{"gitdiff-small-01", "gitdiff-lock-01", "gitdiff-small-02"}, joint{}},
	{"source-brace", []string{"src-go-01"}, joint{}},
	{"source-indent", []string{"py-source-01"}, joint{}},
	{"prose", []string{"prose-readme-01", "prose-semver-01"}, joint{}},
	{"table", []string{"sqlite-table-01"}, joint{}},
	{"listing", []string{"find-01"}, joint{}},
	{"listing-ls", []string{"ls-lR-01"}, joint{}},
	{"plain", []string{"strace-01", "valgrind-01"}, joint{}},
	{"session", []string{"mixed-session-01"}, joint{}},
}

// joint is how copies become one block: an opening, what parts them, an end,
// and what is taken off the ends of each copy. The zero joint is laying them
// end to end.
type joint struct{ open, between, end, trim string }

// BenchmarkShapes shows what a byte costs at three sizes of each shape. Flat
// is linear.
//
//	go test -run '^$' -bench Shapes -benchtime 1x ./internal/pipeline
func BenchmarkShapes(b *testing.B) {
	for _, g := range grown {
		for _, mb := range []int{1, 10, 100} {
			b.Run(fmt.Sprintf("%s/%dMB", g.shape, mb), func(b *testing.B) {
				data := grow(b, g.cases, g.join, mb*1_000_000)
				b.SetBytes(int64(len(data)))
				for b.Loop() {
					if _, err := reduceText(bytes.NewReader(data), Options{}, "0123456789ab"); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(data)), "ns/byte")
			})
		}
	}
}

// grow makes a block of about n bytes from the cases' inputs: copies, each
// with other numbers and other names, so that what is long here is as varied
// as what is long elsewhere.
func grow(t testing.TB, cases []string, j joint, n int) []byte {
	t.Helper()
	var inputs [][]byte
	for _, id := range cases {
		data, err := os.ReadFile(filepath.Join("../../testdata/corpus", id, "input"))
		if err != nil {
			t.Fatal(err)
		}
		if j.trim != "" {
			data = bytes.TrimSpace(data)
			data = bytes.TrimSuffix(bytes.TrimPrefix(data, []byte(j.trim[:1])), []byte(j.trim[1:]))
		} else if !bytes.HasSuffix(data, []byte{'\n'}) {
			data = append(data, '\n')
		}
		inputs = append(inputs, data)
	}
	out := append(make([]byte, 0, n+n/8), j.open...)
	for turn := 0; len(out) < n; turn++ {
		if turn > 0 || j.open != "[" {
			out = append(out, j.between...)
		}
		out = appendVaried(out, inputs[turn%len(inputs)], uint64(turn))
	}
	return append(out, j.end...)
}

// appendVaried appends data with other digits in its numbers and other
// letters at the ends of its identifiers, the same for the same word of one
// turn. Lengths stay, and so do short numbers, the words of tools, the keys
// of JSON and the heads of hunks, whose numbers are counts.
func appendVaried(dst, data []byte, turn uint64) []byte {
	for i := 0; i < len(data); {
		if c := data[i]; c == '@' && bytes.HasPrefix(data[i:], []byte("@@")) && (i == 0 || data[i-1] == '\n') {
			end := i + bytes.IndexByte(data[i:], '\n')
			dst = append(dst, data[i:end]...)
			i = end
			continue
		} else if !wordByte(c) || turn == 0 {
			dst = append(dst, c)
			i++
			continue
		}
		end := i + 1
		for end < len(data) && wordByte(data[end]) {
			end++
		}
		word := data[i:end]
		key := bytes.HasPrefix(data[end:], []byte(`":`))
		dst = append(dst, word...)
		if !key {
			varyWord(dst[len(dst)-len(word):], turn)
		}
		i = end
	}
	return dst
}

func wordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

func varyWord(word []byte, turn uint64) {
	seed := maphash.Bytes(varySeed, word) + turn*0x9e3779b97f4a7c15
	digits := bytes.Trim(word, "0123456789")
	switch {
	case len(digits) == 0:
		for i := range word {
			if i > 0 && len(word) > 2 {
				word[i] = '0' + byte(seed>>(i%8*8)%10)
			}
		}
	case isName(word):
		for i := len(word) - 3; i < len(word); i++ {
			if c := word[i]; c >= 'a' && c <= 'z' {
				word[i] = 'a' + byte(seed>>(i%8*8)%26)
			}
		}
	}
}

// varySeed makes one run of the benchmark like itself; nothing depends on it.
var varySeed = maphash.MakeSeed()

// isName tells whether a program's author, not a tool's, made the word.
func isName(word []byte) bool {
	if len(word) < 6 || bytes.HasSuffix(word, []byte("Error")) || bytes.HasSuffix(word, []byte("Exception")) {
		return false
	}
	for _, c := range word[1:] {
		if c == '_' || c >= 'A' && c <= 'Z' && word[0] >= 'a' {
			return true
		}
	}
	return false
}

// TestGrown: the blocks of the benchmark are what they are called.
func TestGrown(t *testing.T) {
	for _, g := range grown {
		data := grow(t, g.cases, g.join, 300_000)
		res := plainly(t, data, Options{})
		if got := res.Shape.String(); !bytes.HasPrefix([]byte(g.shape), []byte(got)) && g.shape != "plain" && g.shape != "session" {
			t.Errorf("%s is taken for %s", g.shape, got)
		}
		if bytes.Equal(data[:100_000], data[len(data)/2:len(data)/2+100_000]) {
			t.Errorf("%s repeats itself", g.shape)
		}
	}
}
