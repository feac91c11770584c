package classify

import (
	"bytes"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/scan"
)

// Source is one of several outputs whose lines stand among one another, each behind the name
// of what printed it.
type Source struct {
	Text []byte // its lines, without its name
	from []int  // where in the block each of them begins
}

// Units returns the units of the block that hold the bytes from column first to last, counted
// from 1, of a line of the source.
func (s *Source) Units(b *block.Block, line, first, last int) (from, to int) {
	at := s.from[line-1]
	return b.UnitAt(at + first - 1), b.UnitAt(at + last - 1)
}

const (
	// mostSources are so many outputs among one another, of so many lines on average at least.
	mostSources = 64
)

// Sources returns the outputs whose lines stand among one another, nil if the block is one.
func Sources(b *block.Block) []Source {
	if b.Lines() < 2*leadLeast || b.Coarse() {
		return nil
	}
	l := lead{like: leadOf(b)}
	l.like = l.like[:times(l.like)] // a name in it is one of several
	strays := 0
	for k := range leadSamples {
		if _, n := l.name(sampled(b, k)); n == 0 {
			if strays++; strays > leadFew {
				return nil
			}
		}
	}
	var all []Source
	index := map[string]int{}
	at := 0 // of a line without a name: it is of the output before it
	for i := range b.Len() {
		text := b.Text(i)
		if !b.StartsLine(i) {
			if len(all) > 0 {
				all[at].Text = append(all[at].Text, b.Raw(i)...)
			}
			continue
		}
		n, m := l.name(text)
		if m > 0 {
			var ok bool
			if at, ok = index[string(text[n:n+m])]; !ok {
				if at = len(all); at == mostSources {
					return nil
				}
				index[string(text[n:n+m])] = at
				all = append(all, Source{})
			}
		}
		if len(all) == 0 {
			continue
		}
		if n += m; n < len(text) && n > 0 && text[n] == ' ' && text[n-1] != ' ' {
			n++
		}
		s := &all[at]
		s.from = append(s.from, b.Offset(i)+min(n, len(b.Raw(i))-1))
		s.Text = append(s.Text, text[n:]...)
		if b.EndsLine(i) {
			s.Text = append(s.Text, '\n')
		}
	}
	if len(all) < 2 || len(all)*leadLeast > b.Len() {
		return nil
	}
	return all
}

// name returns where in a line the name of what printed it stands, behind a lead that all
// have, and its length, what ends it included; 0 if it has none.
func (l lead) name(text []byte) (at, n int) {
	if len(l.like) > 0 {
		at = l.length(text)
	}
	text = text[at:min(len(text), at+leadMost)]
	if n = scan.Service(text); n > 0 {
		return at, n
	}
	if len(text) > 0 && text[0] == '[' {
		if n = bytes.IndexByte(text, ']'); n > 0 && isSource(text[1:n]) {
			return at, n + 1
		}
		return at, 0
	}
	n = max(0, bytes.IndexAny(text, " \t"))
	if n > 1 && text[n-1] == ':' && isSource(text[:n-1]) && !scan.IsDigit(text[0]) {
		return at, n
	}
	return at, 0
}
