package help

import (
	"bytes"
	"fmt"
	"strings"
)

// Page is what a manual page is made of. The help of all commands is made alike:
// paragraphs; then sections, each below a line that ends in a colon and indented:
// Usage, Commands, Flags, Examples, Exit status. What is indented elsewhere stands
// as it is.
type Page struct {
	Name    string   // of the page, as elide-run
	About   string   // what it is, in one line
	Help    string   // what --help prints
	Version string   // of the programs, as "elide v1.2.3"
	See     []string // the names of other pages
}

// order is how sections follow each other in a page, and what they are called
// there.
var order = [...]struct{ in, out string }{
	{"Usage", "SYNOPSIS"}, {"", "DESCRIPTION"}, {"Commands", "COMMANDS"}, {"Flags", "OPTIONS"},
	{"Exit status", "EXIT STATUS"}, {"Examples", "EXAMPLES"},
}

// Roff returns the page in the language of man(7).
func (p Page) Roff() []byte {
	var w bytes.Buffer
	fmt.Fprintf(&w, ".TH %s 1 \"\" \"%s\" \"User Commands\"\n", escaped(strings.ToUpper(p.Name)), escaped(p.Version))
	for _, f := range fallbacks {
		fmt.Fprintf(&w, ".if n .fchar %s %s\n", escaped(f.char), escaped(f.ascii))
	}
	fmt.Fprintf(&w, ".SH NAME\n%s \\- %s\n", escaped(p.Name), escaped(p.About))
	sections := sectionsOf(p.Help)
	for _, o := range order {
		if lines := sections[o.in]; len(lines) > 0 {
			fmt.Fprintf(&w, ".SH %s\n", o.out)
			writeSection(&w, o.in, lines)
		}
	}
	writeSee(&w, p.See)
	return w.Bytes()
}

func writeSee(w *bytes.Buffer, names []string) {
	if len(names) == 0 {
		return
	}
	var refs []string
	for _, name := range names {
		refs = append(refs, `\fB`+escaped(name)+`\fR(1)`)
	}
	fmt.Fprintf(w, ".SH SEE ALSO\n%s\n", strings.Join(refs, ",\n"))
}

// sectionsOf returns the lines of a help text by the section that they stand
// in; those of none under "".
func sectionsOf(help string) map[string][]string {
	sections := map[string][]string{}
	in := ""
	for _, line := range strings.Split(strings.TrimRight(help, "\n"), "\n") {
		indented := strings.HasPrefix(line, " ")
		head, rest, _ := strings.Cut(line, ":")
		switch {
		case !indented && isSection(head) && strings.HasPrefix(line, head+":"):
			in, line = head, strings.TrimSpace(rest)
		case !indented && line != "" && in != "" && blankLast(sections[in]):
			in = ""
		}
		sections[in] = append(sections[in], line)
	}
	return sections
}

func isSection(head string) bool {
	for _, o := range order {
		if head != "" && head == o.in {
			return true
		}
	}
	return false
}

func blankLast(lines []string) bool { return len(lines) > 0 && lines[len(lines)-1] == "" }

func writeSection(w *bytes.Buffer, name string, lines []string) {
	if name == "Flags" || name == "Commands" {
		for _, e := range entries(lines) {
			fmt.Fprintf(w, ".TP\n%s\n%s\n", e.head(), escapedLine(e.text))
		}
		return
	}
	writeText(w, lines)
}

// writeText writes paragraphs, which are filled, and what is indented, which
// stands as it is.
func writeText(w *bytes.Buffer, lines []string) {
	verbatim, apart := false, true // apart: a blank line, or the section's head, stands before
	for _, line := range lines {
		indented := strings.HasPrefix(line, " ")
		switch {
		case line == "":
			apart = true
			continue
		case indented && !verbatim:
			w.WriteString(".PP\n.RS 2\n.nf\n")
		case indented && apart:
			w.WriteString("\n")
		case verbatim && !indented:
			w.WriteString(".fi\n.RE\n")
		}
		if !indented && apart {
			w.WriteString(".PP\n")
		}
		fmt.Fprintf(w, "%s\n", escapedLine(strings.TrimPrefix(line, "  ")))
		verbatim, apart = indented, false
	}
	if verbatim {
		w.WriteString(".fi\n.RE\n")
	}
}
