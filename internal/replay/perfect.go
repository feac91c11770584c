package replay

import (
	"strings"

	"elide.example/elide/internal/transcript"
)

// What a perfect reducer gives beside what will be used.
const (
	perfectRest = 0.1 // of the tokens of the rest
	perfectLine = 240 // bytes of a line, but of an edit's
	leastRun    = 4   // lines that stand in the conversation already
	runTokens   = 12  // of a word that says so
)

// perfectSizes returns the tokens of each output as a reducer would give it that
// knows what will be used: those lines, a tenth of the rest, and a few tokens for a
// run of lines that stand in the conversation.
func perfectSizes(l *looked, tokens []int) []int {
	seen := set{}
	at := 0
	var waiting []*output
	sizes := make([]int, len(l.outputs))
	for n, o := range l.outputs {
		if len(waiting) > 0 && waiting[0].event < o.event {
			for _, w := range waiting {
				eachLine(w.text, seen.add)
			}
			waiting = nil
		}
		for ; at < o.event; at++ {
			l.wrote(at, seen.add)
		}
		waiting = append(waiting, o)
		sizes[n] = perfectSize(o, tokens[n], seen)
	}
	return sizes
}

// wrote calls do with the lines that the user or the agent wrote in an event.
func (l *looked) wrote(event int, do func(line string)) {
	e := &l.c.Events[event]
	if e.Kind == transcript.User {
		eachLine(e.Text, do)
	}
	for i := range e.Calls {
		for _, leaf := range l.calls[e.Calls[i].ID].leaves {
			eachLine(leaf.text, do)
		}
	}
}

func perfectSize(o *output, tokens int, seen set) int {
	all := strings.Split(o.text, "\n")
	used, exact := map[int]bool{}, map[int]bool{}
	for _, f := range o.facts {
		hits := f.where(all, 0)
		first := never
		for i := range hits {
			first = min(first, i)
			if f.sort == edit {
				used[i], exact[i] = true, true
			}
		}
		if f.sort != edit && first != never {
			used[first] = true
		}
	}
	again, runs := repeated(all, seen)
	bytes, kept, rest := 0, 0, 0
	for i, line := range all {
		size := len(line) + 1
		bytes += size
		switch {
		case again[i]:
		case exact[i]:
			kept += size
		case used[i]:
			kept += min(size, perfectLine)
		default:
			rest += size
		}
	}
	per := float64(tokens) / float64(bytes)
	return min(tokens, int(float64(kept)*per+perfectRest*float64(rest)*per+float64(runTokens*runs)))
}

// repeated returns the lines of runs that stand in the conversation already.
func repeated(all []string, seen set) (again []bool, runs int) {
	again = make([]bool, len(all))
	start, telling := 0, 0
	for i := 0; i <= len(all); i++ {
		if i < len(all) {
			line := strings.TrimSpace(all[i])
			if line == "" || seen.has(line) || seen.has(strings.TrimSpace(numbered(all[i]))) {
				if line != "" {
					telling++
				}
				continue
			}
		}
		if telling >= leastRun {
			runs++
			for j := start; j < i; j++ {
				again[j] = true
			}
		}
		start, telling = i+1, 0
	}
	return again, runs
}
