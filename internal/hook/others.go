package hook

import (
	"bytes"

	"elide.example/elide/internal/jsonspan"
)

// Of the hosts below only vibe was tried; the others were read about.

// vibe: Mistral's agent. A denial after the call replaces the text that the
// model gets, and leaves the call as it ended.
func vibe() host {
	return host{"vibe", []event{{"post_tool", vibeAfter, vibeSample, vibeEffect}}}
}

func vibeAfter(t *turn) []byte {
	p := t.payload
	text := p.Get("tool_output_text")
	if !p.Get("hook_event_name").Is(t.event) || p.Get("tool_status").Is("cancelled") || text.Kind() != jsonspan.String {
		return nil
	}
	t.call(p.Get("session_id").Str(), p.Get("tool_name").Str(), p.Get("tool_input"))
	whole, ok := text.AppendText(nil)
	if failed := !p.Get("tool_status").Is("success"); !ok || failed && t.short(whole) {
		return nil
	}
	start, end := vibeOutput(whole, p.Path("tool_output", "stdout").Str())
	shorter := t.text(whole[start:end])
	if shorter == nil {
		return nil
	}
	return sample(`{"decision":"deny","reason":`, string(appendAll(whole[:start], shorter, whole[end:])), `}`)
}

// vibeOutput returns the place of the output in the text that the model gets:
// of standard output, or of what stands in the tags of an error.
func vibeOutput(text []byte, stdout string) (start, end int) {
	const open, closing = "<tool_error>", "</tool_error>"
	if at := bytes.Index(text, []byte(stdout)); stdout != "" && at >= 0 {
		return at, at + len(stdout)
	}
	if bytes.HasPrefix(text, []byte(open)) && bytes.HasSuffix(text, []byte(closing)) && len(text) >= len(open)+len(closing) {
		return len(open), len(text) - len(closing)
	}
	return 0, len(text)
}

func vibeSample(text string) []byte {
	return sample(`{"session_id":"s","cwd":"/home/user/project","hook_event_name":"post_tool","tool_name":"bash","tool_call_id":"c","tool_input":{"command":"make test"},"tool_status":"success","tool_output":null,"tool_output_text":`, text, `,"tool_error":null,"duration_ms":1.5}`)
}

func vibeEffect(payload, answer jsonspan.Value) (string, bool) {
	if answer.Get("decision").Is("deny") {
		return answer.Get("reason").Str(), true
	}
	v := payload.Get("tool_output_text")
	return v.Str(), v.Kind() == jsonspan.String
}

// qoder and codebuddy take after Claude Code, but want a text for the result
// of their shell.
func qoder() host { return claudeLike("qoder") }

func codebuddy() host { return claudeLike("codebuddy") }

func claudeLike(name string) host {
	return host{name, []event{{"PostToolUse", claudeLikeAfter, claudeLikeSample, claudeLikeEffect}}}
}

func claudeLikeAfter(t *turn) []byte {
	p := t.payload
	if !p.Get("hook_event_name").Is(t.event) || p.Get("turn_id").Exists() || p.Get("cursor_version").Exists() || p.Get("hookEventName").Exists() {
		return nil
	}
	t.call(p.Get("session_id").Str(), p.Get("tool_name").Str(), p.Get("tool_input"))
	t.limit = claudeLimit
	result := p.Get("tool_response")
	if stdout := result.Get("stdout"); stdout.Exists() && result.Get("stderr").Str() == "" {
		result = stdout
	}
	if t.use.Command == "" || result.Kind() != jsonspan.String {
		return nil
	}
	return updatedToolOutput("PostToolUse", t.inString(result))
}

func claudeLikeSample(text string) []byte {
	return sample(`{"session_id":"s","cwd":"/home/user/project","hook_event_name":"PostToolUse","tool_name":"Bash","tool_input":{"command":"make test"},"tool_response":{"stdout":`, text, `,"stderr":"","interrupted":false}}`)
}

func claudeLikeEffect(payload, answer jsonspan.Value) (string, bool) {
	if v := answer.Path("hookSpecificOutput", "updatedToolOutput"); v.Kind() == jsonspan.String {
		return v.Str(), true
	}
	return claudeText(payload.Get("tool_response"))
}

// amp has plugins. elide's gives the event of tool.result as it came, and
// returns the answer, which has the call end as it did.
func amp() host {
	return host{"amp", []event{{"tool.result", ampAfter, ampSample, ampEffect}}}
}

func ampAfter(t *turn) []byte {
	p := t.payload
	output := p.Get("output")
	if !p.Get("status").Is("done") || p.Get("tool").Kind() != jsonspan.String {
		return nil
	}
	t.call(p.Path("thread", "id").Str(), p.Get("tool").Str(), p.Get("input"))
	text := ampText(output)
	if code := string(output.Get("exitCode").Raw()); code != "" && code != "0" && t.short(text.Raw()) {
		return nil
	}
	edits := t.shorten(text)
	if len(edits) == 0 {
		return nil
	}
	return appendAll([]byte(`{"status":"done","output":`), spliced(output, edits), []byte(`}`))
}

// ampText returns the text of a result: a string, or an object with one.
func ampText(output jsonspan.Value) jsonspan.Value {
	if output.Kind() == jsonspan.String {
		return output
	}
	return output.Get("output")
}

func ampSample(text string) []byte {
	return sample(`{"thread":{"id":"T-1"},"toolUseID":"t","tool":"Bash","input":{"cmd":"make test"},"status":"done","output":{"output":`, text, `,"exitCode":0}}`)
}

func ampEffect(payload, answer jsonspan.Value) (string, bool) {
	v := ampText(payload.Get("output"))
	if answered := answer.Get("output"); answered.Exists() {
		v = ampText(answered)
	}
	return v.Str(), v.Kind() == jsonspan.String
}
