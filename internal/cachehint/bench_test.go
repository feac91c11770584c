package cachehint

import (
	"fmt"
	"strings"
	"testing"

	"elide.example/elide/internal/wire"
)

// conversation is a request of about 1 MB: 40 tools, a system prompt of 60 kB
// and 60 results.
func conversation() string {
	var b strings.Builder
	b.WriteString(`{"model":"m","tools":[`)
	for i := range 40 {
		fmt.Fprintf(&b, `{"name":"tool_%d","description":"%s","input_schema":{"type":"object"}},`, i*7%40, strings.Repeat("what it does ", 30))
	}
	b.WriteString(`{"name":"a","input_schema":{}}],"system":[{"type":"text","text":"`)
	b.WriteString(strings.Repeat(`You are an agent. Edit src/main.go at line 120 by 2026.\n`, 1000))
	b.WriteString(`"}],"messages":[{"role":"user","content":"u"}`)
	for i := range 60 {
		fmt.Fprintf(&b, `,{"role":"assistant","content":[{"type":"tool_use","id":"t%d","name":"Bash","input":{"command":"go test"}}]}`, i)
		fmt.Fprintf(&b, `,{"role":"user","content":[{"type":"tool_result","tool_use_id":"t%d","content":"%s"}]}`, i, strings.Repeat(`ok  \tpkg 0.1s\n`, 1000))
	}
	return b.String() + "]}"
}

func BenchmarkEdits(b *testing.B) {
	r := parse(b, wire.Messages, conversation())
	for name, o := range map[string]Options{"off": {}, "warn": {Warn: true}, "layout": {Layout: true}, "hints": {Hints: true}} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(r.Root.Raw())))
			for b.Loop() {
				o.Edits(r)
			}
		})
	}
}
