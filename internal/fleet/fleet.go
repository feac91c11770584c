// Package fleet keeps entries in a store that hosts share, so that a marker
// made on one expands on another. docs/fleet.md says how to run one.
//
// What talks to the server links a network stack, which costs at every start.
// So it is a program of its own, elide-redis, that is started once for each
// entry and for each health line, and only where a URL is configured. The URL
// goes to it by a variable, since arguments can be read by every user of the
// machine, and entries go through its standard input and output as a
// store.Value.
package fleet

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"time"

	"elide.example/elide/internal/child"
	"elide.example/elide/internal/cli"
	"elide.example/elide/internal/store"
)

// Program is the program that talks to the server:
//
//	elide-redis put BYTES     stores the value of that length on standard input
//	elide-redis get PREFIX    prints the value whose digest starts with PREFIX
//	elide-redis stat          prints a Health as JSON
//
// Its exit statuses are those of elision-get, and StatusCollision. Where it
// ends with cli.Ambiguous, it prints the hashes that may be meant.
const Program = "elide-redis"

// The variables that tell the program where the server is, and for how many
// milliseconds it may try. They are those of the configuration.
const (
	URLVariable     = "ELIDE_ELISION_URL"
	TimeoutVariable = "ELIDE_ELISION_TIMEOUT_MS"
)

// StatusCollision says that another original is stored under the hash.
const StatusCollision = 7

// restTime is how long a server that failed is not asked again: of many blocks
// each would wait for it.
const restTime = 5 * time.Second

// healthTime is how long a health line may take at least: keys are counted.
const healthTime = 2 * time.Second

// Client is a store.Remote that starts Program for each call.
type Client struct {
	url     string
	timeout time.Duration // of a call, the start of the program included
	reading time.Duration // of a Fetch

	mu     sync.Mutex
	failed map[string]failure // by what the program was to do
}

type failure struct {
	err   error
	until time.Time
}

// New returns a client of the server at the URL. A call that isn't done within
// timeout fails; a Fetch, on which no block waits, has as long as reading.
func New(rawURL string, timeout, reading time.Duration) *Client {
	return &Client{url: rawURL, timeout: timeout, reading: reading, failed: map[string]failure{}}
}

// Publish is that of store.Remote.
func (c *Client) Publish(ctx context.Context, v *store.Value) error {
	in := io.MultiReader(bytes.NewReader(v.Head), v.Packed)
	_, err := c.run(ctx, c.timeout, in, "put", strconv.FormatInt(v.Size, 10))
	if statusOf(err) == StatusCollision {
		return &store.CollisionError{Hash: v.Entry.Hash}
	}
	return err
}

// Fetch is that of store.Remote.
func (c *Client) Fetch(ctx context.Context, prefix string) (*store.Value, error) {
	out, err := c.run(ctx, c.reading, nil, "get", prefix)
	switch statusOf(err) {
	case cli.NotFound:
		return nil, &store.NotFoundError{Prefix: prefix}
	case cli.Ambiguous:
		return nil, &store.AmbiguousError{Prefix: prefix, Candidates: strings.Fields(string(out))}
	case cli.Corrupt:
		name, cause, _ := strings.Cut(err.Error(), " is corrupt: ")
		return nil, &store.CorruptError{Name: name, Err: errors.New(cause)}
	}
	if err != nil {
		return nil, err
	}
	return store.ReadValue(bytes.NewReader(out))
}

// Health is what is known of a server.
type Health struct {
	RoundTrip time.Duration `json:"round_trip_ns"`
	Entries   int64         `json:"entries"`    // or, if not Exact, keys of any kind
	Exact     bool          `json:"exact"`      // there were few enough to count the entries
	Used      int64         `json:"used"`       // bytes of memory
	Most      int64         `json:"max"`        // bytes of memory it may use; 0: no limit
	Policy    string        `json:"max_policy"` // what it does when it is full
}

// Health asks the server how it is.
func (c *Client) Health(ctx context.Context) (Health, error) {
	var h Health
	out, err := c.run(ctx, max(c.timeout, healthTime), nil, "stat")
	if err == nil {
		err = json.Unmarshal(out, &h)
	}
	return h, err
}

// String shows it on one line.
func (h Health) String() string {
	entries, most := "entries", "without a limit"
	if !h.Exact {
		entries = "keys"
	}
	if h.Most > 0 {
		most = fmt.Sprintf("of %s, then %s", megabytes(h.Most), h.Policy)
	}
	return fmt.Sprintf("round trip %.2f ms, %d %s, %s used %s", h.RoundTrip.Seconds()*1000, h.Entries, entries, megabytes(h.Used), most)
}

func megabytes(n int64) string { return fmt.Sprintf("%.1f MB", float64(n)/1e6) }

// Host returns the server's host and port.
func (c *Client) Host() string { return Host(c.url) }

// ended is the error of a program that ended with another status than 0.
type ended struct {
	status int
	text   string // what it said
}

func (e *ended) Error() string { return e.text }

// statusOf returns the status that the program ended with, -1 if it didn't run
// to its end.
func statusOf(err error) int {
	var e *ended
	switch {
	case err == nil:
		return cli.OK
	case errors.As(err, &e):
		return e.status
	}
	return -1
}

// run runs the program and returns what it printed. The error names the host
// and the cause, and no password.
func (c *Client) run(ctx context.Context, wait time.Duration, in io.Reader, args ...string) ([]byte, error) {
	if err := c.resting(args[0]); err != nil {
		return nil, err
	}
	path, err := child.Beside(Program)
	if err != nil {
		return nil, fmt.Errorf("elision.url needs the program %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	out, complaint := &limited{most: store.MaxValueBytes}, &limited{most: 4 << 10}
	cmd := exec.CommandContext(ctx, path, args...)
	cmd.Env = append(os.Environ(), URLVariable+"="+c.url, fmt.Sprintf("%s=%d", TimeoutVariable, wait.Milliseconds()))
	cmd.Stdin, cmd.Stdout, cmd.Stderr = in, out, complaint
	cmd.WaitDelay = 10 * time.Second // its output is whole when it has ended, but a busy machine reads late
	err = cmd.Run()
	if err != nil && ctx.Err() == context.DeadlineExceeded {
		err = fmt.Errorf("the shared store at %s didn't answer within %s", c.Host(), wait)
	} else {
		err = c.explain(err, complaint.held)
	}
	if status := statusOf(err); status < cli.OK || status == cli.Failure {
		c.rest(args[0], err)
	}
	return out.held, err
}

// explain makes of how the program ended, and what it complained of, the error
// that says it.
func (c *Client) explain(err error, complaint []byte) error {
	var exit *exec.ExitError
	if !errors.As(err, &exit) {
		return err
	}
	line, _, _ := strings.Cut(string(complaint), "\n")
	text := Redact(strings.TrimPrefix(line, Program+": error: "), c.url)
	if text == "" {
		text = fmt.Sprintf("%s: %v", Program, err)
	}
	return &ended{exit.ExitCode(), text}
}

func (c *Client) resting(command string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if f, ok := c.failed[command]; ok && time.Now().Before(f.until) {
		return f.err
	}
	return nil
}

func (c *Client) rest(command string, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.failed[command] = failure{err, time.Now().Add(restTime)}
}

// limited holds what a program prints, up to a length. More is an error.
type limited struct {
	held []byte
	most int
}

func (l *limited) Write(p []byte) (int, error) {
	if len(l.held)+len(p) > l.most {
		return 0, errors.New("more output than there can be")
	}
	l.held = append(l.held, p...)
	return len(p), nil
}
