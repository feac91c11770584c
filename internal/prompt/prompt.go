// Package prompt reduces the tool outputs that a prompt quotes: what stands in the
// fenced blocks of a Markdown text. Everything else stays byte for byte, as does a
// block of which that can't be made sure. A block that stood in the text before is
// shown as a reference to it.
//
// For logs that a prompt is to quote within a bound there is Tail, which says what
// is shown of one where nothing better can be.
package prompt

import (
	"bytes"
	"context"
	"strconv"

	"elide.example/elide/internal/cutmark"
	"elide.example/elide/internal/marker"
	"elide.example/elide/internal/pipeline"
	"elide.example/elide/internal/store"
	"elide.example/elide/internal/tokens"
)

// Block is a block of a prompt that is shown shorter.
type Block struct {
	pipeline.Result
	Command string // what printed it, as far as the prompt says
}

// Reduce returns the prompt with its blocks reduced, and those that were. opt holds
// for each block; its Command and Shape are told from the block, if they are. A block
// that can't be reduced or stored stays as it is, and the first error of all is
// returned beside the text. Reduce is safe for concurrent use if the store is.
func Reduce(ctx context.Context, text []byte, opt pipeline.Options, st pipeline.Store) ([]byte, []Block, error) {
	r := reducer{ctx: ctx, opt: opt, store: st, seen: map[[32]byte]Block{}}
	blocks := findFenced(text)
	contents := make([][]byte, len(blocks))
	for i, b := range blocks {
		contents[i] = r.block(b)
	}
	return replaceFenced(nil, text, blocks, contents), r.reduced, r.err
}

// reducer reduces the blocks of a prompt, in order.
type reducer struct {
	ctx     context.Context
	opt     pipeline.Options
	store   pipeline.Store
	seen    map[[32]byte]Block // what came of the blocks so far, by their digests
	reduced []Block
	err     error
}

// block returns what is shown instead of a block, nil if that is the block itself.
func (r *reducer) block(b fenced) []byte {
	if !b.whole || r.short(b.content) {
		return nil
	}
	digest, err := store.Digest(bytes.NewReader(b.content))
	if err != nil {
		return nil // it is in memory: this can't be
	}
	shown, err := Block{}, error(nil)
	if earlier, ok := r.seen[digest]; ok {
		shown, err = r.again(b, digest, earlier)
	} else {
		shown, err = r.first(b)
		r.seen[digest] = shown
	}
	if err != nil && r.err == nil {
		r.err = err
	}
	if err != nil || !shown.Reduced || !b.holds(shown.Text) || b.size(shown.Text) >= b.end-b.start {
		return nil
	}
	r.reduced = append(r.reduced, shown)
	return shown.Text
}

// short tells whether a block is too short to be worth anything shorter.
func (r *reducer) short(content []byte) bool {
	least := r.opt.MinBytes
	if least == 0 {
		least = pipeline.DefaultMinBytes
	}
	return len(content) == 0 || len(content) < least
}

// first reduces a block.
func (r *reducer) first(b fenced) (Block, error) {
	opt := r.opt
	if command := commandOf(b); command != "" {
		opt.Command = command
	}
	if opt.Shape == nil {
		opt.Shape = shapeOf(b, opt.Command)
	}
	res, err := pipeline.Reduce(r.ctx, bytes.NewReader(b.content), opt, r.store)
	return Block{res, opt.Command}, err
}

// again shows a block that stood above as a marker alone. The entry says what it
// said before.
func (r *reducer) again(b fenced, digest [32]byte, earlier Block) (Block, error) {
	lines := bytes.Count(b.content, []byte{'\n'})
	text := append(marker.Append(nil, marker.Hash(digest), "same as above, "+cutmark.Repeated(b.content)+strconv.Itoa(lines)+" lines, elision-get"), '\n')
	res := pipeline.Result{
		Text: text, Reduced: true, Hash: marker.Hash(digest), Shape: earlier.Shape, Lines: lines, HiddenLines: lines,
		Bytes: int64(len(b.content)), Tokens: tokens.Estimate(b.content), TokensOut: tokens.Estimate(text),
	}
	if len(text) >= len(b.content) || res.TokensOut >= res.Tokens || marker.Ends(b.content) {
		return Block{}, nil
	}
	pending, err := r.store.Prepare(r.ctx, bytes.NewReader(b.content), digest)
	if err == nil {
		_, err = pending.Commit(store.Meta{Type: res.Shape.String(), Command: earlier.Command, TTL: r.opt.TTL, CompressedBytes: int64(len(text))})
	}
	return Block{res, earlier.Command}, err
}
