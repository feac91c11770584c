package steer

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"elide.example/elide/internal/cachehint"
	"elide.example/elide/internal/jsonspan"
	"elide.example/elide/internal/laws"
	"elide.example/elide/internal/wire"
)

// drawn is a request of an API, in parts so that a longer conversation can be
// made of it.
type drawn struct {
	api     wire.API
	members []string // in any order
	list    string   // the name of the conversation's member, which stands last
	turns   []string
}

func (d drawn) body(turns int) string {
	members := append(append([]string{}, d.members...), `"`+d.list+`":[`+strings.Join(d.turns[:turns], ",")+`]`)
	return "{" + strings.Join(members, ", ") + "}"
}

func oneOf(t *rapid.T, label string, choices ...string) string {
	return rapid.SampledFrom(choices).Draw(t, label)
}

// request draws a request. Members that are "" are left out.
func request(t *rapid.T) drawn {
	d := rapid.Custom(func(t *rapid.T) drawn {
		switch api := rapid.SampledFrom([]wire.API{wire.Messages, wire.CountTokens, wire.Chat, wire.Responses, wire.Generate, wire.Invoke, wire.Converse}).Draw(t, "api"); api {
		case wire.Chat:
			return chatRequest(t)
		case wire.Responses:
			return responsesRequest(t)
		case wire.Generate:
			return geminiRequest(t)
		case wire.Converse:
			return converseRequest(t)
		default:
			return anthropicRequest(t, api)
		}
	}).Draw(t, "request")
	var members []string
	for _, m := range rapid.Permutation(d.members).Draw(t, "order") {
		if m != "" {
			members = append(members, m)
		}
	}
	d.members = members
	return d
}

func anthropicRequest(t *rapid.T, api wire.API) drawn {
	return drawn{api, []string{
		`"model":"m"`, `"anthropic_version":"v"`,
		oneOf(t, "system", "", `"system":""`, `"system":"a\n\u00e9\\"`, `"system":[]`, `"system":[ {"type":"text","text":"a"} ]`,
			`"system":[{"type":"text","text":"a"},{"type":"text","text":"b","cache_control":{"type":"ephemeral","ttl":"1h"}}]`),
		oneOf(t, "tools", "", `"tools":[]`, `"tools":[{"name":"b","input_schema":{}},{"name":"a","input_schema":{}}]`,
			`"tools":[{"name":"b","defer_loading":true},{"name":"a","cache_control":{"type":"ephemeral","ttl":"1h"}}]`),
		oneOf(t, "effort", "", `"output_config":{"effort":"high"}`, `"output_config":{"effort":"low"}`, `"output_config":{}`),
	}, "messages", turns(t,
		`{"role":"user","content":"u"}`, `{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"ok"}]}`,
		`{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"Bash","input":{"cache_control":1}}]}`,
		`{"role":"user","content":[{"type":"text","text":"u","cache_control":{"type":"ephemeral"}}]}`)}
}

func chatRequest(t *rapid.T) drawn {
	d := drawn{wire.Chat, []string{
		`"model":"m"`,
		oneOf(t, "tools", "", `"tools":[{"type":"function","function":{"name":"b"}},{"type":"function","function":{"name":"a"}}]`, `"functions":[{"name":"f"}]`),
		oneOf(t, "effort", "", `"reasoning_effort":"high"`, `"reasoning_effort":null`),
	}, "messages", turns(t, `{"role":"user","content":"u"}`, `{"role":"tool","tool_call_id":"t","content":"ok"}`,
		`{"role":"assistant","tool_calls":[{"id":"t","function":{"name":"f","arguments":"{}"}}]}`)}
	system := oneOf(t, "system", "", `{"role":"system","content":"a"}`, `{"role":"developer","content":[]}`,
		`{"role":"system","content":"a"},{"role":"developer","content":[{"type":"text","text":"b"}]}`)
	d.turns[0] = strings.TrimPrefix(system+`,{"role":"user","content":"first"}`, ",")
	return d
}

func responsesRequest(t *rapid.T) drawn {
	d := drawn{wire.Responses, []string{
		`"model":"m"`,
		oneOf(t, "store", "", `"store":false`, `"store":true`),
		oneOf(t, "instructions", "", `"instructions":"a"`, `"instructions":null`),
		oneOf(t, "prompt", "", `"prompt":{"id":"p"}`),
		oneOf(t, "tools", "", `"tools":[{"type":"function","name":"b"},{"type":"web_search"},{"type":"function","name":"a"}]`),
		oneOf(t, "effort", "", `"reasoning":{"effort":"high"}`, `"reasoning":{}`),
	}, "input", turns(t, `{"role":"user","content":"u"}`, `{"type":"function_call_output","call_id":"t","output":"ok"}`,
		`{"type":"function_call","call_id":"t","name":"f","arguments":"{}"}`)}
	system := oneOf(t, "system", "", `{"role":"developer","content":"a"}`, `{"type":"additional_tools","role":"developer","tools":[]}`)
	d.turns[0] = strings.TrimPrefix(system+`,{"role":"user","content":"first"}`, ",")
	return d
}

func geminiRequest(t *rapid.T) drawn {
	return drawn{wire.Generate, []string{
		`"generationConfig":{}`,
		oneOf(t, "system", "", `"systemInstruction":{"parts":[{"text":"a"}]}`, `"system_instruction":{"parts":[]}`, `"systemInstruction":{}`),
		oneOf(t, "cached", "", "", `"cachedContent":"c"`),
		oneOf(t, "tools", "", `"tools":[{"functionDeclarations":[{"name":"b"},{"name":"a"}]}]`),
	}, "contents", turns(t, `{"role":"user","parts":[{"text":"u"}]}`, `{"role":"model","parts":[{"functionCall":{"name":"f"}}]}`,
		`{"role":"user","parts":[{"functionResponse":{"name":"f","response":{"output":"ok"}}}]}`)}
}

