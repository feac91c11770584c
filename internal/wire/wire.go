// Package wire reads the requests that agents send to model providers: which
// API one is for, where the texts of its tool results stand, which calls they
// answer, where its system prompt and tools are. It reads places of bytes
// (jsonspan) and changes nothing.
//
// A result is the text that a tool call of the model gave, as the client sends
// it back: a string, or a text part of a list. All else is no result and never
// offered: what users and models said, images, documents, search results (which
// are cited by place), results of the provider's own tools (encrypted or
// signed), outputs that are documented as JSON for the server (those of
// local_shell), and shapes that are not known here. There is a file a provider.
//
// A Request is safe for concurrent use as long as nobody changes its fields.
package wire

import (
	"errors"
	"strings"

	"elide.example/elide/internal/frame"
	"elide.example/elide/internal/jsonspan"
	"elide.example/elide/internal/toolcall"
)

// Call is the tool call of the model that a result answers.
type Call struct {
	ID, Name string         // Name: "" if the request doesn't hold the call
	Input    jsonspan.Value // an object, or a String that holds JSON or free text; none if unknown
}

// Use tells what the call does. Of a call that is not known it tells nothing.
func (c Call) Use() toolcall.Use {
	if c.Name == "" {
		return toolcall.Use{}
	}
	input := c.Input.Raw()
	if c.Input.Kind() == jsonspan.String {
		input, _ = c.Input.AppendText(nil)
	}
	return toolcall.Of(c.Name, input)
}

// Result is a text of a tool result. A result of several text parts, or a
// shell's with both its streams, is as many Results of one Call.
type Result struct {
	Call    Call
	Text    jsonspan.Value // a String
	IsError bool           // the client says that the call failed; a command that ended with a status other than 0 may or may not be marked so
	Turn    int            // index of the message, item or content that it stands in
}

// Request is a request that was read.
type Request struct {
	API      API
	Root     jsonspan.Value
	Body     jsonspan.Value   // the object with the conversation: Root, but for a Gemini count that holds a whole request
	Model    string           // "" if it stands in the path (PathModel)
	Stream   bool             // of Gemini's it stands in the path, and is false here
	Results  []Result         // in their order in the body
	Asked    []jsonspan.Value // the texts of what the user says, Strings, in their order
	Attested bool             // it holds an attestation (cch=…) of its bytes: it must go through unchanged
	Clears   bool             // the server may drop earlier results: nothing may refer to them

	turns []turn // what Mechanical looks at
	first int    // how many texts of Asked stand before the model's first turn
	began bool   // it had one
}

// turn is what Mechanical needs to know of a message, item or content.
type turn uint8

const (
	otherTurn  turn = iota // a person's words, or what is not known
	modelTurn              // the model's
	resultTurn             // tool results, none of which is marked as failed
)

// Parse reads a request. Where the body has not the shape of that API there is
// an error, and the body is best left alone. What is unknown inside of a known
// shape is no error.
func Parse(api API, doc *jsonspan.Doc) (*Request, error) {
	r := &Request{API: api, Root: doc.Root(), Body: doc.Root()}
	if r.Root.Kind() != jsonspan.Object {
		return nil, errors.New("the body is no object")
	}
	if !r.read() {
		return nil, errors.New("the body has no conversation where its API has one")
	}
	r.Model = r.Body.Get("model").Str()
	r.Stream = r.Body.Get("stream").Kind() == jsonspan.True
	return r, nil
}

// read reads the conversation. It returns false if there is none.
func (r *Request) read() bool {
	switch r.API {
	case Messages, CountTokens:
		return r.readMessages()
	case Chat:
		return r.readChat()
	case Responses:
		return r.readResponses()
	case Generate, GeminiCount:
		return r.readGemini()
	case Invoke:
		return r.Body.Get("anthropic_version").Exists() && r.readMessages()
	case Converse:
		return r.readConverse()
	}
	return false
}

