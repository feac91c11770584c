// Package frame finds the outputs of commands and tools inside of what agents'
// hosts write round them: Codex's head with its chunk and exit code, the tags
// and process group of the Gemini CLI, Copilot's last line, Claude Code's exit
// code, lists of results as JSON in a string.
//
// What a host wraps varies from run to run where the output doesn't, and tells
// the model how the command ended, so it has to stay. Blocks are the outputs
// alone. An output that stands in JSON is one only if writing it back as JSON
// gives the bytes that were there. Where no wrapping is known, the whole text is
// one block.
//
// A Frame doesn't change and may be used concurrently.
package frame

// Frame is a text with the places of the outputs in it.
type Frame struct {
	text   []byte
	parts  []part // in their order, apart from each other
	failed bool
}

// part is an output: text[start:end], decoded.
type part struct {
	start, end int
	block      []byte
	encode     encoding // nil: it stands there as it is
}

// Open finds the outputs in the text of a tool result. It takes time linear in
// the text and keeps it.
func Open(text []byte) Frame {
	f := Frame{text: text}
	r := region{text: text, end: len(text)}
	r.peel()
	f.failed = r.failed
	if w := readJSON(r.inside()); len(w.parts) > 0 {
		f.failed = f.failed || w.failed
		for _, p := range w.parts {
			p.start, p.end = p.start+r.start, p.end+r.start
			f.parts = append(f.parts, p)
		}
		return f
	}
	f.parts = []part{{start: r.start, end: r.end, block: r.inside()}}
	return f
}

// Blocks returns the outputs in their order: at least one, which may be empty.
// They may share the memory of the text.
func (f Frame) Blocks() [][]byte {
	out := make([][]byte, len(f.parts))
	for i, p := range f.parts {
		out[i] = p.block[:len(p.block):len(p.block)]
	}
	return out
}

// Replace returns the text with these blocks in the place of its own, each
// encoded as its place needs it. A block that is nil or missing stays as it was.
// A block that stands in JSON must be valid UTF-8 to arrive as it is. Without
// any, the text itself comes back.
func (f Frame) Replace(blocks [][]byte) []byte {
	var out []byte
	last := 0
	for i, p := range f.parts {
		if i >= len(blocks) || blocks[i] == nil {
			continue
		}
		out = append(out, f.text[last:p.start]...)
		if p.encode == nil {
			out = append(out, blocks[i]...)
		} else {
			out = p.encode(out, blocks[i])
		}
		last = p.end
	}
	if last == 0 && out == nil {
		return f.text
	}
	return append(out, f.text[last:]...)
}

// Failed tells whether the host says in the wrapping that the command failed.
func (f Frame) Failed() bool { return f.failed }
