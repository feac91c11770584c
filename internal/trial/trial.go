// Package trial compares the conversations that elide served with those that it was told
// to leave alone, so as to say what it changes and how sure that is, or that it is not
// sure yet.
//
//   - The unit is the conversation. Its requests depend on each other, and elide may
//     change how many there are.
//   - A conversation counts in the group that it was put in, also if some of its requests
//     were switched off by hand: leaving those out would leave out what went badly.
//   - Like is compared with like: conversations of a model with those of the same, and
//     kinds are weighed by how many conversations there are of them in both groups
//     together. A model that one of the groups hardly has is left out, and named.
//   - Only those count that began while some were left alone, as another month may have
//     had other work.
//   - Where the interval has room for no difference, nothing is claimed.
//
// A Collector takes records of any number in bounded memory: of too many conversations
// it keeps a fair share. Nothing here is safe for concurrent use.
package trial

import (
	"maps"
	"slices"
	"strconv"
	"time"

	"elide.example/elide/internal/jsonlines"
	"elide.example/elide/internal/ledger"
)

const (
	// mostConversations are kept. With more of them intervals are so narrow that a
	// share does.
	mostConversations = 1 << 14

	// mostModels are told apart.
	mostModels = 100
)

// The groups that a conversation had requests of.
const (
	inElide = 1 << iota
	inHoldout
	inObserve
	inOff
)

// conversation is what its requests come to.
type conversation struct {
	first    time.Time
	in       uint8 // groups
	requests int   // that were billed
	silent   int   // of them, those without usage
	unpriced int   // and of those with it, those without a price
	tokens   ledger.Usage
	paid     float64
	expanded int // requests that carried an expansion for the first time
	model    int // that had most of the tokens, if one had more than half
	lead     int // by how many
}

// Collector adds up conversations.
type Collector struct {
	prices *ledger.Prices
	all    map[uint64]*conversation
	among  uint64 // one in so many is kept
	models []string
	index  map[string]int

	nameless int // billed requests that name no conversation
}

// New returns a Collector that has none.
func New(prices *ledger.Prices) *Collector {
	return &Collector{prices: prices, all: map[uint64]*conversation{}, among: 1, index: map[string]int{}}
}

// Add counts an exchange.
func (c *Collector) Add(r *ledger.Record) {
	if !r.Billed() {
		return
	}
	id, err := strconv.ParseUint(r.Conversation, 16, 64)
	if err != nil {
		c.nameless++
		return
	}
	if !c.keeps(id) {
		return
	}
	conv := c.all[id]
	if conv == nil {
		conv = &conversation{first: r.Time, model: -1}
		c.all[id] = conv
		c.thin()
	}
	c.count(conv, r)
}

// keeps tells whether a conversation is of the share that is kept. Which group a
// conversation is in is told by its digits too, so that it is mixed up first.
func (c *Collector) keeps(id uint64) bool {
	id ^= id >> 30 // the finalizer of splitmix64, by S. Vigna
	id *= 0xbf58476d1ce4e5b9
	id ^= id >> 27
	id *= 0x94d049bb133111eb
	id ^= id >> 31
	return id%c.among == 0
}

// thin keeps half, while there are too many: those that stay are whole.
func (c *Collector) thin() {
	for len(c.all) > mostConversations {
		c.among *= 2
		for id := range c.all {
			if !c.keeps(id) {
				delete(c.all, id)
			}
		}
	}
}

func (c *Collector) count(conv *conversation, r *ledger.Record) {
	if r.Time.Before(conv.first) {
		conv.first = r.Time
	}
	switch r.GroupOf() {
	case ledger.GroupElide:
		conv.in |= inElide
	case ledger.GroupHoldout:
		conv.in |= inHoldout
	case ledger.GroupObserve:
		conv.in |= inObserve
	default:
		conv.in |= inOff
	}
	conv.requests++
	if r.ExpansionTokens > 0 {
		conv.expanded++
	}
	if r.Usage == nil {
		conv.silent++
		return
	}
	conv.tokens.Input += r.Usage.Input
	conv.tokens.CacheRead += r.Usage.CacheRead
	conv.tokens.CacheWrite += r.Usage.CacheWrite
	conv.tokens.Output += r.Usage.Output
	cost, known := c.prices.Cost(r)
	if !known {
		conv.unpriced++
	}
	conv.paid += cost.Paid
	conv.vote(c.modelOf(r), r.Usage.Prompt()+r.Usage.Output)
}

// vote finds the model that has more than half of the tokens (R. S. Boyer and J. S.
// Moore, MJRTY, 1981): it leads in the end, whatever the order.
func (conv *conversation) vote(model, tokens int) {
	switch {
	case conv.model == model:
		conv.lead += tokens
	case conv.lead < tokens || conv.model < 0:
		conv.model, conv.lead = model, tokens-conv.lead
	default:
		conv.lead -= tokens
	}
}

// modelOf returns the number of the model, which is told apart from so many others.
func (c *Collector) modelOf(r *ledger.Record) int {
	name := jsonlines.Plain(r.Model)
	if _, ok := c.index[name]; !ok && len(c.models) >= mostModels {
		name = ledger.Rest
	}
	if _, ok := c.index[name]; !ok {
		c.index[name] = len(c.models)
		c.models = append(c.models, name)
	}
	return c.index[name]
}

// Copy returns a collector with what is collected by now. What is collected later is in
// one of them alone.
func (c *Collector) Copy() *Collector {
	out := *c
	out.all = make(map[uint64]*conversation, len(c.all))
	for id, conv := range c.all {
		same := *conv
		out.all[id] = &same
	}
	out.models, out.index = slices.Clone(c.models), maps.Clone(c.index)
	return &out
}

// Compares tells whether any conversation was left alone, so that there is something to
// compare.
func (c *Collector) Compares() bool {
	for _, conv := range c.all {
		if conv.in&inHoldout != 0 {
			return true
		}
	}
	return false
}
