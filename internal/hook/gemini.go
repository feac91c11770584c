package hook

import (
	"elide.example/elide/internal/jsonspan"
)

// The Gemini CLI has two ways to replace a result. A tail call goes through the
// user's policy, and if that denies it the result is lost; and it runs the
// hook again. A denial with a reason touches no policy: the call has run, and
// the reason, of any length, stands in the place of the result, but under the
// key of an error. So the text says behind the result that it is none.
//
// The host's hook sees the whole output. What it would cut otherwise is 40,000
// characters.
func gemini() host {
	return host{"gemini", []event{{"AfterTool", geminiAfter, geminiSample, geminiEffect}}}
}

const (
	geminiLimit  = 38_000
	geminiNotice = "\n\n[Not an error: elide shortened this output.]"
)

func geminiAfter(t *turn) []byte {
	p := t.payload
	result := p.Get("tool_response")
	text := result.Get("llmContent")
	if !p.Get("hook_event_name").Is(t.event) || p.Get("original_request_name").Exists() || result.Get("error").Exists() {
		return nil
	}
	if texts, only := content(text); only && len(texts) == 1 {
		text = texts[0]
	}
	whole, ok := text.AppendText(nil)
	if text.Kind() != jsonspan.String || !ok {
		return nil
	}
	t.call(p.Get("session_id").Str(), p.Get("tool_name").Str(), p.Get("tool_input"))
	t.limit = geminiLimit - len(geminiNotice)
	shorter := t.text(whole)
	if shorter == nil || !smaller(append(shorter, geminiNotice...), whole) {
		t.outputs = nil
		return nil
	}
	return sample(`{"decision":"deny","reason":`, string(shorter)+geminiNotice, `}`)
}

func geminiSample(text string) []byte {
	return sample(`{"session_id":"00000000-0000-4000-8000-000000000000","transcript_path":"","cwd":"/home/user/project","hook_event_name":"AfterTool","timestamp":"2026-11-21T05:12:57.330Z","tool_name":"run_shell_command","tool_input":{"command":"make test","description":"run"},"tool_response":{"llmContent":`,
		"<untrusted_context>\nOutput: "+text+"\nProcess Group PGID: 30034\n</untrusted_context>", `,"returnDisplay":""}}`)
}

func geminiEffect(payload, answer jsonspan.Value) (string, bool) {
	if answer.Get("decision").Is("deny") {
		return answer.Get("reason").Str(), answer.Get("reason").Kind() == jsonspan.String
	}
	text := payload.Path("tool_response", "llmContent")
	if texts, _ := content(text); len(texts) > 0 {
		return string(joined(texts)), true
	}
	return text.Str(), text.Kind() == jsonspan.String
}
