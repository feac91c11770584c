package thread

import (
	"strings"
	"unicode/utf8"

	"elide.example/elide/internal/jsonspan"
)

// anthropic checks what Anthropic demands of a message by itself.
func (c *checker) anthropic(i int) {
	m := c.t.Messages[i]
	c.places(i)
	c.anthropicContents(i)
	switch m.Role {
	case System:
		c.anthropicSystem(i)
	case Assistant:
		c.anthropicThoughts(i)
	default:
		c.resultsFirst(i)
	}
}

// places checks that calls and thoughts are the model's, and results not.
func (c *checker) places(i int) {
	model := c.t.Messages[i].Role == Assistant
	for _, p := range c.t.Messages[i].Parts {
		switch p.Kind {
		case Call, Thinking:
			if !model {
				c.refuse(i, Roles, "a call or a thought that is not in a message of the model's")
			}
		case Result:
			if model || c.t.Messages[i].Role == System {
				c.refuse(i, Roles, "a result that is not in a message of the user's")
			}
		}
	}
}

// anthropicContents checks that nothing is empty. A last message of the model's
// is what it is to go on from: it may be empty, but must not end in a blank.
func (c *checker) anthropicContents(i int) {
	m := c.t.Messages[i]
	last := i == len(c.t.Messages)-1 && m.Role == Assistant
	if len(m.Parts) == 0 && !last && m.Role != System {
		c.refuse(i, Contents, "there is no content")
	}
	for j, p := range m.Parts {
		switch {
		case p.Kind == Text && last && j == len(m.Parts)-1 && endsBlank(p.Texts[0]):
			c.refuse(i, Contents, "the text to go on from ends in a blank")
		case p.Kind == Text && isBlank(p.Texts[0]):
			c.refuse(i, Contents, "an empty text")
		case p.Kind == Result && p.IsError && p.Value.Get("content").Kind() != jsonspan.String && p.Value.Get("content").Len() == 0:
			c.refuse(i, Contents, "the result of a failed call is empty")
		case p.Kind == Result && p.Value.Get("content").Kind() == jsonspan.Array && hasBlank(p.Texts):
			c.tolerate(i, Contents, "an empty text in a result")
		}
	}
}

func hasBlank(texts []jsonspan.Value) bool {
	for _, text := range texts {
		if isBlank(text) {
			return true
		}
	}
	return false
}

// isBlank tells whether a text is empty, or holds nothing but blanks. Most texts
// begin with a sign, and need not be decoded.
func isBlank(text jsonspan.Value) bool {
	if c := text.Raw()[1]; c > ' ' && c < utf8.RuneSelf && c != '"' && c != '\\' {
		return false
	}
	return strings.TrimSpace(text.Str()) == ""
}

func endsBlank(text jsonspan.Value) bool {
	s := text.Str()
	return len(s) > len(strings.TrimRight(s, " \t\r\n"))
}

// anthropicSystem checks the place of a system message: behind a user's, and
// before the model's or at the end.
func (c *checker) anthropicSystem(i int) {
	behind := i > 0 && c.t.Side(i-1) == User
	before := i+1 == len(c.t.Messages) || c.t.Side(i+1) == Assistant
	if !behind || !before {
		c.tolerate(i, Roles, "a system message that does not stand between the user's and the model's")
	}
}

// resultsFirst checks that all else in a message of the user's stands behind the
// results.
func (c *checker) resultsFirst(i int) {
	other := false
	for _, p := range c.t.Messages[i].Parts {
		if p.Kind != Result {
			other = true
		} else if other {
			c.refuse(i, Pairing, "results that do not stand first in their message")
			return
		}
	}
}

// anthropicThoughts checks that thoughts are signed and followed by something.
// Where thinking is demanded, the calls that the request ends with must have a
// thought in front.
func (c *checker) anthropicThoughts(i int) {
	m := c.t.Messages[i]
	for j, p := range m.Parts {
		if p.Kind != Thinking {
			continue
		}
		if !p.Signed {
			c.refuse(i, Thoughts, "a thought without its signature")
		}
		if p.Cached {
			c.refuse(i, Breakpoints, "a breakpoint on a thought")
		}
		if j == len(m.Parts)-1 {
			c.refuse(i, Thoughts, "a message that ends in a thought")
		}
	}
	demanded := c.t.Body.Path("thinking", "type").Is("enabled")
	if demanded && c.calls(i) && c.endsHere(i) && m.Parts[0].Kind != Thinking {
		c.refuse(i, Thoughts, "the last calls have no thought in front")
	}
}

// endsHere tells whether no message of the model's stands behind this one.
func (c *checker) endsHere(i int) bool {
	for j := i + 1; j < len(c.t.Messages); j++ {
		if c.t.Messages[j].Role == Assistant {
			return false
		}
	}
	return true
}

