package thread

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"elide.example/elide/internal/jsonspan"
	"elide.example/elide/internal/wire"
)

func parse(t *testing.T, body string) *jsonspan.Doc {
	t.Helper()
	doc, err := jsonspan.Parse([]byte(body))
	if err != nil {
		t.Fatalf("%s: %v", body, err)
	}
	return doc
}

func read(t *testing.T, body string) *Thread {
	t.Helper()
	th, err := Read(parse(t, body))
	if err != nil {
		t.Fatalf("%s: %v", body, err)
	}
	return th
}

var (
	kindNames = [...]string{"text", "call", "result", "thinking", "image", "document", "opaque"}
	roleNames = [...]string{"system", "user", "assistant", "tool"}
)

// described writes messages as lines: the role and the parts.
func described(t *Thread) []string {
	var out []string
	for _, m := range t.Messages {
		line := roleNames[m.Role]
		for _, p := range m.Parts {
			line += " | " + describedPart(p)
		}
		out = append(out, line)
	}
	return out
}

func describedPart(p Part) string {
	words := []string{kindNames[p.Kind]}
	for _, w := range []string{p.ID, p.Name, string(p.Input.Raw())} {
		if w != "" {
			words = append(words, w)
		}
	}
	for _, text := range p.Texts {
		words = append(words, string(text.Raw()))
	}
	for _, f := range []struct {
		name string
		set  bool
	}{{"error", p.IsError}, {"cached", p.Cached}, {"signed", p.Signed}, {fmt.Sprint("images=", p.Images), p.Images > 0}} {
		if f.set {
			words = append(words, f.name)
		}
	}
	if p.Paired {
		words = append(words, fmt.Sprintf("@%d.%d", p.Pair.Message, p.Pair.Part))
	}
	return strings.Join(words, " ")
}

