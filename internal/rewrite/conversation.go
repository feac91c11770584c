package rewrite

import (
	"context"
	"sync"

	"github.com/zeebo/blake3"

	"elide.example/elide/internal/above"
	"elide.example/elide/internal/jsonspan"
	"elide.example/elide/internal/marker"
	"elide.example/elide/internal/wire"
)

// conversation is a request on its way: its results in their order.
type conversation struct {
	w       *Rewriter
	ctx     context.Context
	req     *wire.Request
	id      digest // of which conversation it is, if that is known
	results []*result

	// originals says where each original stands that a marker may need. It
	// is written by relate alone.
	originals map[digest]place

	// texts has those of the conversation that refer took apart, asks for each
	// result the numbers of the user's texts before it. They are refer's alone.
	texts map[spot]above.Text
	asks  [][]int

	user, agent []utterance // what said found; nil: nothing, or it wasn't asked

	gone    []bool // of each result whether it is over (over.go); nil: none is
	batches []int  // so many results there were when some went

	mu       sync.Mutex
	warnings []string
}

// place is an output in a conversation.
type place struct {
	result *result
	block  int
}

func newConversation(w *Rewriter, ctx context.Context, req *wire.Request) *conversation {
	// What is stored for one request may be what another one waits for.
	c := &conversation{w: w, ctx: context.WithoutCancel(ctx), req: req, originals: map[digest]place{}}
	all := make([]result, len(req.Results))
	for i, r := range req.Results {
		all[i] = result{n: i, Result: r, raw: blake3.Sum256(r.Text.Raw()), use: r.Call.Use()}
		c.results = append(c.results, &all[i])
	}
	return c
}

// learn finds out what the results hold.
func (c *conversation) learn() {
	var unknown []*result
	for _, r := range c.results {
		var ok bool
		if r.facts, ok = c.w.facts.get(r.raw); !ok {
			unknown = append(unknown, r)
		}
	}
	c.w.each(unknown, func(r *result) {
		r.facts, _ = c.w.facts.do(r.raw, func() (facts, bool) { return r.learn(), true })
	})
}

// relate finds for each output the earlier one that it may refer to: the same
// again, or else what the same call gave last. It goes from the front and looks
// at nothing that stands behind.
func (c *conversation) relate() {
	refer := c.w.cfg.References && !c.req.Clears
	latest := map[origin]digest{}
	var at origin
	for i, r := range c.results {
		r.init(c.w.cfg)
		at.key = r.use.Key
		if i == 0 || r.Call.ID == "" || r.Call.ID != c.results[i-1].Call.ID {
			at.part = 0
		}
		for j, b := range r.facts.blocks {
			if refer && !r.stays {
				r.earlier[j], r.repeats[j] = c.earlier(b.digest, latest[at])
			}
			if !c.holds(b.digest) {
				c.originals[b.digest] = place{r, j}
			}
			if at.key != "" {
				latest[at] = b.digest
			}
			at.part++
		}
	}
}

// origin is where an output comes from: what the call does, and which of the
// call's outputs it is.
type origin struct {
	key  string
	part int
}

// holds tells whether an output stood before, and is not gone.
func (c *conversation) holds(d digest) bool {
	at, ok := c.originals[d]
	return ok && !c.isGone(at.result.n)
}

// earlier returns the digest of the output that one with the digest own may
// refer to, zero if there is none: itself if it stood before, else the last of
// its origin, unless the two have one name.
func (c *conversation) earlier(own, last digest) (digest, repeat) {
	if !c.holds(last) {
		last = digest{}
	}
	switch again := c.holds(own); {
	case again && last == own:
		return own, asLast
	case again && last == (digest{}):
		return own, asOther
	case again:
		return own, asBefore
	case marker.Hash(last) == marker.Hash(own):
		return digest{}, 0
	}
	return last, 0
}

// repeat says which output above an output is the same as. Where that is not
// the last of the same call, it has to be said: after an edit that was taken
// back, the reader would take the file as it was before for the one as it was
// last.
type repeat uint8

