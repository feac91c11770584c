package mcpserver

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Stdio returns the transport of a server that a host starts: a line a message.
// The library's own ends at the first line that is no message, and at the input's
// end leaves calls unanswered that still run. Here the one is answered with an
// error, and the others are waited for.
func Stdio(in io.ReadCloser, out io.WriteCloser) mcp.Transport {
	s := &stdio{in: in, lines: bufio.NewReaderSize(in, 64<<10), out: out, answered: make(chan struct{}, 1)}
	return &mcp.IOTransport{Reader: (*stdioReader)(s), Writer: (*stdioWriter)(s)}
}

const (
	// longestLine bounds a message: the longest of ours names a reference and a
	// pattern.
	longestLine = 1 << 20
	// lastAnswers is how long calls are waited for when the input has ended.
	lastAnswers = 10 * time.Second
)

type stdio struct {
	in    io.Closer
	lines *bufio.Reader
	rest  []byte // of the line that is being given out

	mu       sync.Mutex // guards what follows
	out      io.WriteCloser
	open     int           // calls that have no answer yet
	answered chan struct{} // has a token after each answer
}

type (
	stdioReader stdio
	stdioWriter stdio
)

// Read gives out the messages, each with its line end.
func (r *stdioReader) Read(p []byte) (int, error) {
	s := (*stdio)(r)
	if len(s.rest) == 0 {
		line, err := s.next()
		if err != nil {
			return 0, err
		}
		s.rest = line
	}
	n := copy(p, s.rest)
	s.rest = s.rest[n:]
	return n, nil
}

func (r *stdioReader) Close() error { return r.in.Close() }

// Write writes one message.
func (w *stdioWriter) Write(message []byte) (int, error) {
	s := (*stdio)(w)
	s.mu.Lock()
	defer s.mu.Unlock()
	n, err := s.out.Write(message)
	if m, decodeErr := jsonrpc.DecodeMessage(bytes.TrimSpace(message)); decodeErr == nil {
		if _, ok := m.(*jsonrpc.Response); ok {
			s.open--
			select {
			case s.answered <- struct{}{}:
			default: // a token is there
			}
		}
	}
	return n, err
}

func (w *stdioWriter) Close() error { return w.out.Close() }

// next returns the next line that is a message. It answers those that are none.
func (s *stdio) next() ([]byte, error) {
	for {
		line, err := s.line()
		if text := bytes.TrimSpace(line); len(text) > 0 {
			refused := s.take(text)
			if refused == nil {
				return append(text, '\n'), nil
			}
			if err := s.refuse(refused); err != nil {
				return nil, err
			}
		}
		if err != nil {
			s.wait()
			return nil, err
		}
	}
}

// line reads a line. Of one that is too long it returns more than longestLine.
func (s *stdio) line() ([]byte, error) {
	var line []byte
	for {
		piece, err := s.lines.ReadSlice('\n')
		if len(line) <= longestLine {
			line = append(line, piece...)
		}
		if err != bufio.ErrBufferFull {
			return line, err
		}
	}
}

// take notes the call that a line is. The error says why it is no message.
func (s *stdio) take(text []byte) *jsonrpc.Error {
	if len(text) > longestLine {
		return &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: "the message is too long"}
	}
	if !json.Valid(text) {
		return &jsonrpc.Error{Code: jsonrpc.CodeParseError, Message: "no JSON"}
	}
	m, err := jsonrpc.DecodeMessage(text)
	if err != nil {
		return &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: "no JSON-RPC 2.0 message"}
	}
	if call, ok := m.(*jsonrpc.Request); ok && call.ID.IsValid() {
		s.mu.Lock()
		s.open++
		s.mu.Unlock()
	}
	return nil
}

// refuse answers a line that is no message. Nothing in it says to what call that
// belongs.
func (s *stdio) refuse(why *jsonrpc.Error) error {
	answer, err := json.Marshal(struct {
		Version string         `json:"jsonrpc"`
		ID      *int           `json:"id"`
		Error   *jsonrpc.Error `json:"error"`
	}{"2.0", nil, why})
	if err != nil {
		return errors.Join(why, err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	_, err = s.out.Write(append(answer, '\n'))
	return err
}

// wait waits until all calls are answered, but not forever: one that was cancelled
// never is.
func (s *stdio) wait() {
	end := time.After(lastAnswers)
	for s.waiting() {
		select {
		case <-s.answered:
		case <-end:
			return
		}
	}
}

func (s *stdio) waiting() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.open > 0
}
