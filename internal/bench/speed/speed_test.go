//go:build unix

package speed

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"

	"elide.example/elide/internal/pipeline"
	"elide.example/elide/internal/spool"
	"elide.example/elide/internal/store"
)

// corpus is where the cases are.
const corpus = "../../../testdata/corpus"

// joints are how cases of a shape become one block of it, where not end to end.
var joints = map[string]Joint{
	"json-array":  {"[", ",\n", "]\n", "[]"},
	"json-object": {"{\"a\":1", ",\n", "}\n", "{}"},
}

// cases returns the inputs of the corpus by their shape.
func cases(t testing.TB) (shapes []string, inputs map[string][][]byte) {
	t.Helper()
	names, err := filepath.Glob(corpus + "/*/case.json")
	if err != nil || len(names) == 0 {
		t.Fatal("no cases: ", err)
	}
	inputs = map[string][][]byte{}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var c struct{ Shape string }
		if err := json.Unmarshal(data, &c); err != nil {
			t.Fatal(name, err)
		}
		input, err := os.ReadFile(filepath.Join(filepath.Dir(name), "input"))
		if err != nil {
			t.Fatal(err)
		}
		if inputs[c.Shape] == nil {
			shapes = append(shapes, c.Shape)
		}
		inputs[c.Shape] = append(inputs[c.Shape], input)
	}
	return shapes, inputs
}

// BenchmarkShape is the whole path of 10 MB of each shape, as from standard input to
// the entry in the store, beside gzip on the same bytes, in processor time.
//
//	GOGC=400 go test ./internal/bench/speed -run '^$' -bench Shape -cpu 1 -benchtime 3x
func BenchmarkShape(b *testing.B) {
	shapes, inputs := cases(b)
	for _, shape := range shapes {
		b.Run(shape, func(b *testing.B) {
			data := Long(inputs[shape], joints[shape], 10_000_000)
			b.Run("elide", func(b *testing.B) {
				measure(b, data, syscall.RUSAGE_SELF, func(dir string) { reduce(b, data, dir) })
			})
			for _, level := range []string{"-1", "-6"} {
				b.Run("gzip"+level, func(b *testing.B) {
					measure(b, data, syscall.RUSAGE_CHILDREN, func(string) { pipeThrough(b, data, "gzip", level) })
				})
			}
		})
	}
}

// measure reports what fn takes of the processors, which is far steadier than the time
// that passes. Each call has a folder of its own.
func measure(b *testing.B, data []byte, who int, fn func(dir string)) {
	dir := b.TempDir()
	b.SetBytes(int64(len(data)))
	before := processorTime(b, who)
	calls := 0
	for b.Loop() {
		fn(filepath.Join(dir, strconv.Itoa(calls)))
		calls++
	}
	used := processorTime(b, who) - before
	b.ReportMetric(used.Seconds()*1000/float64(calls), "cpu-ms/op")
}

func processorTime(t testing.TB, who int) time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(who, &used); err != nil {
		t.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// reduce is what the filter does with what it reads.
func reduce(t testing.TB, data []byte, dir string) pipeline.Result {
	st, err := store.Open(dir, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var held spool.Spool
	defer held.Close()
	if _, err := held.ReadFrom(bytes.NewReader(data)); err != nil {
		t.Fatal(err)
	}
	res, err := pipeline.Reduce(context.Background(), &held, pipeline.Options{}, st)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func pipeThrough(t testing.TB, data []byte, name string, args ...string) {
	cmd := exec.Command(name, args...)
	cmd.Stdin = bytes.NewReader(data)
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
}

// TestLong: what is measured is reduced, doesn't repeat itself and is the same each time.
func TestLong(t *testing.T) {
	shapes, inputs := cases(t)
	for _, shape := range shapes {
		size := 0
		for _, input := range inputs[shape] {
			size += len(input)
		}
		data := Long(inputs[shape], joints[shape], 2*size)
		if half := data[size : size+size/2]; bytes.Contains(data[:size], half) || bytes.Equal(data[:size/2], half) {
			t.Errorf("%s repeats itself", shape)
		}
		if !bytes.Equal(data, Long(inputs[shape], joints[shape], 2*size)) {
			t.Errorf("%s is different each time", shape)
		}
		if res := reduce(t, data, t.TempDir()); !res.Reduced {
			t.Errorf("%s is not reduced: %s", shape, res.Reason)
		}
	}
}
