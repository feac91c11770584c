package e2e

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// entry is a line of a log: what is known of a request but for its body. It
// holds no header's value, as some are keys.
type entry struct {
	N        int      `json:"n"`
	Method   string   `json:"method"`
	URI      string   `json:"uri"`
	API      API      `json:"api,omitempty"`
	Encoding string   `json:"encoding,omitempty"`
	Bytes    int      `json:"bytes"`
	Headers  []string `json:"headers"`
	Problems []string `json:"problems,omitempty"`
	Usage    Usage    `json:"usage"`
}

const (
	logName = "log.jsonl"
	bodies  = "%04d.json"
)

// LogTo returns a Model's Log that writes to a folder: a line for each request
// in log.jsonl, and its body in a file of its own.
func LogTo(dir string) func(Exchange) error {
	return func(e Exchange) error {
		if len(e.Body) > 0 {
			if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf(bodies, e.N)), e.Body, 0o600); err != nil {
				return err
			}
		}
		line, err := json.Marshal(entry{N: e.N, Method: e.Method, URI: e.URI, API: e.API, Encoding: e.Encoding, Bytes: len(e.Body),
			Headers: slices.Sorted(maps.Keys(e.Header)), Problems: e.Problems, Usage: e.Usage})
		if err != nil {
			return err
		}
		return appendLine(filepath.Join(dir, logName), line)
	}
}

func appendLine(name string, line []byte) error {
	f, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	if _, err = f.Write(append(line, '\n')); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

// ReadLog reads what LogTo wrote.
func ReadLog(dir string) ([]Exchange, error) {
	text, err := os.ReadFile(filepath.Join(dir, logName))
	if err != nil {
		return nil, err
	}
	var all []Exchange
	for line := range strings.Lines(string(text)) {
		var in entry
		if err := json.Unmarshal([]byte(line), &in); err != nil {
			return nil, err
		}
		e := Exchange{N: in.N, Method: in.Method, URI: in.URI, API: in.API, Encoding: in.Encoding, Problems: in.Problems, Usage: in.Usage}
		if in.Bytes > 0 {
			if e.Body, err = os.ReadFile(filepath.Join(dir, fmt.Sprintf(bodies, in.N))); err != nil {
				return nil, err
			}
		}
		e.reread()
		all = append(all, e)
	}
	return all, nil
}

// reread finds calls and results in the body again.
func (e *Exchange) reread() {
	for _, known := range routes {
		if known.api == e.API {
			a := &asked{api: e.API}
			known.ask(a, nil, e.Body)
			e.Calls, e.Results = a.calls, a.results
			return
		}
	}
}
