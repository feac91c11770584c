package hook

import (
	"bytes"

	"elide.example/elide/internal/jsonspan"
)

// Grok Build takes a whole result in place of its own, of the same kind: what
// the model sees of a command is output_for_prompt, whose first line says how
// it ended, and the raw bytes, a list of numbers, may be left out. The result
// of an MCP tool may be any text. What is known of it was read, not tried.
func grok() host {
	return host{"grok", []event{{"PostToolUse", grokAfter, grokSample, grokEffect}}}
}

// grokLimit is below the 64 Ki characters at which Grok clips.
const grokLimit = 60_000

func grokAfter(t *turn) []byte {
	p := t.payload
	if !p.Get("hookEventName").Is("post_tool_use") {
		return nil
	}
	if cut, _ := p.Get("toolResultTruncated").Bool(); cut {
		return nil
	}
	result := p.Get("toolResult")
	text := result.Get("output_for_prompt")
	if !result.Get("type").Is("Bash") || text.Kind() != jsonspan.String || result.Get("signal").Is("backgrounded") {
		return nil
	}
	t.call(p.Get("sessionId").Str(), p.Get("toolName").Str(), p.Get("toolInput"))
	t.limit = grokLimit
	shorter := t.grokText(text, result.Get("exit_code"))
	if shorter == nil {
		return nil
	}
	edits := []jsonspan.Edit{text.Replace(shorter)}
	if raw := result.Get("output"); raw.Kind() == jsonspan.Array {
		edits = append(edits, raw.Replace([]byte("[]")))
	}
	return updatedToolOutput("PostToolUse", spliced(result, edits))
}

// grokText makes what the model sees shorter, but for the line that says how
// the command ended.
func (t *turn) grokText(v, code jsonspan.Value) []byte {
	text, whole := v.AppendText(nil)
	if !whole {
		return nil
	}
	at := 0
	if bytes.HasPrefix(text, []byte("exit: ")) {
		at = bytes.IndexByte(text, '\n') + 1
	}
	if failed := string(code.Raw()) != "0"; failed && t.short(text) {
		return nil
	}
	shorter := t.text(text[at:])
	if shorter == nil {
		return nil
	}
	return jsonspan.AppendString(nil, appendAll(text[:at], shorter))
}

func grokSample(text string) []byte {
	return sample(`{"hookEventName":"post_tool_use","sessionId":"s","cwd":"/home/user/project","toolName":"run_terminal_command","toolInput":{"command":"make test"},"toolResult":{"type":"Bash","output":[],"output_for_prompt":`,
		"exit: 0\n"+text, `,"exit_code":0,"command":"make test","truncated":false,"signal":null,"timed_out":false,"current_dir":"/home/user/project","output_file":"","total_bytes":0},"toolResultTruncated":false,"hook_event_name":"PostToolUse"}`)
}

func grokEffect(payload, answer jsonspan.Value) (string, bool) {
	v := answer.Path("hookSpecificOutput", "updatedToolOutput", "output_for_prompt")
	if !v.Exists() {
		v = payload.Path("toolResult", "output_for_prompt")
	}
	return v.Str(), v.Kind() == jsonspan.String
}
