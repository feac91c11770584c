package cutmark

import (
	"bytes"
	"slices"
)

// isRest tells whether the text is nothing but how much there is besides:
// "+120 lines", "...120 lines...", "and 120 more".
func isRest(text []byte, t []token) bool {
	switch {
	case len(t) == 3 && string(t[0].text) == "and":
		return t[1].kind == number && (t[2].kind == more || string(t[2].text) == "others")
	case len(t) == 2 && t[0].kind == number && isOfText(t[1]):
		return text[0] == '+' || ellipsisAt(text) > 0
	}
	return false
}

// isOfText tells whether a unit is one of text. Queues lose messages, networks lose
// bytes.
func isOfText(w token) bool {
	switch string(bytes.ToLower(w.text)) {
	case "char", "chars", "character", "characters", "line", "lines", "row", "rows", "token", "tokens":
		return true
	}
	return false
}

// isVerb tells whether a word says of an output that it was cut. Below and above
// are where it is; what is left may be all.
func isVerb(w token) bool {
	switch string(bytes.ToLower(w.text)) {
	case "below", "above", "left":
		return false
	}
	return w.kind == weak || w.kind == loses || w.kind == curtailed
}

// isOutput tells whether a noun is one for what a program printed: files and data
// are cut for other reasons.
func isOutput(w token) bool {
	switch string(bytes.ToLower(w.text)) {
	case "output", "outputs", "log", "logs", "response", "content", "contents", "text", "listing", "transcript", "preview", "observation", "stdout", "stderr":
		return true
	}
	return false
}

// curtails tells whether the first words, up to a stop, say that an output was cut
// and nothing else: "output limited to 200 rows", "content trimmed", "partial
// output". Partial content is what HTTP's status 206 says.
func curtails(t []token) bool {
	const most = 8
	if end := slices.IndexFunc(t, func(w token) bool { return w.kind == stop }); end >= 0 {
		t = t[:end]
	}
	if len(t) == 2 && string(bytes.ToLower(t[0].text)) == "partial" {
		return string(bytes.ToLower(t[1].text)) == "output"
	}
	if len(t) > most || has(t, other) {
		return false
	}
	for i, w := range t {
		if w.kind == noun {
			verb := i + 1
			for verb < len(t) && t[verb].kind == be {
				verb++
			}
			return isOutput(w) && verb < len(t) && isVerb(t[verb])
		}
	}
	return false
}

// inFrame tells whether a line has a frame, as "--- 5 lines cut ---" has, and what
// stands in it says that something is missing.
func inFrame(line []byte) bool {
	const signs, thick = "-=*~#_─━═", 3
	behind := bytes.TrimLeft(line, signs)
	inner := bytes.TrimRight(behind, signs)
	return len(line)-len(behind) >= thick && len(behind)-len(inner) >= thick && speaks(bytes.TrimSpace(inner), apart)
}

// announces tells whether a line without a frame says it beyond doubt: of an output
// with a verb, or of a number of units that they aren't shown, or how to see them.
func announces(line []byte) bool {
	var read tokens
	read.read(line)
	t := read.all()
	if len(t) < 3 || has(t, foreign) {
		return false
	}
	if t[0].kind == number && t[1].kind == unit {
		return line[0] == '+' && string(t[2].text) == "ctrl" || bytes.HasPrefix(line, []byte("# ")) && isUnshown(t[2:])
	}
	if isSource(line) {
		return false
	}
	t = withoutLabel(t)
	return curtails(t) && (has(t, be) || amounts(t)) || counts(t) && isUnshown(t[max(len(t)-2, 0):])
}

// isUnshown tells whether the words are "not shown".
func isUnshown(t []token) bool {
	return len(t) == 2 && string(t[0].text) == "not" && t[1].kind == showing
}
