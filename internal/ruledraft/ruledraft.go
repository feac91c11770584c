// Package ruledraft proposes a rule file from an output of a tool that nobody has
// said anything of: lines that look alike are one group, as one statement printed
// them; what is frequent may go, what is rare or says how bad it is must stay. The
// example is a part of the output, marked as it comes out.
package ruledraft

import (
	"bytes"
	"cmp"
	"errors"
	"slices"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/rulecheck"
	"elide.example/elide/internal/rules"
	"elide.example/elide/internal/shape"
	"elide.example/elide/internal/templates"
)

// MostBytes is how much of an output is looked at.
const MostBytes = 1 << 20

// The bounds of a draft: what a person reads through in a few minutes.
const (
	mostHides   = 12
	mostShows   = 12
	frequent    = 4   // lines of a group, from which on it may be hidden
	rare        = 2   // and up to which it is shown
	mostExample = 160 // lines of the example
	sampled     = 24  // lines of a group that may be hidden, in the example
	longestLine = 400 // bytes of a line of it
)

// Draft is a proposed rule file.
type Draft struct {
	File     *rules.File
	Idle     []rules.Rule // what else was found, which changes nothing
	Unproven []rules.Rule // and what does, in the whole output, but not in the example
	Lines    int          // of the output
}

// group is the lines of one template.
type group struct {
	lines  []int // units
	bytes  int
	severe bool // one of them says that something is wrong
	rule   rules.Rule
	set    *rules.Set // of the rule alone
}

// New proposes a file for the output of a command, whose name is empty if it isn't
// to be bound to one.
func New(c *rulecheck.Checker, output []byte, command string) (*Draft, error) {
	b := block.New(wholeLines(output))
	groups := groupsOf(b)
	hides, shows := chosen(b, groups)
	f := &rules.File{Name: "draft", Command: command}
	example := sample(b, groups, hides)
	d := &Draft{File: f, Lines: b.Lines()}
	if len(example) == 0 {
		return nil, ErrNoText
	}
	base, err := c.Run(b.Bytes())
	if err != nil {
		return nil, err
	}
	if base.Shape == shape.Binary {
		return nil, ErrNoText
	}
	for _, g := range slices.Concat(shows, hides) {
		if g.changes(b, base) {
			f.Rules = append(f.Rules, g.rule)
		} else {
			d.Idle = append(d.Idle, g.rule)
		}
	}
	f.Examples = []rules.Example{{Title: "a part of what it printed", Lines: example}}
	return d, d.prove(c)
}

// prove marks the example, and puts aside the rules that it doesn't need, one after
// the other.
func (d *Draft) prove(c *rulecheck.Checker) error {
	for {
		if err := d.mark(c); err != nil {
			return err
		}
		idle, err := c.Idle(d.File)
		if err != nil || len(idle) == 0 {
			return err
		}
		last := idle[len(idle)-1].Rule
		d.Unproven = append(d.Unproven, last)
		d.File.Rules = slices.DeleteFunc(d.File.Rules, func(r rules.Rule) bool { return r.String() == last.String() })
	}
}

// ErrNoText is the error where there are no lines to draft from.
var ErrNoText = errors.New("no lines to draft from: the output is empty, no text, or all one line")

// wholeLines returns the first MostBytes, up to the end of a line, and ends the last
// one if the output doesn't.
func wholeLines(output []byte) []byte {
	if len(output) > MostBytes {
		output = output[:MostBytes]
		return output[:bytes.LastIndexByte(output, '\n')+1]
	}
	if len(output) > 0 && !bytes.HasSuffix(output, []byte{'\n'}) {
		output = append(bytes.Clone(output), '\n')
	}
	return output
}

// groupsOf returns the groups of the lines that are neither blank nor cut into
// segments, in the order of their first. Lines that differ in numbers alone are of one
// group, whatever their templates: of svc-1 that is another than of svc-2, as what
// returns -1 has failed.
func groupsOf(b *block.Block) []*group {
	var all []*group
	known, forms := map[int]*group{}, map[string]*group{}
	for i, id := range templates.Groups(b) {
		text := b.Text(i)
		if id < 0 || !b.StartsLine(i) || !b.EndsLine(i) || len(bytes.TrimSpace(text)) == 0 {
			continue
		}
		g := known[id]
		if g == nil {
			form := numberless(text)
			if g = forms[form]; g == nil {
				g = &group{}
				forms[form] = g
				all = append(all, g)
			}
			known[id] = g
		}
		g.lines = append(g.lines, i)
		g.bytes += len(text)
		g.severe = g.severe || severe(text)
	}
	return all
}

// numberless returns the text with a nought for each number.
func numberless(text []byte) string {
	out := make([]byte, 0, len(text))
	for i, c := range text {
		switch {
		case c < '0' || c > '9':
			out = append(out, c)
		case i == 0 || text[i-1] < '0' || text[i-1] > '9':
			out = append(out, '0')
		}
	}
	return string(out)
}

