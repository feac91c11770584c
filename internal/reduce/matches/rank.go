package matches

import (
	"slices"

	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/scan"
)

const (
	// matchesMost is how many bytes of matches are shown beside one of each file, paths that
	// are named once not counted; of what they leave up to nearMost is for lines near them.
	matchesMost = 5000
	nearMost    = 2500
	// readMost is how many bytes are shown where the lines near the matches are more than
	// fewNear on a side: who asks for so many reads them.
	readMost = 12000
	fewNear  = 5

	declarationsEach = 20  // declarations that are critical of one file
	shortMatch       = 300 // bytes up to which a match is shown gladly
	filesMost        = 300 // files of which a match is shown whatever it costs
	rareWay          = 3   // matches that a way has at most of which all come first
)

// worth orders the matches of a file: the lower, the sooner it is shown.
type worth uint8

const (
	worthDeclared worth = iota // it declares what was searched for
	worthRare                  // what few lines hold of what was searched for
	worthUse
	worthMention // in a comment
	worthLong
)

// found is a match that is ranked.
type found struct {
	line  int // index into grepOutput.lines
	worth worth
}

// rank marks the matches: of each file the best, then one more of each as long as the
// room lasts, so that files with few keep all. It returns what is left of the room.
func (g *grepOutput) rank(marks []mark.Mark) int {
	left := mark.OfBlock(g.s, matchesMost)
	files := g.byFile()
	order := make([]int, 0, len(files))
	for f := range files {
		slices.SortStableFunc(files[f], func(a, b found) int { return int(a.worth) - int(b.worth) })
		for first := 0; first < len(files[f]); {
			end := first + 1
			for end < len(files[f]) && files[f][end].worth == files[f][first].worth {
				end++
			}
			spread(files[f][first:end])
			first = end
		}
		if len(files[f]) > 0 {
			order = append(order, f)
		}
	}
	for round := 0; len(order) > 0; round++ {
		kept := order[:0]
		for n, f := range order {
			m := files[f][round]
			cost := g.length(&g.lines[m.line]) + 1
			first := round == 0 && n < filesMost
			switch {
			case first: // of a long line no more is taken from the others' room
				cost = min(cost, shortMatch)
				g.show(m, mark.Outlier, marks)
			case left < cost || m.worth == worthLong && cost > left/8:
				continue
			default:
				g.show(m, mark.Sample, marks)
			}
			left -= cost
			if round+1 < len(files[f]) {
				kept = append(kept, f)
			}
		}
		order = kept
	}
	return left
}

// spread orders matches that are worth the same so that those which come first stand all
// over their file: the first, the last, the one in the middle, those between. What is read
// next is a region, and each then has one.
func spread(all []found) {
	if len(all) < 4 {
		return
	}
	out := make([]found, 0, len(all))
	out = append(out, all[0], all[len(all)-1])
	parts := [][2]int{{0, len(all) - 1}}
	for n := 0; n < len(parts); n++ {
		from, to := parts[n][0], parts[n][1]
		if mid := (from + to) / 2; mid > from {
			out = append(out, all[mid])
			parts = append(parts, [2]int{from, mid}, [2]int{mid, to})
		}
	}
	copy(all, out)
}

// byFile returns the matches of each file with what they are worth.
func (g *grepOutput) byFile() [][]found {
	files := make([][]found, len(g.files))
	ways := make([]int, len(g.sought))
	wayOf := make([]int, len(g.lines))
	for i := range g.lines {
		if g.lines[i].kind != grepMatch {
			continue
		}
		if wayOf[i] = g.sought.way(g.found(i)); wayOf[i] >= 0 {
			ways[wayOf[i]]++
		}
	}
	for i := range g.lines {
		l := &g.lines[i]
		if l.kind != grepMatch {
			continue
		}
		w := worthUse
		switch text := g.found(i); {
		case g.declares(i, wayOf[i]):
			w = worthDeclared
		case g.length(l) > shortMatch || l.end-l.unit > 1:
			w = worthLong
		case commentStart(scan.Trim(text)):
			w = worthMention
		case wayOf[i] >= 0 && len(ways) > 1 && ways[wayOf[i]] <= rareWay:
			w = worthRare
		}
		files[l.file] = append(files[l.file], found{i, w})
	}
	return files
}

