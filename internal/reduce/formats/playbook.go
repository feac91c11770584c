package formats

import (
	"bytes"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/scan"
)

// Ansible heads each play and each task with a rule of stars and says below it,
// host by host, what became of it. Hosts that failed matter, and the task that
// they failed in; with --diff stand pieces of diffs between them.

const (
	playbookChanges = 60 // lines of what changed that are shown if nothing failed
	playbookRecap   = 12 // hosts without a failure that are shown of the recap
	playbookLike    = 3  // failures told in the same words that are shown
	playbookWarned  = 6
)

// IsPlaybook tells whether the section is the run of a playbook.
func IsPlaybook(s block.Section) bool {
	plays, tasks := 0, 0
	for i, look := range s.Looks() {
		if f := look.First; f != 'P' && f != 'T' && f != 'R' || plays > 0 && tasks > 0 {
			continue
		}
		switch text := s.Text(i); {
		case playbookHead(text, "PLAY ["):
			plays++
		case playbookHead(text, "TASK ["), playbookHead(text, "PLAY RECAP"), playbookHead(text, "RUNNING HANDLER ["):
			tasks++
		}
	}
	return plays > 0 && tasks > 0
}

// playbookHead tells whether the line begins so and ends in a rule of stars.
func playbookHead(text []byte, word string) bool {
	return scan.HasPrefix(text, word) && scan.HasSuffix(bytes.TrimRight(text, " "), "***")
}

// Playbook ranks the run of a playbook.
func Playbook(s block.Section, marks []mark.Mark) {
	p := playbookReader{s: s, marks: marks, seen: map[uint64]int{}, task: -1}
	for i := range marks {
		if p.failure(s.Text(i)) {
			p.failed = true
			break
		}
	}
	for i := range marks {
		if s.StartsLine(s.First + i) {
			p.line(i, s.Text(i))
		}
	}
	mark.Edges(s, marks, 1, 2)
	mark.Spread(s, marks)
}

type playbookReader struct {
	s       block.Section
	marks   []mark.Mark
	failed  bool
	seen    map[uint64]int // how often each message was told
	task    int            // the unit of the task's head, -1: there was none
	recap   bool
	message int // lines of an error's message that may still be shown
	changes int
	warned  int
	hosts   int
}

func (p *playbookReader) line(i int, text []byte) {
	switch {
	case playbookHead(text, "PLAY ["), playbookHead(text, "TASK ["), playbookHead(text, "RUNNING HANDLER ["), playbookHead(text, "PLAY RECAP"):
		p.task, p.message, p.recap = i, 0, scan.HasPrefix(text, "PLAY RECAP")
		if p.recap || scan.HasPrefix(text, "PLAY [") {
			p.marks[i].Raise(mark.Context, 60, mark.WhyHeading)
		}
	case scan.Blank(text):
	case p.recap:
		p.host(i, text)
	case p.failure(text):
		p.message = 0
		p.fail(i, text)
	case scan.HasPrefix(text, "...ignoring"):
		if i > 0 && p.marks[i-1].Rank > mark.Bulk {
			p.marks[i].Raise(mark.Context, 80, mark.WhyStatus)
		}
	case scan.HasPrefix(text, "NO MORE HOSTS LEFT"):
		p.marks[i].Raise(mark.Context, 80, mark.WhyStatus)
	case scan.HasPrefix(text, "[ERROR]"), scan.HasPrefix(text, "ERROR!"), scan.HasPrefix(text, "fatal: "):
		p.message = 6
		p.fail(i, text)
	case scan.HasPrefix(text, "[WARNING]"), scan.HasPrefix(text, "[DEPRECATION WARNING]"):
		p.message = 0
		if p.seen[scan.Template(text)]++; p.seen[scan.Template(text)] == 1 && p.warned < playbookWarned {
			p.warned++
			p.marks[i].Raise(mark.Sample, 60, mark.WhyMessage)
		}
	case p.message > 0 && p.detail(text):
		p.message--
		p.marks[i].Raise(mark.Context, 90, mark.WhyMessage)
	case !p.failed && p.changes < playbookChanges && p.changed(text):
		p.changes++
		p.head()
		p.marks[i].Raise(mark.Sample, 50, mark.WhyChange)
	}
}

// failure tells whether the line says that a task failed on a host.
func (p *playbookReader) failure(text []byte) bool {
	return scan.HasAnyPrefix(text, "fatal: [", "failed: [") && (scan.Index(text, "]: FAILED!") > 0 || scan.Index(text, "UNREACHABLE!") > 0 || scan.HasPrefix(text, "failed: ["))
}

// fail marks a failure with its task. What is told again in the same words is
// shown a few times, once if the play ignores it: the recap names the hosts.
func (p *playbookReader) fail(i int, text []byte) {
	most := playbookLike
	if i+1 < len(p.marks) && scan.HasPrefix(p.s.Text(i+1), "...ignoring") {
		most = 1
	}
	p.seen[scan.Template(text)]++
	if p.seen[scan.Template(text)] > most {
		p.message = 0
		return
	}
	p.head()
	p.marks[i].Raise(mark.Critical, 150, mark.WhyFailure)
}

// head shows the head of the task that is read.
func (p *playbookReader) head() {
	if p.task >= 0 {
		p.marks[p.task].Raise(mark.Context, 120, mark.WhyHeading)
	}
}

// detail tells whether a line below an error says more of it: its place, or what
// caused it. The lines of the playbook that are quoted there don't.
func (p *playbookReader) detail(text []byte) bool {
	if text[0] == ' ' || scan.IsDigit(text[0]) || scan.HasPrefix(text, "<<<") {
		return false
	}
	p.seen[scan.Template(text)]++
	return scan.HasPrefix(text, "Origin: ") || p.seen[scan.Template(text)] == 1
}

// changed tells whether the line says that something changed, or is one of a
// diff of what did.
func (p *playbookReader) changed(text []byte) bool {
	switch text[0] {
	case '+', '-':
		return !scan.HasAnyPrefix(text, "--- ", "+++ ")
	}
	return scan.HasPrefix(text, "changed: [")
}

// host marks a line of the recap.
func (p *playbookReader) host(i int, text []byte) {
	if !bytes.Contains(text, []byte("failed=")) {
		return
	}
	if bytes.Contains(text, []byte("failed=0 ")) && bytes.Contains(text, []byte("unreachable=0 ")) {
		if p.hosts++; p.hosts <= playbookRecap {
			p.marks[i].Raise(mark.Sample, 80, mark.WhySummary)
		}
		return
	}
	p.marks[i].Raise(mark.Critical, 180, mark.WhySummary)
}
