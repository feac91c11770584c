package digest

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"elide.example/elide/internal/frame"
	"elide.example/elide/internal/jsonspan"
	"elide.example/elide/internal/thread"
)

// stretch is the messages that a digest is of, taken apart.
type stretch struct {
	opt     Options
	asked   string   // what the user said last before the stretch
	before  []string // texts and inputs that stand before it
	said    []saying
	calls   []*action
	earlier []Digest // of texts of this package inside it, in their order
}

// saying is what a user or the assistant said.
type saying struct {
	at   int // number of the message
	user bool
	text string
}

// read takes the messages from first to before end apart.
func read(t *thread.Thread, first, end int, opt Options) *stretch {
	end = min(max(end, 0), len(t.Messages))
	first = min(max(first, 0), end)
	s := &stretch{opt: opt}
	for _, m := range t.Messages[:first] {
		s.readBefore(m)
	}
	for i := first; i < end; i++ {
		s.readMessage(t, i, first, end)
	}
	return s
}

// readBefore notes what is known when the stretch begins.
func (s *stretch) readBefore(m thread.Message) {
	for _, p := range m.Parts {
		switch {
		case p.Kind == thread.Text && (m.Role == thread.User || m.Role == thread.Assistant):
			text, _, _ := earlier(ownWords(textOf(p)))
			s.before = append(s.before, text)
			if m.Role == thread.User && strings.TrimSpace(text) != "" {
				s.asked = text
			}
		case p.Kind == thread.Call:
			s.before = append(s.before, string(inputOf(p)))
		}
	}
}

func (s *stretch) readMessage(t *thread.Thread, i, first, end int) {
	m := t.Messages[i]
	at, why := i-first+1, ""
	for _, p := range m.Parts {
		switch p.Kind {
		case thread.Text:
			if m.Role == thread.User || m.Role == thread.Assistant {
				why = lastSentence(s.say(at, m.Role == thread.User, textOf(p)))
			}
		case thread.Call:
			a := newAction(p, at, s.opt.Tools)
			a.why = cmp.Or(a.why, why)
			if p.Paired && first <= p.Pair.Message && p.Pair.Message < end {
				a.result = newResult(t, p.Pair, p.Pair.Message-first+1)
				a.result.failed = a.result.failed || a.saysFailure()
			}
			s.calls = append(s.calls, a)
		}
	}
}

// say notes a text of a user or the assistant, and returns what of it is not
// of this package.
func (s *stretch) say(at int, user bool, text string) string {
	if user {
		text = ownWords(text)
	}
	text, d, ok := earlier(text)
	if ok {
		s.earlier = append(s.earlier, d)
	}
	if strings.TrimSpace(text) != "" {
		s.said = append(s.said, saying{at, user, text})
	}
	return text
}

func textOf(p thread.Part) string {
	var text []byte
	for _, v := range p.Texts {
		text, _ = v.AppendText(text)
	}
	return string(text)
}

// inputOf returns the input of a call, as toolcall wants it.
func inputOf(p thread.Part) []byte {
	if p.Input.Kind() == jsonspan.String {
		text, _ := p.Input.AppendText(nil)
		return text
	}
	return p.Input.Raw()
}

// result is what a call gave.
type result struct {
	at     int
	failed bool   // the request or the host says so
	text   []byte // of its outputs, without what the host wrote round them
}

// resultMost is how much of a result is looked at: its end, where tools say
// how it went.
const resultMost = 1 << 20

func newResult(t *thread.Thread, place thread.Place, at int) *result {
	p := t.Messages[place.Message].Parts[place.Part]
	r := &result{at: at, failed: p.IsError}
	for _, v := range p.Texts {
		text, _ := v.AppendText(nil)
		f := frame.Open(text)
		r.failed = r.failed || f.Failed()
		for _, block := range f.Blocks() {
			if len(r.text) > 0 && r.text[len(r.text)-1] != '\n' {
				r.text = append(r.text, '\n')
			}
			r.text = append(r.text, block...)
		}
	}
	if cut := len(r.text) - resultMost; cut > 0 {
		if i := bytes.IndexByte(r.text[cut:], '\n'); i >= 0 {
			cut += i + 1
		}
		r.text = slices.Clone(r.text[cut:])
	}
	return r
}

// hostTags are round texts that hosts put into messages of the user.
var hostTags = [...]string{
	"system-reminder", "environment_context", "user_instructions", "INSTRUCTIONS", "session_context", "local-command-stdout",
	"environment_details", "permissions instructions", "skills_instructions", "current_datetime",
}

// ownWords returns what the user said, without what the host put in.
func ownWords(text string) string {
	if !strings.Contains(text, "</") {
		return text
	}
	for _, tag := range hostTags {
		text = without(text, "<"+tag+">", "</"+tag+">")
	}
	return text
}

// without drops each piece of text from open to closing.
func without(text, open, closing string) string {
	var kept strings.Builder
	for {
		before, rest, found := strings.Cut(text, open)
		_, behind, closed := strings.Cut(rest, closing)
		if !found || !closed {
			kept.WriteString(text)
			return kept.String()
		}
		kept.WriteString(before)
		text = behind
	}
}
