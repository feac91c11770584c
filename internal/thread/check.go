package thread

import (
	"cmp"
	"fmt"
	"slices"

	"elide.example/elide/internal/order"
	"elide.example/elide/internal/wire"
)

// Rule is what a provider demands of a conversation.
type Rule uint8

// The rules.
const (
	Pairing     Rule = iota // calls have results and results calls, where the provider looks for them
	IDs                     // there are ids where they are needed, and none is used twice
	Roles                   // parts stand in messages of a role that may hold them
	First                   // the first message is a user's
	Alternate               // users and model take turns
	Contents                // no message, and no text, is empty
	Thoughts                // thoughts are signed, in place, and with what follows from them
	Breakpoints             // there are no more of them than allowed, in their order
)

var ruleNames = [...]string{"pairing", "ids", "roles", "first", "alternate", "contents", "thoughts", "breakpoints"}

func (r Rule) String() string { return ruleNames[r] }

// Problem is a place where a conversation breaks a rule.
type Problem struct {
	Message   int // index of the message; -1: the whole request
	Rule      Rule
	What      string // what is wrong and where, fit for a terminal
	Tolerated bool   // only some models, or stricter servers of the same API, refuse it
}

func (p Problem) String() string { return p.What }

// Check returns what the provider would refuse, in the order of the messages.
// The rules are those that the providers' errors and documents state; what a
// signature says, whether a model takes images, and limits of length are not
// looked at.
func Check(t *Thread) []Problem {
	c := &checker{t: t, held: t.held()}
	for i := range t.Messages {
		if i > 0 && t.Messages[i-1].Role != Tool {
			c.spoke = i - 1
		}
		c.pairs(i)
		c.order(i)
		switch t.API {
		case wire.Messages:
			c.anthropic(i)
		case wire.Chat:
			c.chat(i)
		case wire.Responses:
			c.responses(i)
		default:
			c.gemini(i)
		}
	}
	switch t.API {
	case wire.Messages:
		c.breakpoints()
	case wire.Generate, wire.GeminiCount:
		c.signatures()
	}
	order.By(c.found, func(a, b Problem) int { return cmp.Compare(a.Message, b.Message) })
	return c.found
}

// Fresh returns those problems of after whose rule has no problem in before
// that is as bad: what a change of the conversation has broken.
func Fresh(before, after []Problem) []Problem {
	var fresh []Problem
	for _, p := range after {
		known := func(b Problem) bool { return b.Rule == p.Rule && (p.Tolerated || !b.Tolerated) }
		if !slices.ContainsFunc(before, known) {
			fresh = append(fresh, p)
		}
	}
	return fresh
}

// checker gathers problems.
type checker struct {
	t     *Thread
	held  held
	found []Problem
	used  map[string]bool // ids of calls
	spoke int             // the last message before this one that is not of role Tool
}

// refuse adds a problem, tolerate one of which not all servers make one.
func (c *checker) refuse(message int, rule Rule, format string, args ...any) {
	where := cmp.Or(c.t.path, "the request")
	if message >= 0 {
		where = c.t.Where(message)
	}
	c.found = append(c.found, Problem{Message: message, Rule: rule, What: where + ": " + fmt.Sprintf(format, args...)})
}

func (c *checker) tolerate(message int, rule Rule, format string, args ...any) {
	c.refuse(message, rule, format, args...)
	c.found[len(c.found)-1].Tolerated = true
}

// held says what of the conversation the provider may hold, so that it need not
// be in the request: calls, or calls and results.
type held struct{ calls, results bool }

func (t *Thread) held() held {
	var h held
	for _, name := range [...]string{"previous_response_id", "conversation"} {
		h.calls = h.calls || t.Body.Get(name).Len() > 0 || t.Body.Get(name).Str() != ""
	}
	for _, m := range t.Messages {
		if m.Value.Get("type").Is("item_reference") {
			return held{true, true}
		}
	}
	return h
}

