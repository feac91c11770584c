package jsonspan

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"
)

// conversation is a request of about a megabyte with 60 tool results, as an
// agent sends it: source with tabs, test logs with quotes, some that is not
// ASCII.
func conversation() []byte {
	var b strings.Builder
	b.WriteString(`{"model":"m","max_tokens":32000,"stream":true,"messages":[{"role":"user","content":"fix the tests"}`)
	for i := range 60 {
		fmt.Fprintf(&b, `,{"role":"assistant","content":[{"type":"tool_use","id":"toolu_%03d","name":"Bash","input":{"command":"go test ./internal/p%d"}}]}`, i, i)
		b.WriteString(`,{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_`)
		fmt.Fprintf(&b, `%03d","content":`, i)
		b.Write(AppendString(nil, []byte(strings.Repeat(blocks[i%len(blocks)], 17000/len(blocks[i%len(blocks)])))))
		b.WriteString(`}]}`)
	}
	b.WriteString(`]}`)
	return []byte(b.String())
}

var blocks = []string{
	"=== RUN   TestParse/empty\n    parse_test.go:41: got \"\", want \"x\"\n--- FAIL: TestParse/empty (0.00s)\n",
	"func (p *parser) next() byte {\n\tif p.at < len(p.text) {\n\t\treturn p.text[p.at]\n\t}\n\treturn 0\n}\n\n",
	"2026-11-22T01:02:03.456Z INFO  server.go:120 request served path=/v1/items status=200 bytes=5120 duration=12ms\n",
	"│ naïve café │ 12 │ ✓ │ a table with signs that are not ASCII │\n",
}

func BenchmarkParse(b *testing.B) {
	text := conversation()
	for _, c := range []struct {
		name string
		do   func() bool
	}{
		{"this", func() bool { _, err := Parse(text); return err == nil }},
		{"json.Valid", func() bool { return json.Valid(text) }},
		{"utf8.Valid", func() bool { return utf8.Valid(text) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				if !c.do() {
					b.Fatal("not taken")
				}
			}
		})
	}
}

func BenchmarkStrings(b *testing.B) {
	doc, err := Parse(conversation())
	if err != nil {
		b.Fatal(err)
	}
	b.Run("AppendText", func(b *testing.B) {
		b.SetBytes(int64(len(doc.Text())))
		var text []byte
		for b.Loop() {
			for m := range doc.Root().Get("messages").Elements() {
				for block := range m.Get("content").Elements() {
					text, _ = block.Get("content").AppendText(text[:0])
				}
			}
		}
	})
	b.Run("AppendString", func(b *testing.B) {
		text := []byte(strings.Repeat(strings.Join(blocks, ""), 100))
		var quoted []byte
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			quoted = AppendString(quoted[:0], text)
		}
	})
}
