// Package histories measures what is made of whole conversations, request after
// request.
//
// A Recording is a conversation that an agent had with real tools, in the shape
// of a provider, and the facts that its later turns use. An agent sends all that
// was said with each request, so a recording of n answers is n requests, each the
// front of the next. A Way is what may be done with them: nothing, one of elide's
// profiles, or what others do. Run sends each conversation each way and counts
// exact tokens, what a provider's cache would have read of them, and which facts
// the model could still see when it used them.
//
// Bodies are read with encoding/json here, so that a mistake in our own scanner
// can't hide itself. Facts come from the later turns of the conversations
// (scripts/histories/label.py), and are only ever read here.
package histories

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"elide.example/elide/internal/bench"
)

// Fact is a word of a tool's result that a later answer of the model repeats.
type Fact struct {
	Text string `json:"text"`
	From int    `json:"from"` // the message that showed it first
	Used []int  `json:"used"` // those that repeat it
}

// Recording is a conversation: <folder>/body.json, a request that holds all of
// it with a message a line, and <folder>/history.json, which says what it is.
type Recording struct {
	ID         string `json:"id"`
	Agent      string `json:"agent"`
	About      string `json:"about"`
	Breakpoint string `json:"breakpoint"` // "last": the agent marks the last block of each request for the cache
	Messages   int    `json:"messages"`
	Facts      []Fact `json:"facts"`

	head string   // what a request has before its first message
	list []string // the messages
	tail string   // what it has after the last
	said []turn
}

// turn is an answer of the model: the messages that it is, from first to before
// end. The request that it answers holds all before first.
type turn struct{ first, end int }

// Load reads every recording below dir, in the order of their names. keep says
// which to take; nil takes all. None at all is bench.ErrEmpty.
func Load(dir string, keep func(*Recording) bool) ([]*Recording, error) {
	folders, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var found []*Recording
	for _, f := range folders {
		path := filepath.Join(dir, f.Name(), "history.json")
		if _, err := os.Stat(path); err != nil {
			continue
		}
		r, err := load(path)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		if keep == nil || keep(r) {
			found = append(found, r)
		}
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("%s: %w", dir, bench.ErrEmpty)
	}
	return found, nil
}

func load(path string) (*Recording, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	r := &Recording{}
	if err := json.Unmarshal(text, r); err != nil {
		return nil, err
	}
	body, err := os.ReadFile(filepath.Join(filepath.Dir(path), "body.json"))
	if err != nil {
		return nil, err
	}
	if err := r.cut(string(body)); err != nil {
		return nil, err
	}
	return r, r.check(filepath.Base(filepath.Dir(path)))
}

// cut reads the body: its head, a line for each message, and its tail.
func (r *Recording) cut(body string) error {
	if !json.Valid([]byte(body)) {
		return fmt.Errorf("body.json is not JSON")
	}
	lines := strings.Split(strings.TrimSuffix(body, "\n"), "\n")
	if last := len(lines) - 1; last < 2 || !strings.HasSuffix(lines[0], "[") || !strings.HasPrefix(lines[last], "]") {
		return fmt.Errorf("body.json has not a message a line")
	}
	r.head, r.tail = lines[0], lines[len(lines)-1]
	for i, line := range lines[1 : len(lines)-1] {
		line = strings.TrimSuffix(line, ",")
		speaker, err := speakerOf([]byte(line))
		if err != nil {
			return fmt.Errorf("body.json: message %d: %w", i, err)
		}
		if speaker == model {
			r.answered(i)
		}
		r.list = append(r.list, line)
	}
	return nil
}

// answered notes that message i is the model's. Messages of its that follow one
// another are one answer.
func (r *Recording) answered(i int) {
	if n := len(r.said); n > 0 && r.said[n-1].end == i {
		r.said[n-1].end++
		return
	}
	r.said = append(r.said, turn{i, i + 1})
}

// check holds a recording to what it says of itself: a fact that no result shows,
// or that nobody uses, would measure nothing.
func (r *Recording) check(folder string) error {
	if r.ID != folder {
		return fmt.Errorf("id %q is not the folder's name", r.ID)
	}
	if r.Messages != len(r.list) {
		return fmt.Errorf("%d messages, not %d", len(r.list), r.Messages)
	}
	for _, f := range r.Facts {
		if !r.shows(f.From, f.Text) || f.From >= len(r.list) {
			return fmt.Errorf("message %d does not show %q", f.From, f.Text)
		}
		for _, i := range f.Used {
			if i <= f.From || r.turnOf(i) < 0 || !r.shows(i, f.Text) {
				return fmt.Errorf("message %d does not use %q", i, f.Text)
			}
		}
	}
	return nil
}

// shows tells whether a message holds a word.
func (r *Recording) shows(i int, word string) bool {
	return i >= 0 && i < len(r.list) && strings.Contains(r.list[i], word)
}

// turnOf returns the answer that message i is part of, -1 if it is of none.
func (r *Recording) turnOf(i int) int {
	return slices.IndexFunc(r.said, func(t turn) bool { return t.first <= i && i < t.end })
}

// Requests returns how many requests the conversation has.
func (r *Recording) Requests() int { return len(r.said) }

// Request returns the body of the nth request, as the agent sent it.
func (r *Recording) Request(n int) []byte {
	var b bytes.Buffer
	b.WriteString(r.head)
	list := r.list[:r.said[n].first]
	for i, message := range list {
		if i > 0 {
			b.WriteByte(',')
		}
		if i == len(list)-1 && r.Breakpoint == "last" {
			message = marked(message)
		}
		b.WriteString(message)
	}
	b.WriteString(r.tail)
	return b.Bytes()
}

// marked returns a message of Anthropic's with a cache breakpoint on its last
// block.
func marked(message string) string {
	front, ok := strings.CutSuffix(message, "}]}")
	if !ok {
		return message
	}
	return front + `,"cache_control":{"type":"ephemeral"}}]}`
}
