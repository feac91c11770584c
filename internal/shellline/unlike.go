package shellline

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// unlike returns why the line would not do in a shell of its own what it does
// in the one that it is written for, "" if it would. sets has the variables
// that the new shell is sure to inherit.
func unlike(file *syntax.File, w Wrap, kind string, sets map[string]bool) string {
	s := &scan{wrap: w, lastApart: kind != "" && kind != "zsh", sets: sets, apart: map[syntax.Node]bool{}}
	syntax.Walk(file, s.visit)
	return s.why
}

// scan goes through a line in its order.
type scan struct {
	wrap      Wrap
	lastApart bool // the shell runs the end of a pipe apart, too
	why       string

	open  []syntax.Node // the nodes that are open
	apart map[syntax.Node]bool
	deep  int             // how many of them run in a shell of their own
	ran   bool            // a command ran before, so that $? is its status
	sets  map[string]bool // the variables that are known to be the line's own, or inherited
}

func (s *scan) visit(n syntax.Node) bool {
	if n == nil {
		s.leave()
		return true
	}
	if s.why == "" {
		s.enter(n)
	}
	if s.why != "" {
		return false
	}
	s.open = append(s.open, n)
	if s.apart[n] {
		s.deep++
	}
	return true
}

func (s *scan) leave() {
	if len(s.open) == 0 { // the walk was ended
		return
	}
	n := s.open[len(s.open)-1]
	s.open = s.open[:len(s.open)-1]
	if s.apart[n] {
		s.deep--
	}
	if _, ok := n.(*syntax.CallExpr); ok {
		s.ran = true
	}
}

func (s *scan) enter(n syntax.Node) {
	switch n := n.(type) {
	case *syntax.Subshell, *syntax.CmdSubst, *syntax.ProcSubst:
		s.apart[n] = true
	case *syntax.BinaryCmd:
		if n.Op == syntax.Pipe || n.Op == syntax.PipeAll {
			s.apart[n.X] = true
			s.apart[n.Y] = s.lastApart
		}
	case *syntax.CallExpr:
		s.call(n)
	case *syntax.FuncDecl:
		s.changes("it defines a function")
		s.set(n.Name)
	case *syntax.DeclClause:
		s.changes("it changes what its shell knows")
		s.assign(n.Args)
	case *syntax.ForClause:
		if iter, ok := n.Loop.(*syntax.WordIter); ok {
			s.changes("it sets a variable")
			s.set(iter.Name)
		}
		if n.Select {
			s.fail("it asks a person")
		}
	case *syntax.LetClause, *syntax.ArithmCmd:
		s.changes("it sets a variable")
	case *syntax.BinaryArithm:
		if strings.HasSuffix(n.Op.String(), "=") && !slices.Contains([]string{"==", "!=", "<=", ">="}, n.Op.String()) {
			s.changes("it sets a variable")
		}
	case *syntax.UnaryArithm:
		if n.Op == syntax.Inc || n.Op == syntax.Dec {
			s.changes("it sets a variable")
		}
	case *syntax.ParamExp:
		s.expansion(n)
	case *syntax.ExtGlob:
		s.fail("it depends on an option of its shell")
	case *syntax.Lit:
		if strings.HasPrefix(n.Value, "~+") || strings.HasPrefix(n.Value, "~-") {
			s.fail("it asks for what its shell knows")
		}
	}
}

func (s *scan) fail(why string) {
	if s.why == "" {
		s.why = why
	}
}

// changes is fail where what the line does outlives it.
func (s *scan) changes(why string) {
	if s.deep == 0 && !s.wrap.Fresh {
		s.fail(why)
	}
}

func (s *scan) set(name *syntax.Lit) {
	if name != nil {
		s.sets[name.Value] = true
	}
}

func (s *scan) assign(list []*syntax.Assign) {
	for _, a := range list {
		s.set(a.Name)
	}
}

// call looks at a command.
func (s *scan) call(c *syntax.CallExpr) {
	if len(c.Args) == 0 {
		s.changes("it sets a variable")
		s.assign(c.Assigns)
		return
	}
	words := wordsOf(c.Args)
	switch name := words[0]; {
	case name == dynamic:
		s.fail("what it runs is not known before")
	case ofShell(words):
		s.changes(name + " acts on its shell")
		s.wordsRead(words)
		if !builtIn(name) {
			s.program(name)
		}
	default:
		s.program(name)
	}
}

// wordsRead notes the variables that read sets, so that they are the line's
// own.
func (s *scan) wordsRead(words []string) {
	if words[0] != "read" {
		return
	}
	s.sets["REPLY"] = true
	for _, w := range words[1:] {
		s.sets[w] = true
	}
}

// program looks at the name of a command: an alias or a function of the shell
// is not there in another.
func (s *scan) program(name string) {
	known := s.wrap.Known == nil || builtIn(name) || strings.Contains(name, "/") || s.sets[name] || s.wrap.Known(name)
	if !known {
		s.fail("there is no program " + name)
	}
}

// expansion looks at a parameter: another shell has another one, if it is not
// of the environment.
func (s *scan) expansion(p *syntax.ParamExp) {
	if p.Exp != nil {
		switch p.Exp.Op {
		case syntax.AssignUnset, syntax.AssignUnsetOrNull:
			s.changes("it sets a variable")
		case syntax.ErrorUnset, syntax.ErrorUnsetOrNull:
			s.changes("it may end its shell")
		}
	}
	if p.Excl || p.Names != 0 || p.Flags != nil || p.Param == nil {
		s.fail("it asks for what its shell knows")
		return
	}
	switch name := p.Param.Value; {
	case name == "?" || name == "PIPESTATUS" || name == "pipestatus":
		if !s.ran {
			s.fail("it asks for the status of the line before")
		}
	case name == "$" && !s.wrap.Fresh: // in a subshell, too, it is that of the outermost
		s.fail("it asks for the number of its shell")
	case name == "$":
	case !isName(name) || ofOneShell(name):
		s.fail("it asks for what its shell knows")
	case s.sets[name] || s.wrap.Fresh || inherited(name):
	default:
		s.fail("$" + name + " may be known to its shell only")
	}
}

func isName(name string) bool {
	return name[0] == '_' && len(name) > 1 || name[0] >= 'A' && name[0] <= 'Z' || name[0] >= 'a' && name[0] <= 'z'
}

// ofOneShell tells whether a variable is different in each shell.
func ofOneShell(name string) bool {
	switch name {
	case "BASHPID", "PPID", "SHLVL", "LINENO", "SECONDS", "OLDPWD", "DIRSTACK", "FUNCNAME", "HISTCMD", "RANDOM", "SRANDOM", "OPTIND", "OPTARG":
		return true
	}
	return strings.HasPrefix(name, "BASH_") || strings.HasPrefix(name, "ZSH_") || strings.HasPrefix(name, "EPOCH")
}

// inherited tells whether a variable is of the environment wherever it is set.
func inherited(name string) bool {
	switch name {
	case "HOME", "PATH", "USER", "LOGNAME", "PWD", "SHELL", "LANG", "TERM", "TMPDIR":
		return true
	}
	return false
}
