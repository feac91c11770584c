// Package terminal is what elide knows of the terminal in front of a person, and
// does there: whether there is one, how wide it is, whether colour is welcome,
// the program that shows a long text page by page, how bytes that others wrote
// are shown without the terminal acting on them, and, while a command runs whose
// output is held back, how that is getting on and what it asks (Progress).
//
// A file that is no terminal is the rule: agents and pipes read what elide
// prints. All of this is for the other case.
package terminal

import "os"

// Is tells whether the file is a terminal.
func Is(f *os.File) bool { return Columns(f) > 0 }

// defaultColumns is how wide a terminal is that doesn't say.
const defaultColumns = 80

// dumb tells whether the terminal can't go back on a line that is written, as
// TERM says.
func dumb(env func(string) string) bool {
	term := env("TERM")
	return term == "" || term == "dumb"
}

// Colour tells whether what is written to the file may be coloured: on a
// terminal that knows how, unless the user has set NO_COLOR.
func Colour(f *os.File, env func(string) string) bool {
	return env("NO_COLOR") == "" && !dumb(env) && Is(f)
}
