package hook

import (
	"strings"

	"elide.example/elide/internal/jsonspan"
)

// Cline has plugins whose afterTool may return another result. elide's gives
// {"tool":…,"input":…,"result":…} and returns the answer, {"result":…}. Cline
// cuts each string of a result at 8,000 characters, out of its middle; what
// elide has to offer is which 8,000 they are.
func cline() host {
	return host{"cline", []event{{"afterTool", clineAfter, clineSample, clineEffect}}}
}

const clineLimit = 7_800

func clineAfter(t *turn) []byte {
	p := t.payload
	result := p.Get("result")
	output := result.Get("output")
	if p.Get("tool").Kind() != jsonspan.String || !output.Exists() {
		return nil
	}
	session := first(p, "sessionId", "taskId").Str()
	t.call(session, p.Get("tool").Str(), p.Get("input"))
	t.limit = clineLimit
	edits := t.shorten(clineTexts(output)...)
	if len(edits) == 0 {
		return nil
	}
	return appendAll([]byte(`{"result":`), spliced(result, edits), []byte(`}`))
}

// clineTexts returns the texts of a result: a string, a list of results of
// commands, or what an MCP tool gave.
func clineTexts(output jsonspan.Value) (texts []jsonspan.Value) {
	if output.Kind() == jsonspan.String {
		return []jsonspan.Value{output}
	}
	for e := range output.Elements() {
		if text := e.Get("result"); text.Kind() == jsonspan.String && e.Get("query").Kind() == jsonspan.String {
			texts = append(texts, text)
		}
	}
	if texts == nil {
		texts, _ = content(output)
	}
	return texts
}

func clineSample(text string) []byte {
	return sample(`{"tool":"run_commands","input":{"commands":["make test"],"description":"run"},"result":{"output":[{"query":"make test","result":`, text, `,"success":true}]}}`)
}

// clineEffect cuts what Cline cuts.
func clineEffect(payload, answer jsonspan.Value) (string, bool) {
	result := payload.Get("result")
	if v := answer.Get("result"); v.Exists() {
		result = v
	}
	texts := clineTexts(result.Get("output"))
	all := make([]string, len(texts))
	for i, v := range texts {
		all[i] = clineCut(v.Str())
	}
	return strings.Join(all, "\n"), len(texts) > 0
}

func clineCut(text string) string {
	const most = 8000
	runes := []rune(text)
	if len(runes) <= most {
		return text
	}
	return string(runes[:most/2]) + "\n\n...[truncated]...\n\n" + string(runes[len(runes)-most/2:])
}
