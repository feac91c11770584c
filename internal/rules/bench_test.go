package rules

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// corpusLines are the lines of the committed corpus.
func corpusLines(b *testing.B) (lines [][]byte, size int) {
	names, _ := filepath.Glob("../../testdata/corpus/*/input")
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			b.Fatal(err)
		}
		for line := range bytes.Lines(text) {
			if line = bytes.TrimSpace(line); len(line) > 0 {
				lines = append(lines, line)
				size += len(line)
			}
		}
	}
	if len(lines) == 0 {
		b.Fatal("no corpus")
	}
	return lines, size
}

// BenchmarkFind asks each room of each line of the corpus.
func BenchmarkFind(b *testing.B) {
	lines, size := corpusLines(b)
	for _, room := range Rooms() {
		if len(embedded[room].rules) == 0 {
			continue
		}
		b.Run(room.String(), func(b *testing.B) {
			b.SetBytes(int64(size))
			b.ReportAllocs()
			for b.Loop() {
				for _, line := range lines {
					Find(room, line)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(lines)), "ns/line")
		})
	}
}

// userRules are 500 rules as a user may write them.
func userRules() string {
	var text strings.Builder
	for i := range 500 {
		fmt.Fprintf(&text, "test noise start \"%s%d: step \" then digits end\n", []string{"acme", "tool", "run-", "[x] "}[i%4], i)
	}
	return text.String()
}

// BenchmarkUser parses and compiles 500 rules, as at the start of a process whose
// user has them.
func BenchmarkUser(b *testing.B) {
	text := userRules()
	b.ReportAllocs()
	for b.Loop() {
		readUser(b, text)
	}
}

func readUser(t testing.TB, text string) *Set {
	f, err := Parse("user.rules", text)
	if err != nil {
		t.Fatal(err)
	}
	s, err := Compile(f)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// What 500 rules of a user's take: 0.8 ms of processor time were measured with 2,123 allocations.
func TestUserRulesAreFewAllocations(t *testing.T) {
	text := userRules()
	if n := testing.AllocsPerRun(10, func() { readUser(t, text) }); n > 2500 {
		t.Errorf("%v allocations for 500 rules", n)
	}
	if cells := len(readUser(t, text).own[Test].start.cells); cells > 4000 {
		t.Errorf("%d cells for 500 rules", cells)
	}
}