// Requests as clients send them.
const (
	claudeCode = `{"model":"claude-sonnet-5","max_tokens":32000,"stream":true,"thinking":{"type":"adaptive"},
		"system":[{"type":"text","text":"You are Claude Code.","cache_control":{"type":"ephemeral"}}],
		"tools":[{"name":"Bash","input_schema":{"type":"object","properties":{"cache_control":{"type":"string"}}}}],
		"messages":[
		{"role":"user","content":[{"type":"text","text":"<system-reminder>x</system-reminder>"},{"type":"text","text":"do it"}]},
		{"role":"assistant","content":[{"type":"thinking","thinking":"hm","signature":"c2ln"},{"type":"text","text":"I look."},
			{"type":"tool_use","id":"toolu_1","name":"Bash","input":{"command":"ls"}},{"type":"tool_use","id":"toolu_2","name":"Read","input":{"file_path":"a.go"}}]},
		{"role":"user","content":[{"tool_use_id":"toolu_1","type":"tool_result","content":"a.go","is_error":false},
			{"type":"tool_result","content":"Exit code 1\nno","is_error":true,"tool_use_id":"toolu_2","cache_control":{"type":"ephemeral"}}]},
		{"role":"assistant","content":[{"type":"redacted_thinking","data":"Zm9v"},{"type":"tool_use","id":"toolu_3","name":"Shot","input":{}}]},
		{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_3","content":[{"type":"text","text":"seen"},{"type":"image","source":{"type":"base64","media_type":"image/png","data":"aQ=="}},{"type":"text","text":"more","cache_control":{"type":"ephemeral"}}]},
			{"type":"text","text":"and go on"}]},
		{"role":"assistant","content":[{"type":"server_tool_use","id":"srvtoolu_1","name":"web_search","input":{"query":"q"}},{"type":"web_search_tool_result","tool_use_id":"srvtoolu_1","content":[]},{"type":"text","text":"Found."}]},
		{"role":"user","content":[{"type":"image","source":{"type":"url","url":"u"}},{"type":"document","source":{"type":"text","data":"d"}},{"type":"search_result","source":"s","title":"t","content":[{"type":"text","text":"x"}]}]}]}`
	copilot = `{"model":"gpt-4.1","messages":[
		{"role":"system","content":"You are Copilot."},
		{"role":"user","content":[{"type":"text","text":"run it"},{"type":"image_url","image_url":{"url":"data:image/png;base64,aQ=="}},{"type":"file","file":{"file_id":"f"}},{"type":"input_audio","input_audio":{}}]},
		{"role":"assistant","content":null,"refusal":null,"reasoning_content":"hm","tool_calls":[
			{"id":"call_1","type":"function","function":{"name":"bash","arguments":"{\"command\":\"ls\"}"}},
			{"id":"call_2","type":"custom","custom":{"name":"apply_patch","input":"*** Begin Patch"},"extra_content":{"google":{"thought_signature":"s"}}}]},
		{"role":"tool","tool_call_id":"call_2","content":[{"type":"text","text":"done"},{"type":"text","text":"well"}]},
		{"role":"tool","tool_call_id":"call_1","content":"1\n2\n<shellId: 0 completed with exit code 0>"},
		{"role":"assistant","content":"Ready.","refusal":"no","reasoning_details":[{"type":"reasoning.encrypted","data":"x"}]},
		{"role":"user","content":"again"},
		{"role":"assistant","function_call":{"name":"f","arguments":"{}"}},
		{"role":"function","name":"f","content":"four"},
		{"role":"assistant","tool_calls":[{"id":"call_1","type":"function","function":{"name":"bash","arguments":"{}"}}]},
		{"role":"tool","tool_call_id":"call_1","content":"again"}]}`
	codex = `{"model":"gpt-6.1-sol","instructions":"You are Codex.","store":false,"stream":true,"input":[
		{"type":"additional_tools","role":"developer","tools":[{"type":"namespace","name":"functions","tools":[]}]},
		{"type":"message","role":"developer","content":[{"type":"input_text","text":"rules"}]},
		{"type":"message","role":"user","content":[{"type":"input_text","text":"do it"},{"type":"input_image","image_url":"u"},{"type":"input_file","file_id":"f"}]},
		{"type":"reasoning","summary":[],"encrypted_content":"gAAA"},
		{"type":"message","role":"assistant","content":[{"type":"output_text","text":"I look."}]},
		{"type":"function_call","name":"exec_command","arguments":"{\"cmd\":\"ls\"}","call_id":"call_1"},
		{"type":"custom_tool_call","call_id":"call_2","name":"exec","input":"text(1)"},
		{"type":"function_call_output","call_id":"call_1","output":"Chunk ID: 04c8ee\nOutput:\nhello\n"},
		{"type":"custom_tool_call_output","call_id":"call_2","output":[{"type":"input_text","text":"Script completed"},{"type":"input_image","image_url":"u"},{"type":"input_text","text":"{}"}]},
		{"type":"function_call","name":"expand","namespace":"mcp__elide","arguments":"{}","call_id":"call_3"},
		{"type":"function_call_output","call_id":"call_3","output":"x"},
		{"type":"local_shell_call","call_id":"call_4","action":{"type":"exec","command":["ls"]},"status":"completed"},
		{"type":"local_shell_call_output","id":"call_4","output":"{\"output\":\"x\"}"},
		{"type":"shell_call","call_id":"call_5","action":{"commands":["ls"]}},
		{"type":"shell_call_output","call_id":"call_5","output":[{"stdout":"o","stderr":"e","outcome":{"type":"exit","exit_code":1}}]},
		{"type":"apply_patch_call","call_id":"call_6","operation":{"type":"update_file","path":"a"}},
		{"type":"apply_patch_call_output","call_id":"call_6","status":"failed","output":"no"},
		{"type":"computer_call","call_id":"call_7","action":{"type":"screenshot"}},
		{"type":"computer_call_output","call_id":"call_7","output":{"type":"computer_screenshot","image_url":"u"}},
		{"type":"web_search_call","id":"ws_1","status":"completed"},
		{"type":"mcp_approval_request","id":"mcpr_1","name":"n","arguments":"{}"},
		{"type":"mcp_approval_response","approval_request_id":"mcpr_1","approve":true},
		{"role":"assistant","content":"Done."},
		{"type":"compaction","encrypted_content":"gAAA"},
		{"role":"user","content":"thanks"}]}`
	geminiCLI = `{"contents":[
		{"role":"user","parts":[{"text":"run it"},{"inlineData":{"mimeType":"image/png","data":"aQ=="}},{"fileData":{"mimeType":"application/pdf","fileUri":"u"}},{"inline_data":{"mime_type":"audio/wav","data":"aQ=="}}]},
		{"role":"model","parts":[{"text":"hm","thought":true},{"functionCall":{"name":"run_shell_command","args":{"command":"ls"}},"thoughtSignature":"c2ln"},{"functionCall":{"name":"read_file","args":{"path":"a"},"id":"r"}}]},
		{"role":"user","parts":[{"functionResponse":{"id":"made-up","name":"run_shell_command","response":{"output":"<untrusted_context>\nOutput: 1\n</untrusted_context>"}}},{"functionResponse":{"id":"r","name":"read_file","response":{"error":"no such file"}}}]},
		{"role":"model","parts":[{"function_call":{"name":"shot","args":{}}}]},
		{"parts":[{"function_response":{"name":"shot","response":{"content":[{"type":"text","text":"seen"},{"type":"image","data":"x"}]},"parts":[{"inlineData":{"mimeType":"image/png","data":"aQ=="}}]}}]},
		{"role":"model","parts":[{"text":"Done.","thoughtSignature":"c2ln"},{"executableCode":{"code":"1"}}]}],
		"systemInstruction":{"role":"user","parts":[{"text":"You are Gemini."}]},"generationConfig":{}}`
)

