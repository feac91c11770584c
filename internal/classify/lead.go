package classify

import (
	"bytes"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/line"
	"elide.example/elide/internal/rules"
	"elide.example/elide/internal/scan"
)

// lead tells what stands before the lines of a block: a form that is known, or what one of
// the lines begins with, which the others do too but for its numbers.
type lead struct {
	form   line.Prefix
	like   []byte
	gutter bool // like is one
	weak   bool // nothing tells that like is put before the lines but that all have it
	task   int  // the column up to which the names of tasks stand, as Ant has them; 0: none do
}

// length returns how much of a line its lead is.
func (l lead) length(text []byte) int {
	if l.task > 0 {
		if n := taskEnd(text); n == l.task {
			return n
		}
		return 0
	}
	if l.gutter {
		n := min(len(l.like), len(text))
		for !bytes.HasPrefix(text, l.like[:n]) {
			n--
		}
		if n < len(l.like) && n < len(text) {
			return 0 // a line that heads it
		}
		return n
	}
	if l.like != nil {
		_, n := common(l.like, text)
		return n
	}
	if f, n := line.PrefixOf(text); f == l.form {
		return n
	}
	return 0
}

const (
	// leadMost bounds the bytes of a lead that isn't of a known form. With half or twice none of
	// the outputs named below is another.
	leadMost = 160
	// dateMost is how long a date before a time may be, weekday how long a day before a month.
	dateMost = 20
	weekday  = len("Tue ")
	// epochDigits is how many digits the seconds since 1970 have.
	epochDigits = 10
	// leadLeast is how many lines have it at least, of leadSamples all but leadFew. Of 185 labelled
	// outputs behind leads of three forms and of 1,516 others as they came, 8 or 32 lines and 64 samples
	// change one or two by a line or two; with 16 samples a lead is seen in a long report that has none.
	leadLeast   = 16
	leadSamples = 32
	leadFew     = 3
	// gutterHeads is how often lines stand left of a gutter, one of gutterShare that stand behind it. With
	// 2 heads none of 1,199 outputs is another, with 8 two are, and with half or twice the share none.
	gutterHeads = 4
	gutterShare = 3
)

// leadOf returns what the units of the block begin with, nil if they have no lead, and what nearly
// all and what all of them have in common from their start on but for their numbers.
func leadOf(b *block.Block) (lead, shared, all []byte) {
	if b.Lines() < leadLeast {
		return nil, nil, nil
	}
	samples := make([][]byte, 0, leadSamples)
	for k := range leadSamples {
		if text := sampled(b, k); len(scan.Trim(text)) > 0 {
			samples = append(samples, text)
		}
	}
	if len(samples) < leadLeast {
		return nil, nil, nil
	}
	few := min(leadFew, len(samples)/8)
	// The first may be one of the few that have none.
	for _, pivot := range [...][]byte{samples[len(samples)/2], samples[len(samples)/3]} {
		least := [leadFew + 1]int{leadMost, leadMost, leadMost, leadMost} // they have in common, in their order
		for _, s := range samples {
			n, _ := common(pivot, s)
			for i := range least {
				least[i], n = min(least[i], n), max(least[i], n)
			}
			if least[few] == 0 {
				break
			}
		}
		if shared = pivot[:min(least[few], len(pivot))]; len(shared) == 0 {
			continue
		}
		all = pivot[:min(least[0], len(shared))]
		if n := leads(shared); n > 0 && !tabular(pivot[:n], samples, few) && same(samples, pivot[:n]) >= len(samples)-few {
			return pivot[:n], shared, all
		}
	}
	return nil, shared, all
}

// leastTasked is how many of the sampled lines stand behind the name of a task.
const leastTasked = leadSamples / 2

// taskColumn returns the column at which the names of tasks end that stand before the lines of a
// block, brought to one edge ("    [javac] ", "      [jar] "), among lines without one; 0 if none do.
func taskColumn(b *block.Block) int {
	if b.Lines() < leadLeast {
		return 0
	}
	ends := map[int]int{}
	for k := range leadSamples {
		if n := taskEnd(sampled(b, k)); n > 0 {
			if ends[n]++; ends[n] == leastTasked && targets(b) {
				return n
			}
		}
	}
	return 0
}

