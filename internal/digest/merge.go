package digest

import "slices"

// rated is how useful a line of an earlier digest is. It was chosen once already,
// but what is new is nearer to what comes next.
var rated = [lists]int{requestList: 40, decisionList: 6, toolList: 3, errorList: 3, numberList: 7, nextList: 5}

// openScore is how useful an error is that is open.
const openScore = 10

// rate gives the lines of a digest that was read their scores. Those that an
// earlier one took over from another are worth less each time.
func (d *Digest) rate() {
	for l := range lists {
		lines := *d.list(l)
		for i := range lines {
			lines[i].score = rated[l]
			if lines[i].Open {
				lines[i].score = openScore
			}
			if i > 0 && lines[i].From.Hash != lines[len(lines)-1].From.Hash {
				lines[i].score--
			}
		}
	}
	if len(d.Request) > 0 {
		d.Request[0].score = 300
	}
}

// follow puts the lines of an earlier digest before those of d. What was planned
// then only counts if nothing was since. Errors and files have been followed
// through the stretch already.
func (d *Digest) follow(before Digest) {
	for l := range lists {
		lines := d.list(l)
		if l == errorList || l == nextList && len(*lines) > 0 {
			continue
		}
		*lines = distinct(slices.Concat(*before.list(l), *lines))
	}
}

// newest drops lines whose text stands again behind them: what became of an error
// is told where it came up last.
func newest(lines []Line) []Line {
	lines = slices.Clone(lines)
	slices.Reverse(lines)
	lines = distinct(lines)
	slices.Reverse(lines)
	return lines
}

// distinct drops lines whose text stood before. It keeps what was given.
func distinct(lines []Line) []Line {
	at := map[string]int{}
	var out []Line
	for _, l := range lines {
		if i, ok := at[l.Text]; ok {
			out[i].score = max(out[i].score, l.score)
			continue
		}
		at[l.Text] = len(out)
		out = append(out, l)
	}
	return out
}
