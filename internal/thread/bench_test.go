package thread

import (
	"fmt"
	"strings"
	"testing"

	"elide.example/elide/internal/jsonspan"
)

// long is a request of Anthropic's with so many calls, 10 kB each.
func long(calls int) []byte {
	var b strings.Builder
	b.WriteString(`{"system":"s","messages":[{"role":"user","content":"a"}`)
	output := strings.Repeat(`2026-11-21T10:00:00Z INFO \"request\" took 5 ms\n`, 200)
	for i := range calls {
		fmt.Fprintf(&b, `,{"role":"assistant","content":[{"type":"text","text":"I look."},{"type":"tool_use","id":"t%d","name":"Bash","input":{"command":"ls"}}]}`, i)
		fmt.Fprintf(&b, `,{"role":"user","content":[{"type":"tool_result","tool_use_id":"t%d","content":"%s"}]}`, i, output)
	}
	b.WriteString("]}")
	return []byte(b.String())
}

func BenchmarkRead(b *testing.B) {
	body := long(1000)
	doc, err := jsonspan.Parse(body)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("parse", func(b *testing.B) {
		b.SetBytes(int64(len(body)))
		b.ReportAllocs()
		for b.Loop() {
			jsonspan.Parse(body)
		}
	})
	b.Run("read", func(b *testing.B) {
		b.SetBytes(int64(len(body)))
		b.ReportAllocs()
		for b.Loop() {
			Read(doc)
		}
	})
	th := mustRead(b, body)
	b.Run("check", func(b *testing.B) {
		b.SetBytes(int64(len(body)))
		b.ReportAllocs()
		for b.Loop() {
			Check(th)
		}
	})
	b.Run("steps", func(b *testing.B) {
		b.SetBytes(int64(len(body)))
		for b.Loop() {
			th.Turns()
		}
	})
}
