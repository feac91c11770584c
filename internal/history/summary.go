package history

import (
	"elide.example/elide/internal/digest"
	"elide.example/elide/internal/thread"
)

// summary replaces the history, whenever some messages have come together, by the
// task, which is the first message of the user's, and a summary of the rest. The
// system message stays, and what the model has not answered yet.
func (r *request) summary() ([]change, error) {
	first := r.up(r.task() + 1)
	changes, _, err := r.condense(first, r.fires(first, r.manySince()), "summarize", func(first, end int) ([]byte, error) {
		return r.write(first, end, digest.Options{MaxTokens: r.set.SummaryTokens, Form: digest.Summary, Tools: r.set.Tools})
	})
	return changes, err
}

// manySince returns what decides where to cut when there are n messages.
func (r *request) manySince() func(cut, n int) int {
	count := r.sum(func(m thread.Message) int {
		if m.Role == thread.System || isOurs(m) {
			return 0
		}
		return 1
	})
	return func(cut, n int) int {
		const task = 1
		if n < cut || task+count.of(cut, n) <= r.set.SummaryAfter {
			return cut
		}
		return r.open(n)
	}
}
