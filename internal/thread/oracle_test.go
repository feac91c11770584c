package thread

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"elide.example/elide/internal/wire"
)

// The oracle reads requests with encoding/json, and says of each message what
// it is, without places.

type object = map[string]any

func asObject(v any) object { o, _ := v.(object); return o }
func asList(v any) []any    { l, _ := v.([]any); return l }
func asText(v any) string   { s, _ := v.(string); return s }

// member returns the first of these members that is there.
func member(v any, names ...string) any {
	for _, name := range names {
		if m, ok := asObject(v)[name]; ok {
			return m
		}
	}
	return nil
}

func has(v any, names ...string) bool {
	return slices.ContainsFunc(names, func(n string) bool { _, ok := asObject(v)[n]; return ok })
}

func flagged(v any) bool { return member(v, "cache_control") != nil }

// told is a part as the oracle sees it.
type told struct {
	kind, id, name string
	texts          []string
	flags          string
	images         int
}

func (p told) String() string {
	return fmt.Sprintf("%s %q %q %q %s %d", p.kind, p.id, p.name, p.texts, p.flags, p.images)
}

func flags(err, cached, signed bool) string {
	out := ""
	for i, set := range []bool{err, cached, signed} {
		if set {
			out += []string{"E", "C", "S"}[i]
		}
	}
	return out
}

// textTold is a text, if it is one.
func textTold(v any, cached bool) told {
	if s, ok := v.(string); ok {
		return told{kind: "text", texts: []string{s}, flags: flags(false, cached, false)}
	}
	return told{kind: "opaque", flags: flags(false, cached, false)}
}

// contentTold tells what the content of a result holds.
func contentTold(content any, text, image string) (texts []string, images int, cached bool) {
	if s, ok := content.(string); ok {
		return []string{s}, 0, false
	}
	for _, e := range asList(content) {
		cached = cached || flagged(e)
		s, isText := member(e, "text").(string)
		cites := member(e, "citations")
		switch {
		case member(e, "type") == image:
			images++
		case member(e, "type") == text && isText && len(asList(cites))+len(asObject(cites)) == 0:
			texts = append(texts, s)
		}
	}
	return texts, images, cached
}

var simple = map[wire.API]map[string]told{
	wire.Messages:  {"image": {kind: "image", images: 1}, "document": {kind: "document"}, "search_result": {kind: "document"}},
	wire.Chat:      {"image_url": {kind: "image", images: 1}, "file": {kind: "document"}, "thinking": {kind: "thinking"}, "reasoning": {kind: "thinking"}},
	wire.Responses: {"input_image": {kind: "image", images: 1}, "input_file": {kind: "document"}},
}

// partTold tells what an element of a content is.
func partTold(api wire.API, v any) told {
	kind, cached := asText(member(v, "type")), flagged(v)
	out, ok := simple[api][kind]
	switch {
	case ok:
	case kind == "text", api == wire.Responses && (kind == "input_text" || kind == "output_text"):
		return textTold(member(v, "text"), cached)
	case kind == "refusal" && api != wire.Messages:
		return textTold(member(v, "refusal"), cached)
	case kind == "tool_use" && api == wire.Messages:
		out = told{kind: "call", id: asText(member(v, "id")), name: asText(member(v, "name"))}
	case kind == "tool_result" && api == wire.Messages:
		texts, images, inside := contentTold(member(v, "content"), "text", "image")
		return told{"result", asText(member(v, "tool_use_id")), "", texts, flags(member(v, "is_error") == true, cached || inside, false), images}
	case (kind == "thinking" || kind == "redacted_thinking") && api == wire.Messages:
		return told{kind: "thinking", flags: flags(false, cached, asText(member(v, "signature")) != "" || asText(member(v, "data")) != "")}
	default:
		out = told{kind: "opaque"}
	}
	out.flags = flags(false, cached, false)
	return out
}

// partsTold tells what a content holds.
func partsTold(api wire.API, content any) []told {
	if s, ok := content.(string); ok {
		return []told{textTold(s, false)}
	}
	var out []told
	for _, e := range asList(content) {
		out = append(out, partTold(api, e))
	}
	return out
}

