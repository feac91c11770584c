package digest

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// The lengths of lines from messages, in bytes, and how many of one kind there are.
const (
	firstMost    = 800 // of the first request, which all else serves
	requestMost  = 300
	requestsMost = 60 // lines
	sentenceMost = 260
	askedMost    = 160 // of a request that stands before the stretch

	decisionsMost = 60 // lines
)

// requests returns what the user said, and where that is nothing, what was asked
// for before.
func (s *stretch) requests() []Line {
	var out []Line
	for _, said := range s.said {
		if !said.user || isNod(said.text) {
			continue
		}
		most := requestMost
		if len(out) == 0 && s.asked == "" {
			most = firstMost
		}
		if text := bothEnds(said.text, most); text != "" {
			out = append(out, Line{Text: text, From: Ref{Message: said.at}, score: min(len(text), 100)})
		}
	}
	if len(out) == 0 && len(s.earlier) == 0 && s.asked != "" {
		out = append(out, Line{Text: extract(s.asked, askedMost)})
	}
	out = distinct(out)
	for i := range out {
		if i == 0 || i == len(out)-1 {
			out[i].score += 200
		}
	}
	return foremost(out, requestsMost)
}

// isNod tells whether a user says no more than that the assistant is to go on.
func isNod(text string) bool {
	const longest = 40
	if len(text) > longest {
		return false
	}
	switch strings.TrimSpace(plainWords(text)) {
	case "", "go on", "please go on", "go ahead", "continue", "please continue", "proceed", "yes", "yes please", "y", "ok", "okay", "sure", "thanks", "thank you":
		return true
	}
	return false
}

// bothEnds returns the beginning of a text, and of a long one the end too, where
// the question stands behind what was pasted.
func bothEnds(text string, most int) string {
	text = strings.TrimSpace(text)
	if len(text) <= most*2 {
		return extract(text, most)
	}
	tail := text[len(text)-most/3:]
	for len(tail) > 0 && !utf8.RuneStart(tail[0]) {
		tail = tail[1:]
	}
	if i := strings.IndexFunc(tail, unicode.IsSpace); i >= 0 {
		tail = tail[i:]
	}
	return extract(text, most*2/3) + " " + oneLine(tail)
}

// sentences calls yield with each sentence of a text, without code and tables.
func sentences(text string, yield func(string)) {
	fenced := false
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "```") || strings.HasPrefix(line, "~~~") {
			fenced = !fenced
			continue
		}
		if fenced || strings.HasPrefix(line, "|") || strings.HasPrefix(line, "<") {
			continue
		}
		split(strings.TrimLeft(line, "#>*- \t"), yield)
	}
}

// split cuts a line at the ends of its sentences.
func split(line string, yield func(string)) {
	start := 0
	for i, r := range line {
		end := i + utf8.RuneLen(r)
		if !endsSentence(r) || r < utf8.RuneSelf && end < len(line) && line[end] != ' ' {
			continue
		}
		if next := strings.TrimLeft(line[end:], " "); next != "" && r < utf8.RuneSelf && unicode.IsLower(first(next)) { // e.g. this
			continue
		}
		emitSentence(line[start:end], yield)
		start = end
	}
	emitSentence(line[start:], yield)
}

func endsSentence(r rune) bool {
	return r == '.' || r == '!' || r == '?' || r == '。' || r == '！' || r == '？'
}

func first(text string) rune {
	r, _ := utf8.DecodeRuneInString(text)
	return r
}

func emitSentence(text string, yield func(string)) {
	const shortest = 12
	if text = extract(text, sentenceMost); len(text) >= shortest {
		yield(text)
	}
}

// lastSentence returns the last sentence of a text, if it isn't a long one.
func lastSentence(text string) string {
	const look = 1000
	last := ""
	sentences(strings.ToValidUTF8(text[max(len(text)-look, 0):], ""), func(s string) { last = s })
	return clip(last, whyMost)
}

// cue is a phrase that tells what a sentence is for, in lower case between single
// blanks, and how surely.
type cue struct {
	phrase string
	weight int
}

