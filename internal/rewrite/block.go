package rewrite

import (
	"bytes"
	"strconv"

	"elide.example/elide/internal/cutmark"
	"elide.example/elide/internal/delta"
	"elide.example/elide/internal/marker"
	"elide.example/elide/internal/pipeline"
	"elide.example/elide/internal/shape"
	"elide.example/elide/internal/store"
)

// sent is what is sent in the place of an output. The zero value leaves it.
type sent struct {
	text      []byte
	reference bool
	needs     []need
}

// rewrite finds the outcome of a result. It is false if an original was lost.
func (c *conversation) rewrite(r *result) (outcome, bool) {
	blocks := make([][]byte, len(r.decoded()))
	var needs []need
	reference, any := false, false
	for i := range blocks {
		s, err := c.block(r, i)
		if err != nil {
			c.w.keeper.lose(r.facts.blocks[i].digest)
			c.warn(storeWarning(err))
			return outcome{}, false
		}
		if s.text == nil {
			continue
		}
		blocks[i], any = s.text, true
		needs = append(needs, s.needs...)
		reference = reference || s.reference
	}
	if !any {
		return outcome{}, true
	}
	return r.replace(blocks, reference, needs), true
}

// block finds what is sent in the place of an output. With an error it can't
// be reduced or not be stored.
func (c *conversation) block(r *result, i int) (s sent, err error) {
	data, own, earlier := r.blocks[i], r.facts.blocks[i].digest, r.earlier[i]
	if r.lost[i] || marker.Ends(data) {
		return sent{}, nil
	}
	if c.short(data) {
		earlier = digest{}
	}
	switch {
	case r.again:
		s = c.focused(r, data, own)
	case earlier == own:
		s = sent{asAbove(data, own, r.repeats[i]), true, []need{{own, metaOf(shape.Plain, 0)}}}
	case r.exact && earlier != (digest{}):
		s = c.difference(data, own, earlier)
	case r.exact:
		s = c.focused(r, data, own)
	default:
		s, err = c.reduce(r, i, earlier)
	}
	if !bytes.HasSuffix(data, []byte{'\n'}) {
		s.text = bytes.TrimSuffix(s.text, []byte{'\n'})
	}
	return s, err
}

// short tells whether an output is too short to be worth a reference.
func (c *conversation) short(data []byte) bool { return len(data) < c.least() }

// least is the length from which outputs are reduced.
func (c *conversation) least() int {
	if least := c.w.cfg.Pipeline.MinBytes; least != 0 {
		return least
	}
	return pipeline.DefaultMinBytes
}

func metaOf(s shape.Shape, size int) store.Meta {
	return store.Meta{Type: s.String(), CompressedBytes: int64(size)}
}

// asAbove is what is sent for an output that stood earlier, byte for byte: a
// marker alone, which hides all lines.
func asAbove(data []byte, own digest, which repeat) []byte {
	note := "same as above, "
	switch which {
	case asBefore:
		note += "not as last time, "
	case asOther:
		note += "of another call, "
	}
	note += cutmark.Repeated(data) + strconv.Itoa(lineCount(data)) + " lines, elision-get"
	return append(marker.Append(nil, marker.Hash(own), note), '\n')
}

func lineCount(data []byte) int {
	n := bytes.Count(data, []byte{'\n'})
	if !bytes.HasSuffix(data, []byte{'\n'}) {
		n++
	}
	return n
}

// reduce sends an output of a command through the pipeline, which stores it.
func (c *conversation) reduce(r *result, i int, earlier digest) (sent, error) {
	data, known, opt := r.blocks[i], r.facts.blocks[i], c.w.cfg.Pipeline
	own := known.digest
	opt.Command, opt.Told, opt.Tokens = r.use.Command, r.use.Output, known.tokens
	if asked := r.query(data); asked != "" {
		opt.Query += " " + asked
	}
	if earlier != (digest{}) {
		opt.Since = &pipeline.Earlier{Original: bytes.NewReader(c.original(earlier)), Hash: marker.Hash(earlier)}
	}
	at := c.w.keeper.now()
	res, err := pipeline.Reduce(c.ctx, newOriginal(data, own), opt, c.w.cfg.Store)
	if err != nil || !res.Reduced {
		return sent{}, err
	}
	c.w.keeper.storedAt(own, at)
	s := sent{text: res.Text, needs: []need{{own, metaOf(res.Shape, len(res.Text))}}}
	if before, _, _, ok := delta.ParseHeader(res.Text); ok && opt.Since != nil && before == opt.Since.Hash {
		s.reference = true
		s.needs = append(s.needs, need{earlier, metaOf(shape.Plain, 0)})
	}
	return s, nil
}