func chatTold(m object) []told {
	parts := partsTold(wire.Chat, m["content"])
	switch m["role"] {
	case "tool", "function":
		texts, images, inside := contentTold(m["content"], "text", "image_url")
		p := told{"result", asText(m["tool_call_id"]), "", texts, flags(false, inside || flagged(m), false), images}
		if m["role"] == "function" {
			p.id, p.name = "", asText(m["name"])
		}
		return []told{p}
	case "assistant":
	default:
		return parts
	}
	var thoughts []told
	for _, key := range []string{"reasoning", "reasoning_content", "reasoning_details"} {
		_, text := m[key].(string)
		details := len(asList(m[key]))+len(asObject(m[key])) > 0
		if key != "reasoning_details" && text || key == "reasoning_details" && details {
			thoughts = append(thoughts, told{kind: "thinking", flags: flags(false, false, details)})
		}
	}
	parts = append(thoughts, parts...)
	if refusal, ok := m["refusal"].(string); ok {
		parts = append(parts, textTold(refusal, false))
	}
	if asObject(m["audio"]) != nil {
		parts = append(parts, told{kind: "opaque"})
	}
	for _, c := range asList(m["tool_calls"]) {
		f := member(c, "function")
		if has(c, "custom") {
			f = member(c, "custom")
		}
		extra := member(c, "extra_content")
		parts = append(parts, told{kind: "call", id: asText(member(c, "id")), name: asText(member(f, "name")),
			flags: flags(false, flagged(c), len(asList(extra))+len(asObject(extra)) > 0)})
	}
	if f := asObject(m["function_call"]); f != nil {
		parts = append(parts, told{kind: "call", name: asText(f["name"])})
	}
	return parts
}

// callNames are the calls of Responses that need no name of their own.
var callNames = map[string]string{"local_shell_call": "local_shell", "shell_call": "shell", "computer_call": "computer", "apply_patch_call": "apply_patch", "tool_search_call": "tool_search"}

func itemTold(m object) []told {
	kind, id := asText(m["type"]), asText(m["call_id"])
	name, known := callNames[kind]
	p := told{kind: "result", id: id}
	switch kind {
	case "message", "":
		return partsTold(wire.Responses, m["content"])
	case "reasoning":
		return []told{{kind: "thinking", flags: flags(false, false, asText(m["encrypted_content"]) != "")}}
	case "compaction", "compaction_summary", "context_compaction":
		return []told{{kind: "opaque", flags: "S"}}
	case "function_call", "custom_tool_call":
		name, known = asText(m["name"]), true
		if space := asText(m["namespace"]); space != "" && name != "" {
			name = strings.TrimSuffix(space, "__") + "__" + name
		}
	case "function_call_output", "custom_tool_call_output":
		var cached bool
		p.texts, p.images, cached = contentTold(m["output"], "input_text", "input_image")
		p.flags = flags(false, cached, false)
	case "shell_call_output":
		failed := false
		for _, chunk := range asList(m["output"]) {
			failed = failed || member(member(chunk, "outcome"), "exit_code") != json.Number("0")
			for _, key := range []string{"stdout", "stderr"} {
				if s, ok := member(chunk, key).(string); ok {
					p.texts = append(p.texts, s)
				}
			}
		}
		slices.Sort(p.texts)
		p.flags = flags(failed, false, false)
	case "local_shell_call_output":
		if id == "" {
			p.id = asText(m["id"])
		}
	case "apply_patch_call_output":
		p.flags = flags(m["status"] == "failed", false, false)
	case "computer_call_output":
		p.images = 1
	case "tool_search_output":
	default:
		p = told{kind: "opaque"}
	}
	if known {
		p = told{kind: "call", id: id, name: name}
	}
	if strings.HasPrefix(kind, "tool_search") && id == "" {
		p = told{kind: "opaque"}
	}
	return []told{p}
}

func mediaTold(data any) told {
	kind := asText(member(data, "mimeType", "mime_type"))
	switch {
	case strings.HasPrefix(kind, "image/"):
		return told{kind: "image", images: 1}
	case strings.HasPrefix(kind, "text/"), strings.HasPrefix(kind, "application/"):
		return told{kind: "document"}
	}
	return told{kind: "opaque"}
}

func geminiTold(m object) []told {
	var out []told
	for _, v := range asList(m["parts"]) {
		var p told
		failed, cached := false, flagged(v)
		switch {
		case has(v, "functionCall", "function_call"):
			c := member(v, "functionCall", "function_call")
			p = told{kind: "call", id: asText(member(c, "id")), name: asText(member(c, "name"))}
		case has(v, "functionResponse", "function_response"):
			r := member(v, "functionResponse", "function_response")
			p = told{kind: "result", id: asText(member(r, "id")), name: asText(member(r, "name"))}
			response := asObject(member(r, "response"))
			failed = response["error"] != nil
			for _, key := range []string{"output", "error", "result", "content", "stdout", "stderr"} {
				texts, images, inside := contentTold(response[key], "text", "image")
				p.texts, p.images, cached = append(p.texts, texts...), p.images+images, cached || inside
			}
			slices.Sort(p.texts)
			for _, part := range asList(member(r, "parts")) {
				p.images += mediaTold(member(part, "inlineData", "inline_data")).images
			}
		case member(v, "thought") == true:
			p.kind = "thinking"
		case has(v, "inlineData", "inline_data"):
			p = mediaTold(member(v, "inlineData", "inline_data"))
		case has(v, "fileData", "file_data"):
			p = mediaTold(member(v, "fileData", "file_data"))
		default:
			p = textTold(member(v, "text"), false)
		}
		p.flags = flags(failed, cached, has(v, "thoughtSignature", "thought_signature"))
		out = append(out, p)
	}
	return out
}
