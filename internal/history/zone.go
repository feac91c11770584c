package history

import (
	"slices"
	"sort"

	"elide.example/elide/internal/thread"
)

// requests returns how many messages there were each time that this conversation
// was sent: up to each message of the model's that answers others, and all of
// them.
func (r *request) requests() []int {
	var points []int
	m := r.t.Messages
	for i := 1; i < len(m); i++ {
		if m[i].Role == thread.Assistant && m[i-1].Role != thread.Assistant {
			points = append(points, i)
		}
	}
	return append(points, len(m))
}

// before returns how many messages the request before this one had, 0 if there
// was none.
func (r *request) before() int {
	if len(r.points) < 2 {
		return 0
	}
	return r.points[len(r.points)-2]
}

// turns returns where the turns start (see Settings.TurnRounds).
func (r *request) turns() []int {
	var starts []int
	steps := r.steps
	for _, turn := range r.t.Turns() {
		starts = append(starts, turn.First)
		rounds := 0
		for len(steps) > 0 && steps[0].First < turn.End {
			s := steps[0]
			steps = steps[1:]
			if rounds == r.set.TurnRounds && s.First > turn.First {
				starts, rounds = append(starts, s.First), 0
			}
			if r.calls(s) {
				rounds++
			}
		}
	}
	return starts
}

// calls tells whether the model calls something in the step.
func (r *request) calls(s thread.Step) bool {
	return slices.ContainsFunc(r.t.Messages[s.First:s.End], func(m thread.Message) bool {
		return slices.ContainsFunc(m.Parts, func(p thread.Part) bool { return p.Kind == thread.Call })
	})
}

// lastTurns returns where the last n turns of the first end messages start.
func (r *request) lastTurns(n, end int) int {
	if n == 0 {
		return end
	}
	have := sort.SearchInts(r.starts, end)
	if have <= n {
		return 0
	}
	return r.starts[have-n]
}

// leading returns how many system messages stand at the front.
func (r *request) leading() int {
	n := 0
	for n < len(r.t.Messages) && r.t.Messages[n].Role == thread.System {
		n++
	}
	return n
}

// task returns the first message of the user's own that is sent, -1 if there is none.
func (r *request) task() int {
	for i := r.from; i < len(r.t.Messages); i++ {
		if m := r.t.Messages[i]; m.Role == thread.User && !isOurs(m) {
			return i
		}
	}
	return -1
}

// stepAt returns the step that holds message i; behind all of them, an empty one.
func (r *request) stepAt(i int) thread.Step {
	at := sort.Search(len(r.steps), func(k int) bool { return i < r.steps[k].End })
	if at == len(r.steps) {
		return thread.Step{First: len(r.t.Messages), End: len(r.t.Messages)}
	}
	return r.steps[at]
}

// up returns the end of the step that i is inside of, i itself if that is an end.
func (r *request) up(i int) int {
	if s := r.stepAt(i); s.First < i {
		return s.End
	}
	return i
}

// down returns the start of the step that i is inside of.
func (r *request) down(i int) int { return min(i, r.stepAt(i).First) }

// open returns where what the model has not answered yet starts, of the first end
// messages: the last calls with their results, or what the user said last.
func (r *request) open(end int) int {
	at := end
	for at > 0 && r.t.Messages[at-1].Role != thread.Assistant {
		at = r.down(at - 1)
		if r.calls(r.stepAt(at)) {
			break
		}
	}
	return at
}
