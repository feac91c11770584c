package cli

import (
	"errors"
	"flag"
	"fmt"
	"strconv"
	"strings"
	"time"
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

// FlagError says in our words what package flag says of a call: flags are named as
// they are typed, of one that is unknown the nearest is told, and of a value that
// can't be read what the flag wants. Each such error is a mistake in the call.
func FlagError(err error, set *flag.FlagSet) error {
	text := err.Error()
	for _, kind := range [...]string{"value", "boolean value"} {
		rest, ok := strings.CutPrefix(text, "invalid "+kind+" ")
		quoted, bad := strconv.QuotedPrefix(rest)
		if !ok || bad != nil {
			continue
		}
		rest = strings.TrimPrefix(strings.TrimPrefix(rest[len(quoted):], " for "), "flag ")
		name, why, _ := strings.Cut(strings.TrimPrefix(rest, "-"), ": ")
		value, _ := strconv.Unquote(quoted)
		return BadValue(name, value, wants(set.Lookup(name)), why)
	}
	return CallError(err, FlagNames(set))
}

// wants says what value a flag takes, "" if its own error says that.
func wants(f *flag.Flag) string {
	getter, ok := f.Value.(flag.Getter)
	if !ok {
		return ""
	}
	unit, _ := flag.UnquoteUsage(f)
	switch getter.Get().(type) {
	case bool:
		return Wants("bool", unit)
	case int:
		return Wants("int", unit)
	case time.Duration:
		return Wants("duration", unit)
	}
	return ""
}

// Wants says in words what a flag takes whose value is of this type, by the name that
// package pflag has for it, and which its description counts in this unit. It is "" of
// what takes any text, or says in its error what it takes.
func Wants(kind, unit string) string {
	text := ""
	switch kind {
	case "bool":
		return "no value, or =true or =false"
	case "duration":
		return "a time such as 90s or 24h"
	case "int":
		text = "a whole number"
	case "float64":
		text = "a number"
	case "intSlice":
		return "whole numbers with commas between them"
	default:
		return ""
	}
	switch unit {
	case "int", "float", "number", strings.ToUpper(unit): // it says no more than the type
		return text
	}
	return text + " of " + unit
}

// BadValue is the error of a flag that doesn't take a value: it wants something else,
// or why says what.
func BadValue(name, value, wants, why string) error {
	name, quoted := Dashed(name), strconv.Quote(value)
	switch {
	case wants != "" && strings.HasSuffix(why, "out of range"):
		return Usagef("%s wants %s, and %s is out of range", name, wants, quoted)
	case wants != "":
		return Usagef("%s wants %s, not %s", name, wants, quoted)
	case strings.Contains(why, quoted):
		return Usagef("%s: %s", name, why)
	}
	return Usagef("%s: invalid value %s: %s", name, quoted, why)
}

// CallError says in our words what package flag, or pflag, says of the flags of a call,
// whose names these are, but for their values.
func CallError(err error, names []string) error {
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
	return WithStatus(err, Usage)
}
