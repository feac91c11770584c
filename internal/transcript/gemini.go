package transcript

import "elide.example/elide/internal/jsonspan"

// geminiReader reads Gemini CLI's sessions. In lines, a record is written anew each
// time that it changes; {"$rewindTo": id} takes back what stands from there on, and
// {"$set": {"messages": …}} says what the model's context is from now on. An older
// session is one object with the same records.
type geminiReader struct {
	id      string
	start   jsonspan.Value
	records []geminiRecord
	at      map[string]int // where a record stands, by its ID
	done    []*Conversation
}

type geminiRecord struct {
	id     string
	v      jsonspan.Value
	number int
}

func newGemini() lineReader { return &geminiReader{at: map[string]int{}} }

func isGemini(v jsonspan.Value) bool {
	if v.Get("sessionId").Exists() && v.Get("projectHash").Exists() {
		return true
	}
	return v.Get("type").Is("gemini") && v.Get("content").Exists()
}

func (r *geminiReader) line(v jsonspan.Value, number int) {
	switch {
	case v.Get("$rewindTo").Exists():
		r.keep(r.at[v.Get("$rewindTo").Str()])
	case v.Get("$set").Exists():
		if list := v.Path("$set", "messages"); list.Kind() == jsonspan.Array {
			r.flush()
			r.keep(0)
			for m := range list.Elements() {
				r.record(m, number)
			}
		}
	case v.Get("sessionId").Exists() && !v.Get("type").Exists():
		r.id, r.start = v.Get("sessionId").Str(), v.Get("startTime")
		for m := range v.Get("messages").Elements() {
			r.record(m, number)
		}
	default:
		r.record(v, number)
	}
}

// keep takes back all but the first records.
func (r *geminiReader) keep(n int) {
	for _, g := range r.records[n:] {
		delete(r.at, g.id)
	}
	r.records = r.records[:n]
}

func (r *geminiReader) record(v jsonspan.Value, number int) {
	id := v.Get("id").Str()
	if at, known := r.at[id]; known && id != "" {
		r.records[at].v = v
		return
	}
	r.at[id] = len(r.records)
	r.records = append(r.records, geminiRecord{id, v, number})
}

// flush makes a conversation of the records so far.
func (r *geminiReader) flush() {
	b := newBuilder("gemini")
	b.c.ID = r.id
	b.at(timeOf(r.start))
	for _, g := range r.records {
		b.at(timeOf(g.v.Get("timestamp")))
		switch kind := g.v.Get("type"); {
		case kind.Is("user"):
			b.user(textOf(g.v.Get("content")), g.number)
		case kind.Is("gemini"):
			b.model(g.v.Get("model").Str())
			var calls []Call
			for c := range g.v.Get("toolCalls").Elements() {
				calls = append(calls, Call{ID: c.Get("id").Str(), Name: c.Get("name").Str(), Args: c.Get("args")})
			}
			b.answer(false, textOf(g.v.Get("content")), calls, g.number)
			for c := range g.v.Get("toolCalls").Elements() {
				if result := c.Get("result"); result.Exists() {
					b.result(Result{ID: c.Get("id").Str(), Text: functionText(result), Error: c.Get("status").Is("error"), Line: g.number})
				}
			}
		}
	}
	list, _ := b.end()
	r.done = append(r.done, list...)
}

// functionText returns the text of a function's response: {output}, {error}, or
// parts with texts.
func functionText(v jsonspan.Value) string {
	if v.Kind() == jsonspan.Array {
		text := ""
		for part := range v.Elements() {
			text += functionText(part)
		}
		return text
	}
	response := v.Path("functionResponse", "response")
	if !response.Exists() {
		return textOf(v)
	}
	for _, key := range []string{"output", "error", "content"} {
		if text := textOf(response.Get(key)); text != "" {
			return text
		}
	}
	return orText(response)
}

func readGemini(root jsonspan.Value) ([]*Conversation, error) {
	r := &geminiReader{at: map[string]int{}}
	r.line(root, 1)
	return r.end()
}

func (r *geminiReader) end() ([]*Conversation, error) {
	r.flush()
	if len(r.done) == 0 {
		return nil, ErrSilent
	}
	return r.done, nil
}

// geminiStream reads what gemini --output-format stream-json prints.
type geminiStream struct{ b *builder }

func newGeminiStream() lineReader { return &geminiStream{newBuilder("gemini")} }

func isGeminiStream(v jsonspan.Value) bool {
	return v.Get("type").Is("init") && v.Get("session_id").Exists() && v.Get("model").Exists() && !v.Get("tools").Exists()
}

func (r *geminiStream) line(v jsonspan.Value, number int) {
	r.b.at(timeOf(v.Get("timestamp")))
	switch kind := v.Get("type"); {
	case kind.Is("init"):
		r.b.c.ID = v.Get("session_id").Str()
		r.b.model(v.Get("model").Str())
	case kind.Is("message") && v.Get("role").Is("user"):
		r.b.user(v.Get("content").Str(), number)
	case kind.Is("message") && isTrue(v.Get("delta")) && r.b.open():
		r.b.last().say(v.Get("content").Str())
	case kind.Is("message"):
		r.b.answer(r.b.open(), v.Get("content").Str(), nil, number)
	case kind.Is("tool_use"):
		r.b.answer(r.b.open(), "", []Call{{ID: v.Get("tool_id").Str(), Name: v.Get("tool_name").Str(), Args: v.Get("parameters")}}, number)
	case kind.Is("tool_result"):
		r.b.result(Result{ID: v.Get("tool_id").Str(), Text: v.Get("output").Str(), Error: v.Get("status").Is("error"), Line: number})
	}
}

func (r *geminiStream) end() ([]*Conversation, error) { return r.b.end() }
