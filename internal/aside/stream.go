package aside

import (
	"bufio"
	"bytes"
	"io"
)

// event is one of a stream of server-sent events.
type event struct {
	raw  []byte // with the empty line behind it
	name string
	data []byte
}

// mostEvent bounds an event.
const mostEvent = 32 << 20

// readEvent reads the next event. With an error it has what came before.
func readEvent(r *bufio.Reader) (e event, err error) {
	for {
		line, err := r.ReadSlice('\n')
		e.raw = append(e.raw, line...)
		if err == bufio.ErrBufferFull {
			if len(e.raw) > mostEvent {
				return e, io.ErrShortBuffer
			}
			continue
		}
		if err != nil {
			return e, err
		}
		if last := e.raw[lastLine(e.raw):]; len(bytes.TrimRight(last, "\r\n")) == 0 {
			e.parse()
			return e, nil
		}
	}
}

// lastLine returns where the last line of a text that ends with a newline begins.
func lastLine(text []byte) int { return bytes.LastIndexByte(text[:len(text)-1], '\n') + 1 }

func (e *event) parse() {
	for line := range bytes.Lines(e.raw) {
		line = bytes.TrimRight(line, "\r\n")
		if value, ok := bytes.CutPrefix(line, []byte("data:")); ok {
			if e.data != nil {
				e.data = append(e.data, '\n')
			}
			e.data = append(e.data, bytes.TrimPrefix(value, []byte(" "))...)
		} else if value, ok := bytes.CutPrefix(line, []byte("event:")); ok {
			e.name = string(bytes.TrimSpace(value))
		}
	}
}

// with returns the event with other data. Its lines end as they did: there are clients
// that know one end only.
func (e event) with(o object) []byte {
	text := written(e.name, encode(o))
	if bytes.HasSuffix(e.raw, []byte("\r\n")) {
		text = bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n")) // none is in JSON
	}
	return text
}

func written(name string, data []byte) []byte {
	var b bytes.Buffer
	if name != "" {
		b.WriteString("event: " + name + "\n")
	}
	b.WriteString("data: ")
	b.Write(data)
	b.WriteString("\n\n")
	return b.Bytes()
}

// sums adds the numbers of usage up over the rounds. Within a round they only grow.
type sums struct {
	before, now map[string]int
}

// see takes the numbers that are reported in this round; inner ones have their path.
func (s *sums) see(usage object, path string) {
	if s.now == nil {
		s.now = map[string]int{}
	}
	for name, value := range usage {
		if inner, ok := read(value); ok {
			s.see(inner, path+name+".")
		} else if n, ok := integer(value); ok {
			s.now[path+name] = max(s.now[path+name], n)
		}
	}
}

func integer(value []byte) (n int, ok bool) {
	for _, c := range value {
		if c < '0' || c > '9' || n > 1<<50 {
			return 0, false
		}
		n = 10*n + int(c-'0')
	}
	return n, len(value) > 0
}

// next adds what this round came to.
func (s *sums) next() {
	if s.before == nil {
		s.before = map[string]int{}
	}
	for name, n := range s.now {
		s.before[name] += n
	}
	s.now = nil
}

// add adds the rounds before to usage.
func (s *sums) add(usage object, path string) {
	for name, value := range usage {
		if inner, ok := read(value); ok {
			s.add(inner, path+name+".")
			usage.put(name, inner)
		} else if n, ok := integer(value); ok && s.before[path+name] > 0 {
			usage.put(name, n+s.before[path+name])
		}
	}
}