// findings and decisions, in the words that assistants use for them.
var decisive = [...]cue{
	{" root cause ", 9}, {" the cause ", 8}, {" caused by ", 7}, {" decided ", 8}, {" decision ", 7}, {" instead of ", 7}, {" rather than ", 6},
	{" turns out ", 8}, {" the problem is ", 8}, {" the issue is ", 8}, {" the bug ", 7}, {" the reason ", 7}, {" because ", 7}, {" the fix ", 7},
	{" must ", 6}, {" must not ", 7}, {" should not ", 6}, {" won't ", 4}, {" doesn't ", 4}, {" don't ", 4}, {" cannot ", 4}, {" can't ", 4}, {" confirmed ", 7},
	{" confirms ", 7}, {" verified ", 7}, {" proves ", 6}, {" means ", 5}, {" so that ", 5}, {" therefore ", 6}, {" fixed ", 6}, {" found ", 5},
	{" works ", 5}, {" fails ", 5}, {" failed ", 5}, {" failing ", 4}, {" passes ", 5}, {" pass ", 4}, {" passed ", 4}, {" added ", 4}, {" changed ", 4},
	{" removed ", 4}, {" replaced ", 4}, {" renamed ", 4}, {" implemented ", 4}, {" updated ", 3}, {" created ", 3}, {" done ", 3}, {" uses ", 4}, {" use ", 3},
	{" is missing ", 6}, {" expects ", 5}, {" requires ", 5}, {" only ", 3}, {" never ", 3}, {" always ", 3}, {" keep ", 3}, {" is set ", 4}, {" is in ", 3}, {" defaults to ", 5},
}

// announcing are the words for what comes next.
var announcing = [...]cue{
	{" next ", 6}, {" i'll ", 5}, {" i will ", 5}, {" let me ", 4}, {" let's ", 4}, {" now i ", 4}, {" going to ", 5}, {" remaining ", 6}, {" remains ", 5},
	{" todo ", 6}, {" still need ", 7}, {" still needs ", 7}, {" still to ", 6}, {" not yet ", 5}, {" after that ", 4}, {" then i ", 4}, {" needs to be ", 5},
	{" i need to ", 5}, {" we need to ", 5}, {" want me to ", 5}, {" follow-up ", 5}, {" left to ", 6},
}

// strongest returns the greatest weight of the cues in a sentence.
func strongest(cues []cue, sentence string) int {
	plain := plainWords(sentence)
	most := 0
	for _, c := range cues {
		if c.weight > most && strings.Contains(plain, c.phrase) {
			most = c.weight
		}
	}
	return most
}

// plainWords returns the words of a sentence in lower case with single blanks
// round each.
func plainWords(sentence string) string {
	var b strings.Builder
	b.WriteByte(' ')
	blank := true
	for _, r := range strings.ToLower(sentence) {
		switch {
		case r == '’':
			r = '\''
			fallthrough
		case unicode.IsLetter(r) || unicode.IsDigit(r) || r == '\'' || r == '-':
			b.WriteRune(r)
			blank = false
		case !blank:
			b.WriteByte(' ')
			blank = true
		}
	}
	if !blank {
		b.WriteByte(' ')
	}
	return b.String()
}

// decisions returns sentences of the assistant that say what it found and
// decided. Of a text without any, its first sentence stands for it.
func (s *stretch) decisions() []Line {
	var out []Line
	for _, said := range s.said {
		if said.user {
			continue
		}
		found, lead := 0, Line{}
		sentences(said.text, func(text string) {
			line := Line{Text: text, From: Ref{Message: said.at}}
			line.score = decisiveness(text)
			if lead.Text == "" {
				lead = line
			}
			if line.score > 2 {
				out = append(out, line)
				found++
			}
		})
		if found == 0 && lead.Text != "" && strongest(announcing[:], lead.Text) == 0 {
			out = append(out, lead)
		}
	}
	return foremost(distinct(out), decisionsMost)
}

// decisiveness is how useful a sentence is to know later. What is announced is
// soon known by what was done.
func decisiveness(sentence string) int {
	score := strongest(decisive[:], sentence)
	if next := strongest(announcing[:], sentence); next >= score {
		return 0
	}
	if score > 0 {
		words([]byte(sentence), func(_ int, word []byte) { score += min(worth(word), 2) })
	}
	return min(score, 14)
}
