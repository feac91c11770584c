package cli

import (
	"errors"
	"flag"
	"fmt"
	"strconv"
	"strings"
)

// Dashed returns the name of a flag as it is typed.
func Dashed(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

// FlagNames returns the names of the flags of a set.
func FlagNames(set *flag.FlagSet) (names []string) {
	set.VisitAll(func(f *flag.Flag) { names = append(names, f.Name) })
	return names
}

// Given tells whether a flag of a set stands in the call.
func Given(set *flag.FlagSet, name string) (given bool) {
	set.Visit(func(f *flag.Flag) { given = given || f.Name == name })
	return given
}

// FlagIndent is what stands before the second line of a flag's description.
const FlagIndent = "                            "

// FlagList returns the flags of a set as help texts list them, --help too.
func FlagList(set *flag.FlagSet) string {
	var b strings.Builder
	list := func(head, text string) { fmt.Fprintf(&b, "  %-24s  %s\n", head, text) }
	set.VisitAll(func(f *flag.Flag) {
		value, text := flag.UnquoteUsage(f)
		list(strings.TrimRight(Dashed(f.Name)+" "+value, " "), text)
	})
	list("--help", "print this")
	return b.String()
}

// FlagError says in our words what package flag, or pflag, says of a call: flags
// are named as they are typed, and of one that is unknown the nearest is told.
// Each such error is a mistake in the call.
func FlagError(err error, names []string) error {
	text := err.Error()
	for _, begins := range [...]string{"flag provided but not defined: -", "unknown flag: --"} {
		if name, ok := strings.CutPrefix(text, begins); ok {
			text := "unknown flag " + Dashed(name)
			if near, like := Nearest(name, names); like {
				text += ", the nearest is " + Dashed(near)
			}
			return WithStatus(errors.New(text), Usage)
		}
	}
	if name, ok := strings.CutPrefix(text, "flag needs an argument: -"); ok {
		return Usagef("flag needs an argument: %s", Dashed(strings.TrimLeft(name, "-")))
	}
	for _, kind := range [...]string{"value", "boolean value"} {
		rest, ok := strings.CutPrefix(text, "invalid "+kind+" ")
		value, bad := strconv.QuotedPrefix(rest)
		if !ok || bad != nil {
			continue
		}
		rest = strings.TrimPrefix(strings.TrimPrefix(rest[len(value):], " for "), "flag ")
		name, why, _ := strings.Cut(strings.TrimPrefix(rest, "-"), ": ")
		return Usagef("%s: invalid %s %s: %s", Dashed(name), kind, value, why)
	}
	return WithStatus(err, Usage)
}
