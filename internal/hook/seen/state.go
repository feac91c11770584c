package seen

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Bounds of what is remembered of a session. The oldest goes first.
const (
	mostExpected = 64
	mostShown    = 1024
	mostStored   = 1024
)

// head is the first line of a file.
const head = "elide-session 1\n"

// state is what a file holds, each list with the oldest first.
type state struct {
	expected []expected
	shown    []shown
	stored   []stored
	changed  bool
}

type expected struct {
	line string // its digest
	call Call
	at   int64
}

type shown struct {
	what, sum string // digests of the call and of what it showed
	at        int64
	pointed   bool // where that stands above was said instead
}

type stored struct {
	hash string
	at   int64
}

func (s *state) expect(e expected) {
	s.expected, s.changed = append(s.expected, e), true
}

func (s *state) take(line string, since int64) (Call, bool) {
	fresh := slices.DeleteFunc(s.expected, func(e expected) bool { return e.at < since })
	s.changed = s.changed || len(fresh) < len(s.expected)
	s.expected = fresh
	background, foreground := -1, -1
	for i, e := range s.expected {
		switch {
		case e.line != line:
		case e.call.Background:
			background = i
		default:
			foreground = i
		}
	}
	found, taken := background, foreground
	if background < 0 {
		found = foreground
	}
	if foreground < 0 {
		taken = background
	}
	if found < 0 {
		return Call{}, false
	}
	call := s.expected[found].call
	s.expected, s.changed = slices.Delete(s.expected, taken, taken+1), true
	return call, true
}

func (s *state) show(now shown, since int64) Before {
	s.changed = true
	before := Other
	at := slices.IndexFunc(s.shown, func(o shown) bool { return o.what == now.what })
	if at >= 0 {
		if was := s.shown[at]; was.sum == now.sum && was.at >= since {
			before = Same
			if was.pointed {
				before = Pointed
			}
		}
		s.shown = slices.Delete(s.shown, at, at+1)
	}
	now.pointed = before == Same
	s.shown = append(s.shown, now)
	return before
}

func (s *state) point(what string) {
	for i := range s.shown {
		if s.shown[i].what == what {
			s.shown[i].pointed, s.changed = true, true
		}
	}
}

func (s *state) forget() {
	s.changed = s.changed || len(s.shown) > 0
	s.shown = nil
}

func (s *state) store(hash string, now int64) {
	s.stored = slices.DeleteFunc(s.stored, func(o stored) bool { return o.hash == hash })
	s.stored, s.changed = append(s.stored, stored{hash, now}), true
}

func (s *state) refer(hash string) {
	if !slices.ContainsFunc(s.stored, func(o stored) bool { return o.hash == hash }) {
		s.store(hash, 0)
	}
}

func (s *state) due(before, now int64, most int) (hashes []string) {
	for _, o := range s.stored {
		if o.at <= before && len(hashes) < most {
			hashes = append(hashes, o.hash)
		}
	}
	for _, hash := range hashes {
		s.store(hash, now)
	}
	return hashes
}

// parse reads a file. What it doesn't know it leaves out: the file may be of
// another version, or cut short.
func parse(data []byte) *state {
	s := &state{}
	rest, ok := bytes.CutPrefix(data, []byte(head))
	if !ok {
		return s
	}
	for line := range strings.Lines(string(rest)) {
		if whole, ok := strings.CutSuffix(line, "\n"); ok {
			s.parseLine(strings.Split(whole, " "))
		}
	}
	return s
}

func (s *state) parseLine(words []string) {
	switch {
	case len(words) == 5 && words[0] == "call":
		limit, _ := strconv.ParseInt(words[3], 10, 64)
		at, err := strconv.ParseInt(words[4], 10, 64)
		if err == nil {
			call := Call{words[2] == "background", time.Duration(limit) * time.Millisecond}
			s.expected = append(s.expected, expected{words[1], call, at})
		}
	case len(words) == 4 && words[0] == "shown":
		if at, err := strconv.ParseInt(words[3], 10, 64); err == nil {
			s.shown = append(s.shown, shown{words[1], words[2], at, false})
		}
	case len(words) == 4 && words[0] == "pointed":
		if at, err := strconv.ParseInt(words[3], 10, 64); err == nil {
			s.shown = append(s.shown, shown{words[1], words[2], at, true})
		}
	case len(words) == 3 && words[0] == "stored":
		if at, err := strconv.ParseInt(words[2], 10, 64); err == nil {
			s.stored = append(s.stored, stored{words[1], at})
		}
	}
}

// encode writes the file.
func (s *state) encode() []byte {
	out := []byte(head)
	for _, e := range newest(s.expected, mostExpected) {
		how := "foreground"
		if e.call.Background {
			how = "background"
		}
		out = fmt.Appendf(out, "call %s %s %d %d\n", e.line, how, e.call.Limit.Milliseconds(), e.at)
	}
	for _, o := range newest(s.shown, mostShown) {
		how := "shown"
		if o.pointed {
			how = "pointed"
		}
		out = fmt.Appendf(out, "%s %s %s %d\n", how, o.what, o.sum, o.at)
	}
	for _, o := range newest(s.stored, mostStored) {
		out = fmt.Appendf(out, "stored %s %d\n", o.hash, o.at)
	}
	return out
}

func newest[T any](all []T, most int) []T { return all[max(len(all)-most, 0):] }
