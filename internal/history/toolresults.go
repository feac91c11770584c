package history

import (
	"bytes"

	"elide.example/elide/internal/frame"
	"elide.example/elide/internal/jsonspan"
	"elide.example/elide/internal/marker"
	"elide.example/elide/internal/shape"
	"elide.example/elide/internal/wire"
)

// toolResults sends each tool result as the proxy would, by the same package.
func (r *request) toolResults() ([]change, error) {
	head, foot := r.wrapping()
	wrapped := r.body
	if head != "" {
		wrapped = append(append([]byte(head), r.body...), foot...)
	}
	out, rep := r.h.rewriter.Rewrite(r.ctx, r.t.API, wrapped)
	r.rep.Warnings = append(r.rep.Warnings, rep.Warnings...)
	if rep.Unchanged != "" {
		return nil, r.ctx.Err()
	}
	before, err := results(r.t.API, wrapped)
	if err != nil {
		return nil, err
	}
	after, err := results(r.t.API, out)
	if err != nil {
		return nil, err
	}
	var changes []change
	for i, was := range before {
		if is := after[i].Text.Raw(); !bytes.Equal(is, was.Text.Raw()) {
			c := change{Edit: was.Text.Replace(bytes.Clone(is)), originals: hidden(was.Text, is), stage: "reduce"}
			c.Start, c.End = c.Start-len(head), c.End-len(head)
			changes = append(changes, c)
		}
	}
	return changes, nil
}

// wrapping returns what makes a request of a bare list.
func (r *request) wrapping() (head, foot string) {
	if !r.t.Bare {
		return "", ""
	}
	list := "messages"
	switch r.t.API.Provider() {
	case wire.Gemini:
		list = "contents"
	case wire.OpenAI:
		if r.t.API == wire.Responses {
			list = "input"
		}
	}
	return `{"` + list + `":`, "}"
}

func results(api wire.API, body []byte) ([]wire.Result, error) {
	doc, err := jsonspan.Parse(body)
	if err != nil {
		return nil, err
	}
	req, err := wire.Parse(api, doc)
	if err != nil {
		return nil, err
	}
	return req.Results, nil
}

// hidden returns the outputs in a result that markers in what is sent for it
// give back. They are stored.
func hidden(was jsonspan.Value, is []byte) []original {
	names := map[string]bool{}
	for _, m := range marker.Find(is) {
		names[m.Hash] = true
	}
	text, _ := was.AppendText(nil)
	var out []original
	for _, block := range frame.Open(text).Blocks() {
		if o := newOriginal(block, shape.Plain); names[marker.Hash(o.digest)] {
			o.stored = true
			out = append(out, o)
		}
	}
	return out
}
