// Package transcript reads the files in which coding agents keep what was said:
// of any host, and of any of the forms that it has had, one form.
//
//	file → what kind it is, by its content (kind.go) → the host's reader, a file
//	each → conversations: texts of the user's, answers with their calls, results
//
// A conversation is what one request after another held. Where a host compacts it, a
// new one begins, with what the model saw from then on. What only the host reads
// (progress, snapshots, titles) and what other conversations said (subagents, abandoned
// branches) is left out.
//
// Files are read and never written, one at a time, and each at most mostFile bytes.
// Whatever is in them, there is no panic: what can't be read is told by an error that
// names the reason, in words that hold nothing of the file.
package transcript

import (
	"errors"
	"strings"
	"time"

	"elide.example/elide/internal/jsonspan"
)

// Conversation is one conversation with a model, in its order.
type Conversation struct {
	ID, Host string
	Model    string // the first that answered; "" if it isn't said
	Path     string // of the file
	Start    time.Time
	Events   []Event
}

// Kind is what an event is.
type Kind uint8

// The kinds.
const (
	User    Kind = iota // a text that the model is given
	Agent               // an answer of the model's, with its calls
	Results             // what the calls gave
)

// Event is a part of a conversation.
type Event struct {
	Kind    Kind
	Text    string   // of User and Agent
	Calls   []Call   // of Agent
	Results []Result // of Results
	Line    int      // where it stands: the line of the file, or the number of the message, from 1

	pieces []string // of Text, while it is read
}

// Call is a tool call.
type Call struct {
	ID, Name string
	Args     jsonspan.Value // none, an object, or whatever the model wrote
}

// Result is what a call gave.
type Result struct {
	ID, Text string
	Error    bool
	Line     int
}

// Requests returns how many requests the conversation took: one for each answer.
func (c *Conversation) Requests() int {
	n := 0
	for i := range c.Events {
		if c.Events[i].Kind == Agent {
			n++
		}
	}
	return n
}

// The reasons for which a file is left out.
var (
	ErrEmpty   = errors.New("empty")
	ErrUnknown = errors.New("no transcript of a known form")
	ErrSilent  = errors.New("no tool results in it")
	ErrBroken  = errors.New("not readable to its end")
	ErrLarge   = errors.New("larger than 64 MiB")
)

// mostFile is how long a file may be. The longest that we have seen has 40 MB.
const mostFile = 64 << 20

// builder puts a conversation together, whatever the host.
type builder struct {
	done []*Conversation
	c    Conversation

	calls map[string]bool // of the conversation, by their IDs: those that have no result yet
}

func newBuilder(host string) *builder {
	return &builder{c: Conversation{Host: host}, calls: map[string]bool{}}
}

// at notes when something was said.
func (b *builder) at(t time.Time) {
	if b.c.Start.IsZero() && t.Year() > 2000 {
		b.c.Start = t
	}
}

func (b *builder) model(name string) {
	if b.c.Model == "" {
		b.c.Model = name
	}
}

// user adds a text that the model is given.
func (b *builder) user(text string, line int) {
	if text != "" {
		b.c.Events = append(b.c.Events, Event{Kind: User, Text: text, Line: line})
	}
}

// answer adds an answer, or more of the one that was added last: hosts write them in
// parts, between which results may stand already.
func (b *builder) answer(more bool, text string, calls []Call, line int) {
	if text == "" && len(calls) == 0 {
		return
	}
	for _, c := range calls {
		b.calls[c.ID] = true
	}
	if last := b.last(); more && last != nil {
		if len(last.pieces) > 0 && text != "" {
			text = "\n" + text
		}
		last.say(text)
		last.Calls = append(last.Calls, calls...)
		return
	}
	made := Event{Kind: Agent, Calls: calls, Line: line}
	made.say(text)
	b.c.Events = append(b.c.Events, made)
}

// say adds to the text of an answer.
func (e *Event) say(text string) {
	if text != "" {
		e.pieces = append(e.pieces, text)
	}
}

// last returns the answer after which there is nothing but results, nil if there is
// none.
func (b *builder) last() *Event {
	for i := len(b.c.Events) - 1; i >= 0; i-- {
		if e := &b.c.Events[i]; e.Kind == Agent {
			return e
		} else if e.Kind == User {
			break
		}
	}
	return nil
}

// open tells whether the last event is an answer.
func (b *builder) open() bool {
	n := len(b.c.Events)
	return n > 0 && b.c.Events[n-1].Kind == Agent
}

// result adds what a call gave. One whose call was not made in this conversation, or
// that was given already, is left out: no provider would take it.
func (b *builder) result(r Result) {
	if !b.calls[r.ID] {
		return
	}
	delete(b.calls, r.ID)
	if n := len(b.c.Events); n > 0 && b.c.Events[n-1].Kind == Results {
		b.c.Events[n-1].Results = append(b.c.Events[n-1].Results, r)
		return
	}
	b.c.Events = append(b.c.Events, Event{Kind: Results, Results: []Result{r}, Line: r.Line})
}

// next begins a new conversation of the same session.
func (b *builder) next() {
	b.flush()
	b.c = Conversation{ID: b.c.ID, Host: b.c.Host, Model: b.c.Model}
	clear(b.calls)
}

// flush takes the conversation, if tools gave something in it.
func (b *builder) flush() {
	results := 0
	for i := range b.c.Events {
		e := &b.c.Events[i]
		results += len(e.Results)
		if e.Kind == Agent {
			e.Text, e.pieces = strings.Join(e.pieces, ""), nil
		}
	}
	if results > 0 {
		c := b.c
		b.done = append(b.done, &c)
	}
}

// end returns the conversations.
func (b *builder) end() ([]*Conversation, error) {
	b.flush()
	if len(b.done) == 0 {
		return nil, ErrSilent
	}
	return b.done, nil
}
