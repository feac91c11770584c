package steer

import (
	"fmt"
	"strings"
	"testing"

	"elide.example/elide/internal/wire"
)

// BenchmarkEdits is of a request of about 1 MB with a system prompt of 60 kB.
func BenchmarkEdits(b *testing.B) {
	var body strings.Builder
	body.WriteString(`{"tools":[{"name":"Bash"}],"output_config":{"effort":"high"},"system":[{"type":"text","text":"`)
	body.WriteString(strings.Repeat(`You are an agent. Edit src/main.go at line 120.\n`, 1200))
	body.WriteString(`"}],"messages":[{"role":"user","content":"u"}`)
	for i := range 60 {
		fmt.Fprintf(&body, `,{"role":"assistant","content":[{"type":"tool_use","id":"t%d","name":"Bash","input":{"command":"go test"}}]}`, i)
		fmt.Fprintf(&body, `,{"role":"user","content":[{"type":"tool_result","tool_use_id":"t%d","content":"%s"}]}`, i, strings.Repeat(`ok  \tpkg 0.1s\n`, 1000))
	}
	r := parse(b, wire.Messages, body.String()+"]}")
	o := Options{Directive: true, Profile: Terse, BaseEffort: "high", MechanicalEffort: "low"}
	b.SetBytes(int64(len(r.Root.Raw())))
	for b.Loop() {
		o.Edits(r)
	}
}
