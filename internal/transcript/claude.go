package transcript

import "elide.example/elide/internal/jsonspan"

// claudeReader reads Claude Code's lines. A message of the model's is as many lines
// as it has parts, all with its ID. Turns that were taken back stand in the file, and
// are counted: they were paid. Subagents' lines, which older versions write between
// the others, are conversations of their own.
type claudeReader struct {
	agents map[string]*builder
	order  []*builder
	seen   map[string]bool     // lines by their IDs: a resumed session has some twice
	last   map[*builder]string // the model's message that was read last
}

func newClaude() lineReader {
	return &claudeReader{agents: map[string]*builder{}, seen: map[string]bool{}, last: map[*builder]string{}}
}

func isClaude(v jsonspan.Value) bool {
	kind := v.Get("type")
	if kind.Is("user") || kind.Is("assistant") {
		return v.Get("uuid").Exists() && v.Path("message", "role").Exists()
	}
	return kind.Is("file-history-snapshot") || kind.Is("queue-operation") || kind.Is("summary") && v.Get("leafUuid").Exists() ||
		v.Get("sessionId").Exists() && v.Get("uuid").Exists() && kind.Exists()
}

// of returns the builder of the conversation that a line belongs to.
func (r *claudeReader) of(v jsonspan.Value) *builder {
	name := ""
	if isTrue(v.Get("isSidechain")) {
		name = "agent " + v.Get("agentId").Str()
	}
	b := r.agents[name]
	if b == nil {
		b = newBuilder("claude")
		b.c.ID = v.Get("sessionId").Str()
		r.agents[name] = b
		r.order = append(r.order, b)
	}
	return b
}

func (r *claudeReader) line(v jsonspan.Value, number int) {
	if id := v.Get("uuid").Str(); id != "" {
		if r.seen[id] {
			return
		}
		r.seen[id] = true
	}
	message := v.Get("message")
	switch kind := v.Get("type"); {
	case kind.Is("system") && v.Get("subtype").Is("compact_boundary"):
		r.of(v).next()
	case kind.Is("user"):
		r.user(r.of(v), v, message, number)
	case kind.Is("assistant") && !message.Get("model").Is("<synthetic>"):
		r.agent(r.of(v), v, message, number)
	}
}

func (r *claudeReader) user(b *builder, v, message jsonspan.Value, number int) {
	b.at(timeOf(v.Get("timestamp")))
	content := message.Get("content")
	if isTrue(v.Get("isCompactSummary")) && b.c.Requests() > 0 {
		b.next()
	}
	if content.Kind() == jsonspan.String {
		b.user(content.Str(), number)
		return
	}
	for part := range content.Elements() {
		switch kind := part.Get("type"); {
		case kind.Is("tool_result"):
			b.result(Result{ID: part.Get("tool_use_id").Str(), Text: textOf(part.Get("content")), Error: isTrue(part.Get("is_error")), Line: number})
		case kind.Is("text"):
			b.user(part.Get("text").Str(), number)
		}
	}
}

func (r *claudeReader) agent(b *builder, v, message jsonspan.Value, number int) {
	b.at(timeOf(v.Get("timestamp")))
	b.model(message.Get("model").Str())
	text, calls := anthropicAnswer(message.Get("content"), "tool_use", "input")
	if text == "" && len(calls) == 0 { // a thought
		return
	}
	id := message.Get("id").Str()
	b.answer(id != "" && id == r.last[b], text, calls, number)
	r.last[b] = id
}

// anthropicAnswer returns what stands in the parts of an answer.
func anthropicAnswer(content jsonspan.Value, call, input string) (text string, calls []Call) {
	if content.Kind() == jsonspan.String {
		return content.Str(), nil
	}
	for part := range content.Elements() {
		switch kind := part.Get("type"); {
		case kind.Is("text"):
			if text != "" {
				text += "\n"
			}
			text += part.Get("text").Str()
		case kind.Is(call):
			calls = append(calls, Call{ID: part.Get("id").Str(), Name: part.Get("name").Str(), Args: part.Get(input)})
		}
	}
	return text, calls
}

func (r *claudeReader) end() ([]*Conversation, error) { return together(r.order) }

// together returns the conversations of several.
func together(all []*builder) (list []*Conversation, err error) {
	for _, b := range all {
		some, _ := b.end()
		list = append(list, some...)
	}
	if len(list) == 0 {
		return nil, ErrSilent
	}
	return list, nil
}
