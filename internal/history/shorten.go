package history

import (
	"bytes"
	"strconv"
	"unicode/utf8"

	"elide.example/elide/internal/cutmark"
	"elide.example/elide/internal/frame"
	"elide.example/elide/internal/jsonspan"
	"elide.example/elide/internal/marker"
	"elide.example/elide/internal/pipeline"
	"elide.example/elide/internal/shape"
	"elide.example/elide/internal/thread"
	"elide.example/elide/internal/toolcall"
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

// options returns those for the texts of a part.
func (r *request) options(p thread.Part) pipeline.Options {
	opt := r.h.cfg.Rewrite.Pipeline
	opt.Query = r.asked()
	if p.Kind == thread.Result {
		use := r.use(p)
		opt.Command, opt.Told = use.Command, use.Output
	}
	return opt
}

// fits returns the change that cuts a text of a part to so many bytes: to its most
// useful lines, or, if it has none, or tail is set, to its end.
func (r *request) fits(p thread.Part, v jsonspan.Value, most int, tail bool) (change, bool, error) {
	text, _ := v.AppendText(nil)
	if len(text) <= most || marker.Ends(text) {
		return change{}, false, nil
	}
	if !tail {
		opt := r.options(p)
		opt.MaxBytes = most
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

// tailOf returns the end of a text behind the gaps for what is hidden, and the
// marker, in at most so many bytes. What says in front that something is missing
// stays: no marker gives that back.
func tailOf(text []byte, hash string, most int) []byte {
	lines := bytes.Count(text, []byte{'\n'}) + 1
	end := append([]byte{'\n'}, marker.Append(nil, hash, strconv.Itoa(lines)+" lines, elision-get")...)
	span := len(marker.AppendSpan(nil, lines, len(text), len(text)+1)) + 1
	gaps := len(marker.AppendGap(nil, lines, lines+1)) + 1 + span
	body := bytes.TrimSuffix(text, []byte{'\n'})
	cuts, room := cutsOf(body), most-len(end)-gaps
	left := room
	for _, m := range cuts {
		left -= m.End - m.Start + 1 + gaps + span
	}
	if left < room/2 { // they are no notes of a host's
		cuts, left = nil, room
	}
	from := lineFrom(body, len(body)-left)
	var out []byte
	at := 0
	for _, m := range cuts {
		if m.End <= from {
			out = append(appendGaps(out, body, at, m.Start), body[m.Start:m.End]...)
			out, at = append(out, '\n'), m.End
			if body[at] == '\n' {
				at++
			}
		}
	}
	out = append(appendGaps(out, body, at, from), body[from:]...)
	return append(out, end...)
}

// cutsOf returns the first and the last mark of what is missing in a text.
func cutsOf(text []byte) []cutmark.Mark {
	var cuts []cutmark.Mark
	for m, ok := cutmark.Next(text, 0); ok; m, ok = cutmark.Next(text, m.End) {
		cuts = append(cuts[:min(len(cuts), 1)], m)
	}
	return cuts
}

// lineFrom returns where the first line starts behind i or, in the last line, the
// first character.
func lineFrom(text []byte, i int) int {
	for i < len(text) && !utf8.RuneStart(text[i]) {
		i++
	}
	if n := bytes.IndexByte(text[i-1:], '\n'); n >= 0 {
		i += n
	}
	return i
}

// appendGaps appends the gaps for text[from:to], each on its line.
func appendGaps(out, text []byte, from, to int) []byte {
	for from < to {
		line := bytes.Count(text[:from], []byte{'\n'}) + 1
		start := bytes.LastIndexByte(text[:from], '\n') + 1
		whole := bytes.LastIndexByte(text[:to], '\n') + 1 // of lines, up to here
		if from == start && whole > from {
			out = append(marker.AppendGap(out, line, line+bytes.Count(text[from:whole], []byte{'\n'})-1), '\n')
			from = whole
			continue
		}
		until := to
		if n := bytes.IndexByte(text[from:to], '\n'); n >= 0 {
			until = from + n + 1
		}
		out = append(marker.AppendSpan(out, line, from-start+1, until-start), '\n')
		from = until
	}
	return out
}

// use tells what the call of a result does; nothing of one that is not there.
func (r *request) use(result thread.Part) toolcall.Use {
	call, ok := r.t.CallOf(result)
	if !ok {
		return toolcall.Use{}
	}
	input := call.Input.Raw()
	if call.Input.Kind() == jsonspan.String {
		input, _ = call.Input.AppendText(nil)
	}
	return toolcall.Of(call.Name, input)
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
	if p.Kind != thread.Result {
		return false
	}
	use := r.use(p)
	return !use.Expansion && !use.Off // the model asked for these bytes
}
