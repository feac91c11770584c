package thread

import (
	"errors"
	"fmt"

	"elide.example/elide/internal/jsonspan"
)

var (
	errNoObject = errors.New(": not an object")
	errContent  = errors.New(".content: neither a text nor a list")
)

var anthropicRoles = map[string]Role{"user": User, "assistant": Assistant, "system": System}

// readAnthropic reads a message of Anthropic's.
func readAnthropic(v jsonspan.Value) (Message, error) {
	role, err := roleOf(v, anthropicRoles)
	if err != nil {
		return Message{}, err
	}
	parts, err := contentParts(v.Get("content"), anthropicPart)
	return message(v, role, parts), err
}

// message returns a message, which is of role Tool if all it holds is results.
func message(v jsonspan.Value, role Role, parts []Part) Message {
	results := 0
	for _, p := range parts {
		if p.Kind == Result {
			results++
		}
	}
	if role == User && results > 0 && results == len(parts) {
		role = Tool
	}
	return Message{Value: v, Role: role, Parts: parts}
}

// roleOf returns the role of an element.
func roleOf(v jsonspan.Value, roles map[string]Role) (Role, error) {
	if v.Kind() != jsonspan.Object {
		return 0, errNoObject
	}
	name := v.Get("role")
	if name.Kind() != jsonspan.String {
		return 0, errors.New(".role: there is none")
	}
	role, ok := roles[name.Str()]
	if !ok {
		return 0, fmt.Errorf(".role: %s is not known", quoted(name.Str()))
	}
	return role, nil
}

// contentParts reads a content: a text, a list of parts, or nothing.
func contentParts(content jsonspan.Value, read func(jsonspan.Value) Part) ([]Part, error) {
	switch content.Kind() {
	case jsonspan.String:
		return []Part{textPart(content, content)}, nil
	case jsonspan.Array:
		return elements(content, ".content", read)
	case jsonspan.None, jsonspan.Null:
		return nil, nil
	}
	return nil, errContent
}

// elements reads the parts of a list, each of which has to be an object.
func elements(list jsonspan.Value, name string, read func(jsonspan.Value) Part) ([]Part, error) {
	var parts []Part
	for e := range list.Elements() {
		if e.Kind() != jsonspan.Object {
			return nil, fmt.Errorf("%s[%d]%w", name, len(parts), errNoObject)
		}
		p := read(e)
		p.Cached = p.Cached || cached(e)
		parts = append(parts, p)
	}
	return parts, nil
}

// textPart returns a Text. Without a String it is Opaque.
func textPart(v, text jsonspan.Value) Part {
	if text.Kind() != jsonspan.String {
		return Part{Kind: Opaque, Value: v}
	}
	return Part{Kind: Text, Value: v, Texts: []jsonspan.Value{text}}
}

// cached tells whether a part carries a breakpoint.
func cached(v jsonspan.Value) bool {
	c := v.Get("cache_control")
	return c.Exists() && c.Kind() != jsonspan.Null
}

func anthropicPart(v jsonspan.Value) Part {
	switch kind := v.Get("type"); kind.Str() {
	case "text":
		return textPart(v, v.Get("text"))
	case "tool_use":
		id := v.Get("id").Str()
		return Part{Kind: Call, Value: v, ID: id, Name: v.Get("name").Str(), Input: v.Get("input"), key: byID(id)}
	case "tool_result":
		return anthropicResult(v)
	case "thinking", "redacted_thinking":
		return Part{Kind: Thinking, Value: v, Signed: v.Get("signature").Str() != "" || v.Get("data").Str() != ""}
	case "image":
		return Part{Kind: Image, Value: v, Images: 1}
	case "document", "search_result":
		return Part{Kind: Document, Value: v}
	}
	return Part{Kind: Opaque, Value: v}
}

func anthropicResult(v jsonspan.Value) Part {
	id := v.Get("tool_use_id").Str()
	p := Part{Kind: Result, Value: v, ID: id, key: byID(id), answers: true}
	p.IsError = v.Get("is_error").Kind() == jsonspan.True
	p.hold(v.Get("content"), "text", "image")
	return p
}

// hold takes up what the content of a result holds: its texts, images and
// breakpoints. A text with citations is not offered: others point into it.
func (p *Part) hold(content jsonspan.Value, text, image string) {
	if content.Kind() == jsonspan.String {
		p.Texts = append(p.Texts, content)
	}
	for e := range content.Elements() {
		p.Cached = p.Cached || cached(e)
		switch kind := e.Get("type"); {
		case kind.Is(image):
			p.Images++
		case kind.Is(text) && e.Get("text").Kind() == jsonspan.String && e.Get("citations").Len() == 0:
			p.Texts = append(p.Texts, e.Get("text"))
		}
	}
}
