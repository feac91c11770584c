package thread

import (
	"fmt"

	"elide.example/elide/internal/jsonspan"
)

var chatRoles = map[string]Role{
	"system": System, "developer": System, "user": User, "assistant": Assistant, "tool": Tool, "function": Tool,
}

// readChat reads a message of chat completions.
func readChat(v jsonspan.Value) (Message, error) {
	role, err := roleOf(v, chatRoles)
	if err != nil {
		return Message{}, err
	}
	content, err := contentParts(v.Get("content"), chatPart)
	if err != nil {
		return Message{}, err
	}
	switch role {
	case Tool:
		return Message{v, Tool, []Part{chatResult(v)}}, nil
	case Assistant:
		calls, err := chatCalls(v)
		return Message{v, role, append(append(chatThoughts(v), content...), calls...)}, err
	}
	return Message{v, role, content}, nil
}

func chatPart(v jsonspan.Value) Part {
	switch v.Get("type").Str() {
	case "text":
		return textPart(v, v.Get("text"))
	case "refusal":
		return textPart(v, v.Get("refusal"))
	case "image_url":
		return Part{Kind: Image, Value: v, Images: 1}
	case "file":
		return Part{Kind: Document, Value: v}
	case "thinking", "reasoning": // as Mistral's models have it
		return Part{Kind: Thinking, Value: v}
	}
	return Part{Kind: Opaque, Value: v}
}

// chatResult reads a message of the role tool, or of the older role function,
// which names the function instead of a call.
func chatResult(v jsonspan.Value) Part {
	id := v.Get("tool_call_id").Str()
	p := Part{Kind: Result, Value: v, ID: id, key: byID(id), answers: true, Cached: cached(v)}
	if v.Get("role").Is("function") {
		p.ID, p.Name = "", v.Get("name").Str()
		p.key = byName(p.Name)
	}
	p.hold(v.Get("content"), "text", "image_url")
	return p
}

// chatThoughts reads what gateways and open models send back of the model's
// thoughts, beside the content. The details are signed or encrypted.
func chatThoughts(v jsonspan.Value) []Part {
	var parts []Part
	for key, member := range v.Members() {
		text := member.Kind() == jsonspan.String && (key.Is("reasoning_content") || key.Is("reasoning"))
		details := member.Len() > 0 && key.Is("reasoning_details")
		if text || details {
			parts = append(parts, Part{Kind: Thinking, Value: member, Signed: details})
		}
	}
	return parts
}

// chatCalls reads the calls beside the content, and a refusal there.
func chatCalls(v jsonspan.Value) ([]Part, error) {
	var parts []Part
	if refusal := v.Get("refusal"); refusal.Kind() == jsonspan.String {
		parts = append(parts, textPart(refusal, refusal))
	}
	if audio := v.Get("audio"); audio.Kind() == jsonspan.Object {
		parts = append(parts, Part{Kind: Opaque, Value: audio})
	}
	switch list := v.Get("tool_calls"); list.Kind() {
	case jsonspan.Array:
		calls, err := elements(list, ".tool_calls", chatCall)
		if err != nil {
			return nil, err
		}
		parts = append(parts, calls...)
	case jsonspan.None, jsonspan.Null:
	default:
		return nil, fmt.Errorf(".tool_calls: not a list")
	}
	if f := v.Get("function_call"); f.Kind() == jsonspan.Object {
		name := f.Get("name").Str()
		parts = append(parts, Part{Kind: Call, Value: f, Name: name, Input: f.Get("arguments"), key: byName(name)})
	}
	return parts, nil
}

// chatCall reads a call. Gemini's compatible API puts its signature into
// extra_content.
func chatCall(v jsonspan.Value) Part {
	id := v.Get("id").Str()
	p := Part{Kind: Call, Value: v, ID: id, key: byID(id), Signed: v.Get("extra_content").Len() > 0}
	if custom := v.Get("custom"); custom.Exists() {
		p.Name, p.Input = custom.Get("name").Str(), custom.Get("input")
		return p
	}
	f := v.Get("function")
	p.Name, p.Input = f.Get("name").Str(), f.Get("arguments")
	return p
}
