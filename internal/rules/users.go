package rules

import (
	"fmt"
	"slices"
	"sync"
)

// UserRooms are the rooms that a user's file may have rules of.
func UserRooms() []Room { return []Room{Line, Test} }

// The bounds of users' files. With the most that they allow, the tables are made in
// some milliseconds. What a project brings that isn't trusted is asked of every line
// too, so its bounds are such that nobody notices: see BenchmarkUntrusted.
const (
	MostFiles     = 64        // in a folder
	MostFileBytes = 256 << 10 // of a file, most of which are examples
	mostRules     = 2000      // of all files
	mostLiteral   = 256       // bytes of a literal
	mostLiterals  = 32 << 10  // bytes of the literals of all files
	mostConds     = 8         // of a rule
	mostUntrusted = 4 << 10   // bytes of the literals of all files of a project that isn't trusted
)

// ParseUser reads a user's file: what Parse takes, but of UserRooms alone and within
// the bounds. The error is an *Error.
func ParseUser(name, text string) (*File, error) {
	if len(text) > MostFileBytes {
		return nil, &Error{name, 1, fmt.Sprintf("a rule file has %d bytes at most", MostFileBytes)}
	}
	f, err := parse(name, text, UserRooms())
	if err != nil {
		return nil, err
	}
	if len(f.Rules) > mostRules {
		return nil, &Error{name, f.Rules[mostRules].Line, fmt.Sprintf("one rule too many: all together may be %d", mostRules)}
	}
	for i := range f.Rules {
		if what := f.Rules[i].notForUsers(); what != "" {
			return nil, &Error{name, f.Rules[i].Line, what}
		}
	}
	return f, nil
}

// notForUsers says why no user's file may have the rule, "" if one may.
func (r *Rule) notForUsers() string {
	if r.Tells != TellsNothing {
		return fmt.Sprintf("%s is said of elide's own rules: those of yours tell a run of tests as it is", tellsNames[r.Tells])
	}
	if len(r.Conds) > mostConds {
		return fmt.Sprintf("a rule has %d conditions at most", mostConds)
	}
	for l := range r.literals() {
		if len(l) > mostLiteral {
			return fmt.Sprintf("%.40q… is longer than %d bytes", l, mostLiteral)
		}
	}
	return ""
}

// literals gives all literals of the rule, those beside others too.
func (r *Rule) literals() func(func(string) bool) {
	return func(yield func(string) bool) {
		for _, c := range r.Conds {
			for _, l := range c.Literals {
				if !yield(l) {
					return
				}
			}
			for _, s := range slices.Concat(c.Before, c.Then) {
				if !yield(s.Literal) {
					return
				}
			}
		}
	}
}

// Raises tells whether the rule counts in a project that isn't trusted: it shows
// lines, and its one condition is a literal, which costs a line little to be asked
// for. What stands beside it, or a second condition, may cost a line as much as it has
// places.
func (r *Rule) Raises() bool {
	return r.Kind == LineShow && len(r.Conds) == 1 && r.Conds[0].Op.Literal() && !r.Conds[0].Not &&
		len(r.Conds[0].Then)+len(r.Conds[0].Before) == 0
}

// Users are the rules of a user's files and of those of the project that is worked
// in. A nil *Users has none. It is safe for concurrent use after the last Add.
type Users struct {
	own []*File
	too []*File // of a project that isn't trusted

	rules, literals, untrusted int // what was added, for the bounds

	mu   sync.Mutex
	sets map[[2]uint64]Asked
}

// Asked is what is asked of the lines of one block.
type Asked struct {
	Set *Set // nil: the embedded rules alone

	// Of a project that isn't trusted: what lines begin with, end with or are, and what
	// stands in them, in either case. What one of them finds is shown where no limit
	// holds.
	Too   *Set     // nil: none
	Words []string // not for Find, whose time may depend on the place and on the literals
}

