package meter

import (
	"container/list"
	"time"

	"elide.example/elide/internal/ledger"
)

// Conversation is what the requests of a conversation came to.
type Conversation struct {
	ID    string // a digest of its name, 12 hexadecimal digits; "" of requests that tell none
	Group string // that of its last request
	Model string // the last that was named

	First, Last time.Time // when the first and the last request came

	Sum ledger.Sum // of its requests: a result counts with each that sends it

	// Of the last request that was billed: the tokens of all its tool results, as they
	// came, as they were sent, and as they would have been sent.
	NowIn, NowOut, NowWould int

	// Of what is only looked at, by what is known so far: how many facts were used after
	// the one result that had them, and how many of those would have been hidden.
	Used, Hidden int

	Passed map[string]int // requests that were sent as they came, by why
}

const (
	// mostConversations is how many conversations are told apart, of those that had a
	// request last.
	mostConversations = 256
	// mostReasons is how many reasons to pass a conversation has, and others that are
	// summed up as ledger.Rest.
	mostReasons = 12
)

// conversations are the last ones that had a request.
type conversations struct {
	order  *list.List // of *Conversation, the one with the last request in front
	byID   map[string]*list.Element
	others Conversation // what was forgotten, in sum
	gone   int          // how many times a conversation was forgotten
}

func newConversations() *conversations {
	return &conversations{order: list.New(), byID: map[string]*list.Element{}}
}

// add counts a record in its conversation, and tells whether that is met.
func (c *conversations) add(r *ledger.Record, prices *ledger.Prices) (met bool) {
	at, ok := c.byID[r.Conversation]
	if !ok {
		at = c.order.PushFront(&Conversation{ID: r.Conversation, First: r.Time, Passed: map[string]int{}})
		c.byID[r.Conversation] = at
		c.bound()
	}
	c.order.MoveToFront(at)
	at.Value.(*Conversation).add(r, prices)
	return !ok && r.Conversation != ""
}

// bound forgets the conversation whose last request is the longest ago, if there are
// too many.
func (c *conversations) bound() {
	if c.order.Len() <= mostConversations {
		return
	}
	last := c.order.Remove(c.order.Back()).(*Conversation)
	delete(c.byID, last.ID)
	c.gone++
	c.others.merge(last)
}

func (c *Conversation) add(r *ledger.Record, prices *ledger.Prices) {
	c.Sum.Add(r, prices)
	c.Group = r.GroupOf()
	if r.Time.Before(c.First) {
		c.First = r.Time
	}
	if r.Time.After(c.Last) {
		c.Last = r.Time
	}
	if r.Model != "" {
		c.Model = r.Model
	}
	if r.Unchanged != "" {
		c.pass(r.Unchanged, 1)
	}
	if r.Billed() {
		c.NowIn, c.NowOut, c.NowWould = r.TokensIn, r.TokensOut, r.TokensOut
		if r.Would != nil {
			c.NowWould = r.Would.TokensOut
		}
	}
}

func (c *Conversation) pass(why string, n int) {
	if _, ok := c.Passed[why]; !ok && len(c.Passed) >= mostReasons {
		why = ledger.Rest
	}
	c.Passed[why] += n
}

// merge adds what another one came to.
func (c *Conversation) merge(o *Conversation) {
	if c.Passed == nil {
		c.ID, c.First, c.Passed = ledger.Rest, o.First, map[string]int{}
	}
	c.Sum.Merge(&o.Sum)
	c.Used += o.Used
	c.Hidden += o.Hidden
	if o.First.Before(c.First) {
		c.First = o.First
	}
	if o.Last.After(c.Last) {
		c.Last = o.Last
	}
	for why, n := range o.Passed {
		c.pass(why, n)
	}
}

// copied returns the conversation as it is now.
func (c *Conversation) copied() Conversation {
	out := *c
	out.Passed = make(map[string]int, len(c.Passed))
	for why, n := range c.Passed {
		out.Passed[why] = n
	}
	return out
}

// Used notes how many facts a conversation has used so far, and how many of them would
// have been hidden. Of one that was forgotten, nothing.
func (m *Meter) Used(conversation string, used, hidden int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if at, ok := m.conversations.byID[conversation]; ok {
		c := at.Value.(*Conversation)
		c.Used, c.Hidden = used, hidden
	}
}

// used returns the sums of that.
func (c *conversations) used() (used, hidden int) {
	used, hidden = c.others.Used, c.others.Hidden
	for at := c.order.Front(); at != nil; at = at.Next() {
		one := at.Value.(*Conversation)
		used, hidden = used+one.Used, hidden+one.Hidden
	}
	return used, hidden
}

// Snapshot is what a Meter has counted by now.
type Snapshot struct {
	Total         ledger.Sum
	Groups        map[string]ledger.Sum // by ledger.GroupElide and so on
	Conversations []Conversation        // the one with the last request first
	Others        *Conversation         // those that had a request too long ago, in sum; nil: there are none
	Forgotten     int                   // how many they are; one that came again counts again
	PricesOf      string                // the date of the prices
}

// Snapshot returns what was counted by now. Nothing in it changes later.
func (m *Meter) Snapshot() Snapshot {
	m.mu.Lock()
	defer m.mu.Unlock()
	s := Snapshot{Total: m.sums.Total(), Groups: map[string]ledger.Sum{}, Forgotten: m.conversations.gone, PricesOf: m.prices.Date}
	for group, sum := range m.groups {
		s.Groups[group] = *sum
	}
	for at := m.conversations.order.Front(); at != nil; at = at.Next() {
		s.Conversations = append(s.Conversations, at.Value.(*Conversation).copied())
	}
	if m.conversations.gone > 0 {
		others := m.conversations.others.copied()
		s.Others = &others
	}
	return s
}

// Conversations returns those that had a request last, the last one first.
func (m *Meter) Conversations() []Conversation { return m.Snapshot().Conversations }
