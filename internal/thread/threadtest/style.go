package threadtest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"pgregory.net/rapid"

	"elide.example/elide/internal/jsonspan"
	"elide.example/elide/internal/wire"
)

// Style is how a conversation is written down. The zero value of each field
// but API is the plainest way.
type Style struct {
	API     wire.API // Messages, Chat, Responses or Generate
	Bare    bool     // the list alone
	Blanks  bool     // with blanks and line ends
	Lists   bool     // a list of parts where a string would do
	ASCII   bool     // strings escape what is not ASCII, and slashes
	Halves  bool     // U+FFFD is written as a half of a surrogate pair, as by clients that cut a text
	NoIDs   bool     // Gemini: no ids
	Reverse bool     // results stand in the reverse order of their calls, where ids tell
	Moving  bool     // Anthropic: breakpoints on the system prompt and on the last two messages, as hosts move them on
}

// APIs are those of which requests can be drawn.
var APIs = []wire.API{wire.Messages, wire.Chat, wire.Responses, wire.Generate}

// Styles draws styles of these APIs, or of all.
func Styles(apis ...wire.API) *rapid.Generator[Style] {
	if len(apis) == 0 {
		apis = APIs
	}
	return rapid.Custom(func(t *rapid.T) Style {
		flag := func(name string) bool { return rapid.IntRange(0, 3).Draw(t, name) == 3 }
		return Style{
			API: rapid.SampledFrom(apis).Draw(t, "api"), Bare: flag("bare"), Blanks: flag("blanks"), Lists: flag("lists"),
			ASCII: flag("ascii"), Halves: flag("halves"), NoIDs: flag("no ids"), Reverse: flag("reverse"), Moving: flag("moving"),
		}
	})
}

// Requests draws requests of these APIs, or of all.
func Requests(apis ...wire.API) *rapid.Generator[[]byte] {
	return rapid.Custom(func(t *rapid.T) []byte {
		return Styles(apis...).Draw(t, "style").Encode(Conversations().Draw(t, "conversation"))
	})
}

// Growing draws the requests that are sent in the course of a conversation.
func Growing(apis ...wire.API) *rapid.Generator[[][]byte] {
	return rapid.Custom(func(t *rapid.T) [][]byte {
		style := Styles(apis...).Draw(t, "style")
		var out [][]byte
		for _, c := range Conversations().Draw(t, "conversation").Growing() {
			out = append(out, style.Encode(c))
		}
		return out
	})
}

// object is a JSON object with its members in order.
type object []member

type member struct {
	key   string
	value any
}

type list = []any

// Encode writes a conversation down. The same style and conversation give the
// same bytes.
func (s Style) Encode(c Conversation) []byte {
	var messages list
	for i, turn := range c.Turns {
		messages = append(messages, s.turn(i, turn)...)
	}
	if s.API == wire.Messages && s.Moving {
		for _, m := range messages[max(0, len(messages)-2):] {
			mark(m.(object))
		}
	}
	if s.Bare {
		return s.append(nil, messages, 0)
	}
	return s.append(nil, s.body(c.System, messages), 0)
}

func (s Style) append(dst []byte, v any, depth int) []byte {
	switch v := v.(type) {
	case string:
		return s.appendString(dst, v)
	case bool:
		return fmt.Append(dst, v)
	case int:
		return fmt.Append(dst, v)
	case nil:
		return append(dst, "null"...)
	case list:
		dst = append(dst, '[')
		for i, e := range v {
			dst = s.append(s.blank(dst, i, depth+1), e, depth+1)
		}
		return append(dst, ']')
	case object:
		dst = append(dst, '{')
		for i, m := range v {
			dst = append(s.appendString(s.blank(dst, i, depth+1), m.key), ':')
			dst = s.append(dst, m.value, depth+1)
		}
		return append(dst, '}')
	}
	panic(fmt.Sprintf("no JSON: %T", v))
}

// blank appends what stands before an element.
func (s Style) blank(dst []byte, i, depth int) []byte {
	if i > 0 {
		dst = append(dst, ',')
	}
	if s.Blanks {
		dst = append(append(dst, '\n'), strings.Repeat(" ", depth)...)
	}
	return dst
}

func (s Style) appendString(dst []byte, text string) []byte {
	out := jsonspan.AppendString(nil, []byte(text))
	if s.ASCII {
		out = bytes.ReplaceAll(ascii(out), []byte("/"), []byte(`\/`))
	}
	if s.Halves {
		half := []byte(`\ud83d`)
		out = bytes.ReplaceAll(bytes.ReplaceAll(out, []byte("\ufffd"), half), []byte(`\ufffd`), half)
	}
	return append(dst, out...)
}

// ascii escapes what is not ASCII.
func ascii(raw []byte) []byte {
	var out []byte
	for _, r := range string(raw) {
		switch {
		case r < 0x80:
			out = append(out, byte(r))
		case r > 0xffff:
			out = fmt.Appendf(out, `\u%04x\u%04x`, 0xd800+(r-0x10000)>>10, 0xdc00+(r-0x10000)&0x3ff)
		default:
			out = fmt.Appendf(out, `\u%04x`, r)
		}
	}
	return out
}

// plain encodes a value that is text in the request.
func plain(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(text)
}
