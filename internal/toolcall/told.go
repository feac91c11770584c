package toolcall

import (
	"path"
	"slices"
	"strings"

	"elide.example/elide/internal/shape"
)

// Output is what a call says of the result before anybody looks at it.
type Output struct {
	Shape  shape.Shape // by the tool's name; Plain if that says nothing
	Sought string      // what was searched for, as an extended regular expression; "" if nothing was, or it isn't known
}

// outputNamed knows the tools that say by their names what they print. Those whose
// names are words of every day are the hosts' own: a server's may search for
// anything.
func outputNamed(plain string, own bool) shape.Shape {
	switch plain {
	case "grep", "ripgrep", "greptool", "grepsearch", "grepfiles", "searchfilecontent", "searchtext", "searchdir", "searchfile", "searchforpattern":
		return shape.Grep
	case "glob", "globtool", "globfiles", "globsearch", "globfilesearch", "listdirectory", "listdir", "listfiles", "findfile", "findfiles", "filesearch", "directorytree":
		return shape.Listing
	case "webfetch", "fetchwebpage", "fetchurl":
		return shape.Prose
	}
	if !own {
		return shape.Plain
	}
	switch plain {
	case "rg", "search", "codesearch", "searchfiles", "searchcode":
		return shape.Grep
	case "ls", "list", "find", "findbyname":
		return shape.Listing
	case "fetch":
		return shape.Prose
	}
	return shape.Plain
}

// output tells what the call says of its result.
func (c call) output() Output {
	name, own := c.name, true
	for {
		if sh := outputNamed(plainName(name), own); sh != shape.Plain {
			out := Output{Shape: sh}
			if sh == shape.Grep {
				out.Sought = c.str("pattern", "regex", "regexp", "query", "search_term", "searchTerm", "search", "substring_pattern", "input")
			}
			return out
		}
		i := strings.IndexAny(name, "_-./:")
		if i < 0 {
			return Output{}
		}
		name, own = strings.TrimLeft(name[i:], "_-./:"), false
	}
}

// lineOutput tells what a shell line says of its output: what it searches for, and, if
// it is one of SWE-agent's commands, what that prints.
func lineOutput(line string) Output {
	out := Output{Sought: Sought(line)}
	if ps := parseShell(line); len(ps) == 1 && len(ps[0].commands) == 1 {
		if argv := bare(ps[0].commands[0].words); len(argv) > 0 && strings.IndexByte(argv[0], '_') > 0 {
			out.Shape = outputNamed(plainName(argv[0]), false)
		}
	}
	return out
}

// Sought returns what the searches of a shell line look for, as one extended regular
// expression, "" if there are none.
func Sought(line string) string {
	var all []string
	var add func(line string, depth int)
	add = func(line string, depth int) {
		for _, p := range parseShell(line) {
			for _, c := range p.commands {
				argv := bare(c.words)
				if inner := innerLine(argv); inner != "" && depth < deepest {
					add(inner, depth+1)
				} else if s, ok := searchOf(argv); ok && !p.inner && !s.without && s.pattern != "" {
					all = append(all, s.pattern)
				}
			}
		}
	}
	add(line, 0)
	return strings.Join(all, "|")
}

// Columns tells whether a shell line searches and asks for the columns of what is found: else
// who gives them is a checker.
func Columns(line string) bool {
	return (strings.Contains(line, " --vimgrep") || strings.Contains(line, " --column")) && Sought(line) != ""
}

// search is what a command searches for, and where.
type search struct {
	pattern   string // an extended regular expression
	without   bool   // lines that don't match are shown
	near      int    // lines that are shown on a side of each match
	names     bool   // names and counts are shown alone
	recursive bool
	files     []string

	name     string
	valued   string // options that take the next word
	given    []string
	fixed    bool // the pattern is a text
	extended bool
}

// searchOf reads a command that shows the lines of files which match a pattern.
func searchOf(argv []string) (search, bool) {
	if len(argv) == 0 {
		return search{}, false
	}
	s := search{name: baseName(argv[0]), valued: "ABCmefdD"}
	args := argv[1:]
	if s.name == "git" {
		if args = args[options(args, "Cc"):]; len(args) == 0 || args[0] != "grep" {
			return search{}, false
		}
		args = args[1:]
	}
	switch s.name {
	case "grep", "git", "zgrep":
	case "egrep":
		s.extended = true
	case "fgrep", "search_dir", "search_file": // the last two are SWE-agent's
		s.fixed = true
	case "rg", "ag", "ack":
		s.valued, s.extended = "ABCmefgtTjMrE", true
	default:
		return search{}, false
	}
	s.recursive = !strings.HasSuffix(s.name, "grep")
	for i, a := range args {
		next := ""
		if i+1 < len(args) {
			next = args[i+1]
		}
		s.option(a, next)
	}
	operands := operandsOf(args, s.valued)
	if s.given == nil && len(operands) > 0 {
		s.given, operands = operands[:1], operands[1:]
	}
	patterns := make([]string, len(s.given))
	for i, g := range s.given {
		switch {
		case s.fixed:
			patterns[i] = quotedPattern(g)
		case !s.extended:
			patterns[i] = extendedPattern(g)
		default:
			patterns[i] = g
		}
	}
	s.pattern, s.files = strings.Join(patterns, "|"), operands
	return s, true
}

