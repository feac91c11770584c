package thread

import (
	"slices"

	"elide.example/elide/internal/wire"
)

// Step is a run of messages, from First to before End.
type Step struct{ First, End int }

// Steps returns runs of messages that tile the list. Any of them may be dropped
// whole, as far as calls, results and thoughts go: no call is parted from its
// result, and no thought from what the model made of it. Whether roles still
// alternate is for the caller to see to.
func (t *Thread) Steps() []Step {
	tied := t.ties()
	var steps []Step
	first := 0
	for i := range t.Messages {
		if i+1 == len(t.Messages) || !tied[i] {
			steps = append(steps, Step{first, i + 1})
			first = i + 1
		}
	}
	return steps
}

// ties tells of each message whether it must not be parted from the next.
func (t *Thread) ties() []bool {
	reach := t.reach()
	tied := make([]bool, len(t.Messages))
	until := 0          // up to which message calls are open
	thoughtful := false // whether this run of the model's messages holds a thought
	for i, m := range t.Messages {
		until = max(until, reach[i])
		thoughtful = m.Role == Assistant && (thoughtful || slices.ContainsFunc(m.Parts, binds))
		if next := i + 1; next < len(tied) {
			tied[i] = until > i || t.leans(next) || thoughtful && t.Messages[next].Role == Assistant
		}
	}
	return tied
}

// reach returns for each message the last one that answers something in it.
func (t *Thread) reach() []int {
	last := make([]int, len(t.Messages))
	for place, p := range t.parts() {
		if p.answers && p.Paired {
			last[p.Pair.Message] = max(last[p.Pair.Message], place.Message)
		}
	}
	return last
}

// binds tells whether a part has to stay with what the model said next. What
// refers to a stored item may be a thought.
func binds(p Part) bool {
	return p.Kind == Thinking || p.Signed || p.Value.Get("type").Is("item_reference")
}

// leans tells whether a message can't do without the one before it: a result
// whose call is not known, and Anthropic's system messages, which have to stand
// behind a user's.
func (t *Thread) leans(i int) bool {
	m := t.Messages[i]
	if m.Role == System && t.API == wire.Messages {
		return true
	}
	return slices.ContainsFunc(m.Parts, func(p Part) bool { return p.answers && !p.Paired })
}

// Turns returns the turns, runs of steps that tile the list. A turn begins at
// the user's own message, not at one with results; several in a row begin one
// turn, and so do system messages with the user's behind them.
func (t *Thread) Turns() []Step {
	var turns []Step
	spoken := false // in the turn, by anyone but the user or the system
	for _, s := range t.Steps() {
		begins := t.Messages[s.First].Role == User && spoken
		if len(turns) == 0 || begins {
			turns = append(turns, s)
			spoken = false
		}
		turns[len(turns)-1].End = s.End
		for _, m := range t.Messages[s.First:s.End] {
			spoken = spoken || m.Role == Assistant || m.Role == Tool
		}
	}
	return turns
}
