package config

import (
	"errors"
	"flag"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"elide.example/elide/internal/cli"
)

// Origin is where a value came from. The zero Origin is the default.
type Origin struct {
	Name string // a file, a variable or a flag
	Line int    // in a file; else 0
}

func (o Origin) String() string {
	switch {
	case o.Name == "":
		return "default"
	case o.Line > 0:
		return fmt.Sprintf("%s:%d", o.Name, o.Line)
	}
	return o.Name
}

// refused is a setting that a project's file has but may not set, because
// the user has not trusted it.
type refused struct {
	Key    string
	Origin Origin
}

// Mistake returns the mistake for which a project's file was left out whole, nil
// if there is none. In a file that is trusted it would have been Load's error.
func (c *Config) Mistake() error { return c.mistake }

// Ignored says in a line what of the project's file is left out, nil if nothing
// is, and what there is to do. It quotes nothing that stands in the file: who
// reads it may take it for elide's own.
func (c *Config) Ignored() (hint string, what error) {
	var at *Error
	switch {
	case errors.As(c.mistake, &at):
		return "elide config", fmt.Errorf("%s:%d:%d: a mistake: this project's configuration is ignored", at.File, at.Line, at.Col)
	case c.mistake != nil:
		return "elide config", fmt.Errorf("%w: this project's configuration is ignored", c.mistake)
	case len(c.refused) == 0:
		return "", nil
	}
	var names []string
	for _, r := range c.refused {
		if !slices.Contains(names, r.Key) {
			names = append(names, r.Key)
		}
	}
	return "elide config trust", fmt.Errorf("%s: ignored, as the project is not trusted: %s", c.project.name, strings.Join(names, ", "))
}

// Origin returns where the value of that key came from.
func (c *Config) Origin(name string) Origin { return c.origins[name] }

// Clone returns a configuration that can be set without changing this one.
func (c *Config) Clone() *Config {
	own := *c
	own.origins = maps.Clone(c.origins)
	return &own
}

// Flags puts the flags of a set that stand in the call over a configuration.
type Flags struct {
	Config *Config
	Set    *flag.FlagSet
	Err    error // the first that can't be put; nothing is, after it
}

// Put sets a key to what its flag says, as Config.Set does, if that was given.
func (f *Flags) Put(flag, key string, value any) {
	if f.Err == nil && cli.Given(f.Set, flag) {
		f.Err = f.Config.Set(key, value, "--"+flag)
	}
}

// Set sets a key as a flag does. The value is a bool, int, string or []string, as
// the key wants it, or a time for one of milliseconds; the error says what it takes
// instead.
func (c *Config) Set(name string, value any, flag string) error {
	k, ok := find(name)
	if !ok {
		return fmt.Errorf("unknown key %q, the nearest is %q", name, nearest(name, false))
	}
	switch v := value.(type) {
	case int:
		value = int64(v)
	case time.Duration:
		if v < time.Millisecond || v.Milliseconds() > maxInt {
			return fmt.Errorf("%s must be a time from 1ms to 596h", flag)
		}
		value = v.Milliseconds()
	}
	value, err := k.read(c, value)
	if err != nil {
		return fmt.Errorf("%s %w", flag, err)
	}
	c.assign(k, value, Origin{Name: flag})
	return nil
}

// applyEnv sets what variables say: for each key one of its name, in upper
// case and after ELIDE_, with _ for the dots; and ELIDE, on or off, over
// ELIDE_ENABLED. A variable that is empty says nothing.
func (c *Config) applyEnv(env func(string) (string, bool)) error {
	for _, k := range keys() {
		if err := c.applyVariable(k, k.env(), env); err != nil {
			return err
		}
	}
	enabled, _ := find("enabled")
	return c.applyVariable(enabled, "ELIDE", env)
}

func (c *Config) applyVariable(k key, name string, env func(string) (string, bool)) error {
	text, _ := env(name)
	if text == "" {
		return nil
	}
	value, err := fromText(k.place(c), text)
	if err == nil {
		value, err = k.read(c, value)
	}
	if err != nil {
		return fmt.Errorf("%s=%s: %w", name, hidePasswords(text), err)
	}
	c.assign(k, value, Origin{Name: name})
	return nil
}

// fromText reads a value as it stands in a variable. A list has a line for
// each of its items, a table a line NAME=VALUE for each of its members.
func fromText(place any, text string) (any, error) {
	switch place.(type) {
	case *bool:
		return ParseSwitch(text)
	case *int, *int64:
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("must be a whole number")
		}
		return n, nil
	case *[]string:
		return strings.Split(strings.TrimRight(text, "\n"), "\n"), nil
	case *map[string]string:
		return tableFromText(text)
	}
	return text, nil
}

func tableFromText(text string) (any, error) {
	table := map[string]string{}
	for line := range strings.SplitSeq(strings.TrimRight(text, "\n"), "\n") {
		name, value, ok := strings.Cut(line, "=")
		if !ok {
			return nil, fmt.Errorf("must have a line NAME=VALUE for each member")
		}
		table[strings.TrimSpace(name)] = strings.TrimSpace(value)
	}
	return table, nil
}

// ParseSwitch reads on or off in the usual spellings.
func ParseSwitch(text string) (bool, error) {
	switch strings.ToLower(text) {
	case "on", "true", "1", "yes":
		return true, nil
	case "off", "false", "0", "no":
		return false, nil
	}
	return false, fmt.Errorf("must be on or off")
}

// Switch is an on/off flag with three states: one that isn't given decides
// nothing. It is a flag.Value.
type Switch struct{ given, on bool }

// Get returns the switch's state, and whether it was given one.
func (s *Switch) Get() (on, given bool) { return s.on, s.given }

// String returns "on", "off", or "" for the third state.
func (s *Switch) String() string {
	switch {
	case !s.given:
		return ""
	case s.on:
		return "on"
	}
	return "off"
}

// Set reads a state as the flag's argument.
func (s *Switch) Set(text string) error {
	on, err := ParseSwitch(text)
	if err == nil {
		s.given, s.on = true, on
	}
	return err
}

// IsBoolFlag lets the flag stand without an argument, for on.
func (s *Switch) IsBoolFlag() bool { return true }