// option reads an option, behind which next stands.
func (s *search) option(a, next string) {
	s.near = max(s.near, nearOf(a, next))
	if len(a) > 1 && a[0] == '-' && a[1] != '-' {
		if takesNext(a, "e") {
			s.given = append(s.given, next)
		}
		has := func(c byte) bool { return holds(a, c, s.valued) }
		grep := strings.HasSuffix(s.name, "grep") || s.name == "git"
		s.fixed = s.fixed || has('F')
		s.extended = s.extended || grep && (has('E') || has('P'))
		s.without = s.without || has('v')
		s.names = s.names || has('l') || has('c') || has('L')
		s.recursive = s.recursive || grep && (has('r') || has('R'))
		return
	}
	name, value, _ := strings.Cut(a, "=")
	switch name {
	case "--fixed-strings":
		s.fixed = true
	case "--extended-regexp", "--perl-regexp":
		s.extended = true
	case "--regexp":
		if value == "" {
			value = next
		}
		s.given = append(s.given, value)
	case "--invert-match":
		s.without = true
	case "--files", "--files-with-matches", "--files-without-match", "--count":
		s.names = true
	case "--recursive":
		s.recursive = true
	}
}

// holds tells whether a word of short options has the option c, before one that
// takes what is behind it.
func holds(word string, c byte, valued string) bool {
	for i := 1; i < len(word); i++ {
		if word[i] == c {
			return true
		}
		if strings.IndexByte(valued, word[i]) >= 0 {
			return false
		}
	}
	return false
}

// nearOf returns how many lines on a side of each match an option asks for.
func nearOf(option, next string) int {
	for _, name := range [...]string{"--after-context", "--before-context", "--context", "-A", "-B", "-C", "-"} {
		value, ok := strings.CutPrefix(option, name)
		if !ok {
			continue
		}
		if value == "" {
			value = next
		}
		n := 0
		for _, c := range strings.TrimPrefix(value, "=") {
			if c < '0' || c > '9' || n > 1<<20 {
				n = 0
				break
			}
			n = 10*n + int(c-'0')
		}
		if n > 0 {
			return n
		}
	}
	return 0
}

// quotedPattern is the expression that finds the text as it stands.
func quotedPattern(text string) string {
	var b strings.Builder
	for _, c := range []byte(text) {
		if strings.IndexByte(`\.+*?()|[]{}^$`, c) >= 0 {
			b.WriteByte('\\')
		}
		b.WriteByte(c)
	}
	return b.String()
}

// extendedPattern writes a basic regular expression as an extended one: there some
// signs mean something only behind a backslash.
func extendedPattern(basic string) string {
	var b strings.Builder
	for i := 0; i < len(basic); i++ {
		switch c := basic[i]; {
		case c == '\\' && i+1 < len(basic) && strings.IndexByte("|(){}+?", basic[i+1]) >= 0:
			i++
			b.WriteByte(basic[i])
		case c == '\\' && i+1 < len(basic):
			i++
			b.WriteByte('\\')
			b.WriteByte(basic[i])
		case strings.IndexByte("|(){}+?", c) >= 0:
			b.WriteByte('\\')
			b.WriteByte(c)
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// FewNear is how many lines on a side of a match are asked for to tell what it is.
// Who asks for more reads: grep -A 100 "function f" main.ts.
const FewNear = 5

// searchViewed returns the files of which a search shows more than a few lines around
// each match. Names of folders say nothing.
func searchViewed(argv []string) (files []string, ok bool) {
	s, ok := searchOf(argv)
	if !ok || s.near <= FewNear || s.without || s.names {
		return nil, false
	}
	if s.recursive && slices.ContainsFunc(s.files, func(f string) bool { return path.Ext(f) == "" }) {
		return nil, false
	}
	return s.files, len(s.files) > 0 || !s.recursive
}
