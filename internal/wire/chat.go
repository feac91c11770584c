package wire

import "elide.example/elide/internal/jsonspan"

// readChat reads chat completions: results are messages of the role tool, or of
// the older role function, which names the function instead of a call.
func (r *Request) readChat() bool {
	messages := r.Body.Get("messages")
	if messages.Kind() != jsonspan.Array {
		return false
	}
	r.Clears = r.Body.Get("transforms").Len() > 0 // OpenRouter's, which cut the middle out
	calls, functions := map[string]Call{}, map[string]Call{}
	at := 0
	for m := range messages.Elements() {
		kind := otherTurn
		switch role := m.Get("role"); {
		case role.Is("assistant"):
			kind = modelTurn
			chatCalls(m, calls, functions)
		case role.Is("user"):
			r.Asked = texts(r.Asked, m.Get("content"), "text")
		case role.Is("tool"):
			kind = resultTurn
			r.add(Result{Call: callOf(calls, m.Get("tool_call_id")), Turn: at}, m.Get("content"), "text")
		case role.Is("function"):
			kind = resultTurn
			r.add(Result{Call: functions[m.Get("name").Str()], Turn: at}, m.Get("content"), "text")
		}
		r.turned(kind)
		at++
	}
	return true
}

// chatCalls gathers the calls of an assistant's message by their ids, and those
// of the older form by their names.
func chatCalls(message jsonspan.Value, calls, functions map[string]Call) {
	for call := range message.Get("tool_calls").Elements() {
		id := call.Get("id").Str()
		if custom := call.Get("custom"); custom.Exists() {
			calls[id] = Call{id, custom.Get("name").Str(), custom.Get("input")}
			continue
		}
		f := call.Get("function")
		calls[id] = Call{id, f.Get("name").Str(), f.Get("arguments")}
	}
	if f := message.Get("function_call"); f.Exists() {
		name := f.Get("name").Str()
		functions[name] = Call{Name: name, Input: f.Get("arguments")}
	}
}
