package digest

import (
	"strconv"
	"strings"

	"elide.example/elide/internal/marker"
)

// hashDigits is how much of a hash a Ref has: enough to name an entry, and a third
// of what the whole would cost.
const hashDigits = 8

// earlier parts a text of this package, if one stands in text, from what stands
// before it. Blocks of files are read wherever they stand, since other programs
// write them too.
func earlier(text string) (before string, d Digest, ok bool) {
	at := opening(text)
	if at < 0 {
		if !strings.Contains(text, "<"+readTag+">") && !strings.Contains(text, "<"+modifiedTag+">") {
			return text, d, false
		}
		if d.Files, before = parseFiles(text); len(d.Files.Read)+len(d.Files.Modified) == 0 {
			return text, d, false
		}
		return before, d, true
	}
	files, before := parseFiles(text[:at])
	d = parse(text[at+len(Opening):])
	d.Files = files.Merge(d.Files)
	return before, d, true
}

// opening returns where a line that is Opening starts, -1 if there is none.
func opening(text string) int {
	for at := 0; ; {
		i := strings.Index(text[at:], Opening)
		if i < 0 {
			return -1
		}
		at += i
		end := at + len(Opening)
		if (at == 0 || text[at-1] == '\n') && (end == len(text) || text[end] == '\n') {
			return at
		}
		at = end
	}
}

// parse reads the lines and files of a text of this package. Lines without a hash
// get that of the text's last marker, under which its stretch is stored.
func parse(text string) Digest {
	var d Digest
	hash := ""
	if found := marker.Find([]byte(text)); len(found) > 0 {
		hash = found[len(found)-1].Hash[:hashDigits]
	}
	d.Files, text = parseFiles(text)
	current, inside := decisionList, false
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if title, ok := strings.CutPrefix(line, "#"); ok {
			current, inside = headed(title), true
		} else if inside && line != none && line != "" && !strings.HasPrefix(line, marker.Open) {
			d.read(current, parseLine(line, hash))
		}
	}
	d.rate()
	return d
}

// read adds a line of a section. Sections that hold two lists are parted by what
// their lines end with.
func (d *Digest) read(in list, l Line) {
	if in == decisionList && l.Later.Message > 0 && !l.Open {
		in = numberList
	}
	lines := d.list(in)
	if text, ok := strings.CutPrefix(l.Text, ditto+arrow); ok && in == errorList && len(*lines) > 0 {
		what, _, _ := strings.Cut((*lines)[len(*lines)-1].Text, arrow)
		l.Text = what + arrow + text
	}
	*lines = append(*lines, l)
}

// headed returns the list that a heading's lines belong to.
func headed(title string) list {
	if l, ok := titled(strings.TrimSpace(strings.TrimLeft(title, "#"))); ok {
		return l
	}
	return decisionList
}

// The ends of lines.
const (
	openTail     = " (open)"
	resolvedTail = " (resolved in ["
	usedTail     = " (used in ["
)

// parseLine reads a line of a section: - [12] text (used in [15]).
func parseLine(line, hash string) Line {
	line = strings.TrimPrefix(strings.TrimPrefix(line, "- "), "* ")
	var l Line
	l.From, line = parseRef(line, hash)
	if rest, ok := strings.CutSuffix(line, openTail); ok {
		l.Open, line = true, rest
	}
	for _, tail := range [...]string{resolvedTail, usedTail} {
		if i := strings.LastIndex(line, tail); i >= 0 {
			if ref, rest := parseRef(line[i+len(tail)-1:], hash); rest == ")" {
				l.Later, line = ref, line[:i]
			}
		}
	}
	l.Text = extract(line, firstMost)
	return l
}

// parseRef reads a Ref in brackets at the front of a text, and the blank behind
// it: [12] of the stretch with that hash, [01234567:12], or [?], which is none.
// Without a hash nobody knows what [12] is of.
func parseRef(text, hash string) (Ref, string) {
	inner, rest, ok := strings.Cut(text, "]")
	inner, found := strings.CutPrefix(inner, "[")
	if !ok || !found {
		return Ref{}, text
	}
	rest = strings.TrimPrefix(rest, " ")
	if inner == "?" {
		return Ref{}, rest
	}
	own, number, two := strings.Cut(inner, ":")
	if !two {
		own, number = hash, inner
	} else if len(own) != hashDigits || strings.Trim(own, "0123456789abcdef") != "" {
		return Ref{}, text
	}
	const most = 1e9
	n, err := strconv.Atoi(number)
	switch {
	case err != nil || n <= 0 || n > most || strconv.Itoa(n) != number:
		return Ref{}, text
	case own == "":
		return Ref{}, rest
	}
	return Ref{own, n}, rest
}
