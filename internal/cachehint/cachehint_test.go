package cachehint

import (
	"fmt"
	"strings"
	"testing"

	"elide.example/elide/internal/jsonspan"
	"elide.example/elide/internal/wire"
)

// tester is a *testing.T or a *rapid.T.
type tester interface {
	Helper()
	Fatalf(format string, args ...any)
}

func parse(t tester, api wire.API, body string) *wire.Request {
	t.Helper()
	doc, err := jsonspan.Parse([]byte(body))
	if err != nil {
		t.Fatalf("%s: %v", body, err)
	}
	r, err := wire.Parse(api, doc)
	if err != nil {
		t.Fatalf("%s: %v", body, err)
	}
	return r
}

// apply returns a request as it is sent.
func apply(t tester, api wire.API, body string, o Options) string {
	t.Helper()
	edits, _ := o.Edits(parse(t, api, body))
	out, ok := jsonspan.Splice([]byte(body), edits)
	if !ok {
		t.Fatalf("%s: edits meet", body)
	}
	return string(out)
}

var (
	hints = Options{Hints: true}
	align = Options{Layout: true}
)

// asItCame stands for a request that is not changed.
const asItCame = ""

func TestEdits(t *testing.T) {
	const (
		mark = `"cache_control":{"type":"ephemeral"}`
		long = `"cache_control":{"type":"ephemeral","ttl":"1h"}`
	)
	for name, c := range map[string]struct {
		api      wire.API
		o        Options
		in, want string
	}{
		"hints: tools and a system prompt of blocks": {
			wire.Messages, hints,
			`{"messages":[],"tools":[{"name":"b"}, {"name":"a"} ],"system":[{"type":"text","text":"x"},{"type":"text","text":"y"}]}`,
			`{"messages":[],"tools":[{"name":"b"}, {` + mark + `,"name":"a"} ],"system":[{"type":"text","text":"x"},{` + mark + `,"type":"text","text":"y"}]}`,
		},
		"hints: a system prompt that is a string": {
			wire.Messages, hints,
			`{"messages":[],"system": "x\u0041" }`,
			`{"messages":[],"system": [{"type":"text","text":"x\u0041",` + mark + `}] }`,
		},
		"hints: an empty system prompt": {wire.Messages, hints, `{"messages":[],"system":" \n"}`, asItCame},
		"hints: an empty last block":    {wire.Messages, hints, `{"messages":[],"system":[{"type":"text","text":"x"},{"type":"text","text":""}]}`, asItCame},
		"hints: the line that is billed by": {
			wire.Messages, hints,
			`{"messages":[],"system":[{"type":"text","text":"x-anthropic-billing-header: cc_version=1;"}]}`, asItCame,
		},
		"hints: counting": {wire.CountTokens, hints, `{"messages":[],"system":"x"}`, asItCame},
		"hints: an attested request": {
			wire.Messages, hints,
			`{"messages":[],"tools":[{"name":"a"}],"system":[{"type":"text","text":"x-anthropic-billing-header: cch=1;"},{"type":"text","text":"x"}]}`, asItCame,
		},
		"hints: a part that has one": {
			wire.Messages, hints,
			`{"messages":[],"tools":[{"name":"b",` + mark + `},{"name":"a"}],"system":[{"type":"text","text":"x",` + mark + `},{"type":"text","text":"y"}]}`, asItCame,
		},
		"hints: a tool that is loaded later takes none": {
			wire.Messages, hints,
			`{"messages":[],"tools":[{"name":"b"},{"name":"a","defer_loading":true}]}`,
			`{"messages":[],"tools":[{` + mark + `,"name":"b"},{"name":"a","defer_loading":true}]}`,
		},
		"hints: room for one": {
			wire.Messages, hints,
			`{"tools":[{"name":"a"}],"system":"x",` + mark + `,"messages":[{"role":"user","content":[{"type":"tool_result","content":[{"type":"text","text":"t",` + mark + `}],` + mark + `}]}]}`,
			`{"tools":[{"name":"a"}],"system":[{"type":"text","text":"x",` + mark + `}],` + mark + `,"messages":[{"role":"user","content":[{"type":"tool_result","content":[{"type":"text","text":"t",` + mark + `}],` + mark + `}]}]}`,
		},
		"hints: no room": {
			wire.Messages, hints,
			`{"tools":[{"name":"a"}],"system":"x","messages":[{"role":"user","content":[` + strings.Repeat(`{"type":"text","text":"t",`+mark+`},`, 3) + `{"type":"text","text":"t",` + mark + `}]}]}`, asItCame,
		},
		"hints: an hour behind makes an hour": {
			wire.Messages, hints,
			`{"tools":[{"name":"a"}],"system":"x","messages":[{"role":"user","content":[{"type":"text","text":"t",` + long + `}]}]}`,
			`{"tools":[{` + long + `,"name":"a"}],"system":[{"type":"text","text":"x",` + long + `}],"messages":[{"role":"user","content":[{"type":"text","text":"t",` + long + `}]}]}`,
		},
		"hints: an hour in the system prompt makes one of tools": {
			wire.Messages, hints,
			`{"tools":[{"name":"a"}],"system":[{"type":"text","text":"x",` + long + `}],"messages":[]}`,
			`{"tools":[{` + long + `,"name":"a"}],"system":[{"type":"text","text":"x",` + long + `}],"messages":[]}`,
		},
		"hints: names in a tool's data are its own": {
			wire.Messages, hints,
			`{"tools":[{"name":"a","input_schema":{"properties":{"cache_control":{"ttl":"1h"}}}}],"messages":[{"role":"assistant","content":[{"type":"tool_use","input":{"cache_control":1}}]}]}`,
			`{"tools":[{` + mark + `,"name":"a","input_schema":{"properties":{"cache_control":{"ttl":"1h"}}}}],"messages":[{"role":"assistant","content":[{"type":"tool_use","input":{"cache_control":1}}]}]}`,
		},
		"layout: by name, each with its bytes": {
			wire.Messages, align,
			`{"messages":[],"system":"x","tools":[ {"name":"b","x":1e2} ,{"name":"c"},{"name" :"a"}]}`,
			`{"messages":[],"system":"x","tools":[ {"name" :"a"} ,{"name":"b","x":1e2},{` + mark + `,"name":"c"}]}`,
		},
		"layout: a tool that comes to stand last": {
			wire.Messages, align,
			`{"messages":[],"tools":[{"name":"b"},{"name":"a"}]}`,
			`{"messages":[],"tools":[{"name":"a"},{` + mark + `,"name":"b"}]}`,
		},
		"layout: the caller placed one": {wire.Messages, align, `{"messages":[],"tools":[{"name":"b"},{"name":"a"}],` + mark + `}`, asItCame},
		"layout: the caller placed one that is null": {
			wire.Messages, align, `{"messages":[],"tools":[{"name":"b","cache_control":null},{"name":"a"}]}`, asItCame,
		},
		"layout: a tool without a name": {
			wire.Messages, align,
			`{"messages":[],"tools":[{"name":"b"},{"name":"a"},{}]}`,
			`{"messages":[],"tools":[{"name":"b"},{` + mark + `,"name":"a"},{}]}`,
		},
		"layout and hints": {
			wire.Messages, Options{Layout: true, Hints: true},
			`{"system":"x","messages":[],"tools":[{"name":"b"},{"type":"web_search_20250305"},{"type":"mcp_toolset","mcp_server_name":"a"}]}`,
			`{"system":[{"type":"text","text":"x",` + mark + `}],"messages":[],"tools":[{"type":"mcp_toolset","mcp_server_name":"a"},{"name":"b"},{` + mark + `,"type":"web_search_20250305"}]}`,
		},
		"layout: chat": {
			wire.Chat, align,
			`{"messages":[],"tools":[{"type":"function","function":{"name":"b"}},{"type":"custom","custom":{"name":"a"}}]}`,
			`{"messages":[],"tools":[{"type":"custom","custom":{"name":"a"}},{"type":"function","function":{"name":"b"}}]}`,
		},
		"layout: chat, the caller placed one": {
			wire.Chat, align,
			`{"messages":[{"role":"system","content":[{"type":"text","text":"x",` + mark + `}]}],"tools":[{"function":{"name":"b"}},{"function":{"name":"a"}}]}`, asItCame,
		},
		"layout: responses": {
			wire.Responses, align,
			`{"input":[],"tools":[{"type":"web_search"},{"type":"function","name":"b"},{"type":"mcp","server_label":"a"}]}`,
			`{"input":[],"tools":[{"type":"mcp","server_label":"a"},{"type":"function","name":"b"},{"type":"web_search"}]}`,
		},
		"layout: gemini": {
			wire.Generate, align,
			`{"contents":[],"tools":[{"functionDeclarations":[{"name":"b"},{"name":"a"}]},{"googleSearch":{}}]}`,
			`{"contents":[],"tools":[{"functionDeclarations":[{"name":"a"},{"name":"b"}]},{"googleSearch":{}}]}`,
		},
		"hints: gemini has none":               {wire.Generate, hints, `{"contents":[],"tools":[{"functionDeclarations":[{"name":"b"},{"name":"a"}]}]}`, asItCame},
		"hints: the caller has a key":          {wire.Chat, hints, `{"messages":[],"prompt_cache_key":"mine"}`, asItCame},
		"hints: the caller has a key, of null": {wire.Responses, hints, `{"input":[],"prompt_cache_key":null}`, asItCame},
	} {
		t.Run(name, func(t *testing.T) {
			want := c.want
			if want == asItCame {
				want = c.in
			}
			got := apply(t, c.api, c.in, c.o)
			if got != want {
				t.Errorf("%s\nbecomes %s\nwant    %s", c.in, got, want)
			}
			if again := apply(t, c.api, got, c.o); again != got {
				t.Errorf("once:  %s\ntwice: %s", got, again)
			}
			if off := apply(t, c.api, c.in, Options{Warn: true}); off != c.in {
				t.Errorf("off: %s", off)
			}
		})
	}
}

