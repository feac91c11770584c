package steer

import (
	"strings"

	"elide.example/elide/internal/jsonspan"
	"elide.example/elide/internal/wire"
)

// place is the end of a request's system prompt: the bytes that texts are put
// in the place of, and the form that they have there. Without a form there is
// no such place.
type place struct {
	start, end int
	form       func(texts []string) []byte
}

// endOfPrompt finds the end of the system prompt, or where a prompt would
// stand if there is none.
func endOfPrompt(r *wire.Request) place {
	switch r.API {
	case wire.Messages, wire.CountTokens, wire.Invoke:
		return anthropicEnd(r.Body)
	case wire.Converse:
		return converseEnd(r.Body)
	case wire.Chat:
		return chatEnd(r.Body.Get("messages"))
	case wire.Responses:
		return responsesEnd(r.Body)
	case wire.Generate, wire.GeminiCount:
		return geminiEnd(r)
	}
	return place{}
}

// How blocks of text begin: a JSON string and a brace complete them.
const (
	textBlock  = `{"type":"text","text":`
	inputBlock = `{"type":"input_text","text":`
	partBlock  = `{"text":`
)

func anthropicEnd(request jsonspan.Value) place {
	switch system := request.Get("system"); system.Kind() {
	case jsonspan.None:
		return newMember(request, "system", paragraphs)
	case jsonspan.String:
		return endOfString(system)
	case jsonspan.Array:
		return endOfList(system, textBlock)
	}
	return place{}
}

// converseEnd: a system prompt is a list, whose blocks may be marks of a cache
// too.
func converseEnd(request jsonspan.Value) place {
	switch system := request.Get("system"); system.Kind() {
	case jsonspan.None:
		return newMember(request, "system", func(texts []string) []byte {
			return append(append([]byte{'['}, blocks(partBlock, texts)...), ']')
		})
	case jsonspan.Array:
		return endOfList(system, partBlock)
	}
	return place{}
}

// chatEnd is in the last of the system messages at the head: another one is
// more than some models take.
func chatEnd(messages jsonspan.Value) place {
	first, last := head(messages)
	if !last.Exists() {
		return before(first, func(texts []string) []byte {
			return append(append([]byte(`{"role":"system","content":`), paragraphs(texts)...), '}')
		})
	}
	switch content := last.Get("content"); content.Kind() {
	case jsonspan.String:
		return endOfString(content)
	case jsonspan.Array:
		return endOfList(content, textBlock)
	}
	return place{}
}

// responsesEnd is in the instructions, which go with each request and never
// into the conversation that the server keeps. Where it is told to keep none,
// the texts are a message of their own: Codex sends its requests so, and
// ChatGPT's server refuses those whose instructions it doesn't know.
func responsesEnd(request jsonspan.Value) place {
	input := request.Get("input")
	if store := request.Get("store"); store.Kind() == jsonspan.False && input.Kind() == jsonspan.Array {
		first, last := head(input)
		if last.Exists() {
			return behind(last, developerMessage)
		}
		return before(first, developerMessage)
	}
	instructions := request.Get("instructions")
	switch {
	case instructions.Kind() == jsonspan.String:
		return endOfString(instructions)
	case request.Get("prompt").Exists(): // it brings instructions of its own, which ours would displace
	case instructions.Kind() == jsonspan.Null:
		start, end := instructions.Span()
		return place{start, end, paragraphs}
	case !instructions.Exists():
		return newMember(request, "instructions", paragraphs)
	}
	return place{}
}

func developerMessage(texts []string) []byte {
	out := []byte(`{"type":"message","role":"developer","content":[`)
	return append(append(out, blocks(inputBlock, texts)...), ']', '}')
}

// geminiEnd is in the instruction. A request whose beginning was cached before
// must have none, and one that counts bare contents can't.
func geminiEnd(r *wire.Request) place {
	if either(r.Body, "cachedContent", "cached_content").Exists() {
		return place{}
	}
	instruction := either(r.Body, "systemInstruction", "system_instruction")
	if parts := instruction.Get("parts"); parts.Kind() == jsonspan.Array {
		return endOfList(parts, partBlock)
	}
	if instruction.Exists() || r.API == wire.GeminiCount && r.Body == r.Root {
		return place{}
	}
	return newMember(r.Body, "systemInstruction", func(texts []string) []byte {
		return append(append([]byte(`{"parts":[`), blocks(partBlock, texts)...), ']', '}')
	})
}

// either returns a member by its name in JSON or by that of the field.
func either(object jsonspan.Value, name, field string) jsonspan.Value {
	if v := object.Get(name); v.Exists() {
		return v
	}
	return object.Get(field)
}

// head returns the first message of a list, and the last of those from the
// system or the developer that stand before all others.
func head(messages jsonspan.Value) (first, last jsonspan.Value) {
	for m := range messages.Elements() {
		if !first.Exists() {
			first = m
		}
		if role := m.Get("role"); !role.Is("system") && !role.Is("developer") {
			break
		}
		last = m
	}
	return first, last
}

// before is the place of a message before another one.
func before(v jsonspan.Value, message func([]string) []byte) place {
	if !v.Exists() {
		return place{}
	}
	at, _ := v.Span()
	return place{at, at, func(texts []string) []byte { return append(message(texts), ',') }}
}

// behind is the place of a message behind another one.
func behind(v jsonspan.Value, message func([]string) []byte) place {
	_, at := v.Span()
	return place{at, at, func(texts []string) []byte { return append([]byte{','}, message(texts)...) }}
}

// endOfList is the place of blocks behind those of a list.
func endOfList(list jsonspan.Value, block string) place {
	var last jsonspan.Value
	for last = range list.Elements() {
	}
	message := func(texts []string) []byte { return blocks(block, texts) }
	if last.Exists() {
		return behind(last, message)
	}
	start, _ := list.Span()
	return place{start + 1, start + 1, message}
}

// endOfString is the place of paragraphs behind those of a string.
func endOfString(v jsonspan.Value) place {
	start, end := v.Span()
	lead := `\n\n`
	if end-start == len(`""`) {
		lead = ""
	}
	return place{end - 1, end - 1, func(texts []string) []byte {
		quoted := paragraphs(texts)
		return append([]byte(lead), quoted[1:len(quoted)-1]...)
	}}
}

// newMember is the place of a member that an object doesn't have. It is in
// front, where no other edit of a request ends. An empty object has no place.
func newMember(object jsonspan.Value, key string, value func([]string) []byte) place {
	if object.Len() == 0 {
		return place{}
	}
	start, _ := object.Span()
	return place{start + 1, start + 1, func(texts []string) []byte {
		return append(append([]byte(`"`+key+`":`), value(texts)...), ',')
	}}
}

// paragraphs returns the texts as one JSON string.
func paragraphs(texts []string) []byte {
	return jsonspan.AppendString(nil, []byte(strings.Join(texts, "\n\n")))
}

// blocks returns the texts as blocks with commas between them.
func blocks(block string, texts []string) []byte {
	var out []byte
	for i, text := range texts {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(jsonspan.AppendString(append(out, block...), []byte(text)), '}')
	}
	return out
}
