package hook

import (
	"strings"

	"elide.example/elide/internal/jsonspan"
)

// Codex has no word for replacing a result but continue: false, by which the
// turn goes on with the reason in place of the result. In its code mode that
// has no effect; there calls are told by their id, and get no answer. What
// the hook sees has no exit status, and the head of the result that has it is
// lost with the result, so the answer says that it isn't told.
func codex() host {
	return host{"codex", []event{{"PostToolUse", codexAfter, codexSample, codexEffect}}}
}

const (
	// codexLimit is what of a reason reaches the model: 2,500 tokens of 4 bytes,
	// as Codex counts. What is longer goes to a file.
	codexLimit = 9_400

	// codexStatus stands before the output of a command.
	codexStatus = "Exit status: not told to hooks\nOutput:\n"
)

func isCodex(t *turn) bool {
	p := t.payload
	return p.Get("hook_event_name").Is(t.event) && p.Get("turn_id").Kind() == jsonspan.String && p.Get("tool_name").Kind() == jsonspan.String
}

func codexAfter(t *turn) []byte {
	p := t.payload
	if !isCodex(t) || strings.HasPrefix(p.Get("tool_use_id").Str(), "exec-") {
		return nil
	}
	t.call(p.Get("session_id").Str(), p.Get("tool_name").Str(), p.Get("tool_input"))
	t.limit = codexLimit
	head, result := codexStatus, p.Get("tool_response")
	if result.Kind() != jsonspan.String {
		texts, only := content(result)
		if !only || len(texts) != 1 { // nothing else can be put in its place
			return nil
		}
		head, result = "", texts[0]
	}
	text, whole := result.AppendText(nil)
	if !whole {
		return nil
	}
	t.limit -= len(head)
	shorter := t.text(text)
	if shorter == nil || !smaller(append([]byte(head), shorter...), text) {
		t.outputs = nil
		return nil
	}
	return sample(`{"continue":false,"stopReason":"output shortened by elide","reason":`, head+string(shorter), `}`)
}

const codexHead = `{"session_id":"01a00000-0000-7000-8000-000000000000","turn_id":"01a00000-0000-7000-8000-000000000001","transcript_path":null,"cwd":"/home/user/project",`

func codexSample(text string) []byte {
	return sample(codexHead+`"hook_event_name":"PostToolUse","model":"gpt-5.5","permission_mode":"default","tool_name":"Bash","tool_input":{"command":"make test"},"tool_response":`, text, `,"tool_use_id":"call_1"}`)
}

func codexEffect(payload, answer jsonspan.Value) (string, bool) {
	if on, ok := answer.Get("continue").Bool(); ok && !on {
		return answer.Get("reason").Str(), answer.Get("reason").Kind() == jsonspan.String
	}
	result := payload.Get("tool_response")
	if result.Kind() == jsonspan.String {
		return result.Str(), true
	}
	texts, _ := content(result)
	return string(joined(texts)), len(texts) > 0
}
