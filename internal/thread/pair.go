package thread

import (
	"slices"

	"elide.example/elide/internal/wire"
)

// byID and byName are keys of calls and their results.
func byID(id string) string     { return "id " + id }
func byName(name string) string { return "name " + name }

// pair finds what answers what.
func (t *Thread) pair() {
	if t.API.Provider() == wire.Gemini {
		t.pairOpen()
	} else {
		t.pairByKey()
	}
}

// pairByKey pairs each answer with the last that stands before it and has the
// same key.
func (t *Thread) pairByKey() {
	latest := map[string]Place{}
	for place, p := range t.parts() {
		switch {
		case p.key == "":
		case !p.answers:
			latest[p.key] = place
		default:
			if call, ok := latest[p.key]; ok {
				t.join(call, place)
			}
		}
	}
}

// pairOpen pairs the responses of Gemini's, which need no ids, with the calls of
// the model's turn before them.
func (t *Thread) pairOpen() {
	var open []Place
	for i, m := range t.Messages {
		model := m.Role == Assistant
		if model && i > 0 && t.Messages[i-1].Role != Assistant {
			open = nil
		}
		for j, p := range m.Parts {
			place := Place{i, j}
			switch {
			case model && p.Kind == Call:
				open = append(open, place)
			case !model && p.Kind == Result:
				if at := t.answered(open, p); at >= 0 {
					t.join(open[at], place)
					open = slices.Delete(open, at, at+1)
				}
			}
		}
	}
}

// answered returns which of the open calls a response answers, -1 for none.
// Hosts make up ids of responses to calls that have none: then the first open
// call of that name is meant.
func (t *Thread) answered(open []Place, result Part) int {
	at := slices.IndexFunc(open, func(c Place) bool { return result.ID != "" && t.At(c).ID == result.ID })
	if at >= 0 {
		return at
	}
	return slices.IndexFunc(open, func(c Place) bool {
		call := t.At(c)
		return call.Name == result.Name && (result.ID == "" || call.ID == "")
	})
}

// join makes a pair. A call keeps its first result.
func (t *Thread) join(call, result Place) {
	c, r := &t.Messages[call.Message].Parts[call.Part], &t.Messages[result.Message].Parts[result.Part]
	r.Pair, r.Paired = call, true
	if r.Kind == Result && c.Name != "" {
		r.Name = c.Name
	}
	if !c.Paired {
		c.Pair, c.Paired = result, true
	}
}

// parts yields all parts with their places.
func (t *Thread) parts() func(yield func(Place, Part) bool) {
	return func(yield func(Place, Part) bool) {
		for i, m := range t.Messages {
			for j, p := range m.Parts {
				if !yield(Place{i, j}, p) {
					return
				}
			}
		}
	}
}
