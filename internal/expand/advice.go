package expand

import (
	"errors"
	"fmt"
	"strings"

	"elide.example/elide/internal/store"
)

// Advice returns the next step for whoever asked store s for an original and
// got the error: what else the reference may have meant, or how to have the
// original again. "" if there is none, or the error is not the store's. s is nil
// if no store could be opened.
func Advice(s *store.Store, err error) string {
	var (
		missing   *store.NotFoundError
		expired   *store.ExpiredError
		corrupt   *store.CorruptError
		ambiguous *store.AmbiguousError
		unasked   *store.RemoteError
	)
	switch {
	case errors.As(err, &missing) && s != nil:
		return nearby(s, missing)
	case errors.As(err, &expired):
		return runAgain(expired.Entry.Command)
	case errors.As(err, &corrupt):
		return "run the command again: storing the same output repairs the entry"
	case errors.As(err, &unasked):
		return "the host that printed the marker has the original too: expand it there, or try again"
	case errors.As(err, &ambiguous):
		return "give more digits: " + listed(ambiguous.Candidates)
	}
	return ""
}

// nearby says what else the reference may have meant.
func nearby(s *store.Store, e *store.NotFoundError) string {
	switch {
	case e.Stored == 0:
		return fmt.Sprintf("the store %s is empty; ELIDE_STORE or --store names another", s.Dir())
	case len(e.Nearest) == 0:
		return fmt.Sprintf("none of the %d in %s is like it; run the command again", e.Stored, s.Dir())
	}
	var near []string
	for _, hash := range e.Nearest {
		near = append(near, hash+state(s, hash))
	}
	return "nearest: " + strings.Join(near, ", ")
}

// state says what is to be known of an entry before asking for it.
func state(s *store.Store, hash string) string {
	_, err := s.Get(hash)
	switch {
	case errors.Is(err, store.ErrExpired):
		return " (" + strings.TrimPrefix(err.Error(), hash+" ") + ")"
	case err != nil:
		return " (damaged)"
	}
	return ""
}

func runAgain(command string) string {
	if command == "" {
		return "run the command again"
	}
	return "run the command again: " + command
}

// listed returns the first few hashes of a list.
func listed(hashes []string) string {
	const most = 8
	if n := len(hashes) - most; n > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(hashes[:most], ", "), n)
	}
	return strings.Join(hashes, ", ")
}