// targets tells whether a line names a target that tasks are of, as Ant does ("compile:"), or says
// what became of it all: a list, and a log, have names in brackets too.
func targets(b *block.Block) bool {
	for i := range b.Len() {
		text := scan.Trim(b.Text(i))
		if n := len(text); n > 1 && !scan.IsBlank(b.Text(i)[0]) && (text[n-1] == ':' && isSource(text[:n-1]) || scan.HasPrefix(text, "BUILD ")) {
			return true
		}
	}
	return false
}

// taskEnd returns the length of the name of a task that a text begins with, behind blanks and in
// brackets, and of the blank behind it. A result in brackets is none.
func taskEnd(text []byte) int {
	at := scan.Run(text, ' ')
	if at == 0 || at == len(text) || text[at] != '[' {
		return 0
	}
	n := bytes.IndexByte(text[at:min(len(text), leadMost)], ']')
	if n < 3 {
		return 0
	}
	for _, c := range text[at+1 : at+n] {
		if !scan.IsLower(c) && !scan.IsDigit(c) && c != '-' && c != ':' && c != '.' {
			return 0
		}
	}
	if name := text[at+1 : at+n]; rules.StateOf(name) != rules.None || rules.Succeeds(string(name)) || level(name) {
		return 0
	}
	if n += at + 1; n < len(text) && text[n] == ' ' {
		return n + 1
	}
	return 0
}

// sampled returns the text of the k-th of many lines, which are spread over the block so
// that none of its patterns is met alone: what was drawn first, as nothing is put before the rest.
func sampled(b *block.Block, k int) []byte {
	i := b.StartOf(int(uint64(uint32(k)*0x9e3779b9) * uint64(b.Lines()) >> 32))
	text, raw := b.Text(i), b.Raw(i)
	if cr := bytes.IndexByte(raw, '\r'); cr > 0 && cr < len(bytes.TrimRight(raw, "\r\n")) {
		return raw[:cr]
	}
	return text
}

// same counts the texts that begin with the lead and, if a name ends it, with that name: one
// with another number is another.
func same(samples [][]byte, lead []byte) (n int) {
	name := lastWord(lead)
	named := scan.IsLetter(name[0]) || len(name) > 1 && scan.IsLetter(name[1])
	for _, s := range samples {
		if in, m := common(lead, s); in == len(lead) && (!named || bytes.Equal(lastWord(s[:m]), name)) {
			n++
		}
	}
	return n
}

// tabular tells whether a lead is the bar that rows begin with: nearly all have as many.
func tabular(lead []byte, samples [][]byte, few int) bool {
	bar := scan.Trim(lead)
	if string(bar) != "|" {
		return false
	}
	same, bars := 0, bytes.Count(samples[len(samples)/2], bar)
	for _, s := range samples {
		if bytes.Count(s, bar) == bars {
			same++
		}
	}
	return bars > 1 && same >= len(samples)-few
}

// lastWord returns the last word of a text that has one.
func lastWord(text []byte) []byte {
	text = bytes.TrimRight(text, " \t")
	return text[1+bytes.LastIndexAny(text, " \t"):]
}

// leads returns how much of what lines have in common is put before them: up to the last word that
// ends as a name does that others are put behind, and as far as a time goes or a step's number.
func leads(text []byte) int {
	for n := len(text); n > 0; n = 1 + bytes.LastIndexAny(text[:n-1], " \t") {
		if names(text[:n]) { // what else is blank behind it is the line's own
			n = min(n, 1+len(bytes.TrimRight(text[:n], " \t")))
			return max(n+times(text[n:]), times(text))
		}
	}
	n := times(text)
	if n > 0 && n < len(text) && text[n] == ' ' {
		n++ // Jenkins puts two behind a time
	}
	return n
}

// names tells whether a text ends in a name that others are put behind: "web-1  | ",
// "default: ", "[api] ", "INFO - ", "> ", "  | ".
func names(text []byte) bool {
	if text = scan.Trim(text); len(text) == 0 {
		return false
	}
	word := lastWord(text)
	switch end := len(word) - 1; word[end] {
	case '|': // not of columns
		name := scan.Trim(text[:len(text)-1])
		return len(name) == 0 || bytes.IndexByte(name, '|') < 0 && !scan.IsDigit(lastWord(name)[0])
	case '>':
		return len(text) == 1
	case '-': // of a logger, maybe behind its own name, or of fields that are empty
		return end == 0 && (hasLevel(text) || bytes.HasSuffix(text, []byte("- -")) && times(text) > 0)
	case ':':
		if end == 0 || times(text) > 0 && level(word[:end]) {
			return hasLevel(text)
		}
		return (scan.IsLetter(word[0]) || word[0] == '@' || bytes.Count(word, []byte{'.'}) == 3) && isSource(word[:end])
	case ']':
		open := bytes.LastIndexByte(text, '[')
		name := scan.Trim(text[open+1 : len(text)-1])
		if bytes.IndexByte(name, ':') < 0 {
			name = bytes.ReplaceAll(name, []byte{' '}, nil) // [Step 2/4]
		}
		return open >= 0 && isSource(name)
	}
	return level(word) && times(text) > 0
}

