//go:build unix

package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/txtar"
)

// task is something for an agent to do, and how it is seen whether it did. Its folder
// holds task.json; repo/, of which each run has a copy; hidden/, which is put over that
// copy before the test, so that what an agent made of the tests doesn't count; and
// play.jsonl, by which a model can be played.
type task struct {
	name, dir string
	Prompt    string   `json:"prompt"`
	Test      string   `json:"test"`              // a line for the shell; solved if it ends with 0
	Setup     string   `json:"setup,omitempty"`   // run in the copy before the agent
	Needs     []string `json:"needs,omitempty"`   // programs without which it is left out
	Seconds   int      `json:"seconds,omitempty"` // that the agent has
	Image     string   `json:"image,omitempty"`   // of a container that holds the repository
	Workdir   string   `json:"workdir,omitempty"` // where in it
	Clone     string   `json:"clone,omitempty"`   // a repository to copy from, instead of repo/
	Commit    string   `json:"commit,omitempty"`  // and of it
}

const (
	taskFile      = "task.json"
	playFile      = "play.jsonl"
	defaultLimit  = 30 * time.Minute // of an agent's run
	testLimit     = 30 * time.Minute
	defaultFolder = "/testbed" // of a container's repository
)

func (t *task) limit() time.Duration {
	if t.Seconds > 0 {
		return time.Duration(t.Seconds) * time.Second
	}
	return defaultLimit
}

func (t *task) path(name string) string { return filepath.Join(t.dir, name) }

// loadTasks reads the tasks of a folder, by their names. Those in txtar files are laid
// out under unpacked.
func loadTasks(dir, unpacked, only string) ([]*task, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var list []*task
	for _, e := range entries {
		from := filepath.Join(dir, e.Name())
		name, packed := strings.CutSuffix(e.Name(), ".txtar")
		if !strings.Contains(name, only) {
			continue
		}
		if packed {
			to := filepath.Join(unpacked, name)
			if err := unpack(from, to); err != nil {
				return nil, err
			}
			from = to
		}
		if !packed && !e.IsDir() {
			continue
		}
		text, err := os.ReadFile(filepath.Join(from, taskFile))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		t := &task{name: name, dir: from}
		if err := json.Unmarshal(text, t); err != nil {
			return nil, fmt.Errorf("%s: %w", filepath.Join(from, taskFile), err)
		}
		if t.Prompt == "" || t.Test == "" {
			return nil, fmt.Errorf("%s: prompt and test are needed", filepath.Join(from, taskFile))
		}
		list = append(list, t)
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("%s: no tasks", dir)
	}
	return list, nil
}

// unpack lays out a txtar file as a folder. Files that begin with #! can be run.
func unpack(file, dir string) error {
	archive, err := txtar.ParseFile(file)
	if err != nil {
		return err
	}
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	for _, f := range archive.Files {
		if !filepath.IsLocal(f.Name) {
			return fmt.Errorf("%s: %q is no name for a file", file, f.Name)
		}
		mode := fs.FileMode(0o644)
		if strings.HasPrefix(string(f.Data), "#!") {
			mode = 0o755
		}
		to := filepath.Join(dir, f.Name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(to), 0o755), os.WriteFile(to, f.Data, mode)); err != nil {
			return err
		}
	}
	return nil
}

// lacks returns a program that the task needs and that isn't here.
func (t *task) lacks() string {
	i := slices.IndexFunc(t.Needs, func(name string) bool {
		_, err := exec.LookPath(name)
		return err != nil
	})
	if i < 0 {
		return ""
	}
	return t.Needs[i]
}

// digest is of all that the task is.
func (t *task) digest() (string, error) {
	h := sha256.New()
	err := filepath.WalkDir(t.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel(t.dir, path)
		if err != nil {
			return err
		}
		text := []byte{}
		if d.Type().IsRegular() {
			if text, err = os.ReadFile(path); err != nil {
				return err
			}
		}
		_, err = fmt.Fprintf(h, "%s %d\n%s", name, len(text), text)
		return err
	})
	return hex.EncodeToString(h.Sum(nil))[:16], err
}
