package thread

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"elide.example/elide/internal/jsonspan"
	"elide.example/elide/internal/laws"
	"elide.example/elide/internal/thread/threadtest"
	"elide.example/elide/internal/wire"
)

// decoded tells what all messages of a request hold.
func decoded(t failer, th *Thread) [][]told {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(string(th.List.Raw())))
	d.UseNumber()
	var list []any
	if err := d.Decode(&list); err != nil {
		t.Fatalf("%s: %v", th.List.Raw(), err)
	}
	var out [][]told
	for _, v := range list {
		m := asObject(v)
		switch th.API {
		case wire.Messages:
			out = append(out, partsTold(th.API, m["content"]))
		case wire.Chat:
			out = append(out, chatTold(m))
		case wire.Responses:
			out = append(out, itemTold(m))
		default:
			out = append(out, geminiTold(m))
		}
	}
	return out
}

// shown tells what was read, in the oracle's words. The name of a result that
// has its call is the call's.
func shown(th *Thread) [][]told {
	var out [][]told
	for _, m := range th.Messages {
		var parts []told
		for _, p := range m.Parts {
			v := told{kindNames[p.Kind], p.ID, p.Name, nil, flags(p.IsError, p.Cached, p.Signed), p.Images}
			for _, text := range p.Texts {
				v.texts = append(v.texts, text.Str())
			}
			if sorted := th.API.Provider() == wire.Gemini || m.Value.Get("type").Is("shell_call_output"); sorted {
				slices.Sort(v.texts)
			}
			parts = append(parts, v)
		}
		out = append(out, parts)
	}
	return out
}

// agrees holds what was read against the oracle, and returns how many parts
// there were.
func agrees(t failer, text []byte) (parts int) {
	t.Helper()
	doc, err := jsonspan.Parse(text)
	if err != nil {
		return 0
	}
	th, err := Read(doc)
	if err != nil {
		if len(err.Error()) > 300 || strings.ContainsFunc(err.Error(), func(r rune) bool { return r < ' ' || r == 0x7f }) {
			t.Fatalf("%s: %q", text, err)
		}
		return 0
	}
	want, got := decoded(t, th), shown(th)
	for i := range want {
		for j := range want[i] {
			if p := th.Messages[i].Parts; j < len(p) && p[j].Paired && p[j].Kind == Result {
				want[i][j].name = got[i][j].name
			}
		}
		if w, g := thoughtsSorted(want[i]), thoughtsSorted(got[i]); fmt.Sprint(w) != fmt.Sprint(g) {
			t.Fatalf("%s\nmessage %d: -want +got\n%s", text, i, cmp.Diff(fmt.Sprint(w), fmt.Sprint(g)))
		}
		parts += len(got[i])
	}
	if len(want) != len(got) {
		t.Fatalf("%s: %d messages, want %d", text, len(got), len(want))
	}
	checkPairs(t, th)
	checkTiles(t, th, th.Steps())
	checkTiles(t, th, th.Turns())
	for _, p := range Check(th) {
		if len(p.What) > 300 || strings.ContainsFunc(p.What, func(r rune) bool { return r < ' ' || r > '~' }) {
			t.Fatalf("%s: %q", text, p.What)
		}
	}
	return parts
}

// thoughtsSorted sorts the thoughts that lead a message: those of chat
// completions stand in the order of the message's members.
func thoughtsSorted(parts []told) []told {
	n := slices.IndexFunc(parts, func(p told) bool { return p.kind != "thinking" })
	if n > 0 {
		slices.SortFunc(parts[:n], func(a, b told) int { return strings.Compare(a.flags, b.flags) })
	}
	return parts
}

// checkPairs: pairs are of a call and a result behind it, with the same id
// where there are two; each result has one call. A step holds both.
func checkPairs(t failer, th *Thread) {
	t.Helper()
	step := make([]int, len(th.Messages))
	for n, s := range th.Steps() {
		for i := s.First; i < s.End; i++ {
			step[i] = n
		}
	}
	for place, p := range th.parts() {
		if !p.Paired {
			continue
		}
		q := th.At(p.Pair)
		answers := p.Kind == Call && q.Kind == Result && q.Pair == place || p.Kind == Result && q.Kind == Call && q.Paired || p.Kind == Opaque && q.Kind == Opaque
		if !answers || !q.Paired || step[place.Message] != step[p.Pair.Message] || p.ID != "" && q.ID != "" && p.ID != q.ID {
			t.Fatalf("%s: %v is paired with %v", th.Doc.Text(), p, q)
		}
	}
}

