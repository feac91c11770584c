package help

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"elide.example/elide/internal/store"
)

// mostEntries is how many entries a store may have whose names are offered:
// each is read for what it is, and nobody waits for a key for long.
const mostEntries = 2000

// References returns the references to what the store at the place holds that
// begin with prefix, the newest first; none if it holds too much.
func References(p store.Place, prefix string) []Candidate {
	s, err := store.Open(p.Dir, store.Options{})
	if err != nil {
		return nil
	}
	if counts, err := s.Counts(); err != nil || counts.Entries > mostEntries {
		return nil
	}
	entries, err := s.List()
	if err != nil {
		return nil
	}
	var list []Candidate
	for _, e := range slices.Backward(entries) {
		if e.Err == nil && !e.Expired && strings.HasPrefix(e.Hash, prefix) {
			list = append(list, Candidate{e.Hash, about(e.Entry, time.Now())})
		}
	}
	return list
}

// about says of an entry what a person knows it by.
func about(e store.Entry, now time.Time) string {
	what := e.Type
	if e.Command != "" {
		what = clipped(e.Command)
	}
	return fmt.Sprintf("%s, %s ago", what, age(now.Sub(e.CreatedAt)))
}

// mostRunes is how much of a command is shown.
const mostRunes = 40

func clipped(s string) string {
	n := 0
	for i := range s {
		if n++; n > mostRunes {
			return s[:i] + "…"
		}
	}
	return s
}

func age(d time.Duration) string {
	switch {
	case d < time.Minute:
		return fmt.Sprintf("%d s", max(0, int(d.Seconds())))
	case d < time.Hour:
		return fmt.Sprintf("%d min", int(d.Minutes()))
	}
	return fmt.Sprintf("%d h", int(d.Hours()))
}
