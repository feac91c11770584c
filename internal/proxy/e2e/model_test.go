package e2e

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
)

const (
	anthropicHead = `{"model":"m","max_tokens":9,"tools":[{"name":"Bash","input_schema":{"properties":{"command":{}}}}],"messages":[{"role":"user","content":"go"}`
	chatHead      = `{"model":"m","tools":[{"type":"function","function":{"name":"bash","parameters":{"properties":{"command":{}}}}}],"messages":[{"role":"user","content":"go"}`
	inputHead     = `{"model":"m","tools":[{"type":"function","name":"exec_command","parameters":{"properties":{"cmd":{}}}}],"input":[{"role":"user","content":"go"}`
	geminiHead    = `{"tools":[{"functionDeclarations":[{"name":"run_shell_command","parametersJsonSchema":{"properties":{"command":{}}}}]}],"contents":[{"role":"user","parts":[{"text":"go"}]}`
)

// send gives a request to a model and returns what it answers.
func send(t *testing.T, m *Model, path, body string, header ...string) (int, string) {
	t.Helper()
	r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(body))
	r.Header.Set("anthropic-version", "2023-06-01")
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	m.ServeHTTP(w, r)
	return w.Code, w.Body.String()
}

// TestRefused: what a real server would refuse is refused, in its own shape,
// and what it would take is taken.
func TestRefused(t *testing.T) {
	const messages, chat, responses, gemini = "/v1/messages", "/v1/chat/completions", "/v1/responses", "/v1beta/models/m:generateContent"
	tests := []struct{ name, path, body, want string }{
		{"anthropic, whole", messages, anthropicHead + `,{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"Bash","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":"x"}]}]}`, ""},
		{"result without its call", messages, anthropicHead + `,{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":"x"}]}]}`, "no call"},
		{"call without its result", messages, anthropicHead + `,{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"Bash","input":{}}]},{"role":"user","content":"on"}]}`, "has no result"},
		{"one id twice", messages, anthropicHead + `,{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"Bash","input":{}},{"type":"tool_use","id":"a","name":"Bash","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"a"}]}]}`, "two calls"},
		{"empty text", messages, anthropicHead + `,{"role":"user","content":[{"type":"text","text":""}]}]}`, "non-empty"},
		{"signature", messages, anthropicHead + `,{"role":"assistant","content":[{"type":"thinking","thinking":"a","signature":"b"}]}]}`, "signature"},
		{"five breakpoints", messages, anthropicHead + strings.Repeat(`,{"role":"user","content":[{"type":"text","text":"a","cache_control":{"type":"ephemeral"}}]}`, 5) + `]}`, "Found 5"},
		{"role", messages, anthropicHead + `,{"role":"tool","content":"x"}]}`, "role"},
		{"not JSON", messages, anthropicHead, "unexpected end"},
		{"chat, whole", chat, chatHead + `,{"role":"assistant","tool_calls":[{"id":"a","type":"function","function":{"name":"bash","arguments":"{}"}}]},{"role":"tool","tool_call_id":"a","content":[{"type":"text","text":"x"}]}]}`, ""},
		{"chat result without its call", chat, chatHead + `,{"role":"tool","tool_call_id":"a","content":"x"}]}`, "no call"},
		{"chat call without its result", chat, chatHead + `,{"role":"assistant","tool_calls":[{"id":"a","type":"function","function":{"name":"bash","arguments":"{}"}}]},{"role":"user","content":"on"}]}`, "has no result"},
		{"chat result with an image", chat, chatHead + `,{"role":"assistant","tool_calls":[{"id":"a","type":"function","function":{"name":"bash","arguments":"{}"}}]},{"role":"tool","tool_call_id":"a","content":[{"type":"image_url"}]}]}`, "image_url"},
		{"responses, whole", responses, inputHead + `,{"type":"function_call","call_id":"a","name":"exec_command","arguments":"{}"},{"type":"function_call_output","call_id":"a","output":"x"}]}`, ""},
		{"output of the other kind", responses, inputHead + `,{"type":"function_call","call_id":"a","name":"exec_command","arguments":"{}"},{"type":"custom_tool_call_output","call_id":"a","output":"x"}]}`, "no call"},
		{"no output", responses, inputHead + `,{"type":"function_call","call_id":"a","name":"exec_command","arguments":"{}"},{"type":"function_call_output","call_id":"a"}]}`, "output"},
		{"encrypted", responses, inputHead + `,{"type":"reasoning","encrypted_content":"x"}]}`, "verified"},
		{"gemini, whole", gemini, geminiHead + `,{"role":"model","parts":[{"functionCall":{"id":"a","name":"run_shell_command","args":{}}}]},{"role":"user","parts":[{"functionResponse":{"id":"a","response":{"output":"x"}}}]}]}`, ""},
		{"gemini call without its result", gemini, geminiHead + `,{"role":"model","parts":[{"functionCall":{"id":"a","name":"run_shell_command","args":{}}}]},{"role":"user","parts":[{"text":"on"}]}]}`, "has no result"},
		{"gemini signature", gemini, geminiHead + `,{"role":"model","parts":[{"thoughtSignature":"x","functionCall":{"id":"call_e2e_00","name":"run_shell_command","args":{}}}]},{"role":"user","parts":[{"functionResponse":{"id":"call_e2e_00","response":{"output":"x"}}}]}]}`, "signature"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			m := &Model{Script: Script{Steps: []Step{{Run: "ls"}}}}
			status, body := send(t, m, test.path, test.body)
			var answer struct {
				Error *struct{ Message string } `json:"error"`
			}
			if err := json.Unmarshal([]byte(body), &answer); err != nil {
				t.Fatalf("%v: %s", err, body)
			}
			switch {
			case test.want == "" && (status != 200 || answer.Error != nil):
				t.Errorf("refused: %s", body)
			case test.want != "" && (status != 400 || answer.Error == nil || !strings.Contains(answer.Error.Message, test.want)):
				t.Errorf("%d %s, want an error about %q", status, body, test.want)
			}
		})
	}
}

