// Package rulecheck proves rules by their examples: each example is reduced as any
// output is, and each literal of each rule must have an example in its file that
// comes out otherwise without it.
//
// It puts tables in the place of the embedded one, so nothing else may reduce in
// the process at the same time.
package rulecheck

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"elide.example/elide/internal/pipeline"
	"elide.example/elide/internal/rules"
	"elide.example/elide/internal/shape"
	"elide.example/elide/internal/store"
	"elide.example/elide/internal/worth"
)

// Checker runs examples. It keeps what they are reduced from in a store.
type Checker struct {
	st  *store.Store
	opt pipeline.Options
}

// New returns a checker that works in a folder, which may be deleted afterwards.
func New(dir string) (*Checker, error) {
	st, err := store.Open(dir, store.Options{})
	return &Checker{st, pipeline.Options{MinBytes: -1}}, err
}

// Bare returns a checker that leaves out what goes over the reducers whatever the shape:
// an error is shown anyway, but what is known of a tool is more, and what proves it
// should not depend on what else shows a line.
func (c *Checker) Bare() *Checker {
	bare := *c
	bare.opt.Bare = true
	return &bare
}

// Outcome is what becomes of a text.
type Outcome struct {
	Shape shape.Shape
	Shown []bool // by line: what the plan says, even if a text so short isn't worth its marker
}

// Equal tells whether two outcomes are the same.
func (o Outcome) Equal(other Outcome) bool {
	return o.Shape == other.Shape && slices.Equal(o.Shown, other.Shown)
}

// Run reduces the text with the rules that are in place.
func (c *Checker) Run(text []byte) (Outcome, error) {
	res, err := pipeline.Reduce(context.Background(), bytes.NewReader(text), c.opt, c.st)
	if err != nil {
		return Outcome{}, err
	}
	out := Outcome{res.Shape, slices.Repeat([]bool{true}, bytes.Count(text, []byte{'\n'}))}
	for _, p := range res.Pieces {
		for line := p.First.Line; res.Shape != shape.Binary && !p.Shown && line <= p.Last.Line; line++ {
			out.Shown[line-1] = false
		}
	}
	return out, nil
}

// Holds returns what is wrong with how the example comes out, "" if nothing is.
func (c *Checker) Holds(e rules.Example) (string, error) {
	text, marks := e.Text()
	out, err := c.Run(text)
	if err != nil {
		return "", err
	}
	if out.Shape.String() != e.Shape {
		return fmt.Sprintf("it is taken for %s, not for %s", out.Shape, e.Shape), nil
	}
	for i, line := range bytes.Split(text, []byte{'\n'})[:len(marks)] {
		switch {
		case marks[i] == '+' && !out.Shown[i]:
			return fmt.Sprintf("line %d is hidden: %s", i+1, line), nil
		case marks[i] == '-' && out.Shown[i]:
			return fmt.Sprintf("line %d is shown: %s", i+1, line), nil
		}
	}
	return "", nil
}

// Problem is what is wrong with a file, at a line of it.
type Problem struct {
	File string
	Line int
	What string
}

func (p Problem) String() string { return fmt.Sprintf("%s:%d: %s", p.File, p.Line, p.What) }

// Examples tells which of the file's examples don't come out as they say.
func (c *Checker) Examples(f *rules.File) ([]Problem, error) {
	var all []Problem
	for _, e := range f.Examples {
		what, err := c.Holds(e)
		if err != nil {
			return nil, err
		}
		if what != "" {
			all = append(all, Problem{f.Name, e.Line, fmt.Sprintf("example %q: %s", e.Title, what)})
		}
	}
	return all, nil
}

// Evidence tells which parts of the rules of files[i] none of its examples needs.
func (c *Checker) Evidence(files []*rules.File, i int) ([]Problem, error) {
	var all []Problem
	for _, p := range Parts(files[i]) {
		needed, err := c.Needed(files, i, p)
		if err != nil {
			return nil, err
		}
		if !needed {
			all = append(all, Problem{files[i].Name, p.Rule.Line, fmt.Sprintf("no example needs %s", p)})
		}
	}
	return all, nil
}

// Needed tells whether one of the examples of files[i] comes out otherwise without
// the part. A bare checker looks at the whole way too: what is known for noise is
// needed where what isn't known is shown. What else hidden lines are worth proves nothing.
func (c *Checker) Needed(files []*rules.File, i int, p Part) (bool, error) {
	ways := []*Checker{c}
	if c.opt.Bare {
		whole := *c
		whole.opt.Bare = false
		whole.opt.Worth = &worth.Table{Base: -1 << 20}
		ways = append(ways, &whole)
	}
	for _, way := range ways {
		if needed, err := way.needed(files, i, p); needed || err != nil {
			return needed, err
		}
	}
	return false, nil
}

