// Package cachehint helps the prompt caches of model providers to hit.
//
// A provider keeps what it computed for the first part of a request, and reads
// it again, at a tenth of the price, if the next request begins with the same
// bytes: tools first, then the system prompt, then the messages. One byte that
// changes near the front makes all behind it be computed again. Three things
// help, each by a switch of its own, and all of them are off unless asked for:
//
//   - Warn looks for values in the system prompt that are likely to change
//     from one conversation to the next: UUIDs, date-times, tokens, long
//     hexadecimal numbers. It says where they are, never what they are.
//   - Layout sorts the tool definitions by name, since clients that gather
//     them from several servers send them in the order of arrival, and puts
//     one breakpoint of Anthropic's behind the last. A request in which the
//     caller placed a breakpoint is left alone: its author has a plan.
//   - Hints names to the provider what can be cached: Anthropic gets
//     breakpoints behind the tools and behind the system prompt, OpenAI gets a
//     prompt_cache_key, by which it sends requests that begin alike to the
//     same machine.
//
// Edits are of the request as it came, and of nothing else, so that the same
// request always becomes the same bytes. Requests that only count tokens are
// left alone, because none of this changes a count.
//
// The edits can be made together with those of package steer: no two of them
// meet, whatever the request is.
package cachehint

import (
	"sync/atomic"

	"elide.example/elide/internal/jsonspan"
	"elide.example/elide/internal/wire"
)

// Options says what is done. The zero Options do nothing. They may be used
// concurrently.
type Options struct {
	Warn   bool // cache_align.enabled
	Layout bool // cache_align.tools, where cache_align.enabled is on too
	Hints  bool // cache_hints.enabled
}

// Edits returns the edits of a request, and warnings about it, one of a kind.
func (o Options) Edits(r *wire.Request) ([]jsonspan.Edit, []Warning) {
	if r.Attested {
		return nil, nil
	}
	var edits []jsonspan.Edit
	switch r.API {
	case wire.Messages:
		edits = o.anthropic(r)
	case wire.Chat, wire.Responses:
		edits = o.openAI(r)
	case wire.Generate:
		edits = o.gemini(r)
	default:
		return nil, nil
	}
	if !o.Warn {
		return edits, nil
	}
	return edits, warnings(r.System())
}

// Hook returns Edits as a function that gives warnings as text, each kind of
// them once in its life. It may be called concurrently.
func (o Options) Hook() func(*wire.Request) ([]jsonspan.Edit, []string) {
	var told atomic.Uint32 // a bit for each kind
	return func(r *wire.Request) ([]jsonspan.Edit, []string) {
		edits, found := o.Edits(r)
		var lines []string
		for _, w := range found {
			if bit := uint32(1) << w.Kind; told.Or(bit)&bit == 0 {
				lines = append(lines, w.String())
			}
		}
		return edits, lines
	}
}

func (o Options) openAI(r *wire.Request) []jsonspan.Edit {
	var edits []jsonspan.Edit
	if o.Layout && placedIn(r.Root).count() == 0 { // gateways take breakpoints in this form too
		edits = sorted(r.Tools()).edits(nil)
	}
	if o.Hints && !r.Root.Get(cacheKey).Exists() {
		edits = append(edits, addMember(r.Root, cacheKey, cacheKeyOf(r))...)
	}
	return edits
}

func (o Options) gemini(r *wire.Request) []jsonspan.Edit {
	if !o.Layout {
		return nil
	}
	var edits []jsonspan.Edit
	for tool := range r.Tools().Elements() {
		for _, name := range [...]string{"functionDeclarations", "function_declarations"} {
			edits = append(edits, sorted(tool.Get(name)).edits(nil)...)
		}
	}
	return edits
}

// addMember is the edit that gives an object a member which it doesn't have.
// The member stands in front, where no other edit of a request ends. An empty
// object, which is no request and no definition, gets none.
func addMember(object jsonspan.Value, key string, value []byte) []jsonspan.Edit {
	if object.Len() == 0 {
		return nil
	}
	start, _ := object.Span()
	member := append([]byte(`"`+key+`":`), value...)
	return []jsonspan.Edit{{Start: start + 1, End: start + 1, New: append(member, ',')}}
}