// TestEncodings: bodies are read in the encodings that agents send.
func TestEncodings(t *testing.T) {
	var zipped bytes.Buffer
	w := gzip.NewWriter(&zipped)
	_, _ = io.WriteString(w, chatHead+"]}")
	w.Close()
	encoder, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	for encoding, body := range map[string]string{
		"gzip": zipped.String(), "zstd": string(encoder.EncodeAll([]byte(chatHead+"]}"), nil)), "br": "x",
	} {
		m := &Model{Script: Script{Steps: []Step{{Run: "ls"}}}}
		status, answer := send(t, m, "/v1/chat/completions", body, "Content-Encoding", encoding)
		if want := map[bool]int{true: 200, false: 400}[encoding != "br"]; status != want {
			t.Errorf("%s: %d %s", encoding, status, answer)
		}
	}
}

// TestSameAnswer: a request that is sent again gets the same answer, to the
// byte, but for what the cache makes of its price.
func TestSameAnswer(t *testing.T) {
	for _, d := range Dialects() {
		m := &Model{Script: Script{Steps: Story()}}
		body := string(d.body([]json.RawMessage{d.prompt("go")}))
		_, _ = send(t, m, d.path, body)
		_, first := send(t, m, d.path, body)
		_, second := send(t, m, d.path, body)
		if first == "" || first != second {
			t.Errorf("%s: got\n%s\nthen\n%s", d.Name, first, second)
		}
	}
}

// TestCache: a turn that came before is read from the cache, what is new is
// not. Moving the breakpoint changes nothing, nor does the form of a text.
func TestCache(t *testing.T) {
	m := &Model{}
	turn := func(text, more string) string {
		if more == "" {
			return `{"role":"user","content":"` + strings.Repeat(text, 4000) + `"}`
		}
		return `{"role":"user","content":[{"type":"text","text":"` + strings.Repeat(text, 4000) + `"` + more + `}]}`
	}
	head := strings.TrimSuffix(anthropicHead, `{"role":"user","content":"go"}`)
	const mark = `,"cache_control":{"type":"ephemeral"}`
	_, _ = send(t, m, "/v1/messages", head+turn("a", mark)+"]}")
	_, _ = send(t, m, "/v1/messages", head+turn("a", "")+","+turn("b", mark)+"]}")
	_, _ = send(t, m, "/v1/messages", head+turn("c", "")+","+turn("b", mark)+"]}")
	var read []bool
	for _, e := range m.Exchanges() {
		read = append(read, e.Usage.CacheRead > 900 && e.Usage.CacheWrite > 900)
	}
	if !slices.Equal(read, []bool{false, true, false}) {
		t.Errorf("read from the cache: %v", read)
	}
}

// TestDue: what comes next is told from the results, also when a summary took
// the place of the first of them.
func TestDue(t *testing.T) {
	s := Script{Steps: []Step{{Run: "a"}, {Run: "b", With: true}, {Run: "c"}, {Run: "d"}}}
	for _, test := range []struct {
		ids        []string
		first, end int
	}{
		{nil, 0, 2},
		{[]string{"toolu_e2e_00", "toolu_e2e_01"}, 2, 3},
		{[]string{"toolu_e2e_02"}, 3, 4},
		{[]string{"toolu_e2e_03", "other"}, 4, 4},
	} {
		var results []Result
		for _, id := range test.ids {
			results = append(results, Result{ID: id})
		}
		if first, end := s.due(results); first != test.first || end != test.end {
			t.Errorf("after %v: steps %d to %d, want %d to %d", test.ids, first, end, test.first, test.end)
		}
	}
}

