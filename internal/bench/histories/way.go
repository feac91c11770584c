package histories

import (
	"context"
	"strconv"

	"elide.example/elide/internal/jsonspan"
	"elide.example/elide/internal/thread"
)

// Way is what is done with each request of a conversation before it is sent.
type Way struct {
	Name  string
	Start func() (Session, error) // for a conversation
}

// Session is a Way on one conversation. The agent keeps all that was said, and
// gives it whole with each request, in their order.
type Session struct {
	// Send returns the body to send, and what fired: why the provider's cache may
	// find another front than before.
	Send func(ctx context.Context, body []byte, tokens int) (out []byte, fired []string, err error)

	// Restore gives the request back that a body was made of, and Original what a
	// marker hides. They are nil where what is dropped is gone.
	Restore  func(ctx context.Context, out []byte) ([]byte, error)
	Original func(hash string) ([]byte, error)
}

// None sends what came.
func None() Way {
	return stateless("none", func(body []byte, _ *thread.Thread) ([]byte, []string, error) { return body, nil, nil })
}

// LastN sends the last messages, n or some fewer, so that no call is parted from
// its result, and before them what the system says and the user asked for first.
func LastN(n int) Way {
	return stateless("last-"+strconv.Itoa(n), func(body []byte, t *thread.Thread) ([]byte, []string, error) {
		first := lead(t)
		end := first
		for _, s := range t.Steps() {
			if s.First >= first && s.First < max(first, len(t.Messages)-n) {
				end = s.End
			}
		}
		if end >= len(t.Messages) || end == first {
			return body, nil, nil
		}
		from, _ := t.Messages[first].Value.Span()
		to, _ := t.Messages[end].Value.Span()
		return append(body[:from:from], body[to:]...), []string{"drop"}, nil
	})
}

// lead returns the end of what stands before the conversation: system messages,
// and the first message of the user's.
func lead(t *thread.Thread) int {
	for i, m := range t.Messages {
		if m.Role == thread.User {
			return i + 1
		}
	}
	return 0
}

// stateless returns the way that looks at each request alone.
func stateless(name string, reduce func(body []byte, t *thread.Thread) ([]byte, []string, error)) Way {
	return Way{Name: name, Start: func() (Session, error) {
		return Session{Send: func(_ context.Context, body []byte, _ int) ([]byte, []string, error) {
			t, err := parse(body)
			if err != nil {
				return nil, nil, err
			}
			return reduce(body, t)
		}}, nil
	}}
}

func parse(body []byte) (*thread.Thread, error) {
	doc, err := jsonspan.Parse(body)
	if err != nil {
		return nil, err
	}
	return thread.Read(doc)
}

// keepUses is how many results stay when others are cleared, as Anthropic's
// clear_tool_uses has it by default.
const keepUses = 3

// cleared is what stands in the place of a result.
const cleared = "[Old tool result content cleared]"

// Clear clears all results but the last three when a request has more tokens than
// trigger, as clear_tool_uses does. What was cleared stays so, and more is cleared
// only when what is left passes the trigger again: that is the friendliest reading
// of its documentation.
func Clear(trigger int) Way {
	return Way{Name: "clear", Start: func() (Session, error) {
		c := &clearing{trigger: trigger}
		return Session{Send: c.send}, nil
	}}
}

type clearing struct {
	trigger int
	gone    int // results that are cleared
	saved   int // tokens that this saves, about
}

func (c *clearing) send(_ context.Context, body []byte, tokens int) ([]byte, []string, error) {
	t, err := parse(body)
	if err != nil {
		return nil, nil, err
	}
	var fired []string
	results := results(t)
	if more := len(results) - keepUses; tokens-c.saved > c.trigger && more > c.gone {
		fired = []string{"clear"}
		c.gone = more
	}
	c.saved = 0
	var edits []jsonspan.Edit
	for _, p := range results[:c.gone] {
		for i, text := range p.Texts {
			with := ""
			if i == 0 {
				with = cleared
			}
			c.saved += (len(text.Raw()) - len(with)) / bytesPerToken
			edits = append(edits, text.Replace(jsonspan.AppendString(nil, []byte(with))))
		}
	}
	out, ok := jsonspan.Splice(body, edits)
	if !ok {
		return body, nil, nil
	}
	return out, fired, nil
}

// bytesPerToken is what the outputs of tools come to.
const bytesPerToken = 3

// results returns the results of a conversation in their order.
func results(t *thread.Thread) []thread.Part {
	var parts []thread.Part
	for _, m := range t.Messages {
		for _, p := range m.Parts {
			if p.Kind == thread.Result {
				parts = append(parts, p)
			}
		}
	}
	return parts
}
