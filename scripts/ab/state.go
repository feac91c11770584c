//go:build unix

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"

	"elide.example/elide/internal/cli"
	"elide.example/elide/internal/ledger"
)

// The arms.
const (
	plainArm = "plain"
	elideArm = "elide"
)

// config is what must be the same for runs to be compared. How often, and for how much,
// may change from call to call.
type config struct {
	Agent    string            `json:"agent"`
	Model    string            `json:"model"`
	Provider string            `json:"provider"`
	Upstream string            `json:"upstream"`
	With     []string          `json:"with"` // what the second arm is put behind
	Elide    string            `json:"elide"`
	Scripted bool              `json:"scripted"`
	Tasks    map[string]string `json:"tasks"` // their digests
}

// run is what became of a task in one arm, once.
type run struct {
	Task       string  `json:"task"`
	Arm        string  `json:"arm"`
	N          int     `json:"n"` // from 1
	Solved     bool    `json:"solved"`
	Steps      int     `json:"steps"` // answers of the model's
	Seconds    float64 `json:"seconds"`
	Tokens     tokens  `json:"tokens"`
	Cost       float64 `json:"cost"`       // dollars
	Unpriced   int     `json:"unpriced"`   // answers without usage, or of a model without a price
	Expansions int     `json:"expansions"` // calls for what was hidden
	Exit       int     `json:"exit"`       // of the agent
	Void       string  `json:"void,omitempty"`
}

// tokens are those that the provider reported.
type tokens struct {
	Input      int `json:"input"` // neither read from a cache nor written to one
	CacheRead  int `json:"cache_read"`
	CacheWrite int `json:"cache_write"`
	Output     int `json:"output"`
}

func (t *tokens) add(u ledger.Usage) {
	t.Input += u.Input
	t.CacheRead += u.CacheRead
	t.CacheWrite += u.CacheWrite
	t.Output += u.Output
}

func (t tokens) all() int { return t.Input + t.CacheRead + t.CacheWrite + t.Output }

// state is all that is known. It is written after each run.
type state struct {
	Version int               `json:"version"`
	Config  config            `json:"config"`
	Left    map[string]string `json:"left"`    // tasks that are left out, and why
	Checked map[string]bool   `json:"checked"` // tasks whose test fails before anything is done, as it should
	Runs    []run             `json:"runs"`
}

const (
	stateFile    = "state.json"
	stateVersion = 1
)

// readState reads the state of a folder; a new one if there is none.
func readState(dir string) (*state, error) {
	s := &state{Version: stateVersion, Left: map[string]string{}, Checked: map[string]bool{}}
	text, err := os.ReadFile(filepath.Join(dir, stateFile))
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err == nil {
		err = json.Unmarshal(text, s)
	}
	if err == nil && s.Version != stateVersion {
		err = fmt.Errorf("version %d", s.Version)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Join(dir, stateFile), err)
	}
	return s, nil
}

// begin makes the state one of this config, or says why it can't go on.
func (s *state) begin(c config) error {
	if len(s.Runs) == 0 && len(s.Checked) == 0 {
		s.Config = c
		return nil
	}
	was, now := reflect.ValueOf(s.Config), reflect.ValueOf(c)
	for i := range was.NumField() {
		if !reflect.DeepEqual(was.Field(i).Interface(), now.Field(i).Interface()) {
			return fmt.Errorf("the runs that are there have another %s (%v, now %v): take another -out", was.Type().Field(i).Tag.Get("json"), was.Field(i), now.Field(i))
		}
	}
	return nil
}

// write puts the state in its place at once, so that a kill leaves the old or the new.
func (s *state) write(dir string) error {
	text, err := json.MarshalIndent(s, "", " ")
	if err != nil {
		return err
	}
	return cli.ReplaceFile(filepath.Join(dir, stateFile), append(text, '\n'), 0o600)
}

// has tells whether a run is done. One that is void is run anew.
func (s *state) has(task, arm string, n int) bool {
	for i := range s.Runs {
		r := &s.Runs[i]
		if r.Task == task && r.Arm == arm && r.N == n && r.Void == "" {
			return true
		}
	}
	return false
}

func (s *state) cost() (sum float64) {
	for i := range s.Runs {
		sum += s.Runs[i].Cost
	}
	return sum
}

// next is what a run of a task is taken to cost at most: the dearest run of this task,
// else of any. Without any it is 0, and the limit within a run is all that holds.
func (s *state) next(task string) float64 {
	own, any := 0.0, 0.0
	for i := range s.Runs {
		any = max(any, s.Runs[i].Cost)
		if s.Runs[i].Task == task {
			own = max(own, s.Runs[i].Cost)
		}
	}
	if own > 0 {
		return own
	}
	return any
}
