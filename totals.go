package elide

import (
	"context"
	"sync"
)

// Sizes adds up outputs.
type Sizes struct {
	Outputs    int // that were looked at
	Reduced    int // of them those that became shorter
	References int // of Reduced those that point to an earlier output

	BytesIn, BytesOut   int64 // of all outputs, as they came and as they went on
	TokensIn, TokensOut int64 // the same in tokens, estimated
}

// Saved returns how many tokens fewer went on, estimated.
func (s Sizes) Saved() int64 { return s.TokensIn - s.TokensOut }

// Usage is what providers reported of their responses, in tokens. Input is what
// was neither read from a cache nor written to one.
type Usage struct {
	Input, CacheRead, CacheWrite int64
	Output                       int64 // with Reasoning
	Reasoning                    int64
}

// Totals is what was done under the context of one Tally.
type Totals struct {
	// Outputs are those of Reduce and AfterTool, each once.
	Outputs Sizes

	// Sent are the tool results in requests through a Transport to which a
	// model answered. A result counts in each request that it is sent with, as it
	// is billed.
	Sent Sizes

	// Expansions is how often Expand or the tool gave something back, and
	// ExpandedBytes and ExpandedTokens how much. SentExpansions is what expansions
	// in the requests cost, which is another view of the same.
	Expansions                    int
	ExpandedBytes, ExpandedTokens int64
	SentExpansions                int64 // tokens, estimated

	// Requests is how many were answered through a Transport, counts of tokens
	// left out. Of Unmetered, the response told no usage.
	Requests, Unmetered int
	Usage               Usage

	// Failures is how often an output or a request went on as it came because
	// something went wrong, or was in doubt. What a Transport could not store,
	// Options.Warn tells alone.
	Failures int
}

// Saved returns how many tokens of outputs did not enter the history, net of what
// expansions took: it may be negative. It is about Outputs; what Sent saved is
// Sent.Saved less SentExpansions.
func (t Totals) Saved() int64 { return t.Outputs.Saved() - t.ExpandedTokens }

// Add adds other totals to t.
func (t *Totals) Add(other Totals) {
	t.Outputs.add(other.Outputs)
	t.Sent.add(other.Sent)
	t.Expansions += other.Expansions
	t.ExpandedBytes += other.ExpandedBytes
	t.ExpandedTokens += other.ExpandedTokens
	t.SentExpansions += other.SentExpansions
	t.Requests += other.Requests
	t.Unmetered += other.Unmetered
	t.Usage.add(other.Usage)
	t.Failures += other.Failures
}

func (s *Sizes) add(other Sizes) {
	s.Outputs += other.Outputs
	s.Reduced += other.Reduced
	s.References += other.References
	s.BytesIn += other.BytesIn
	s.BytesOut += other.BytesOut
	s.TokensIn += other.TokensIn
	s.TokensOut += other.TokensOut
}

func (u *Usage) add(other Usage) {
	u.Input += other.Input
	u.CacheRead += other.CacheRead
	u.CacheWrite += other.CacheWrite
	u.Output += other.Output
	u.Reasoning += other.Reasoning
}

// Tally adds up what is done under one context. It takes the same room however
// much that is, is known to nothing but that context, and goes when it goes,
// whether it was taken or not. A nil Tally adds up nothing. It is safe for
// concurrent use.
type Tally struct {
	mu    sync.Mutex
	sum   Totals
	taken bool
	open  map[*stream]struct{} // responses that are being read
}

// mostOpen bounds the responses whose usage Take finds while they are read.
// What is open beyond that counts when it ends.
const mostOpen = 1024

type tallyKey struct{}

// WithTotals returns a context under which all that is done is added up, for one
// run of an agent, say. A Tally of ctx itself gets no more of it.
func WithTotals(ctx context.Context) (context.Context, *Tally) {
	t := &Tally{open: map[*stream]struct{}{}}
	return context.WithValue(given(ctx), tallyKey{}, t), t
}

// tallyOf returns the context's tally, nil if it has none.
func tallyOf(ctx context.Context) *Tally {
	t, _ := ctx.Value(tallyKey{}).(*Tally)
	return t
}

// Take returns the totals, and true. They can be taken once: after that Take
// returns nothing and false, and what is still done counts nowhere. The
// responses that are being read just now, or were left without being closed,
// count with the usage that they have told so far.
func (t *Tally) Take() (Totals, bool) {
	if t == nil {
		return Totals{}, false
	}
	for _, s := range t.streams() {
		s.finish()
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.taken {
		return Totals{}, false
	}
	t.taken = true
	return t.sum, true
}

// streams returns the responses that are being read.
func (t *Tally) streams() []*stream {
	t.mu.Lock()
	defer t.mu.Unlock()
	var all []*stream
	for s := range t.open {
		all = append(all, s)
	}
	return all
}

// add adds to the totals, unless they were taken.
func (t *Tally) add(more Totals) {
	if t == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.taken {
		t.sum.Add(more)
	}
}

// opened notes a response that is being read.
func (t *Tally) opened(s *stream) {
	if t == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.taken && len(t.open) < mostOpen {
		t.open[s] = struct{}{}
	}
}

// closed forgets a response, and adds what it came to.
func (t *Tally) closed(s *stream, more Totals) {
	if t == nil {
		return
	}
	t.add(more)
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.open, s)
}

// output adds what became of an output.
func (t *Tally) output(r Result) {
	more := Totals{Outputs: Sizes{
		Outputs: 1, BytesIn: int64(r.BytesIn), BytesOut: int64(r.BytesOut),
		TokensIn: int64(r.TokensIn), TokensOut: int64(r.TokensOut),
	}}
	if r.Reduced {
		more.Outputs.Reduced = 1
	}
	if r.Err != nil {
		more.Failures = 1
	}
	t.add(more)
}

// expansion adds what was given back.
func (t *Tally) expansion(bytes, tokens int) {
	t.add(Totals{Expansions: 1, ExpandedBytes: int64(bytes), ExpandedTokens: int64(tokens)})
}
