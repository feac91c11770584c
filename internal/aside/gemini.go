package aside

import (
	"encoding/json"
	"slices"

	"elide.example/elide/internal/expand"
)

// gemini is Gemini's generateContent.
type gemini struct {
	tally
	parts []json.RawMessage // of this round
	mine  []bool            // which of them are calls of ours
	later bool
	id    json.RawMessage   // of the first answer
	all   []json.RawMessage // what the client has
	last  object            // the last answer, where nothing is streamed
	sums  sums
}

func (g *gemini) feed(e event) []byte {
	o, ok := read(e.data)
	if !ok {
		return e.raw
	}
	left, touched := g.take(o)
	asks := g.asks()
	switch {
	case asks && !left, touched && !left && !g.ended:
		return nil
	case asks:
		candidates := o.list("candidates")
		c, _ := read(candidates[0])
		delete(c, "finishReason")
		candidates[0] = encode(c)
		o.put("candidates", candidates)
	case !touched && !g.later:
		return e.raw
	}
	g.join(o)
	return e.with(o)
}

// take takes a piece, and our calls out of it. left tells whether it says anything then.
func (g *gemini) take(o object) (left, touched bool) {
	if g.id == nil {
		g.id = o["responseId"]
	}
	g.sums.see(o.object("usageMetadata"), "")
	candidates := o.list("candidates")
	if len(candidates) == 0 {
		return !g.later, false
	}
	c, _ := read(candidates[0])
	g.stopped(c.text("finishReason"), "STOP")
	content := c.object("content")
	visible := []json.RawMessage{}
	for _, raw := range content.list("parts") {
		part, _ := read(raw)
		mine := part.object("functionCall").text("name") == expand.ToolName
		g.parts, g.mine = append(g.parts, raw), append(g.mine, mine)
		switch {
		case mine:
			touched = true
			g.ours++
		case part["functionCall"] != nil:
			g.others++
			fallthrough
		default:
			visible = append(visible, raw)
		}
	}
	g.all = append(g.all, visible...)
	if touched {
		content.put("parts", visible)
		c.put("content", content)
		candidates[0] = encode(c)
		o.put("candidates", candidates)
	}
	return len(visible) > 0, touched
}

// join makes an answer, or a piece of one, that of all rounds.
func (g *gemini) join(o object) {
	if g.id != nil {
		o["responseId"] = g.id
	}
	if usage := o.object("usageMetadata"); usage != nil {
		g.sums.add(usage, "")
		o.put("usageMetadata", usage)
	}
}

func (g *gemini) round() *round {
	r := &round{}
	for i, raw := range g.parts {
		part, _ := read(raw)
		if g.mine[i] {
			c := part.object("functionCall")
			arguments := c["args"]
			if arguments == nil {
				arguments = json.RawMessage("{}")
			}
			r.calls = append(r.calls, call{c.text("id"), arguments})
			continue
		}
		r.shown.add(partShown(part))
	}
	r.turn = []json.RawMessage{encode(map[string]any{"role": "model", "parts": slices.Concat([]json.RawMessage{}, g.parts)})}
	return r
}

// partShown is what a part shows.
func partShown(part object) (s shown) {
	switch {
	case part["functionCall"] != nil:
		c := part.object("functionCall")
		id := c.text("id")
		if id == "" { // most of its calls have none
			id = c.text("name") + " " + fingerprint(string(encode(c.object("args"))))
		}
		s.Calls = []string{id}
	case string(part["thought"]) == "true":
		s.Thoughts = []string{fingerprint(part.text("text"))}
	case part["text"] != nil:
		s.Text = part.text("text")
	default:
		s.Thoughts = []string{fingerprint(string(encode(part)))}
	}
	return s
}

func (g *gemini) next() {
	g.parts, g.mine, g.later, g.tally = nil, nil, true, tally{}
	g.sums.next()
}

func (g *gemini) whole(body []byte) error {
	o, ok := read(body)
	if !ok || len(o.list("candidates")) == 0 {
		return errShape
	}
	g.last = o
	g.take(o)
	return nil
}

func (g *gemini) merged() ([]byte, error) {
	candidates := g.last.list("candidates")
	c, _ := read(candidates[0])
	content := c.object("content")
	if content == nil {
		content = object{"role": json.RawMessage(`"model"`)}
	}
	content.put("parts", slices.Concat([]json.RawMessage{}, g.all))
	c.put("content", content)
	candidates[0] = encode(c)
	g.last.put("candidates", candidates)
	g.join(g.last)
	return encode(g.last), nil
}

func (g *gemini) problem(status int, body []byte) []byte {
	o, ok := read(body)
	if !ok || o["error"] == nil {
		o = object{"error": encode(map[string]any{"code": status, "status": "UNAVAILABLE", "message": "the provider broke off while an original was expanded"})}
	}
	return written("", encode(object{"error": o["error"]}))
}

func (g *gemini) answers(list []answered, beside bool) (all []json.RawMessage) {
	for _, one := range list {
		response := map[string]any{"name": expand.ToolName, "response": map[string]string{"output": one.text}}
		if one.id != "" {
			response["id"] = one.id
		}
		all = append(all, encode(map[string]any{"functionResponse": response}))
	}
	if beside {
		return all
	}
	return []json.RawMessage{encode(map[string]any{"role": "user", "parts": all})}
}
