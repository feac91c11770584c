package wire

import (
	"fmt"
	"strings"
	"testing"

	"elide.example/elide/internal/jsonspan"

	"github.com/google/go-cmp/cmp"
)

func parse(t *testing.T, api API, body string) *Request {
	t.Helper()
	doc, err := jsonspan.Parse([]byte(body))
	if err != nil {
		t.Fatalf("%s: %v", body, err)
	}
	r, err := Parse(api, doc)
	if err != nil {
		t.Fatalf("%s: %v", body, err)
	}
	return r
}

// found writes results as lines: turn, id, name, input, text.
func found(r *Request) []string {
	var out []string
	for _, x := range r.Results {
		line := fmt.Sprintf("%d %s %s %s %s", x.Turn, x.Call.ID, x.Call.Name, x.Call.Input.Raw(), x.Text.Raw())
		if x.IsError {
			line += " error"
		}
		out = append(out, line)
	}
	return out
}

func TestResults(t *testing.T) {
	for _, c := range []struct {
		name string
		api  API
		body string
		want []string
	}{
		{"anthropic", Messages, `{"model":"m","messages":[
			{"role":"user","content":"do it"},
			{"role":"assistant","content":[{"type":"thinking","thinking":"x","signature":"s"},{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"ls"}},{"type":"tool_use","id":"t2","name":"Read","input":{"file_path":"a"}}]},
			{"role":"user","content":[
				{"tool_use_id":"t2","type":"tool_result","content":[{"type":"text","text":"two"},{"type":"image","source":{"data":"x"}},{"type":"text","text":"three","cache_control":{"type":"ephemeral"}}]},
				{"type":"tool_result","content":"one","is_error":true,"tool_use_id":"t1"},
				{"type":"text","text":"and now"}]},
			{"role":"user","content":[{"type":"tool_result","tool_use_id":"t9","content":"lost"},{"type":"tool_result","tool_use_id":"t1"}]}]}`,
			[]string{`2 t2 Read {"file_path":"a"} "two"`, `2 t2 Read {"file_path":"a"} "three"`, `2 t1 Bash {"command":"ls"} "one" error`, `3 t9   "lost"`}},
		{"anthropic, not results", CountTokens, `{"messages":[
			{"role":"assistant","content":[{"type":"tool_result","tool_use_id":"t1","content":"x"},{"type":"bash_code_execution_tool_result","content":"x"},{"type":"server_tool_use","id":"t1","name":"x"}]},
			{"role":"user","content":[{"type":"web_search_tool_result","tool_use_id":"t1","content":[{"type":"text","text":"x"}]},{"type":"mcp_tool_result","tool_use_id":"t1","content":"x"},
				{"type":"tool_result","tool_use_id":"t1","content":[{"type":"search_result","content":[{"type":"text","text":"x"}]},{"type":"document","source":{"type":"text","data":"x"}},{"type":"text","text":"x","citations":[{"type":"page_location"}]},{"type":"text","text":5},"x"]},
				{"type":"tool_result","tool_use_id":"t1","content":5},
				{"type":"text","text":"x"}, "x", 5]},
			{"role":"system","content":[{"type":"tool_result","tool_use_id":"t1","content":"x"}]}, "x"]}`, nil},
		{"chat", Chat, `{"messages":[
			{"role":"system","content":"x"},
			{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"bash","arguments":"{\"command\":\"ls\"}"}},{"id":"c2","type":"custom","custom":{"name":"apply_patch","input":"*** Begin"}}]},
			{"role":"tool","tool_call_id":"c1","content":"one"},
			{"role":"tool","tool_call_id":"c2","content":[{"type":"text","text":"two"},{"type":"image_url","image_url":{}},{"type":"text","text":"three"}]},
			{"role":"tool","content":"lost"},
			{"role":"assistant","function_call":{"name":"f","arguments":"{}"}},
			{"role":"function","name":"f","content":"four"},
			{"role":"tool","tool_call_id":"c1","content":{"x":1}}]}`,
			[]string{`2 c1 bash "{\"command\":\"ls\"}" "one"`, `3 c2 apply_patch "*** Begin" "two"`, `3 c2 apply_patch "*** Begin" "three"`, `4    "lost"`, `6  f "{}" "four"`}},
		{"responses", Responses, `{"instructions":"x","input":[
			{"type":"message","role":"user","content":[{"type":"input_text","text":"x"}]},
			{"type":"reasoning","encrypted_content":"x"},
			{"type":"function_call","call_id":"c1","name":"shell","arguments":"{}"},
			{"type":"function_call_output","call_id":"c1","output":"one"},
			{"type":"custom_tool_call","call_id":"c2","name":"exec","input":"text(1)"},
			{"type":"custom_tool_call_output","call_id":"c2","output":[{"type":"input_text","text":"two"},{"type":"input_image","image_url":"x"},{"type":"input_text","text":"three"},{"type":"encrypted_content","text":"x"}]},
			{"type":"function_call","call_id":"c3","namespace":"mcp__elide","name":"context_expand","arguments":"{}"},
			{"type":"function_call_output","call_id":"c3","output":"four"},
			{"type":"shell_call","call_id":"c4","action":{"commands":["ls"]}},
			{"type":"shell_call_output","call_id":"c4","output":[{"stderr":"six","stdout":"five","outcome":{"type":"exit","exit_code":0}},{"stdout":"seven","stderr":5}]},
			{"type":"local_shell_call","call_id":"c5","action":{"type":"exec","command":["ls"]}},
			{"type":"function_call_output","call_id":"c5","output":"eight"},
			{"type":"local_shell_call_output","id":"c5","output":"{}"},
			{"type":"apply_patch_call_output","call_id":"c5","output":"x"},
			{"type":"mcp_call","output":"x"},
			{"type":"computer_call_output","call_id":"c5","output":{"type":"input_text","text":"x"}},
			{"role":"assistant","content":[{"type":"output_text","text":"x"}]}, "x"]}`,
			[]string{`3 c1 shell "{}" "one"`, `5 c2 exec "text(1)" "two"`, `5 c2 exec "text(1)" "three"`, `7 c3 mcp__elide__context_expand "{}" "four"`,
				`9 c4 shell {"commands":["ls"]} "six"`, `9 c4 shell {"commands":["ls"]} "five"`, `9 c4 shell {"commands":["ls"]} "seven"`, `11 c5 local_shell {"type":"exec","command":["ls"]} "eight"`}},
		{"responses, a text", Responses, `{"input":"x"}`, nil},
		{"responses, nothing", Responses, `{"prompt":{"id":"p"}}`, nil},
		{"gemini", Generate, `{"systemInstruction":{"parts":[{"text":"x"}]},"contents":[
			{"role":"user","parts":[{"text":"x"}]},
			{"role":"model","parts":[{"functionCall":{"name":"a","args":{"n":1}}},{"functionCall":{"name":"a","args":{"n":2}}},{"functionCall":{"id":"i3","name":"b","args":{"n":3}}}]},
			{"role":"user","parts":[
				{"functionResponse":{"name":"b","id":"other","response":{"output":"zero"}}},
				{"functionResponse":{"name":"b","id":"i3","response":{"output":"three"}}},
				{"functionResponse":{"name":"a","id":"made-up","response":{"error":"one","other":"x"}}},
				{"functionResponse":{"name":"a","response":{"stdout":"two","stderr":"too"}}},
				{"functionResponse":{"name":"a","response":{"content":[{"type":"text","text":"lost"}],"output":{"x":1}}}}]},
			{"role":"model","parts":[{"function_call":{"name":"c","args":{}}},{"functionResponse":{"name":"c","response":{"output":"x"}}}]},
			{"role":"model","parts":[{"text":"more"},{"functionCall":{"name":"d"}}]},
			{"role":"function","parts":[{"function_response":{"name":"c","response":{"result":"five"}}},{"inlineData":{}},{"thoughtSignature":"s","functionResponse":{"name":"d","response":{"output":"x"}}}]},
			{"parts":[{"functionResponse":{"name":"b","id":"i3","response":{"output":"again"}}},{"functionResponse":{"name":"b","response":"x"}}]}]}`,
			[]string{`2 other   "zero"`, `2 i3 b {"n":3} "three"`, `2 made-up a {"n":1} "one" error`, `2  a {"n":2} "two"`, `2  a {"n":2} "too"`, `2    "lost"`, `5  c {} "five"`, `6 i3   "again"`}},
		{"invoke", Invoke, `{"anthropic_version":"bedrock-2023-05-31","messages":[{"role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Bash","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"one"}]}]}`,
			[]string{`1 t1 Bash {} "one"`}},
		{"converse", Converse, `{"system":[{"text":"x"}],"messages":[
			{"role":"user","content":[{"text":"x"}]},
			{"role":"assistant","content":[{"text":"x"},{"toolUse":{"toolUseId":"t1","name":"bash","input":{"command":"ls"}}},{"toolUse":{"toolUseId":"t2","name":"read","input":{}}},{"toolResult":{"toolUseId":"t1","content":[{"text":"x"}]}}]},
			{"role":"user","content":[
				{"toolResult":{"toolUseId":"t2","content":[{"text":"two"},{"json":{"text":"x"}},{"image":{"source":{"bytes":"x"}}},{"document":{"name":"x"}},{"text":"three"}],"status":"success"}},
				{"toolResult":{"content":[{"text":"one"}],"status":"error","toolUseId":"t1"}},
				{"toolResult":{"toolUseId":"t1","content":"x"}},
				{"cachePoint":{"type":"default"}},
				{"guardContent":{"text":{"text":"x"}}},{"type":"tool_result","tool_use_id":"t1","content":"x"}]},
			{"role":"user","content":[{"toolResult":{"toolUseId":"t9","content":[{"text":"lost"},{"text":5}]}}]}]}`,
			[]string{`2 t2 read {} "two"`, `2 t2 read {} "three"`, `2 t1 bash {"command":"ls"} "one" error`, `3 t9   "lost"`}},
		{"gemini, no error", Generate, `{"contents":[{"role":"user","parts":[{"functionResponse":{"name":"a","response":{"output":"one","error":null}}}]}]}`, []string{`0    "one"`}},
		{"gemini, count of contents", GeminiCount, `{"contents":[{"role":"user","parts":[{"functionResponse":{"name":"a","response":{"output":"one"}}}]}]}`, []string{`0    "one"`}},
		{"gemini, count of a request", GeminiCount, `{"generateContentRequest":{"model":"m","contents":[{"role":"user","parts":[{"functionResponse":{"name":"a","response":{"output":"one"}}}]}]}}`, []string{`0    "one"`}},
	} {
		if diff := cmp.Diff(c.want, found(parse(t, c.api, c.body))); diff != "" {
			t.Errorf("%s: -want +got\n%s", c.name, diff)
		}
	}
}

