package digest

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/order"
)

// factsMost is how many lines of facts are kept, factMost how long one is.
const (
	factsMost = 60
	factMost  = 160
)

// event is a text of the stretch in its order.
type event struct {
	at     int
	text   []byte
	weight int     // how much it says that a word stands in it
	from   *action // of a result
}

// facts returns lines of results that hold words which were used later and stood
// nowhere before: what the work relies on and can't be known otherwise. Lines that
// stand among the errors are left out.
func (s *stretch) facts(errors []Line) []Line {
	events := s.events()
	uses := usesIn(events)
	known := map[string]bool{}
	for _, text := range s.before {
		learn(known, []byte(text))
	}
	touched := s.files()
	for _, path := range append(touched.Read, touched.Modified...) { // named elsewhere
		known[path] = true
	}
	var out []Line
	for i, e := range events {
		if e.from == nil {
			learn(known, e.text)
			continue
		}
		out = append(out, factsOf(e, i, uses, known)...)
	}
	out = slices.DeleteFunc(foremost(out, 2*factsMost), func(l Line) bool {
		return slices.ContainsFunc(errors, func(e Line) bool { return strings.Contains(e.Text, l.Text) })
	})
	return foremost(out, factsMost)
}

// events returns the texts of the stretch. In a message results come first.
func (s *stretch) events() []event {
	var out []event
	for _, a := range s.calls {
		if a.result != nil {
			out = append(out, event{a.result.at, a.result.text, 0, a})
		}
	}
	for _, said := range s.said {
		out = append(out, event{said.at, []byte(said.text), 3, nil})
	}
	for _, a := range s.calls {
		weight := 1 // a file that is written may name anything
		if a.use.Command != "" {
			weight = 2
		}
		out = append(out, event{a.at, a.input, weight, nil})
	}
	order.By(out, func(a, b event) int { return cmp.Compare(a.at, b.at) })
	return out
}

// use is an event in which a word stands that is no result.
type use struct{ event, at, weight int }

func usesIn(events []event) map[string][]use {
	uses := map[string][]use{}
	for i, e := range events {
		if e.from != nil {
			continue
		}
		words(e.text, func(_ int, word []byte) {
			all := uses[string(word)]
			if len(all) == 0 || all[len(all)-1].event != i {
				uses[string(word)] = append(all, use{i, e.at, e.weight})
			}
		})
	}
	return uses
}

func learn(known map[string]bool, text []byte) {
	words(text, func(_ int, word []byte) { known[string(word)] = true })
}

// factsOf returns the lines of a result, the i-th event, that hold words which
// are used behind it.
func factsOf(e event, i int, uses map[string][]use, known map[string]bool) []Line {
	var out []Line
	end := 0 // of the line that the last fact stands in
	words(e.text, func(at int, word []byte) {
		all := uses[string(word)]
		n, _ := slices.BinarySearchFunc(all, i, func(u use, i int) int { return cmp.Compare(u.event, i) })
		if n == len(all) || known[string(word)] {
			return
		}
		known[string(word)] = true
		score := 2 * worth(word)
		for _, u := range all[n:] {
			score += u.weight
		}
		last := Ref{Message: all[len(all)-1].at}
		if at >= end {
			end = at + lineEnd(e.text[at:])
			out = append(out, Line{Text: lineAround(e.text, at), From: Ref{Message: e.at}, Later: last, score: score})
			return
		}
		line := &out[len(out)-1]
		line.score += score / 2
		line.Later.Message = max(line.Later.Message, last.Message)
	})
	return out
}

func lineEnd(text []byte) int {
	if i := bytes.IndexByte(text, '\n'); i >= 0 {
		return i
	}
	return len(text)
}

// lineAround returns the line that holds the byte at a place, as a terminal would
// show it; of a long one what is near to it.
func lineAround(text []byte, at int) string {
	start := bytes.LastIndexByte(text[:at], '\n') + 1
	line := text[start : at+lineEnd(text[at:])]
	if len(line) <= factMost {
		return extract(string(block.Resolve(line)), factMost)
	}
	const before = 60
	if at-start <= before {
		return extract(string(line), factMost)
	}
	from := at - before
	if i := bytes.IndexByte(text[from:at], ' '); i >= 0 {
		from += i + 1
	}
	return extract(ellipsis+string(bytes.ToValidUTF8(text[from:start+len(line)], nil)), factMost)
}

// foremost returns the lines with the highest scores, in their order.
func foremost(lines []Line, most int) []Line {
	if len(lines) <= most {
		return lines
	}
	scores := make([]int, len(lines))
	for i, l := range lines {
		scores[i] = -l.score
	}
	slices.Sort(scores)
	least := -scores[most-1]
	var kept []Line
	for i := len(lines) - 1; i >= 0; i-- { // the later of those that are even
		if lines[i].score >= least && len(kept) < most {
			kept = append(kept, lines[i])
		}
	}
	slices.Reverse(kept)
	return kept
}
