package steps

import (
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

// finding is a unit that a reducer or the floor had found.
type finding struct {
	unit  int
	place bool // of what the unit before it says
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
		if k+1 < len(hid) && hid[k+1] == (finding{i + 1, true}) {
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
