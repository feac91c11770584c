package cachehint

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"elide.example/elide/internal/jsonspan"
	"elide.example/elide/internal/laws"
	"elide.example/elide/internal/wire"
)

// mark draws a breakpoint as a first member, or nothing.
func mark(t *rapid.T) string {
	return rapid.SampledFrom([]string{"", "", "", `"cache_control":{"type":"ephemeral"},`, `"cache_control":{"ttl":"1h","type":"ephemeral"},`}).Draw(t, "mark")
}

func list(t *rapid.T, label string, one func() string) string {
	var all []string
	for range rapid.IntRange(0, 4).Draw(t, label) {
		all = append(all, one())
	}
	return "[" + strings.Join(all, rapid.SampledFrom([]string{",", " ,\n "}).Draw(t, "comma")) + "]"
}

// request draws a request of Anthropic's.
func request(t *rapid.T) string {
	name := rapid.SampledFrom([]string{`"name":"a"`, `"name":"b"`, `"name":"\u0063"`, `"type":"web"`, `"mcp_server_name":"m"`, `"x":0`})
	later := rapid.SampledFrom([]string{"", "", `,"defer_loading":true`})
	text := rapid.SampledFrom([]string{"x", "", "a 2026-01-02T03:04:05Z"})
	members := []string{
		`"model":"m"`,
		`"tools":` + list(t, "tools", func() string { return "{" + mark(t) + name.Draw(t, "name") + later.Draw(t, "later") + "}" }),
		`"messages":` + list(t, "messages", func() string {
			return `{"role":"user","content":` + list(t, "blocks", func() string { return `{` + mark(t) + `"type":"text","text":"t"}` }) + `}`
		}),
	}
	switch rapid.IntRange(0, 2).Draw(t, "system") {
	case 1:
		members = append(members, `"system":"`+text.Draw(t, "text")+`"`)
	case 2:
		members = append(members, `"system":`+list(t, "system", func() string {
			return `{` + mark(t) + `"type":"text","text":"` + text.Draw(t, "text") + `"}`
		}))
	}
	return "{" + mark(t) + strings.Join(rapid.Permutation(members).Draw(t, "order"), ",") + "}"
}

func options(t *rapid.T) Options {
	return Options{Warn: rapid.Bool().Draw(t, "warn"), Layout: rapid.Bool().Draw(t, "layout"), Hints: rapid.Bool().Draw(t, "hints")}
}

// lives returns the breakpoints of a request in the order of the prompt, an
// hour as 'h' and minutes as 'm'. That of the whole request stands last.
func lives(request jsonspan.Value) string {
	var out strings.Builder
	one := func(v jsonspan.Value) {
		switch c := v.Get(cacheControl); {
		case c.Get("ttl").Is("1h"):
			out.WriteByte('h')
		case c.Exists():
			out.WriteByte('m')
		}
	}
	for _, part := range []string{"tools", "system"} {
		for e := range request.Get(part).Elements() {
			one(e)
		}
	}
	for m := range request.Get("messages").Elements() {
		for block := range m.Get("content").Elements() {
			one(block)
		}
	}
	one(request)
	return out.String()
}

// allowed tells whether Anthropic takes these breakpoints.
func allowed(lives string) bool {
	return len(lives) <= maxBreakpoints && !strings.Contains(lives, "mh")
}

// TestLaws: what the provider took it takes, twice is once, nothing but
// breakpoints and the order of tools differs, and off is off.
func TestLaws(t *testing.T) {
	laws.Check(t, func(t *rapid.T) {
		in, o := request(t), options(t)
		out := apply(t, wire.Messages, in, o)
		had, has := lives(parse(t, wire.Messages, in).Root), lives(parse(t, wire.Messages, out).Root)
		if allowed(had) && !allowed(has) {
			t.Fatalf("%s\nbecomes %s\nwith %q, had %q", in, out, has, had)
		}
		if again := apply(t, wire.Messages, out, o); again != out {
			t.Fatalf("%s\nonce:  %s\ntwice: %s", in, out, again)
		}
		if had != "" && !o.Hints && out != in {
			t.Fatalf("%s\nhas breakpoints, and becomes %s", in, out)
		}
		if !o.Hints && !o.Layout && out != in {
			t.Fatalf("%s\nbecomes %s, and all is off", in, out)
		}
		if diff := cmp.Diff(plain(t, in, o.Layout && had == ""), plain(t, out, false)); diff != "" {
			t.Fatalf("%s\nbecomes %s\nand differs in %s", in, out, diff)
		}
	})
}

// plain decodes a request, without breakpoints, with its tools in order, and
// with a system prompt of blocks.
func plain(t *rapid.T, body string, order bool) any {
	var v map[string]any
	if err := json.Unmarshal([]byte(body), &v); err != nil {
		t.Fatal(err)
	}
	if tools := v["tools"].([]any); order {
		inOrder(tools)
	}
	if text, ok := v["system"].(string); ok {
		v["system"] = []any{map[string]any{"type": "text", "text": text}}
	}
	unmarked(v)
	return v
}

// inOrder sorts tools by insertion, if each has a name.
func inOrder(tools []any) {
	name := func(i int) string {
		for _, key := range []string{"name", "mcp_server_name", "type"} {
			if s, ok := tools[i].(map[string]any)[key].(string); ok {
				return s
			}
		}
		return ""
	}
	for i := range tools {
		if name(i) == "" {
			return
		}
	}
	for i := range tools {
		for j := i; j > 0 && name(j) < name(j-1); j-- {
			tools[j], tools[j-1] = tools[j-1], tools[j]
		}
	}
}

func unmarked(v any) {
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			unmarked(e)
		}
	case map[string]any:
		delete(v, cacheControl)
		for _, member := range v {
			unmarked(member)
		}
	}
}
