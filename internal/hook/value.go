package hook

import (
	"slices"

	"elide.example/elide/internal/jsonspan"
)

// spliced returns the bytes of a value in which the edits are made, nil if
// they meet. Edits are in the places of the whole text.
func spliced(v jsonspan.Value, edits []jsonspan.Edit) []byte {
	start, _ := v.Span()
	inside := make([]jsonspan.Edit, len(edits))
	for i, e := range edits {
		inside[i] = jsonspan.Edit{Start: e.Start - start, End: e.End - start, New: e.New}
	}
	out, ok := jsonspan.Splice(v.Raw(), inside)
	if !ok {
		return nil
	}
	return out
}

// without are the edits that take members out of an object.
func without(object jsonspan.Value, keys ...string) (edits []jsonspan.Edit) {
	kept, from := -1, -1 // where the last member ends that stays; where those begin that go
	gone := -1           // where the last of them ends
	for key, member := range object.Members() {
		start, _ := key.Span()
		_, end := member.Span()
		if slices.ContainsFunc(keys, key.Is) {
			if from < 0 {
				from = start
			}
			gone = end
			continue
		}
		if from >= 0 {
			edits, from = append(edits, jsonspan.Edit{Start: from, End: start}), -1
		}
		kept = end
	}
	if from >= 0 && kept >= 0 {
		from = kept // with the comma
	}
	if from >= 0 {
		edits = append(edits, jsonspan.Edit{Start: from, End: gone})
	}
	return edits
}

// shorten returns the edits that make the texts shorter which the model would
// read in these values.
func (t *turn) shorten(values ...jsonspan.Value) (edits []jsonspan.Edit) {
	for _, v := range values {
		if text := t.inString(v); text != nil {
			edits = append(edits, v.Replace(text))
		}
	}
	return edits
}

// content returns the texts of a result as MCP has it: a list of parts, or an
// object with that list and nothing beside it that a host could show instead.
// It is false if there is more than texts in it.
func content(v jsonspan.Value) (texts []jsonspan.Value, ok bool) {
	if v.Kind() == jsonspan.Object {
		for key := range v.Members() {
			if !key.Is("content") && !key.Is("isError") && !key.Is("_meta") {
				return nil, false
			}
		}
		v = v.Get("content")
	}
	if v.Kind() != jsonspan.Array {
		return nil, false
	}
	only := true
	for part := range v.Elements() {
		text := part.Get("text")
		if kind := part.Get("type"); text.Kind() == jsonspan.String && (kind.Is("text") || !kind.Exists()) {
			texts = append(texts, text)
		} else {
			only = false
		}
	}
	return texts, only && len(texts) > 0
}

// joined returns texts as hosts join them.
func joined(texts []jsonspan.Value) []byte {
	var out []byte
	for i, v := range texts {
		if i > 0 {
			out = append(out, '\n')
		}
		out, _ = v.AppendText(out)
	}
	return out
}

// first returns the first of these members of an object that there is.
func first(object jsonspan.Value, keys ...string) jsonspan.Value {
	for _, key := range keys {
		if v := object.Get(key); v.Exists() {
			return v
		}
	}
	return jsonspan.Value{}
}

// appendAll puts parts together.
func appendAll(parts ...[]byte) []byte {
	var out []byte
	for _, p := range parts {
		out = append(out, p...)
	}
	return out
}
