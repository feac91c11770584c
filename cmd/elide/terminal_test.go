//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// slow prints lines of which two are failures, for about a second and a half,
// and then lines that are long enough to be reduced.
const slow = `i=0; while [ $i -lt 15 ]; do echo "line $i"; i=$((i+1)); sleep 0.1; [ $i = 3 ] && echo "--- FAIL: TestA"; [ $i = 5 ] && echo "--- FAIL: TestB"; done; seq 2000`

var redrawn = regexp.MustCompile(`elide: \d+s, \d+ lines`)

// TestProgress: the line is drawn while the command runs, and gone before
// anything is printed.
func TestProgress(t *testing.T) {
	home := t.TempDir()
	began := time.Now()
	s := onScreen(t, home, person(home), "elide", "run", "-c", slow+`; while [ ! -e go ] && [ $((n+=1)) -lt 5000 ]; do sleep 0.02; done`)
	s.wait("\r\x1b[Kelide: ")
	s.wait(", 2 failures\r\x1b[K")
	os.WriteFile(filepath.Join(home, "go"), nil, 0o600)
	text := s.all()
	if n, most := len(redrawn.FindAllString(text, -1)), int(time.Since(began)/(250*time.Millisecond))+1; n < 2 || n > most {
		t.Errorf("drawn %d times, at most %d are meant", n, most)
	}
	last := text[strings.LastIndex(text, "\x1b[K")+len("\x1b[K"):]
	if !strings.HasPrefix(last, "line 0\r\n") || redrawn.MatchString(last) || !strings.Contains(last, "⟦elided:") {
		t.Errorf("%.200q is printed in place of it", last)
	}
}

// TestNoProgress: where nobody sees it, where it can't be wiped out, and where
// the terminal is another's.
func TestNoProgress(t *testing.T) {
	home := t.TempDir()
	for name, c := range map[string]struct {
		line string
		env  []string
	}{
		"CI":                     {"exec elide run -c '" + slow + "'", []string{"CI=true"}},
		"dumb":                   {"exec elide run -c '" + slow + "'", []string{"TERM=dumb"}},
		"standard error is file": {"exec elide run -c '" + slow + "' 2>errors; cat errors", nil},
		"a password is asked":    {"stty -echo; elide run -c '" + slow + "'", nil},
		"in the background":      {"set -m; elide run -c '" + slow + "' & wait", nil},
		"switched off":           {"ELIDE=off exec elide run -c '" + slow + "'", nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := onScreen(t, home, person(home, c.env...), "sh", "-c", c.line)
			if text := s.all(); redrawn.MatchString(text) || !strings.Contains(text, "line 0") {
				t.Errorf("%.300q", text)
			}
		})
	}
}

// TestPager: a long text goes through the user's pager, coloured, and nothing
// of the original is acted on. Who leaves the pager has made no mistake.
func TestPager(t *testing.T) {
	home := t.TempDir()
	env := person(home)
	log := string(logLines(300)) + "panic: \x1b]0;title\x07 at \u202e1\n"
	if err := os.WriteFile(filepath.Join(home, "server.log"), []byte(log), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("elide", "server.log")
	cmd.Dir, cmd.Env = home, env
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	hash := markerOf(string(out))
	for name, c := range map[string]struct {
		pager, more  string
		shows, lacks string
	}{
		"coloured":      {"sed s/^/paged/", "", "paged 302 > \x1b[1;31mpanic: ^[]0;title^G at <U+202E>1\x1b[0m", "\x1b]0"},
		"NO_COLOR":      {"sed s/^/paged/", "NO_COLOR=1", "paged 302 > panic: ^[]0;title^G at <U+202E>1", "\x1b["},
		"cat":           {"cat", "", "\x1b[2m2026-01-02", "paged"},
		"left early":    {"head -n 1", "", hash, "error"},
		"no such pager": {"no-such-pager -x", "", "\x1b[1;31mpanic: ", "not found"},
		"the shell's":   {"exec sed s/^/paged/", "", "paged 302 > ", "not found"},
		"quoted":        {`"sed" s/^/paged/`, "", "paged 302 > ", "not found"},
		"a variable":    {`NONE=1 sed s/^/paged/`, "", "paged 302 > ", "not found"},
		"dumb":          {"", "TERM=dumb", "302 > panic: ", "terminal"},
	} {
		t.Run(name, func(t *testing.T) {
			s := onScreen(t, home, append(env, "PAGER="+c.pager, c.more), "sh", "-c", "elide show "+hash+"; echo status $?")
			text := s.all()
			if !strings.Contains(text, c.shows) || strings.Contains(text, c.lacks) || !strings.Contains(text, "status 0") {
				t.Errorf("%.600q", text)
			}
		})
	}
}

// TestWaiting: a person who has piped nothing in is told what elide waits for,
// once; nobody else is.
func TestWaiting(t *testing.T) {
	home := t.TempDir()
	const says = "elide: reading what is typed here until Ctrl-D; elide --help says what else it reads\r\n"
	for _, command := range []string{"elide", "elide --budget 9", "elide prompt", "elide messages"} {
		s := onScreen(t, home, person(home), strings.Fields(command)...)
		s.wait(says)
		s.enter("typed\n\x04")
		if text := s.all(); strings.Count(text, "reading what is typed") != 1 || command != "elide messages" && strings.Count(text, "typed\r\n") != 2 {
			t.Errorf("%s: %q", command, text)
		}
	}
	for _, line := range []string{
		"echo typed | elide", "elide </dev/null; echo typed", "ELIDE=off elide", "elide 2>errors; cat errors", "elide -", "echo typed >file; elide file", "elide run -c 'echo typed'", "elide --bugdet; echo typed",
	} {
		s := onScreen(t, home, person(home), "sh", "-c", line)
		s.enter("typed\n\x04")
		s.wait("typed")
		if text := s.all(); strings.Contains(text, "reading") {
			t.Errorf("%s: %q", line, text)
		}
	}
}
