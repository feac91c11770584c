package wire

import (
	"bytes"

	"elide.example/elide/internal/jsonspan"
)

// readMessages reads the Messages API: results are tool_result blocks of user
// messages, calls are tool_use blocks of the assistant's.
func (r *Request) readMessages() bool {
	messages := r.Body.Get("messages")
	if messages.Kind() != jsonspan.Array {
		return false
	}
	r.Attested = attested(r.System())
	r.Clears = clearsMessages(r.Body)
	calls := map[string]Call{}
	at := 0
	for m := range messages.Elements() {
		kind := otherTurn
		switch role, content := m.Get("role"), m.Get("content"); {
		case role.Is("assistant"):
			kind = modelTurn
			r.readAssistant(content, calls)
		case role.Is("user"):
			kind = r.readUser(content, calls, at)
		}
		r.turned(kind)
		at++
	}
	return true
}

// readAssistant gathers the calls. A compaction stands for all before it, which
// the server then drops.
func (r *Request) readAssistant(content jsonspan.Value, calls map[string]Call) {
	for block := range content.Elements() {
		switch {
		case typeIs(block, "tool_use"):
			c := Call{block.Get("id").Str(), block.Get("name").Str(), block.Get("input")}
			calls[c.ID] = c
		case typeIs(block, "compaction"):
			r.Clears = true
		}
	}
}

func (r *Request) readUser(content jsonspan.Value, calls map[string]Call, at int) turn {
	kind := otherTurn
	if content.Len() > 0 && content.Kind() == jsonspan.Array {
		kind = resultTurn
	}
	r.Asked = texts(r.Asked, content, "text")
	for block := range content.Elements() {
		if !typeIs(block, "tool_result") {
			kind = otherTurn
			continue
		}
		result := Result{
			Call:    callOf(calls, block.Get("tool_use_id")),
			IsError: block.Get("is_error").Kind() == jsonspan.True,
			Turn:    at,
		}
		r.add(result, block.Get("content"), "text")
		if result.IsError {
			kind = otherTurn
		}
	}
	return kind
}

// callOf returns the call of that id, or one of which only the id is known.
func callOf(calls map[string]Call, id jsonspan.Value) Call {
	if c, ok := calls[id.Str()]; ok {
		return c
	}
	return Call{ID: id.Str()}
}

// Attested tells whether the body of a request to Messages holds an attestation of its
// bytes: it must go through unchanged.
func Attested(root jsonspan.Value) bool { return attested(texts(nil, root.Get("system"), "text")) }

// attested tells whether a block of the system prompt is Claude Code's billing
// header with a checksum of the body in it.
func attested(system []jsonspan.Value) bool {
	for _, block := range system {
		text, _ := block.AppendText(nil)
		if text = bytes.TrimLeft(text, " "); bytes.HasPrefix(text, []byte("x-anthropic-billing-header")) && bytes.Contains(text, []byte("cch=")) {
			return true
		}
	}
	return false
}

// clearsMessages tells whether the request asks for context management that may
// drop tool results: any but the clearing of thoughts.
func clearsMessages(body jsonspan.Value) bool {
	if c := body.Get("compaction"); c.Exists() && c.Kind() != jsonspan.Null {
		return true
	}
	management := body.Get("context_management")
	if management.Len() == 0 {
		return false
	}
	edits := management.Get("edits")
	for edit := range edits.Elements() {
		if !typeHas(edit, "clear_thinking_") {
			return true
		}
	}
	return edits.Kind() != jsonspan.Array
}
