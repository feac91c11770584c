package shellline

import (
	"encoding/json"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"elide/internal/toolcall"
)

// Wrap says how lines are to be rewritten. Only Elide is needed; the zero
// value of the rest is the most careful.
type Wrap struct {
	Elide         string   // the path of elide
	Flags         string   // of elide run, as they are typed
	Ignore        []string // commands to leave alone, by their first words
	Substitutions bool     // lines with $( ), backquotes or <( ) may be rewritten: the host has no rules that they break

	// Fresh says that the host starts a shell for each line, so that nothing
	// which the line changes in its shell is there for the next. Else the shell
	// is taken for one that lives on.
	Fresh bool
	// Known tells whether there is a program of that name, as in PATH. What is
	// none is a function or an alias of the shell that runs the line, which no
	// other has. nil: every name is taken for a program's.
	Known func(name string) bool
	// Shell is the name or the path of the shell that will run the line. "": one
	// of those that are known, which is told when the line runs.
	Shell string
}

// thisShell is the shell that runs the line, as that one says it itself: bash,
// zsh or whatever else, which knows no more than its name.
const thisShell = `"${BASH:-${ZSH_NAME:-$0}}"`

// Rewrite returns the line that has elide run the line and reduce what it
// prints, in a shell as the one that it would have run in. What the line does
// first to its own shell, such as cd, stays in front, where it still does it.
// A line that is to be left alone is returned as it is, with the reason.
func Rewrite(line string, w Wrap) (rewritten, why string) {
	kind, ok := kindOf(w.Shell)
	if !ok {
		return line, "its shell is none of bash, zsh, sh and dash"
	}
	if strings.ContainsRune(line, 0) || strings.ContainsRune(line, '\r') {
		return line, "it holds what shells disagree about"
	}
	file, err := parse(line)
	if err != nil {
		return line, "it could not be read"
	}
	for _, look := range [...]func() string{
		func() string { return excluded(file, w.Ignore) },
		func() string { return talks(file) },
		func() string { return tooMuch(file, w) },
		func() string { return original(line) },
	} {
		if why := look(); why != "" {
			return line, why
		}
	}
	at, sets := 0, map[string]bool{}
	if !w.Fresh {
		at = hoist(line, file, sets)
	}
	front, rest := line[:at], line[at:]
	if file, err = parse(rest); err != nil {
		return line, "it could not be read"
	}
	if why := unlike(file, w, kind, sets); why != "" {
		return line, why
	}
	run := Quote(w.Elide) + " run "
	if w.Flags != "" {
		run += w.Flags + " "
	}
	above := strings.Repeat("\n", strings.Count(front, "\n")) // so that messages count lines alike
	return front + run + "--shell " + thisShell + " -c " + Quote(above+rest), ""
}

// kindOf returns the name of a shell that is known, "" for one that is not
// told. A login shell has a dash before its name.
func kindOf(shell string) (kind string, ok bool) {
	kind = strings.TrimPrefix(base(shell), "-")
	switch kind {
	case "", "bash", "zsh", "sh", "dash":
		return kind, true
	}
	return "", false
}

// Program returns the program that a shell's own name for itself stands for:
// the name or the absolute path of bash, zsh, sh or dash. It is not ok if it
// is none of these.
func Program(shell string) (program string, ok bool) {
	program = strings.TrimPrefix(shell, "-")
	kind, ok := kindOf(program)
	return program, ok && kind != "" && (program == kind || program[0] == '/')
}

// tooMuch returns what the line has, anywhere, that no rewritten one may have.
func tooMuch(file *syntax.File, w Wrap) (why string) {
	if len(file.Stmts) == 0 {
		return "it runs nothing"
	}
	syntax.Walk(file, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Stmt:
			if leftBehind(n) {
				why = "it leaves a process in the background"
			}
		case *syntax.CmdSubst, *syntax.ProcSubst:
			if !w.Substitutions {
				why = "it has a substitution"
			}
		case *syntax.Redirect:
			why = redirected(n)
		}
		return why == ""
	})
	if why == "" && !shows(file.Stmts) {
		why = "its output goes to files"
	}
	return why
}

