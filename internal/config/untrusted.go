package config

import (
	"reflect"
	"slices"

	"elide.example/elide/internal/keep"
)

// rule says what a project's file may do with a setting that the user has not
// trusted: keep more, or hide less. It does what it may, and tells whether that
// was all that the file asked for. A setting without a rule such a file leaves
// alone. That is so, too, where neither more is kept nor less hidden (what a
// model is told, what an answer costs, how long one waits, where something is
// sent), and where a bound is the user's own: how much his disk holds.
type rule func(c *Config, k key, asked any, from Origin) bool

// only lets the file say what is more careful than what holds.
func only(careful func(held, asked any) bool) rule {
	return func(c *Config, k key, asked any, from Origin) bool {
		if !careful(k.held(c), asked) {
			return false
		}
		c.assign(k, asked, from)
		return true
	}
}

func off(_, asked any) bool     { return asked == false }
func on(_, asked any) bool      { return asked == true }
func exact(_, asked any) bool   { return asked == ReadsExact }
func none(_, asked any) bool    { return asked == ClearNone }
func more(held, asked any) bool { return asked.(int) > held.(int) }

// moreOfSome raises a limit that the user has set. Where there is none, 0, any
// number would be one; and 0 is none only for what fits in memory.
func moreOfSome(held, asked any) bool { return held.(int) > 0 && more(held, asked) }

// added adds to what a list holds.
func added(c *Config, k key, asked any, from Origin) bool {
	c.assign(k, slices.Concat(k.held(c).([]string), asked.([]string)), from)
	return true
}

// words has lines kept as well, where no limit makes them take the place of what
// matters. An expression may take seconds, and is the user's to allow.
func words(c *Config, _ key, asked any, _ Origin) bool {
	all := asked.([]string)
	c.KeepToo = slices.DeleteFunc(slices.Clone(all), keep.IsExpression)
	return len(c.KeepToo) == len(all)
}

// held returns the value that the setting has.
func (k key) held(c *Config) any { return reflect.ValueOf(k.place(c)).Elem().Interface() }

// ask does with a setting what a file may do that isn't trusted, and notes what
// it may not.
func (c *Config) ask(k key, asked any, from Origin) {
	if same(k.held(c), asked) || k.untrusted != nil && k.untrusted(c, k, asked, from) {
		return
	}
	c.refused = append(c.refused, refused{k.name, from})
}

// same tells whether two values of a setting are. A list that is empty is as good
// as none.
func same(a, b any) bool {
	x, y := reflect.ValueOf(a), reflect.ValueOf(b)
	if x.Kind() == reflect.Slice || x.Kind() == reflect.Map {
		return x.Len()+y.Len() == 0 || reflect.DeepEqual(a, b)
	}
	return a == b
}
