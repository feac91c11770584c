package classify

import (
	"bytes"
	"strconv"

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
	// mostSources are so many outputs among one another, of leadLeast lines each on average at
	// least. With 8 or 32 as many of 185 labelled outputs among one or two others are whole; with 64
	// names of threads and pods were sources, before only runs were shown.
	mostSources = 16
	// sourcesBytes bounds the block, whose text is held once more with what is told of it.
	sourcesBytes = 4 << 20
)

// Sources returns the outputs whose lines stand among one another, nil if the block is one.
func Sources(b *block.Block) []Source {
	if b.Lines() < 2*leadLeast || b.Coarse() || len(b.Bytes()) > sourcesBytes {
		return nil
	}
	strong, shared, _ := leadOf(b)
	l, several := sourcesBehind(b, shared)
	switch {
	case several:
	case strong == nil:
		return searched(b)
	default:
		return nil
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
		all[at].add(b, i, n)
	}
	if len(all) < 2 || len(all)*leadLeast > b.Len() {
		return nil
	}
	return all
}

// add adds what a unit holds from its n-th byte on.
func (s *Source) add(b *block.Block, i, n int) {
	s.from = append(s.from, b.Offset(i)+min(n, len(b.Raw(i))-1))
	s.Text = append(s.Text, b.Text(i)[n:]...)
	if b.EndsLine(i) {
		s.Text = append(s.Text, '\n')
	}
}

// searched returns the files of which a search found lines, with what stands around them.
func searched(b *block.Block) []Source {
	found := 0
	for k := range leadSamples {
		if _, _, n := foundIn(sampled(b, k), nil); n > 0 {
			found++
		}
	}
	if found < leadSamples*3/4 {
		return nil
	}
	index := map[string]int{}
	for i := range b.Len() {
		if file, _, n := foundIn(b.Text(i), index); n > 0 && b.StartsLine(i) {
			if index[string(file)] = -1; len(index) > mostSources {
				return nil
			}
		}
	}
	var all []Source
	at, last, lines, on := 0, 0, 0, 0
	for i := range b.Len() {
		text := b.Text(i)
		if !b.StartsLine(i) {
			if len(all) > 0 {
				all[at].Text = append(all[at].Text, b.Raw(i)...)
			}
			continue
		}
		file, number, n := foundIn(text, index)
		switch lines++; {
		case n == 0:
			n = len(text)
		case index[string(file)] < 0:
			at = len(all)
			index[string(file)] = at
			all = append(all, Source{})
			on++
		default:
			if at = index[string(file)]; number > last {
				on++
			}
		}
		if last = number; len(all) > 0 {
			all[at].add(b, i, n)
		}
	}
	if on*4 < lines*3 {
		return nil
	}
	return all
}

// foundIn returns the file that a search names before a line, the line's number and the length of
// both: "a.log:12:", "a.log-13-" around it, "12:". The files are those that are known, nil for any.
func foundIn(text []byte, files map[string]int) (file []byte, number, n int) {
	text = text[:min(len(text), leadMost)]
	for at := 0; at < len(text); {
		if d := scan.Digits(text[at:]); d > 0 && at+d < len(text) && (text[at+d] == ':' || text[at+d] == '-') {
			end := text[at+d]
			number, _ = strconv.Atoi(string(text[at : at+d]))
			if at == 0 {
				return nil, number, d + 1
			}
			if text[at-1] == end {
				file = text[:at-1]
				if _, ok := files[string(file)]; ok || end == ':' || files == nil {
					return file, number, at + d + 1
				}
			}
		}
		next := bytes.IndexAny(text[at:], ":- ")
		if next < 0 || text[at+next] == ' ' {
			return nil, 0, 0
		}
		at += next + 1
	}
	return nil, 0, 0
}

// sourcesBehind tells whether several names stand behind what lines share, and how much of
// that is no name.
func sourcesBehind(b *block.Block, shared []byte) (l lead, several bool) {
	if names(shared) && times(shared) < len(shared) { // it is one of several
		shared = shared[:len(bytes.TrimRight(shared, " \t"))-len(lastWord(shared))]
	}
	l.like = shared
	seen, strays := map[string]int{}, 0
	for k := range leadSamples {
		text := sampled(b, k)
		n, m := l.name(text)
		if m == 0 {
			if strays++; strays > leadFew {
				return l, false
			}
			continue
		}
		seen[string(text[n:n+m])]++
	}
	found := 0
	for _, times := range seen {
		if times > 1 {
			found++
		}
	}
	return l, found > 1
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
		if n = bytes.IndexByte(text, ']'); n > 0 && times(text[1:n]) == 0 && isSource(text[1:n]) {
			return at, n + 1
		}
		return at, 0
	}
	n = max(0, bytes.IndexAny(text, " \t"))
	from := 0
	if bytes.IndexByte(text[:n], '/') > 0 && text[n-1] != ':' { // pnpm's: packages/web test:
		from = n + 1
		n = from + max(0, bytes.IndexAny(text[from:], " \t"))
	}
	if n > from+1 && text[n-1] == ':' && isSource(text[from:n-1]) && scan.IsLetter(text[from]) {
		return at, n
	}
	return at, 0
}
