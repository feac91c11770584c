package steps

import (
	"bytes"
	"slices"

	"elide.example/elide/internal/floor"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/reduce/build"
	"elide.example/elide/internal/rules"
	"elide.example/elide/internal/scan"
)

// Of error lines hidden in other outputs, 96 % are shown with these, 93 % without; the logs of
// LogChunks cost 0.2 % of their bytes for it. With heads of diagnostics alone it were 94 %, with
// words in what a machine says of itself too 96 %, and 0.3 %.
const (
	// mostWrong is how many lines are shown of what steps said is wrong that didn't fail.
	mostWrong = 12
	// wrongStep is how many of them are of one step: a step that complains and passes does so by the dozen.
	wrongStep = 4
	// wrongScanned is how much of such a line is read.
	wrongScanned = 400
	// wrongScore ranks them behind all that is said of what failed.
	wrongScore = 30
)

// How many lines are shown of what was found in steps whose failing is excused.
const (
	mostExcused  = 40
	leastExcused = 2 // of each
)

// finding is a unit that a reducer or the floor had found.
type finding struct {
	unit int
	was  mark.Mark
}

// place tells whether the finding is the place of what the unit before it says.
func (f finding) place() bool { return f.was.Why == mark.WhyLocation }

// excuse shows again what was found in steps whose command says that it may fail: that the job
// went on says nothing of it then. Of lines that say the same of different things it shows a few,
// of each step as many as of the others.
func (l *log) excuse(hid []finding, marks []mark.Mark) {
	type excusedStep struct {
		command int
		found   []finding
	}
	var steps []excusedStep
	for k := 0; k < len(hid); {
		s, first := l.stepOf(hid[k].unit), k
		for k < len(hid) && hid[k].unit < s.end {
			k++
		}
		if s.command >= 0 && s.state != failed && excused(l.text(s.command)) {
			steps = append(steps, excusedStep{s.command, hid[first:k]})
		}
	}
	left := mostExcused
	for _, s := range steps {
		families, shown := map[uint64]int{}, 0
		for _, f := range s.found {
			if left == 0 || shown == max(leastExcused, mostExcused/len(steps)) {
				break
			}
			fam := floor.Family(l.start(f.unit))
			if families[fam]++; families[fam] <= floor.Alike {
				marks[f.unit].Raise(f.was.Rank, f.was.Score, f.was.Why)
				marks[s.command].Raise(mark.Sample, 20, mark.WhyHeading)
				left, shown = left-1, shown+1
			}
		}
	}
}

// excused tells whether a command, behind its prompt, says that it may fail, by what follows it or
// by an option, or is piped to one that doesn't. What is quoted or commented says nothing, but for
// what a shell is given to run.
func excused(text []byte) bool {
	text = scan.Trim(bytes.TrimLeft(text, "$ "))
	if len(text) == 0 || text[0] == '#' {
		return false
	}
	quote, pipe := byte(0), -1
	shell := runsShell(text) || bytes.Count(text, []byte{'\''})%2 > 0 // or an apostrophe
	for i, c := range text {
		switch {
		case quote != 0 && c == quote:
			quote = 0
		case (c == '"' || c == '\'') && !shell && quote == 0:
			quote = c
		case quote != 0:
		case c == ';' || c == '&':
			pipe = -1 // another command follows
		case c == '|' && i > 0 && text[i-1] == '|':
			if pipe = -1; goesOn(text[i+1:]) {
				return true
			}
		case c == '|':
			pipe = i + 1
		}
	}
	if pipe >= 0 {
		switch word, _ := command(text[pipe:]); word {
		case "tail", "head", "tee", "cat":
			return true
		}
	}
	return slices.ContainsFunc(bytes.Fields(text), func(word []byte) bool { return string(word) == "--exit-zero" })
}

// runsShell tells whether a shell is given a command to run: sh -c "…", bash -lc '…'.
func runsShell(text []byte) bool {
	words := bytes.Fields(text)
	for k := 1; k < len(words); k++ {
		if bytes.HasSuffix(words[k-1], []byte("sh")) && words[k][0] == '-' && bytes.IndexByte(words[k], 'c') > 0 {
			return true
		}
	}
	return false
}

// goesOn tells whether the command that is run if another fails doesn't fail.
func goesOn(text []byte) bool {
	switch word, rest := command(text); word {
	case "true", ":", "/bin/true", "echo", "printf":
		return true
	case "exit":
		next, _ := command(rest)
		return next == "0"
	}
	return false
}

// command returns the first word of a command, and what stands behind it.
func command(text []byte) (word string, rest []byte) {
	first, rest, _ := bytes.Cut(scan.Trim(text), []byte{' '})
	return string(bytes.TrimRight(first, ";)\"'")), scan.Trim(rest)
}

// stepOf returns the step that the unit is of.
func (l *log) stepOf(i int) step {
	k, _ := slices.BinarySearchFunc(l.steps, i, func(s step, i int) int {
		if s.end <= i {
			return -1
		}
		return 1
	})
	return l.steps[k]
}

// wrong shows what steps that didn't fail say is wrong, where nothing shown says the like: a
// server calls passed what ended with 0, whatever it printed.
func (l *log) wrong(hid []finding, marks []mark.Mark) {
	if len(hid) == 0 {
		return
	}
	shown := map[uint64]struct{}{}
	for i, m := range marks {
		if m.Rank > mark.Bulk {
			if t := l.start(i); build.Says(t) != build.Nothing {
				shown[floor.Family(t)] = struct{}{}
			}
		}
	}
	left, step, inStep := mostWrong, 0, 0
	for k, f := range hid {
		i := f.unit
		for i >= l.steps[step].end {
			step, inStep = step+1, 0
		}
		t := l.start(i)
		least := build.InWords
		if l.shell && l.steps[step].command < 0 {
			least = build.Strictly // what a machine says of itself before it runs anything
		}
		if left == 0 || inStep == wrongStep || marks[i].Rank > mark.Bulk || l.says(i, t) < least {
			continue
		}
		if _, old := shown[floor.Family(t)]; old {
			continue
		}
		shown[floor.Family(t)] = struct{}{}
		marks[i].Raise(mark.Sample, wrongScore, mark.WhyWrong)
		if k+1 < len(hid) && hid[k+1].unit == i+1 && hid[k+1].place() {
			marks[i+1].Raise(mark.Sample, wrongScore, mark.WhyLocation)
		}
		left, inStep = left-1, inStep+1
	}
}

// start returns what is read of a unit.
func (l *log) start(i int) []byte {
	t := scan.Trim(l.text(i))
	return t[:min(len(t), wrongScanned)]
}

// says tells how surely the unit says that something is wrong.
func (l *log) says(i int, t []byte) build.Wrong {
	if scan.HasAnyPrefix(t, "# ", "// ") {
		return build.Nothing // of a script that is printed
	}
	if l.b.Seen != nil {
		if h, ok := l.b.Seen[i].Test(t); ok {
			if h.Kind == rules.TestHead || h.Kind == rules.TestEcho {
				return build.Strictly
			}
			return build.Nothing
		}
	}
	if scan.ThrownLine(t) {
		return build.Strictly
	}
	return build.Says(t)
}
