// Package focus shows a file that an agent reads: the parts that the conversation
// points at in full, of the others what they declare.
//
// The text is parted at what it declares. A part is shown that the user or the agent names,
// or a line of which a result names; of the others, what it is worth is told by the words
// that it shares with what the agent said last, by how much of the file it is and how long
// the conversation goes on already; it is shown if that comes to as much as it costs. All
// is a pure function of the file and of what stands before it.
package focus

import (
	"math"
	"slices"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/pipeline"
)

// Reads says what becomes of a file that is read the first time.
type Reads uint8

// The ways, from what hides nothing on. All but Exact number their lines as Numbers does.
const (
	Exact   Reads = iota
	Numbers       // each line, numbers at each tenth
	Wide          // without what little points at
	Focus         // without what nothing much points at
	Bold          // little less than Wide, and what is over goes early (rewrite)
)

// Of returns what a value of the setting proxy.reads means; what is reduced needs no
// focus.
func Of(setting string) Reads {
	switch setting {
	case "numbers":
		return Numbers
	case "wide":
		return Wide
	case "focus":
		return Focus
	case "bold":
		return Bold
	}
	return Exact
}

// What a part is worth, as the logarithm of how likely something in it is used, over what
// it costs. Fitted to 6,961 parts of 402 first reads of 4 KB and more, of which something
// in 371 is used, each by how much. With each of the larger projects left out in turn, and
// with these rounded weights, 20, 40 and 60 used facts are hidden for 2.2 to 3.3, 4.5 to
// 5.3 and 6.4 to 6.9 points of the bill; with the words of the user's, and without the
// length of the file and of the conversation, for 2.0, 3.5 and 4.8. Where a part stands,
// comments, tests and what was read beside it told nothing more.
const (
	weightLately  = 0.45 // of the words that the agent said in its last messages
	weightSize    = 0.5
	weightFile    = 0.5 // of the size of the file: an edit is made at few places, however long it is
	weightAnswers = 0.6 // of how often the agent has answered: it reads first what it is about to change
)

// lately is how many of the agent's messages are looked at, Places how many results.
const (
	lately = 6
	Places = 25
)

// Lately returns those of the agent's messages that are looked at.
func Lately[T any](all []T) []T { return all[max(0, len(all)-lately):] }

// least returns what a part must be worth to be shown: each part that is hidden and then used
// costs a request. Of files of 16 KB and more, on 119 conversations and on two halves of 119
// others, of other projects, by which nothing had been fitted, billed and seen in percent:
//
//	least        fitted by        others I        others II
//	-8.8       81.2    97.3     82.3    93.3     81.3    92.7
//	-9.0       81.5    97.7     82.5    94.3     81.7    95.2
//	-9.2       82.1    98.0     82.8    95.0     82.1    95.9
//	-9.5       82.4    98.3     83.3    95.4     82.7    96.6
//
// With less hidden elsewhere since, -9.2 comes to 82.7 and 98.0, and of the others to 82.8 and
// 96.2; -9.5 to 83.0, 98.3, 83.4 and 96.7; -9.8 to 83.1, 98.4, 83.89 and 96.95; -10.2 to 83.2,
// 98.5, 84.2 and 97.2; of the others -9.9 comes to 84.02 and 97.05. Wanted are 84 and 97: none
// holds both of the others, and -9.8 is two facts of 3,020 short.
//
// To know more of a part doesn't help: with where it stands, what it is called, what else was
// asked for and who wrote it, boosted trees hide as many used facts at the same saving.
func (r Reads) least() float64 {
	switch r {
	case Wide:
		return -9.8
	case Bold:
		return -9
	}
	return -8.3
}

// MinBytes is the length from which a file may be shown in part.
func (r Reads) MinBytes() int {
	switch r {
	case Wide, Bold:
		return 16 << 10
	case Focus:
		return 8 << 10
	}
	return math.MaxInt
}

// leastHidden is how many lines a gap stands for at least.
const leastHidden = 4

// Shown tells which lines of a file are shown, nil if all are: it is no source code, or
// all of it matters.
func (r Reads) Shown(data []byte, lines []Line, name string, talk Talk) []bool {
	s, ok := read(lines, name)
	if !ok {
		return nil
	}
	shown, sought := make([]bool, len(lines)), talk.sought(s.lines)
	for k, v := range s.worth(len(data), lines, name, talk) {
		for i := s.units[k].first; i < s.units[k].end; i++ {
			shown[i] = v >= r.least() || s.heads[i] || s.host[i] || sought[i]
		}
	}
	showCuts(data, shown)
	if closeGaps(shown) {
		return shown
	}
	return nil
}

// Outline tells which lines of a file declare something or are headings, and those between
// two of them that are too few for a gap; nil if none does or all are, or nothing of its kind
// is known.
func Outline(lines []Line, name string) []bool {
	s, ok := read(lines, name)
	if !ok || !slices.Contains(s.heads, true) || !closeGaps(s.heads) {
		return nil
	}
	return s.heads
}

// showCuts shows the lines that say that something is missing.
func showCuts(data []byte, shown []bool) {
	b := block.New(data)
	marks := make([]mark.Mark, b.Len())
	pipeline.ShowCuts(b, marks)
	for i, m := range marks {
		if m.Rank > mark.Bulk {
			shown[b.Line(i)-1] = true
		}
	}
}

// closeGaps shows what is too short for a gap, and tells whether any is left.
func closeGaps(shown []bool) bool {
	left := false
	for i := 0; i < len(shown); i++ {
		end := i
		for end < len(shown) && !shown[end] {
			end++
		}
		for k := i; k < end && end-i < leastHidden; k++ {
			shown[k] = true
		}
		left = left || end-i >= leastHidden
		i = end
	}
	return left
}

// worth returns what each unit of an output of that size is worth. What is named is always
// shown: of those parts one in seven is used, of the others one in 24, and it costs nothing
// that can be measured.
func (s *source) worth(size int, lines []Line, name string, talk Talk) []float64 {
	holds, in := make([]words, len(s.units)), map[string]int{}
	for k, u := range s.units {
		holds[k] = words{}.add(s.lines[u.first:u.end]...)
		for w := range holds[k] {
			in[w]++
		}
	}
	user, late := words{}.add(talk.User...), words{}.add(Lately(talk.Agent)...)
	places := talk.places(name)
	of := weightFile*math.Log(float64(max(1, size))) + weightAnswers*math.Log1p(float64(talk.Answers))
	out := make([]float64, len(s.units))
	for k, u := range s.units {
		// The sum is of whole numbers: its order is that of a map.
		sum := 0
		for w := range holds[k] {
			if late[w] {
				sum += rarity(len(s.units), in[w])
			}
		}
		out[k] = weightLately*math.Log1p(float64(sum)/raritySteps) - weightSize*math.Log(float64(max(1, s.size(u)))) - of
		if user[u.name] || late[u.name] || names(places, lines, u) {
			out[k] = math.Inf(1)
		}
	}
	return out
}

const raritySteps = 1000

// rarity is what it says that a unit holds a word which so many of all do.
func rarity(all, do int) int {
	return int(raritySteps * math.Log1p(float64(all)/float64(do)))
}

// names tells whether a place is in the unit or next to it.
func names(places map[int]bool, lines []Line, u unit) bool {
	if len(places) == 0 {
		return false
	}
	for i := max(0, u.first-2); i < min(len(lines), u.end+2); i++ {
		n := lines[i].Number
		if !lines[i].Numbered {
			n = i + 1
		}
		if places[n] {
			return true
		}
	}
	return false
}
