package transcript

import (
	"strings"

	"elide.example/elide/internal/jsonspan"
)

// codexReader reads the rollouts of Codex: lines of {timestamp, type, payload}, in
// older versions the payload alone. What the model gives in one answer is as many
// items; the next answer begins after a result or a message of the user's.
type codexReader struct{ b *builder }

func newCodex() lineReader { return &codexReader{newBuilder("codex")} }

func isCodex(v jsonspan.Value) bool {
	if v.Get("payload").Kind() == jsonspan.Object {
		for _, kind := range []string{"session_meta", "response_item", "turn_context", "event_msg", "compacted"} {
			if v.Get("type").Is(kind) {
				return true
			}
		}
	}
	return v.Get("id").Exists() && v.Get("timestamp").Exists() && v.Get("instructions").Exists() || v.Get("record_type").Is("state")
}

func (r *codexReader) line(v jsonspan.Value, number int) {
	item := v.Get("payload")
	if !item.Exists() {
		item = v
	}
	r.b.at(timeOf(v.Get("timestamp")))
	switch kind := v.Get("type"); {
	case kind.Is("session_meta"):
		r.b.c.ID = item.Get("id").Str()
	case kind.Is("turn_context"):
		r.b.model(item.Get("model").Str())
	case kind.Is("compacted"):
		r.b.next()
		r.b.user(item.Get("message").Str(), number)
		for kept := range item.Get("replacement_history").Elements() {
			r.item(kept, number)
		}
	case kind.Is("event_msg"):
	case !kind.Exists() && v.Get("instructions").Exists():
		r.b.c.ID = v.Get("id").Str()
	default:
		r.item(item, number)
	}
}

// item reads an item as OpenAI's Responses have it.
func (r *codexReader) item(v jsonspan.Value, number int) {
	kind := v.Get("type").Str()
	id := v.Get("call_id").Str()
	if id == "" {
		id = v.Get("id").Str()
	}
	switch {
	case kind == "message" && v.Get("role").Is("assistant"):
		r.b.answer(r.b.open(), textOf(v.Get("content")), nil, number)
	case kind == "message":
		r.b.user(textOf(v.Get("content")), number)
	case kind == "function_call":
		r.call(Call{ID: id, Name: v.Get("name").Str(), Args: argumentsOf(v.Get("arguments"))}, number)
	case kind == "custom_tool_call":
		r.call(Call{ID: id, Name: v.Get("name").Str(), Args: v.Get("input")}, number)
	case kind == "local_shell_call":
		r.call(Call{ID: id, Name: "local_shell", Args: v.Get("action")}, number)
	case strings.HasSuffix(kind, "_call_output"):
		r.b.result(Result{ID: id, Text: orText(v.Get("output")), Line: number})
	}
}

func (r *codexReader) call(c Call, number int) {
	r.b.answer(r.b.open(), "", []Call{c}, number)
}

func (r *codexReader) end() ([]*Conversation, error) { return r.b.end() }
