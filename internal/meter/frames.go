package meter

import (
	"encoding/base64"
	"encoding/binary"

	"elide.example/elide/internal/jsonspan"
)

// frames cuts a stream of Amazon's binary messages, and hands on the JSON that
// each holds. A message is: its length and that of its headers, four bytes each,
// a sum, the headers, the payload, a sum. Sums are not looked at, and headers
// neither: an event that counts tells by its members.
type frames struct {
	out     *picker
	head    []byte // as far as it is there
	headers int    // bytes that are still to come, of each part
	rest    int
	sum     int
	payload []byte
	long    bool // more than what counts has
	broken  bool // it is no such stream
}

const (
	frameHead = 12
	frameSum  = 4
	// maxPayload is how much is held of a message. Those that tell usage have some
	// hundred bytes, and padding of a hundred.
	maxPayload = 16 << 10
	// maxFrame is how long a message can be, by the format.
	maxFrame = 24 << 20
)

func (f *frames) Write(p []byte) (int, error) {
	n := len(p)
	for len(p) > 0 && !f.broken {
		switch {
		case len(f.head) < frameHead:
			take := min(frameHead-len(f.head), len(p))
			f.head, p = append(f.head, p[:take]...), p[take:]
			f.begin()
		case f.headers > 0:
			p = drop(p, &f.headers)
		case f.rest > 0:
			p = f.keep(p)
		default:
			p = drop(p, &f.sum)
		}
		if len(f.head) == frameHead && f.headers+f.rest+f.sum == 0 {
			f.end()
		}
	}
	return n, nil
}

// begin reads a head that is there as a whole.
func (f *frames) begin() {
	if len(f.head) < frameHead {
		return
	}
	whole, headers := binary.BigEndian.Uint32(f.head), binary.BigEndian.Uint32(f.head[4:])
	if whole > maxFrame || uint64(whole) < uint64(headers)+frameHead+frameSum {
		f.broken = true
		return
	}
	f.headers, f.sum = int(headers), frameSum
	f.rest = int(whole) - f.headers - frameHead - frameSum
}

// drop leaves out what is there of so many bytes.
func drop(p []byte, left *int) []byte {
	n := min(*left, len(p))
	*left -= n
	return p[n:]
}

// keep takes what is there of the payload.
func (f *frames) keep(p []byte) []byte {
	n := min(f.rest, len(p))
	f.rest -= n
	if f.long = f.long || len(f.payload)+n > maxPayload; !f.long {
		f.payload = append(f.payload, p[:n]...)
	}
	return p[n:]
}

// end hands the payload on: JSON, or an event of the model's own inside of it.
func (f *frames) end() {
	if !f.long {
		text := f.payload
		if doc, err := jsonspan.Parse(text); err == nil {
			if inner, err := base64.StdEncoding.DecodeString(doc.Root().Get("bytes").Str()); err == nil && len(inner) > 0 {
				text = inner
			}
		}
		f.out.reset()
		f.out.Write(text)
		f.out.Write([]byte{'\n'}) // what ends a number
	}
	f.head, f.payload, f.long = f.head[:0], f.payload[:0], false
}
