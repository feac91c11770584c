package history

import (
	"bytes"
	"strconv"
	"unicode/utf8"

	"elide/internal/frame"
	"elide/internal/jsonspan"
	"elide/internal/marker"
	"elide/internal/pipeline"
	"elide/internal/shape"
	"elide/internal/thread"
	"elide/internal/toolcall"
)

// reduced returns the change that sends a text through the block pipeline, or
// each output in it, if it is a result that a host may have wrapped. It is false
// if there is nothing to change.
func (r *request) reduced(v jsonspan.Value, result bool, opt pipeline.Options) (change, bool, error) {
	text, _ := v.AppendText(nil)
	blocks, join := [][]byte{text}, func(b [][]byte) []byte { return b[0] }
	if result {
		f := frame.Open(text)
		blocks, join = f.Blocks(), f.Replace
	}
	var originals []original
	for i, block := range blocks {
		blocks[i] = nil
		res, err := pipeline.Reduce(r.ctx, bytes.NewReader(block), opt, r.h.cfg.Store)
		if err != nil {
			return change{}, false, err
		}
		if !res.Reduced {
			continue
		}
		blocks[i] = res.Text
		if !bytes.HasSuffix(block, []byte{'\n'}) {
			blocks[i] = bytes.TrimSuffix(res.Text, []byte{'\n'})
		}
		o := newOriginal(block, res.Shape)
		o.stored = true
		originals = append(originals, o)
	}
	if len(originals) == 0 {
		return change{}, false, nil
	}
	return change{Edit: v.Replace(jsonspan.AppendString(nil, join(blocks))), originals: originals}, true, nil
}

// fits returns the change that cuts a text to so many bytes: to its most useful
// lines, or, if it has none, or tail is set, to its end.
func (r *request) fits(v jsonspan.Value, most int, tail bool) (change, bool, error) {
	text, _ := v.AppendText(nil)
	if len(text) <= most || marker.Ends(text) {
		return change{}, false, nil
	}
	if !tail {
		opt := r.h.cfg.Rewrite.Pipeline
		opt.MaxBytes, opt.Query = most, r.asked()
		c, ok, err := r.reduced(v, false, opt)
		if err != nil || ok && textLen(c.New) <= most {
			return c, ok, err
		}
	}
	o := newOriginal(text, shape.Plain)
	cut := tailOf(text, marker.Hash(o.digest), most)
	return change{Edit: v.Replace(jsonspan.AppendString(nil, cut)), originals: []original{o}}, true, nil
}

// textLen returns how long the text of a JSON string is.
func textLen(quoted []byte) int {
	text, _ := jsonspan.Unescape(nil, quoted[1:len(quoted)-1])
	return len(text)
}

// tailOf returns the end of a text behind the gap for what is hidden, and the
// marker, in at most so many bytes.
func tailOf(text []byte, hash string, most int) []byte {
	lines := bytes.Count(text, []byte{'\n'}) + 1
	end := append([]byte{'\n'}, marker.Append(nil, hash, strconv.Itoa(lines)+" lines, elision-get")...)
	longest := len(marker.AppendGap(nil, lines, lines+1)) + len(marker.AppendSpan(nil, lines, len(text), len(text)+1)) + 2
	body := bytes.TrimSuffix(text, []byte{'\n'})
	from := len(body) - (most - len(end) - longest)
	for from < len(body) && !utf8.RuneStart(body[from]) {
		from++
	}
	if i := bytes.IndexByte(body[from-1:], '\n'); i >= 0 {
		from += i // the start of a line
	}
	out := append(gapBefore(body, from), body[from:]...)
	return append(out, end...)
}

// gapBefore returns the gaps for what stands in front of from, each on its line.
func gapBefore(text []byte, from int) []byte {
	var out []byte
	line := bytes.Count(text[:from], []byte{'\n'})
	if line > 0 {
		out = append(marker.AppendGap(out, 1, line), '\n')
	}
	if start := bytes.LastIndexByte(text[:from], '\n') + 1; start < from {
		out = append(marker.AppendSpan(out, line+1, 1, from-start), '\n')
	}
	return out
}

// expansion tells whether a result is an original that was expanded. It is never
// reduced again.
func (r *request) expansion(result thread.Part) bool {
	call, ok := r.t.CallOf(result)
	if !ok {
		return false
	}
	input := call.Input.Raw()
	if call.Input.Kind() == jsonspan.String {
		input, _ = call.Input.AppendText(nil)
	}
	return toolcall.Of(call.Name, input).Expansion
}

// mayCut tells whether the texts of a part may become others: a text that nothing
// vouches for or points into, or a result.
func (r *request) mayCut(m thread.Message, p thread.Part) bool {
	switch {
	case m.Role == thread.System || p.Signed || isOurs(m):
		return false
	case p.Kind == thread.Text:
		return p.Value.Get("citations").Len() == 0
	}
	return p.Kind == thread.Result && !r.expansion(p)
}