// TestCacheKey: it is the same for the turns of a conversation, whatever the
// order of the tools, and another one for another agent.
func TestCacheKey(t *testing.T) {
	key := func(api wire.API, body string) string {
		out := apply(t, api, body, hints)
		return parse(t, api, out).Root.Get(cacheKey).Str()
	}
	first := key(wire.Responses, `{"model":"m","instructions":"a","tools":[{"name":"x"},{"name":"y"}],"input":"u"}`)
	if want := "elide-ae2c36fd8da110a8036153e07376249e"; first != want {
		t.Errorf("the key is %q, was %q", first, want)
	}
	for what, c := range map[string]struct {
		body string
		same bool
	}{
		"a turn later":  {`{"model":"m","instructions":"\u0061","tools":[{"name":"y","x":1},{"name":"x"}],"input":[{"role":"user","content":"v"}]}`, true},
		"a model":       {`{"model":"n","instructions":"a","tools":[{"name":"x"},{"name":"y"}],"input":"u"}`, false},
		"a prompt":      {`{"model":"m","instructions":"b","tools":[{"name":"x"},{"name":"y"}],"input":"u"}`, false},
		"a tool":        {`{"model":"m","instructions":"a","tools":[{"name":"x"},{"name":"z"}],"input":"u"}`, false},
		"a cut of both": {`{"model":"m","instructions":"ax","tools":[{"name":""},{"name":"y"}],"input":"u"}`, false},
	} {
		if got := key(wire.Responses, c.body); (got == first) != c.same {
			t.Errorf("%s: %q", what, got)
		}
	}
}

func TestHookWarnsOnce(t *testing.T) {
	const id, day = "0b0e4b1c-6b7a-4c9e-8a52-0d6a1f2c3b4d", "2026-01-02T03:04:05Z"
	request := func(text string) *wire.Request {
		return parse(t, wire.Chat, fmt.Sprintf(`{"messages":[{"role":"system","content":"a"},{"role":"system","content":"\n\u00e9 %s"},{"role":"user","content":"u"}]}`, text))
	}
	hook := Options{Warn: true}.Hook()
	_, lines := hook(request(id))
	want := "the system prompt holds a UUID (text 2, line 2, offset 4): if it changes, no prompt cache behind it is hit"
	if len(lines) != 1 || lines[0] != want {
		t.Errorf("%q, want %q", lines, want)
	}
	if _, lines = hook(request(id + " " + day)); len(lines) != 1 || !strings.Contains(lines[0], "a date-time") {
		t.Errorf("a second kind: %q", lines)
	}
	if _, lines = hook(request(id + " " + day)); lines != nil {
		t.Errorf("once more: %q", lines)
	}
	if _, lines = (Options{Hints: true}).Hook()(request(id)); lines != nil {
		t.Errorf("off: %q", lines)
	}
}
