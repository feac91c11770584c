package rewrite

import (
	"encoding/binary"

	"github.com/zeebo/blake3"

	"elide.example/elide/internal/focus"
	"elide.example/elide/internal/jsonspan"
)

// utterance is what the user or the agent said in a message, and where it starts.
type utterance struct {
	at   int // in the body
	text []byte
}

// hearing is what stands before a result: so many of each.
type hearing struct {
	user, agent []utterance
	results     []*result
}

// listen finds what stands before the results that may be shown in part, and what the
// agent said last before those of searches.
func (c *conversation) listen() {
	for i, r := range c.results {
		seeks := r.seeks(c)
		if !r.aimed && !seeks {
			continue
		}
		user, agent := c.said()
		at, _ := r.Text.Span()
		if seeks {
			said := until(agent, at)
			r.hears = hearing{agent: said[max(0, len(said)-1):]}
			r.heard = r.hears.digest()
			continue
		}
		before := c.results[max(0, i-focus.Places):i]
		r.hears = hearing{until(user, at), until(agent, at), before}
		r.heard = r.hears.digest()
	}
}

// seeks tells whether the result is of a search, and may be reduced by itself.
func (r *result) seeks(c *conversation) bool {
	return !r.stays && !r.exact && r.use.Output.Sought != "" && r.facts.bytes >= c.least()
}

// query returns what the agent is after, beside what it searched for.
func (r *result) query(data []byte) string {
	if r.aimed || len(r.hears.agent) == 0 {
		return ""
	}
	return focus.Query(data, r.hears.agent[0].text)
}

// until returns those that start before a place.
func until(all []utterance, at int) []utterance {
	n := 0
	for n < len(all) && all[n].at < at {
		n++
	}
	return all[:n]
}

// digest is that of all that focus looks at.
func (h hearing) digest() digest {
	sum := blake3.New()
	part := func(text []byte) {
		own := blake3.Sum256(text)
		sum.Write(own[:])
	}
	for _, u := range h.user {
		part(u.text)
	}
	sum.Write([]byte{0})
	for _, u := range focus.Lately(h.agent) {
		part(u.text)
	}
	sum.Write(binary.AppendUvarint([]byte{0}, uint64(len(h.agent))))
	for _, r := range h.results {
		sum.Write(r.raw[:])
		part(r.Call.Input.Raw())
		part([]byte(r.use.Output.Sought))
	}
	return digest(sum.Sum(nil))
}

// open returns it as focus takes it.
func (h hearing) open() focus.Talk {
	out := focus.Talk{Answers: len(h.agent)}
	for _, u := range h.user {
		out.User = append(out.User, u.text)
	}
	for _, u := range focus.Lately(h.agent) {
		out.Agent = append(out.Agent, u.text)
	}
	for _, r := range h.results {
		if r.facts.broken {
			continue
		}
		for _, b := range r.decoded() {
			out.Results = append(out.Results, focus.Result{Call: r.Call.Input.Raw(), Text: b, Read: r.use.Exact(), Sought: r.use.Output.Sought})
		}
	}
	return out
}

// said returns what the user and the agent said, message by message. What the agent says
// between two results is one message, also where a provider has its texts and calls as
// items of their own.
func (c *conversation) said() (user, agent []utterance) {
	if c.user == nil && c.agent == nil {
		c.user, c.agent = c.readSaid()
	}
	return c.user, c.agent
}

// readSaid finds what said returns.
func (c *conversation) readSaid() (user, agent []utterance) {
	goesOn := false
	for _, list := range [...]string{"messages", "input", "contents"} {
		for m := range c.req.Body.Get(list).Elements() {
			role := m.Get("role")
			if role.Is("system") || role.Is("developer") || role.Is("tool") || role.Is("function") {
				goesOn = false
				continue
			}
			var texts []utterance
			texts = utterances(texts, m, 0)
			switch {
			case len(texts) == 0:
				goesOn = goesOn && m.Get("type").Is("reasoning")
			case role.Is("user"):
				user = append(user, texts...)
				goesOn = false
			default:
				if !goesOn {
					agent = append(agent, utterance{at: texts[0].at})
				}
				last := &agent[len(agent)-1]
				for _, u := range texts {
					last.text = append(append(last.text, u.text...), '\n')
				}
				goesOn = true
			}
		}
	}
	return user, agent
}

// deepestText is how far texts may stand in a message.
const deepestText = 12

func utterances(dst []utterance, v jsonspan.Value, depth int) []utterance {
	switch {
	case depth > deepestText:
	case v.Kind() == jsonspan.String:
		text, _ := v.AppendText(nil)
		at, _ := v.Span()
		dst = append(dst, utterance{at, text})
	case v.Kind() == jsonspan.Array:
		for e := range v.Elements() {
			dst = utterances(dst, e, depth+1)
		}
	case v.Kind() == jsonspan.Object:
		if kind := v.Get("type").Str(); isResult(kind) {
			return dst
		}
		for key, member := range v.Members() {
			if !isIdle(key.Str()) {
				dst = utterances(dst, member, depth+1)
			}
		}
	}
	return dst
}

// isResult tells of the type of a part whether it is no text of the user's or agent's:
// results, and thoughts, which hosts drop from later requests.
func isResult(kind string) bool {
	switch kind {
	case "tool_result", "function_call_output", "custom_tool_call_output", "shell_call_output", "reasoning", "thinking", "redacted_thinking":
		return true
	}
	return false
}

// isIdle tells of a member whether it says nothing of what is worked on, or is changed by
// hosts from request to request, as cache breakpoints are.
func isIdle(key string) bool {
	switch key {
	case "type", "role", "id", "name", "status", "tool_use_id", "call_id", "tool_call_id", "cache_control", "source", "inlineData", "inline_data", "image_url", "file",
		"functionResponse", "function_response", "signature", "thoughtSignature", "thought_signature", "thinking", "thought", "reasoning", "reasoning_content", "encrypted_content":
		return true
	}
	return false
}
