// Package focus shows a file that an agent reads: the parts that the conversation
// points at in full, of the others what they declare.
//
// The text is parted at what it declares. How much a part is worth is told by the words
// that it shares with what the user and the agent said, by whether the user named what it
// declares, and by whether a result named a line of it; a part is shown if that comes to
// as much as it costs. All is a pure function of the file and of what stands before it.
package focus

import (
	"math"

	"elide/internal/block"
	"elide/internal/mark"
	"elide/internal/pipeline"
)

// Reads says what becomes of a file that is read the first time.
type Reads uint8

// The ways, from what hides nothing on. Wide and Focus number their lines as Numbers does.
const (
	Exact   Reads = iota
	Numbers       // each line, numbers at each tenth
	Wide          // without what little points at
	Focus         // without what nothing much points at
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
	}
	return Exact
}

// What a part is worth, as the logarithm of how likely something in it is used, over what
// it costs. Fitted to 4,194 parts of 152 whole reads of 8 KB and more, with each of the
// larger projects left out in turn: what is shown then holds 70, 80, 90 and 95 % of what
// is used for 56, 67, 77 and 88 % of the cost, and by size alone for 65, 75, 92 and 97 %.
// Rounded, the weights did as well as fitted.
const (
	weightUser   = 0.25 // of the words that the user said
	weightLast   = 0.15 // that the agent said last
	weightLately = 0.2  // that it said in its last messages
	weightNamed  = 1.5  // the user names what is declared
	weightPlace  = 1.4  // a result names a line of it
	weightSize   = 0.9
)

// lately is how many of the agent's messages are looked at, Places how many results.
const (
	lately = 6
	Places = 25
)

// Lately returns those of the agent's messages that are looked at.
func Lately[T any](all []T) []T { return all[max(0, len(all)-lately):] }

// least returns what a part must be worth to be shown. On 119 conversations the one saves
// 1.2 points of the bill and hides 0.6 % of what is used, the other 3.3 and 4.7: each part
// that is hidden and then used costs a request.
func (r Reads) least() float64 {
	if r == Wide {
		return -5.5
	}
	return -5.0
}

// MinBytes is the length from which a file may be shown in part.
func (r Reads) MinBytes() int {
	switch r {
	case Wide:
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
	shown := make([]bool, len(lines))
	for k, v := range s.worth(lines, name, talk) {
		for i := s.units[k].first; i < s.units[k].end; i++ {
			shown[i] = v >= r.least() || s.heads[i] || s.host[i]
		}
	}
	showCuts(data, shown)
	if closeGaps(shown) {
		return shown
	}
	return nil
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

// worth returns what each unit is worth.
func (s *source) worth(lines []Line, name string, talk Talk) []float64 {
	holds, in := make([]words, len(s.units)), map[string]int{}
	for k, u := range s.units {
		holds[k] = words{}.add(s.lines[u.first:u.end]...)
		for w := range holds[k] {
			in[w]++
		}
	}
	user, said, late := words{}.add(talk.User...), words{}.add(talk.Agent[max(0, len(talk.Agent)-1):]...), words{}.add(Lately(talk.Agent)...)
	places := talk.places(name)
	out := make([]float64, len(s.units))
	for k, u := range s.units {
		shares := func(said words) float64 {
			// The sum is of whole numbers: its order is that of a map.
			sum := 0
			for w := range holds[k] {
				if said[w] {
					sum += rarity(len(s.units), in[w])
				}
			}
			return math.Log1p(float64(sum) / raritySteps)
		}
		v := weightUser*shares(user) + weightLast*shares(said) + weightLately*shares(late) - weightSize*math.Log(float64(max(1, s.size(u))))
		if user[u.name] {
			v += weightNamed
		}
		if names(places, lines, u) {
			v += weightPlace
		}
		out[k] = v
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
