package rewrite

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"elide.example/elide/internal/jsonspan"
	"elide.example/elide/internal/marker"
	"elide.example/elide/internal/wire"
)

// host is how an agent sends two runs of the same command: the API, a body
// with two verbs for their outputs, and what the host wraps round an output,
// which differs from run to run.
type host struct {
	name string
	api  wire.API
	body string
	wrap func(run int, output string) string
}

func plain(_ int, output string) string { return output }

var hosts = []host{
	{"chat", wire.Chat, `{"model":"gpt-4.1","messages":[{"role":"system","content":"s"},{"role":"user","content":"u"},
{"role":"assistant","tool_calls":[{"id":"c1","type":"function","function":{"name":"bash","arguments":"{\"command\":\"make test\"}"}}]},{"role":"tool","tool_call_id":"c1","content":%s},
{"role":"assistant","tool_calls":[{"id":"c2","type":"function","function":{"name":"bash","arguments":"{\"command\":\"make test\"}"}}]},{"role":"tool","content":[{"type":"text","text":%s}],"tool_call_id":"c2"}]}`,
		func(run int, output string) string {
			return fmt.Sprintf("%s<shellId: %d completed with exit code 1>", output, run)
		}},
	{"codex", wire.Responses, `{"model":"gpt-5.1","instructions":"i","input":[{"type":"message","role":"user","content":[{"type":"input_text","text":"u"}]},
{"type":"function_call","name":"exec_command","arguments":"{\"cmd\":\"make test\"}","call_id":"c1"},{"type":"function_call_output","call_id":"c1","output":%s},
{"type":"function_call","name":"exec_command","arguments":"{\"cmd\":\"make test\"}","call_id":"c2"},{"type":"function_call_output","call_id":"c2","output":%s}]}`,
		func(run int, output string) string {
			return fmt.Sprintf("Chunk ID: %06x\nWall time: %d.0123 seconds\nProcess exited with code 1\nOriginal token count: 1234\nOutput:\n%s", run*4711, run, output)
		}},
	{"codex, code mode", wire.Responses, `{"model":"gpt-5.1","input":[
{"type":"custom_tool_call","name":"exec","input":"const r = await tools.exec_command({cmd: \"make test\"}); text(r)","call_id":"c1"},{"type":"custom_tool_call_output","call_id":"c1","output":[{"type":"input_text","text":%s}]},
{"type":"custom_tool_call","name":"exec","input":"const r = await tools.exec_command({cmd: \"make test\"}); text(r)","call_id":"c2"},{"type":"custom_tool_call_output","call_id":"c2","output":[{"type":"input_text","text":%s}]}]}`,
		func(run int, output string) string {
			return fmt.Sprintf(`{"chunk_id":"%06x","wall_time_seconds":%d.25,"exit_code":1,"original_token_count":1234,"output":%s}`, run*4711, run, jsonspan.AppendString(nil, []byte(output)))
		}},
	{"gemini", wire.Generate, `{"contents":[{"role":"user","parts":[{"text":"u"}]},
{"role":"model","parts":[{"functionCall":{"name":"run_shell_command","args":{"command":"make test"},"id":"c1"}}]},{"role":"user","parts":[{"functionResponse":{"name":"run_shell_command","response":{"output":%s},"id":"c1"}}]},
{"role":"model","parts":[{"functionCall":{"name":"run_shell_command","args":{"command":"make test"},"id":"c2"}}]},{"role":"user","parts":[{"functionResponse":{"name":"run_shell_command","response":{"output":%s},"id":"c2"}}]}]}`,
		func(run int, output string) string {
			return fmt.Sprintf("<untrusted_context>\nOutput: %sExit Code: 1\nProcess Group PGID: %d\n</untrusted_context>", output, 29000+run)
		}},
	{"invoke", wire.Invoke, `{"anthropic_version":"bedrock-2023-05-31","messages":[{"role":"user","content":"u"},
{"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"Bash","input":{"command":"make test"}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":%s}]},
{"role":"assistant","content":[{"type":"tool_use","id":"c2","name":"Bash","input":{"command":"make test"}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"c2","content":%s}]}]}`, plain},
	{"converse", wire.Converse, `{"system":[{"text":"s"}],"messages":[{"role":"user","content":[{"text":"u"}]},
{"role":"assistant","content":[{"toolUse":{"toolUseId":"c1","name":"bash","input":{"command":"make test"}}}]},{"role":"user","content":[{"toolResult":{"toolUseId":"c1","content":[{"text":%s}],"status":"success"}}]},
{"role":"assistant","content":[{"toolUse":{"toolUseId":"c2","name":"bash","input":{"command":"make test"}}}]},{"role":"user","content":[{"toolResult":{"toolUseId":"c2","content":[{"text":%s}],"status":"success"}}]}]}`, plain},
	{"gemini, bare", wire.GeminiCount, `{"contents":[
{"role":"model","parts":[{"functionCall":{"name":"run_shell_command","args":{"command":"make test"}}}]},{"role":"user","parts":[{"functionResponse":{"name":"run_shell_command","response":{"output":%s}}}]},
{"role":"model","parts":[{"functionCall":{"name":"run_shell_command","args":{"command":"make test"}}}]},{"role":"user","parts":[{"functionResponse":{"name":"run_shell_command","response":{"output":%s}}}]}]}`, plain},
}