func TestRead(t *testing.T) {
	for _, c := range []struct {
		name, body string
		api        wire.API
		system     string
		want       []string
	}{
		{"Claude Code", claudeCode, wire.Messages, `"You are Claude Code."`, []string{
			`user | text "<system-reminder>x</system-reminder>" | text "do it"`,
			`assistant | thinking signed | text "I look." | call toolu_1 Bash {"command":"ls"} @2.0 | call toolu_2 Read {"file_path":"a.go"} @2.1`,
			`tool | result toolu_1 Bash "a.go" @1.2 | result toolu_2 Read "Exit code 1\nno" error cached @1.3`,
			`assistant | thinking signed | call toolu_3 Shot {} @4.0`,
			`user | result toolu_3 Shot "seen" "more" cached images=1 @3.1 | text "and go on"`,
			`assistant | opaque | opaque | text "Found."`,
			`user | image images=1 | document | document`,
		}},
		{"Copilot", copilot, wire.Chat, `"You are Copilot."`, []string{
			`system | text "You are Copilot."`,
			`user | text "run it" | image images=1 | document | opaque`,
			`assistant | thinking | call call_1 bash "{\"command\":\"ls\"}" @4.0 | call call_2 apply_patch "*** Begin Patch" signed @3.0`,
			`tool | result call_2 apply_patch "done" "well" @2.2`,
			`tool | result call_1 bash "1\n2\n<shellId: 0 completed with exit code 0>" @2.1`,
			`assistant | thinking signed | text "Ready." | text "no"`,
			`user | text "again"`,
			`assistant | call f "{}" @8.0`,
			`tool | result f "four" @7.0`,
			`assistant | call call_1 bash "{}" @10.0`,
			`tool | result call_1 bash "again" @9.0`,
		}},
		{"Codex", codex, wire.Responses, `"You are Codex." "rules"`, []string{
			`system | opaque`,
			`system | text "rules"`,
			`user | text "do it" | image images=1 | document`,
			`assistant | thinking signed`,
			`assistant | text "I look."`,
			`assistant | call call_1 exec_command "{\"cmd\":\"ls\"}" @7.0`,
			`assistant | call call_2 exec "text(1)" @8.0`,
			`tool | result call_1 exec_command "Chunk ID: 04c8ee\nOutput:\nhello\n" @5.0`,
			`tool | result call_2 exec "Script completed" "{}" images=1 @6.0`,
			`assistant | call call_3 mcp__elide__expand "{}" @10.0`,
			`tool | result call_3 mcp__elide__expand "x" @9.0`,
			`assistant | call call_4 local_shell {"type":"exec","command":["ls"]} @12.0`,
			`tool | result call_4 local_shell @11.0`,
			`assistant | call call_5 shell {"commands":["ls"]} @14.0`,
			`tool | result call_5 shell "o" "e" error @13.0`,
			`assistant | call call_6 apply_patch {"type":"update_file","path":"a"} @16.0`,
			`tool | result call_6 apply_patch error @15.0`,
			`assistant | call call_7 computer {"type":"screenshot"} @18.0`,
			`tool | result call_7 computer images=1 @17.0`,
			`assistant | opaque`,
			`assistant | opaque @21.0`,
			`user | opaque @20.0`,
			`assistant | text "Done."`,
			`assistant | opaque signed`,
			`user | text "thanks"`,
		}},
		{"Gemini CLI", geminiCLI, wire.Generate, `"You are Gemini."`, []string{
			`user | text "run it" | image images=1 | document | opaque`,
			`assistant | thinking | call run_shell_command {"command":"ls"} signed @2.0 | call r read_file {"path":"a"} @2.1`,
			`tool | result made-up run_shell_command "<untrusted_context>\nOutput: 1\n</untrusted_context>" @1.1 | result r read_file "no such file" error @1.2`,
			`assistant | call shot {} @4.0`,
			`tool | result shot "seen" images=2 @3.0`,
			`assistant | text "Done." signed | opaque`,
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			th := read(t, c.body)
			if th.API != c.api {
				t.Errorf("API %d, want %d", th.API, c.api)
			}
			if diff := cmp.Diff(c.want, described(th)); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
			if got := raws(th.System); got != c.system {
				t.Errorf("system %s, want %s", got, c.system)
			}
			checkBare(t, th)
		})
	}
}

