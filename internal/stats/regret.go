package stats

import (
	"slices"
	"time"

	"elide.example/elide/internal/audit"
)

// How soon after a reduction something has to happen to be a sign of regret.
const (
	ExpandedWithin = 10 * time.Minute
	RerunWithin    = 2 * time.Minute
)

// Two outputs are about the same if their lengths differ by no more than one in
// sameShare, or by sameBytes: times and addresses in them differ.
const (
	sameShare = 100
	sameBytes = 16
)

// passedWithin is how long it may take until an expansion is seen by a proxy.
const passedWithin = 10 * time.Minute

// mostKept bounds how many reductions, and expansions, are remembered.
const mostKept = 1 << 16

// reduction is one that later events may be about.
type reduction struct {
	audit.Record
	under     names
	regretted bool
}

// history is what of the events so far later ones may be about.
type history struct {
	queue  []*reduction // the oldest first
	byHash map[string]*reduction
	last   map[session]*reduction
	given  []given
}

// session tells the conversations apart.
type session struct{ correlation, host, frontEnd string }

// given is an expansion that a proxy may see yet.
type given struct {
	hash string
	time time.Time
}

func newHistory() history {
	return history{byHash: map[string]*reduction{}, last: map[session]*reduction{}}
}

// sessionOf returns the session of an event. Where the host has not named it,
// what came the same way is taken for one.
func sessionOf(r *audit.Record) session {
	if r.Correlation != "" {
		return session{correlation: r.Correlation}
	}
	return session{host: r.Host, frontEnd: r.FrontEnd}
}

func (h *history) add(red *reduction) {
	h.queue = append(h.queue, red)
	h.last[sessionOf(&red.Record)] = red
	if red.Hash != "" {
		h.byHash[red.Hash] = red
	}
	if len(h.queue) > mostKept {
		h.forget(h.queue[0])
		h.queue = h.queue[1:]
	}
}

func (h *history) forget(red *reduction) {
	if h.byHash[red.Hash] == red {
		delete(h.byHash, red.Hash)
	}
	if at := sessionOf(&red.Record); h.last[at] == red {
		delete(h.last, at)
	}
}

// find returns the reduction that an expansion undoes, nil if it is not known.
func (h *history) find(r *audit.Record) *reduction {
	if r.Hash == "" {
		return nil
	}
	return h.byHash[r.Hash]
}

// again returns the reduction whose output the session has had anew with this
// one, nil if there is none. Histories come again and again by their nature.
func (h *history) again(red *reduction) *reduction {
	if red.FrontEnd == audit.Messages {
		return nil
	}
	before := h.last[sessionOf(&red.Record)]
	if before == nil || before.Tool != red.Tool || before.FrontEnd != red.FrontEnd || !within(before.Time, red.Time, RerunWithin) {
		return nil
	}
	same := before.Hash == red.Hash && red.Hash != ""
	alike := red.Tool != "" && before.Shape == red.Shape && alike(before.BytesIn, red.BytesIn)
	if !same && !alike {
		return nil
	}
	return before
}

func alike(a, b int64) bool {
	return max(a, b)-min(a, b) <= max(sameBytes, max(a, b)/sameShare)
}

// within tells whether an event came no later after another than that.
func within(first, second time.Time, limit time.Duration) bool {
	d := second.Sub(first)
	return d >= 0 && d <= limit
}

// passedOn tells whether an expansion is one that was counted: what a proxy sees
// pass was given by a program which has noted it, if that keeps the same log.
func (h *history) passedOn(r *audit.Record) bool {
	for len(h.given) > 0 && r.Time.Sub(h.given[0].time) > passedWithin {
		h.given = h.given[1:]
	}
	if r.FrontEnd != audit.Proxy {
		if len(h.given) < mostKept {
			h.given = append(h.given, given{r.Hash, r.Time})
		}
		return false
	}
	i := slices.IndexFunc(h.given, func(g given) bool { return g.hash == r.Hash || r.Hash == "" })
	if i >= 0 {
		h.given = slices.Delete(h.given, i, i+1)
	}
	return i >= 0
}
