// Package floor shows what says of itself that something is wrong, whatever its
// section was taken for: a table's rows are predictable, an error between them isn't.
//
// A line says so as a diagnostic, the title of a failed test or the head of a stack
// trace do, in the place where they say it (build.Strictly), or anywhere in words
// (build.InWords), or below a line that says only how bad it is. Words count where lines are not what someone wrote: not in source,
// prose, searches and JSON, and in tables and listings only of a line unlike the
// others. A place in a file (build.Placed) says so of such a line of a run. Of what like
// it is shown already it says nothing new.
//
// And it shows of what a run printed those lines that nothing predicts: what isn't
// known is hidden for no reason; those that deviate from lines that are like them, say a rare
// value, or end in another status; both sides of a comparison; and what stands right ahead of
// what went wrong, or names the same request.
package floor

import (
	"bytes"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/line"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/reduce/build"
	"elide.example/elide/internal/rules"
	"elide.example/elide/internal/scan"
	"elide.example/elide/internal/shape"
)

const (
	// scanned is how much of a line is looked at: who complains does so at its start.
	scanned = 400
	// Alike is how many lines are shown that say the same of different things; of 6
	// or 8 no needle more was seen, and the corpora cost 0.1 and 0.2 points more.
	Alike = 4
	// odd is the part of a section, one in so many lines, below which lines of a kind
	// are unlike the others.
	odd = 10
	// listed is how much of a listing, in percent, is rows of one; else it is the output of
	// a tool that lists things, and what it says between them counts.
	listed = 60
	// score orders what the floor shows under a budget: behind what reducers know to
	// be worse.
	score = 128
)

// Raise shows the units of the block that say that something is wrong, where nothing
// like them is shown, and those of what a run printed that nothing predicts. secs tile the block, marks are of its units.
func Raise(secs []block.Section, marks []mark.Mark) {
	f := floor{marks: marks, seen: map[uint64]struct{}{}, families: map[uint64]int{}, noted: make([]uint64, len(marks)), asked: make([]bool, len(marks)), failing: make([]block.Answer, len(marks))}
	for _, s := range secs {
		f.note(s)
	}
	for _, s := range secs {
		f.unjudged(s)
		f.warnings(s)
		f.raise(s)
		f.captioned(s)
		f.verdicts(s)
		f.fewPassed(s)
		f.told(s)
		f.sides(s)
		f.places(s)
		f.placesBelow(s)
		f.codes(s)
		f.counted(s)
		f.figures(s)
		f.statuses(s)
		f.ended(s)
		f.states(s)
		f.unknown(s)
		f.deviants(s)
		f.extremes(s)
		f.values(s)
		f.before(s)
		f.traced(s)
	}
	f.ends(secs[len(secs)-1])
}

// floor is what is known of a block while its sections are gone through.
type floor struct {
	marks    []mark.Mark
	seen     map[uint64]struct{} // templates of lines
	families map[uint64]int      // how many lines say the same
	noted    []uint64            // of each unit that is shown the family, or one of these
	asked    []bool              // which units were looked at for what is wrong, or like ones were
	failing  []block.Answer      // of each unit whether it is a verdict
}

// What is noted of a unit that is of no family.
const (
	unnoted uint64 = iota
	noFamily
	families // others are no less
)

// note takes down what is shown of a section already.
func (f *floor) note(s block.Section) {
	for i := range s.Len() {
		if f.marks[s.First+i].Rank == mark.Bulk {
			continue
		}
		told := &f.noted[s.First+i]
		if *told = f.noted[s.KinOf(s.First+i)]; *told == unnoted {
			*told = f.take(s.Look(i), start(s.Text(i)))
		}
		if *told >= families {
			f.families[*told]++
		}
	}
}

// take takes down what is shown, and returns what is noted of it.
func (f *floor) take(look line.Seen, t []byte) uint64 {
	if look.Kind == line.Tag {
		if t = scan.ElementText(t); len(t) > 0 {
			f.seen[scan.Template(t)] = struct{}{}
		}
		if build.SaysAlone(t) != build.Strictly {
			return noFamily
		}
		return Family(t)
	}
	if len(t) == 0 || !may(look, t) {
		return noFamily
	}
	f.seen[scan.Template(t)] = struct{}{}
	if build.Says(t) == build.Nothing {
		return noFamily
	}
	return Family(t)
}

// raise shows what else of a section says that something is wrong.
func (f *floor) raise(s block.Section) {
	var kinds [line.Kinds]int
	flush := 0 // lines at the left edge
	looks := s.Looks()
	for i, look := range looks {
		kinds[look.Kind]++
		if !scan.IsBlank(look.First) && (look.First != 0 || len(s.Text(i)) > 0) {
			flush++
		}
	}
	rows, lines := kinds[line.Setting]+kinds[line.Path]+kinds[line.Perms]+kinds[line.Columns]+kinds[line.Comment], s.Len()-kinds[line.Blank]
	mixed := s.Shape == shape.Listing && rows > 0 && rows*100 < listed*lines
	for i := range s.Len() {
		m := &f.marks[s.First+i]
		if m.Rank > mark.Bulk {
			continue
		}
		if k := s.KinOf(s.First + i); f.asked[k] || f.noted[k] != unnoted {
			f.asked[s.First+i] = true
			continue // of the same line nothing is news the second time, nor if its numbers alone are others
		}
		look := looks[i]
		if look.Kind == line.Blank || s.Segment(i) {
			continue
		}
		unlike := kinds[look.Kind]*odd < s.Len() || flush*odd < s.Len() && !scan.IsBlank(s.Text(i)[0])
		unlike = unlike || mixed && scan.IsLetter(look.First) && (look.Kind == line.Other || look.Kind == line.Sentence)
		if look.Kind == line.Record && s.Shape == shape.Log && !unlike {
			continue // by their levels, which its reducer knows
		}
		f.asked[s.First+i] = true
		whole := s.Text(i)
		t := start(whole)
		if look.Kind == line.Tag {
			if t = scan.ElementText(t); len(t) > 0 && f.news(t) && build.SaysAlone(t) == build.Strictly && f.room(t) {
				m.Raise(mark.Outlier, score, mark.WhyWrong)
			}
			continue
		}
		if may(look, t) && f.news(t) && counts(s.Shape, look, whole, unlike) && f.room(t) {
			m.Raise(mark.Outlier, score, mark.WhyWrong)
		}
	}
}

