package wire

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"elide.example/elide/internal/jsonspan"
	"elide.example/elide/internal/laws"
	"elide.example/elide/internal/longtest"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// The oracle reads requests with encoding/json, and knows no order of members:
// what it finds is compared sorted.

type object = map[string]any

func asObject(v any) object { o, _ := v.(object); return o }
func asList(v any) []any    { l, _ := v.([]any); return l }
func asText(v any) string   { s, _ := v.(string); return s }

type oracleCall struct{ id, name string }

type oracle struct {
	found []string
	calls map[string]oracleCall
	open  []oracleCall // Gemini's
}

func (o *oracle) add(turn int, c oracleCall, isError bool, content any, part string) {
	if text, ok := content.(string); ok {
		o.found = append(o.found, fmt.Sprintf("%d %s %s %v %q", turn, c.id, c.name, isError, text))
	}
	for _, e := range asList(content) {
		e := asObject(e)
		if _, ok := e["text"].(string); !ok || e["type"] != part {
			continue
		}
		if len(asList(e["citations"]))+len(asObject(e["citations"])) == 0 {
			o.add(turn, c, isError, e["text"], part)
		}
	}
}

func (o *oracle) call(id any) oracleCall {
	if c, ok := o.calls[asText(id)]; ok {
		return c
	}
	return oracleCall{id: asText(id)}
}

func (o *oracle) messages(turn int, m object) {
	for _, b := range asList(m["content"]) {
		b := asObject(b)
		switch {
		case m["role"] == "assistant" && b["type"] == "tool_use":
			o.calls[asText(b["id"])] = oracleCall{asText(b["id"]), asText(b["name"])}
		case m["role"] == "user" && b["type"] == "tool_result":
			o.add(turn, o.call(b["tool_use_id"]), b["is_error"] == true, b["content"], "text")
		}
	}
}

func (o *oracle) converse(turn int, m object) {
	for _, b := range asList(m["content"]) {
		b := asObject(b)
		if use, ok := b["toolUse"]; ok && m["role"] == "assistant" {
			use := asObject(use)
			o.calls[asText(use["toolUseId"])] = oracleCall{asText(use["toolUseId"]), asText(use["name"])}
		}
		if answer, ok := b["toolResult"]; ok && m["role"] == "user" {
			answer := asObject(answer)
			for _, part := range asList(answer["content"]) {
				if text, ok := asObject(part)["text"].(string); ok {
					o.add(turn, o.call(answer["toolUseId"]), answer["status"] == "error", text, "")
				}
			}
		}
	}
}

func (o *oracle) chat(turn int, m object) {
	switch m["role"] {
	case "assistant":
		for _, c := range asList(m["tool_calls"]) {
			c := asObject(c)
			f := asObject(c["function"])
			if custom, ok := c["custom"]; ok {
				f = asObject(custom)
			}
			o.calls[asText(c["id"])] = oracleCall{asText(c["id"]), asText(f["name"])}
		}
		if f, ok := m["function_call"]; ok {
			o.calls["function "+asText(asObject(f)["name"])] = oracleCall{"", asText(asObject(f)["name"])}
		}
	case "tool":
		o.add(turn, o.call(m["tool_call_id"]), false, m["content"], "text")
	case "function":
		o.add(turn, o.calls["function "+asText(m["name"])], false, m["content"], "text")
	}
}

func (o *oracle) responses(turn int, m object) {
	id, name := asText(m["call_id"]), asText(m["name"])
	if space := asText(m["namespace"]); space != "" && name != "" {
		name = strings.TrimSuffix(space, "__") + "__" + name
	}
	switch m["type"] {
	case "function_call", "custom_tool_call":
		if name != "" {
			o.calls[id] = oracleCall{id, name}
		}
	case "shell_call", "local_shell_call":
		o.calls[id] = oracleCall{id, strings.TrimSuffix(m["type"].(string), "_call")}
	case "apply_patch_call":
		o.calls[id] = oracleCall{id, "apply_patch"}
	case "function_call_output", "custom_tool_call_output":
		o.add(turn, o.call(m["call_id"]), false, m["output"], "input_text")
	case "shell_call_output":
		for _, chunk := range asList(m["output"]) {
			for _, key := range []string{"stdout", "stderr"} {
				if text, ok := asObject(chunk)[key].(string); ok {
					o.add(turn, o.call(m["call_id"]), false, text, "")
				}
			}
		}
	}
}

