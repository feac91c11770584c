package aside

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"

	"elide.example/elide/internal/expand"
)

// chat is OpenAI's Chat Completions, which many others speak.
type chat struct {
	tally
	content, reasoning []byte
	tools              map[int]*toolCall // of this round, by the index they came with
	shows, base        int               // calls that the client has, of this round and of those before
	later              bool
	first              object // of the first answer: its id
	last               object // the last answer, where nothing is streamed
	said               string // in the rounds before
	sums               sums
}

type toolCall struct {
	object
	arguments string
	ours      bool
	at        int // its index for the client
}

// kept are the members of a message that a model's next turn may need.
var kept = []string{"reasoning", "reasoning_content", "reasoning_details"}

// toolsFinish are the reasons to stop that providers give where the model called tools.
var toolsFinish = []string{"tool_calls", "stop", "function_call"}

func (c *chat) feed(e event) []byte {
	if bytes.Equal(bytes.TrimSpace(e.data), []byte("[DONE]")) {
		if c.asks() {
			return nil
		}
		return e.raw
	}
	o, ok := read(e.data)
	if !ok {
		return e.raw
	}
	if c.first == nil {
		c.first = o
	}
	changed := c.later
	usage := o.object("usage")
	c.sums.see(usage, "")
	choices := o.list("choices")
	if len(choices) > 0 {
		choice, _ := read(choices[0])
		left, touched := c.choice(choice)
		changed = changed || touched
		if c.asks() { // what it finishes with is left out
			if delete(choice, "finish_reason"); !left {
				return nil
			}
			choice["finish_reason"], changed = json.RawMessage("null"), true
		} else if touched && !left && !c.ended && usage == nil {
			return nil
		}
		choices[0] = encode(choice)
		o.put("choices", choices)
	} else if c.asks() {
		return nil
	}
	if !changed {
		return e.raw
	}
	o["id"], o["created"] = c.first["id"], c.first["created"]
	if usage != nil {
		c.sums.add(usage, "")
		o.put("usage", usage)
	}
	return e.with(o)
}

// choice takes a piece and takes out of it what the client doesn't hear. left tells
// whether it says anything then.
func (c *chat) choice(choice object) (left, touched bool) {
	c.stopped(choice.text("finish_reason"), toolsFinish...)
	delta := choice.object("delta")
	c.content = append(c.content, delta.text("content")...)
	c.reasoning = append(c.reasoning, delta.text("reasoning_content")...)
	if c.later && delta["role"] != nil {
		delete(delta, "role")
		touched = true
	}
	if pieces := delta.list("tool_calls"); len(pieces) > 0 {
		if visible, other := c.pieces(pieces); other {
			touched = true
			if delta.put("tool_calls", visible); len(visible) == 0 {
				delete(delta, "tool_calls")
			}
		}
	}
	for name, value := range delta {
		left = left || name != "role" && !slices.Contains([]string{"null", `""`}, string(value))
	}
	left = left || !c.later && delta["role"] != nil
	choice.put("delta", delta)
	return left, touched
}

// pieces takes pieces of calls. It returns those of the client's, and whether they are
// others than came.
func (c *chat) pieces(list []json.RawMessage) (visible []json.RawMessage, other bool) {
	for _, raw := range list {
		o, _ := read(raw)
		index := o.number("index")
		function := o.object("function")
		t := c.tools[index]
		if t == nil {
			t = c.add(index, o, function)
		}
		t.arguments += function.text("arguments")
		if t.ours {
			other = true
			continue
		}
		if index != t.at {
			o.put("index", t.at)
			raw, other = encode(o), true
		}
		visible = append(visible, raw)
	}
	return visible, other
}

func (c *chat) add(index int, o, function object) *toolCall {
	if c.tools == nil {
		c.tools = map[int]*toolCall{}
	}
	t := &toolCall{object: maps.Clone(o), ours: function.text("name") == expand.ToolName, at: c.base + index - c.ours}
	delete(t.object, "index")
	t.put("function", function)
	if t.ours {
		c.ours++
	} else {
		c.shows++
		c.others++
	}
	c.tools[index] = t
	return t
}

