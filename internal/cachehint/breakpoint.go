package cachehint

import (
	"bytes"

	"elide.example/elide/internal/jsonspan"
	"elide.example/elide/internal/wire"
)

// cacheControl is the member that makes a block of Anthropic's a breakpoint:
// what stands up to it, tools before system before messages, is cached.
const cacheControl = "cache_control"

// maxBreakpoints is how many a request may have.
const maxBreakpoints = 4

// The breakpoints that are placed: for five minutes, or for an hour.
var (
	minutes = []byte(`{"type":"ephemeral"}`)
	hour    = []byte(`{"type":"ephemeral","ttl":"1h"}`)
)

// anthropic places breakpoints behind the tools and behind the system prompt,
// unless the caller placed one in that part already. If there is room for one
// only, the system prompt gets it, since it stands behind the tools.
func (o Options) anthropic(r *wire.Request) []jsonspan.Edit {
	if !o.Layout && !o.Hints {
		return nil
	}
	placed := placedIn(r.Root)
	room := maxBreakpoints - placed.count()
	var edits []jsonspan.Edit
	if o.Hints && room > 0 && placed.system.count == 0 {
		edits = breakpointBehind(r.Root.Get("system"), lasting(placed.rest))
		room -= min(1, len(edits))
	}
	tools := asIs(r.Tools())
	align := o.Layout && placed.count() == 0
	if align {
		tools = sorted(r.Tools())
	}
	if align || o.Hints && room > 0 && placed.tools.count == 0 {
		return append(edits, tools.edits(lasting(placed.system, placed.rest))...)
	}
	return edits
}

// lasting returns the breakpoint that may stand before those of the caller:
// one of five minutes must not stand before one of an hour.
func lasting(behind ...marks) []byte {
	for _, m := range behind {
		if m.hour {
			return hour
		}
	}
	return minutes
}

// breakpointBehind puts a breakpoint on the last text of a system prompt. A
// prompt that is a string becomes a list of one text, which is the same to the
// provider. There is none on an empty text, which the provider refuses, and
// none on the line that Claude Code bills by, which is no part of the prompt.
func breakpointBehind(system jsonspan.Value, breakpoint []byte) []jsonspan.Edit {
	if system.Kind() == jsonspan.String {
		return wrapped(system, breakpoint)
	}
	var last jsonspan.Value
	for e := range system.Elements() {
		last = e
	}
	if !last.Get("type").Is("text") || !cacheable(last.Get("text")) {
		return nil
	}
	return addMember(last, cacheControl, breakpoint)
}

func wrapped(text jsonspan.Value, breakpoint []byte) []jsonspan.Edit {
	if !cacheable(text) {
		return nil
	}
	start, end := text.Span()
	tail := append([]byte(`,"cache_control":`), breakpoint...)
	return []jsonspan.Edit{
		{Start: start, End: start, New: []byte(`[{"type":"text","text":`)},
		{Start: end, End: end, New: append(tail, '}', ']')},
	}
}

func cacheable(text jsonspan.Value) bool {
	s, _ := text.AppendText(make([]byte, 0, len(text.Raw())))
	s = bytes.TrimSpace(s)
	return len(s) > 0 && !bytes.HasPrefix(s, []byte("x-anthropic-billing-header"))
}

// placed are the breakpoints of the caller, by where they stand.
type placed struct {
	tools, system marks
	rest          marks // messages, and one of the whole request, which the server puts behind them
}

func (p placed) count() int { return p.tools.count + p.system.count + p.rest.count }

func placedIn(request jsonspan.Value) placed {
	var p placed
	for key, member := range request.Members() {
		switch {
		case key.Is("tools"):
			p.tools.add(member)
		case key.Is("system"):
			p.system.add(member)
		default:
			p.rest.addMember(key, member)
		}
	}
	return p
}

// marks are breakpoints in a part of a request.
type marks struct {
	count int
	hour  bool // one of them lasts for an hour
}

// add counts those in a value, however deep: a result has blocks inside.
func (m *marks) add(v jsonspan.Value) {
	for e := range v.Elements() {
		m.add(e)
	}
	for key, member := range v.Members() {
		m.addMember(key, member)
	}
}

// addMember counts a cache_control that is null too, because no second one may
// stand beside it.
func (m *marks) addMember(key, member jsonspan.Value) {
	switch {
	case key.Is(cacheControl):
		m.count++
		m.hour = m.hour || member.Get("ttl").Is("1h")
	case key.Is("input"), key.Is("input_schema"): // data of a tool, with names of its own
	default:
		m.add(member)
	}
}