// found returns the text in which something was found, of a line that is cut into
// segments that of the first.
func (g *grepOutput) found(i int) []byte {
	text := g.textOf(i)
	return text[min(int(g.lines[i].text), len(text)):]
}

// declares tells whether line i declares what was searched for.
func (g *grepOutput) declares(i, way int) bool {
	if l := &g.lines[i]; l.end-l.unit > 1 {
		return false
	}
	word := g.word
	if way >= 0 {
		word = g.sought.word(way)
	}
	return (len(word) > 0 || len(g.sought) == 0) && Declares(g.found(i), word)
}

// show marks a match. Declarations decide where to go next.
func (g *grepOutput) show(m found, r mark.Rank, marks []mark.Mark) {
	l := &g.lines[m.line]
	f := &g.files[l.file]
	f.shown++
	why := mark.WhyMatch
	if m.worth == worthDeclared {
		why = mark.WhyDeclaration
		if f.shown <= declarationsEach {
			r = mark.Critical
		}
	}
	g.showLine(l, r, uint8(min(int(f.shown)*20, 250)), why, marks)
}

// reach returns how many lines on a side of a match are shown at most.
func (g *grepOutput) reach() int {
	most := 0
	for i, l := range g.lines {
		if l.kind != grepMatch {
			continue
		}
		for _, by := range [...]int{1, -1} {
			n := 0
			for k := i + by; k >= 0 && k < len(g.lines) && g.lines[k].kind == grepContext; k += by {
				n++
			}
			if end := i + by*(n+1); n > 0 && end >= 0 && end < len(g.lines) && g.lines[end].kind == grepMatch {
				n = (n + 1) / 2 // between two matches
			}
			most = max(most, n)
		}
	}
	return most
}

// showNear marks lines around the matches that are shown, if the search was asked for
// such lines: the nearest first, those behind a match before those ahead of it.
func (g *grepOutput) showNear(left int, marks []mark.Mark) {
	if g.reach() > fewNear {
		left += mark.OfBlock(g.s, readMost-matchesMost)
	} else {
		left = min(left, mark.OfBlock(g.s, nearMost))
	}
	type side struct{ at, by int } // of a match: the line that was marked last, and which way it goes
	var sides []side
	for _, by := range [...]int{1, -1} {
		for i, l := range g.lines {
			if l.kind == grepMatch && marks[l.unit].Rank > mark.Bulk {
				sides = append(sides, side{i, by})
			}
		}
	}
	for away := 1; len(sides) > 0; away++ {
		kept := sides[:0]
		for _, s := range sides {
			s.at += s.by
			if s.at < 0 || s.at >= len(g.lines) || g.lines[s.at].kind != grepContext {
				continue
			}
			kept = append(kept, s)
			l := &g.lines[s.at]
			if marks[l.unit].Rank > mark.Bulk || g.length(l) > shortMatch {
				continue
			}
			if left -= g.length(l) + 1; left < 0 {
				return
			}
			marks[l.unit].Raise(mark.Sample, uint8(max(10-away, 1)), mark.WhyNear)
		}
		sides = kept
	}
}

// showEnclosing marks the functions that the matches that are shown stand in, where the
// search names them: git grep -p does, by "path=12=func …".
func (g *grepOutput) showEnclosing(marks []mark.Mark) {
	in := -1
	for i := range g.lines {
		switch l := &g.lines[i]; {
		case l.kind == grepContext && l.head > 0 && g.textOf(i)[l.head-1] == '=':
			in = i
		case l.kind == grepMatch && in >= 0 && g.lines[in].file == l.file && marks[l.unit].Rank > mark.Bulk:
			if named := &g.lines[in]; g.length(named) <= shortMatch {
				marks[named.unit].Raise(marks[l.unit].Rank, marks[l.unit].Score, mark.WhyHeading)
			}
			in = -1
		}
	}
}