// Add adds a file, whose rules answer behind those that were added before where all
// else is alike. With an error, which is an *Error, it doesn't count.
func (u *Users) Add(f *File) error {
	n := 0
	for i := range f.Rules {
		for l := range f.Rules[i].literals() {
			n += len(l)
		}
	}
	switch {
	case len(u.own) == MostFiles:
		return &Error{f.Name, 1, fmt.Sprintf("one file too many: all together may be %d", MostFiles)}
	case u.rules+len(f.Rules) > mostRules:
		return &Error{f.Name, 1, fmt.Sprintf("its rules are too many: those of all files may be %d", mostRules)}
	case u.literals+n > mostLiterals:
		return &Error{f.Name, 1, fmt.Sprintf("its literals are too long: those of all files may have %d bytes", mostLiterals)}
	}
	u.rules, u.literals = u.rules+len(f.Rules), u.literals+n
	if len(f.Rules) > 0 {
		u.own = append(u.own, f)
	}
	return nil
}

// AddUntrusted adds of a file what a project may say that isn't trusted, and returns
// how many of its rules that are.
func (u *Users) AddUntrusted(f *File) (int, error) {
	raising := &File{Name: f.Name, Command: f.Command}
	n := 0
	for _, r := range f.Rules {
		if r.Raises() {
			raising.Rules = append(raising.Rules, r)
			for l := range r.literals() {
				n += len(l)
			}
		}
	}
	if u.untrusted+n > mostUntrusted || len(u.too) == MostFiles {
		return 0, &Error{f.Name, 1, fmt.Sprintf("the literals of a project that isn't trusted may have %d bytes, in %d files", mostUntrusted, MostFiles)}
	}
	u.untrusted += n
	if len(raising.Rules) > 0 {
		u.too = append(u.too, raising)
	}
	return len(raising.Rules), nil
}

// Empty tells whether there are no rules.
func (u *Users) Empty() bool { return u == nil || len(u.own)+len(u.too) == 0 }

// For returns what is asked of the output of a command: runs tells whether it has
// that name. A set is made once.
func (u *Users) For(runs func(name string) bool) (Asked, error) {
	if u.Empty() {
		return Asked{}, nil
	}
	own, ownBits := bound(u.own, runs)
	too, tooBits := bound(u.too, runs)
	key := [2]uint64{ownBits, tooBits}
	u.mu.Lock()
	defer u.mu.Unlock()
	if a, ok := u.sets[key]; ok {
		return a, nil
	}
	set, err := setOf(own)
	if err != nil {
		return Asked{}, err
	}
	anchored, words := parted(too)
	raising, err := setOf(anchored)
	if err != nil {
		return Asked{}, err
	}
	if u.sets == nil {
		u.sets = map[[2]uint64]Asked{}
	}
	u.sets[key] = Asked{set, raising, words}
	return u.sets[key], nil
}

// bound returns the files that speak of the command's output, and a bit for each.
func bound(files []*File, runs func(name string) bool) (of []*File, bits uint64) {
	for i, f := range files {
		if f.Command == "" || runs(f.Command) {
			of, bits = append(of, f), bits|1<<i
		}
	}
	return of, bits
}

// parted returns the rules of what lines begin with, end with or are, and the literals
// of those of what stands in them.
func parted(files []*File) (anchored []*File, words []string) {
	for _, f := range files {
		a := &File{Name: f.Name}
		for _, r := range f.Rules {
			if op := r.Conds[0].Op; op == OpHas || op == OpWord {
				words = append(words, r.Conds[0].Literals...)
			} else {
				a.Rules = append(a.Rules, r)
			}
		}
		if len(a.Rules) > 0 {
			anchored = append(anchored, a)
		}
	}
	return anchored, words
}

// setOf compiles files, nil if there are none.
func setOf(files []*File) (*Set, error) {
	if len(files) == 0 {
		return nil, nil
	}
	return Compile(files...)
}