// start returns what is looked at of a line.
func start(t []byte) []byte {
	t = scan.Trim(t)
	return t[:min(len(t), scanned)]
}

// news tells whether no line of its template was met before.
func (f *floor) news(t []byte) bool {
	h := scan.Template(t)
	_, old := f.seen[h]
	f.seen[h] = struct{}{}
	return !old
}

// room tells whether few lines said the same before, or few that open as this one does, and counts it.
func (f *floor) room(t []byte) bool {
	fam := Family(t)
	f.families[fam]++
	first := false
	if words := opening(t); len(words) > 0 {
		opens := max(scan.Mix(fam, scan.Hash(words)), families)
		f.families[opens]++
		first = f.families[opens] == 1
	}
	return f.families[fam] <= Alike || first && f.families[fam] <= Alike*Alike
}

// opening returns the words before the first that is quoted or a name, a path or a number.
func opening(t []byte) []byte {
	for i, c := range t {
		if !scan.IsLetter(c) && c != ' ' && c != ':' && c != ',' {
			return t[:1+bytes.LastIndexByte(t[:i], ' ')]
		}
	}
	return t
}

// may tells whether the line can say that something is wrong; most can't, by the words
// that stand in it. What is quoted says nothing, nor does a test that passed.
func may(look line.Seen, t []byte) bool {
	if bytes.IndexByte(t, ' ') < 0 {
		return false // "FAIL" alone says nothing of what
	}
	switch look.Kind {
	case line.Quoted, line.Comment, line.Definition, line.Stat, line.Commit, line.Tag,
		line.JSONRecord, line.JSONField, line.DiffBody, line.DiffHunk, line.DiffHead:
		return false
	case line.TraceHead, line.Finding:
		return true
	case line.Result, line.MaybeResult:
		if h, ok := look.Test(t); ok {
			return h.Kind != rules.TestPass
		}
	}
	_, ok := rules.Find(rules.Phrase, t)
	return ok || scan.ThrownLine(t)
}

// counts tells whether what the line says counts in a section of the shape. unlike
// says that few of its lines look as this one does.
func counts(sh shape.Shape, look line.Seen, whole []byte, unlike bool) bool {
	says := saying(sh, look, start(whole), unlike)
	switch sh {
	case shape.TestLog, shape.BuildLog, shape.Log, shape.Stack:
		return says >= build.InWords || says == build.Placed && unlike
	case shape.SourceBrace, shape.SourceIndent:
		if look.Kind != line.Brace && look.Kind != line.Indented {
			return (says >= build.InWords || says == build.Placed && look.Kind == line.Finding) && unlike && !scan.IsBlank(whole[0])
		}
		fallthrough
	case shape.Prose, shape.Diff, shape.Grep, shape.JSONArray, shape.JSONObject, shape.JSONLines:
		return says == build.Strictly && unlike && !scan.IsBlank(whole[0])
	}
	return says == build.Strictly || says == build.InWords && unlike
}

// saying tells how surely the line says that something is wrong.
func saying(sh shape.Shape, look line.Seen, t []byte, unlike bool) build.Wrong {
	if h, ok := look.Test(t); ok {
		switch h.Kind {
		case rules.TestPass, rules.TestGood, rules.TestSkip, rules.TestStart:
			return build.Nothing
		case rules.TestEcho:
			if sh == shape.TestLog && !unlike {
				return build.Nothing // in a list of all tests; what failed is told elsewhere
			}
			return build.Strictly
		case rules.TestHead, rules.TestReport, rules.TestVerdict, rules.TestDump, rules.TestAlarm:
			return build.Strictly
		}
	}
	if look.Kind == line.TraceHead && unlike || scan.ThrownLine(t) {
		return build.Strictly
	}
	return build.Says(t)
}

// Family is what lines share that say the same of different things: the phrase that
// says so, the words next to it, and whether it stands at the start.
func Family(t []byte) uint64 {
	hit, ok := rules.Find(rules.Phrase, t)
	for ok && !hit.Kind.Fails(rules.Anywhere) {
		hit, ok = rules.FindFrom(rules.Phrase, t, hit.To)
	}
	from, to := hit.From, hit.To
	for words := 0; from > 0 && words < 2; from-- {
		if t[from-1] == ' ' {
			words++
		}
	}
	word := true // what stands before a blank is one, and not the "]" of "[ERROR   ]"
	for words := 0; to < len(t) && words < 2; to++ {
		if t[to] != ' ' {
			word = word || t[to] != ']'
		} else if word {
			words, word = words+1, false
		}
	}
	h := scan.Template(t[from:to])
	if from > 0 {
		h = scan.Mix(h, 1)
	}
	return max(h, families)
}