func member(o object, names ...string) any {
	for _, name := range names {
		if v, ok := o[name]; ok {
			return v
		}
	}
	return nil
}

func has(o object, name string) bool {
	_, ok := o[name]
	return ok
}

func (o *oracle) gemini(turn int, m object, follows bool) {
	if m["role"] == "model" && !follows {
		o.open = nil
	}
	for _, p := range asList(m["parts"]) {
		p := asObject(p)
		call := asObject(member(p, "functionCall", "function_call"))
		if m["role"] == "model" && member(p, "functionCall", "function_call") != nil {
			o.open = append(o.open, oracleCall{asText(call["id"]), asText(call["name"])})
		}
		if f, ok := member(p, "functionResponse", "function_response").(object); ok && m["role"] != "model" {
			c := o.take(asText(f["id"]), asText(f["name"]))
			if has(p, "thoughtSignature") || has(p, "thought_signature") {
				continue
			}
			response := asObject(f["response"])
			for _, key := range []string{"output", "error", "result", "content", "stdout", "stderr"} {
				o.add(turn, c, response["error"] != nil, response[key], "text")
			}
		}
	}
}

func (o *oracle) take(id, name string) oracleCall {
	for _, byID := range []bool{true, false} {
		for i, c := range o.open {
			if byID && id != "" && c.id == id || !byID && c.name == name && (id == "" || c.id == "") {
				o.open = append(append([]oracleCall{}, o.open[:i]...), o.open[i+1:]...)
				if c.id == "" {
					c.id = id
				}
				return c
			}
		}
	}
	return oracleCall{id: id}
}

func (o *oracle) read(api API, body object) {
	o.calls = map[string]oracleCall{}
	if inner, ok := member(body, "generateContentRequest", "generate_content_request").(object); ok && api == GeminiCount {
		body = inner
	}
	list := map[Provider]string{Anthropic: "messages", OpenAI: "messages", Gemini: "contents", Bedrock: "messages"}[api.Provider()]
	if api == Responses {
		list = "input"
	}
	follows := false
	for turn, m := range asList(body[list]) {
		m := asObject(m)
		switch api {
		case Messages, CountTokens, Invoke:
			o.messages(turn, m)
		case Converse:
			o.converse(turn, m)
		case Chat:
			o.chat(turn, m)
		case Responses:
			o.responses(turn, m)
		default:
			o.gemini(turn, m, follows)
			follows = m["role"] == "model"
		}
	}
}

// FuzzParse: what is found agrees with a full decoding; every text is a string
// of the body at its place; all the rest of a request can be asked for.
func FuzzParse(f *testing.F) {
	for _, body := range seeds {
		for api := Messages; api <= Converse; api++ {
			f.Add(uint8(api), body)
		}
	}
	f.Fuzz(func(t *testing.T, api uint8, body string) {
		if doc, err := jsonspan.Parse([]byte(body)); err == nil {
			agrees(t, API(api), doc)
		}
	})
}

// TestAgrees: the same of requests that are made of what is known, with parts
// of it gone, doubled, or in each other's places.
func TestAgrees(t *testing.T) {
	var pool []any
	for _, body := range seeds {
		var v any
		if err := json.Unmarshal([]byte(body), &v); err != nil {
			t.Fatal(err)
		}
		pool = append(pool, parts(v)...)
	}
	results := 0
	laws.Check(t, func(t *rapid.T) {
		var v any
		json.Unmarshal([]byte(rapid.SampledFrom(seeds).Draw(t, "seed")), &v)
		body, err := json.Marshal(shaken(t, v, pool))
		if err != nil {
			t.Fatal(err)
		}
		doc, err := jsonspan.Parse(body)
		if err != nil {
			t.Fatalf("%s: %v", body, err)
		}
		for api := Messages; api <= Converse; api++ {
			results += agrees(t, api, doc)
		}
	})
	if results == 0 && longtest.AskedForAll() {
		t.Error("no request had a result")
	}
}

// parts returns a value and all that is inside.
func parts(v any) []any {
	out := []any{v}
	for _, e := range asList(v) {
		out = append(out, parts(e)...)
	}
	for _, e := range asObject(v) {
		out = append(out, parts(e)...)
	}
	return out
}

