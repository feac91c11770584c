package replay

import (
	"elide.example/elide/internal/transcript"
)

// Prices are what a request costs, in multiples of an uncached input token's price.
type Prices struct {
	Read   float64 `json:"cache_read"`    // a token that the cache has
	Write  float64 `json:"cache_write"`   // one that it takes
	Output float64 `json:"output"`        // one that the model writes
	System int     `json:"system_tokens"` // tokens of the system prompt and the tools, which no transcript has
	Dollar float64 `json:"-"`             // of a million uncached input tokens; 0: not known
}

// DefaultPrices are Anthropic's, and a system prompt as agents have it.
func DefaultPrices() Prices { return Prices{Read: 0.1, Write: 1.25, Output: 5, System: 15000} }

// Tokens that are taken for granted.
const (
	fetchTokens       = 80 // that the model writes to fetch what it misses
	frameTokens       = 12 // round a call or a result
	placeholderTokens = 12 // in the place of a result that was cleared
	directiveTokens   = 80 // that tell the model of gaps and markers
)

// unit is a part of a conversation: a text of the user's, an answer, a result.
type unit struct {
	event  int
	tokens int  // of a result: none
	output int  // which output it is, noOutput if it is none
	agent  bool // it is an answer: a request was made for it
}

const noOutput = -1

// unitsOf returns the parts of a conversation in their order.
func unitsOf(c *transcript.Conversation, count Counter) (list []unit) {
	outputs := 0
	for i := range c.Events {
		e := &c.Events[i]
		switch e.Kind {
		case transcript.User:
			list = append(list, unit{i, count(e.Text), noOutput, false})
		case transcript.Agent:
			tokens := count(e.Text)
			for j := range e.Calls {
				tokens += frameTokens
				if args := e.Calls[j].Args; args.Exists() {
					tokens += count(string(args.Raw()))
				}
			}
			list = append(list, unit{i, tokens, noOutput, true})
		case transcript.Results:
			for range e.Results {
				list = append(list, unit{i, 0, outputs, false})
				outputs++
			}
		}
	}
	return list
}

// Bill is what a conversation's requests come to.
type Bill struct {
	Cost     float64 // in uncached input tokens
	Sent     int     // tokens, of all requests
	Read     int     // of them those that the cache had
	Out      int     // tokens that the model wrote
	Requests int
}

func (b *Bill) request(p *Prices, total, read, out int) {
	b.Cost += float64(read)*p.Read + float64(total-read)*p.Write + float64(out)*p.Output
	b.Sent += total
	b.Read += read
	b.Out += out
	b.Requests++
}

// run is a conversation that is being billed: each answer was one request, with all
// that stands before it. The longest front that a request has in common with the one
// before is read from the cache, the rest is written to it.
type run struct {
	p     *Prices
	units []unit
	size  []int // tokens of each output as it is first sent
	extra int   // tokens that the system prompt has more
	// fetched says what is fetched before an event: the tokens of each.
	fetched map[int][]int
	alter   alteration // nil: what was sent stays
}

// sent is a part as it is sent.
type sent struct{ tokens, output int }

// alteration changes parts that were sent before, ahead of a request of total tokens,
// and returns the first that it changed, len(parts) if none.
type alteration interface {
	change(parts []sent, total int) (first int)
	hides(output int) bool // in the request that was changed last
}

// bill adds up the requests. each is told of every request's event, before what is
// fetched for it; it may be nil.
func (r *run) bill(each func(event int)) (b Bill) {
	var parts []sent
	front := r.p.System + r.extra
	total, cached, cachedParts := front, 0, 0
	for _, u := range r.units {
		if !u.agent {
			tokens := u.tokens
			if u.output != noOutput {
				tokens = r.size[u.output] + frameTokens
			}
			parts = append(parts, sent{tokens, u.output})
			total += tokens
			continue
		}
		if r.alter != nil {
			first := r.alter.change(parts, total)
			total = front
			for i, part := range parts {
				if i == first && i < cachedParts {
					cached = total
				}
				total += part.tokens
			}
		}
		if each != nil {
			each(u.event)
		}
		for _, tokens := range r.fetched[u.event] { // the agent asks for what it misses, and gets it
			b.request(r.p, total, cached, fetchTokens)
			cached = total
			tokens += fetchTokens + frameTokens
			parts = append(parts, sent{tokens, noOutput})
			total += tokens
		}
		b.request(r.p, total, cached, u.tokens)
		cached, cachedParts = total, len(parts)
		parts = append(parts, sent{u.tokens, noOutput})
		total += u.tokens
	}
	return b
}

// clearing is what a server does that clears old tool results when a request has
// grown: all but the last ones, if that clears enough. What is cleared stays so.
type clearing struct{ gone map[int]bool }

// When a server clears, by Anthropic's defaults.
const (
	clearAbove = 100_000
	clearKeeps = 3
	clearLeast = 10_000
)

func (c *clearing) hides(output int) bool { return c.gone[output] }

func (c *clearing) change(parts []sent, total int) int {
	if total <= clearAbove {
		return len(parts)
	}
	old := older(parts, clearKeeps, c.gone)
	gain := 0
	for _, i := range old {
		gain += max(0, parts[i].tokens-placeholderTokens)
	}
	if gain < clearLeast {
		return len(parts)
	}
	return clearParts(parts, old, c.gone)
}

// masking sends but the last results, in each request.
type masking struct{ gone map[int]bool }

const maskKeeps = 10

func (m *masking) hides(output int) bool { return m.gone[output] }

func (m *masking) change(parts []sent, _ int) int {
	return clearParts(parts, older(parts, maskKeeps, nil), m.gone)
}

// older returns where the results stand that are older than the last ones, and were
// not cleared.
func older(parts []sent, keep int, gone map[int]bool) (list []int) {
	for i, p := range parts {
		if p.output != noOutput && !gone[p.output] {
			list = append(list, i)
		}
	}
	return list[:max(0, len(list)-keep)]
}

// clearParts puts placeholders in the place of parts, and returns the first of them
// that was none.
func clearParts(parts []sent, which []int, gone map[int]bool) int {
	first := len(parts)
	for _, i := range which {
		if gone[parts[i].output] {
			continue
		}
		gone[parts[i].output] = true
		parts[i].tokens = min(parts[i].tokens, placeholderTokens)
		first = min(first, i)
	}
	return first
}
