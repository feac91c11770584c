package pipeline

import (
	"bytes"
	"encoding/json"
	"fmt"

	"elide.example/elide/internal/marker"
)

// A reader of outputs that were cut before they were reduced, written for the
// tests alone. It knows the original, so that of each byte it knows what it
// is: a blank between JSON tokens, which the view may drop, or a byte that has
// to stand there.

// whole is an original, and what its bytes are.
type whole struct {
	text  []byte
	blank []bool // a blank between the tokens of a value
}

// newWhole reads the values that begin with a bracket at the start of a line:
// encoding/json says which they are.
func newWhole(text []byte) *whole {
	w := &whole{text: text, blank: make([]bool, len(text))}
	for i := 0; i < len(text); {
		start := i + len(text[i:]) - len(bytes.TrimLeft(text[i:], " \t\r"))
		if start < len(text) && (text[start] == '{' || text[start] == '[') {
			var raw json.RawMessage
			if json.NewDecoder(bytes.NewReader(text[start:])).Decode(&raw) == nil {
				for ; i < start; i++ {
					w.blank[i] = true
				}
				w.value(start)
				i = start + len(raw)
				for i < len(text) && bytes.IndexByte([]byte(" \t\r\n"), text[i]) >= 0 {
					w.blank[i] = true
					i++
				}
				if text[i-1] != '\n' {
					i += max(bytes.IndexByte(text[i:], '\n')+1, 0)
				}
				if i > start+len(raw) || i >= len(text) {
					continue
				}
			}
		}
		n := bytes.IndexByte(text[i:], '\n') + 1
		if n == 0 {
			break
		}
		i += n
	}
	return w
}

// blanks notes the blanks at i, and returns where they end.
func (w *whole) blanks(i int) int {
	for i < len(w.text) && bytes.IndexByte([]byte(" \t\r\n"), w.text[i]) >= 0 {
		w.blank[i] = true
		i++
	}
	return i
}

// value notes what the bytes of the value at i are, and returns its end.
func (w *whole) value(i int) int {
	switch w.text[i] {
	case '{':
		return w.object(i)
	case '[':
		for j := w.blanks(i + 1); ; j = w.blanks(j + 1) {
			if w.text[j] == ']' {
				return j + 1
			}
			if j = w.blanks(w.value(j)); w.text[j] == ']' {
				return j + 1
			}
		}
	case '"':
		for i++; w.text[i] != '"'; i++ {
			if w.text[i] == '\\' {
				i++
			}
		}
		return i + 1
	}
	for i < len(w.text) && bytes.IndexByte([]byte(" \t\r\n,]}"), w.text[i]) < 0 {
		i++
	}
	return i
}

func (w *whole) object(start int) int {
	j := w.blanks(start + 1)
	for w.text[j] != '}' {
		j = w.blanks(w.value(j)) + 1 // the colon
		j = w.blanks(w.value(w.blanks(j)))
		if w.text[j] == ',' {
			j = w.blanks(j + 1)
		}
	}
	return j + 1
}

// cutText is what a host left of an original: from says where in that each
// byte stood, -1 for what the host wrote.
type cutText struct {
	text   []byte
	from   []int
	silent bool // it doesn't say that something is missing
}

func (c *cutText) add(w *whole, from, to int) {
	for i := max(from, 0); i < min(to, len(w.text)); i++ {
		c.text, c.from = append(c.text, w.text[i]), append(c.from, i)
	}
}

func (c *cutText) say(text string) {
	for i := range len(text) {
		c.text, c.from = append(c.text, text[i]), append(c.from, -1)
	}
}

// reading walks over an output and over what it was made of.
type reading struct {
	w     *whole
	in    cutText
	out   []byte
	lines []int // where the lines of in start
	i, j  int   // how far in and out are read
}

// readCut returns what is wrong with the output of a cut text, "" if nothing is.
func readCut(w *whole, in cutText, out []byte) string {
	r := reading{w: w, in: in, out: out, lines: []int{0}}
	for i, c := range in.text {
		if c == '\n' {
			r.lines = append(r.lines, i+1)
		}
	}
	for r.j < len(r.out) {
		if !r.step() {
			return fmt.Sprintf("read to %q\nof the output, which goes on %q\nwhere the input has %q", tailOf(r.out[:r.j]), headOf(r.out[r.j:]), headOf(r.in.text[r.i:]))
		}
	}
	for ; r.i < len(r.in.text); r.i++ {
		if !r.mayDrop() {
			return fmt.Sprintf("the output ends before %q", headOf(r.in.text[r.i:]))
		}
	}
	return ""
}

func headOf(b []byte) []byte { return b[:min(len(b), 160)] }
func tailOf(b []byte) []byte { return b[max(len(b)-160, 0):] }

func (r *reading) step() bool {
	if bytes.HasPrefix(r.out[r.j:], []byte("⟦")) {
		return r.gap()
	}
	if r.i < len(r.in.text) {
		if r.out[r.j] == r.in.text[r.i] {
			r.i++
			r.j++
			return true
		}
	}
	if r.out[r.j] == '\n' && (r.i == len(r.in.text) || r.i > 0 && r.in.text[r.i-1] == '\n') {
		r.j++ // a line that begins stands on a line
		return true
	}
	if r.i < len(r.in.text) && r.mayDrop() {
		r.i++
		return true
	}
	return false
}

func (r *reading) mayDrop() bool {
	at := r.in.from[r.i]
	return at >= 0 && r.w.blank[at] || at < 0 && r.in.silent && r.in.text[r.i] == '\n'
}

// gap steps over a gap, and what it names.
func (r *reading) gap() bool {
	n := bytes.Index(r.out[r.j:], []byte("⟧")) + len("⟧")
	g, ok := marker.ParseGap(r.out[r.j : r.j+n])
	if !ok {
		return false
	}
	from, to := 0, len(r.in.text)
	if g.IsSpan() {
		from, to = r.lines[g.Line-1]+g.First-1, r.lines[g.Line-1]+g.Last
	} else {
		from = r.lines[g.First-1]
		if g.Last < len(r.lines) {
			to = r.lines[g.Last]
		}
	}
	for ; r.i < from; r.i++ {
		if !r.mayDrop() {
			return false
		}
	}
	if r.i != from {
		return false
	}
	r.i = to
	if r.j += n; r.i > from && r.in.text[r.i-1] == '\n' && bytes.HasPrefix(r.out[r.j:], []byte{'\n'}) {
		r.j++ // the end of the last line that it hides
	}
	return true
}
