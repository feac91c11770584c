package steer

import (
	"strings"
	"testing"

	"github.com/tiktoken-go/tokenizer"

	"elide.example/elide/internal/jsonspan"
	"elide.example/elide/internal/marker"
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
func apply(t tester, api wire.API, body string, change func(*wire.Request) []jsonspan.Edit) string {
	t.Helper()
	out, ok := jsonspan.Splice([]byte(body), change(parse(t, api, body)))
	if !ok {
		t.Fatalf("%s: edits meet", body)
	}
	return string(out)
}

func TestTextsAreShort(t *testing.T) {
	codec, err := tokenizer.Get(tokenizer.O200kBase)
	if err != nil {
		t.Fatal(err)
	}
	check := func(text text, most int) {
		t.Helper()
		whole := text.opening + text.rest
		n, err := codec.Count(whole)
		if err != nil || n > most {
			t.Errorf("%d tokens, more than %d (%v): %s", n, most, err, whole)
		}
		if found := marker.Find([]byte(whole)); found != nil {
			t.Errorf("%s holds the marker %v", whole, found)
		}
	}
	check(directive(false), 90)
	check(directive(true), 90)
	for _, profile := range []string{Terse, Balanced, Detailed} {
		text, ok := verbosity(profile)
		if !ok {
			t.Errorf("%s has no text", profile)
		}
		check(text, 60)
	}
	if _, ok := verbosity("loud"); ok {
		t.Error("there is a text for an unknown profile")
	}
	if !strings.Contains(directive(true).rest, "context_expand") || strings.Contains(directive(false).rest, "context_expand") {
		t.Error("the tool is named where it is not offered, or the other way round")
	}
}

// The texts of these tests, and how they stand inside a JSON string.
var (
	all  = Options{Directive: true, Profile: Terse}
	long = strings.NewReplacer("DIRECTIVE", inside(directive(false)), "STYLE", inside(must(verbosity(Terse))))
)

func must(t text, _ bool) text { return t }

func inside(t text) string {
	quoted := jsonspan.AppendString(nil, []byte(t.opening+t.rest))
	return string(quoted[1 : len(quoted)-1])
}

func TestTexts(t *testing.T) {
	for name, c := range map[string]struct {
		api      wire.API
		in, want string
	}{
		"anthropic, no system": {
			wire.Messages,
			`{ "tools":[{"name":"Bash"}],"messages":[]}`,
			`{"system":"DIRECTIVE\n\nSTYLE", "tools":[{"name":"Bash"}],"messages":[]}`,
		},
		"anthropic, a string": {
			wire.Messages,
			`{"system":"You are \u0041.\\","tools":[{"name":"Bash"}],"messages":[]}`,
			`{"system":"You are \u0041.\\\n\nDIRECTIVE\n\nSTYLE","tools":[{"name":"Bash"}],"messages":[]}`,
		},
		"anthropic, an empty string": {
			wire.Messages,
			`{"system":"","tools":[{"name":"Bash"}],"messages":[]}`,
			`{"system":"DIRECTIVE\n\nSTYLE","tools":[{"name":"Bash"}],"messages":[]}`,
		},
		"anthropic, blocks; behind the caller's breakpoint": {
			wire.Messages,
			`{"system":[ {"type":"text","text":"x-anthropic-billing-header: cc_version=1"},{"type":"text","text":"b","cache_control":{"type":"ephemeral"}} ],"tools":[{"name":"Bash"}],"messages":[]}`,
			`{"system":[ {"type":"text","text":"x-anthropic-billing-header: cc_version=1"},{"type":"text","text":"b","cache_control":{"type":"ephemeral"}},{"type":"text","text":"DIRECTIVE"},{"type":"text","text":"STYLE"} ],"tools":[{"name":"Bash"}],"messages":[]}`,
		},
		"anthropic, no blocks": {
			wire.Messages,
			`{"system":[],"tools":[{"name":"Bash"}],"messages":[]}`,
			`{"system":[{"type":"text","text":"DIRECTIVE"},{"type":"text","text":"STYLE"}],"tools":[{"name":"Bash"}],"messages":[]}`,
		},
		"anthropic, counting": {
			wire.CountTokens,
			`{"system":"a","tools":[{"name":"Bash"}],"messages":[]}`,
			`{"system":"a\n\nDIRECTIVE\n\nSTYLE","tools":[{"name":"Bash"}],"messages":[]}`,
		},
		"anthropic, no tools but a result": {
			wire.Messages,
			`{"system":"a","messages":[{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"x"}]}]}`,
			`{"system":"a\n\nDIRECTIVE\n\nSTYLE","messages":[{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"x"}]}]}`,
		},
		"anthropic, no tools": {
			wire.Messages,
			`{"system":"a","tools":[],"messages":[{"role":"user","content":"a title?"}]}`,
			`{"system":"a\n\nSTYLE","tools":[],"messages":[{"role":"user","content":"a title?"}]}`,
		},
		"anthropic, attested": {
			wire.Messages,
			`{"system":[{"type":"text","text":"x-anthropic-billing-header: cch=12"}],"tools":[{"name":"Bash"}],"messages":[]}`,
			`{"system":[{"type":"text","text":"x-anthropic-billing-header: cch=12"}],"tools":[{"name":"Bash"}],"messages":[]}`,
		},
		"anthropic, the directive is there": {
			wire.Messages,
			`{"system":[{"type":"text","text":"a\n\nDIRECTIVE"}],"tools":[{"name":"Bash"}],"messages":[]}`,
			`{"system":[{"type":"text","text":"a\n\nDIRECTIVE"},{"type":"text","text":"STYLE"}],"tools":[{"name":"Bash"}],"messages":[]}`,
		},
		"anthropic, a system of another kind": {
			wire.Messages,
			`{"system":null,"tools":[{"name":"Bash"}],"messages":[]}`,
			`{"system":null,"tools":[{"name":"Bash"}],"messages":[]}`,
		},
		"chat, no system": {
			wire.Chat,
			`{"messages":[{"role":"user","content":"u"}],"tools":[{"type":"function"}]}`,
			`{"messages":[{"role":"system","content":"DIRECTIVE\n\nSTYLE"},{"role":"user","content":"u"}],"tools":[{"type":"function"}]}`,
		},
		"chat, the last of those at the head": {
			wire.Chat,
			`{"messages":[{"role":"system","content":"a"},{"role":"developer","content":"b"} ,{"role":"user","content":"u"},{"role":"system","content":"late"}],"functions":[{"name":"f"}]}`,
			`{"messages":[{"role":"system","content":"a"},{"role":"developer","content":"b\n\nDIRECTIVE\n\nSTYLE"} ,{"role":"user","content":"u"},{"role":"system","content":"late"}],"functions":[{"name":"f"}]}`,
		},
		"chat, parts": {
			wire.Chat,
			`{"messages":[{"role":"system","content":[{"type":"text","text":"a"}]}],"tools":[{"type":"function"}]}`,
			`{"messages":[{"role":"system","content":[{"type":"text","text":"a"},{"type":"text","text":"DIRECTIVE"},{"type":"text","text":"STYLE"}]}],"tools":[{"type":"function"}]}`,
		},
		"chat, no messages": {
			wire.Chat,
			`{"messages":[],"tools":[{"type":"function"}]}`,
			`{"messages":[],"tools":[{"type":"function"}]}`,
		},
		"responses, instructions": {
			wire.Responses,
			`{"instructions":"a","input":[{"role":"developer","content":"b"}],"tools":[{"type":"function","name":"f"}]}`,
			`{"instructions":"a\n\nDIRECTIVE\n\nSTYLE","input":[{"role":"developer","content":"b"}],"tools":[{"type":"function","name":"f"}]}`,
		},
		"responses, no instructions": {
			wire.Responses,
			`{"input":"u","store":false,"tools":[{"type":"function","name":"f"}]}`,
			`{"instructions":"DIRECTIVE\n\nSTYLE","input":"u","store":false,"tools":[{"type":"function","name":"f"}]}`,
		},
		"responses, null instructions": {
			wire.Responses,
			`{"instructions":null,"input":"u","tools":[{"type":"function","name":"f"}]}`,
			`{"instructions":"DIRECTIVE\n\nSTYLE","input":"u","tools":[{"type":"function","name":"f"}]}`,
		},
		"responses, a stored prompt": {
			wire.Responses,
			`{"prompt":{"id":"p"},"input":"u","tools":[{"type":"function","name":"f"}]}`,
			`{"prompt":{"id":"p"},"input":"u","tools":[{"type":"function","name":"f"}]}`,
		},
		"responses, codex with tools at the head": {
			wire.Responses,
			`{"instructions":"known","store":false,"input":[{"type":"additional_tools","role":"developer","tools":[]},{"type":"message","role":"developer","content":[{"type":"input_text","text":"p"}]},{"type":"message","role":"user","content":[]}]}`,
			`{"instructions":"known","store":false,"input":[{"type":"additional_tools","role":"developer","tools":[]},{"type":"message","role":"developer","content":[{"type":"input_text","text":"p"}]},{"type":"message","role":"developer","content":[{"type":"input_text","text":"DIRECTIVE"},{"type":"input_text","text":"STYLE"}]},{"type":"message","role":"user","content":[]}]}`,
		},
		"responses, nothing at the head": {
			wire.Responses,
			`{"store":false,"tools":[{"type":"function","name":"f"}],"input":[ {"role":"user","content":"u"}]}`,
			`{"store":false,"tools":[{"type":"function","name":"f"}],"input":[ {"type":"message","role":"developer","content":[{"type":"input_text","text":"DIRECTIVE"},{"type":"input_text","text":"STYLE"}]},{"role":"user","content":"u"}]}`,
		},
		"responses, an empty request": {wire.Responses, `{}`, `{}`},
		"gemini, no instruction": {
			wire.Generate,
			`{"contents":[],"tools":[{"functionDeclarations":[]}]}`,
			`{"systemInstruction":{"parts":[{"text":"DIRECTIVE"},{"text":"STYLE"}]},"contents":[],"tools":[{"functionDeclarations":[]}]}`,
		},
		"gemini, an instruction": {
			wire.Generate,
			`{"contents":[],"system_instruction":{"parts":[{"text":"a"}],"role":"user"},"tools":[{"functionDeclarations":[]}]}`,
			`{"contents":[],"system_instruction":{"parts":[{"text":"a"},{"text":"DIRECTIVE"},{"text":"STYLE"}],"role":"user"},"tools":[{"functionDeclarations":[]}]}`,
		},
		"gemini, a cached beginning": {
			wire.Generate,
			`{"cachedContent":"cachedContents/1","contents":[],"tools":[{"functionDeclarations":[]}]}`,
			`{"cachedContent":"cachedContents/1","contents":[],"tools":[{"functionDeclarations":[]}]}`,
		},
		"gemini, counting a request": {
			wire.GeminiCount,
			`{"generateContentRequest":{"contents":[],"tools":[{"functionDeclarations":[]}]}}`,
			`{"generateContentRequest":{"systemInstruction":{"parts":[{"text":"DIRECTIVE"},{"text":"STYLE"}]},"contents":[],"tools":[{"functionDeclarations":[]}]}}`,
		},
		"gemini, counting contents": {
			wire.GeminiCount,
			`{"contents":[{"role":"user","parts":[{"functionResponse":{"name":"f","response":{"output":"x"}}}]}]}`,
			`{"contents":[{"role":"user","parts":[{"functionResponse":{"name":"f","response":{"output":"x"}}}]}]}`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			in, want := long.Replace(c.in), long.Replace(c.want)
			got := apply(t, c.api, in, all.Edits)
			if got != want {
				t.Errorf("%s\nbecomes %s\nwant    %s", in, got, want)
			}
			if again := apply(t, c.api, got, all.Edits); again != got {
				t.Errorf("twice: %s\nonce:  %s", again, got)
			}
			if off := apply(t, c.api, in, Options{}.Edits); off != in {
				t.Errorf("off: %s", off)
			}
		})
	}
}

