// Package steer tells the model what it must know of elide, and what the user
// wants of its answers.
//
// Three things can be added to a request, each by a switch of its own:
//
//   - The directive says what a marker is and how to read what it hides. It
//     goes to requests that offer tools or hold a tool's result; no other can
//     meet a marker, and a question for a title has no use for it. Which of
//     the two a conversation is doesn't change from turn to turn.
//   - A text on the length of answers, by profile.
//   - The effort: in an agent's loop most turns only answer tool calls that
//     went well, and need less thought than the user's own.
//
// Both texts are constant and stand at the end of the system prompt, each as a
// block of its own where the prompt has blocks and as a paragraph where it is
// a string. No byte before them changes. So a prefix that the caller caches up
// to his last breakpoint is the same with elide and without, and his blocks
// (Claude Code's first one, by which it bills, among them) keep their places;
// the texts stand behind that breakpoint, and before the messages, whose own
// breakpoints cover them. A prompt that holds a text already gets no second
// one, so that doing it twice is doing it once.
//
// Edits are of the request as it came, and of nothing else, so that the same
// request always becomes the same bytes. They can be made together with those
// of package cachehint: no two of them meet, whatever the request is.
package steer

import (
	"bytes"

	"elide.example/elide/internal/jsonspan"
	"elide.example/elide/internal/wire"
)

// Options says what is done. The zero Options do nothing. They may be used
// concurrently.
type Options struct {
	Directive  bool   // proxy.directive
	ExpandTool bool   // the directive names the tool context_expand too
	Profile    string // output_steering.verbosity_profile: Terse, Balanced or Detailed; anything else: no text

	// The effort that the user's requests ask for, and the lower one that
	// they get on turns which only answer tool calls. Requests that ask for
	// another effort, or for none, are left alone. "" in either: all are.
	BaseEffort, MechanicalEffort string
}

// Edits returns the edits of a request.
func (o Options) Edits(r *wire.Request) []jsonspan.Edit {
	if r.Attested {
		return nil
	}
	edits := o.effort(r)
	texts := o.missing(r)
	if len(texts) == 0 {
		return edits
	}
	if at := endOfPrompt(r); at.form != nil {
		edits = append(edits, jsonspan.Edit{Start: at.start, End: at.end, New: at.form(texts)})
	}
	return edits
}

// Hook returns Edits in the form that other changes of requests have.
func (o Options) Hook() func(*wire.Request) ([]jsonspan.Edit, []string) {
	return func(r *wire.Request) ([]jsonspan.Edit, []string) { return o.Edits(r), nil }
}

// missing returns the texts that the request is to have and hasn't.
func (o Options) missing(r *wire.Request) []string {
	var want []text
	if o.Directive && (offersTools(r) || len(r.Results) > 0) {
		want = append(want, directive(o.ExpandTool))
	}
	if t, ok := verbosity(o.Profile); ok {
		want = append(want, t)
	}
	var texts []string
	for _, t := range want {
		if !says(r.System(), t.opening) {
			texts = append(texts, t.opening+t.rest)
		}
	}
	return texts
}

// offersTools tells whether the model can call a tool. Codex lists its tools
// in an item at the head of the input.
func offersTools(r *wire.Request) bool {
	if r.Tools().Len() > 0 || r.Body.Get("functions").Len() > 0 {
		return true
	}
	for item := range r.Body.Get("input").Elements() {
		return item.Get("type").Is("additional_tools")
	}
	return false
}

// says tells whether a prompt holds a text. It looks at the bytes as they
// stand: letters that were put there by this package have no escapes.
func says(prompt []jsonspan.Value, text string) bool {
	for _, v := range prompt {
		if bytes.Contains(v.Raw(), []byte(text)) {
			return true
		}
	}
	return false
}
