package logs

import (
	"bytes"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/scan"
)

// IsSyscallTrace tells whether the section is a trace of system calls, as
// strace and its like print it.
func IsSyscallTrace(s block.Section) bool {
	calls, lines := 0, 0
	for i := 0; i < min(s.Len(), 60); i++ {
		text := s.Text(i)
		if scan.Blank(text) {
			continue
		}
		lines++
		if c := readSyscall(text); c.name != nil {
			calls++
		}
	}
	return calls > 4 && calls*3 >= lines*2
}

// syscall is a line of a trace of system calls.
type syscall struct {
	name   []byte
	errno  []byte // of a call that failed
	note   bool   // +++ exited with 1 +++, --- SIGSEGV ---
	stderr bool   // writes to standard error
	start  int    // of the name
}

// readSyscall reads "[pid 12] 10:20:30 openat(…) = -1 ENOENT (…)".
func readSyscall(text []byte) syscall {
	if i := bytes.IndexByte(text, '('); i > 0 {
		start := i
		for start > 0 && scan.IsWordByte(text[start-1]) {
			start--
		}
		eq := bytes.LastIndex(text, []byte(" = "))
		unfinished := scan.HasSuffix(text, "<unfinished ...>")
		if start == i || eq < i && !unfinished {
			return syscall{note: traceNote(text), stderr: scan.HasPrefix(text[start:], "write(2, \"")} // a result lines below
		}
		c := syscall{name: text[start:i], start: start, stderr: scan.HasPrefix(text[start:], "write(2, \"")}
		switch result := text[max(eq+3, 0):]; {
		case eq < i:
		case scan.HasPrefix(result, "-1 E"):
			c.errno = result[3:]
			if end := bytes.IndexByte(c.errno, ' '); end >= 0 {
				c.errno = c.errno[:end]
			}
		}
		return c
	}
	return syscall{note: traceNote(text)}
}

func traceNote(text []byte) bool {
	return bytes.Contains(text, []byte("+++ ")) || bytes.Contains(text, []byte("--- SIG"))
}

// SyscallTrace ranks a trace: how processes ended, what they wrote to standard
// error, the calls that failed. Calls fail all the time with ENOENT while a
// file is looked for, so of each call and error number the first is shown, all
// of those that are few, and the one right before the program speaks.
func SyscallTrace(s block.Section, marks []mark.Mark) {
	count := map[uint64]int{}
	keys := make([]uint64, s.Len())
	failed := -1 // the last call that failed
	for i := range marks {
		c := readSyscall(s.Text(i))
		switch {
		case c.note, c.stderr, bytes.Index(s.Text(i)[:c.start], []byte("[pid ")) > 0: // behind words of the program's own
			marks[i].Raise(mark.Critical, 120, mark.WhyStatus)
			if failed >= 0 && !c.note {
				marks[failed].Raise(mark.Critical, 90, mark.WhyFailure)
			}
		case c.errno != nil:
			keys[i] = scan.Template(c.errno)
			count[keys[i]]++
			failed = i
		}
	}
	seen := map[uint64]int{}
	for i, key := range keys {
		if key == 0 {
			continue
		}
		call := scan.Mix(key, scan.Template(readSyscall(s.Text(i)).name))
		seen[call]++
		switch n := seen[call]; {
		case count[key] <= 3:
			marks[i].Raise(mark.Critical, 100, mark.WhyFailure)
		case n == 1 || n <= 4 && count[key] <= 12:
			marks[i].Raise(mark.Outlier, 60, mark.WhyRare)
		}
	}
	if s.Len() > 0 {
		marks[0].Raise(mark.Sample, 20, mark.WhyEdge)
	}
	mark.Edges(s, marks, 1, 3)
	mark.Spread(s, marks)
}
