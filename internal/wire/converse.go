package wire

import "elide.example/elide/internal/jsonspan"

// readConverse reads Bedrock's Converse: blocks have no type but one member that
// names it. Results are toolResult blocks of user messages, whose content is a
// list of texts, JSON, images and documents; calls are toolUse blocks. A guard
// that looks at the conversation (guardContent) is no concern of a result.
func (r *Request) readConverse() bool {
	messages := r.Body.Get("messages")
	if messages.Kind() != jsonspan.Array {
		return false
	}
	calls := map[string]Call{}
	at := 0
	for m := range messages.Elements() {
		kind := otherTurn
		switch role, content := m.Get("role"), m.Get("content"); {
		case role.Is("assistant"):
			kind = modelTurn
			converseCalls(content, calls)
		case role.Is("user"):
			kind = r.readConverseUser(content, calls, at)
		}
		r.turned(kind)
		at++
	}
	return true
}

func converseCalls(content jsonspan.Value, calls map[string]Call) {
	for block := range content.Elements() {
		if use := block.Get("toolUse"); use.Exists() {
			c := Call{use.Get("toolUseId").Str(), use.Get("name").Str(), use.Get("input")}
			calls[c.ID] = c
		}
	}
}

func (r *Request) readConverseUser(content jsonspan.Value, calls map[string]Call, at int) turn {
	kind := otherTurn
	if content.Len() > 0 && content.Kind() == jsonspan.Array {
		kind = resultTurn
	}
	r.Asked = bareTexts(r.Asked, content)
	for block := range content.Elements() {
		answer := block.Get("toolResult")
		switch {
		case answer.Exists():
			result := Result{Call: callOf(calls, answer.Get("toolUseId")), IsError: answer.Get("status").Is("error"), Turn: at}
			for _, result.Text = range bareTexts(nil, answer.Get("content")) {
				r.Results = append(r.Results, result)
			}
			if result.IsError {
				kind = otherTurn
			}
		case !block.Get("cachePoint").Exists(): // a mark between blocks
			kind = otherTurn
		}
	}
	return kind
}

// bareTexts appends the texts of those blocks of a list that have one.
func bareTexts(dst []jsonspan.Value, blocks jsonspan.Value) []jsonspan.Value {
	for block := range blocks.Elements() {
		if text := block.Get("text"); text.Kind() == jsonspan.String {
			dst = append(dst, text)
		}
	}
	return dst
}