func raws(values []jsonspan.Value) string {
	var out []string
	for _, v := range values {
		out = append(out, string(v.Raw()))
	}
	return strings.Join(out, " ")
}

// checkBare reads the list of a body alone.
func checkBare(t *testing.T, th *Thread) {
	t.Helper()
	bare := read(t, string(th.List.Raw()))
	if bare.API != th.API || !bare.Bare || bare.Where(2) != "[2]" {
		t.Errorf("bare: API %d, want %d", bare.API, th.API)
	}
	if diff := cmp.Diff(described(th), described(bare)); diff != "" {
		t.Errorf("bare: -body +list\n%s", diff)
	}
}

func TestTell(t *testing.T) {
	const said = `"messages":[{"role":"user","content":"hi"}]`
	for _, c := range []struct {
		body string
		want wire.API
	}{
		{`{"system":"s",` + said + `}`, wire.Messages},
		{`{"anthropic_version":"bedrock-2023-05-31",` + said + `}`, wire.Messages},
		{`{"tools":[{"name":"t","input_schema":{}}],` + said + `}`, wire.Messages},
		{`{"tools":[{"type":"bash_20250124","name":"bash"}],` + said + `}`, wire.Messages},
		{`{"stop_sequences":["x"],` + said + `}`, wire.Messages},
		{`{"model":"claude-sonnet-5","max_tokens":1,` + said + `}`, wire.Messages},
		{`{"messages":[{"role":"user","content":[{"type":"image","source":{}}]}]}`, wire.Messages},
		{`{"messages":[{"role":"user","content":"a"},{"role":"assistant","content":[{"type":"thinking","thinking":"x"}]}]}`, wire.Messages},
		{`{"system":"s","messages":[{"role":"user","content":"a"},{"role":"system","content":"b"}]}`, wire.Messages},
		{`{"model":"anthropic/claude-sonnet-5",` + said + `}`, wire.Chat},
		{`{"tools":[{"type":"function","function":{"name":"t"}}],` + said + `}`, wire.Chat},
		{`{"model":"claude-sonnet-5","stream_options":{},` + said + `}`, wire.Chat},
		{`{"model":"llama","thinking":{"type":"enabled"},` + said + `}`, wire.Chat},
		{`{"messages":[{"role":"system","content":"s"},{"role":"user","content":"a"}]}`, wire.Chat},
		{`{"messages":[{"role":"user","content":[{"type":"image_url"}]}]}`, wire.Chat},
		{`{"messages":[{"role":"user","content":"a","refusal":null}]}`, wire.Chat},
		{`{"model":"claude","messages":[{"role":"developer","content":"a"}]}`, wire.Chat},
		{`{"input":[{"role":"user","content":"a"}]}`, wire.Responses},
		{`{"contents":[{"parts":[{"text":"a"}]}]}`, wire.Generate},
		{`{"generateContentRequest":{"model":"m","contents":[{"parts":[{"text":"a"}]}]}}`, wire.GeminiCount},
		{`[{"role":"user","content":"a"}]`, wire.Chat},
		{`[{"role":"user","content":[{"type":"input_text","text":"a"}]}]`, wire.Responses},
		{`[{"role":"user","content":[{"type":"input_audio"}]}]`, wire.Chat},
		{`[{"role":"assistant","content":[{"type":"output_text","text":"a"}]}]`, wire.Responses},
		{`[{"role":"user","content":"a"},{"type":"reasoning","id":"r"}]`, wire.Responses},
		{`[{"role":"user","parts":[{"text":"a"}]}]`, wire.Generate},
		{`[{"role":"user","content":"a"},{"role":"user","content":[{"type":"tool_result","tool_use_id":"t"}]}]`, wire.Messages},
	} {
		if th := read(t, c.body); th.API != c.want {
			t.Errorf("%s: API %d, want %d", c.body, th.API, c.want)
		}
	}
}

