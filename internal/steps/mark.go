package steps

import (
	"bytes"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/reduce/build"
	"elide.example/elide/internal/rules"
	"elide.example/elide/internal/scan"
)

// What is shown of a log. The figures are of 261 Travis logs of 30 projects in which people marked
// why the build failed (LogChunks). Of the lines that they marked, 96 % stand in a step that failed,
// 73 % in its last 40 lines, 77 % in its last 60, and nearly all others at most four lines
// from what a reducer found. What it found critical in the steps that passed would cost 1.1 % of the
// bytes, and no marked line is there that isn't shown elsewhere.
const (
	// leastBytes is how long a log is of which anything is hidden for the sake of its steps.
	leastBytes = 4096
	// endLines is how many lines before the end of a step that failed are shown, endBytes how
	// many bytes of them at most, and of a log that is short a part in endPart. Of 30 to 80 lines,
	// 60 cost least in 27 of the 30 choices that leave a project out: a marked chunk is whole in 91 % of the logs
	// with 30, 92 with 40, 95 with 50 to 80; bytes rise by half a percent for each ten lines.
	endLines = 60
	endBytes = 12 << 10
	endPart  = 4
	// lastLines of them go last under a budget.
	lastLines = 10
	// shortStep is how many lines before the end are shown if the step itself has
	// fewer: what it failed of may be what the step before it left undone.
	shortStep = 20
	// nearLines is how many lines are shown on either side of what a reducer found in a
	// step that failed, nearMost at how many of these from the first on, and from the last.
	// Without them chunks are whole in 87 % of the logs, with two to six in 95, and their first lines in 97 to
	// 99; with 16 places at either end in 93, with 32 or all of them in 95.
	nearLines = 4
	nearMost  = 32
	// mostFailed is how many steps that failed are shown with their ends from the first on,
	// and from the last. A job fails of one or two; a hundred are a loop.
	mostFailed = 8
	// jobLines is how many lines at the end of the log are shown: what the server
	// says of the job.
	jobLines = 2
)

// Mark ranks the units of a CI server's log anew by their steps; of other blocks, and of
// jobs that passed, none. behind is the block without what the server puts before each line, or the
// block itself.
func Mark(b, behind *block.Block, marks []mark.Mark) {
	if len(b.Bytes()) < leastBytes {
		return
	}
	l, ok := read(b, behind)
	if !ok {
		return
	}
	fails, sure := l.fails(marks)
	if len(fails) == 0 {
		return
	}
	found := make([][]int, len(fails)) // before what they are found by is lowered
	for k, i := range fails {
		found[k] = foundIn(l.steps[i], marks)
	}
	least := mark.Context
	if !sure {
		least = mark.Outlier
	}
	hid := l.lower(fails, least, marks)
	for k, i := range fails {
		s := l.steps[i]
		near(s, found[k], marks)
		if (sure || k == len(fails)-1) && (k < mostFailed || len(fails)-k <= mostFailed) {
			l.end(s, marks)
		}
	}
	l.job(marks)
	l.wrong(hid, marks)
	l.excuse(hid, marks)
}

// fails returns the steps that failed; those that may have, where nothing says which: then it isn't sure.
func (l *log) fails(marks []mark.Mark) (fails []int, sure bool) {
	for i, s := range l.steps {
		if s.state == failed {
			fails = append(fails, i)
		}
	}
	if len(fails) > 0 {
		return fails, true
	}
	last := -1
	for i, s := range l.steps {
		if !l.blank(s) {
			last = i
		}
	}
	switch {
	case last < 0 || l.good || l.late || l.b.Continues:
		return nil, false
	case l.steps[last].named():
		// The log breaks off in it.
		return []int{last}, true
	}
	for i, s := range l.steps {
		if i == last || s.state == unknown && hasCritical(s, marks) {
			fails = append(fails, i)
		}
	}
	return fails, false
}

func (l *log) blank(s step) bool {
	for i := s.first; i < s.end; i++ {
		if len(l.b.Text(i)) > 0 {
			return false
		}
	}
	return true
}

func hasCritical(s step, marks []mark.Mark) bool {
	for _, m := range marks[s.first:s.end] {
		if m.Rank == mark.Critical {
			return true
		}
	}
	return false
}

// foundIn returns the units of a step that a reducer found something in.
func foundIn(s step, marks []mark.Mark) []int {
	var found []int
	for i := s.first; i < s.end; i++ {
		if marks[i].Rank >= mark.Outlier {
			found = append(found, i)
		}
	}
	return found
}

