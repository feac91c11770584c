package cutmark

import "bytes"

// kind is what a word of a mark is to its meaning.
type kind uint8

const (
	other     kind = iota // says nothing here
	filler                // stands in marks, and says nothing
	number                // how much
	sized                 // how much, and of what: 34.2KB
	unit                  // of what
	noun                  // what was cut: an output
	strong                // that it was cut, whatever stands round it
	weak                  // that it was cut, if it stands at a number of units
	loses                 // the same, but of requests and packets as well
	curtailed             // that it was cut, if it stands at an output
	more                  // the same, or the rest
	showing               // that only a part is shown
	be                    // was, has been
	whole                 // the full one
	saved                 // where it was put
	advice                // how to ask for more
	foreign               // stands in no mark: it is code
	stop                  // . : , ;
)

// kindOf returns what a word, in lower case, is.
func kindOf(word []byte) kind {
	switch string(word) {
	case "truncated", "truncating", "clipped", "elided", "omitted", "omitting", "snipped", "snip", "abbreviated", "abridged", "capped":
		return strong
	case "skipped", "skipping", "hidden", "hiding", "trimmed", "removed", "stripped", "suppressed", "collapsed", "folded", "cut", "left", "below", "above":
		return weak
	case "dropped", "discarded", "lost":
		return loses
	case "limited", "shortened", "incomplete":
		return curtailed
	case "more", "remaining", "additional", "further":
		return more
	case "showing", "shown", "displayed", "displaying", "printed":
		return showing
	case "char", "chars", "character", "characters", "byte", "bytes", "kb", "mb", "kib", "mib", "token", "tokens", "line", "lines",
		"row", "rows", "message", "messages", "entry", "entries", "record", "records", "item", "items", "result", "results",
		"match", "matches", "word", "words", "column", "columns", "element", "elements", "object", "objects", "node", "nodes",
		"page", "pages", "event", "events", "issue", "issues", "change", "changes", "section", "sections", "hunk", "hunks":
		return unit
	case "output", "outputs", "log", "logs", "response", "content", "contents", "text", "file", "files", "data", "body", "preview", "diff",
		"observation", "observations", "transcript", "history", "listing", "document", "stdout", "stderr", "patch", "reply", "stream", "report":
		return noun
	case "is", "was", "are", "were", "be", "been", "has", "have", "being", "had", "got":
		return be
	case "full", "complete", "entire", "whole", "rest", "remainder", "all", "middle", "raw", "original":
		return whole
	case "saved", "written", "stored", "available", "persisted", "found", "spilled":
		return saved
	case "offset", "limit", "use", "see", "narrow", "refine", "--limit", "--offset", "pagination", "page_size":
		return advice
	case "the", "this", "that", "of", "for", "from", "to", "in", "at", "by", "and", "or", "a", "an", "due", "length", "size", "long", "too", "large",
		"max", "maximum", "limits", "exceeded", "exceeds", "first", "last", "head", "tail", "total", "only", "not", "here", "previous",
		"command", "tool", "its", "it", "as", "context", "brevity", "space", "most", "other", "others", "another", "existing", "because":
		return filler
	}
	return other
}

// token is a word, a number or a mark of punctuation.
type token struct {
	kind kind
	end  int // in the text
	text []byte
}

// mostTokens is how many words of a text are read. A mark says early what it is.
const mostTokens = 32

// tokens are those of a text, as many as are read.
type tokens struct {
	list [mostTokens]token
	n    int
	cut  bool // there are more
}

func (t *tokens) all() []token { return t.list[:t.n] }

// read cuts a text into tokens.
func (t *tokens) read(text []byte) {
	for i := 0; i < len(text); {
		if t.n == len(t.list) {
			t.cut = true
			return
		}
		n, k := wordLen(text[i:])
		if n == 0 {
			n, k = punctuation(text[i:])
			if k == other {
				i += n
				continue
			}
		}
		t.list[t.n] = token{k, i + n, text[i : i+n]}
		t.n++
		i += n
	}
}

// wordLen returns the length of the word that text starts with and its kind,
// 0 if it starts with none.
func wordLen(text []byte) (int, kind) {
	n := 0
	for n < len(text) && isWordByte(text[n]) {
		n++
	}
	switch {
	case n == 0:
		return 0, other
	case isDigit(text[0]):
		return numberLen(text)
	case n > 16:
		return n, other
	}
	var low [16]byte
	for i, c := range text[:n] {
		if 'A' <= c && c <= 'Z' {
			c |= 0x20
		}
		low[i] = c
	}
	return n, kindOf(low[:n])
}

// numberLen returns the length of a number: 4933, 8,000, 34.2KB, 50K.
func numberLen(text []byte) (int, kind) {
	n := 0
	for n < len(text) && (isDigit(text[n]) || (text[n] == ',' || text[n] == '.') && n+1 < len(text) && isDigit(text[n+1])) {
		n++
	}
	letters := n
	for letters < len(text) && isWordByte(text[letters]) {
		letters++
	}
	switch string(bytes.ToLower(text[n:letters])) {
	case "":
		return n, number
	case "k", "kb", "m", "mb", "g", "gb", "kib", "mib", "b", "bytes", "chars":
		return letters, sized
	}
	return letters, other
}

// punctuation returns the length of what no word starts with, and what it is.
func punctuation(text []byte) (int, kind) {
	switch text[0] {
	case '{', '}', '$', '|', '&', '@':
		return 1, foreign
	case '.':
		if n := ellipsisAt(text); n > 0 {
			return n, other
		}
		return 1, stop
	case ':', ',', ';':
		return 1, stop
	case '\\':
		return max(ellipsisAt(text), 1), other
	}
	return 1, other
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isWordByte(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' || isDigit(c) || c == '_' }

// ellipses are how "there was more here" is written.
var ellipses = [...]string{"...", "…", `\u2026`}

// ellipsisAt returns the length of the ellipsis that text starts with, 0 if it
// starts with none.
func ellipsisAt(text []byte) int {
	for _, e := range ellipses {
		if bytes.HasPrefix(text, []byte(e)) {
			return len(e)
		}
	}
	return 0
}

// ellipsisIn returns the place and the length of the first ellipsis in text.
func ellipsisIn(text []byte) (at, n int) {
	at = -1
	for _, e := range ellipses {
		if i := bytes.Index(text, []byte(e)); i >= 0 && (at < 0 || i < at) {
			at, n = i, len(e)
		}
	}
	return at, n
}

// lastEllipsis returns the place and the length of the last ellipsis in text.
func lastEllipsis(text []byte) (at, n int) {
	at = -1
	for _, e := range ellipses {
		if i := bytes.LastIndex(text, []byte(e)); i > at {
			at, n = i, len(e)
		}
	}
	return at, n
}

// ellipsisBefore returns how many bytes at the end of text are an ellipsis and
// the blanks behind it.
func ellipsisBefore(text []byte) int {
	bare := bytes.TrimRight(text, " ")
	for _, e := range ellipses {
		if bytes.HasSuffix(bare, []byte(e)) {
			return len(text) - len(bare) + len(e)
		}
	}
	return 0
}
