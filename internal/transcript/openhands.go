package transcript

import (
	"os"
	"path/filepath"
	"strings"

	"elide.example/elide/internal/jsonspan"
)

// isOpenHands tells a list of OpenHands' events, or one of them.
func isOpenHands(v jsonspan.Value) bool {
	if v.Kind() == jsonspan.Array {
		return isOpenHandsEvent(firstOf(v))
	}
	return isOpenHandsEvent(firstOf(v.Get("history")))
}

func isOpenHandsEvent(v jsonspan.Value) bool {
	return v.Get("source").Exists() && v.Get("timestamp").Exists() &&
		(v.Get("action").Exists() || v.Get("observation").Exists() || strings.HasSuffix(v.Get("kind").Str(), "Event"))
}

func readOpenHands(root jsonspan.Value) ([]*Conversation, error) {
	list := root
	if root.Kind() == jsonspan.Object {
		list = root.Get("history")
	}
	r := openHands{b: newBuilder("openhands")}
	number := 0
	for v := range list.Elements() {
		number++
		r.event(v, number)
	}
	return r.b.end()
}

// openHands reads OpenHands' events, of its first form (an action, an observation)
// and its second (an ActionEvent, an ObservationEvent).
type openHands struct {
	b    *builder
	last string // the model's response that was read last
}

func (r *openHands) event(v jsonspan.Value, number int) {
	r.b.at(timeOf(v.Get("timestamp")))
	if v.Get("kind").Exists() {
		r.second(v, number)
		return
	}
	meta := v.Get("tool_call_metadata")
	id := meta.Get("tool_call_id").Str()
	switch {
	case v.Get("observation").Exists():
		if id == "" { // the cause is the action's number
			id = string(v.Get("cause").Raw())
		}
		r.b.result(Result{ID: id, Text: v.Get("content").Str(), Line: number, Error: v.Get("observation").Is("error")})
	case v.Get("action").Is("message"), v.Get("action").Is("system"), v.Get("action").Is("recall"):
		text := v.Path("args", "content").Str()
		if v.Get("source").Is("agent") && v.Get("action").Is("message") {
			r.b.answer(false, text, nil, number)
		} else {
			r.b.user(text, number)
		}
	case v.Get("source").Is("agent"):
		response := meta.Path("model_response", "id").Str()
		r.b.model(meta.Path("model_response", "model").Str())
		name := meta.Get("function_name").Str()
		if name == "" {
			name = v.Get("action").Str()
		}
		if id == "" {
			id = string(v.Get("id").Raw())
		}
		r.b.answer(r.more(response), v.Path("args", "thought").Str(), []Call{{ID: id, Name: name, Args: r.args(v, meta)}}, number)
	}
}

// args returns the arguments that the model gave, or those of the action.
func (r *openHands) args(v, meta jsonspan.Value) jsonspan.Value {
	for choice := range meta.Path("model_response", "choices").Elements() {
		for c := range choice.Path("message", "tool_calls").Elements() {
			if c.Get("id").Str() == meta.Get("tool_call_id").Str() {
				return argumentsOf(c.Path("function", "arguments"))
			}
		}
	}
	return v.Get("args")
}

// more tells whether an event is of the same response as the one before.
func (r *openHands) more(response string) bool {
	same := response != "" && response == r.last
	r.last = response
	return same
}

func (r *openHands) second(v jsonspan.Value, number int) {
	id := v.Get("tool_call_id").Str()
	switch v.Get("kind").Str() {
	case "SystemPromptEvent":
		r.b.user(textOf(v.Get("system_prompt")), number)
	case "MessageEvent":
		text := textOf(v.Path("llm_message", "content"))
		if v.Get("source").Is("agent") {
			r.b.answer(false, text, nil, number)
		} else {
			r.b.user(text, number)
		}
	case "ActionEvent":
		args := argumentsOf(v.Path("tool_call", "arguments"))
		if !args.Exists() {
			args = v.Get("action")
		}
		r.b.answer(r.more(v.Get("llm_response_id").Str()), textOf(v.Get("thought")), []Call{{ID: id, Name: v.Get("tool_name").Str(), Args: args}}, number)
	case "ObservationEvent":
		o := v.Get("observation")
		text := textOf(o.Get("content"))
		if text == "" {
			text = textOf(o.Get("output"))
		}
		r.b.result(Result{ID: id, Text: text, Error: isTrue(o.Get("is_error")), Line: number})
	case "AgentErrorEvent":
		r.b.result(Result{ID: id, Text: v.Get("error").Str(), Error: true, Line: number})
	}
}

// isEvents tells whether a folder holds OpenHands' events, a file each.
func isEvents(folder string) bool {
	if filepath.Base(folder) != "events" {
		return false
	}
	names, _ := filepath.Glob(filepath.Join(folder, "*.json"))
	if len(names) == 0 {
		return false
	}
	data, err := contents(names[0])
	if err != nil {
		return false
	}
	doc, err := jsonspan.Parse(data)
	return err == nil && isOpenHandsEvent(doc.Root())
}

// readEvents reads a folder of events in the order of their numbers.
func readEvents(folder string) ([]*Conversation, int, error) {
	names, err := os.ReadDir(folder)
	if err != nil {
		return nil, 0, err
	}
	var files []string
	for _, d := range names {
		if filepath.Ext(d.Name()) == ".json" {
			files = append(files, d.Name())
		}
	}
	inNumbers(files)
	r := openHands{b: newBuilder("openhands")}
	r.b.c.ID = filepath.Base(filepath.Dir(folder))
	unread, size := 0, 0
	for i, name := range files {
		data, err := contents(filepath.Join(folder, name))
		if size += len(data); size > mostFile {
			return nil, 0, ErrLarge
		}
		doc, wrong := jsonspan.Parse(data)
		if err != nil || wrong != nil {
			unread++
			continue
		}
		r.event(doc.Root(), i+1)
	}
	list, err := r.b.end()
	return list, unread, err
}