// original returns why what the line prints has to be seen byte for byte.
func original(line string) string {
	input, err := json.Marshal(map[string]string{"command": line})
	if err != nil {
		return "it could not be read"
	}
	switch use := toolcall.Of("Bash", input); {
	case use.Expansion:
		return "elide is in it already"
	case use.Exact():
		return "it shows a file, of which an edit may need the exact bytes"
	}
	return ""
}

// redirected returns why a line with the redirection is left alone.
func redirected(r *syntax.Redirect) string {
	switch r.Op {
	case syntax.Hdoc, syntax.DashHdoc:
		return "it has a here-document"
	}
	target := literal(r.Word)
	if r.N != nil && !standard(r.N.Value) || (r.Op == syntax.DplIn || r.Op == syntax.DplOut) && !standard(target) && target != "-" {
		return "it uses an open file of its shell"
	}
	if strings.HasPrefix(target, "/dev/fd/") || strings.HasPrefix(target, "/proc/") || target == "/dev/tty" {
		return "it uses an open file of its shell"
	}
	return ""
}

func standard(fd string) bool { return fd == "0" || fd == "1" || fd == "2" }

// shows tells whether anything of what the statements print may be for the
// reader, and not for a file or another program.
func shows(stmts []*syntax.Stmt) bool {
	for _, s := range stmts {
		if statementShows(s) {
			return true
		}
	}
	return false
}

func statementShows(s *syntax.Stmt) bool {
	for _, r := range s.Redirs {
		switch r.Op {
		case syntax.RdrOut, syntax.AppOut, syntax.RdrClob, syntax.RdrAll, syntax.AppAll:
			if (r.N == nil || r.N.Value == "1") && !strings.HasPrefix(literal(r.Word), "/dev/std") {
				return false
			}
		}
	}
	switch cmd := s.Cmd.(type) {
	case nil:
		return false
	case *syntax.BinaryCmd:
		if cmd.Op == syntax.Pipe || cmd.Op == syntax.PipeAll {
			return statementShows(cmd.Y)
		}
		return statementShows(cmd.X) || statementShows(cmd.Y)
	case *syntax.Block:
		return shows(cmd.Stmts)
	case *syntax.Subshell:
		return shows(cmd.Stmts)
	}
	return true
}

// hoist returns the length of what stands in front that acts on its shell and
// may be run there alone: "cd x &&", "export A=1;". The names of variables that
// it exports go into sets.
func hoist(line string, file *syntax.File, sets map[string]bool) int {
	at := 0
	for {
		first, n := firstPart(file)
		if first == nil || !mayStandInFront(first, sets) {
			return at
		}
		rest, err := parse(line[at+n:])
		if err != nil || len(rest.Stmts) == 0 {
			return at
		}
		at, file = at+n, rest
	}
}

// firstPart returns the first command of a line and where what follows begins:
// the next statement, or all that "&&" makes depend on it. It is nil if the
// two can't be parted.
func firstPart(file *syntax.File) (first *syntax.Stmt, rest int) {
	if first = file.Stmts[0]; len(file.Stmts) > 1 {
		return first, int(file.Stmts[1].Pos().Offset())
	}
	for {
		and, ok := first.Cmd.(*syntax.BinaryCmd)
		if !ok && rest > 0 {
			return first, rest
		}
		if !ok || and.Op != syntax.AndStmt || first.Negated || len(first.Redirs) > 0 {
			return nil, 0
		}
		first, rest = and.X, int(and.Y.Pos().Offset())
	}
}

func mayStandInFront(s *syntax.Stmt, sets map[string]bool) bool {
	if s.Negated {
		return false
	}
	switch cmd := s.Cmd.(type) {
	case *syntax.CallExpr:
		return len(cmd.Assigns) == 0 && len(cmd.Args) > 0 && inFront(literal(cmd.Args[0]))
	case *syntax.DeclClause:
		return cmd.Variant.Value == "export" && exports(cmd.Args, sets)
	}
	return false
}

// exports tells whether all that export is given are variables that are
// inherited from then on, and notes their names. With a flag it does something
// else, and no program inherits an array.
func exports(args []*syntax.Assign, sets map[string]bool) bool {
	for _, a := range args {
		if a.Name == nil || a.Array != nil || a.Index != nil {
			return false
		}
	}
	for _, a := range args {
		sets[a.Name.Value] = true
	}
	return true
}