func TestReadErrors(t *testing.T) {
	long := strings.Repeat("x", 100)
	for _, c := range []struct{ body, want string }{
		{`"x"`, "neither a request nor a list of messages"},
		{`5`, "neither a request nor a list of messages"},
		{`{}`, "none of messages (Anthropic, OpenAI), input (OpenAI) and contents (Gemini) is there"},
		{`{"role":"user","content":"x"}`, "a lone message: a list of messages is expected"},
		{`{"role":"user","parts":[]}`, "a lone message: a list of messages is expected"},
		{`[]`, "the list: there are no messages"},
		{`{"messages":[]}`, "messages: there are no messages"},
		{`{"messages":{}}`, "messages: not a list"},
		{`{"input":"just a text"}`, "input: not a list"},
		{`{"input":["embed","these"]}`, "input[0]: not an object"},
		{`{"messages":[{"role":"user","content":"a"}],"input":[]}`, "both input and messages: which one holds the messages?"},
		{`{"generateContentRequest":{"contents":[]}}`, "generateContentRequest.contents: there are no messages"},
		{`{"messages":[{"role":"user","content":"a"},5]}`, "messages[1]: not an object"},
		{`{"messages":[{"content":"a"}]}`, "messages[0].role: there is none"},
		{`{"messages":[{"role":"narrator\u001b[31m","content":"a"}]}`, `messages[0].role: "narrator\x1b[31m" is not known`},
		{`{"messages":[{"role":"` + long + `","content":"a"}]}`, `messages[0].role: "` + long[:48] + `\u2026" is not known`},
		{`{"messages":[{"role":"user","content":5}]}`, "messages[0].content: neither a text nor a list"},
		{`{"system":"s","messages":[{"role":"user","content":{}}]}`, "messages[0].content: neither a text nor a list"},
		{`{"messages":[{"role":"user","content":[{"type":"text","text":"a"},"b"]}]}`, "messages[0].content[1]: not an object"},
		{`{"messages":[{"role":"assistant","tool_calls":{}}]}`, "messages[0].tool_calls: not a list"},
		{`{"messages":[{"role":"assistant","tool_calls":[null]}]}`, "messages[0].tool_calls[0]: not an object"},
		{`{"input":[{"content":"a"}]}`, "input[0].type: there is none, nor a role"},
		{`{"input":[{"role":"tool","content":"a"}]}`, `input[0].role: "tool" is not known`},
		{`{"contents":[{"role":"system","parts":[]}]}`, `contents[0].role: "system" is not known`},
		{`{"contents":[{"parts":{}}]}`, "contents[0].parts: not a list"},
		{`[{"role":"user","content":"a"},[]]`, "[1]: not an object"},
	} {
		if _, err := Read(parse(t, c.body)); err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, want %s", c.body, err, c.want)
		}
	}
}