// TestExpandLine: a marker is asked for as the model was shown it.
func TestExpandLine(t *testing.T) {
	results := []Result{{Text: "a\n⟦elided:0123456789ab 3 lines⟧"}, {Text: `{"output":"⟦1⟧\n⟦elided:ba9876543210⟧\n"}`}, {Text: "⟦elided:0123⟧"}}
	for want, x := range map[string]Expand{
		"elision-get ba9876543210":     {},
		"elision-get 0123456789ab":     {First: true},
		"elision-get ba9876543210 1-2": {Range: "1-2"},
	} {
		if got := x.line(results); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	if got := (Expand{}).line(results[2:]); !strings.HasPrefix(got, "echo ") {
		t.Errorf("without a marker: %q", got)
	}
}

// TestReadScript: a mistake in a script is told, with its step.
func TestReadScript(t *testing.T) {
	steps, err := ReadScript(strings.NewReader(`{"run":"ls"} {"expand":{"range":"1-2"},"with":true}` + "\n" + `{"edit":{"path":"a","old":"b","new":"c"}}`))
	if err != nil || len(steps) != 3 || steps[1].Expand.Range != "1-2" || !steps[1].With {
		t.Errorf("got %v, %v", steps, err)
	}
	for _, bad := range []string{`{"run":"ls"}{}`, `{"run":"ls"}{"walk":1}`, `{"run":"ls"}{"run":"a","read":"b"}`, `{"run":"ls"}{"edit":{"path":"a","old":"b/","new":"c"}}`, `{"run":"ls"}{`} {
		if _, err := ReadScript(strings.NewReader(bad)); err == nil || !strings.HasPrefix(err.Error(), "step 2:") {
			t.Errorf("%s: %v", bad, err)
		}
	}
}

// TestLog: what is logged can be read again, and holds no key.
func TestLog(t *testing.T) {
	dir := t.TempDir()
	m := &Model{Script: Script{Steps: []Step{{Run: "ls"}}}, Log: LogTo(dir)}
	_, _ = send(t, m, "/v1beta/models/m:generateContent?key=secret", geminiHead+"]}", "x-goog-api-key", "secret")
	_, _ = send(t, m, "/v1/messages", anthropicHead+`,{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"Bash","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":"x"}]}]}`)
	all, err := ReadLog(dir)
	if err != nil || len(all) != 2 {
		t.Fatalf("got %v, %v", all, err)
	}
	if all[0].API != Generate || strings.Contains(all[0].URI, "secret") || !strings.Contains(all[0].URI, "key=cut") {
		t.Errorf("got %+v", all[0])
	}
	if r := all[1].Results; len(r) != 1 || r[0].ID != "a" || r[0].Text != "x" {
		t.Errorf("got %+v", all[1])
	}
}

// TestAudit: the audit finds what would break a promise.
func TestAudit(t *testing.T) {
	get := []Call{{ID: "a", Input: `{"command":"cd x && elision-get 0123456789ab"}`}}
	cat := []Call{{ID: "a", Input: `{"command":"cat elision-get.go"}`}}
	hidden := []Result{{ID: "a", Text: "head\n⟦elided:0123456789ab 3 lines⟧\n<shellId: 1>"}}
	escaped := []Result{{ID: "a", Text: `{"output":"head\n⟦elided:0123456789ab⟧\n"}`}}
	shown := []Result{{ID: "a", Text: "say ⟦elided:0123456789ab⟧ in a line"}}
	for name, test := range map[string]struct {
		all      []Exchange
		fault    string
		reduced  int
		expanded int
	}{
		"plain":            {[]Exchange{{Calls: cat, Results: shown}, {Calls: cat, Results: shown}}, "", 0, 0},
		"reduced":          {[]Exchange{{Calls: cat, Results: hidden}}, "", 1, 0},
		"reduced in JSON":  {[]Exchange{{Calls: cat, Results: escaped}}, "", 1, 0},
		"expanded":         {[]Exchange{{Calls: get, Results: shown}}, "", 0, 1},
		"expansion hidden": {[]Exchange{{Calls: get, Results: hidden}}, "was reduced", 0, 1},
		"changed later":    {[]Exchange{{Calls: cat, Results: shown}, {Calls: cat, Results: hidden}}, "no longer", 0, 0},
		"missed":           {[]Exchange{{Results: shown, Usage: Usage{CacheWrite: 900}}, {Results: shown, Usage: Usage{CacheRead: 900}}, {Results: shown, Usage: Usage{CacheRead: 800, Input: 200}}}, "", 0, 0},
		"refused":          {[]Exchange{{Problems: []string{"a call without a result"}}}, "would be refused", 0, 0},
	} {
		r := Audit(test.all)
		if strings.Contains(r.String(), "fault: ") != (test.fault != "") || !strings.Contains(r.String(), test.fault) || r.Reduced != test.reduced || r.Missed > 0 != (name == "missed") || r.Expansions != test.expanded {
			t.Errorf("%s: %v", name, r)
		}
	}
}