// pairs checks that the calls of a message are answered, its results asked for,
// and that both have ids.
func (c *checker) pairs(i int) {
	for j, p := range c.t.Messages[i].Parts {
		switch p.Kind {
		case Call:
			c.id(i, p)
			if !p.Paired && !c.held.results {
				c.refuse(i, Pairing, "the call %s has no result", named(p))
			}
		case Result:
			if p.ID == "" && c.needsID(p) {
				c.refuse(i, IDs, "a result without the id of its call")
			}
			c.result(Place{i, j}, p)
		}
	}
}

// named names a call or a result: by its id, or else its name.
func named(p Part) string { return quoted(cmp.Or(p.ID, p.Name)) }

// needsID tells whether the provider wants an id. Gemini doesn't, nor does the
// older form of calls in chat completions.
func (c *checker) needsID(p Part) bool {
	return c.t.API.Provider() != wire.Gemini && p.key != byName(p.Name)
}

// id checks the id of a call. In chat completions only calls of one message
// need different ones.
func (c *checker) id(i int, p Part) {
	switch {
	case !c.needsID(p):
		return
	case p.ID == "":
		c.refuse(i, IDs, "the call %s has no id", named(p))
		return
	case c.t.API == wire.Messages && !isToolID(p.ID):
		c.refuse(i, IDs, "the id %s has other signs than letters, digits, _ and -", quoted(p.ID))
	}
	id := p.ID
	if c.t.API == wire.Chat {
		id = fmt.Sprint(i, " ", id)
	}
	if c.used[id] {
		c.refuse(i, IDs, "the id %s is used twice", quoted(p.ID))
	}
	if c.used == nil {
		c.used = map[string]bool{}
	}
	c.used[id] = true
}

func isToolID(id string) bool {
	for _, r := range id {
		letter := 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
		if !letter && r != '_' && r != '-' {
			return false
		}
	}
	return true
}

// result checks that a result answers a call, as the only one, at its place.
func (c *checker) result(at Place, p Part) {
	switch {
	case !p.Paired && c.held.calls:
	case !p.Paired:
		c.refuse(at.Message, Pairing, "the result %s has no call", named(p))
	case c.t.At(p.Pair).Pair != at:
		c.refuse(at.Message, Pairing, "a second result of the call %s", named(p))
	case !c.follows(p.Pair.Message, at.Message):
		c.refuse(at.Message, Pairing, "the result %s does not stand right behind its call", named(p))
	}
}

// follows tells whether a result stands where the provider looks for it.
func (c *checker) follows(call, result int) bool {
	switch c.t.API {
	case wire.Responses:
		return true
	case wire.Chat:
		return call == c.spoke
	}
	return result == call+1
}

// order checks who speaks when. In Responses anyone may.
func (c *checker) order(i int) {
	side := c.t.Side(i)
	if c.t.API == wire.Responses || side == System || side == Tool {
		return
	}
	before := i - 1
	for before >= 0 && c.t.Side(before) == System {
		before--
	}
	switch {
	case before < 0 && side == Assistant:
		c.first(i)
	case before >= 0 && c.t.Side(before) == side:
		c.again(i, side)
	}
}

// first reports that the model speaks first.
func (c *checker) first(i int) {
	const what = "the first message is not a user's"
	if c.t.API == wire.Messages || c.t.API != wire.Chat && c.calls(i) {
		c.refuse(i, First, what)
		return
	}
	c.tolerate(i, First, what)
}

// again reports that a side speaks twice in a row.
func (c *checker) again(i int, side Role) {
	switch {
	case c.t.API.Provider() == wire.Gemini && side == Assistant && c.calls(i):
		c.refuse(i, Alternate, "calls behind a turn of the model's")
	case side == Assistant:
		c.tolerate(i, Alternate, "the model speaks twice in a row")
	default:
		c.tolerate(i, Alternate, "the user speaks twice in a row")
	}
}

func (c *checker) calls(i int) bool {
	return slices.ContainsFunc(c.t.Messages[i].Parts, func(p Part) bool { return p.Kind == Call })
}