// hasLevel tells whether a word of a text is how severe a line is.
func hasLevel(text []byte) bool {
	for text = scan.Trim(text); len(text) > 0; text = scan.Trim(text[:len(text)-len(lastWord(text))]) {
		if level(bytes.Trim(lastWord(text), "[]():")) {
			return true
		}
	}
	return false
}

// isSource tells whether a word may be the name of what printed a line, or its time: it is neither
// a file, nor how severe the line is, nor how far something has come.
func isSource(word []byte) bool {
	letters, clock := false, false
	for i, c := range word {
		switch {
		case scan.IsLetter(c):
			letters = true
		case c == ':' || c == '.':
			if clock = true; c == '.' && letters && (i+1 == len(word) || !scan.IsDigit(word[i+1])) {
				return false
			}
		case !scan.IsDigit(c) && bytes.IndexByte([]byte("-_/@#[]+"), c) < 0:
			return false
		}
	}
	return len(word) > 0 && (letters || clock || scan.Digits(word) == len(word)) && !level(word) && !line.OfLine(word)
}

// level tells whether a word is how severe a line is.
func level(word []byte) bool {
	return rules.SeverityOf(word, rules.AsLevel|rules.AsMessage) != rules.NoSeverity
}

// times returns how much of a text it takes to tell of the time or the step that it begins
// with: 0 if it begins with neither.
func times(text []byte) int {
	if d := scan.Digits(text); d > 0 && scan.HasPrefix(text[d:], ":") && !scan.ClockAt(text) {
		return 0 // a line that a search found, of a log
	}
	f, n := line.PrefixOf(text)
	if !f.OfRunner() {
		n = clock(text)
	}
	for _, more := range [...]string{"AM ", "PM ", "stdout F ", "stderr F "} { // a container's runtime has its stream there
		if n > 0 && scan.HasPrefix(text[n:], more) {
			return n + len(more)
		}
	}
	return n
}

// clock returns how much of a text it takes to tell of the time of day that it begins with, with
// a date or not, or of the seconds since 1970.
func clock(text []byte) int {
	at := scan.Clock(text[:min(len(text), dateMost+8)])
	if at < 0 && scan.Digits(text) >= epochDigits {
		at = 0
	}
	if at < 0 || at > 1 && !scan.Date(text[:at]) && !scan.MonthAt(text) && !scan.MonthAt(text[min(len(text), weekday):]) {
		return 0
	}
	if n := bytes.IndexAny(text[at:], " \t"); n >= 0 {
		return at + n + 1
	}
	return len(text)
}

// common returns how much two lines have in common from their start on, but for their numbers and
// what pads them, up to where a word ends in both. What a document of JSON begins with, or a
// checker of memory, is the lines' own.
func common(a, b []byte) (inA, inB int) {
	a, b = a[:min(len(a), leadMost)], b[:min(len(b), 2*leadMost)] // which may be padded more
	words := false                                                // more than one
	for i, j := 0, 0; i < len(a); {
		c := a[i]
		blank := c == ' ' || c == '\t'
		if blank || scan.IsDigit(c) {
			if n := padded(a[i:]); n > 0 {
				if m := padded(b[j:]); m > 0 {
					i, j = i+n, j+m
					continue
				}
			}
		}
		if blank && j == len(b) {
			return len(a), j // nothing stands behind it
		}
		if j < len(b) && c != b[j] && signed(a[:i+1], a[i+1:], b[j:]) {
			i, j = i+1, j+1
			continue
		}
		if j == len(b) || c != b[j] || c == '"' || c == '{' && i+1 < len(a) && a[i+1] == '"' || (c == '=' || c == '-') && scan.Checker(a[i:]) > 0 {
			break
		}
		if i, j = i+1, j+1; blank || c == ':' && !words && level(a[:bytes.IndexByte(a, ':')]) {
			inA, inB, words = i, j, blank // also in LEVEL:name:text
		}
	}
	return inA, inB
}

