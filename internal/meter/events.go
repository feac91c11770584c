package meter

import (
	"bytes"
)

// events cuts a stream of server-sent events and hands on the data of each.
type events struct {
	out    *picker
	state  lineState
	prefix int  // how much of "data:" the line has begun with
	cr     bool // the last byte was a carriage return, which ends a line too
}

// lineState is where in a line the stream is.
type lineState uint8

const (
	lineStart lineState = iota // and up to the end of "data:"
	lineData
	lineOther
)

const dataPrefix = "data:"

func (e *events) Write(p []byte) (int, error) {
	n := len(p)
	for len(p) > 0 {
		if e.cr && p[0] == '\n' {
			e.cr, p = false, p[1:]
			continue
		}
		e.cr = false
		if e.state == lineStart {
			p = e.start(p)
		} else {
			p = e.rest(p)
		}
	}
	return n, nil
}

// start takes one byte of the start of a line.
func (e *events) start(p []byte) []byte {
	c := p[0]
	switch {
	case c == '\n' || c == '\r':
		if e.prefix == 0 { // an empty line ends the event
			e.out.reset()
		}
		e.newLine(c)
	case c != dataPrefix[e.prefix]:
		e.state = lineOther
	default:
		if e.prefix++; e.prefix == len(dataPrefix) {
			e.state = lineData
		}
	}
	return p[1:]
}

// rest takes the rest of a line, as far as it is there.
func (e *events) rest(p []byte) []byte {
	end := bytes.IndexByte(p, '\n')
	if end < 0 {
		end = len(p)
	}
	if cr := bytes.IndexByte(p[:end], '\r'); cr >= 0 {
		end = cr
	}
	if e.state == lineData {
		e.out.Write(p[:end])
	}
	if end == len(p) {
		return nil
	}
	if e.state == lineData {
		e.out.Write([]byte{'\n'}) // between the lines of data there is one
	}
	e.newLine(p[end])
	return p[end+1:]
}

func (e *events) newLine(end byte) {
	e.state, e.prefix, e.cr = lineStart, 0, end == '\r'
}