const (
	asLast   repeat = iota // what the same call gave last
	asBefore               // what it gave before that
	asOther                // what another call gave
)

// settle finds out what is sent for each result. What is remembered, and
// needs no entry to be stored, costs no goroutine.
func (c *conversation) settle() {
	var open []*result
	for _, r := range c.results {
		if !r.stays && len(r.facts.blocks) > 0 && !c.remembered(r) {
			open = append(open, r)
		}
	}
	c.w.each(open, c.settleOne)
}

// remembered settles the result if its outcome is known and can be expanded.
func (c *conversation) remembered(r *result) bool {
	r.dropLost(c.w.keeper)
	r.settled = r.key()
	known, ok := c.w.outcomes.get(r.settled)
	for _, n := range known.needs {
		ok = ok && c.w.keeper.isFresh(n.digest)
	}
	if ok {
		r.out = known
	}
	return ok
}

// settleOne settles a result. Each time that it can't, an original was lost
// on the way that it does without the next time.
func (c *conversation) settleOne(r *result) {
	for range 2*len(r.facts.blocks) + 1 {
		r.dropLost(c.w.keeper)
		r.settled = r.key()
		out, ok := c.w.outcomes.do(r.settled, func() (outcome, bool) { return c.rewrite(r) })
		if ok && c.restorable(out.needs) {
			r.out = out
			return
		}
	}
}

// restorable makes sure that the originals are in the store.
func (c *conversation) restorable(needs []need) bool {
	for _, n := range needs {
		if c.w.keeper.isFresh(n.digest) {
			continue
		}
		lives, err := c.w.keeper.keep(c.ctx, newOriginal(c.original(n.digest), n.digest), n.meta)
		if err != nil {
			c.warn(storeWarning(err))
		}
		if !lives {
			return false
		}
	}
	return true
}

// original returns an output that stands in the conversation.
func (c *conversation) original(d digest) []byte {
	at := c.originals[d]
	return at.result.decoded()[at.block]
}

func (c *conversation) warn(text string) {
	fresh := c.w.once(text)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.warnings = append(c.warnings, fresh...)
}

// edits returns those that put the outcomes in place of the results.
func (c *conversation) edits() []jsonspan.Edit {
	var edits []jsonspan.Edit
	for _, r := range c.results {
		if r.out.text != nil {
			edits = append(edits, r.Text.Replace(r.out.text))
		}
	}
	return edits
}

// report adds up what became of the results.
func (c *conversation) report() Report {
	rep := Report{Results: len(c.results), Model: c.req.Model, Warnings: c.warnings, Batches: c.batches}
	counted := c.req.API == wire.CountTokens || c.req.API == wire.GeminiCount
	for _, r := range c.results {
		rep.count(r)
		if !counted && (r.use.Expansion || r.out.text != nil) {
			rep.meet(r, c.w.met.seen(r.metKey(c.id)))
		}
	}
	return rep
}

// count adds a result.
func (rep *Report) count(r *result) {
	rep.BytesIn += r.facts.bytes
	rep.TokensIn += r.facts.tokens
	switch {
	case r.out.text != nil:
		rep.Reduced++
		rep.BytesOut += r.out.bytes
		rep.TokensOut += r.out.tokens
	default:
		rep.BytesOut += r.facts.bytes
		rep.TokensOut += r.facts.tokens
	}
	if r.out.reference {
		rep.References++
	}
	if r.use.Expansion {
		rep.Expansions++
	}
}

// meet adds what is told of a result once, and of an expansion each time.
func (rep *Report) meet(r *result, again bool) {
	switch {
	case again && r.use.Expansion:
		rep.ExpansionTokensAgain += r.facts.tokens
	case again:
	case r.use.Expansion:
		rep.ExpansionTokens += r.facts.tokens
		rep.Met = append(rep.Met, r.met())
	default:
		rep.Met = append(rep.Met, r.met())
	}
}