func TestNoConversation(t *testing.T) {
	for _, c := range []struct {
		api  API
		body string
	}{
		{Messages, `[]`}, {Messages, `"x"`}, {Messages, `{}`}, {Messages, `{"messages":{}}`}, {Messages, `{"messages":"x"}`},
		{CountTokens, `{"contents":[]}`}, {Chat, `{"input":[]}`}, {Chat, `{"messages":null}`}, {Responses, `{"input":{}}`}, {Responses, `{"input":5}`},
		{Generate, `{"messages":[]}`}, {Generate, `{"generateContentRequest":{"contents":[]}}`}, {GeminiCount, `{}`},
		{Invoke, `{"messages":[]}`}, {Invoke, `{"anthropic_version":"x"}`}, {Invoke, `{"inputText":"x"}`}, {Converse, `{"messages":{}}`}, {Converse, `{"input":{}}`}, {Unknown, `{"messages":[]}`},
	} {
		doc, err := jsonspan.Parse([]byte(c.body))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Parse(c.api, doc); err == nil {
			t.Errorf("%s is taken as %d", c.body, c.api)
		}
	}
}

func TestRoute(t *testing.T) {
	for _, c := range []struct {
		method, path string
		want         API
		provider     Provider
	}{
		{"POST", "/v1/messages", Messages, Anthropic},
		{"POST", "/v1/messages?beta=true", Messages, Anthropic},
		{"POST", "/anthropic/v1/messages/count_tokens", CountTokens, Anthropic},
		{"POST", "/messages", Messages, Anthropic},
		{"GET", "/v1/messages", Unknown, None},
		{"POST", "/v1/messages/batches", Unknown, None},
		{"POST", "/v1/threads/thread_1/messages", Unknown, None},
		{"POST", "/v1/chat/completions", Chat, OpenAI},
		{"POST", "/openai/deployments/gpt/chat/completions?api-version=1", Chat, OpenAI},
		{"GET", "/v1/chat/completions", Unknown, None},
		{"POST", "/v1/completions", Unknown, None},
		{"POST", "/v1/responses", Responses, OpenAI},
		{"POST", "/backend-api/codex/responses", Responses, OpenAI},
		{"POST", "/v1/responses/compact", Responses, OpenAI},
		{"POST", "/v1/responses/input_tokens", Responses, OpenAI},
		{"POST", "/v1/responses/resp_1/cancel", Unknown, None},
		{"GET", "/v1/responses", Unknown, None},
		{"POST", "/v1beta/models/gemini-3:generateContent", Generate, Gemini},
		{"POST", "/v1beta/models/gemini-3:streamGenerateContent?alt=sse", Generate, Gemini},
		{"POST", "/v1/projects/p/locations/l/publishers/google/models/g:generateContent", Generate, Gemini},
		{"POST", "/v1beta/models/gemini-3:countTokens", GeminiCount, Gemini},
		{"POST", "/v1beta/models/gemini-3:embedContent", Unknown, None},
		{"POST", "/v1internal:streamGenerateContent", Unknown, None},
		{"POST", "/v1beta/models/gemini-3", Unknown, None},
		{"POST", "/v1/projects/p/locations/l/publishers/anthropic/models/claude-x@20250514:rawPredict", Messages, Anthropic},
		{"POST", "/projects/p/locations/l/publishers/anthropic/models/claude-x:streamRawPredict?$alt=sse", Messages, Anthropic},
		{"POST", "/v1/projects/p/locations/l/publishers/anthropic/models/count-tokens:rawPredict", CountTokens, Anthropic},
		{"POST", "/v1/projects/p/locations/l/publishers/mistralai/models/m:rawPredict", Unknown, None},
		{"POST", "/v1/projects/p/locations/l/publishers/google/models/g:streamGenerateContent?alt=sse", Generate, Gemini},
		{"POST", "/openai/v1/responses", Responses, OpenAI},
		{"POST", "/openai/responses?api-version=2025-04-01-preview", Responses, OpenAI},
		{"POST", "/models/chat/completions?api-version=2024-05-01-preview", Chat, OpenAI},
		{"POST", "/anthropic/v1/messages", Messages, Anthropic},
		{"POST", "/api/v1/chat/completions", Chat, OpenAI},
		{"POST", "/model/us.anthropic.claude-x-v1:0/invoke", Invoke, Bedrock},
		{"POST", "/model/anthropic.claude-x/invoke-with-response-stream", Invoke, Bedrock},
		{"POST", "/team/model/arn:aws:bedrock:us-east-1:1:inference-profile/p/converse", Converse, Bedrock},
		{"POST", "/model/m/converse-stream", Converse, Bedrock},
		{"POST", "/model/m/count-tokens", Unknown, None},
		{"POST", "/model/m/async-invoke", Unknown, None},
		{"POST", "/model//converse", Unknown, None},
		{"GET", "/model/m/invoke", Unknown, None},
		{"HEAD", "/api/hello", Unknown, None},
		{"POST", "", Unknown, None},
		{"POST", "?/v1/messages", Unknown, None},
	} {
		if got := Route(c.method, c.path); got != c.want || got.Provider() != c.provider {
			t.Errorf("%s %s is %d of %d, want %d of %d", c.method, c.path, got, got.Provider(), c.want, c.provider)
		}
	}
}

