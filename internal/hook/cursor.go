package hook

import (
	"strings"

	"elide.example/elide/internal/jsonspan"
)

// Cursor's hooks can replace the results of MCP tools only. What is known of it
// was read, not tried.
func cursor() host {
	return host{"cursor", []event{{"postToolUse", cursorAfter, cursorSample, cursorEffect}}}
}

func isCursor(t *turn) bool {
	p := t.payload
	return p.Get("hook_event_name").Is(t.event) && (p.Get("cursor_version").Exists() || p.Get("conversation_id").Exists())
}

func cursorAfter(t *turn) []byte {
	p := t.payload
	tool := p.Get("tool_name").Str()
	if !isCursor(t) || !strings.HasPrefix(tool, "MCP:") {
		return nil
	}
	t.call(p.Get("session_id").Str(), tool, p.Get("tool_input"))
	result, texts := cursorMCP(p)
	edits := t.shorten(texts...)
	if len(edits) == 0 {
		return nil
	}
	return appendAll([]byte(`{"updated_mcp_tool_output":`), spliced(result, edits), []byte(`}`))
}

// cursorMCP returns the result of an MCP tool, which stands as JSON in a
// string, and the texts in it.
func cursorMCP(p jsonspan.Value) (result jsonspan.Value, texts []jsonspan.Value) {
	text, whole := p.Get("tool_output").AppendText(nil)
	doc, err := jsonspan.Parse(text)
	if err != nil || !whole || doc.Root().Kind() != jsonspan.Object {
		return jsonspan.Value{}, nil
	}
	texts, only := content(doc.Root())
	if !only { // an answer can hold texts alone
		return jsonspan.Value{}, nil
	}
	return doc.Root(), texts
}

const cursorHead = `{"conversation_id":"c","generation_id":"g","model":"m","session_id":"c","cursor_version":"2026.09.18-9a7762b","workspace_roots":["/home/user/project"],`

func cursorSample(text string) []byte {
	result := sample(`{"content":[{"type":"text","text":`, text, `}]}`)
	return sample(cursorHead+`"hook_event_name":"postToolUse","tool_name":"MCP:run","tool_input":{},"tool_output":`, string(result), `,"duration":12}`)
}

func cursorEffect(payload, answer jsonspan.Value) (string, bool) {
	if v := answer.Get("updated_mcp_tool_output"); v.Exists() {
		texts, ok := content(v)
		return string(joined(texts)), ok
	}
	_, texts := cursorMCP(payload)
	return string(joined(texts)), len(texts) > 0
}
