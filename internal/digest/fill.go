package digest

import (
	"strings"

	"elide.example/elide/internal/tokens"
)

// Fill appends what a summarizer wrote as a text of this package: Opening, its
// sections, those that it left out as the digest has them, and the blocks of
// files as the digest has them, since a path must not get lost. It is an error of
// the summary, and nothing is appended, if it has no text or more than MaxTokens.
func (d Digest) Fill(dst, summary []byte) ([]byte, error) {
	text := tidy(string(summary))
	if text == "" {
		return dst, ErrEmpty
	}
	files := d.blocks()
	size := tokens.Estimate([]byte(text))
	if size > d.most {
		return dst, &TooLongError{size, d.most, "tokens"}
	}
	left := d.most - size - tokens.Estimate([]byte(Opening))
	if d.form == Summary {
		left -= tokens.Estimate(files)
	}
	dst = append(append(dst, Opening+"\n"...), text...)
	return append(d.writeMissing(dst, text, left), files...), nil
}

// writeMissing appends the sections that a text hasn't.
func (d Digest) writeMissing(dst []byte, text string, most int) []byte {
	has := map[list]bool{}
	for line := range strings.Lines(text) {
		if title, ok := strings.CutPrefix(strings.TrimSpace(line), "#"); ok {
			if l, ok := titled(strings.TrimSpace(strings.TrimLeft(title, "#"))); ok {
				has[l] = true
			}
		}
	}
	var missing []section
	part := Digest{form: d.form, most: d.most}
	for _, s := range d.form.sections() {
		if has[s.lists[0]] {
			continue
		}
		missing = append(missing, s)
		most -= tokens.Estimate([]byte("## " + s.title + "\n" + none + "\n"))
		for _, l := range s.lists {
			*part.list(l) = *d.list(l)
		}
	}
	chosen := part.choose(most)
	for _, s := range missing {
		dst = part.writeSection(dst, s, chosen)
	}
	return dst
}

// tidy returns the text of a summary without what is written round it here:
// Opening, blocks of files, markers, control characters, a fence round the whole.
func tidy(summary string) string {
	_, text := parseFiles(strings.ToValidUTF8(summary, "\ufffd"))
	text = strings.TrimSpace(text)
	if strings.HasPrefix(text, "```") && strings.HasSuffix(text, "```") && strings.Count(text, "```") == 2 {
		_, text, _ = strings.Cut(strings.TrimSuffix(text, "```"), "\n")
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		if strings.TrimSpace(line) == Opening {
			continue
		}
		indent := line[:len(line)-len(strings.TrimLeft(line, " "))]
		b.WriteString(indent + oneLine(line) + "\n")
	}
	if text = strings.Trim(b.String(), "\n"); strings.TrimSpace(text) == "" {
		return ""
	}
	return text + "\n"
}