func TestPathModel(t *testing.T) {
	for path, want := range map[string]string{
		"/v1beta/models/gemini-3:generateContent":                                "gemini-3 false",
		"/v1beta/models/gemini-3:streamGenerateContent?alt=sse":                  "gemini-3 true",
		"/v1beta/tunedModels/mine:generateContent":                               "mine false",
		"/publishers/anthropic/models/claude-x:streamRawPredict":                 "claude-x true",
		"/model/us.anthropic.claude-x-v1:0/invoke":                               "us.anthropic.claude-x-v1:0 false",
		"/model/anthropic.claude-x/invoke-with-response-stream":                  "anthropic.claude-x true",
		"/model/arn:aws:bedrock:us-east-1:1:inference-profile/p/converse-stream": "p true",
		"/v1/messages": " false",
	} {
		model, stream := PathModel(path)
		if got := fmt.Sprint(model, " ", stream); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
}

func TestModelAndStream(t *testing.T) {
	r := parse(t, Messages, `{"stream":true,"model":"claude-x","messages":[]}`)
	if r.Model != "claude-x" || !r.Stream {
		t.Errorf("%s %v", r.Model, r.Stream)
	}
	r = parse(t, GeminiCount, `{"generateContentRequest":{"model":"models/g","contents":[],"tools":[{}]}}`)
	if r.Model != "models/g" || r.Stream || r.Tools().Len() != 1 || r.Body == r.Root {
		t.Errorf("%s %v %d", r.Model, r.Stream, r.Tools().Len())
	}
}

func TestSystem(t *testing.T) {
	for _, c := range []struct {
		api  API
		body string
		want string
	}{
		{Messages, `{"system":"a","messages":[]}`, "a"},
		{Messages, `{"system":[{"type":"text","text":"a"},{"type":"text","text":"b","cache_control":{}},{"type":"other","text":"x"}],"messages":[]}`, "a b"},
		{Messages, `{"messages":[]}`, ""},
		{Chat, `{"messages":[{"role":"system","content":"a"},{"role":"developer","content":[{"type":"text","text":"b"}]},{"role":"user","content":"x"},{"role":"system","content":"x"}]}`, "a b"},
		{Responses, `{"instructions":"a","input":[{"type":"additional_tools","role":"developer","tools":[]},{"role":"developer","content":[{"type":"input_text","text":"b"}]},{"role":"user","content":"x"},{"role":"developer","content":"x"}]}`, "a b"},
		{Responses, `{"instructions":null,"input":"x"}`, ""},
		{Generate, `{"systemInstruction":{"parts":[{"text":"a"},{"text":"b"},{"inlineData":{}}]},"contents":[]}`, "a b"},
		{Generate, `{"system_instruction":{"parts":[{"text":"a"}]},"contents":[]}`, "a"},
		{GeminiCount, `{"generateContentRequest":{"systemInstruction":{"parts":[{"text":"a"}]},"contents":[]}}`, "a"},
		{Invoke, `{"anthropic_version":"x","system":"a","messages":[]}`, "a"},
		{Converse, `{"system":[{"text":"a"},{"cachePoint":{"type":"default"}},{"text":"b"}],"messages":[]}`, "a b"},
	} {
		var got []string
		for _, v := range parse(t, c.api, c.body).System() {
			got = append(got, v.Str())
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s has the system %q, want %q", c.body, got, c.want)
		}
	}
}

func TestAttested(t *testing.T) {
	for body, want := range map[string]bool{
		`{"system":[{"type":"text","text":"x-anthropic-billing-header: cc_version=2.1; cc_entrypoint=cli; cch=abc12;"}],"messages":[]}`: true,
		`{"system":[{"type":"text","text":"a"},{"type":"text","text":" x-anthropic-billing-header: cch=abc12"}],"messages":[]}`:         true,
		`{"system":"x-anthropic-billing-header: cc_version=2.1; cch=abc12;\nYou are","messages":[]}`:                                    true,
		`{"system":[{"type":"text","text":"x-anthropic-billing-header: cc_version=2.1; cc_entrypoint=cli;"}],"messages":[]}`:            false,
		`{"system":"The cch=1 of x-anthropic-billing-header","messages":[]}`:                                                            false,
		`{"messages":[{"role":"user","content":"x-anthropic-billing-header: cch=abc12"}]}`:                                              false,
		`{"system":[{"type":"text","text":"\u0078-anthropic-billing-header: cc_version=2.1; c\u0063h=abc12;"}],"messages":[]}`:          true,
	} {
		if got := parse(t, Messages, body).Attested; got != want {
			t.Errorf("%s is attested: %v", body, got)
		}
	}
}

func TestClears(t *testing.T) {
	for _, c := range []struct {
		api  API
		body string
		want bool
	}{
		{Messages, `{"messages":[]}`, false},
		{Messages, `{"context_management":{"edits":[{"type":"clear_thinking_20251015","keep":"all"}]},"messages":[]}`, false},
		{Messages, `{"context_management":null,"compaction":null,"messages":[]}`, false},
		{Messages, `{"context_management":{"edits":[]},"messages":[]}`, false},
		{Messages, `{"context_management":{"edits":[{"type":"clear_thinking_20251015"},{"type":"clear_tool_uses_20250919"}]},"messages":[]}`, true},
		{Messages, `{"context_management":{"edits":[{"type":"compact_20260112"}]},"messages":[]}`, true},
		{Messages, `{"context_management":{"unheard":1},"messages":[]}`, true},
		{Messages, `{"compaction":{},"messages":[]}`, true},
		{Messages, `{"messages":[{"role":"assistant","content":[{"type":"compaction","content":"x"}]}]}`, true},
		{Chat, `{"messages":[]}`, false},
		{Chat, `{"transforms":["middle-out"],"messages":[]}`, true},
		{Chat, `{"transforms":[],"messages":[]}`, false},
		{Responses, `{"input":[]}`, false},
		{Responses, `{"truncation":"disabled","context_management":[],"input":[]}`, false},
		{Responses, `{"truncation":"auto","input":[]}`, true},
		{Responses, `{"context_management":[{"type":"compaction"}],"input":[]}`, true},
		{Responses, `{"input":[{"type":"compaction","encrypted_content":"x"}]}`, true},
		{Generate, `{"contents":[]}`, false},
	} {
		if got := parse(t, c.api, c.body).Clears; got != c.want {
			t.Errorf("%s clears: %v", c.body, got)
		}
	}
}

func TestMechanical(t *testing.T) {
	const (
		claude = `{"role":"user","content":"x"},{"role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Bash","input":{}}]},`
		chat   = `{"role":"user","content":"x"},{"role":"assistant","tool_calls":[{"id":"c1","function":{"name":"f","arguments":""}}]},`
		items  = `{"role":"user","content":"x"},{"type":"function_call","call_id":"c1","name":"f","arguments":""},`
		bare   = `{"role":"user","content":[{"text":"x"}]},{"role":"assistant","content":[{"toolUse":{"toolUseId":"t","name":"f","input":{}}}]},`
		gemini = `{"role":"user","parts":[{"text":"x"}]},{"role":"model","parts":[{"functionCall":{"name":"f"}}]},`
	)
	for _, c := range []struct {
		api  API
		body string
		want bool
	}{
		{Messages, `{"messages":[` + claude + `{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"ok"}]}]}`, true},
		{Messages, `{"messages":[` + claude + `{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":[{"type":"image"}]},{"type":"tool_result","tool_use_id":"t2"}]}]}`, true},
		{Messages, `{"messages":[` + claude + `{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"x","is_error":true}]}]}`, false},
		{Messages, `{"messages":[` + claude + `{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","is_error":true}]}]}`, false},
		{Messages, `{"messages":[` + claude + `{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"Exit code 1\nx"}]}]}`, false},
		{Messages, `{"messages":[` + claude + `{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"ok"},{"type":"text","text":"now"}]}]}`, false},
		{Messages, `{"messages":[` + claude + `{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"ok"}]},{"role":"user","content":"x"}]}`, false},
		{Messages, `{"messages":[` + claude + `{"role":"user","content":[]}]}`, false},
		{Messages, `{"messages":[{"role":"user","content":"x"}]}`, false},
		{Messages, `{"messages":[{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"ok"}]}]}`, false},
		{Messages, `{"messages":[]}`, false},
		{Chat, `{"messages":[` + chat + `{"role":"tool","tool_call_id":"c1","content":"ok"},{"role":"tool","tool_call_id":"c2","content":"ok"}]}`, true},
		{Chat, `{"messages":[` + chat + `{"role":"tool","tool_call_id":"c1","content":"ok\n<shellId: 0 completed with exit code 1>"},{"role":"tool","tool_call_id":"c2","content":"ok"}]}`, false},
		{Chat, `{"messages":[` + chat + `{"role":"tool","tool_call_id":"c1","content":"ok"},{"role":"user","content":"x"}]}`, false},
		{Chat, `{"messages":[` + chat + `{"role":"user","content":"x"},{"role":"tool","tool_call_id":"c1","content":"ok"}]}`, false},
		{Responses, `{"input":[` + items + `{"type":"function_call_output","call_id":"c1","output":"ok"}]}`, true},
		{Responses, `{"input":[` + items + `{"type":"function_call_output","call_id":"c1","output":"Chunk ID: 1\nProcess exited with code 1\nOutput:\nx"}]}`, false},
		{Responses, `{"input":[` + items + `{"type":"function_call_output","call_id":"c1","output":"x","status":"incomplete"}]}`, false},
		{Responses, `{"input":[` + items + `{"type":"shell_call_output","call_id":"c1","output":[{"stdout":"x","outcome":{"type":"exit","exit_code":0}}]}]}`, true},
		{Responses, `{"input":[` + items + `{"type":"shell_call_output","call_id":"c1","output":[{"stdout":"x","outcome":{"type":"exit","exit_code":2}}]}]}`, false},
		{Responses, `{"input":[` + items + `{"type":"shell_call_output","call_id":"c1","output":[{"stdout":"x","outcome":{"type":"timeout"}}]}]}`, false},
		{Responses, `{"input":[` + items + `{"type":"function_call_output","call_id":"c1","output":"ok"},{"role":"developer","content":"x"}]}`, false},
		{Responses, `{"input":"x"}`, false},
		{Converse, `{"messages":[` + bare + `{"role":"user","content":[{"toolResult":{"toolUseId":"t","content":[{"text":"ok"}]}},{"cachePoint":{}}]}]}`, true},
		{Converse, `{"messages":[` + bare + `{"role":"user","content":[{"toolResult":{"toolUseId":"t","status":"error","content":[]}}]}]}`, false},
		{Converse, `{"messages":[` + bare + `{"role":"user","content":[{"toolResult":{"toolUseId":"t","content":[{"text":"ok"}]}},{"text":"now"}]}]}`, false},
		{Generate, `{"contents":[` + gemini + `{"role":"user","parts":[{"functionResponse":{"name":"f","response":{"output":"ok"}}}]}]}`, true},
		{Generate, `{"contents":[` + gemini + `{"role":"user","parts":[{"functionResponse":{"name":"f","response":{"error":"no"}}}]}]}`, false},
		{Generate, `{"contents":[` + gemini + `{"role":"user","parts":[{"functionResponse":{"name":"f","response":{"output":"<untrusted_context>\nOutput: x\nExit Code: 1\nProcess Group PGID: 1\n</untrusted_context>"}}}]}]}`, false},
		{Generate, `{"contents":[` + gemini + `{"role":"user","parts":[{"functionResponse":{"name":"f","response":{"output":"ok"}}},{"text":"x"}]}]}`, false},
	} {
		if got := parse(t, c.api, c.body).Mechanical(); got != c.want {
			t.Errorf("%s is mechanical: %v", c.body, got)
		}
	}
}

// TestUse: inputs in all their forms reach toolcall.
func TestUse(t *testing.T) {
	for _, c := range []struct {
		api  API
		body string
	}{
		{Messages, `{"messages":[{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"Bash","input":{"command":"elision-get abc"}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"x"}]}]}`},
		{Chat, `{"messages":[{"role":"assistant","tool_calls":[{"id":"t","type":"function","function":{"name":"bash","arguments":"{\"command\":\"elision-get\\u0020abc\"}"}}]},{"role":"tool","tool_call_id":"t","content":"x"}]}`},
		{Responses, `{"input":[{"type":"custom_tool_call","call_id":"t","name":"exec","input":"text(await tools.exec_command({cmd:\"elision-get abc\"}))"},{"type":"custom_tool_call_output","call_id":"t","output":"x"}]}`},
		{Responses, `{"input":[{"type":"local_shell_call","call_id":"t","action":{"type":"exec","command":["bash","-lc","elision-get abc"]}},{"type":"function_call_output","call_id":"t","output":"x"}]}`},
		{Responses, `{"input":[{"type":"shell_call","call_id":"t","action":{"commands":["elision-get abc"]}},{"type":"shell_call_output","call_id":"t","output":[{"stdout":"x"}]}]}`},
		{Responses, `{"input":[{"type":"function_call","call_id":"t","namespace":"mcp__elide","name":"context_expand","arguments":"{}"},{"type":"function_call_output","call_id":"t","output":"x"}]}`},
		{Generate, `{"contents":[{"role":"model","parts":[{"functionCall":{"name":"run_shell_command","args":{"command":"elision-get abc"}}}]},{"role":"user","parts":[{"functionResponse":{"name":"run_shell_command","id":"x","response":{"output":"x"}}}]}]}`},
		{Converse, `{"messages":[{"role":"assistant","content":[{"toolUse":{"toolUseId":"t","name":"bash","input":{"command":"elision-get abc"}}}]},{"role":"user","content":[{"toolResult":{"toolUseId":"t","content":[{"text":"x"}]}}]}]}`},
	} {
		r := parse(t, c.api, c.body)
		if len(r.Results) != 1 || !r.Results[0].Call.Use().Expansion {
			t.Errorf("%s: %q is no expansion", c.body, found(r))
		}
	}
	if u := (Call{ID: "x"}).Use(); u.Expansion || u.Key != "" {
		t.Errorf("an unknown call is known: %+v", u)
	}
}
