package elide

import (
	"context"
	"encoding/json"

	"elide.example/elide/internal/expand"
	"elide.example/elide/internal/steer"
	"elide.example/elide/internal/store"
)

// Tool is the tool by which a model asks for what is hidden, and its handler.
type Tool struct {
	Name        string // context_expand: no front end reduces what a tool of that name gives
	Description string
	Schema      json.RawMessage // JSON Schema of the input: ref, and range or pattern, context, page

	// PageBytes is how long an answer is at most; the model asks for the next
	// page if it wants more. 0: 7900, which no known agent cuts.
	PageBytes int

	reducer *Reducer
}

// ExpandTool returns the tool context_expand, to be offered to the model beside
// the agent's own.
func (r *Reducer) ExpandTool() Tool {
	return Tool{Name: expand.ToolName, Description: expand.ToolDescription, Schema: json.RawMessage(expand.ToolSchema), reducer: r}
}

// Handle answers a call of the tool. The input is the JSON object that the model
// wrote. If failed is true, the text says why, and what the model can do: it is
// to be sent as the result all the same.
func (t Tool) Handle(ctx context.Context, input []byte) (text string, failed bool) {
	defer func() {
		if p := recover(); p != nil {
			text, failed = panicked(p).Error(), true
		}
	}()
	ctx = given(ctx)
	request, err := expand.ParseRequest(input)
	if err != nil {
		return err.Error(), true
	}
	answer := request.Answer(ctx, func(prefix string) (*store.Expanded, *store.Store, error) {
		x, err := t.reducer.find(ctx, prefix)
		return x, t.reducer.folder(), err
	}, t.PageBytes)
	if !answer.Failed {
		t.reducer.noteExpanded(ctx, answer.Entry, answer.Text)
	}
	return string(answer.Text), answer.Failed
}

// folder returns the store that is asked, nil if there is none.
func (r *Reducer) folder() *store.Store {
	if r == nil || r.opt.Store == nil {
		return nil
	}
	return r.opt.Store.folder
}

// declared is a tool as the APIs describe one, each with a name of its own for the
// schema.
type declared struct {
	Type        string          `json:"type,omitempty"`
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Anthropic   json.RawMessage `json:"input_schema,omitempty"`
	OpenAI      json.RawMessage `json:"parameters,omitempty"`
	Gemini      json.RawMessage `json:"parametersJsonSchema,omitempty"`
}

// Anthropic returns the tool as an element of the tools of Anthropic's Messages
// API.
func (t Tool) Anthropic() json.RawMessage {
	return encode(declared{Name: t.Name, Description: t.Description, Anthropic: t.Schema})
}

// Chat returns the tool as an element of the tools of OpenAI's Chat Completions
// API, which many other providers speak.
func (t Tool) Chat() json.RawMessage {
	return encode(struct {
		Type     string   `json:"type"`
		Function declared `json:"function"`
	}{"function", declared{Name: t.Name, Description: t.Description, OpenAI: t.Schema}})
}

// Responses returns the tool as an element of the tools of OpenAI's Responses API.
func (t Tool) Responses() json.RawMessage {
	return encode(declared{Type: "function", Name: t.Name, Description: t.Description, OpenAI: t.Schema})
}

// Gemini returns the tool as an element of the functionDeclarations of a tool of
// Google's Gemini API.
func (t Tool) Gemini() json.RawMessage {
	return encode(declared{Name: t.Name, Description: t.Description, Gemini: t.Schema})
}

// encode returns v as JSON. What can't be encoded is a Schema that the caller
// broke: the tool then takes any object.
func encode(v any) json.RawMessage {
	data, err := json.Marshal(v)
	if err != nil {
		return json.RawMessage("{}")
	}
	return data
}

// Instructions returns the text that tells a model what markers are, and to expand
// them with the tool. It belongs into the system prompt.
func (t Tool) Instructions() string { return steer.Directive(true) }

// Instructions returns the text that tells a model what markers are, and to expand
// them with the command elision-get. It belongs into the system prompt of an agent
// that has a shell, and no tool for it.
func Instructions() string { return steer.Directive(false) }
