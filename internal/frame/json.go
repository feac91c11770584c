package frame

import (
	"bytes"

	"elide.example/elide/internal/jsonspan"
)

// wrapping is what was found in a JSON text.
type wrapping struct {
	parts  []part
	failed bool
}

// readJSON finds the outputs in a JSON text that a host made: results of
// commands, of tools behind MCP, or lists of them. There are none if the text
// is something else, such as the JSON that a command printed.
func readJSON(text []byte) wrapping {
	if start := bytes.TrimLeft(text, " \t\r\n"); len(start) == 0 || start[0] != '{' && start[0] != '[' {
		return wrapping{}
	}
	doc, err := jsonspan.Parse(text)
	if err != nil {
		return readCut(text)
	}
	w := wrapping{}
	if !w.read(doc.Root(), 0) {
		return wrapping{}
	}
	return w
}

// read tells whether a value is a result or holds nothing else, and adds its
// outputs.
func (w *wrapping) read(v jsonspan.Value, depth int) bool {
	const deepest = 3
	switch {
	case depth > deepest:
		return false
	case isCommand(v):
		for key, member := range v.Members() {
			if key.Is("output") || key.Is("stdout") || key.Is("stderr") {
				w.add(member)
			}
		}
	case isQuery(v):
		w.add(v.Get("result"))
		w.fail(v.Get("success").Kind() == jsonspan.False)
	case isContent(v):
		for e := range v.Get("content").Elements() {
			w.add(e.Get("text"))
		}
		w.fail(v.Get("isError").Kind() == jsonspan.True)
	default:
		return w.readAll(v, depth)
	}
	for _, code := range [...]jsonspan.Value{v.Get("exit_code"), v.Path("metadata", "exit_code")} {
		w.fail(code.Kind() == jsonspan.Number && string(code.Raw()) != "0")
	}
	return true
}

func (w *wrapping) fail(failed bool) { w.failed = w.failed || failed }

// readAll reads the values in a list or an object, all of which must be
// results.
func (w *wrapping) readAll(v jsonspan.Value, depth int) bool {
	for e := range v.Elements() {
		if !w.read(e, depth+1) {
			return false
		}
	}
	for _, member := range v.Members() {
		if !w.read(member, depth+1) {
			return false
		}
	}
	return v.Len() > 0
}

// isCommand tells whether a value is the result of a command: its output, or
// that of each stream, and how it ended.
func isCommand(v jsonspan.Value) bool {
	ended := v.Get("exit_code").Exists() || v.Get("chunk_id").Exists() || v.Path("metadata", "exit_code").Exists()
	return ended && (v.Get("output").Kind() == jsonspan.String || v.Get("stdout").Kind() == jsonspan.String)
}

// isQuery tells whether a value is a result as Cline lists them.
func isQuery(v jsonspan.Value) bool {
	_, ok := v.Get("success").Bool()
	return ok && v.Get("query").Kind() == jsonspan.String && v.Get("result").Kind() == jsonspan.String
}

// isContent tells whether a value is the result of a tool behind MCP.
func isContent(v jsonspan.Value) bool {
	content := v.Get("content")
	for e := range content.Elements() {
		if e.Get("type").Kind() != jsonspan.String {
			return false
		}
	}
	for key := range v.Members() {
		if !key.Is("content") && !key.Is("isError") && !key.Is("_meta") {
			return false
		}
	}
	return content.Len() > 0 && content.Kind() == jsonspan.Array
}

// add adds an output, if it is a string that comes back as it is.
func (w *wrapping) add(v jsonspan.Value) {
	if v.Kind() != jsonspan.String {
		return
	}
	start, end := v.Span()
	if p, ok := partOf(v, start+1, end-1); ok {
		w.parts = append(w.parts, p.unwrapped(&w.failed))
	}
}

// partOf returns the part that a string is, whose inside stands from start to
// end, and whether it comes back as it is. One with a half of a surrogate pair
// doesn't.
func partOf(v jsonspan.Value, start, end int) (part, bool) {
	text, _ := v.AppendText(nil)
	raw := v.Raw()
	encode := encodingOf(text, raw[1:len(raw)-1])
	return part{start, end, text, encode}, encode != nil
}

// unwrapped takes off what a host wrote round an output inside of the JSON.
func (p part) unwrapped(failed *bool) part {
	r := region{text: p.block, end: len(p.block)}
	r.peel()
	*failed = *failed || r.failed
	p.start += len(p.encode(nil, p.block[:r.start]))
	p.end -= len(p.encode(nil, p.block[r.end:]))
	p.block = r.inside()
	return p
}
