package history

import (
	"elide.example/elide/internal/jsonspan"
	"elide.example/elide/internal/thread"
	"elide.example/elide/internal/toolcall"
)

// liveZone leaves the front of the conversation and its last turns as they are,
// and reduces tool results and long texts between them. What matters in those is
// told by what the user asked for first: the latest message would change them on
// every turn. That first message stays whole.
//
// With Settings.Sent what was sent before is sent again as it was sent, so that
// nothing in the cache changes; with Frozen so many messages stay.
func (r *request) liveZone() ([]change, error) {
	z, last := r.zone(len(r.t.Messages)), r.zone(r.before())
	known := r.set.Sent.known(r.t)
	var changes []change
	var next Sent
	for i, m := range r.t.Messages {
		var own []change
		if r.set.Sent.reduces(i, known, m) || i >= max(known, z.First) && i < z.End {
			var err error
			if own, err = r.reduceMessage(i); err != nil {
				return nil, err
			}
		}
		if i >= max(known, last.End) && i < r.before() { // it was sent whole
			fire(own)
		}
		stage(own, "reduce")
		sent := r.sentAs(m, own)
		if i < known && sent != r.set.Sent.marks[i].sent {
			r.warn("the settings are not those of the requests before: what was sent changes")
		}
		next.marks = append(next.marks, sentMark{r.set.Sent.source(i, known, m), sent})
		changes = append(changes, own...)
	}
	r.rep.Sent = next
	return changes, nil
}

// zone returns the messages that are reduced if the request has so many.
func (r *request) zone(n int) thread.Step {
	z := thread.Step{First: min(n, r.set.Frozen), End: r.lastTurns(r.set.ProtectRecent, n)}
	z.End = max(z.First, z.End)
	return z
}

// reduceMessage returns the changes that reduce the results and long texts of a
// message.
func (r *request) reduceMessage(i int) ([]change, error) {
	if i == r.task() {
		return nil, nil
	}
	m := r.t.Messages[i]
	var out []change
	for _, p := range m.Parts {
		if !r.mayCut(m, p) || r.isShortError(p) {
			continue
		}
		opt := r.options(p)
		for _, text := range p.Texts {
			if p.Kind == thread.Text && len(text.Raw()) < r.set.LongText {
				continue
			}
			c, ok, err := r.reduced(text, p.Kind == thread.Result, opt)
			if err != nil {
				return nil, err
			}
			if ok && r.saves(c) {
				out = append(out, c)
			}
		}
	}
	return out, nil
}

// isShortError tells whether a result is of a call that failed, and short: it is
// read closely.
func (r *request) isShortError(p thread.Part) bool {
	size := 0
	for _, text := range p.Texts {
		size += len(text.Raw())
	}
	return p.IsError && size < toolcall.MinErrorBytes
}

// askedMost is how much of a request tells what matters. In a longer one stands
// what the user pasted, and all that is like it would matter.
const askedMost = 1000

// asked returns the front of what the user asked for first.
func (r *request) asked() string {
	i := r.task()
	if i < 0 {
		return ""
	}
	return front(messageText(r.t.Messages[i]), askedMost)
}

// messageText returns the texts of a message.
func messageText(m thread.Message) string {
	var text []byte
	for _, p := range m.Parts {
		if p.Kind != thread.Text {
			continue
		}
		if len(text) > 0 {
			text = append(text, '\n')
		}
		text, _ = p.Texts[0].AppendText(text)
	}
	return string(text)
}

// sentAs returns the mark of a message as it is sent with the changes.
func (r *request) sentAs(m thread.Message, changes []change) mark {
	start, _ := m.Value.Span()
	edits := make([]jsonspan.Edit, len(changes))
	for i, c := range changes {
		edits[i] = jsonspan.Edit{Start: c.Start - start, End: c.End - start, New: c.New}
	}
	text, ok := jsonspan.Splice(m.Value.Raw(), edits)
	if !ok {
		return mark{}
	}
	return markOf(text)
}