// signed tells whether two lines differ in the sign alone that TeamCity puts behind a time, "[10:00:00]W:"
// and "[10:00:00] :", at the end of the first text and the begin of the last.
func signed(upTo, rest, other []byte) bool {
	n := len(upTo)
	sign := func(c byte) bool { return c == ' ' || scan.IsLetter(c) }
	return n > 1 && upTo[n-2] == ']' && len(rest) > 0 && rest[0] == ':' && len(other) > 1 && other[1] == ':' && sign(upTo[n-1]) && sign(other[0])
}

// padded returns the length of the number that the text starts with, blanks before it included.
func padded(text []byte) int {
	n := scan.Run(text, ' ')
	if d := scan.Digits(text[n:]); d > 0 {
		return n + d
	}
	return 0
}

// gutterOf returns what the lines of a block begin with that stand below others, as one output
// does below what ran it: blanks, or a drawn bar and the blanks around it. below says that some
// lines stand left of blanks.
func gutterOf(b *block.Block) (gutter []byte, below bool) {
	heads, left, inside, numbers, rows, among := 0, 0, 0, 0, 0, false
	for i := range b.Len() {
		text := b.Text(i)
		n := gutterLen(text)
		if !b.StartsLine(i) || n == len(text) {
			continue
		}
		if n == 0 {
			if left++; !among {
				heads++
			}
			if heads > gutterHeads || left*gutterShare > b.Len() || !among && ofTool(text) {
				return nil, false
			}
			among = true
			continue
		}
		if inside, among = inside+1, false; inside == 1 {
			gutter = text[:n]
		}
		if d := scan.Digits(text[n:]); d > 0 && (n+d == len(text) || bytes.IndexByte([]byte(" \t|\xe2"), text[n+d]) >= 0) {
			numbers++
		}
		if len(scan.Trim(text[:n])) > 0 && bytes.ContainsAny(text[n:], bars) {
			rows++
		}
		for n = min(n, len(gutter)); !bytes.HasPrefix(text, gutter[:n]); n-- {
		}
		if gutter = gutter[:n]; n == 0 {
			return nil, false
		}
	}
	blanks := len(scan.Trim(gutter)) == 0
	if inside < leadLeast || string(gutter) == " " || rows*2 > inside || ofRunner(b, len(gutter)) || blanks && numbers*2 > inside || left*gutterShare > inside {
		return nil, false
	}
	return gutter, left > 0 && blanks
}

// ofRunner tells whether lines were drawn anew, whose blanks go with what they draw over, or a third is
// results behind more blanks than the gutter, below names: a runner of tests indents these.
func ofRunner(b *block.Block, gutter int) bool {
	lines, within, flush := 0, 0, 0
	for i := range b.Len() {
		if bytes.IndexByte(bytes.TrimRight(b.Raw(i), "\r\n"), '\r') >= 0 {
			return true
		}
		text := b.Text(i)
		n := gutterLen(text)
		if n == len(text) {
			continue
		}
		lines++
		switch result := resultOf(text); {
		case result && n > gutter:
			within++
		case result && n == gutter:
			flush++
		}
	}
	return within*3 > lines && flush*8 < within
}

// resultOf tells whether a line looks like the result of a test.
func resultOf(text []byte) bool {
	k := line.See(text).Kind
	return k == line.Result || k == line.MaybeResult
}

// ofTool tells whether a line is what a tool says of its own, whose other lines may stand behind blanks.
func ofTool(text []byte) bool {
	switch line.See(text).Kind {
	case line.Result, line.MaybeResult, line.Finding, line.Frame, line.TraceHead, line.Record:
		return true
	}
	_, outcomes, mistakes := line.Counts(scan.Trim(text))
	return outcomes+mistakes > 0
}

// bars are drawn ones, of three bytes each.
const bars = "│┃║"

// gutterLen returns the length of the blanks and the drawn bars that a text begins with.
func gutterLen(text []byte) (n int) {
	for n < len(text) {
		switch {
		case text[n] == ' ' || text[n] == '\t':
			n++
		case text[n] == bars[0] && scan.HasAnyPrefix(text[n:], bars[:3], bars[3:6], bars[6:]):
			n += 3
		default:
			return n
		}
	}
	return n
}
