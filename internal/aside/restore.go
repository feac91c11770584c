package aside

import (
	"bytes"
	"encoding/json"
	"iter"
	"slices"
	"strings"
	"sync"

	"elide.example/elide/internal/jsonspan"
	"elide.example/elide/internal/wire"
)

// Position is where the model's next turn stands in a conversation, as the client has it.
type Position struct {
	before string // what it answers
	place  int    // how many turns of the model's stand before it
}

// absent remembers for which turns nothing is remembered, so that nobody looks again.
type absent struct {
	mu   sync.Mutex
	keys map[[32]byte]bool
}

const mostAbsent = 1 << 16

func (a *absent) has(k [32]byte) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.keys[k]
}

func (a *absent) add(k [32]byte) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.keys == nil || len(a.keys) >= mostAbsent {
		a.keys = map[[32]byte]bool{}
	}
	a.keys[k] = true
}

func (a *absent) remove(k [32]byte) {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.keys, k)
}

// recall returns the recipe of a key, as it is written.
func (a *Answerer) recall(k [32]byte) (written []byte, ok bool) {
	if a.absent.has(k) {
		return nil, false
	}
	if written, ok = a.Memory.Recall(k); !ok {
		a.absent.add(k)
	}
	return written, ok
}

// put is what took the place of a turn. Conversations are sent again and again: what was
// put together once for the same bytes is not put together anew.
type put struct {
	client, sent []byte
	beside       []json.RawMessage
}

// puts remembers them.
type puts struct {
	mu    sync.Mutex
	known map[[32]byte]put
	bytes int
}

const mostPut = 32 << 20 // bytes

func (p *puts) get(k [32]byte, client []byte) (put, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	known, ok := p.known[k]
	return known, ok && bytes.Equal(known.client, client)
}

func (p *puts) add(k [32]byte, one put) {
	size := len(one.client) + len(one.sent)
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.known == nil || p.bytes+size > mostPut {
		p.known, p.bytes = map[[32]byte]put{}, 0
	}
	one.client = bytes.Clone(one.client) // of a request, which goes
	p.known[k] = one
	p.bytes += size
}

// restored are the edits that put asides back into a request, and where the next turn
// stands in it.
func (a *Answerer) restored(api wire.API, doc *jsonspan.Doc) (edits []jsonspan.Edit, next Position) {
	root := doc.Root()
	conversation := root.Get(placeOf(api))
	c := conversed{api: api, text: doc.Text()}
	if id := root.Get("previous_response_id"); api == wire.Responses && id.Kind() == jsonspan.String {
		written, _ := a.recall(idKey(id.Str()))
		if r := (recipe{}); json.Unmarshal(written, &r) == nil && r.ID != "" {
			edits = append(edits, id.Replace(encode(r.ID)))
			for _, s := range r.Segments { // the server has the rest of the conversation
				c.answers = append(c.answers, s.Answer...)
			}
		}
	}
	if conversation.Kind() != jsonspan.Array {
		return edits, Position{before: conversation.Str()}
	}
	for v := range conversation.Elements() {
		c.values = append(c.values, v)
	}
	edits = append(edits, c.edits(a)...)
	return edits, Position{c.before(len(c.values)), c.turns}
}

// conversed is a conversation that asides are put back into.
type conversed struct {
	api     wire.API
	text    []byte // of the request
	values  []jsonspan.Value
	turns   int               // of the model's, that were passed
	answers []json.RawMessage // that go in front of what follows
	started int               // where what stands between two turns begins
}

// edits are what puts the asides back.
func (c *conversed) edits(a *Answerer) (edits []jsonspan.Edit) {
	for i := 0; i < len(c.values); {
		if !c.isModels(c.values[i]) {
			if len(c.answers) > 0 {
				edits = append(edits, c.beside(c.values[i]))
				c.answers = nil
			}
			i++
			continue
		}
		end := i + 1
		for end < len(c.values) && c.isModels(c.values[end]) {
			end++
		}
		edits = append(edits, c.turn(a, i, end)...)
		c.turns++
		c.started, i = end, end
	}
	return edits
}

// isModels tells whether a value is of the model's turn.
func (c *conversed) isModels(v jsonspan.Value) bool {
	role := v.Get("role").Str()
	if c.api == wire.Responses && role == "" {
		return !strings.HasSuffix(v.Get("type").Str(), "_output") && v.Get("type").Exists()
	}
	return role == "assistant" || role == "model"
}