// shaken returns a value with changes here and there.
func shaken(t *rapid.T, v any, pool []any) any {
	switch rapid.IntRange(0, 40).Draw(t, "change") {
	case 1:
		return rapid.SampledFrom(pool).Draw(t, "part")
	case 2:
		return nil
	}
	switch v := v.(type) {
	case []any:
		var out []any
		for _, e := range v {
			for range rapid.SampledFrom([]int{1, 1, 1, 1, 0, 2}).Draw(t, "times") {
				out = append(out, shaken(t, e, pool))
			}
		}
		return out
	case object:
		out := object{}
		for _, key := range slices.Sorted(maps.Keys(v)) {
			if rapid.IntRange(0, 20).Draw(t, "drop") != 1 {
				out[key] = shaken(t, v[key], pool)
			}
		}
		return out
	}
	return v
}

// agrees holds a request against the oracle and returns how many results it
// has.
func agrees(t interface {
	Helper()
	Fatalf(string, ...any)
}, api API, doc *jsonspan.Doc) int {
	t.Helper()
	r, err := Parse(api, doc)
	if err != nil {
		return 0
	}
	var root object
	if err := json.Unmarshal(doc.Text(), &root); err != nil {
		t.Fatalf("%s: %v", doc.Text(), err)
	}
	o := oracle{}
	o.read(api, root)
	var got []string
	for i, x := range r.Results {
		got = append(got, fmt.Sprintf("%d %s %s %v %q", x.Turn, x.Call.ID, x.Call.Name, x.IsError, x.Text.Str()))
		if i > 0 && !precedes(r.Results[i-1].Text, x.Text) {
			t.Fatalf("%s: result %d is out of order", doc.Text(), i)
		}
	}
	slices.Sort(got)
	slices.Sort(o.found)
	if diff := cmp.Diff(o.found, got); diff != "" {
		t.Fatalf("%s as %d: -want +got\n%s", doc.Text(), api, diff)
	}
	r.System()
	r.Tools()
	r.Mechanical()
	return len(got)
}

func precedes(a, b jsonspan.Value) bool {
	_, end := a.Span()
	start, _ := b.Span()
	return end <= start
}

// seeds are requests with all that is known, and some that is not.
var seeds = []string{
	`{"model":"m","system":[{"type":"text","text":"s"}],"messages":[{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"n","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","is_error":true,"content":[{"type":"text","text":"x\n"},{"type":"image"}]},{"type":"tool_result","tool_use_id":"b","content":"y"}]}]}`,
	`{"messages":[{"role":"assistant","tool_calls":[{"id":"a","function":{"name":"n","arguments":"{}"}},{"id":"b","custom":{"name":"c","input":"i"}}],"function_call":{"name":"f","arguments":"{}"}},{"role":"tool","tool_call_id":"b","content":"x"},{"role":"function","name":"f","content":[{"type":"text","text":"y"}]}]}`,
	`{"input":[{"type":"function_call","call_id":"a","namespace":"s","name":"n","arguments":"{}"},{"type":"function_call_output","call_id":"a","output":"x"},{"type":"shell_call","call_id":"b","action":{}},{"type":"shell_call_output","call_id":"b","output":[{"stderr":"e","stdout":"o"}]},{"type":"custom_tool_call_output","call_id":"c","output":[{"type":"input_text","text":"z"}]}]}`,
	`{"contents":[{"role":"model","parts":[{"functionCall":{"name":"n","args":{}}},{"functionCall":{"id":"i","name":"n"}}]},{"role":"user","parts":[{"functionResponse":{"name":"n","id":"q","response":{"output":"x","error":"y"}}},{"function_response":{"name":"n","response":{"content":[{"type":"text","text":"z"}]}}}]}]}`,
	`{"generateContentRequest":{"contents":[{"parts":[{"functionResponse":{"name":"n","response":{"result":"x"}}}]}]}}`,
	`{"anthropic_version":"bedrock-2023-05-31","messages":[{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"n","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":"x"}]}]}`,
	`{"system":[{"text":"s"}],"messages":[{"role":"assistant","content":[{"text":"t"},{"toolUse":{"toolUseId":"a","name":"n","input":{}}}]},{"role":"user","content":[{"toolResult":{"toolUseId":"a","status":"error","content":[{"text":"x"},{"json":{"text":"j"}},{"image":{}}]}},{"toolResult":{"toolUseId":"b","content":[{"text":"y"}]}},{"cachePoint":{"type":"default"}}]}],"toolConfig":{"tools":[{"toolSpec":{"name":"n"}}]}}`,
}
