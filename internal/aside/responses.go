package aside

import (
	"encoding/json"
	"maps"
	"slices"

	"elide.example/elide/internal/expand"
)

// responses is OpenAI's Responses.
type responses struct {
	tally
	items       map[int]item // of this round, by the index they came with
	shows, base int          // items that the client has, of this round and of those before
	later       bool
	id          object            // of the first answer
	lastID      string            // the id that the provider knows the last one by
	all         []json.RawMessage // what the client has
	last        object            // the last answer, where nothing is streamed
	number      int               // of the events that the client has
	dropped     bool
	sums        sums
}

type item struct {
	raw  json.RawMessage
	ours bool
	at   int // its index for the client
}

func (r *responses) feed(e event) []byte {
	o, ok := read(e.data)
	if !ok {
		return e.raw
	}
	index := o.number("output_index")
	changed := r.later || r.dropped
	switch kind := o.text("type"); kind {
	case "response.created", "response.queued", "response.in_progress":
		if r.later {
			return nil
		}
		r.id = o.object("response")
	case "response.output_item.added":
		if r.add(index, o["item"]).ours {
			return r.drop()
		}
	case "response.output_item.done":
		it, begun := r.items[index]
		if !begun {
			it = r.add(index, o["item"])
		}
		it.raw = o["item"]
		r.items[index] = it
		if !it.ours {
			r.all = append(r.all, it.raw)
		}
	case "response.completed", "response.incomplete", "response.failed":
		response := o.object("response")
		r.end(response)
		if r.asks() {
			return nil
		}
		if changed {
			r.join(response)
			o.put("response", response)
		}
	}
	if o["output_index"] != nil {
		it := r.items[index]
		if it.ours {
			return r.drop()
		}
		if it.raw != nil && it.at != index {
			o.put("output_index", it.at)
			changed = true
		}
	}
	number, counted := integer(o["sequence_number"])
	if !changed {
		r.number = number + 1
		return e.raw
	}
	if counted {
		o.put("sequence_number", r.number)
		r.number++
	}
	return e.with(o)
}

func (r *responses) drop() []byte {
	r.dropped = true
	return nil
}

func (r *responses) add(index int, raw json.RawMessage) item {
	if r.items == nil {
		r.items = map[int]item{}
	}
	o, _ := read(raw)
	it := item{raw: raw, ours: o.text("type") == "function_call" && o.text("name") == expand.ToolName, at: r.base + index - r.ours}
	if it.ours {
		r.ours++
	} else {
		r.shows++
		if o["call_id"] != nil {
			r.others++
		}
	}
	r.items[index] = it
	return it
}

// end takes what the last event of a round says, or an answer that is not streamed.
func (r *responses) end(response object) {
	r.stopped(response.text("status"), "completed")
	r.lastID = response.text("id")
	r.sums.see(response.object("usage"), "")
}

// join makes an answer that of all rounds.
func (r *responses) join(response object) {
	response["id"] = r.id["id"]
	response.put("output", slices.Concat([]json.RawMessage{}, r.all))
	if usage := response.object("usage"); usage != nil {
		r.sums.add(usage, "")
		response.put("usage", usage)
	}
}

func (r *responses) round() *round {
	said := &round{}
	for _, index := range slices.Sorted(maps.Keys(r.items)) {
		it := r.items[index]
		said.turn = append(said.turn, encode(it.raw)) // as it is remembered
		o, _ := read(it.raw)
		if it.ours {
			said.calls = append(said.calls, call{o.text("call_id"), []byte(o.text("arguments"))})
			continue
		}
		said.shown.add(itemShown(o))
	}
	return said
}

// itemShown is what an item shows.
func itemShown(o object) (s shown) {
	switch kind := o.text("type"); {
	case kind == "message" || kind == "":
		s.Text = o.text("content")
		for _, part := range o.list("content") {
			p, _ := read(part)
			s.Text += p.text("text") + p.text("refusal")
		}
	case o["call_id"] != nil:
		s.Calls = []string{o.text("call_id")}
	case o["encrypted_content"] != nil && o.text("encrypted_content") != "":
		s.Thoughts = []string{fingerprint(o.text("encrypted_content"))}
	default:
		s.Thoughts = []string{o.text("id")}
	}
	return s
}

func (r *responses) next() {
	r.base += r.shows
	r.items, r.shows, r.later, r.tally = nil, 0, true, tally{}
	r.sums.next()
}

func (r *responses) whole(body []byte) error {
	o, ok := read(body)
	if !ok || o.text("object") != "response" {
		return errShape
	}
	if r.id == nil {
		r.id = maps.Clone(o)
	}
	r.last = o
	r.end(o)
	for i, raw := range o.list("output") {
		if !r.add(i, raw).ours {
			r.all = append(r.all, raw)
		}
	}
	return nil
}

func (r *responses) merged() ([]byte, error) {
	r.join(r.last)
	return encode(r.last), nil
}

func (r *responses) problem(status int, body []byte) []byte {
	o, _ := read(openAIError(status, body))
	inner := o.object("error")
	return written("error", encode(map[string]any{"type": "error", "sequence_number": r.number, "code": inner["code"], "message": inner["message"], "param": nil}))
}

func (r *responses) answers(list []answered, _ bool) (all []json.RawMessage) {
	for _, one := range list {
		all = append(all, encode(map[string]any{"type": "function_call_output", "call_id": one.id, "output": one.text}))
	}
	return all
}
