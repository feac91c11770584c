package thread

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"elide.example/elide/internal/jsonspan"
	"elide.example/elide/internal/wire"
)

// find finds the list of messages and tells whose it is.
func (t *Thread) find() error {
	root := t.Doc.Root()
	switch root.Kind() {
	case jsonspan.Array:
		t.Bare, t.List = true, root
		t.API = tellBare(root)
		return nil
	case jsonspan.Object:
		t.Body = root
		return t.findList()
	}
	return errors.New("neither a request nor a list of messages")
}

// lists are the members that hold the messages.
var lists = [...]string{"contents", "input", "messages"}

// findList finds the list of a body.
func (t *Thread) findList() error {
	t.nested()
	for _, name := range lists {
		list := t.Body.Get(name)
		switch {
		case !list.Exists():
			continue
		case t.List.Exists():
			return fmt.Errorf("both %s and %s: which one holds the messages?", t.path, name)
		case list.Kind() != jsonspan.Array:
			return fmt.Errorf("%s%s: not a list", t.path, name)
		}
		t.List, t.API = list, t.tell(name)
		t.path += name
	}
	switch {
	case t.List.Exists():
		t.Model = t.Body.Get("model").Str()
		return nil
	case isMessage(t.Body):
		return errors.New("a lone message: a list of messages is expected")
	}
	return errors.New("none of messages (Anthropic, OpenAI), input (OpenAI) and contents (Gemini) is there")
}

// nested goes to the request that a count of Gemini's holds.
func (t *Thread) nested() {
	for _, name := range [...]string{"generateContentRequest", "generate_content_request"} {
		if inner := t.Body.Get(name); inner.Kind() == jsonspan.Object && inner.Get("contents").Exists() {
			t.Body, t.path, t.API = inner, name+".", wire.GeminiCount
			return
		}
	}
}

// isMessage tells whether the object would be an element of a list.
func isMessage(v jsonspan.Value) bool {
	return v.Get("content").Exists() && v.Get("role").Exists() || v.Get("parts").Exists() || v.Get("call_id").Exists()
}

// tell returns the API of a body by the name of its list and what is in it.
func (t *Thread) tell(list string) wire.API {
	switch {
	case t.API != wire.Unknown:
		return t.API
	case list == "contents":
		return wire.Generate
	case list == "input":
		return wire.Responses
	}
	if api := tellMessages(t.Body.Get(list)); api != wire.Unknown {
		return api
	}
	return tellBody(t.Body)
}

// tellBare returns the API of a bare list. Where nothing tells, as with plain
// texts, both of the APIs in question take the same messages.
func tellBare(list jsonspan.Value) wire.API {
	for e := range list.Elements() {
		switch {
		case e.Get("parts").Exists():
			return wire.Generate
		case isItem(e):
			return wire.Responses
		}
	}
	if api := tellMessages(list); api != wire.Unknown {
		return api
	}
	return wire.Chat
}

// isItem tells whether an element is an item of Responses: messages of other
// providers have no type.
func isItem(e jsonspan.Value) bool {
	if e.Get("type").Kind() == jsonspan.String {
		return true
	}
	for part := range e.Get("content").Elements() {
		if kind := part.Get("type").Str(); strings.HasPrefix(kind, "input_") && kind != "input_audio" || kind == "output_text" {
			return true
		}
	}
	return false
}

// tellMessages tells messages of Anthropic from those of chat completions, by
// what only one of them has.
func tellMessages(list jsonspan.Value) wire.API {
	for m := range list.Elements() {
		switch m.Get("role").Str() {
		case "tool", "function", "developer":
			return wire.Chat
		}
		for key := range m.Members() {
			switch key.Str() {
			case "tool_calls", "tool_call_id", "function_call", "reasoning_content", "reasoning_details", "refusal":
				return wire.Chat
			}
		}
		for part := range m.Get("content").Elements() {
			if api := tellPart(part); api != wire.Unknown {
				return api
			}
		}
	}
	return wire.Unknown
}

// tellPart tells by a part of a content.
func tellPart(part jsonspan.Value) wire.API {
	switch part.Get("type").Str() {
	case "image_url", "input_audio", "file", "refusal":
		return wire.Chat
	case "", "text":
		return wire.Unknown
	}
	return wire.Messages
}

// tellBody tells by the members round the messages, where these don't say it.
func tellBody(body jsonspan.Value) wire.API {
	if body.Get("system").Exists() || body.Get("anthropic_version").Exists() {
		return wire.Messages
	}
	for tool := range body.Get("tools").Elements() {
		if tool.Get("function").Exists() || tool.Get("custom").Exists() {
			return wire.Chat
		}
		return wire.Messages
	}
	for m := range body.Get("messages").Elements() {
		if m.Get("role").Is("system") {
			return wire.Chat
		}
		break
	}
	for key := range body.Members() {
		switch key.Str() {
		case "stop_sequences", "context_management", "output_config", "mcp_servers":
			return wire.Messages
		case "max_completion_tokens", "reasoning_effort", "response_format", "stream_options", "stop", "n", "functions":
			return wire.Chat
		}
	}
	if strings.HasPrefix(body.Get("model").Str(), "claude") {
		return wire.Messages
	}
	return wire.Chat
}

// longestName is how much of a name is shown.
const longestName = 48

// quoted returns a name as it may be shown to people.
func quoted(name string) string {
	if len(name) > longestName {
		name = name[:longestName] + "…"
	}
	return strconv.QuoteToASCII(name)
}