// TestVariants: a directive of one kind is not followed by one of the other.
func TestVariants(t *testing.T) {
	body := apply(t, wire.Messages, `{"tools":[{"name":"Bash"}],"messages":[]}`, Options{Directive: true, Profile: Detailed}.Edits)
	if again := apply(t, wire.Messages, body, Options{Directive: true, ExpandTool: true, Profile: Terse}.Edits); again != body {
		t.Errorf("%s\nbecomes %s", body, again)
	}
}

// last turns that only answer calls, and one that doesn't.
const (
	messagesDone = `"messages":[{"role":"user","content":"u"},{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"Bash","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"ok"}]}]`
	messagesUser = `"messages":[{"role":"user","content":"u"}]`
	chatDone     = `"messages":[{"role":"user","content":"u"},{"role":"assistant","tool_calls":[{"id":"t","function":{"name":"bash","arguments":"{}"}}]},{"role":"tool","tool_call_id":"t","content":"ok"}]`
	inputDone    = `"input":[{"role":"user","content":"u"},{"type":"function_call","call_id":"t","name":"shell","arguments":"{}"},{"type":"function_call_output","call_id":"t","output":"ok"}]`
	contentsDone = `"contents":[{"role":"user","parts":[{"text":"u"}]},{"role":"model","parts":[{"functionCall":{"name":"f","args":{}}}]},{"role":"user","parts":[{"functionResponse":{"name":"f","response":{"output":"ok"}}}]}]`
)

