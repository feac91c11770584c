package transcript

import (
	"elide.example/elide/internal/jsonspan"
)

func isNeutral(v jsonspan.Value) bool {
	return firstOf(v.Get("events")).Get("t").Kind() == jsonspan.String
}

// readNeutral reads the form that belongs to no host: {id, harness, events}, in which
// an event is {t: user, text}, {t: assistant, text, calls} or {t: results, results}.
func readNeutral(root jsonspan.Value) ([]*Conversation, error) {
	b := newBuilder(root.Get("harness").Str())
	b.c.ID = root.Get("id").Str()
	n := 0
	for e := range root.Get("events").Elements() {
		n++
		switch e.Get("t").Str() {
		case "user":
			b.user(e.Get("text").Str(), n)
		case "assistant":
			var calls []Call
			for c := range e.Get("calls").Elements() {
				calls = append(calls, Call{ID: c.Get("id").Str(), Name: c.Get("name").Str(), Args: c.Get("args")})
			}
			b.answer(false, e.Get("text").Str(), calls, n)
		case "results":
			for r := range e.Get("results").Elements() {
				failed, _ := r.Get("error").Bool()
				b.result(Result{ID: r.Get("id").Str(), Text: r.Get("text").Str(), Error: failed, Line: n})
			}
		}
	}
	return b.end()
}
