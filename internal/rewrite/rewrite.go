// Package rewrite makes of the body that an agent sends to a model the body
// that the model gets: tool results are reduced, and every other byte stays.
//
//	body → spans (jsonspan) → tool results (wire) → the outputs in them
//	(frame) → reduced, each alone or as its difference from an earlier one
//	(pipeline) → spliced into the body
//
// An agent sends its whole conversation with each request, and a provider
// caches the longest prefix that it has seen before. So the rewriting of an
// output depends on nothing but its bytes, what stands before it in the same
// request, the call that made it and the configuration: what was sent
// on one turn is sent again, byte for byte, on all later ones, by any process, but
// where results that are over go in a batch (see over).
// What a rewriting came to is remembered, but only to save work.
//
// An output that stood earlier in the conversation, the same or nearly, is
// sent as a reference to the earlier one, and runs of lines that stand above in
// whatever call as gaps that say where (internal/above). What a file holds is sent as it is
// the first time. What was expanded, what a person or another model said, and
// short errors stay as they are.
//
// There is one thing that matters more than the cache: no marker is sent that
// can't be expanded. Before any is sent, on any turn, the entries that it
// needs are stored, or known to live; if the store fails, the output goes out
// as it came (see keeper).
package rewrite

import (
	"context"
	"fmt"
	"runtime"
	"strconv"
	"sync"

	"elide.example/elide/internal/focus"
	"elide.example/elide/internal/jsonspan"
	"elide.example/elide/internal/pipeline"
	"elide.example/elide/internal/room"
	"elide.example/elide/internal/store"
	"elide.example/elide/internal/toolcall"
	"elide.example/elide/internal/wire"
)

// Store keeps originals; *store.Store is one.
type Store interface {
	pipeline.Store
	Intact(prefix string) (store.Entry, error)
	Stamp(hash string) store.Stamp
}

// Extra makes further edits of a request, and says what the user should know
// of it. It is a pure function of the request.
type Extra = func(*wire.Request) (edits []jsonspan.Edit, warnings []string)

// DefaultMemoryBytes is how much a Rewriter remembers.
const DefaultMemoryBytes = 64 << 20

// Config says how requests are rewritten. Together with the request it
// decides the result. Store is needed; for the rest the zero value will do.
type Config struct {
	Store Store

	// Pipeline has the options for each output. Its TTL has to be what the
	// store uses: entries are renewed by it. Command is the call's; Shape and
	// Since are not used.
	Pipeline pipeline.Options

	References    bool        // send what stood earlier as a reference to it
	Reads         focus.Reads // how a file is shown that is read the first time
	ReduceReads   bool        // reduce what calls that read files show; else it stays when it is seen first
	Clear         Clear       // which results that are over become markers, when that pays
	MinErrorBytes int         // 0: toolcall.MinErrorBytes, negative: none
	MemoryBytes   int64       // 0 or less: DefaultMemoryBytes
	Extra         []Extra     // run on each request that is not in doubt
}

// Report says what became of a request.
type Report struct {
	Unchanged string // why the request went through as it came; "" if it was rewritten
	Doubt     bool   // Unchanged for a doubt, not because there was nothing to do

	Results    int // texts of tool results
	Reduced    int // of them those that are sent shorter, References included
	References int // of them those of which an output is sent as a reference to an earlier one
	Expansions int // of them those that show an expanded original

	// ExpansionTokens is what those expansions cost, estimated, that this
	// Rewriter meets for the first time, in a request that is not only counted.
	ExpansionTokens int

	// ExpansionTokensAgain is what the other ones cost: they are sent again
	// with each turn, in the place of what was saved.
	ExpansionTokensAgain int

	// Met has those of the reduced results and expansions that this Rewriter meets
	// for the first time, in a request that is not only counted.
	Met []Met

	// Batches say how many results there were in each request with which results that are
	// over went, this one or one that was sent on the way to it.
	Batches []int

	// Of the results' text, tokens estimated.
	BytesIn, BytesOut, TokensIn, TokensOut int

	// Would is what would have become of the results, of a request that was only looked
	// at: all else in the report is of what was sent. nil: it was not only looked at.
	Would *Would

	Warnings []string // each is given once by a Rewriter
	Model    string
}

// Would is what would have become of the results of a request that was sent as it came.
type Would struct {
	Reduced, References int
	BytesOut, TokensOut int // tokens estimated
}