// FuzzRead: what is read agrees with a full decoding, of whatever text.
func FuzzRead(f *testing.F) {
	for _, body := range seeds {
		f.Add([]byte(body))
	}
	f.Fuzz(func(t *testing.T, text []byte) { agrees(t, text) })
}

var seeds = []string{claudeCode, copilot, codex, geminiCLI, rareChat, rareItems, rareParts}

// What is seldom sent.
const (
	rareChat = `[{"role":"system","content":[{"type":"text","text":"s","cache_control":{"type":"ephemeral"}}]},{"role":"developer","content":"d"},
		{"role":"assistant","content":[{"type":"thinking","thinking":[]},{"type":"reasoning"},{"type":"refusal","refusal":"no"},{"type":"text","text":null},{"type":"video_url"}],"audio":{"id":"a"},"reasoning":"hm","reasoning_details":{"a":1},"tool_calls":null},
		{"role":"user","content":null},{"role":"tool","tool_call_id":"c","content":[{"type":"text","text":"x","citations":[1]},{"type":"image_url"}],"cache_control":{}}]`
	rareItems = `{"input":[{"type":"message","role":"system","content":[{"type":"refusal","refusal":"no"},{"type":"input_audio"},{"type":"text","text":"t"}]},{"role":"user","content":null},
		{"type":"program","call_id":"p","code":"1"},{"type":"function_call","call_id":"c","name":"n"},{"type":"function_call_output","call_id":"c","output":null},{"type":"program_output","call_id":"p","result":"1"},
		{"type":"tool_search_call","call_id":"t","arguments":{}},{"type":"tool_search_output","call_id":"t","tools":[]},{"type":"tool_search_call","call_id":null},{"type":"tool_search_output"},
		{"type":"configuration_update"},{"type":"item_reference","id":"i"},{"type":"compaction_trigger"},{"type":"mcp_list_tools","tools":[]},{"type":"shell_call_output","call_id":"s","output":[{"stdout":"o","outcome":{"type":"timeout"}}]}]}`
	rareParts = `{"generate_content_request":{"contents":[{"role":"","parts":[{"file_data":{"mime_type":"text/plain"}},{"text":5},{"thought":false,"text":"t"}]},{"role":"model","parts":null},
		{"role":"function","parts":[{"functionResponse":{"name":"n","response":{"error":null,"stdout":"o","result":{"a":1}}},"thoughtSignature":"s"}]},{"role":"model"}]}}`
)

// TestAgrees: the same of requests made of what is known, with parts of it
// gone, doubled, or in each other's places.
func TestAgrees(t *testing.T) {
	var known []any
	for _, body := range seeds {
		known = append(known, decode(t, []byte(body)))
	}
	var pool []any
	for _, v := range known {
		pool = append(pool, within(v)...)
	}
	parts := 0
	for _, v := range known {
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		parts += agrees(t, text)
	}
	if parts < 2*len(known) {
		t.Errorf("only %d parts of %d requests were read", parts, len(known))
	}
	laws.Check(t, func(t *rapid.T) {
		v := rapid.SampledFrom(known).Draw(t, "seed")
		if rapid.Bool().Draw(t, "drawn") {
			v = decode(t, threadtest.Requests().Draw(t, "request"))
		}
		text, err := json.Marshal(shaken(t, v, pool))
		if err != nil {
			t.Fatalf("%v", err)
		}
		agrees(t, text)
	})
}

func decode(t failer, text []byte) any {
	var v any
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

// within returns a value and all that is inside.
func within(v any) []any {
	out := []any{v}
	for _, e := range asList(v) {
		out = append(out, within(e)...)
	}
	for _, key := range slices.Sorted(maps.Keys(asObject(v))) {
		out = append(out, within(asObject(v)[key])...)
	}
	return out
}

// shaken returns a value with changes here and there.
func shaken(t *rapid.T, v any, pool []any) any {
	switch rapid.IntRange(0, 400).Draw(t, "change") {
	case 399:
		return rapid.SampledFrom(pool).Draw(t, "part")
	case 398:
		return nil
	}
	switch v := v.(type) {
	case []any:
		out := []any{}
		for _, e := range v {
			for range rapid.SampledFrom([]int{1, 1, 1, 1, 1, 1, 1, 1, 0, 2}).Draw(t, "times") {
				out = append(out, shaken(t, e, pool))
			}
		}
		return out
	case object:
		out := object{}
		for _, key := range slices.Sorted(maps.Keys(v)) {
			if rapid.IntRange(0, 200).Draw(t, "drop") != 199 {
				out[key] = shaken(t, v[key], pool)
			}
		}
		return out
	}
	return v
}
