package marker

import "strings"

// Held is a gap whose lines stand further up in the same conversation.
type Held struct {
	Gap      Range  // lines of the own original
	Numbered Range  // the numbers in front of them, where they have to be said; else zero
	Lines    Range  // where they stand above; zero: in what was written
	Asked    bool   // the user wrote it, not the reader
	Name     string // of the output that they stand in
}

const (
	numbered = " numbered "
	asIn     = " as in lines "
	asInOf   = " of "
	asInEnd  = " above"
	asWrote  = " as you wrote it above"
	asAsked  = " as the user wrote it above"
)

// MaxName is the length of the longest name of an output in a gap, in bytes.
const MaxName = 48

// AppendHeld appends the gap. What a note must not hold is left out of the name,
// which is cut if it is too long.
func AppendHeld(dst []byte, h Held) []byte {
	dst = append(append(dst, Open...), h.Gap.String()...)
	if h.Numbered != (Range{}) {
		dst = append(append(dst, numbered...), h.Numbered.String()...)
	}
	switch {
	case h.Lines != (Range{}):
	case h.Asked:
		return append(append(dst, asAsked...), Close...)
	default:
		return append(append(dst, asWrote...), Close...)
	}
	dst = append(append(append(dst, asIn...), h.Lines.String()...), asInOf...)
	return append(append(append(dst, cleanName(h.Name)...), asInEnd...), Close...)
}

// cleanName returns what of a name the grammar allows, something in any case.
func cleanName(name string) string {
	name = cleanNote(strings.ToValidUTF8(name, ""))
	if len(name) > MaxName {
		cut := MaxName - len("…")
		for cut > 0 && name[cut]&0xc0 == 0x80 {
			cut--
		}
		name = strings.TrimRight(name[:cut], " ") + "…"
	}
	if name == "" {
		return "…"
	}
	return name
}

// ParseHeld parses text that is one such gap and nothing else.
func ParseHeld(text []byte) (Held, bool) {
	inner, opened := strings.CutPrefix(string(text), Open)
	inner, closed := strings.CutSuffix(inner, Close)
	var h Held
	rest, ok := cutLines(inner, &h.Gap)
	if !opened || !closed || !ok {
		return Held{}, false
	}
	if list, found := strings.CutPrefix(rest, numbered); found {
		if rest, ok = cutLines(list, &h.Numbered); !ok {
			return Held{}, false
		}
	}
	if h.Asked = rest == asAsked; h.Asked || rest == asWrote {
		return h, true
	}
	rest, isIn := strings.CutPrefix(rest, asIn)
	rest, areLines := cutLines(rest, &h.Lines)
	rest, isOf := strings.CutPrefix(rest, asInOf)
	h.Name, ok = strings.CutSuffix(rest, asInEnd)
	if !isIn || !areLines || !isOf || !ok || cleanName(h.Name) != h.Name {
		return Held{}, false
	}
	return h, true
}

// cutLines reads a range of lines that a blank stands behind.
func cutLines(s string, r *Range) (rest string, ok bool) {
	end := strings.IndexByte(s, ' ')
	if end < 0 {
		return s, false
	}
	if *r, ok = parseInner(s[:end]); !ok || r.IsSpan() {
		*r = Range{}
		return s, false
	}
	return s[end:], true
}
