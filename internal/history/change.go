package history

import (
	"bytes"
	"cmp"
	"context"
	"encoding/hex"
	"fmt"
	"slices"

	"github.com/zeebo/blake3"

	"elide.example/elide/internal/jsonspan"
	"elide.example/elide/internal/marker"
	"elide.example/elide/internal/order"
	"elide.example/elide/internal/shape"
	"elide.example/elide/internal/store"
	"elide.example/elide/internal/thread"
)

// change puts new bytes in the place of a span of the body.
type change struct {
	jsonspan.Edit
	originals []original // what the markers in it hide, in the order of the span
	dropped   int        // messages that it stands for
	stage     string     // that made it
	fires     bool       // with this request; else the request before had it, or had nothing here
}

// original is what a marker gives back.
type original struct {
	data   []byte
	digest [32]byte
	meta   store.Meta
	stored bool // by who made the marker
}

func newOriginal(data []byte, s shape.Shape) original {
	return original{data: data, digest: blake3.Sum256(data), meta: store.Meta{Type: s.String()}}
}

// prefix is what names the original for sure.
func (o original) prefix() string { return hex.EncodeToString(o.digest[:]) }

// saves tells whether a change costs less than what it replaces.
func (r *request) saves(c change) bool {
	was := r.body[c.Start:c.End]
	return len(c.New) < len(was) && weighList(c.New) < weighList(was)
}

// apply makes those of the changes that save something, and stores what they
// hide and how to undo them. The stages are reported whose changes are made.
func (r *request) apply(changes []change) ([]byte, error) {
	var made []change
	for _, c := range changes {
		if r.saves(c) {
			made = append(made, c)
		}
	}
	if len(made) == 0 {
		r.rep.Unchanged = "nothing to save"
		return nil, nil
	}
	order.By(made, func(a, b change) int { return cmp.Compare(a.Start, b.Start) })
	edits := make([]jsonspan.Edit, len(made))
	for i, c := range made {
		edits[i] = c.Edit
	}
	out, ok := jsonspan.Splice(r.body, edits)
	if !ok {
		return nil, fmt.Errorf("changes that meet in the same bytes")
	}
	after, err := r.check(out)
	if err != nil || r.rep.Unchanged != "" {
		return nil, err
	}
	if err := r.h.keep(r.ctx, r.rep.Profile, r.body, out, made); err != nil {
		return nil, fmt.Errorf("what would be hidden can't be stored: %w", err)
	}
	r.report(made, len(out), weigh(after.Doc.Root()))
	return out, nil
}

// check makes sure that the provider takes what it took before.
func (r *request) check(out []byte) (*thread.Thread, error) {
	doc, err := jsonspan.Parse(out)
	if err != nil {
		return nil, fmt.Errorf("the reduced request is not JSON: %w", err)
	}
	t, err := thread.Read(doc)
	if err != nil {
		return nil, fmt.Errorf("the reduced request: %w", err)
	}
	if fresh := thread.Fresh(r.found, thread.Check(t)); len(fresh) > 0 {
		r.rep.Unchanged = "the reduced request would not be valid: " + fresh[0].What
		r.warn(r.rep.Unchanged)
	}
	return t, nil
}

func (r *request) report(made []change, size, weight int) {
	r.rep.BytesOut, r.rep.TokensOut = size, weight
	for _, c := range made {
		r.rep.Dropped += c.dropped
		r.rep.Markers += len(c.originals)
		if c.fires && !slices.Contains(r.rep.Fired, c.stage) {
			r.rep.Fired = append(r.rep.Fired, c.stage)
		}
		r.rep.Done = c.addTo(r.rep.Done)
	}
}

// addTo adds the change to what its stage did.
func (c change) addTo(done []Done) []Done {
	i := slices.IndexFunc(done, func(d Done) bool { return d.Stage == c.stage })
	if i < 0 {
		i, done = len(done), append(done, Done{Stage: c.stage})
	}
	if done[i].Dropped += c.dropped; c.dropped == 0 {
		done[i].Texts++
	}
	return done
}

// stage says which stage made the changes.
func stage(changes []change, name string) {
	for i := range changes {
		changes[i].stage = name
	}
}

// fire says that they are made with this request for the first time.
func fire(changes []change) {
	for i := range changes {
		changes[i].fires = true
	}
}

// keep stores what the changes hide, the recipe that undoes them, and where that
// is found.
func (h *History) keep(ctx context.Context, profile string, body, out []byte, made []change) error {
	rec, more := newRecipe(profile, body, out, made)
	for _, c := range made {
		more = append(more, c.originals...)
	}
	for _, o := range more {
		if o.stored {
			continue
		}
		if err := h.put(ctx, o); err != nil {
			return err
		}
	}
	text, err := rec.encode()
	if err != nil {
		return err
	}
	o := newOriginal(text, shape.JSONObject)
	if err := h.put(ctx, o); err != nil {
		return err
	}
	return h.cfg.Store.RememberRequest(blake3.Sum256(out), marker.Hash(o.digest))
}

// put stores an original.
func (h *History) put(ctx context.Context, o original) error {
	o.meta.TTL = h.cfg.Rewrite.Pipeline.TTL
	pending, err := h.cfg.Store.Prepare(ctx, bytes.NewReader(o.data), o.digest)
	if err != nil {
		return err
	}
	_, err = pending.Commit(o.meta)
	return err
}
