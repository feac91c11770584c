package thread

import (
	"errors"
	"fmt"
	"strings"

	"elide.example/elide/internal/jsonspan"
)

// readContent reads a content of Gemini's. Without a role it is the user's; the
// older role function is that of results.
func readContent(v jsonspan.Value) (Message, error) {
	if v.Kind() != jsonspan.Object {
		return Message{}, errNoObject
	}
	role := User
	switch name := v.Get("role"); {
	case name.Is("model"):
		role = Assistant
	case !name.Exists(), name.Is("user"), name.Is("function"), name.Is(""):
	default:
		return Message{}, fmt.Errorf(".role: %s is not known", quoted(name.Str()))
	}
	switch list := v.Get("parts"); list.Kind() {
	case jsonspan.None, jsonspan.Null:
		return message(v, role, nil), nil
	case jsonspan.Array:
		parts, err := elements(list, ".parts", geminiPart)
		return message(v, role, parts), err
	}
	return Message{}, errors.New(".parts: not a list")
}

// either returns a member by its name in JSON or by that of the field, both of
// which the API takes.
func either(v jsonspan.Value, name, field string) jsonspan.Value {
	if member := v.Get(name); member.Exists() {
		return member
	}
	return v.Get(field)
}

func geminiPart(v jsonspan.Value) Part {
	p := geminiKind(v)
	p.Value = v
	p.Signed = either(v, "thoughtSignature", "thought_signature").Exists()
	return p
}

func geminiKind(v jsonspan.Value) Part {
	if call := either(v, "functionCall", "function_call"); call.Exists() {
		return Part{Kind: Call, ID: call.Get("id").Str(), Name: call.Get("name").Str(), Input: call.Get("args")}
	}
	if response := either(v, "functionResponse", "function_response"); response.Exists() {
		return geminiResult(response)
	}
	if thought, _ := v.Get("thought").Bool(); thought {
		return Part{Kind: Thinking}
	}
	if data := either(v, "inlineData", "inline_data"); data.Exists() {
		return mediaPart(data)
	}
	if file := either(v, "fileData", "file_data"); file.Exists() {
		return mediaPart(file)
	}
	return textPart(v, v.Get("text"))
}

// mediaPart tells by the media type what some data are.
func mediaPart(data jsonspan.Value) Part {
	switch kind := either(data, "mimeType", "mime_type").Str(); {
	case strings.HasPrefix(kind, "image/"):
		return Part{Kind: Image, Images: 1}
	case strings.HasPrefix(kind, "text/"), strings.HasPrefix(kind, "application/"):
		return Part{Kind: Document}
	}
	return Part{Kind: Opaque}
}

// geminiResult reads a response. Its members are the tool's own; hosts and SDKs
// put texts into those that are known here.
func geminiResult(v jsonspan.Value) Part {
	p := Part{Kind: Result, ID: v.Get("id").Str(), Name: v.Get("name").Str(), answers: true}
	response := v.Get("response")
	failed := response.Get("error")
	p.IsError = failed.Exists() && failed.Kind() != jsonspan.Null
	for key, member := range response.Members() {
		if isText(key) { // a list: content as MCP has it
			p.hold(member, "text", "image")
		}
	}
	for part := range v.Get("parts").Elements() {
		p.Images += mediaPart(either(part, "inlineData", "inline_data")).Images
	}
	return p
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
