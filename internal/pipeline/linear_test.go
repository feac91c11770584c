package pipeline

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"elide.example/elide/internal/bench/speed"
)

// grown says from which cases of the corpus a long block of a shape is made.
// Cases of one shape are of one tool, as a long block is.
var grown = []struct {
	shape string
	cases []string
	join  speed.Joint
}{
	{"json-array", []string{"json-noderel-01"}, speed.Joint{Open: "[", Between: ",\n", End: "]\n", Trim: "[]"}},
	{"json-object", []string{"json-packagelock-01", "npm-view-01"}, speed.Joint{Open: "{\"a\":1", Between: ",\n", End: "}\n", Trim: "{}"}},
	{"json-lines", []string{"jsonl-ruff-01"}, speed.Joint{}},
	{"test-log", []string{"gotest-v-01"}, speed.Joint{}},
	{"test-log-pytest", []string{"pytest-params-01", "pytest-color-01"}, speed.Joint{}},
	{"build-log", []string{"gcc-warnflood-01", "gcc-err-01"}, speed.Joint{}},
	{"build-log-ruff", []string{"ruff-full-01", "ruff-01"}, speed.Joint{}},
	{"log", []string{"log-pyservice-01"}, speed.Joint{}},
	{"log-httpd", []string{"log-httpd-01"}, speed.Joint{}},
	{"stack", []string{"java-stack-01", "jstack-01"}, speed.Joint{}},
	{"grep", []string{"grep-rn-01"}, speed.Joint{}},
	{"diff", []string{"gitdiff-small-01", "gitdiff-lock-01", "gitdiff-small-02"}, speed.Joint{}},
	{"source-brace", []string{"src-go-01"}, speed.Joint{}},
	{"source-indent", []string{"py-source-01"}, speed.Joint{}},
	{"prose", []string{"prose-readme-01", "prose-semver-01"}, speed.Joint{}},
	{"table", []string{"sqlite-table-01"}, speed.Joint{}},
	{"listing", []string{"find-01"}, speed.Joint{}},
	{"listing-ls", []string{"ls-lR-01"}, speed.Joint{}},
	{"plain", []string{"strace-01", "valgrind-01"}, speed.Joint{}},
	{"session", []string{"mixed-session-01"}, speed.Joint{}},
}

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

// grow makes a block of about n bytes from the cases' inputs.
func grow(t testing.TB, cases []string, j speed.Joint, n int) []byte {
	t.Helper()
	var inputs [][]byte
	for _, id := range cases {
		data, err := os.ReadFile(filepath.Join("../../testdata/corpus", id, "input"))
		if err != nil {
			t.Fatal(err)
		}
		inputs = append(inputs, data)
	}
	return speed.Long(inputs, j, n)
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