func TestCalls(t *testing.T) {
	th := read(t, copilot)
	first, ok := th.CallOf(th.At(Place{4, 0}))
	if !ok || first.Input.Str() != `{"command":"ls"}` {
		t.Errorf("the first call_1 is %v, %v", first, ok)
	}
	again, ok := th.CallOf(th.At(Place{10, 0}))
	if !ok || again.Input.Str() != "{}" {
		t.Errorf("the second call_1 is %v, %v", again, ok)
	}
	if _, ok := th.CallOf(first); ok {
		t.Error("a call answers a call")
	}
}

// TestPairs: which call a result answers where ids don't tell, or tell more
// than one.
func TestPairs(t *testing.T) {
	gCall := func(id string) string {
		return `{"role":"model","parts":[{"functionCall":{"name":"n","id":"` + id + `"}}]}`
	}
	gGot := func(id string) string {
		return `{"role":"user","parts":[{"functionResponse":{"name":"n","id":"` + id + `"}}]}`
	}
	const say = `{"role":"user","parts":[{"text":"a"}]}`
	for _, c := range []struct{ name, body, want string }{
		{"Gemini, by name", `[` + gCall("") + `,` + gGot("") + `]`, "1.0>0.0"},
		{"Gemini, an id is made up", `[` + gCall("") + `,` + gGot("x") + `]`, "1.0>0.0"},
		{"Gemini, an id is left out", `[` + gCall("x") + `,` + gGot("") + `]`, "1.0>0.0"},
		{"Gemini, another id", `[` + gCall("x") + `,` + gGot("y") + `]`, ""},
		{"Gemini, a call of an earlier turn", `[` + gCall("") + `,` + say + `,` + gCall("x") + `,` + gGot("x") + `,` + gGot("") + `]`, "3.0>2.0"},
		{"Gemini, a turn in two messages", `[` + gCall("x") + `,` + gCall("y") + `,` + gGot("y") + `,` + gGot("x") + `]`, "2.0>1.0 3.0>0.0"},
		{"Gemini, each call once", `[` + gCall("x") + `,` + gGot("x") + `,` + gGot("x") + `]`, "1.0>0.0"},
		{"an id again", `[{"role":"assistant","tool_calls":[{"id":"1"}]},{"role":"tool","tool_call_id":"1"},{"role":"assistant","tool_calls":[{"id":"1"}]},{"role":"tool","tool_call_id":"1"}]`, "1.0>0.0 3.0>2.0"},
		{"a function again", `[{"role":"assistant","function_call":{"name":"f"}},{"role":"function","name":"f"},{"role":"assistant","function_call":{"name":"f"}},{"role":"function","name":"f"},{"role":"function","name":"g"}]`, "1.0>0.0 3.0>2.0"},
		{"a name is no id", `[{"role":"assistant","function_call":{"name":"f"}},{"role":"tool","tool_call_id":"f"}]`, ""},
	} {
		th := read(t, c.body)
		var got []string
		for place, p := range th.parts() {
			if p.Kind == Result && p.Paired {
				got = append(got, fmt.Sprintf("%d.%d>%d.%d", place.Message, place.Part, p.Pair.Message, p.Pair.Part))
			}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %v, want %s", c.name, got, c.want)
		}
	}
}

func TestAppendText(t *testing.T) {
	for _, c := range []struct {
		body string
		want [4]string // by role
	}{
		{claudeCode, [4]string{`{"role":"user","content":"a\"\n"}`, `{"role":"user","content":"a\"\n"}`, `{"role":"assistant","content":"a\"\n"}`, `{"role":"user","content":"a\"\n"}`}},
		{copilot, [4]string{`{"role":"system","content":"a\"\n"}`, `{"role":"user","content":"a\"\n"}`, `{"role":"assistant","content":"a\"\n"}`, `{"role":"user","content":"a\"\n"}`}},
		{codex, [4]string{`{"type":"message","role":"system","content":"a\"\n"}`, `{"type":"message","role":"user","content":"a\"\n"}`, `{"type":"message","role":"assistant","content":"a\"\n"}`, `{"type":"message","role":"user","content":"a\"\n"}`}},
		{geminiCLI, [4]string{`{"role":"user","parts":[{"text":"a\"\n"}]}`, `{"role":"user","parts":[{"text":"a\"\n"}]}`, `{"role":"model","parts":[{"text":"a\"\n"}]}`, `{"role":"user","parts":[{"text":"a\"\n"}]}`}},
	} {
		th := read(t, c.body)
		for role, want := range c.want {
			if got := string(th.AppendText([]byte("x"), Role(role), []byte("a\"\n"))); got != "x"+want {
				t.Errorf("API %d: %s, want x%s", th.API, got, want)
			}
		}
	}
}

