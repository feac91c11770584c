package wire

import (
	"cmp"
	"slices"

	"elide.example/elide/internal/jsonspan"
)

// readGemini reads the Gemini API: results are functionResponse parts. The
// members of a response are the tool's own; hosts and SDKs put texts into those
// that are known here.
func (r *Request) readGemini() bool {
	if inner := either(r.Body, "generateContentRequest", "generate_content_request"); inner.Exists() && r.API == GeminiCount {
		r.Body = inner
	}
	contents := r.Body.Get("contents")
	if contents.Kind() != jsonspan.Array {
		return false
	}
	var open []Call // calls of the model's last turn that have no result yet
	at := 0
	for content := range contents.Elements() {
		if content.Get("role").Is("model") {
			if !r.after(modelTurn) {
				open = nil
			}
			open = geminiCalls(open, content)
			r.turned(modelTurn)
		} else {
			r.turned(r.readContent(content, &open, at))
		}
		at++
	}
	return true
}

// after tells whether the last turn was of that kind.
func (r *Request) after(kind turn) bool {
	return len(r.turns) > 0 && r.turns[len(r.turns)-1] == kind
}

// either returns a member by its name in JSON or by that of the field, both of
// which the API takes.
func either(v jsonspan.Value, name, field string) jsonspan.Value {
	if member := v.Get(name); member.Exists() {
		return member
	}
	return v.Get(field)
}

func geminiCalls(dst []Call, content jsonspan.Value) []Call {
	for part := range content.Get("parts").Elements() {
		if c := either(part, "functionCall", "function_call"); c.Exists() {
			dst = append(dst, Call{c.Get("id").Str(), c.Get("name").Str(), c.Get("args")})
		}
	}
	return dst
}

func (r *Request) readContent(content jsonspan.Value, open *[]Call, at int) turn {
	kind := otherTurn
	if content.Get("parts").Len() > 0 {
		kind = resultTurn
	}
	for part := range content.Get("parts").Elements() {
		f := either(part, "functionResponse", "function_response")
		if !f.Exists() {
			if text := part.Get("text"); text.Kind() == jsonspan.String {
				r.Asked = append(r.Asked, text)
			}
			kind = otherTurn
			continue
		}
		call := take(open, f.Get("id").Str(), f.Get("name").Str())
		if either(part, "thoughtSignature", "thought_signature").Exists() {
			kind = otherTurn // signed
			continue
		}
		if !r.readResponse(f.Get("response"), call, at) {
			kind = otherTurn
		}
	}
	return kind
}

// take takes the call that a response answers out of those that are open. The
// API needs no ids, and hosts make up ids of responses to calls that have none:
// then the first open call of that name is meant.
func take(open *[]Call, id, name string) Call {
	at := slices.IndexFunc(*open, func(c Call) bool { return id != "" && c.ID == id })
	if at < 0 {
		at = slices.IndexFunc(*open, func(c Call) bool { return c.Name == name && (id == "" || c.ID == "") })
	}
	if at < 0 {
		return Call{ID: id}
	}
	call := (*open)[at]
	*open = slices.Delete(*open, at, at+1)
	call.ID = cmp.Or(call.ID, id)
	return call
}

// readResponse adds the texts of a response, and tells whether it is none of an
// error.
func (r *Request) readResponse(response jsonspan.Value, call Call, at int) bool {
	e := response.Get("error")
	failed := e.Exists() && e.Kind() != jsonspan.Null
	for key, member := range response.Members() {
		if isText(key) { // a list: content as MCP has it
			r.add(Result{Call: call, Turn: at, IsError: failed}, member, "text")
		}
	}
	return !failed
}

// isText tells whether the member of a response is a text by its name.
func isText(key jsonspan.Value) bool {
	for _, name := range [...]string{"output", "error", "result", "content", "stdout", "stderr"} {
		if key.Is(name) {
			return true
		}
	}
	return false
}

// geminiSystem returns the texts of the system instruction.
func geminiSystem(body jsonspan.Value) []jsonspan.Value {
	var out []jsonspan.Value
	for part := range either(body, "systemInstruction", "system_instruction").Get("parts").Elements() {
		if text := part.Get("text"); text.Kind() == jsonspan.String {
			out = append(out, text)
		}
	}
	return out
}