// beside is the edit that puts answers in front of those of the client's.
func (c *conversed) beside(v jsonspan.Value) jsonspan.Edit {
	list := joined(c.answers)
	content := v.Get("content")
	if c.api == wire.Generate {
		content = v.Get("parts")
	}
	if c.api == wire.Chat || c.api == wire.Responses || content.Kind() != jsonspan.Array {
		start, _ := v.Span()
		if c.api == wire.Messages { // what the user says, and no answers of the client's
			list = string(encode(map[string]any{"role": "user", "content": c.answers}))
		} else if c.api == wire.Generate {
			list = string(encode(map[string]any{"role": "user", "parts": c.answers}))
		}
		return jsonspan.Edit{Start: start, End: start, New: []byte(list + ",")}
	}
	start, _ := content.Span()
	if content.Len() > 0 {
		list += ","
	}
	return jsonspan.Edit{Start: start + 1, End: start + 1, New: []byte(list)}
}

func joined(values []json.RawMessage) string {
	var b strings.Builder
	for i, v := range values {
		if i > 0 {
			b.WriteByte(',')
		}
		b.Write(v)
	}
	return b.String()
}

// before is by what the values before one are known: which calls they answer, or, if they
// don't, what they say.
func (c *conversed) before(end int) string {
	values := c.values[c.started:end]
	ids := ""
	for _, v := range values {
		ids += v.Get("tool_call_id").Str() + v.Get("call_id").Str()
		for part := range parts(v) {
			ids += part.Get("tool_use_id").Str()
			if f := part.Get("functionResponse"); f.Exists() { // few have an id
				o, _ := read(f.Raw())
				ids += fingerprint(string(encode(o)))
			}
		}
	}
	if ids != "" {
		return ids
	}
	said := ""
	for _, v := range values {
		said += v.Get("content").Str()
		for part := range parts(v) {
			said += part.Get("text").Str()
		}
	}
	return said
}

// parts are the blocks or parts that a message consists of.
func parts(v jsonspan.Value) iter.Seq[jsonspan.Value] {
	for _, name := range []string{"content", "parts"} {
		if list := v.Get(name); list.Kind() == jsonspan.Array {
			return list.Elements()
		}
	}
	return func(func(jsonspan.Value) bool) {}
}

// brief is what a turn's values show, but for thoughts: what it takes to know the turn.
func (c *conversed) brief(values []jsonspan.Value) (s shown) {
	for _, v := range values {
		if v.Get("type").Is("reasoning") {
			continue
		}
		s.Text += v.Get("content").Str()
		if id := v.Get("call_id"); id.Exists() && c.api == wire.Responses {
			s.Calls = append(s.Calls, id.Str())
		}
		for part := range parts(v) {
			switch kind := part.Get("type").Str(); {
			case kind == "tool_use":
				s.Calls = append(s.Calls, part.Get("id").Str())
			case part.Get("functionCall").Exists():
				o, _ := read(part.Raw())
				s.add(partShown(o))
			case part.Get("thought").Kind() != jsonspan.True:
				s.Text += part.Get("text").Str() + part.Get("refusal").Str()
			}
		}
		if calls := v.Get("tool_calls"); calls.Kind() == jsonspan.Array {
			for call := range calls.Elements() {
				s.Calls = append(s.Calls, call.Get("id").Str())
			}
		}
	}
	return s
}

// element is a piece of a turn: a block, a part, an item, or what a message says.
type element struct {
	raw   json.RawMessage
	shown shown
}

// elements takes a value of the model's turn apart.
func (c *conversed) elements(v jsonspan.Value) (list []element) {
	o, _ := read(v.Raw())
	switch c.api {
	case wire.Responses:
		return []element{{v.Raw(), itemShown(o)}}
	case wire.Chat:
		text := o.text("content")
		for _, raw := range o.list("content") {
			part, _ := read(raw)
			text += part.text("text")
		}
		list = append(list, element{shown: shown{Text: text}})
		for _, raw := range o.list("tool_calls") {
			call, _ := read(raw)
			list = append(list, element{raw, shown{Calls: []string{call.text("id")}}})
		}
		return list
	}
	of, content := anthropicShown, o.list("content")
	if c.api == wire.Generate {
		of, content = partShown, o.list("parts")
	}
	if text := o.text("content"); text != "" {
		list = append(list, element{encode(map[string]string{"type": "text", "text": text}), shown{Text: text}})
	}
	for _, raw := range content {
		part, _ := read(raw)
		list = append(list, element{raw, of(part)})
	}
	return list
}

