// Package thread reads the messages of a request to a model as one
// conversation, whatever the provider: Anthropic, OpenAI's chat completions and
// Responses, Gemini, or a bare list of messages of any of them. It says who
// speaks, what each message is made of, which result answers which call, and
// where all that stands in the body (jsonspan). It changes nothing.
//
// The providers differ in what one message is. With Anthropic and Gemini
// results are parts of a user's message; in chat completions each is a message
// of the role tool; in Responses each call, result, thought and message is an
// item of its own. Read tells whose shape it is, and there is a file a provider.
//
// What may be dropped from a conversation without making it invalid is told by
// Steps, what a provider would refuse by Check.
//
// A Thread is safe for concurrent use as long as nobody changes its fields.
package thread

import (
	"cmp"
	"fmt"

	"elide.example/elide/internal/jsonspan"
	"elide.example/elide/internal/wire"
)

// Kind is what a part of a message is.
type Kind uint8

// The kinds of parts. Opaque is all that is not known here or belongs to the
// provider: calls and results of tools that run there, sounds, compactions.
const (
	Text Kind = iota
	Call
	Result
	Thinking
	Image
	Document
	Opaque
)

// Role is who speaks.
type Role uint8

// The roles. Tool is that of a message that holds nothing but results, also
// where the provider calls it a user's (see Side). Developer messages are
// System.
const (
	System Role = iota
	User
	Assistant
	Tool
)

// Place is where a part stands: indices of the message and of the part in it.
type Place struct{ Message, Part int }

// Part is a piece of a message.
type Part struct {
	Kind Kind

	// Value is the part as it stands: an element of a content array, the String
	// that is the whole content, a call of a chat message; or what carries the
	// id of a result and is no element: the chat message, the item of Responses.
	Value jsonspan.Value

	Texts []jsonspan.Value // Strings: the text of a Text, the texts of a Result
	ID    string           // of a Call and of its Result, as it stands there; "" if it has none
	Name  string           // of a Call; of a Result that of its call, if known
	Input jsonspan.Value   // of a Call: an object, or a String that holds JSON or free text

	IsError bool // of a Result: the request says that the call failed
	Cached  bool // it carries a cache breakpoint, in itself or inside
	Signed  bool // it carries a signature, or what only the provider can read: it must stay as it is

	Images int // how many images it is or holds

	// Pair is the place of a Call's Result, or of a Result's Call, if Paired (and
	// of the like that is Opaque: an approval and what it approves of). Ids alone
	// don't tell: Gemini needs none, and some models use them again.
	Pair   Place
	Paired bool

	key     string // what is answered and what answers it have the same
	answers bool
}

// Message is an element of the list.
type Message struct {
	Value jsonspan.Value
	Role  Role
	Parts []Part // thoughts and texts before calls, else in their order
}

// Thread is a conversation.
type Thread struct {
	API      wire.API // Messages, Chat, Responses, Generate or GeminiCount
	Doc      *jsonspan.Doc
	Body     jsonspan.Value   // the object that holds the list; none if it is Bare
	List     jsonspan.Value   // the array of the messages
	Messages []Message        // one for each element
	System   []jsonspan.Value // Strings: the system prompt, and the system messages that stand before all others
	Model    string           // "" if the body doesn't say it
	Bare     bool             // the text is the list itself

	path string // of the list
}

// Read reads a body, or a bare list of messages, and tells by the shape whose it
// is. The error says what is wrong and where; it holds nothing of the body but
// short names, quoted. What is unknown inside of a known shape is Opaque, and
// no error; nor is what breaks a provider's rules (see Check).
func Read(doc *jsonspan.Doc) (*Thread, error) {
	t := &Thread{Doc: doc}
	if err := t.find(); err != nil {
		return nil, err
	}
	read := t.reader()
	for element := range t.List.Elements() {
		m, err := read(element)
		if err != nil {
			return nil, fmt.Errorf("%s%w", t.Where(len(t.Messages)), err)
		}
		t.Messages = append(t.Messages, m)
	}
	if len(t.Messages) == 0 {
		return nil, fmt.Errorf("%s: there are no messages", cmp.Or(t.path, "the list"))
	}
	t.pair()
	t.System = t.system()
	return t, nil
}

// reader returns what reads a message of this provider.
func (t *Thread) reader() func(jsonspan.Value) (Message, error) {
	switch t.API {
	case wire.Messages:
		return readAnthropic
	case wire.Chat:
		return readChat
	case wire.Responses:
		return readItem
	}
	return readContent
}

// system returns the texts of the system prompt: those of the body, and those
// that lead the list.
func (t *Thread) system() []jsonspan.Value {
	if !t.Bare {
		if r, err := wire.Parse(t.API, t.Doc); err == nil {
			return r.System()
		}
	}
	var out []jsonspan.Value
	for _, m := range t.Messages {
		if m.Role != System {
			break
		}
		for _, p := range m.Parts {
			out = append(out, p.Texts...)
		}
	}
	return out
}

// Where names a message by its place in the body: messages[3].
func (t *Thread) Where(message int) string { return fmt.Sprintf("%s[%d]", t.path, message) }

// Side returns the role under which the provider sees a message: Tool is the
// user's side with Anthropic and Gemini.
func (t *Thread) Side(message int) Role {
	role := t.Messages[message].Role
	if role == Tool && t.API.Provider() != wire.OpenAI {
		return User
	}
	return role
}

// At returns the part at a place.
func (t *Thread) At(p Place) Part { return t.Messages[p.Message].Parts[p.Part] }

// CallOf returns the call that a Result answers, and false if it isn't there.
// It needs no ids.
func (t *Thread) CallOf(result Part) (Part, bool) {
	if result.Kind != Result || !result.Paired {
		return Part{}, false
	}
	return t.At(result.Pair), true
}
