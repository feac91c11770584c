package histories

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"elide.example/elide/internal/bench"
)

// speaker is who made a message.
type speaker uint8

const (
	user speaker = iota // the user, the system, a tool
	model
)

// speakerOf reads a message of any provider.
func speakerOf(message []byte) (speaker, error) {
	var m struct{ Role, Type string }
	if err := json.Unmarshal(message, &m); err != nil {
		return user, err
	}
	switch {
	case m.Role == "assistant" || m.Role == "model":
		return model, nil
	case m.Role != "":
		return user, nil
	}
	switch m.Type {
	case "reasoning", "function_call", "custom_tool_call":
		return model, nil
	case "function_call_output", "custom_tool_call_output":
		return user, nil
	}
	return user, fmt.Errorf("of no known role or type: %.60s", message)
}

// piece is what a provider's cache tells apart: what stands before the messages,
// a block of a message, or a message that has no blocks.
type piece struct {
	key    [sha256.Size]byte // of what it is, without marks for the cache
	text   string            // what the model reads of it
	tokens int
	marked bool // it carries a cache breakpoint
}

// reader reads requests. It remembers messages that it has read.
type reader struct {
	count bench.Counter
	known map[[sha256.Size]byte][]piece
}

func newReader(count bench.Counter) *reader {
	return &reader{count: count, known: map[[sha256.Size]byte][]piece{}}
}

// lists are the names that providers have for the messages.
var lists = []string{"messages", "input", "contents"}

// read returns the pieces of a request, the head first. A breakpoint that stands
// for the whole request is on the last.
func (r *reader) read(body []byte) ([]piece, error) {
	head := map[string]json.RawMessage{}
	list := json.RawMessage(body)
	if bytes.HasPrefix(bytes.TrimSpace(body), []byte("{")) {
		if err := json.Unmarshal(body, &head); err != nil {
			return nil, err
		}
		name := slices.IndexFunc(lists, func(name string) bool { return head[name] != nil })
		if name < 0 {
			return nil, errors.New("the request has no messages")
		}
		list = head[lists[name]]
		delete(head, lists[name])
	}
	last := head["cache_control"] != nil
	delete(head, "cache_control")
	var messages []json.RawMessage
	if err := json.Unmarshal(list, &messages); err != nil {
		return nil, err
	}
	pieces, err := r.head(head)
	for i := 0; i < len(messages) && err == nil; i++ {
		var more []piece
		more, err = r.message(messages[i])
		pieces = append(pieces, more...)
	}
	if last && len(pieces) > 0 {
		pieces[len(pieces)-1].marked = true
	}
	return pieces, err
}

// head returns the piece that the system prompt and the tools are. What else a
// request has, such as its model, doesn't change.
func (r *reader) head(members map[string]json.RawMessage) ([]piece, error) {
	said := map[string]any{}
	for _, name := range []string{"system", "instructions", "systemInstruction", "tools"} {
		if raw := members[name]; raw != nil {
			var v any
			if err := json.Unmarshal(raw, &v); err != nil {
				return nil, err
			}
			said[name] = v
		}
	}
	p, err := r.piece("head", said)
	return []piece{p}, err
}

func (r *reader) message(raw json.RawMessage) ([]piece, error) {
	sum := sha256.Sum256(raw)
	if known, ok := r.known[sum]; ok {
		return slices.Clone(known), nil
	}
	var m map[string]any
	if err := json.Unmarshal(raw, &m); err != nil {
		return nil, err
	}
	pieces, err := r.blocks(m)
	r.known[sum] = slices.Clone(pieces)
	return pieces, err
}

// blocks returns a piece for each block of a message that has blocks and nothing
// beside them.
func (r *reader) blocks(m map[string]any) ([]piece, error) {
	role, _ := m["role"].(string)
	blocks, ok := m["content"].([]any)
	if !ok {
		blocks, ok = m["parts"].([]any)
	}
	if !ok || len(m) > 3 {
		blocks = []any{m}
	}
	var pieces []piece
	for _, b := range blocks {
		p, err := r.piece(role, b)
		if err != nil {
			return nil, err
		}
		pieces = append(pieces, p)
	}
	return pieces, nil
}

func (r *reader) piece(role string, v any) (piece, error) {
	p := piece{marked: unmark(v)}
	plain, err := json.Marshal(v)
	if err != nil {
		return p, err
	}
	p.key = sha256.Sum256(append([]byte(role+"\x00"), plain...))
	var b strings.Builder
	spell(&b, v)
	p.text = b.String()
	p.tokens, err = r.count([]byte(p.text))
	return p, err
}

// unmark removes cache breakpoints, and tells whether there were any.
func unmark(v any) bool {
	found := false
	switch v := v.(type) {
	case map[string]any:
		found = v["cache_control"] != nil
		delete(v, "cache_control")
		for _, member := range v {
			found = unmark(member) || found
		}
	case []any:
		for _, element := range v {
			found = unmark(element) || found
		}
	}
	return found
}

// unread are the members of which a model reads nothing, or which cost the same
// whatever is done with the rest.
var unread = []string{"id", "type", "role", "signature", "thoughtSignature", "encrypted_content", "call_id", "tool_call_id", "tool_use_id"}

// objects are the members that a model reads as JSON.
var objects = []string{"input", "args", "input_schema", "parameters", "parametersJsonSchema"}

// spell writes what a model reads of a value.
func spell(b *strings.Builder, v any) {
	switch v := v.(type) {
	case string:
		b.WriteString(v)
		b.WriteByte('\n')
	case []any:
		for _, element := range v {
			spell(b, element)
		}
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			if slices.Contains(unread, name) {
				continue
			}
			if _, isText := v[name].(string); !isText && slices.Contains(objects, name) {
				spellJSON(b, v[name])
				continue
			}
			spell(b, v[name])
		}
	}
}

func spellJSON(b *strings.Builder, v any) {
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	_ = e.Encode(v) // it came from JSON
}
