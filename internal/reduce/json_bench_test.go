package reduce

import (
	"strings"
	"testing"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/reduce/jsondoc"
)

func BenchmarkJSONNumbers(b *testing.B) {
	benchmarkJSON(b, "["+strings.Repeat("1,", 1_000_000)+"1]")
}

func BenchmarkJSONRecords(b *testing.B) {
	benchmarkJSON(b, "["+strings.Repeat(`{"id":17,"name":"a name","ok":true,"tags":["a","b"]},`+"\n", 20_000)+"{}]")
}

func benchmarkJSON(b *testing.B, text string) {
	s := testSection(text)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		jsondoc.Reduce(s, make([]mark.Mark, s.Len()))
	}
}

// testSection returns the text as one section.
func testSection(text string) block.Section {
	b := block.New([]byte(text))
	return block.Section{Block: b, End: b.Len()}
}