// lower hides what steps printed that didn't fail, but for their heads, and of those that
// failed what is of a lower rank than that. It returns what was found of those that didn't.
func (l *log) lower(fails []int, rank mark.Rank, marks []mark.Mark) (hid []finding) {
	for k, s := range l.steps {
		least, bad := mark.Critical+1, len(fails) > 0 && fails[0] == k
		switch {
		case bad:
			fails, least = fails[1:], rank
		case s.state == unknown && !s.named() && !s.late:
			least = mark.Outlier
		}
		for i := s.first; i < s.end; i++ {
			if marks[i].Rank < least {
				if marks[i].Rank >= mark.Outlier {
					hid = append(hid, finding{i, marks[i]})
				}
				marks[i].Rank, marks[i].Score, marks[i].Why = mark.Bulk, 0, mark.WhyPassed
			}
		}
		switch {
		case s.named() && bad:
			marks[s.head()].Raise(mark.Outlier, 200, mark.WhyHeading)
			l.names(s, marks)
		case s.named() && (!s.late && (s.state == passed || !l.shell) || s.late && build.Says(l.start(s.head())) != build.Nothing):
			marks[s.head()].Raise(mark.Sample, 20, mark.WhyHeading)
		}
	}
	return hid
}

// names raises what else names a step that failed: the command right below its head, and right above it
// the stage or the phase that it is of, which the server says with the same word in brackets.
func (l *log) names(s step, marks []mark.Mark) {
	if i := s.head() + 1; s.command < 0 && i < s.end && scan.HasPrefix(l.text(i), "$ ") {
		marks[i].Raise(mark.Outlier, 190, mark.WhyHeading)
	}
	if s.first == 0 {
		return
	}
	tag, _, _ := bytes.Cut(l.text(s.first), []byte{' '})
	above := l.text(s.first - 1)
	if known, _ := rules.Opening(rules.Job, above); scan.HasSuffix(tag, "]") && bytes.HasPrefix(above, tag) && known.Kind != rules.JobShut {
		marks[s.first-1].Raise(mark.Outlier, 190, mark.WhyHeading)
	}
}

// named tells whether the step has a head.
func (s step) named() bool { return s.opens || s.command >= 0 }

// head returns the unit that names the step.
func (s step) head() int {
	if s.command >= 0 {
		return s.command
	}
	return s.first
}

// near raises what stands around what was found in a step that failed.
func near(s step, found []int, marks []mark.Mark) {
	for k, at := range found {
		if k >= nearMost && len(found)-k > nearMost {
			continue
		}
		for i := max(s.first, at-nearLines); i < min(s.end, at+nearLines+1); i++ {
			marks[i].Raise(mark.Context, 40, mark.WhyNear)
		}
	}
}

// end raises the last lines of a step that failed, and what says that it did.
func (l *log) end(s step, marks []mark.Mark) {
	last := min(s.status, s.end) - 1
	first := s.first
	if last-first < shortStep {
		first = max(0, last-shortStep)
	}
	most := min(endBytes, len(l.b.Bytes())/endPart)
	for i, lines := last, 0; i >= first && lines < endLines; i-- {
		if !l.b.StartsLine(i) {
			continue // nobody reads all of a long line
		}
		lines++
		if marks[i].Rank == mark.Bulk && l.passes(i) {
			continue
		}
		if most -= len(l.b.Text(i)); most < 0 {
			break
		}
		rank := mark.Context
		if lines <= lastLines {
			rank = mark.Outlier
		}
		marks[i].Raise(rank, uint8(160-lines), mark.WhyEnd)
	}
	if s.state == failed {
		marks[s.status].Raise(mark.Critical, 90, mark.WhyStatus)
		marks[s.said].Raise(mark.Critical, 90, mark.WhyStatus)
	}
}

// passes tells whether a runner of tests says in the unit that one passed, or begins.
func (l *log) passes(i int) bool {
	if l.b.Seen == nil {
		return false
	}
	h, ok := l.b.Seen[i].Test(scan.Trim(l.b.Text(i)))
	return ok && (h.Kind == rules.TestPass || h.Kind == rules.TestStart || h.Kind == rules.TestNoise)
}

// job raises the last lines of the log.
func (l *log) job(marks []mark.Mark) {
	for i, n := len(marks)-1, 0; i >= 0 && n < jobLines; i-- {
		if l.b.StartsLine(i) && len(l.b.Text(i)) > 0 {
			marks[i].Raise(mark.Context, 90, mark.WhyStatus)
			n++
		}
	}
}
