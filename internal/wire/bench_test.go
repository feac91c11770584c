package wire

import (
	"fmt"
	"strings"
	"testing"

	"elide.example/elide/internal/jsonspan"
)

// BenchmarkParse reads a request of about a megabyte with 60 tool results: its
// bytes, and what is in it.
func BenchmarkParse(b *testing.B) {
	var s strings.Builder
	s.WriteString(`{"model":"m","system":"s","messages":[{"role":"user","content":"x"}`)
	output := string(jsonspan.AppendString(nil, []byte(strings.Repeat("    parse_test.go:41: got \"\", want \"x\"\n", 400))))
	for i := range 60 {
		fmt.Fprintf(&s, `,{"role":"assistant","content":[{"type":"tool_use","id":"t%d","name":"Bash","input":{"command":"go test ./p%d"}}]}`, i, i)
		fmt.Fprintf(&s, `,{"role":"user","content":[{"type":"tool_result","tool_use_id":"t%d","content":%s}]}`, i, output)
	}
	text := []byte(s.String() + "]}")
	b.Run("bytes", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			jsonspan.Parse(text)
		}
	})
	doc, err := jsonspan.Parse(text)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("request", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		b.ReportAllocs()
		for b.Loop() {
			if r, err := Parse(Messages, doc); err != nil || len(r.Results) != 60 {
				b.Fatal(err)
			}
		}
	})
	b.Run("uses", func(b *testing.B) {
		r, _ := Parse(Messages, doc)
		for b.Loop() {
			for _, x := range r.Results {
				x.Call.Use()
			}
		}
	})
}
