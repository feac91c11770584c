package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
)

// Agent is an agent without a mind: it sends its history, runs the tools that
// the model calls for, and goes on until the model calls for none.
type Agent struct {
	Dialect *Dialect
	BaseURL string // as Dialect.Variable would have it
	Tools   Tools
	Client  *http.Client // nil: http.DefaultClient
}

// Transcript is what an agent sent and saw.
type Transcript struct {
	Requests [][]byte
	Outputs  map[string]Output // what the calls printed, by their ids
	Final    string            // the model's last word
}

// Tools runs tool calls.
type Tools interface {
	Run(ctx context.Context, call Call) Output
}

// Output is what a tool call gave.
type Output struct {
	Call Call
	Text string
	Exit int
}

// maxTurns ends an agent that doesn't get to its end.
const maxTurns = 100

// Run holds the conversation that a user's words begin.
func (a *Agent) Run(ctx context.Context, prompt string) (Transcript, error) {
	t := Transcript{Outputs: map[string]Output{}}
	history := []json.RawMessage{a.Dialect.prompt(prompt)}
	for range maxTurns {
		body := a.Dialect.body(history)
		t.Requests = append(t.Requests, body)
		said, err := a.ask(ctx, body)
		if err != nil {
			return t, fmt.Errorf("turn %d: %w", len(t.Requests), err)
		}
		history = append(history, said.turns...)
		if len(said.calls) == 0 {
			t.Final = said.text
			return t, nil
		}
		var outputs []Output
		for _, call := range said.calls {
			out := a.Tools.Run(ctx, call)
			t.Outputs[call.ID] = out
			outputs = append(outputs, out)
		}
		history = append(history, a.Dialect.results(outputs)...)
	}
	return t, errors.New("the conversation has no end")
}

// said is what the model answered: its text and calls, and the turns as they
// go into the history.
type said struct {
	turns []json.RawMessage
	text  string
	calls []Call
}

func (a *Agent) ask(ctx context.Context, body []byte) (said, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, a.BaseURL+a.Dialect.path, bytes.NewReader(body))
	if err != nil {
		return said{}, err
	}
	req.Header.Set("Content-Type", "application/json")
	for key, value := range a.Dialect.headers {
		req.Header.Set(key, value)
	}
	client := a.Client
	if client == nil {
		client = http.DefaultClient
	}
	resp, err := client.Do(req)
	if err != nil {
		return said{}, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(io.LimitReader(resp.Body, 4096))
		return said{}, fmt.Errorf("%s: %s", resp.Status, text)
	}
	return a.Dialect.read(resp.Body)
}

// Dialect is how an agent speaks to its API, and how it wraps what its tools
// print.
type Dialect struct {
	Name     string
	API      API
	Variable string // of the environment, which has the base URL
	Suffix   string // of the base URL, as this agent wants it there

	path    string
	headers map[string]string
	request string // the body but for the history, which stands at its end
	history string // the name of the member that is the history
	prompt  func(text string) json.RawMessage
	read    func(r io.Reader) (said, error)
	results func(outputs []Output) []json.RawMessage
}

// body is the request for a history. The history is its last member, so that
// each request begins with the bytes of the one before it.
func (d *Dialect) body(history []json.RawMessage) []byte {
	var b bytes.Buffer
	b.WriteString(strings.TrimSuffix(d.request, "}"))
	fmt.Fprintf(&b, ",%q:[", d.history)
	for i, turn := range history {
		if i > 0 {
			b.WriteByte(',')
		}
		b.Write(turn)
	}
	b.WriteString("]}")
	return b.Bytes()
}

// tail is how many bytes at the end of a request its successor doesn't have at
// that place.
const tail = len("]}")

// Dialects are the agents that can be played. Their wrappings are those of the
// real ones, seen on the wire.
func Dialects() []*Dialect {
	return []*Dialect{claude(), opencode(), copilot(), codex(), codexCode(), gemini()}
}

// DialectNamed returns the dialect of that name, nil if there is none.
func DialectNamed(name string) *Dialect {
	for _, d := range Dialects() {
		if d.Name == name {
			return d
		}
	}
	return nil
}

// FromEnvironment returns an agent whose base URL the environment has.
func (d *Dialect) FromEnvironment(tools Tools) (*Agent, error) {
	base := os.Getenv(d.Variable)
	if base == "" {
		return nil, fmt.Errorf("%s is not set", d.Variable)
	}
	return &Agent{Dialect: d, BaseURL: base, Tools: tools}, nil
}
