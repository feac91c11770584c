package aside

import (
	"encoding/json"
	"errors"
	"slices"

	"elide.example/elide/internal/expand"
)

// anthropic is Anthropic's Messages.
type anthropic struct {
	tally
	blocks map[int]*block // of this round, by the index they came with
	order  []*block
	shows  int // how many of this round the client has
	base   int // how many of the rounds before
	later  bool
	all    []json.RawMessage // what the client has, where nothing is streamed
	first  object            // the first answer, where nothing is streamed
	last   object
	sums   sums
}

type block struct {
	object
	text, thinking, signature, input []byte // what came in pieces
	ours                             bool
	at                               int // its index for the client
}

var errShape = errors.New("an answer of another shape")

func (a *anthropic) feed(e event) []byte {
	o, ok := read(e.data)
	if !ok {
		return e.raw
	}
	index := o.number("index")
	switch o.text("type") {
	case "message_start":
		a.sums.see(o.object("message").object("usage"), "")
		if a.later {
			return nil
		}
	case "content_block_start":
		b := a.add(index, o.object("content_block"))
		return a.moved(e, o, b)
	case "content_block_delta":
		b := a.blocks[index]
		b.grow(o.object("delta"))
		return a.moved(e, o, b)
	case "content_block_stop":
		return a.moved(e, o, a.blocks[index])
	case "message_delta":
		usage := o.object("usage")
		a.sums.see(usage, "")
		a.stopped(o.object("delta").text("stop_reason"), "tool_use")
		if a.asks() {
			return nil
		}
		if a.later && usage != nil {
			a.sums.addMissing(usage, "input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")
			a.sums.add(usage, "")
			o.put("usage", usage)
			return e.with(o)
		}
	case "message_stop":
		if a.asks() {
			return nil
		}
	}
	return e.raw
}

// addMissing puts numbers of this round into usage that were reported apart from it, so
// that the sum says all.
func (s *sums) addMissing(usage object, names ...string) {
	for _, name := range names {
		if _, there := usage[name]; !there && s.now[name]+s.before[name] > 0 {
			usage.put(name, s.now[name])
		}
	}
}

func (a *anthropic) add(index int, o object) *block {
	if a.blocks == nil {
		a.blocks = map[int]*block{}
	}
	b := &block{object: o, at: a.base + index - a.ours}
	b.ours = o.text("type") == "tool_use" && o.text("name") == expand.ToolName
	switch {
	case b.ours:
		a.ours++
	default:
		a.shows++
		if o.text("type") == "tool_use" {
			a.others++
		}
	}
	b.text, b.thinking, b.signature = []byte(o.text("text")), []byte(o.text("thinking")), []byte(o.text("signature"))
	a.blocks[index] = b
	a.order = append(a.order, b)
	return b
}

// moved is the event with the index that the client knows the block by; nothing, if it
// doesn't.
func (a *anthropic) moved(e event, o object, b *block) []byte {
	switch {
	case b == nil:
		return e.raw
	case b.ours:
		return nil
	case o.number("index") == b.at:
		return e.raw
	}
	o.put("index", b.at)
	return e.with(o)
}

// grow adds a piece.
func (b *block) grow(delta object) {
	if b == nil {
		return
	}
	switch delta.text("type") {
	case "text_delta":
		b.text = append(b.text, delta.text("text")...)
	case "thinking_delta":
		b.thinking = append(b.thinking, delta.text("thinking")...)
	case "signature_delta":
		b.signature = append(b.signature, delta.text("signature")...)
	case "input_json_delta":
		b.input = append(b.input, delta.text("partial_json")...)
	case "citations_delta":
		b.put("citations", append(b.list("citations"), delta["citation"]))
	}
}

// value is the block as a whole.
func (b *block) value() json.RawMessage {
	switch b.object.text("type") {
	case "text":
		b.put("text", string(b.text))
	case "thinking":
		b.put("thinking", string(b.thinking))
		b.put("signature", string(b.signature))
	}
	if len(b.input) > 0 {
		b.object["input"] = json.RawMessage("{}")
		if json.Valid(b.input) {
			b.object["input"] = b.input
		}
	}
	return encode(b.object)
}

func (a *anthropic) round() *round {
	r := &round{}
	var content []json.RawMessage
	for _, b := range a.order {
		value := b.value()
		content = append(content, value)
		if b.ours {
			r.calls = append(r.calls, call{b.object.text("id"), b.object["input"]})
			continue
		}
		r.shown.add(anthropicShown(b.object))
	}
	r.turn = []json.RawMessage{encode(map[string]any{"role": "assistant", "content": content})}
	return r
}

// anthropicShown is what a block shows.
func anthropicShown(o object) (s shown) {
	switch o.text("type") {
	case "text":
		s.Text = o.text("text")
	case "tool_use":
		s.Calls = []string{o.text("id")}
	case "thinking":
		s.Thoughts = []string{fingerprint(o.text("signature"))}
	case "redacted_thinking":
		s.Thoughts = []string{fingerprint(o.text("data"))}
	default: // what the provider's own tools did
		s.Thoughts = []string{o.text("type") + " " + o.text("id") + o.text("tool_use_id")}
	}
	return s
}

func (a *anthropic) next() {
	a.base += a.shows
	a.blocks, a.order, a.shows, a.later, a.tally = nil, nil, 0, true, tally{}
	a.sums.next()
}

func (a *anthropic) whole(body []byte) error {
	o, ok := read(body)
	if !ok || o.text("type") != "message" {
		return errShape
	}
	if a.first == nil {
		a.first = o
	}
	a.last = o
	a.sums.see(o.object("usage"), "")
	a.stopped(o.text("stop_reason"), "tool_use")
	for i, raw := range o.list("content") {
		inner, ok := read(raw)
		if !ok {
			return errShape
		}
		if b := a.add(i, inner); !b.ours {
			a.all = append(a.all, raw)
		}
	}
	return nil
}

func (a *anthropic) merged() ([]byte, error) {
	a.last["id"] = a.first["id"]
	a.last.put("content", slices.Concat([]json.RawMessage{}, a.all))
	if usage := a.last.object("usage"); usage != nil {
		a.sums.add(usage, "")
		a.last.put("usage", usage)
	}
	return encode(a.last), nil
}

func (a *anthropic) problem(_ int, body []byte) []byte {
	o, ok := read(body)
	if !ok || o["error"] == nil {
		o = object{"error": encode(map[string]string{"type": "api_error", "message": "the provider broke off while an original was expanded"})}
	}
	return written("error", encode(map[string]any{"type": "error", "error": o["error"]}))
}

func (a *anthropic) answers(list []answered, beside bool) []json.RawMessage {
	var content []json.RawMessage
	for _, one := range list {
		o := map[string]any{"type": "tool_result", "tool_use_id": one.id, "content": one.text}
		if one.failed {
			o["is_error"] = true
		}
		content = append(content, encode(o))
	}
	if beside {
		return content
	}
	return []json.RawMessage{encode(map[string]any{"role": "user", "content": content})}
}