// TestHosts: in each API, and through what each host wraps round an output,
// a run is reduced, and the same run again, in another wrapping, is a
// reference. What is wrapped round stays.
func TestHosts(t *testing.T) {
	for _, h := range hosts {
		for _, again := range []int{1, 2} {
			t.Run(fmt.Sprintf("%s/%d", h.name, again), func(t *testing.T) {
				w, st := newRewriter(t)
				first, second := h.wrap(1, testRun(1)), h.wrap(2, testRun(again))
				body := fmt.Appendf(nil, h.body, quoted(first), quoted(second))
				out, rep := w.Rewrite(t.Context(), h.api, body)
				if rep.Results != 2 || rep.Reduced != 2 || rep.References != 1 {
					t.Fatalf("%+v\n%s", rep, out)
				}
				after := textsOf(t, h.api, out)
				if got := fmt.Appendf(nil, h.body, quotedPlain(after[0]), quotedPlain(after[1])); !bytes.Equal(got, out) {
					t.Errorf("more than the results differs:\n%s\n%s", got, out)
				}
				for i, want := range []string{testRun(1), testRun(again)} {
					checkMarker(t, expand(t, st, onlyMarker(t, after[i])), want)
				}
				if again == 1 && !strings.Contains(after[1], " same as above, ") || again == 2 && !strings.Contains(after[1], "⟦since ") {
					t.Errorf("no reference: %s", after[1])
				}
			})
		}
	}
}

func quotedPlain(text string) []byte { return jsonspan.AppendString(nil, []byte(text)) }

func onlyMarker(t *testing.T, text string) string {
	t.Helper()
	found := marker.Find([]byte(text))
	if len(found) != 1 {
		t.Fatalf("%d markers in %s", len(found), text)
	}
	return found[0].Hash
}

// checkMarker: the output is what the marker stands for, but for a line end
// that may be the wrapping's.
func checkMarker(t *testing.T, got, want string) {
	t.Helper()
	if strings.TrimSuffix(got, "\n") != strings.TrimSuffix(want, "\n") {
		t.Errorf("expands to\n%.500s\nwant\n%.500s", got, want)
	}
}

func textsOf(t testing.TB, api wire.API, body []byte) (all []string) {
	t.Helper()
	doc, err := jsonspan.Parse(body)
	if err != nil {
		t.Fatal(err)
	}
	req, err := wire.Parse(api, doc)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range req.Results {
		all = append(all, r.Text.Str())
	}
	return all
}
