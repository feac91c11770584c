package wire

import (
	"strings"

	"elide.example/elide/internal/jsonspan"
)

// readResponses reads the Responses API: results are items of the input. An
// input may be a mere text, or left out where a stored prompt stands for it.
func (r *Request) readResponses() bool {
	input := r.Body.Get("input")
	switch input.Kind() {
	case jsonspan.Array, jsonspan.String, jsonspan.None:
	default:
		return false
	}
	r.Clears = r.Body.Get("truncation").Is("auto") || r.Body.Get("context_management").Len() > 0
	calls := map[string]Call{}
	at := 0
	for item := range input.Elements() {
		r.turned(r.readItem(item, calls, at))
		at++
	}
	return true
}

func (r *Request) readItem(item jsonspan.Value, calls map[string]Call, at int) turn {
	switch {
	case typeIs(item, "function_call_output", "custom_tool_call_output"):
		return r.readOutput(item, calls, at)
	case typeIs(item, "shell_call_output"):
		return r.readShell(item, calls, at)
	case typeIs(item, "compaction", "compaction_summary", "context_compaction"):
		r.Clears = true
		return otherTurn
	}
	if call := itemCall(item); call.Name != "" {
		calls[call.ID] = call
		return modelTurn
	}
	if item.Get("role").Is("user") {
		r.Asked = texts(r.Asked, item.Get("content"), "input_text")
	}
	if typeIs(item, "reasoning") || item.Get("role").Is("assistant") {
		return modelTurn
	}
	return otherTurn
}

// itemCall returns the call that an item is, if it is one that the client
// carries out.
func itemCall(item jsonspan.Value) Call {
	id := item.Get("call_id").Str()
	switch {
	case typeIs(item, "function_call"):
		return Call{id, spaced(item), item.Get("arguments")}
	case typeIs(item, "custom_tool_call"):
		return Call{id, spaced(item), item.Get("input")}
	case typeIs(item, "local_shell_call"):
		return Call{id, "local_shell", item.Get("action")}
	case typeIs(item, "shell_call"):
		return Call{id, "shell", item.Get("action")}
	case typeIs(item, "apply_patch_call"):
		return Call{id, "apply_patch", item.Get("operation")}
	}
	return Call{}
}

// spaced returns the name of a call in its namespace, as other hosts write it
// in one: mcp__server__tool.
func spaced(item jsonspan.Value) string {
	name, space := item.Get("name").Str(), item.Get("namespace").Str()
	if space == "" || name == "" {
		return name
	}
	return strings.TrimSuffix(space, "__") + "__" + name
}

func (r *Request) readOutput(item jsonspan.Value, calls map[string]Call, at int) turn {
	r.add(Result{Call: callOf(calls, item.Get("call_id")), Turn: at}, item.Get("output"), "input_text")
	if item.Get("status").Is("incomplete") {
		return otherTurn
	}
	return resultTurn
}

// readShell reads the output of the shell tool: chunks of both streams.
func (r *Request) readShell(item jsonspan.Value, calls map[string]Call, at int) turn {
	kind := resultTurn
	result := Result{Call: callOf(calls, item.Get("call_id")), Turn: at}
	for chunk := range item.Get("output").Elements() {
		for key, member := range chunk.Members() {
			if member.Kind() == jsonspan.String && (key.Is("stdout") || key.Is("stderr")) {
				result.Text = member
				r.Results = append(r.Results, result)
			}
		}
		if string(chunk.Path("outcome", "exit_code").Raw()) != "0" { // a time-out has no status
			kind = otherTurn
		}
	}
	return kind
}
