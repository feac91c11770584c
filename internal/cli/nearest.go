package cli

import (
	"errors"
	"fmt"
	"strings"
)

// mostListed bounds the names that fit into a message.
const mostListed = 16

// Unknown is the error for a name that is none of those there are. Where one of
// them may have been meant it says which, or else which there are, if they are
// few.
func Unknown(what, name string, names []string) error {
	text := fmt.Sprintf("unknown %s %q", what, name)
	near, like := Nearest(name, names)
	switch {
	case like:
		text += fmt.Sprintf(", the nearest is %q", near)
	case len(names) <= mostListed:
		text += ", one of " + strings.Join(names, ", ")
	}
	return WithStatus(errors.New(text), Usage)
}

// Nearest returns the name that is most like the given one, "" if there is none,
// and tells whether it is so like it that it may have been meant: no more than
// one byte in three is another, or it begins with what was given.
func Nearest(name string, names []string) (near string, like bool) {
	least := int(^uint(0) >> 1)
	for _, candidate := range names {
		if d := unlikeness(name, candidate); candidate != "" && d < least {
			near, least = candidate, d
		}
	}
	return near, least <= 2*((len(name)+1)/3) || len(name) > 2 && strings.HasPrefix(near, name)
}

// unlikeness compares names whole and by their last parts: the key of a table is
// as often right but for its table as it is mistyped.
func unlikeness(name, candidate string) int {
	whole := 2 * distance(name, candidate)
	a, b := lastPart(name), lastPart(candidate)
	last := 2*distance(a, b) + 1
	if len(a) > 2 && strings.HasPrefix(b, a) {
		last = 3
	}
	return min(whole, last)
}

func lastPart(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

// distance returns how many bytes must be put in, taken out or replaced to
// make b of a. Names are short: a longer one is compared by its start.
func distance(a, b string) int {
	a = a[:min(len(a), 100)]
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0]++
		for j := range len(b) {
			next := diagonal
			if a[i] != b[j] {
				next = 1 + min(diagonal, row[j], row[j+1])
			}
			diagonal, row[j+1] = row[j+1], next
		}
	}
	return row[len(b)]
}