// LookedAt returns the report of a request that was rewritten only to see what would
// have become of it, and sent as it came.
func (r Report) LookedAt(why string) Report {
	if r.Doubt {
		return r
	}
	r.Would = &Would{Reduced: r.Reduced, References: r.References, BytesOut: r.BytesOut, TokensOut: r.TokensOut}
	r.Reduced, r.References, r.BytesOut, r.TokensOut = 0, 0, r.BytesIn, r.TokensIn
	r.Unchanged = why
	return r
}

// Rewriter rewrites requests. It is safe for concurrent use.
type Rewriter struct {
	cfg      Config
	keeper   *keeper
	facts    *memory[facts]
	outcomes *memory[outcome]
	held     *memory[outcome]
	shown    *memory[*shown]
	met      *memory[struct{}]
	slots    chan struct{} // one for each output that is worked on
	work     *room.Bytes   // the bytes of them

	mu     sync.Mutex
	warned map[string]bool
}

// New returns a Rewriter with nothing in its memory.
func New(cfg Config) *Rewriter {
	if cfg.MinErrorBytes == 0 {
		cfg.MinErrorBytes = toolcall.MinErrorBytes
	}
	if cfg.MemoryBytes <= 0 {
		cfg.MemoryBytes = DefaultMemoryBytes
	}
	cfg.Pipeline.Shape, cfg.Pipeline.Since = nil, nil
	part := cfg.MemoryBytes / 8
	return &Rewriter{
		cfg:      cfg,
		keeper:   newKeeper(cfg.Store, cfg.Pipeline.TTL),
		facts:    newMemory(part, facts.size),
		outcomes: newMemory(3*part, outcome.size),
		held:     newMemory(2*part, outcome.size),
		shown:    newMemory(part, (*shown).size),
		met:      newMemory(part, func(struct{}) int64 { return 0 }),
		slots:    make(chan struct{}, 2*runtime.GOMAXPROCS(0)),
		work:     room.NewBytes(mostWork),
		warned:   map[string]bool{},
	}
}

// Rewrite returns the body to send. It never fails: with a doubt, and when
// there is nothing to change, it returns body itself. It holds on to no part
// of body. Once ctx is done the request is nobody's, and body is returned.
func (w *Rewriter) Rewrite(ctx context.Context, api wire.API, body []byte) ([]byte, Report) {
	return w.RewriteIn(ctx, digest{}, Read(api, body))
}

// RewriteIn is Rewrite of what was read, in the conversation with this ID: what is told
// once of a result is told once in each. It decides nothing else.
func (w *Rewriter) RewriteIn(ctx context.Context, id [32]byte, in *Reading) (out []byte, rep Report) {
	defer func() {
		if p := recover(); p != nil {
			out, rep = in.body, Doubtful("a mistake of ours")
			rep.Warnings = w.once("a request goes out as it came: panic: " + strconv.QuoteToASCII(fmt.Sprint(p)))
		}
	}()
	if in.request == nil || in.request.Attested {
		return in.body, in.passes()
	}
	return w.request(ctx, id, in.request, in.body)
}

// Doubtful returns the report of a request that goes through as it came for a doubt.
func Doubtful(why string) Report { return Report{Unchanged: why, Doubt: true} }

// request rewrites a request that is in no doubt.
func (w *Rewriter) request(ctx context.Context, id digest, req *wire.Request, body []byte) ([]byte, Report) {
	c := newConversation(w, ctx, req)
	c.id = id
	c.learn()
	c.relate()
	c.aim()
	c.settle()
	c.refer()
	c.clearOver()
	rep := c.report()
	edits := c.edits()
	for _, extra := range w.cfg.Extra {
		more, warnings := extra(req)
		edits = append(edits, more...)
		rep.Warnings = append(rep.Warnings, w.once(warnings...)...)
	}
	switch out, ok := jsonspan.Splice(body, edits); {
	case ctx.Err() != nil:
		return body, Report{Unchanged: "the client has gone", Model: req.Model}
	case !ok:
		rep = Doubtful("edits that meet in the same bytes")
		rep.Model = req.Model
		return body, rep
	case len(edits) == 0:
		rep.Unchanged = "nothing to change"
		return body, rep
	default:
		return out, rep
	}
}

// mostWarnings bounds what is remembered of warnings; after as many there are
// no more.
const mostWarnings = 64

// once returns those of the warnings that were not given before.
func (w *Rewriter) once(warnings ...string) (fresh []string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, text := range warnings {
		if !w.warned[text] && len(w.warned) < mostWarnings {
			w.warned[text] = true
			fresh = append(fresh, text)
		}
	}
	return fresh
}
