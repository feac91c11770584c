package replay

import (
	"errors"
	"strings"

	"elide.example/elide/internal/jsonspan"
	"elide.example/elide/internal/thread"
	"elide.example/elide/internal/transcript"
)

// Used is which facts of a conversation were used after the output that alone had them, so
// that there is no doubt of it.
type Used struct {
	Facts  int // all of them
	Hidden int // those that would not have been shown
}

// UsedIn tells that of the conversation that a request holds, came, and of what would have
// been sent of its results, sent. It is as replay tells it of a transcript alone, without
// the words of others; a shape that package thread doesn't read is an error.
func UsedIn(came *jsonspan.Doc, sent []byte) (u Used, err error) {
	before, err := thread.Read(came)
	if err != nil {
		return u, err
	}
	doc, err := jsonspan.Parse(sent)
	if err != nil {
		return u, err
	}
	after, err := thread.Read(doc)
	if err != nil {
		return u, err
	}
	l := look(conversationIn(before), &common{})
	texts := resultsIn(after)
	if len(texts) != len(l.outputs) {
		return u, errors.New("the rewritten request has other results")
	}
	return l.usedOf(texts), nil
}

// usedOf counts the facts that were used, and those that these texts of the results don't
// show.
func (l *looked) usedOf(texts []string) (u Used) {
	for _, o := range l.outputs {
		for _, f := range o.facts {
			if f.hard() {
				u.Facts++
			}
		}
	}
	for _, list := range missesOfTexts(l.outputs, texts, l.need).hard() {
		u.Hidden += len(list)
	}
	return u
}

// conversationIn returns the conversation in a request. What the model says in a row, and
// what its tools give in a row, is one event.
func conversationIn(t *thread.Thread) *transcript.Conversation {
	c := &transcript.Conversation{}
	ids := resultIDs(t)
	for i := range t.Messages {
		m := &t.Messages[i]
		for j := range m.Parts {
			p, id := &m.Parts[j], ids[thread.Place{Message: i, Part: j}]
			switch {
			case p.Kind == thread.Result:
				e := last(c, transcript.Results, i)
				e.Results = append(e.Results, transcript.Result{ID: id, Text: textsOf(p), Error: p.IsError, Line: i + 1})
			case p.Kind == thread.Call:
				e := last(c, transcript.Agent, i)
				e.Calls = append(e.Calls, transcript.Call{ID: id, Name: p.Name, Args: p.Input})
			case p.Kind == thread.Text && m.Role == thread.Assistant:
				e := last(c, transcript.Agent, i)
				e.Text = joined(e.Text, textsOf(p))
			case p.Kind == thread.Text && m.Role != thread.System:
				e := last(c, transcript.User, i)
				e.Text = joined(e.Text, textsOf(p))
			}
		}
	}
	return c
}

// resultIDs gives results, and the calls that they answer, IDs by their number: those in
// the request need not be their own.
func resultIDs(t *thread.Thread) map[thread.Place]string {
	ids := map[thread.Place]string{}
	n := 0
	for i := range t.Messages {
		for j := range t.Messages[i].Parts {
			p := &t.Messages[i].Parts[j]
			if p.Kind != thread.Result {
				continue
			}
			id := callPrefix + itoa(n)
			n++
			ids[thread.Place{Message: i, Part: j}] = id
			if p.Paired {
				ids[p.Pair] = id
			}
		}
	}
	return ids
}

// last returns the event of that kind which the conversation ends with, or a new one.
func last(c *transcript.Conversation, kind transcript.Kind, message int) *transcript.Event {
	if n := len(c.Events); n == 0 || c.Events[n-1].Kind != kind {
		c.Events = append(c.Events, transcript.Event{Kind: kind, Line: message + 1})
	}
	return &c.Events[len(c.Events)-1]
}

func joined(a, b string) string {
	if a == "" {
		return b
	}
	return a + "\n" + b
}

// textsOf returns the texts of a part.
func textsOf(p *thread.Part) string {
	var b strings.Builder
	for i, v := range p.Texts {
		if i > 0 {
			b.WriteByte('\n')
		}
		text, _ := v.AppendText(nil)
		b.Write(text)
	}
	return b.String()
}

// resultsIn returns the texts of all results.
func resultsIn(t *thread.Thread) (texts []string) {
	for i := range t.Messages {
		for j := range t.Messages[i].Parts {
			if p := &t.Messages[i].Parts[j]; p.Kind == thread.Result {
				texts = append(texts, textsOf(p))
			}
		}
	}
	return texts
}
