package tokens

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"elide.example/elide/internal/longtest"
)

const corpus = "../../testdata/corpus/*/input"

// TestEstimateOnCorpus holds the estimate to 10 % of the exact count on 95 %
// of the corpus's blocks.
func TestEstimateOnCorpus(t *testing.T) {
	longtest.Asked(t)
	codec := o200k(t)
	all, near := 0, 0
	for _, name := range globs(t, corpus) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		exact, err := codec.Count(string(text))
		if err != nil {
			t.Fatal(err)
		}
		all++
		if off := float64(Estimate(text))/float64(exact) - 1; off >= -0.1 && off <= 0.1 {
			near++
		} else {
			t.Logf("%+.1f %% of %d tokens: %s", 100*off, exact, name)
		}
	}
	if all < 50 || float64(near) < 0.95*float64(all) {
		t.Errorf("within 10 %% on %d of %d blocks", near, all)
	}
}

// TestEstimateByLines: the lines of a text cost what the text costs.
func TestEstimateByLines(t *testing.T) {
	for _, name := range globs(t, corpus) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		sum := 0
		for line := range bytes.Lines(text) {
			sum += Estimate(line)
		}
		if whole := Estimate(text); whole > 200 && (float64(sum) < 0.95*float64(whole) || float64(sum) > 1.06*float64(whole)) {
			t.Errorf("%s: %d by lines, %d as a whole", name, sum, whole)
		}
	}
}

// TestEstimateOfRuns: what no table knows still costs about what it costs.
func TestEstimateOfRuns(t *testing.T) {
	codec := o200k(t)
	for _, s := range []string{"-", " ", "\n", "a", "0", "中", "я", "─", "\x1b", "{}", "word ", "x = 1;\n", "  \n", ")\n\n\n\n\n\n"} {
		text := strings.Repeat(s, 3000)
		exact, err := codec.Count(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := Estimate([]byte(text)); got < exact/3-1 || got > exact*3+1 {
			t.Errorf("%q 3000 times: estimate %d, exact %d", s, got, exact)
		}
	}
}

func TestEstimateOfMarks(t *testing.T) {
	codec := o200k(t)
	for _, s := range []string{"⟦12-80⟧", "⟦elided:0123456789ab 1234 lines⟧", "⟦7⟧\n", "⟦112-180⟧\n", "⟦100234-200456⟧"} {
		exact, err := codec.Count(s)
		if err != nil {
			t.Fatal(err)
		}
		if got := Estimate([]byte(s)); got < exact-1 || got > exact+1 {
			t.Errorf("%s: estimate %d, exact %d", s, got, exact)
		}
	}
}

// TestEstimateOfLargeText: sampling doesn't change what a text costs by much.
func TestEstimateOfLargeText(t *testing.T) {
	var text []byte
	for _, name := range globs(t, corpus) {
		part, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		text = append(text, part...)
	}
	text = bytes.Repeat(text, largeText/len(text)+1)
	sampled, all := Estimate(text), sumCosts(text)/unit
	if off := float64(sampled)/float64(all) - 1; off < -0.1 || off > 0.1 {
		t.Errorf("sampled %d tokens, %d in all", sampled, all)
	}
}

func FuzzEstimate(f *testing.F) {
	f.Add([]byte("ok  \tpkg\t0.1s\n"))
	f.Add([]byte(" \xff\xf0\x9f\x99\x82──\r\n\x00"))
	f.Fuzz(func(t *testing.T, text []byte) {
		n := Estimate(text)
		if n < 0 || n > len(text) && len(text) > 0 || (n == 0) != (len(text) == 0) {
			t.Errorf("%d tokens for %d bytes", n, len(text))
		}
		for i := 0; i < len(text); {
			_, k, size := next(text[i:])
			if k < 1 || size < 1 || k > len(text)-i || size > k {
				t.Fatalf("piece of %d bytes and size %d at %d of %d", k, size, i, len(text))
			}
			i += k
		}
	})
}

func BenchmarkEstimate(b *testing.B) {
	text := bytes.Repeat([]byte("2026-11-21T10:00:00.123Z INFO  [worker-7] com.example.Pool: acquired connection id=4f3a9c in 12 ms\n"), 10_000)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		Estimate(text)
	}
}
