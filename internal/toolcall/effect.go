package toolcall

import (
	"path"
	"strings"
)

// lineUse tells what a shell line does.
func lineUse(line string, depth int) Use {
	e := effects{depth: depth, made: map[string]bool{}}
	e.Command = line
	e.line(line, false)
	e.Key = strings.Join(e.keys, "\n")
	return e.Use
}

// effects gathers what a line does.
type effects struct {
	Use
	made  map[string]bool // files that outputs of this line went to
	keys  []string
	depth int
}

// line tells what a line does. That of an inner one is not shown as it is.
func (e *effects) line(line string, inner bool) {
	if e.depth++; e.depth > deepest {
		e.keys = append(e.keys, line)
	} else {
		for _, p := range parseShell(line) {
			p.inner = p.inner || inner
			e.pipeline(p)
		}
	}
	e.depth--
}

func (e *effects) pipeline(p pipeline) {
	shown := !p.inner
	var reads, key []string
	for i, c := range p.commands {
		argv := bare(c.words)
		e.Off = e.Off || switchesOff(c.words[:len(c.words)-len(argv)], argv)
		listed := readsListed(c.words[:len(c.words)-len(argv)], argv)
		if e.nested(argv, p.inner || len(p.commands) > 1) {
			shown = false
			continue
		}
		first := i == 0 || listed
		if listed {
			shown, reads = !p.inner, []string{unknown}
		} else if operands, ok := viewed(argv); !ok || first == (len(operands) == 0) && !(first && readsInput(c)) {
			shown = false
		} else if first {
			reads = append(operands, inputs(c)...)
		}
		if e.redirected(c) {
			shown = false
		}
		e.command(argv, c)
		if part := keyPart(argv, c, first || shown && len(reads) > 0); part != "" && !p.inner {
			key = append(key, part)
		}
	}
	if shown {
		e.read(reads)
	}
	if len(key) > 0 {
		e.keys = append(e.keys, strings.Join(key, " | "))
	}
}

// read tells of files that are shown. A file to which the line itself wrote an
// output is part of that output.
func (e *effects) read(paths []string) {
	for _, p := range paths {
		if !e.made[p] {
			e.Reads = append(e.Reads, p)
		}
	}
}

// nested tells what the line does that a shell is given as an argument, if the
// command is that.
func (e *effects) nested(argv []string, inner bool) bool {
	line := innerLine(argv)
	if line != "" {
		e.line(line, inner)
	}
	return line != ""
}

// innerLine returns the line that a shell is given as an argument, "" if the
// command is none.
func innerLine(argv []string) string {
	if len(argv) == 0 {
		return ""
	}
	switch baseName(argv[0]) {
	case "eval":
		return strings.Join(argv[1:], " ")
	case "sh", "bash", "zsh", "dash", "ksh", "fish":
		return shellArgument(argv[1:])
	}
	return ""
}

// shellArgument returns the line of a shell's option -c, alone or with others
// (-lc).
func shellArgument(args []string) string {
	for i, a := range args {
		if !strings.HasPrefix(a, "-") {
			break
		}
		if !strings.HasPrefix(a, "--") && strings.HasSuffix(a, "c") && i+1 < len(args) {
			return args[i+1]
		}
	}
	return ""
}

// redirected tells of the files that a command's streams go to, and whether
// its standard output is one of the streams.
func (e *effects) redirected(c command) bool {
	output := false
	for _, r := range c.redirects {
		if !strings.Contains(r.op, ">") || r.op == ">&" && (isNumber(r.target) || r.target == "-") {
			continue
		}
		if r.stream == "" || r.stream == "1" {
			output = true
		}
		if r.target != "" && !strings.HasPrefix(r.target, "/dev/") {
			e.Writes = append(e.Writes, r.target)
			e.made[r.target] = true
		}
	}
	return output
}

// command tells whether a command expands, and what it changes.
func (e *effects) command(argv []string, c command) {
	if len(argv) == 0 {
		return
	}
	name := baseName(argv[0])
	if name == "elision-get" {
		e.Expansion = true
	}
	if name == "apply_patch" || name == "applypatch" {
		e.Writes = append(e.Writes, patched(strings.Join(append(argv[1:], bodies(c)...), "\n"))...)
		return
	}
	e.Writes = append(e.Writes, changed(name, argv[1:])...)
}

func bodies(c command) []string {
	var out []string
	for _, r := range c.redirects {
		out = append(out, r.body)
	}
	return out
}

// inputs returns the files that are a command's standard input.
func inputs(c command) []string {
	var out []string
	for _, r := range c.redirects {
		if r.op == "<" && r.target != "" {
			out = append(out, r.target)
		}
	}
	return out
}

func readsInput(c command) bool { return len(inputs(c)) > 0 }

// baseName returns the name of a command that may be given with its path.
func baseName(word string) string {
	return strings.TrimSuffix(path.Base(word), ".exe")
}

// given returns what a command's standard input adds to its key: files, or the
// text that stands in the line itself.
func given(c command) string {
	var text strings.Builder
	for _, r := range c.redirects {
		if strings.HasPrefix(r.op, "<") {
			text.WriteString(" " + r.op + r.target)
			text.WriteString(r.body)
		}
	}
	return text.String()
}

// keyPart returns what a command adds to the key of its pipeline. What shows a
// part of the output that comes to it adds nothing: a test's last 40 lines and
// its last 80 are outputs of the same thing. Of a file they are not (whole):
// what one shows and the other doesn't would look like lines that are gone from
// the file.
func keyPart(argv []string, c command, whole bool) string {
	if operands, ok := viewed(argv); ok && !whole && len(operands) == 0 || len(argv) == 0 {
		return ""
	}
	return strings.Join(argv, " ") + given(c)
}
