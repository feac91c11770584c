package transcript

import "elide.example/elide/internal/jsonspan"

// piReader reads pi's sessions: a line for the session, and one for each message and
// each compaction.
type piReader struct{ b *builder }

func newPi() lineReader { return &piReader{newBuilder("pi")} }

func isPi(v jsonspan.Value) bool {
	if v.Get("type").Is("session") {
		return v.Get("cwd").Exists() && v.Get("timestamp").Exists()
	}
	role := v.Path("message", "role")
	return v.Get("type").Is("message") && (role.Is("toolResult") || role.Is("user") && v.Path("message", "timestamp").Exists())
}

func (r *piReader) line(v jsonspan.Value, number int) {
	r.b.at(timeOf(v.Get("timestamp")))
	message := v.Get("message")
	switch kind := v.Get("type"); {
	case kind.Is("session"):
		r.b.c.ID = v.Get("id").Str()
	case kind.Is("compaction"):
		r.b.next()
		r.b.user(v.Get("summary").Str(), number)
	case kind.Is("branch_summary"):
		r.b.user(v.Get("summary").Str(), number)
	case kind.Is("custom_message"):
		r.b.user(textOf(v.Get("content")), number)
	case kind.Is("message"):
		r.message(message, number)
	}
}

func (r *piReader) message(m jsonspan.Value, number int) {
	switch role := m.Get("role"); {
	case role.Is("user"):
		r.b.user(textOf(m.Get("content")), number)
	case role.Is("bashExecution"): // the user's own, which the model is shown
		r.b.user(m.Get("output").Str(), number)
	case role.Is("assistant"):
		text, calls := anthropicAnswer(m.Get("content"), "toolCall", "arguments")
		if text != "" || len(calls) > 0 {
			r.b.model(m.Get("model").Str())
		}
		r.b.answer(false, text, calls, number)
	case role.Is("toolResult"):
		r.b.result(Result{ID: m.Get("toolCallId").Str(), Text: textOf(m.Get("content")), Error: isTrue(m.Get("isError")), Line: number})
	}
}

func (r *piReader) end() ([]*Conversation, error) { return r.b.end() }
