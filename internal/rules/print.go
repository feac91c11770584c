package rules

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// String returns the file as it is written: Parse of it gives the same file, but
// for the numbers of lines and the comments.
func (f *File) String() string {
	var b strings.Builder
	if f.Command != "" {
		fmt.Fprintf(&b, "command %s\n", strconv.Quote(f.Command))
	}
	for _, r := range f.Rules {
		b.WriteString(r.String() + "\n")
	}
	for _, e := range f.Examples {
		b.WriteString(e.String())
	}
	return b.String()
}

// String returns the rule in one line.
func (r Rule) String() string {
	var b strings.Builder
	b.WriteString(r.Kind.Room().String() + " " + r.Kind.String())
	if r.Tells != TellsNothing {
		b.WriteString(" " + r.Tells.String())
	}
	for _, c := range r.Conds {
		b.WriteString(" " + c.String())
	}
	return b.String()
}

// String returns the condition with what stands beside its literal.
func (c Cond) String() string {
	var b strings.Builder
	if c.Not {
		b.WriteString("not ")
	}
	b.WriteString(opNames[c.Op])
	switch {
	case c.Op == OpUnder || c.Op == OpOver:
		fmt.Fprintf(&b, " %d", c.N)
	case c.Op == OpRuled:
		b.WriteString(" " + strconv.Quote(c.Literals[0]))
	}
	for i := 0; c.Op.Literal() && i < len(c.Literals); i++ {
		b.WriteString(" " + word(c.Literals[i]))
	}
	steps(&b, " before", c.Before)
	steps(&b, " then", c.Then)
	return b.String()
}

func steps(b *strings.Builder, word string, list []Step) {
	if len(list) > 0 {
		b.WriteString(word)
	}
	for _, s := range list {
		if s.Class == Exactly {
			b.WriteString(" " + strconv.Quote(s.Literal))
		} else {
			b.WriteString(" " + classNames[s.Class])
		}
	}
}

// word returns the literal bare if it may be, else in quotes.
func word(literal string) string {
	bare := literal != "" && utf8.ValidString(literal) && literal[0] != '#'
	for _, r := range literal {
		bare = bare && r != '"' && r != '|' && r != '\\' && r != ' ' && unicode.IsPrint(r)
	}
	if bare && (token{text: literal}).literal() {
		return literal
	}
	return strconv.Quote(literal)
}

// String returns the example with its end.
func (e Example) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "\nexample %s %s\n", e.Shape, strconv.Quote(e.Title))
	for _, l := range e.Lines {
		b.WriteByte(l.Mark)
		if l.Times > 0 {
			fmt.Fprintf(&b, "*%d", l.Times)
		}
		b.WriteString(" " + l.Text + "\n")
	}
	b.WriteString("end\n")
	return b.String()
}

// Text returns the example's output, and the mark of each of its lines.
func (e Example) Text() (text []byte, marks []byte) {
	for _, l := range e.Lines {
		for n := range max(l.Times, 1) {
			line := l.Text
			if l.Times > 0 {
				line = strings.ReplaceAll(line, "{n}", strconv.Itoa(n+1))
			}
			text = append(append(text, line...), '\n')
			marks = append(marks, l.Mark)
		}
	}
	return text, marks
}
