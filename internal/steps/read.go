package steps

import (
	"bytes"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/line"
	"elide.example/elide/internal/rules"
	"elide.example/elide/internal/scan"
)

type state uint8

const (
	unknown state = iota
	passed
	failed
)

// step is a run of units that one step of a job printed, or what stands between two.
type step struct {
	first, end int
	opens      bool // it begins with a mark
	command    int  // the unit with its command, -1
	state      state
	status     int  // the unit that begins to say what became of it; where none does, the end
	said       int  // the unit that says it
	late       bool // of the clean-up behind what the job is for
}

// log is what is read of a block.
type log struct {
	b     *block.Block
	drawn *block.Block // the same units as they came
	steps []step
	heads int // how many marks begin a step
	said  int // how many say what became of one

	prefixed bool // what stands before each line stands in b too: a mark was hidden behind it

	shell bool // the server says commands behind a dollar sign
	late  bool // the clean-up has begun
	good  bool // the job passed

	plain []bool // which units say nothing of a step, nor do others like them

	named   int    // the unit that a status over several lines begins at, -1
	command []byte // the command that it names
}

// leastMarks is how many marks of steps tell that a block is a CI server's log; one of them begins
// a step. Of a log that was cut off there may be no more.
const leastMarks = 2

// read cuts a block into steps; false if it isn't a CI server's log.
func read(drawn, b *block.Block) (*log, bool) {
	l := &log{b: b, drawn: drawn, named: -1, plain: make([]bool, b.Len())}
	l.begin(0)
	for i := range b.Len() {
		if l.alike() && l.plain[b.KinOf(i)] {
			l.plain[i] = true
		} else if b.StartsLine(i) {
			l.line(i)
		}
	}
	l.last().end = b.Len()
	for k := range l.steps {
		if s := &l.steps[k]; s.state == unknown {
			s.status = s.end
		}
	}
	return l, l.heads > 0 && l.heads+l.said >= leastMarks
}

// mostHidden is how many marks are looked for that a line hides from a terminal.
const mostHidden = 8

// alike tells whether lines of b are whole, so that what is told of one is of its kin.
func (l *log) alike() bool { return l.b == l.drawn && !l.prefixed }

// line reads a line and what it draws over.
func (l *log) line(i int) {
	raw, text := l.drawn.Raw(i), l.text(i)
	if len(raw) > len(text)+len("\r\n") {
		l.hidden(i, bytes.TrimRight(raw, "\r\n"))
		text = l.text(i)
	}
	if l.shell && len(text) > 2 && text[0] == '$' && text[1] == ' ' && text[2] != ' ' {
		if cur := l.last(); cur.first < i || cur.command >= 0 {
			l.begin(i)
		}
		l.last().command = i
		return
	}
	l.plain[i] = !l.mark(i, text) && l.alike() && len(raw) <= len(text)+len("\r\n") && (len(text) == 0 || text[0] != '$')
}

// text returns the line without what the server puts before each.
func (l *log) text(i int) []byte {
	text := l.b.Text(i)
	if l.prefixed {
		_, prefix := line.PrefixOf(text)
		text = text[prefix:]
	}
	return text
}

// hidden reads what a line draws over: servers hide their marks behind a carriage return, several
// in a row.
func (l *log) hidden(i int, raw []byte) {
	for n := range mostHidden {
		end := bytes.IndexByte(raw, '\r')
		if end < 0 {
			return
		}
		text, prefix := raw[:end], 0
		if n == 0 {
			_, prefix = line.PrefixOf(text)
		}
		if l.mark(i, bytes.TrimPrefix(text[prefix:], []byte("\x1b[0K"))) && prefix > 0 {
			l.prefixed = true
		}
		raw = raw[end+1:]
	}
}

func (l *log) last() *step { return &l.steps[len(l.steps)-1] }

// begin ends the last step before unit i and begins another.
func (l *log) begin(i int) {
	if len(l.steps) > 0 {
		if l.last().first == i {
			l.steps = l.steps[:len(l.steps)-1]
		} else {
			l.last().end = i
		}
	}
	l.steps = append(l.steps, step{first: i, command: -1, late: l.late})
}

// mark does what one mark of unit i says, and tells whether the text is one.
func (l *log) mark(i int, text []byte) bool {
	h, ok := rules.Opening(rules.Job, text)
	switch h.Kind {
	case rules.JobShell, rules.JobHead, rules.JobLate:
		l.shell = l.shell || h.Kind == rules.JobShell
		l.late = l.late || h.Kind == rules.JobLate
		l.heads++
		l.begin(i)
		l.last().opens = true
	case rules.JobShut:
		l.begin(i)
	case rules.JobNames:
		l.named, l.command = i, text[h.To:]
	case rules.JobPassed:
		l.status(i, text[h.To:], passed)
	case rules.JobFailed:
		l.status(i, text[h.To:], failed)
	case rules.JobBroke:
		l.broke(i)
	case rules.JobGood:
		l.good = true
	}
	return ok
}

// mostNamed is how many lines a command may have that a status names.
const mostNamed = 60

// status ends a step with what became of it: the one whose command the status names,
// else the last with a command that nothing is known of, else the last. What was taken for steps
// behind it is what it printed.
func (l *log) status(i int, command []byte, st state) {
	l.said++
	begins := i
	if l.named >= 0 && i-l.named <= mostNamed {
		begins, command = l.named, l.command
	}
	l.named = -1
	of, guess := -1, len(l.steps)-1
	for k := len(l.steps) - 1; k >= 0 && l.steps[k].state == unknown && of < 0; k-- {
		if l.steps[k].command < 0 {
			continue
		}
		if l.steps[guess].command < 0 {
			guess = k
		}
		if l.runs(l.steps[k].command, command) {
			of = k
		}
	}
	if of < 0 {
		of = guess
	}
	l.steps = l.steps[:of+1]
	s := l.last()
	s.state, s.status, s.said = st, begins, i
	l.begin(i + 1)
}

// tellingCommand is how much of a command has to be like the one that a status names.
const tellingCommand = 60

// runs tells whether the unit is the prompt's with the command that a text begins with.
func (l *log) runs(unit int, text []byte) bool {
	command := scan.Trim(l.text(unit)[len("$ "):])
	command = command[:min(len(command), tellingCommand)]
	return len(command) > 0 && bytes.HasPrefix(text, command) && (len(command) == tellingCommand || len(text) == len(command) || text[len(command)] == '"')
}

// broke tells, by what the server says of the whole job, that the last step before its clean-up
// failed, if none is known to have failed.
func (l *log) broke(i int) {
	of := max(0, len(l.steps)-2) // before what ends with the mark
	for k := len(l.steps) - 1; k >= 0; k-- {
		s := l.steps[k]
		if s.state == failed {
			return
		}
		if s.state == unknown && !s.late && s.named() {
			of = k
			break
		}
	}
	l.steps[of].state, l.steps[of].status, l.steps[of].said = failed, i, i
}