func (c *chat) round() *round {
	r := &round{shown: shown{Text: string(c.content)}}
	message := map[string]any{"role": "assistant", "content": string(c.content)}
	if len(c.content) == 0 {
		message["content"] = nil
	}
	if len(c.reasoning) > 0 {
		message["reasoning_content"] = string(c.reasoning)
	}
	if c.last != nil {
		said := messageOf(c.last)
		for _, name := range kept {
			if said[name] != nil {
				message[name] = said[name]
			}
		}
	}
	var calls []json.RawMessage
	for _, index := range slices.Sorted(maps.Keys(c.tools)) {
		t := c.tools[index]
		function := t.object.object("function")
		function.put("arguments", t.arguments)
		t.put("function", function)
		calls = append(calls, encode(t.object))
		if id := t.text("id"); t.ours {
			r.calls = append(r.calls, call{id, []byte(t.arguments)})
		} else {
			r.shown.Calls = append(r.shown.Calls, id)
		}
	}
	if len(calls) > 0 {
		message["tool_calls"] = calls
	}
	r.turn = []json.RawMessage{encode(message)}
	return r
}

func (c *chat) next() {
	c.said += string(c.content)
	c.base += c.shows
	c.content, c.reasoning, c.tools, c.shows, c.later, c.tally = nil, nil, nil, 0, true, tally{}
	c.sums.next()
}

func messageOf(o object) object {
	if choices := o.list("choices"); len(choices) > 0 {
		choice, _ := read(choices[0])
		return choice.object("message")
	}
	return nil
}

func (c *chat) whole(body []byte) error {
	o, ok := read(body)
	message := messageOf(o)
	if !ok || message == nil {
		return errShape
	}
	if c.first == nil {
		c.first = o
	}
	c.last = o
	choice, _ := read(o.list("choices")[0])
	c.content = []byte(message.text("content"))
	c.stopped(choice.text("finish_reason"), toolsFinish...)
	c.sums.see(o.object("usage"), "")
	for i, raw := range message.list("tool_calls") {
		t, ok := read(raw)
		if !ok {
			return errShape
		}
		function := t.object("function")
		c.add(i, t, function).arguments = function.text("arguments")
	}
	return nil
}

func (c *chat) merged() ([]byte, error) {
	o := c.last
	choices := o.list("choices")
	choice, _ := read(choices[0])
	message := choice.object("message")
	if text := c.said + string(c.content); text != "" {
		message.put("content", text)
	}
	var calls []json.RawMessage
	for _, index := range slices.Sorted(maps.Keys(c.tools)) {
		if t := c.tools[index]; !t.ours {
			calls = append(calls, encode(t.object))
		}
	}
	if message.put("tool_calls", calls); len(calls) == 0 {
		delete(message, "tool_calls")
	}
	choice.put("message", message)
	choices[0] = encode(choice)
	o.put("choices", choices)
	o["id"], o["created"] = c.first["id"], c.first["created"]
	if usage := o.object("usage"); usage != nil {
		c.sums.add(usage, "")
		o.put("usage", usage)
	}
	return encode(o), nil
}

func (c *chat) problem(status int, body []byte) []byte { return written("", openAIError(status, body)) }

// openAIError is the error in OpenAI's shape.
func openAIError(status int, body []byte) []byte {
	if o, ok := read(body); ok && o["error"] != nil {
		return encode(object{"error": o["error"]})
	}
	return encode(map[string]any{"error": map[string]any{"type": "server_error", "code": status, "message": "the provider broke off while an original was expanded"}})
}

func (c *chat) answers(list []answered, _ bool) (all []json.RawMessage) {
	for _, one := range list {
		all = append(all, encode(map[string]any{"role": "tool", "tool_call_id": one.id, "content": one.text}))
	}
	return all
}
