package thread

import "elide.example/elide/internal/wire"

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
	open := newOpenCalls()
	for i, m := range t.Messages {
		model := m.Role == Assistant
		if model && i > 0 && t.Messages[i-1].Role != Assistant {
			open = newOpenCalls()
		}
		for j, p := range m.Parts {
			place := Place{i, j}
			switch {
			case model && p.Kind == Call:
				open.add(place, p)
			case !model && p.Kind == Result:
				if call, ok := open.answered(p); ok {
					t.join(call, place)
				}
			}
		}
	}
}

// openCalls are the calls of a turn that no response answers yet, in order.
type openCalls struct {
	byID, byName, idless map[string][]Place // the last: those of a name that have no id
	taken                map[Place]bool
}

func newOpenCalls() *openCalls {
	return &openCalls{map[string][]Place{}, map[string][]Place{}, map[string][]Place{}, map[Place]bool{}}
}

func (o *openCalls) add(at Place, call Part) {
	o.byName[call.Name] = append(o.byName[call.Name], at)
	if call.ID == "" {
		o.idless[call.Name] = append(o.idless[call.Name], at)
	} else {
		o.byID[call.ID] = append(o.byID[call.ID], at)
	}
}

// answered takes the call that a response answers. Hosts make up ids of responses to
// calls that have none: then the first open call of that name is meant.
func (o *openCalls) answered(result Part) (Place, bool) {
	if result.ID == "" {
		return o.first(o.byName, result.Name)
	}
	if at, ok := o.first(o.byID, result.ID); ok {
		return at, true
	}
	return o.first(o.idless, result.Name)
}

// first takes the first call of a list that isn't taken.
func (o *openCalls) first(lists map[string][]Place, key string) (Place, bool) {
	list := lists[key]
	for len(list) > 0 && o.taken[list[0]] {
		list = list[1:]
	}
	if len(list) == 0 {
		lists[key] = nil
		return Place{}, false
	}
	lists[key], o.taken[list[0]] = list[1:], true
	return list[0], true
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