func (c *Checker) needed(files []*rules.File, i int, p Part) (bool, error) {
	var candidates []rules.Example
	for _, e := range files[i].Examples {
		if text, _ := e.Text(); !p.In(text) {
			continue
		}
		what, err := c.Holds(e)
		if err != nil {
			return false, err
		}
		if what == "" {
			candidates = append(candidates, e)
		}
	}
	if len(candidates) == 0 {
		return false, nil
	}
	back, err := p.Leave(files, i)
	if err != nil {
		return false, err
	}
	defer back()
	for _, e := range candidates {
		if what, err := c.Holds(e); err != nil || what != "" {
			return true, err
		}
	}
	return false, nil
}

// Part is a piece of a rule that can be left out: a literal, or a condition.
type Part struct {
	Rule    rules.Rule
	index   int // of the rule in its file
	cond    int
	literal int    // -1: all of the condition, or what stands beside its literal
	beside  string // "then", "before": only that; or what the rule's lines tell
}

// Parts returns the parts of the file's rules.
func Parts(f *rules.File) []Part {
	var all []Part
	for i, r := range f.Rules {
		if r.Tells != rules.TellsNothing {
			all = append(all, Part{Rule: r, index: i, literal: -1, beside: r.Tells.String()})
		}
		for k, c := range r.Conds {
			p := Part{Rule: r, index: i, cond: k, literal: -1}
			if c.Op.Literal() {
				for l := range c.Literals {
					p.literal = l
					all = append(all, p)
				}
			} else {
				all = append(all, p)
			}
			p.literal = -1
			if len(c.Then) > 0 {
				p.beside = "then"
				all = append(all, p)
			}
			if len(c.Before) > 0 {
				p.beside = "before"
				all = append(all, p)
			}
		}
	}
	return all
}

// String says what the part is, and of which rule.
func (p Part) String() string {
	c := p.Rule.Conds[p.cond]
	of := fmt.Sprintf(" of the rule %s %s", p.Rule.Kind.Room(), p.Rule.Kind)
	switch {
	case p.tells():
		return p.beside + of + " " + c.String()
	case p.beside != "":
		return p.beside + " of the condition " + c.String() + of
	case p.literal < 0:
		return "the condition " + c.String() + of
	}
	c.Literals, c.Then, c.Before = c.Literals[p.literal:p.literal+1], nil, nil
	return c.String() + of
}

// tells tells whether the part is what the rule's lines tell of the output.
func (p Part) tells() bool {
	return p.beside != "" && p.beside == p.Rule.Tells.String()
}

// Literal returns the literal that is left out, "" if the part is none.
func (p Part) Literal() string {
	if p.literal < 0 {
		return ""
	}
	return p.Rule.Conds[p.cond].Literals[p.literal]
}

// In tells whether the text has what the part looks for, so that it may matter.
func (p Part) In(text []byte) bool {
	return bytes.Contains(text, []byte(p.Literal())) || bytes.Contains(bytes.ToLower(text), []byte(p.Literal()))
}

// Leave puts the rules without the part of files[i] in place, until it is called back.
func (p Part) Leave(files []*rules.File, i int) (back func(), err error) {
	without := slices.Clone(files)
	without[i] = p.leftOut(files[i])
	return rules.Try(p.Rule.Kind.Room(), without)
}

// leftOut returns the file without the part.
func (p Part) leftOut(of *rules.File) *rules.File {
	f := *of
	f.Rules = slices.Clone(f.Rules)
	if r, ok := p.without(); ok {
		f.Rules[p.index] = r
	} else {
		f.Rules = slices.Delete(f.Rules, p.index, p.index+1)
	}
	return &f
}

// without returns the rule without the part, false if nothing is left of it: a rule
// whose only beginning, end, or place is gone would answer everywhere.
func (p Part) without() (rules.Rule, bool) {
	r := p.Rule
	r.Conds = slices.Clone(r.Conds)
	c := &r.Conds[p.cond]
	switch {
	case p.tells():
		r.Tells = rules.TellsNothing
	case p.beside == "then":
		c.Then = nil
	case p.beside == "before":
		c.Before = nil
	case p.literal >= 0 && len(c.Literals) > 1:
		c.Literals = slices.Delete(slices.Clone(c.Literals), p.literal, p.literal+1)
	default:
		if c.Op.Literal() && !c.Not && p.cond == r.Finder() {
			return r, false
		}
		r.Conds = slices.Delete(r.Conds, p.cond, p.cond+1)
	}
	return r, len(r.Conds) > 0
}
