package pipeline

import (
	"path/filepath"
	"slices"
	"strings"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/keep"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/rules"
)

// mostAskedOf is how much of a line is asked whether a rule of the user's speaks of
// it. Longer lines are cut into units already, but for those that a terminal draws
// anew again and again, and of them only what is left counts.
const mostAskedOf = 4096

// askRules finds out which rules of the user's speak of the original.
func (r *ranker) askRules() (err error) {
	r.told, err = r.opt.Rules.For(func(name string) bool { return runs(r.opt.Command, name) })
	var words []keep.Pattern
	for _, w := range r.told.Words {
		words = append(words, keep.Text(w))
	}
	r.too = keep.NewSet(words)
	return err
}

// rule does with the units what the user's rules of lines say, if there are any. What
// is critical is not hidden, and so are heads of what is, what says that something is
// missing, and what a pattern asks for; what a query asks for is raised again later. A
// line that is cut into segments is hidden whole if its first one is to be.
func (r *ranker) rule(b *block.Block, marks []mark.Mark) bool {
	raises := r.unlimited(b) && (r.told.Too.Has(rules.Line) || r.too != nil)
	if !r.told.Set.Has(rules.Line) && !raises {
		return false
	}
	hidden := false
	for i := range marks {
		text := b.Text(i)
		text = text[:min(len(text), mostAskedOf)]
		h, _ := r.told.Set.Own(rules.Line, text)
		hidden = h.Kind == rules.LineHide && b.StartsLine(i) || hidden && !b.StartsLine(i)
		switch {
		case h.Kind == rules.LineShow || raises && r.raised(text):
			marks[i].Raise(mark.Critical, 255, mark.WhyRule)
		case hidden && marks[i].Rank < mark.Critical:
			marks[i].Rank, marks[i].Score, marks[i].Why = mark.Bulk, 0, mark.WhyRule
		}
	}
	return true
}

// raised tells whether a project that isn't trusted has the line shown.
func (r *ranker) raised(text []byte) bool {
	h, _ := r.told.Too.Own(rules.Line, text)
	return h.Kind == rules.LineShow || r.too != nil && r.too.Match(text)
}

// runs tells whether a command of the line has the name: its words are the first of
// the command's, the program's without its folder.
func runs(line, name string) bool {
	want := strings.Fields(name)
	commands := strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(";&|\n(){}", r) })
	for _, command := range commands {
		words := strings.Fields(command)
		for len(words) > 0 && (words[0] == "env" || words[0] == "exec" || strings.Contains(words[0], "=")) {
			words = words[1:]
		}
		if len(want) > 0 && len(words) >= len(want) && filepath.Base(words[0]) == want[0] && slices.Equal(words[1:len(want)], want[1:]) {
			return true
		}
	}
	return false
}
