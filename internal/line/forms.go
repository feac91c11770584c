package line

import (
	"bytes"

	"elide.example/elide/internal/scan"
)

// forms are marks of forms that few lines have and whole blocks are searched for: who
// looks for one walks by all lines that can't have it, and reads only the others. None
// hangs on which digits a number has, so that a line's kin have them too.
type forms uint8

const (
	formCounted forms = 1 << iota // ends as titles do that count what stands below them
	formKeyed                     // may be a key and a value
	formCapitals
	formTabbed
)

// keyedMost is the length up to which a line is a key and a value and nothing else.
const keyedMost = 60

// capitals is how many capitals end a line that says in one word what became of something.
const capitals = 4

// formsOf returns the forms of a line, t without the blanks around it.
func formsOf(line, t []byte) (f forms) {
	n := len(t)
	if n > 2 && t[n-1] == ':' {
		n--
	}
	if n > 2 && t[n-1] == ')' && scan.IsDigit(t[n-2]) && scan.IsUpper(t[0]) {
		f |= formCounted
	}
	if len(t) <= keyedMost && bytes.IndexByte(t, ' ') > 0 && bytes.IndexByte(t, ':') >= 0 {
		f |= formKeyed
	}
	if len(t) >= capitals && scan.IsUpperWord(t[len(t)-capitals:]) {
		f |= formCapitals
	}
	if tab := bytes.IndexByte(line, '\t'); tab >= 0 && bytes.IndexByte(line[tab+1:], '\t') >= 0 {
		f |= formTabbed
	}
	return f
}

// MayCountBelow tells whether the line may be the title of a list that counts its items:
// "Warnings (4):".
func (s Seen) MayCountBelow() bool { return s.forms&formCounted != 0 }

// MayBeKeyed tells whether the line may be a key and a value and nothing else.
func (s Seen) MayBeKeyed() bool { return s.forms&formKeyed != 0 }

// EndsInCapitals tells whether the line ends in four capitals or more.
func (s Seen) EndsInCapitals() bool { return s.forms&formCapitals != 0 }

// MayBeJobs tells whether the line has the two tabs behind which a CI server's job says
// what it prints.
func (s Seen) MayBeJobs() bool { return s.forms&formTabbed != 0 }

// Equals tells whether an equals sign stands in the line.
func (s Seen) Equals() bool { return s.signs.Any(scan.SignEquals) }