// turn is the edit of a turn, from its first value to the last.
func (c *conversed) turn(a *Answerer, first, end int) []jsonspan.Edit {
	k := key(c.api, c.before(first), c.turns, c.brief(c.values[first:end]))
	written, ok := a.recall(k)
	if !ok {
		return nil
	}
	start, _ := c.values[first].Span()
	_, stop := c.values[end-1].Span()
	done, known := a.puts.get(k, c.text[start:stop])
	if !known {
		if done, ok = c.put(written, first, end); !ok {
			return nil
		}
		done.client = c.text[start:stop]
		a.puts.add(k, done)
	}
	if done.beside != nil && end == len(c.values) {
		return nil // the client broke the turn off
	}
	c.answers = done.beside
	return []jsonspan.Edit{{Start: start, End: stop, New: done.sent}}
}

// put puts a turn together with its asides.
func (c *conversed) put(written []byte, first, end int) (done put, ok bool) {
	var r recipe
	if json.Unmarshal(written, &r) != nil || len(r.Segments) == 0 {
		return done, false
	}
	var list []element
	for _, v := range c.values[first:end] {
		list = append(list, c.elements(v)...)
	}
	var values []json.RawMessage
	for _, s := range r.Segments {
		if list, ok = s.cut(list); !ok {
			return done, false
		}
		values = append(values, s.Turn...)
		if s.Beside {
			done.beside = s.Answer
		} else {
			values = append(values, s.Answer...)
		}
	}
	values = append(values, c.rest(c.values[end-1], list)...)
	done.sent = []byte(joined(values))
	return done, true
}

// cut takes what a segment has off the front of a turn. It fails if that isn't there.
func (s *segment) cut(list []element) (rest []element, ok bool) {
	text := s.Shown.Text
	for len(list) > 0 {
		e := list[0]
		switch {
		case len(e.shown.Calls) > 0:
			if !slices.Contains(s.Shown.Calls, e.shown.Calls[0]) {
				return list, text == "" || text == s.Shown.Text // left out by the client
			}
		case len(e.shown.Thoughts) > 0:
			if !slices.Contains(s.Shown.Thoughts, e.shown.Thoughts[0]) {
				return list, text == ""
			}
		case strings.HasPrefix(text, e.shown.Text):
			text = text[len(e.shown.Text):]
		case strings.HasPrefix(e.shown.Text, text):
			if text == "" {
				return list, true
			}
			e.shown.Text = e.shown.Text[len(text):]
			if e.raw, ok = e.shortened(); !ok {
				return nil, false
			}
			return append([]element{e}, list[1:]...), true
		default:
			return nil, false
		}
		list = list[1:]
	}
	return nil, strings.TrimSpace(text) == "" || text == s.Shown.Text
}

// shortened is the element with what is left of its text. An item of Responses is not cut.
func (e *element) shortened() (raw json.RawMessage, ok bool) {
	if e.raw == nil { // of Chat, whose text is put together in the end
		return nil, true
	}
	o, _ := read(e.raw)
	if o["text"] == nil {
		return nil, false
	}
	o.put("text", e.shown.Text)
	return encode(o), true
}

// rest is what is left of a turn, as the values that the client made it of.
func (c *conversed) rest(last jsonspan.Value, list []element) (values []json.RawMessage) {
	if len(list) == 0 {
		return nil
	}
	if c.api == wire.Responses {
		for _, e := range list {
			values = append(values, e.raw)
		}
		return values
	}
	o, _ := read(last.Raw())
	if c.api == wire.Chat {
		text, calls := "", []json.RawMessage{}
		for _, e := range list {
			text += e.shown.Text
			if e.raw != nil {
				calls = append(calls, e.raw)
			}
		}
		if text == "" && len(calls) == 0 {
			return nil
		}
		if o.put("content", text); text == "" {
			o["content"] = json.RawMessage("null")
		}
		if o.put("tool_calls", calls); len(calls) == 0 {
			delete(o, "tool_calls")
		}
		return []json.RawMessage{encode(o)}
	}
	var content []json.RawMessage
	for _, e := range list {
		content = append(content, e.raw)
	}
	name := "content"
	if c.api == wire.Generate {
		name = "parts"
	}
	o.put(name, content)
	return []json.RawMessage{encode(o)}
}