func TestSteps(t *testing.T) {
	for _, c := range []struct {
		name, body, steps, turns string
	}{
		{"Claude Code", claudeCode, "0-1 1-3 3-5 5-6 6-7", "0-6 6-7"},
		{"Copilot", copilot, "0-1 1-2 2-5 5-6 6-7 7-9 9-11", "0-6 6-11"},
		{"Codex", codex, "0-1 1-2 2-3 3-9 9-11 11-13 13-15 15-17 17-19 19-20 20-22 22-23 23-24 24-25", "0-24 24-25"},
		{"Gemini CLI", geminiCLI, "0-1 1-3 3-5 5-6", "0-6"},
		{"thoughts of Responses stay with all of their response", `[{"role":"user","content":"a"},{"type":"reasoning"},{"type":"reasoning"},{"type":"web_search_call"},{"type":"message","role":"assistant","content":"b"},
			{"type":"function_call","call_id":"1"},{"type":"function_call_output","call_id":"1"},{"type":"function_call","call_id":"2"},{"type":"function_call_output","call_id":"2"}]`, "0-1 1-7 7-9", "0-9"},
		{"results in the order of nothing", `[{"type":"function_call","call_id":"1"},{"type":"function_call","call_id":"2"},{"role":"user","content":"wait"},{"type":"function_call_output","call_id":"2"},{"type":"function_call_output","call_id":"1"},{"role":"user","content":"a"}]`, "0-5 5-6", "0-5 5-6"},
		{"stored items", `{"input":[{"role":"user","content":"a"},{"type":"item_reference","id":"rs_1"},{"type":"item_reference","id":"fc_1"},{"type":"function_call_output","call_id":"1","output":"x"},{"role":"assistant","content":"b"}]}`, "0-1 1-4 4-5", "0-5"},
		{"a lost result leans on what stands before", `{"messages":[{"role":"user","content":"a"},{"role":"assistant","content":"b"},{"role":"tool","tool_call_id":"9","content":"x"},{"role":"user","content":"c"}]}`, "0-1 1-3 3-4", "0-3 3-4"},
		{"a second result", `[{"role":"assistant","tool_calls":[{"id":"1"}]},{"role":"tool","tool_call_id":"1"},{"role":"user","content":"a"},{"role":"tool","tool_call_id":"1"}]`, "0-4", "0-4"},
		{"several user messages begin one turn", `[{"role":"system","content":"s"},{"role":"user","content":"a"},{"role":"user","content":"b"},{"role":"assistant","content":"c"},{"role":"system","content":"t"},{"role":"user","content":"d"},{"role":"user","content":"e"}]`, "0-1 1-2 2-3 3-4 4-5 5-6 6-7", "0-5 5-7"},
		{"Anthropic's system message stays behind the user's", `{"system":"s","messages":[{"role":"user","content":"a"},{"role":"system","content":"t"},{"role":"assistant","content":"c"}]}`, "0-2 2-3", "0-3"},
		{"thoughts in messages of their own", `{"messages":[{"role":"user","content":"a"},{"role":"assistant","content":[{"type":"thinking","thinking":"x","signature":"s"}]},{"role":"assistant","content":[{"type":"tool_use","id":"1","name":"n","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"1"}]}]}`, "0-1 1-4", "0-4"},
	} {
		th := read(t, c.body)
		if got := spans(th.Steps()); got != c.steps {
			t.Errorf("%s: steps %s, want %s", c.name, got, c.steps)
		}
		if got := spans(th.Turns()); got != c.turns {
			t.Errorf("%s: turns %s, want %s", c.name, got, c.turns)
		}
	}
}

func spans(steps []Step) string {
	var out []string
	for _, s := range steps {
		out = append(out, fmt.Sprintf("%d-%d", s.First, s.End))
	}
	return strings.Join(out, " ")
}