func TestEffort(t *testing.T) {
	o := Options{BaseEffort: "high", MechanicalEffort: "low"}
	for name, c := range map[string]struct {
		api      wire.API
		o        Options
		in, want string // want "": as it came
	}{
		"anthropic":       {wire.Messages, o, `{"output_config":{"effort": "high" },` + messagesDone + `}`, `{"output_config":{"effort": "low" },` + messagesDone + `}`},
		"counting":        {wire.CountTokens, o, `{"output_config":{"effort":"high"},` + messagesDone + `}`, `{"output_config":{"effort":"low"},` + messagesDone + `}`},
		"chat":            {wire.Chat, o, `{"reasoning_effort":"high",` + chatDone + `}`, `{"reasoning_effort":"low",` + chatDone + `}`},
		"responses":       {wire.Responses, o, `{"reasoning":{"effort":"high","summary":"auto"},` + inputDone + `}`, `{"reasoning":{"effort":"low","summary":"auto"},` + inputDone + `}`},
		"gemini":          {wire.Generate, o, `{"generationConfig":{"effort":"high"},` + contentsDone + `}`, ""},
		"not mechanical":  {wire.Messages, o, `{"output_config":{"effort":"high"},` + messagesUser + `}`, ""},
		"another effort":  {wire.Messages, o, `{"output_config":{"effort":"medium"},` + messagesDone + `}`, ""},
		"no effort":       {wire.Messages, o, `{"output_config":{},` + messagesDone + `}`, ""},
		"no config":       {wire.Messages, o, `{` + messagesDone + `}`, ""},
		"no base":         {wire.Messages, Options{MechanicalEffort: "low"}, `{"output_config":{"effort":"high"},` + messagesDone + `}`, ""},
		"no other":        {wire.Messages, Options{BaseEffort: "high"}, `{"output_config":{"effort":"high"},` + messagesDone + `}`, ""},
		"the same":        {wire.Messages, Options{BaseEffort: "low", MechanicalEffort: "low"}, `{"output_config":{"effort":"low"},` + messagesDone + `}`, ""},
		"would be raised": {wire.Messages, Options{BaseEffort: "low", MechanicalEffort: "max"}, `{"output_config":{"effort":"low"},` + messagesDone + `}`, ""},
		"unknown":         {wire.Messages, Options{BaseEffort: "high", MechanicalEffort: "tiny"}, `{"output_config":{"effort":"high"},` + messagesDone + `}`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			want := c.want
			if want == "" {
				want = c.in
			}
			if got := apply(t, c.api, c.in, c.o.Edits); got != want {
				t.Errorf("%s\nbecomes %s\nwant    %s", c.in, got, want)
			}
		})
	}
}
