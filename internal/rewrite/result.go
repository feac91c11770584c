package rewrite

import (
	"sync"

	"github.com/zeebo/blake3"

	"elide.example/elide/internal/frame"
	"elide.example/elide/internal/jsonspan"
	"elide.example/elide/internal/marker"
	"elide.example/elide/internal/store"
	"elide.example/elide/internal/tokens"
	"elide.example/elide/internal/toolcall"
	"elide.example/elide/internal/wire"
)

// facts are what a result's text holds: a function of its bytes.
type facts struct {
	bytes, tokens int  // of the text
	broken        bool // it holds what no UTF-8 stands for, and stays
	blocks        []blockFacts
}

// blockFacts are those of an output in the text.
type blockFacts struct {
	digest  digest
	size    int
	tokens  int  // 0: not estimated
	reduced bool // it ends in a marker
}

func (f facts) size() int64 { return int64(48 * len(f.blocks)) }

// need is an original that has to be in the store when a text is sent.
type need struct {
	digest digest
	meta   store.Meta
}

// outcome is what is sent for a result. The zero value leaves it as it came.
type outcome struct {
	text          []byte   // the JSON string to send; nil: the result stays
	bytes, tokens int      // of what it holds
	blocks        [][]byte // what is sent for each output; nil: it stays
	reference     bool
	needs         []need
	above         []ref // what its gaps name
}

func (o outcome) size() int64 {
	n := len(o.text) + 80*len(o.needs) + 16*len(o.above)
	for _, b := range o.blocks {
		n += len(b)
	}
	return int64(n)
}

// block returns what is sent for output i, nil if it stays.
func (o outcome) block(i int) []byte {
	if o.text == nil {
		return nil
	}
	return o.blocks[i]
}

// result is a tool result of a request. What is known of it fills up as the
// request goes through the steps of conversation.
type result struct {
	wire.Result
	n     int // its place among all
	use   toolcall.Use
	raw   digest // of the JSON string
	facts facts

	stays   bool     // whatever stands before it
	exact   bool     // it shows files, and is not to be reduced by itself
	earlier []digest // of each block what it may refer to; zero: nothing
	repeats []repeat // of each block that may refer to itself, which one above is meant
	lost    []bool   // of each block whether it can't be stored

	aimed bool    // it may be shown in part
	again bool    // it is what was, or may have been, shown in part, and asked for again
	hears hearing // of what is aimed: what stands before it
	heard digest  // of that

	out   outcome
	above outcome // in which what stands above is a gap, if any does

	settled digest // the key by which out was found

	decode sync.Once
	frame  frame.Frame
	blocks [][]byte
}

// learn reads the text.
func (r *result) learn() facts {
	text, whole := r.Text.AppendText(nil)
	f := facts{bytes: len(text), tokens: tokens.Estimate(text), broken: !whole}
	if f.broken {
		return f
	}
	r.decode.Do(func() { r.open(text) })
	for _, b := range r.blocks {
		f.blocks = append(f.blocks, blockFacts{digest: blake3.Sum256(b), size: len(b), reduced: marker.Ends(b)})
	}
	if len(r.blocks) == 1 && len(r.blocks[0]) == len(text) {
		f.blocks[0].tokens = f.tokens
	}
	return f
}

// decoded returns the outputs in the text, which is not broken.
func (r *result) decoded() [][]byte {
	r.decode.Do(func() {
		text, _ := r.Text.AppendText(nil)
		r.open(text)
	})
	return r.blocks
}

func (r *result) open(text []byte) {
	r.frame = frame.Open(text)
	r.blocks = r.frame.Blocks()
}

// init says by what call the result is and how it is to be treated. Where the
// call is not in the request (the server keeps the conversation), nothing tells
// whether it was for an expansion.
func (r *result) init(cfg Config) {
	r.stays = r.facts.broken || r.Call.Name == "" || r.use.AsPrinted() ||
		r.IsError && r.facts.bytes < cfg.MinErrorBytes
	r.exact = r.use.Exact() && !cfg.ReduceReads
	r.earlier = make([]digest, len(r.facts.blocks))
	r.repeats = make([]repeat, len(r.facts.blocks))
	r.lost = make([]bool, len(r.facts.blocks))
}

// dropLost does without what can't be stored.
func (r *result) dropLost(k *keeper) {
	for i, b := range r.facts.blocks {
		r.lost[i] = k.isLost(b.digest)
		if r.earlier[i] != (digest{}) && k.isLost(r.earlier[i]) {
			r.earlier[i] = digest{}
		}
	}
}

// key is the digest of all that decides the outcome, but for the
// configuration.
func (r *result) key() digest {
	buf := make([]byte, 0, 256)
	buf = append(buf, r.raw[:]...)
	buf = appendBool(appendBool(appendBool(buf, r.exact), r.aimed), r.again)
	buf = append(buf, r.heard[:]...)
	command := blake3.Sum256([]byte(r.use.Output.Shape.String() + "\x00" + r.use.Output.Sought + "\x00" + r.use.Command))
	buf = append(buf, command[:]...)
	for i := range r.earlier {
		buf = appendBool(buf, r.lost[i])
		buf = append(append(buf, r.earlier[i][:]...), byte(r.repeats[i]))
	}
	return blake3.Sum256(buf)
}

func appendBool(buf []byte, b bool) []byte {
	if b {
		return append(buf, 1)
	}
	return append(buf, 0)
}

// replace returns the outcome of sending these outputs instead, nil being
// one that stays. What is not smaller, as it stands in the request and in
// tokens, stays as it was.
func (r *result) replace(blocks [][]byte, reference bool, needs []need) outcome {
	text := r.frame.Replace(blocks)
	out := outcome{bytes: len(text), tokens: tokens.Estimate(text), blocks: blocks, reference: reference, needs: needs}
	out.text = jsonspan.AppendString(nil, text)
	if start, end := r.Text.Span(); len(out.text) >= end-start || out.tokens >= r.facts.tokens {
		return outcome{}
	}
	return out
}
