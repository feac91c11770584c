//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strconv"
	"strings"

	"elide.example/elide/internal/marker"
	"elide.example/elide/internal/proxy/e2e"
)

// move is a step of a played model's: a line for the shell. With See it is made only
// if what the model was shown matches; {1}, {2} … in the line are the groups of the
// last match. If nothing matches and something is hidden, the model asks for that;
// if that doesn't help either, it gives up, as it can't know what to do.
type move struct {
	Run string `json:"run"`
	See string `json:"see,omitempty"`
	see *regexp.Regexp
}

// gaveUp is what a played model says that was not shown what it needs.
const gaveUp = "I can't find the cause."

func readPlay(name string) ([]move, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var list []move
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	for {
		m := move{}
		if err := d.Decode(&m); errors.Is(err, io.EOF) {
			return list, nil
		} else if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if m.see, err = regexp.Compile("(?m)" + m.See); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		list = append(list, m)
	}
}

// script returns what the model does after these results, of which each belongs to the
// step of its place.
func script(moves []move, results []e2e.Result) e2e.Script {
	var s e2e.Script
	shown := ""
	expanded := false // since the last move
	take := func() {
		if n := len(s.Steps); n <= len(results) {
			shown += results[n-1].Text + "\n"
		}
	}
	for i := 0; i < len(moves) && len(s.Steps) <= len(results); {
		line, ok := moves[i].line(shown)
		switch {
		case ok:
			s.Steps, expanded = append(s.Steps, e2e.Step{Run: line}), false
			i++
		case !expanded && hides(results):
			s.Steps, expanded = append(s.Steps, e2e.Step{Expand: &e2e.Expand{}}), true
		default:
			s.Final = gaveUp
			return s
		}
		take()
	}
	return s
}

func (m *move) line(shown string) (string, bool) {
	all := m.see.FindAllStringSubmatch(shown, -1)
	if len(all) == 0 {
		return "", false
	}
	line := m.Run
	for i, group := range all[len(all)-1] {
		line = strings.ReplaceAll(line, "{"+strconv.Itoa(i)+"}", group)
	}
	return line, true
}

func hides(results []e2e.Result) bool {
	for _, r := range results {
		if len(marker.Find([]byte(r.Text))) > 0 {
			return true
		}
	}
	return false
}

// player is a provider whose model follows the play of the task that is on. It is
// reached without a network.
type player struct{ model *e2e.Model }

func (p *player) take(t *task) error {
	moves, err := readPlay(t.path(playFile))
	if err != nil {
		return err
	}
	p.model = &e2e.Model{Script: e2e.Script{Next: func(results []e2e.Result) e2e.Script { return script(moves, results) }}}
	return nil
}

// RoundTrip answers as the model does.
func (p *player) RoundTrip(r *http.Request) (*http.Response, error) {
	w := httptest.NewRecorder()
	asked := r.Clone(r.Context())
	if asked.Body == nil { // as a server has it
		asked.Body = http.NoBody
	}
	p.model.ServeHTTP(w, asked)
	resp := w.Result()
	resp.Request = r
	return resp, nil
}
