package rulecheck

import (
	"fmt"

	"elide.example/elide/internal/rules"
)

// With returns a checker that reduces as elide does for somebody who has this file
// and no other, and runs the command that it is bound to. Several may be used at the
// same time.
func (c *Checker) With(f *rules.File) (*Checker, error) {
	var users rules.Users
	if err := users.Add(f); err != nil {
		return nil, err
	}
	own := *c
	own.opt.Rules, own.opt.Command = &users, f.Command
	return &own, nil
}

// User tells which examples of a user's file don't come out as they say.
func (c *Checker) User(f *rules.File) ([]Problem, error) {
	own, err := c.With(f)
	if err != nil {
		return nil, err
	}
	return own.Examples(f)
}

// UserEvidence tells which literals of the rules of a user's file none of its examples
// needs. What narrows a rule besides is his caution, of what he has not seen yet.
func (c *Checker) UserEvidence(f *rules.File) ([]Problem, error) {
	idle, err := c.Idle(f)
	var all []Problem
	for _, p := range idle {
		all = append(all, Problem{f.Name, p.Rule.Line, fmt.Sprintf("no example needs %s", p)})
	}
	return all, err
}

// Idle returns the literals of the rules of a user's file that none of its examples
// needs.
func (c *Checker) Idle(f *rules.File) ([]Part, error) {
	var all []Part
	for _, p := range Parts(f) {
		if p.literal < 0 {
			continue
		}
		needed, err := c.neededByUser(f, p)
		if err != nil {
			return nil, err
		}
		if !needed {
			all = append(all, p)
		}
	}
	return all, nil
}

// neededByUser tells whether one of the file's examples comes out otherwise without
// the part.
func (c *Checker) neededByUser(f *rules.File, p Part) (bool, error) {
	without, err := c.With(p.leftOut(f))
	if err != nil {
		return false, err
	}
	without.opt.Command = f.Command
	for _, e := range f.Examples {
		if text, _ := e.Text(); !p.In(text) {
			continue
		}
		if what, err := without.Holds(e); err != nil || what != "" {
			return true, err
		}
	}
	return false, nil
}
