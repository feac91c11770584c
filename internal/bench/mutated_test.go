package bench

import (
	"bytes"
	"context"
	"math/rand"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"elide.example/elide/internal/longtest"
	"elide.example/elide/internal/pipeline"
	"elide.example/elide/internal/store"
)

// TestMutatedNeverLarger: the guard of the pipeline estimates, and by the exact
// count no output has more tokens than its input either. Real outputs are flipped,
// cut, doubled and spliced at random; ELIDE_TEST_MUTATED says how many (3,000).
func TestMutatedNeverLarger(t *testing.T) {
	longtest.Asked(t)
	n := 3000
	if s := os.Getenv("ELIDE_TEST_MUTATED"); s != "" {
		n, _ = strconv.Atoi(s)
	}
	inputs := shortInputs(t)
	st, err := store.Open(t.TempDir(), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	count := O200k("")
	random := rand.New(rand.NewSource(1))
	near, worst := 0, 0
	for range n {
		input := mutated(random, inputs)
		res, err := pipeline.Reduce(context.Background(), bytes.NewReader(input), pipeline.Options{MinBytes: -1}, st)
		if err != nil {
			t.Fatal(err)
		}
		if !res.Reduced || res.TokensOut < res.Tokens*3/4 { // so far off is no estimate
			continue
		}
		before, err := count(input)
		if err != nil {
			t.Fatal(err)
		}
		after, err := count(res.Text)
		if err != nil {
			t.Fatal(err)
		}
		near++
		worst = max(worst, (res.Tokens-res.TokensOut)-(before-after))
		if os.Getenv("ELIDE_TEST_MUTATED") != "" {
			t.Logf("NEAR %s in %d est-saved %d exact-saved %d", res.Shape, before, res.Tokens-res.TokensOut, before-after)
		}
		if after > before {
			t.Errorf("%s: %d tokens of %d; by the estimate %d of %d", res.Shape, after, before, res.TokensOut, res.Tokens)
		}
	}
	t.Logf("%d of %d were near; the estimate saved up to %d tokens more than there were to save", near, n, worst)
	if near == 0 {
		t.Error("no output was near its input: nothing was tried")
	}
}

// shortInputs returns the inputs of the corpus that are quickly reduced.
func shortInputs(t *testing.T) (inputs [][]byte) {
	t.Helper()
	names, err := filepath.Glob("../../testdata/corpus/*/input")
	if err != nil || len(names) == 0 {
		t.Fatal("no corpus: ", err)
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if len(data) > 0 {
			inputs = append(inputs, data[:min(len(data), 12_000)])
		}
	}
	return inputs
}

// mutated returns a part of an input with some bytes and lines changed.
func mutated(r *rand.Rand, inputs [][]byte) []byte {
	from := inputs[r.Intn(len(inputs))]
	start := r.Intn(len(from))
	data := bytes.Clone(from[start:min(len(from), start+1+r.Intn(4000))])
	for range r.Intn(6) {
		at := r.Intn(len(data))
		end := min(len(data), at+1+r.Intn(200))
		switch r.Intn(5) {
		case 0:
			data[at] ^= 1 << r.Intn(8)
		case 1:
			data = append(data[:at:at], data[end:]...)
		case 2:
			data = append(data[:end:end], data[at:]...)
		case 3:
			other := inputs[r.Intn(len(inputs))]
			data = append(append(data[:at:at], other[:min(len(other), r.Intn(1000))]...), data[at:]...)
		case 4:
			lines := bytes.SplitAfter(data, []byte{'\n'})
			i, j := r.Intn(len(lines)), r.Intn(len(lines))
			lines[i], lines[j] = lines[j], lines[i]
			data = bytes.Join(lines, nil)
		}
		if len(data) == 0 {
			return []byte("\n")
		}
	}
	return data
}