func converseRequest(t *rapid.T) drawn {
	return drawn{wire.Converse, []string{
		`"inferenceConfig":{}`,
		oneOf(t, "system", "", `"system":[]`, `"system":[ {"text":"a"} ]`, `"system":[{"text":"a"},{"cachePoint":{"type":"default"}}]`),
		oneOf(t, "tools", "", `"toolConfig":{"tools":[{"toolSpec":{"name":"b"}},{"toolSpec":{"name":"a"}}]}`),
	}, "messages", turns(t, `{"role":"user","content":[{"text":"u"}]}`, `{"role":"user","content":[{"toolResult":{"toolUseId":"t","content":[{"text":"ok"}]}}]}`,
		`{"role":"assistant","content":[{"toolUse":{"toolUseId":"t","name":"f","input":{}}}]}`)}
}

func turns(t *rapid.T, choices ...string) []string {
	return rapid.SliceOfN(rapid.SampledFrom(choices), 1, 6).Draw(t, "turns")
}

func options(t *rapid.T) Options {
	return Options{
		Directive:        rapid.Bool().Draw(t, "directive"),
		ExpandTool:       rapid.Bool().Draw(t, "expand tool"),
		Profile:          oneOf(t, "profile", "", Terse, Balanced, Detailed),
		BaseEffort:       oneOf(t, "base", "", "high"),
		MechanicalEffort: oneOf(t, "mechanical", "", "low"),
	}
}

// TestLaws: doing it twice is doing it once, and without what is added the
// request says what it said.
func TestLaws(t *testing.T) {
	laws.Check(t, func(t *rapid.T) {
		d, o := request(t), options(t)
		in := d.body(len(d.turns))
		out := apply(t, d.api, in, o.Edits)
		if again := apply(t, d.api, out, o.Edits); again != out {
			t.Fatalf("%s\nonce:  %s\ntwice: %s", in, out, again)
		}
		if diff := cmp.Diff(said(t, in), said(t, out)); diff != "" {
			t.Fatalf("%s\nbecomes %s\nand differs in %s", in, out, diff)
		}
	})
}

// TestPrefix: a turn more changes nothing before it, in a conversation that
// has tools from its start or never.
func TestPrefix(t *testing.T) {
	laws.Check(t, func(t *rapid.T) {
		d, o := request(t), options(t)
		o.MechanicalEffort = "" // which is to differ from turn to turn
		n := rapid.IntRange(1, len(d.turns)).Draw(t, "turns before")
		before, after := d.body(n), d.body(len(d.turns))
		if r := parse(t, d.api, after); !offersTools(r) && len(r.Results) > 0 {
			t.Skip("a result, and no tools")
		}
		sent := strings.TrimSuffix(apply(t, d.api, before, o.Edits), "]}")
		if then := apply(t, d.api, after, o.Edits); !strings.HasPrefix(then, sent) {
			t.Fatalf("%s\nis followed by\n%s", sent, then)
		}
	})
}

// TestWithCacheHints: the edits of both packages can be made together, in any
// order, and the texts are found again.
func TestWithCacheHints(t *testing.T) {
	laws.Check(t, func(t *rapid.T) {
		d, o := request(t), options(t)
		hints := cachehint.Options{Layout: rapid.Bool().Draw(t, "layout"), Hints: true}
		in := d.body(len(d.turns))
		out := apply(t, d.api, in, func(r *wire.Request) []jsonspan.Edit {
			edits, _ := hints.Edits(r)
			return append(edits, o.Edits(r)...)
		})
		other := apply(t, d.api, in, func(r *wire.Request) []jsonspan.Edit {
			edits, _ := hints.Edits(r)
			return append(o.Edits(r), edits...)
		})
		if diff := cmp.Diff(said(t, out), said(t, other)); diff != "" {
			t.Fatalf("%s\nbecomes %s\nor      %s", in, out, other)
		}
		if again := apply(t, d.api, out, o.Edits); again != out {
			t.Fatalf("%s\nonce:  %s\ntwice: %s", in, out, again)
		}
	})
}

// said returns what a request says, without the texts and with one effort.
func said(t *rapid.T, body string) any {
	var v any
	if err := json.Unmarshal([]byte(body), &v); err != nil {
		t.Fatalf("%s: %v", body, err)
	}
	v, _ = without(v)
	return v
}

// without returns a value without the texts, and whether it is nothing: an
// empty text or list, or a block or a message of nothing else.
func without(v any) (any, bool) {
	switch v := v.(type) {
	case string:
		for _, opening := range []string{directive(false).opening, must(verbosity(Terse)).opening} {
			v, _, _ = strings.Cut(v, opening)
			v = strings.TrimSuffix(v, "\n\n")
		}
		return v, v == ""
	case []any:
		var left []any
		for _, e := range v {
			if e, nothing := without(e); !nothing {
				left = append(left, e)
			}
		}
		return left, left == nil
	case map[string]any:
		return withoutMembers(v)
	}
	return v, v == nil
}

func withoutMembers(object map[string]any) (any, bool) {
	left, nothing := map[string]any{}, false
	for key, member := range object {
		member, gone := without(member)
		if !gone {
			left[key] = member
		} else if key == "text" || key == "content" || key == "parts" {
			nothing = true
		}
	}
	for _, key := range []string{"effort", "reasoning_effort"} {
		if left[key] == "low" {
			left[key] = "high"
		}
	}
	return left, nothing
}
