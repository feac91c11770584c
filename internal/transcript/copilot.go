package transcript

import "elide.example/elide/internal/jsonspan"

// copilotReader reads the events of Copilot CLI: {type, data, id, timestamp}. Those
// of a subagent name the call that it works for, and are left out.
type copilotReader struct{ b *builder }

func newCopilot() lineReader { return &copilotReader{newBuilder("copilot")} }

func isCopilot(v jsonspan.Value) bool {
	data := v.Get("data")
	if data.Kind() != jsonspan.Object {
		return false
	}
	for _, kind := range []string{"session.start", "session.resume", "session.info", "session.model_change", "user.message", "assistant.message", "assistant.turn_start", "tool.execution_start"} {
		if v.Get("type").Is(kind) {
			return true
		}
	}
	return false
}

func (r *copilotReader) line(v jsonspan.Value, number int) {
	data := v.Get("data")
	if data.Get("parentToolCallId").Kind() == jsonspan.String {
		return
	}
	r.b.at(timeOf(v.Get("timestamp")))
	switch kind := v.Get("type"); {
	case kind.Is("session.start"):
		r.b.c.ID = data.Get("sessionId").Str()
		r.b.model(data.Get("selectedModel").Str())
	case kind.Is("session.model_change"):
		r.b.model(data.Get("newModel").Str())
	case kind.Is("session.compaction_complete"):
		if text := data.Get("summaryContent").Str(); text != "" {
			r.b.next()
			r.b.user(text, number)
		}
	case kind.Is("user.message"):
		text := data.Get("transformedContent").Str()
		if text == "" {
			text = data.Get("content").Str()
		}
		r.b.user(text, number)
	case kind.Is("assistant.message"):
		var calls []Call
		for c := range data.Get("toolRequests").Elements() {
			calls = append(calls, Call{ID: c.Get("toolCallId").Str(), Name: c.Get("name").Str(), Args: argumentsOf(c.Get("arguments"))})
		}
		r.b.answer(false, data.Get("content").Str(), calls, number)
	case kind.Is("tool.execution_complete"):
		r.b.model(data.Get("model").Str())
		ok, said := data.Get("success").Bool()
		text := textOf(data.Get("result"))
		if text == "" {
			text = data.Path("error", "message").Str()
		}
		r.b.result(Result{ID: data.Get("toolCallId").Str(), Text: text, Error: said && !ok, Line: number})
	}
}

func (r *copilotReader) end() ([]*Conversation, error) { return r.b.end() }