// chat checks what chat completions demand of a message by itself.
func (c *checker) chat(i int) {
	m := c.t.Messages[i]
	content := m.Value.Get("content")
	missing := content.Kind() != jsonspan.String && content.Len() == 0
	switch m.Role {
	case Assistant:
		if list := m.Value.Get("tool_calls"); list.Kind() == jsonspan.Array && list.Len() == 0 {
			c.refuse(i, Contents, "an empty list of calls")
		}
		if missing && !saysMore(m) {
			c.refuse(i, Contents, "neither a content nor a call")
		}
	default:
		if missing {
			c.refuse(i, Contents, "there is no content")
		}
	}
}

// saysMore tells whether a message of the model's has something that stands for
// a content.
func saysMore(m Message) bool {
	for _, p := range m.Parts {
		if p.Kind != Thinking {
			return true
		}
	}
	return false
}

// responses checks what Responses demand of an item by itself.
func (c *checker) responses(i int) {
	m := c.t.Messages[i]
	kind := m.Value.Get("type")
	switch {
	case kind.Is("reasoning"):
		if !c.goesOn(i) {
			c.refuse(i, Thoughts, "a thought without what the model made of it")
		}
	case kind.Is("message"), !kind.Exists():
		switch content := m.Value.Get("content"); {
		case !content.Exists(), content.Kind() == jsonspan.Null:
			c.refuse(i, Contents, "there is no content")
		case content.Kind() == jsonspan.Array && content.Len() == 0:
			c.tolerate(i, Contents, "the content is empty")
		}
	}
}

// goesOn tells whether something of the model's stands behind an item.
func (c *checker) goesOn(i int) bool {
	return i+1 < len(c.t.Messages) && c.t.Messages[i+1].Role == Assistant
}

// gemini checks what Gemini demands of a content by itself.
func (c *checker) gemini(i int) {
	m := c.t.Messages[i]
	c.places(i)
	if len(m.Parts) == 0 {
		c.refuse(i, Contents, "there are no parts")
	}
	for _, p := range m.Parts {
		if p.Kind == Text && !p.Signed && string(p.Texts[0].Raw()) == `""` {
			c.tolerate(i, Contents, "an empty text")
		}
	}
	if m.Role == Assistant && i == len(c.t.Messages)-1 {
		c.tolerate(i, Alternate, "the model speaks last")
	}
}

// signatures checks the calls of the current turn: of models that sign, the
// first call of each message has to bring its signature back.
func (c *checker) signatures() {
	signs := false
	for _, p := range c.t.parts() {
		signs = signs || p.Kind == Call && p.Signed
	}
	if !signs {
		return
	}
	turns := c.t.Turns()
	last := turns[len(turns)-1]
	for i := last.First; i < last.End; i++ {
		for _, p := range c.t.Messages[i].Parts {
			if p.Kind != Call {
				continue
			}
			if !p.Signed {
				c.tolerate(i, Thoughts, "calls of this turn without their signature")
			}
			break
		}
	}
}

// maxBreakpoints is how many of Anthropic's a request may have.
const maxBreakpoints = 4

// Breakpoints returns the cache breakpoints of the whole request, values of
// cache_control, in the order in which Anthropic reads it: tools, system,
// messages. One of the request itself is placed behind all others.
func (t *Thread) Breakpoints() []jsonspan.Value {
	all := breakpointsIn(nil, t.Body.Get("tools"))
	all = breakpointsIn(all, t.Body.Get("system"))
	all = breakpointsIn(all, t.List)
	if cached(t.Body) {
		all = append(all, t.Body.Get("cache_control"))
	}
	return all
}

// breakpoints counts them. One of an hour must not stand behind one of five
// minutes.
func (c *checker) breakpoints() {
	all := c.t.Breakpoints()
	if len(all) > maxBreakpoints {
		c.refuse(-1, Breakpoints, "%d breakpoints, where %d are allowed", len(all), maxBreakpoints)
	}
	short := false
	for _, b := range all {
		hour := b.Get("ttl").Is("1h")
		if hour && short {
			c.refuse(-1, Breakpoints, "a breakpoint of an hour behind one of five minutes")
			return
		}
		short = short || !hour
	}
}

// breakpointsIn appends the breakpoints in a value, however deep, but not what
// is data of a tool.
func breakpointsIn(dst []jsonspan.Value, v jsonspan.Value) []jsonspan.Value {
	for e := range v.Elements() {
		dst = breakpointsIn(dst, e)
	}
	for key, member := range v.Members() {
		switch {
		case key.Is("cache_control"):
			if member.Kind() != jsonspan.Null {
				dst = append(dst, member)
			}
		case key.Is("input"), key.Is("input_schema"):
		default:
			dst = breakpointsIn(dst, member)
		}
	}
	return dst
}
