package history

import (
	"slices"

	"elide.example/elide/internal/thread"
)

// firing is a request at which it was decided that one message is to stand for all
// from first to before cut, when there were at messages.
type firing struct{ cut, at int }

// fires goes through the requests of the conversation and lets decide, at each,
// where the cut is to be from then on. What was decided once holds until the next
// time, on every later request, without anything being remembered.
func (r *request) fires(first int, decide func(cut, n int) int) []firing {
	var all []firing
	cut := first
	for _, n := range r.points {
		if next := decide(cut, n); next > cut && r.worth(cut, next) {
			cut = next
			all = append(all, firing{cut, n})
		}
	}
	return all
}

// now tells whether something fires at the request at hand.
func (r *request) now(all []firing) bool {
	return len(all) > 0 && all[len(all)-1].at == len(r.t.Messages)
}

// condense puts one message of the model's in the place of a stretch: the one
// that was decided on last, or, if that would not save anything, the last one
// before that does. It returns the changes and the cut.
func (r *request) condense(first int, all []firing, stage string, write func(first, end int) ([]byte, error)) ([]change, int, error) {
	for i, f := range slices.Backward(all) {
		text, err := write(first, f.cut)
		if err != nil {
			return nil, first, err
		}
		c, ok := r.standIn(first, f.cut, thread.Assistant, text)
		if !ok || !r.saves(c) {
			continue
		}
		c.stage, c.fires = stage, i == len(all)-1 && r.now(all)
		return []change{c}, f.cut, nil
	}
	return nil, first, nil
}

// sums are running sums over the messages: sums[i] is of those before i.
type sums []int

func (s sums) of(first, end int) int { return s[end] - s[first] }

// sum adds up what weight gives for each message.
func (r *request) sum(weight func(thread.Message) int) sums {
	s := make(sums, 1, len(r.t.Messages)+1)
	for i, m := range r.t.Messages {
		s = append(s, s[i]+weight(m))
	}
	return s
}
