package history

import (
	"unicode/utf8"

	"elide.example/elide/internal/thread"
)

// local sends the last turns only, and cuts their texts: for models that run on
// the user's own machine and take little at once. If the last turns begin inside
// of one, what the user asked for in it is said again.
func (r *request) local() ([]change, error) {
	var changes []change
	first, end := r.leading(), r.keptTurns(len(r.t.Messages))
	if c, ok := r.leaveOut(first, end); ok {
		c.stage, c.fires = "drop", r.keptTurns(r.before()) != end
		changes = append(changes, c)
	} else {
		end = first
	}
	r.from = r.asks(end)
	for _, m := range r.t.Messages[end:] {
		for _, p := range m.Parts {
			if !r.mayCut(m, p) {
				continue
			}
			for _, text := range p.Texts {
				c, ok, err := r.fits(p, text, r.set.TextBytes, r.set.Tail)
				if err != nil {
					return nil, err
				}
				if c.stage = "cut"; ok {
					changes = append(changes, c)
				}
			}
		}
	}
	return changes, nil
}

// asks returns the message of the user's that says what matters in those from end on; behind
// all of them, if they begin inside of a turn: what was asked for before is not there when
// this is reduced again, and what is asked for later was not there before.
func (r *request) asks(end int) int {
	for end < len(r.t.Messages) && isOurs(r.t.Messages[end]) {
		end++
	}
	if end < len(r.t.Messages) && r.t.Messages[end].Role != thread.User {
		return len(r.t.Messages)
	}
	return end
}

// keptTurns returns where what is kept of the first n messages starts.
func (r *request) keptTurns(n int) int { return r.lastTurns(r.set.KeepTurns, n) }

const leftOut = "Earlier messages are left out."

// leaveOut returns the change that puts a short message in the place of others.
// It is false if it would not be worth it.
func (r *request) leaveOut(first, end int) (change, bool) {
	text := leftOut + "\n"
	if end < len(r.t.Messages) && r.t.Messages[end].Role != thread.User {
		if asked := r.lastAsked(first, end); asked != "" {
			text = leftOut + " What the user asked for:\n" + asked + "\n"
		}
	}
	c, ok := r.standIn(first, end, thread.User, []byte(text))
	return c, ok && r.saves(c)
}

// lastAsked returns the front of what the user said last in a stretch, as long as
// a text may be.
func (r *request) lastAsked(first, end int) string {
	for i := end - 1; i >= first; i-- {
		m := r.t.Messages[i]
		if m.Role != thread.User || isBridge(m) {
			continue
		}
		if isOurs(m) {
			return askedIn(messageText(m))
		}
		if text := messageText(m); text != "" {
			return front(text, r.set.TextBytes)
		}
	}
	return ""
}

// front returns the first bytes of a text.
func front(text string, most int) string {
	if len(text) <= most {
		return text
	}
	for !utf8.RuneStart(text[most]) {
		most--
	}
	return text[:most] + "…"
}