// severe tells whether a word of the line says that something is wrong.
func severe(text []byte) bool {
	for word := range bytes.FieldsFuncSeq(text, func(r rune) bool { return !('a' <= r|0x20 && r|0x20 <= 'z') }) {
		if rules.SeverityOf(word, rules.AsMessage|rules.AsLevel) >= rules.SeverityWarning {
			return true
		}
	}
	return false
}

// chosen returns the groups to hide, those with the most bytes first, and those to
// show, those that say how bad they are first. What would hide a line that is to be
// shown isn't among them.
func chosen(b *block.Block, groups []*group) (hides, shows []*group) {
	for _, g := range groups {
		kind := rules.LineShow
		if !g.severe && len(g.lines) >= frequent {
			kind = rules.LineHide
		}
		if !g.severe && len(g.lines) > rare && len(g.lines) < frequent {
			continue
		}
		ok := false
		if g.rule, ok = ruleOf(b, g.lines, kind); !ok {
			continue
		}
		if set, err := rules.Compile(&rules.File{Rules: []rules.Rule{g.rule}}); err == nil {
			g.set = set
		}
		if kind == rules.LineHide {
			hides = append(hides, g)
		} else {
			shows = append(shows, g)
		}
	}
	hides = slices.DeleteFunc(hides, func(h *group) bool { return takesAnothers(b, h, groups) })
	slices.SortStableFunc(hides, func(a, b *group) int { return b.bytes - a.bytes })
	slices.SortStableFunc(shows, func(a, b *group) int { return cmp.Compare(rankOf(a), rankOf(b)) })
	if len(shows) > mostShows { // where nearly all lines are rare, that says nothing
		shows = slices.DeleteFunc(shows, func(g *group) bool { return !g.severe })
	}
	return unlike(hides, mostHides), unlike(shows, mostShows)
}

func rankOf(g *group) int {
	if g.severe {
		return 0
	}
	return 1
}

// takesAnothers tells whether what hides the group finds a line, too, that is rare or
// says that something is wrong.
func takesAnothers(b *block.Block, h *group, groups []*group) bool {
	return slices.ContainsFunc(groups, func(g *group) bool {
		return g != h && (g.severe || len(g.lines) <= rare) && slices.ContainsFunc(g.lines, func(i int) bool { return answer(h.set, b.Text(i)) == rules.LineHide })
	})
}

// unlike returns the first groups whose rules differ.
func unlike(all []*group, most int) []*group {
	var out []*group
	for _, g := range all {
		same := func(o *group) bool { return o.rule.String() == g.rule.String() }
		if len(out) < most && !slices.ContainsFunc(out, same) {
			out = append(out, g)
		}
	}
	return out
}

// changes tells whether the group's rule does what elide doesn't without it.
func (g *group) changes(b *block.Block, base rulecheck.Outcome) bool {
	return slices.ContainsFunc(g.lines, func(i int) bool {
		return base.Shown[b.Line(i)-1] == (g.rule.Kind == rules.LineHide)
	})
}

// sample returns the lines of the example, in their order.
func sample(b *block.Block, groups, hides []*group) []rules.ExampleLine {
	var units []int
	for _, g := range groups {
		n := rare + 1
		if slices.Contains(hides, g) {
			n = sampled
		}
		units = append(units, g.lines[:min(n, len(g.lines))]...)
	}
	slices.Sort(units)
	var lines []rules.ExampleLine
	for _, i := range units[:min(len(units), mostExample)] {
		text := bytes.TrimRight(b.Text(i), "\r")
		if len(text) <= longestLine && written(text) {
			lines = append(lines, rules.ExampleLine{Mark: ' ', Text: string(text)})
		}
	}
	return lines
}

// mark marks the example as it comes out, so that it passes.
func (d *Draft) mark(c *rulecheck.Checker) error {
	own, err := c.With(d.File)
	if err != nil {
		return err
	}
	e := &d.File.Examples[0]
	text, _ := e.Text()
	out, err := own.Run(text)
	if err != nil {
		return err
	}
	e.Shape = out.Shape.String()
	set, err := rules.Compile(d.File)
	if err != nil {
		return err
	}
	for i := range e.Lines {
		l := &e.Lines[i]
		l.Mark = ' '
		switch line := []byte(l.Text); {
		case out.Shown[i] && (severe(line) || answer(set, line) == rules.LineShow):
			l.Mark = '+'
		case !out.Shown[i] && answer(set, line) == rules.LineHide:
			l.Mark = '-'
		}
	}
	return nil
}

// answer returns what the rules say of a line.
func answer(set *rules.Set, line []byte) rules.Kind {
	h, _ := set.Own(rules.Line, line)
	return h.Kind
}