// turned notes what the next turn is.
func (r *Request) turned(kind turn) {
	if kind == modelTurn {
		r.began = true
	}
	if !r.began {
		r.first = len(r.Asked)
	}
	r.turns = append(r.turns, kind)
}

// Opening returns the texts of what the user says before the model's first turn,
// Strings, in their order.
func (r *Request) Opening() []jsonspan.Value {
	if input := r.Body.Get("input"); r.API == Responses && input.Kind() == jsonspan.String {
		return []jsonspan.Value{input}
	}
	return r.Asked[:r.first]
}

// System returns the texts of the system prompt, Strings, in their order. For
// OpenAI they are the instructions and the system and developer messages that
// stand before all others.
func (r *Request) System() []jsonspan.Value {
	switch r.API {
	case Messages, CountTokens, Invoke:
		return texts(nil, r.Body.Get("system"), "text")
	case Chat:
		return leading(nil, r.Body.Get("messages"), "text")
	case Responses:
		return leading(texts(nil, r.Body.Get("instructions"), ""), r.Body.Get("input"), "input_text")
	case Generate, GeminiCount:
		return geminiSystem(r.Body)
	case Converse:
		return bareTexts(nil, r.Body.Get("system"))
	}
	return nil
}

// Tools returns the array of tool definitions, none if there is none.
func (r *Request) Tools() jsonspan.Value {
	at := r.Body
	if r.API == Converse {
		at = at.Get("toolConfig")
	}
	if tools := at.Get("tools"); tools.Kind() == jsonspan.Array {
		return tools
	}
	return jsonspan.Value{}
}

// Mechanical tells whether the last turn holds only tool results, all of which
// succeeded: neither the client nor what the host wrote round an output says
// that a call or a command failed.
func (r *Request) Mechanical() bool {
	n := len(r.turns)
	for n > 0 && r.turns[n-1] == resultTurn {
		n--
	}
	if n == len(r.turns) || n == 0 || r.turns[n-1] != modelTurn {
		return false
	}
	for i := len(r.Results) - 1; i >= 0 && r.Results[i].Turn >= n; i-- {
		text, _ := r.Results[i].Text.AppendText(nil)
		if r.Results[i].IsError || frame.Open(text).Failed() {
			return false
		}
	}
	return true
}

// add adds the results of a text or a list of text parts.
func (r *Request) add(result Result, content jsonspan.Value, part string) {
	for _, text := range texts(nil, content, part) {
		result.Text = text
		r.Results = append(r.Results, result)
	}
}

// texts appends content, if it is a string, or the texts of those of its parts
// that have this type and no citations.
func texts(dst []jsonspan.Value, content jsonspan.Value, part string) []jsonspan.Value {
	if content.Kind() == jsonspan.String {
		return append(dst, content)
	}
	for p := range content.Elements() {
		if text := p.Get("text"); text.Kind() == jsonspan.String && p.Get("type").Is(part) && p.Get("citations").Len() == 0 {
			dst = append(dst, text)
		}
	}
	return dst
}

// leading appends the texts of the system and developer messages that stand
// before all others.
func leading(dst []jsonspan.Value, messages jsonspan.Value, part string) []jsonspan.Value {
	for m := range messages.Elements() {
		if role := m.Get("role"); !role.Is("system") && !role.Is("developer") {
			break
		}
		dst = texts(dst, m.Get("content"), part)
	}
	return dst
}

// typeIs tells whether the object has one of these types.
func typeIs(v jsonspan.Value, types ...string) bool {
	t := v.Get("type")
	for _, name := range types {
		if t.Is(name) {
			return true
		}
	}
	return false
}

// typeHas tells whether the object's type begins so: types of the newer APIs
// carry dates.
func typeHas(v jsonspan.Value, prefix string) bool {
	return strings.HasPrefix(v.Get("type").Str(), prefix)
}
