package hook

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"

	"elide.example/elide/internal/jsonspan"
)

// The Copilot CLI takes a modifiedResult in place of a result, of commands that
// failed too. Behind an output it writes how the command ended, which stays. An
// output of more than some 20 kB it keeps in a file, and gives the hook and
// the model a preview; the file is there while the hook runs.
//
// Its events have two spellings, with keys to match: postToolUse and
// PostToolUse. Both take the same answer.
func copilot() host {
	return host{"copilot", []event{
		{"postToolUse", copilotAfter, copilotSample, copilotEffect},
		{"PostToolUse", copilotAfter, copilotSnakeSample, copilotEffect},
	}}
}

// copilotLimit is below what Copilot would keep in a file.
const copilotLimit = 19_000

func copilotAfter(t *turn) []byte {
	p := t.payload
	result := first(p, "toolResult", "tool_result")
	text := first(result, "textResultForLlm", "text_result_for_llm")
	if named := p.Get("hook_event_name"); named.Exists() && !named.Is(t.event) || text.Kind() != jsonspan.String {
		return nil
	}
	if !first(result, "resultType", "result_type").Is("success") {
		return nil
	}
	t.call(first(p, "sessionId", "session_id").Str(), first(p, "toolName", "tool_name").Str(), copilotInput(p))
	t.limit = copilotLimit
	shorter := t.copilotText(text)
	if shorter == nil {
		return nil
	}
	if result.Get("textResultForLlm").Exists() {
		return appendAll([]byte(`{"modifiedResult":`), spliced(result, []jsonspan.Edit{text.Replace(shorter)}), []byte(`}`))
	}
	return appendAll([]byte(`{"modifiedResult":{"resultType":"success","textResultForLlm":`), shorter, []byte(`}}`))
}

// copilotInput returns the input of the call, which some versions give as JSON
// in a string.
func copilotInput(p jsonspan.Value) jsonspan.Value {
	input := first(p, "toolArgs", "tool_input")
	if input.Kind() == jsonspan.String {
		if doc, err := jsonspan.Parse([]byte(input.Str())); err == nil {
			return doc.Root()
		}
	}
	return input
}

// copilotText returns the JSON string to put in place of a result's text.
func (t *turn) copilotText(v jsonspan.Value) []byte {
	text, _ := v.AppendText(nil)
	preview, is := readPreview(text)
	if !is {
		return t.inString(v)
	}
	temp := t.cfg.Env("TMPDIR")
	if temp == "" {
		temp = os.TempDir()
	}
	if filepath.Dir(preview.path) != filepath.Clean(temp) || !strings.Contains(filepath.Base(preview.path), "-copilot-tool-output-") {
		return nil
	}
	output, ok := readSpilled(preview.path)
	if !ok || !holdsHead(output, preview.begins) {
		return nil
	}
	shorter := t.text(appendAll(output, []byte("\n"), preview.status))
	if shorter == nil {
		return nil
	}
	return jsonspan.AppendString(nil, shorter)
}

// preview is what Copilot shows of an output that it keeps in a file.
type preview struct {
	path           string
	begins, status []byte
}

func readPreview(text []byte) (preview, bool) {
	rest, ok := bytes.CutPrefix(text, []byte("Output too large to read at once ("))
	_, rest, saved := bytes.Cut(rest, []byte(" Saved to: "))
	path, rest, named := bytes.Cut(rest, []byte("\n"))
	_, rest, shown := bytes.Cut(rest, []byte("\nPreview (first 500 chars):\n"))
	at := bytes.LastIndexByte(rest, '\n')
	if !ok || !saved || !named || !shown || at < 0 || !bytes.HasPrefix(rest[at+1:], []byte("<")) {
		return preview{}, ok
	}
	return preview{string(path), rest[:at], rest[at+1:]}, true
}

func copilotSample(text string) []byte {
	return sample(`{"sessionId":"00000000-0000-4000-8000-000000000000","timestamp":1795238329671,"cwd":"/home/user/project","toolName":"bash","toolArgs":{"command":"make test","description":"run"},"toolResult":{"resultType":"success","textResultForLlm":`,
		text+"\n<shellId: 0 completed with exit code 0>", `}}`)
}

func copilotSnakeSample(text string) []byte {
	return sample(`{"hook_event_name":"PostToolUse","session_id":"00000000-0000-4000-8000-000000000000","timestamp":"2026-11-21T05:21:25.701Z","cwd":"/home/user/project","tool_name":"Bash","tool_input":{"command":"make test","description":"run"},"tool_result":{"result_type":"success","text_result_for_llm":`,
		text+"\n<shellId: 0 completed with exit code 0>", `}}`)
}

func copilotEffect(payload, answer jsonspan.Value) (string, bool) {
	if v := answer.Path("modifiedResult", "textResultForLlm"); v.Kind() == jsonspan.String {
		return v.Str(), true
	}
	v := first(first(payload, "toolResult", "tool_result"), "textResultForLlm", "text_result_for_llm")
	return v.Str(), v.Kind() == jsonspan.String
}
