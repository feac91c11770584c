package history

import (
	"fmt"
	"slices"
	"strconv"

	"elide.example/elide/internal/digest"
	"elide.example/elide/internal/jsonspan"
	"elide.example/elide/internal/marker"
	"elide.example/elide/internal/shape"
	"elide.example/elide/internal/thread"
)

// fiveStage reduces a request that comes near what the model takes. When the
// estimate passes its share of the budget (one), results of calls that are some
// turns old are cleared (two), the first messages and the last are set apart
// (three), one message of the model's, with the sections of a digest, stands for
// those between (four), and takes over what an earlier one said, its lists of
// files above all (five).
func (r *request) fiveStage() ([]change, error) {
	first := r.front()
	all := r.fires(first, r.overBudget(first))
	if len(all) == 0 {
		return nil, nil
	}
	changes, cut, err := r.condense(first, all, "condense", func(first, end int) ([]byte, error) {
		return r.write(first, end, digest.Options{MaxTokens: r.set.DigestTokens, Form: digest.Sections, Tools: r.set.Tools})
	})
	if err != nil || len(changes) == 0 {
		return nil, err
	}
	cleared := r.clear(first, cut, all[len(all)-1].at)
	stage(cleared, "clear")
	if r.now(all) {
		fire(cleared)
		r.warnTight(first, all)
	}
	return append(changes, cleared...), nil
}

// front returns the end of the messages at the front that stay: the head, and what
// belongs to the last of it.
func (r *request) front() int { return r.up(r.head()) }

// head returns the end of the system messages at the front and of so many behind
// them: the task and the model's first answer, wherever the system prompt stands.
func (r *request) head() int {
	end := r.leading()
	left := r.set.KeepFirst
	for i := end; i < len(r.t.Messages) && left > 0; i++ {
		if r.t.Messages[i].Role != thread.System {
			left--
			end = i + 1
		}
	}
	return end
}

// overBudget returns what decides where to cut when there are n messages: the
// last ones stay, and what the model has not answered. Each firing ends what the
// provider has cached, so one after the first has to drop the slack, or to bring a
// request below the budget itself that would pass it.
func (r *request) overBudget(first int) func(cut, n int) int {
	size, fresh, condensed := r.sizes(first), r.fresh(), r.condensed()
	stays := func(n int) int {
		// No stage changes these: it is the same for a request that was reduced.
		front := size(first, first) - fresh.of(r.head(), first)
		return front + r.set.DigestTokens + size(first, n) - size(first, max(first, n-r.set.KeepLast))
	}
	return func(cut, n int) int {
		next := max(cut, r.down(min(max(n-r.set.KeepLast, 0), r.open(n))))
		now := size(cut, n)
		rescues := now > r.set.ContextBudget && stays(n) <= r.set.ContextBudget
		again := condensed.of(first, next) > 0 || cut > first
		switch {
		case r.set.Force && n == len(r.t.Messages):
			return next
		case now <= r.set.share(r.set.BudgetPercent):
			return cut
		case again && !rescues && fresh.of(cut, next) < r.set.share(r.set.SlackPercent):
			return cut
		}
		return next
	}
}

// share returns so many percent of the budget, in tokens.
func (s Settings) share(percent int) int { return s.ContextBudget * percent / 100 }

// fresh sums up what the messages count that no other one stands for yet. It is
// the same in a request that was reduced before as in the whole one.
func (r *request) fresh() sums {
	return r.sum(func(m thread.Message) int {
		if m.Role == thread.System || isOurs(m) {
			return 0
		}
		return weigh(m.Value)
	})
}

// condensed counts the messages that stand for others.
func (r *request) condensed() sums {
	return r.sum(func(m thread.Message) int {
		if isOurs(m) && !isBridge(m) {
			return 1
		}
		return 0
	})
}

// warnTight warns at the first firing that leaves less than the slack below where
// the stages fire: then what always stays takes nearly all, and they fire often.
func (r *request) warnTight(first int, all []firing) {
	size, limit := r.sizes(first), r.set.share(r.set.BudgetPercent)
	tight := func(f firing) bool { return size(f.cut, f.at)+r.set.share(r.set.SlackPercent) > limit }
	if slices.IndexFunc(all, tight) == len(all)-1 {
		last := all[len(all)-1]
		r.warn(fmt.Sprintf("the context budget is too near to what always stays: about %d tokens of the %d from which five-stage fires", size(last.cut, last.at), limit))
	}
}

// sizes returns what estimates the first n messages if one stands for those from
// first to cut. Such a message counts as much as it may have, wherever it is from:
// so a request that was reduced comes to the same size as the one that it was.
func (r *request) sizes(first int) func(cut, n int) int {
	all := r.sum(func(m thread.Message) int {
		switch {
		case isBridge(m):
			return 0
		case isOurs(m):
			return r.set.DigestTokens
		}
		return weigh(m.Value)
	})
	system := r.sum(func(m thread.Message) int {
		if m.Role == thread.System {
			return weigh(m.Value)
		}
		return 0
	})
	around := weigh(r.t.Doc.Root()) - weigh(r.t.List)
	return func(cut, n int) int {
		sum := around + all.of(0, first) + all.of(cut, n)
		if cut > first {
			sum += r.set.DigestTokens + system.of(first, cut)
		}
		return sum
	}
}

// clear returns the changes that clear results that were some turns old when
// there were n messages, as far as they stand neither among the first or last
// messages nor in the stretch.
func (r *request) clear(first, cut, n int) []change {
	old, head := r.lastTurns(r.set.ClearAfter, n), r.head()
	var changes []change
	for i, m := range r.t.Messages[:old] {
		between := i >= head && i < first || i >= cut && i < n-r.set.KeepLast
		if !between {
			continue
		}
		for _, p := range m.Parts {
			if p.Kind != thread.Result || p.Signed {
				continue
			}
			for _, text := range p.Texts {
				if c, ok := r.cleared(text); ok {
					changes = append(changes, c)
				}
			}
		}
	}
	return changes
}

// cleared returns the change that puts a marker in the place of a text.
func (r *request) cleared(v jsonspan.Value) (change, bool) {
	text, _ := v.AppendText(nil)
	if _, ok := marker.Parse(text); ok {
		return change{}, false
	}
	o := newOriginal(text, shape.Plain)
	note := strconv.Itoa(len(text)) + " bytes, elision-get"
	c := change{originals: []original{o}}
	c.Edit = v.Replace(jsonspan.AppendString(nil, marker.Append(nil, marker.Hash(o.digest), note)))
	return c, r.saves(c)
}
