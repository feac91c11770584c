package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"time"

	"elide.example/elide/internal/audit"
	"elide.example/elide/internal/setup"
	"elide.example/elide/internal/store"
)

// ttl is how long originals are kept; while the agent works they are renewed.
func (s *session) ttl() time.Duration { return max(s.cfg.Elision.TTL(), store.SessionTTL) }

// originals returns the store for originals, and its folder. If it can't be
// opened there is no folder, and each result that would need it goes out as it
// came, until it can.
func (s *session) originals() (*setup.Store, string) {
	moved := func(wanted, used string) {
		s.notes.warn(fmt.Errorf("%s can't be written: originals are kept in %s", wanted, used))
	}
	opt := setup.StoreOptions(s.cfg)
	opt.TTL = s.ttl()
	kept := setup.NewStore(setup.Where{Folder: s.opt.store, Dir: s.dir, Env: s.env, Moved: moved}, opt)
	opened, err := kept.Open()
	if err != nil {
		return kept, ""
	}
	return kept, opened.Dir()
}

// env is os.Getenv, with the name of the command's conversation.
func (s *session) env(name string) string {
	if name == audit.ConversationVariable && s.conversation != "" {
		return s.conversation
	}
	return os.Getenv(name)
}

// expander is the command with which a model expands.
const expander = "elision-get"

// pathWithExpander returns the child's PATH if elision-get is to be added to it:
// the folder of this program, if it stands there and in no other. found tells
// whether the child can call it.
func pathWithExpander() (path string, found bool) {
	if _, err := exec.LookPath(expander); err == nil {
		return "", true
	}
	name := expander
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	self, err := os.Executable()
	if err != nil {
		return "", false
	}
	dir := filepath.Dir(self)
	if info, err := os.Stat(filepath.Join(dir, name)); err != nil || !info.Mode().IsRegular() {
		return "", false
	}
	rest := os.Getenv("PATH")
	if rest == "" { // the folder alone would hide all else, and an empty one is the working directory
		return "", false
	}
	return rest + string(filepath.ListSeparator) + dir, true
}
