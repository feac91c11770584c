package rewrite

import (
	"bytes"

	"elide.example/elide/internal/above"
	"elide.example/elide/internal/jsonspan"
)

// edits tells whether the call changes a file by a tool for that. What it answers
// with is what has changed.
func (r *result) edits() bool { return len(r.use.Writes) > 0 && r.use.Command == "" }

// writesWhole tells whether the call writes files from their first line to their
// last.
func (r *result) writesWhole() bool {
	return len(r.use.Writes) > 0 && !changesParts(r.Call.Input, 0)
}

// changesParts tells whether an input names a text to be replaced.
func changesParts(v jsonspan.Value, depth int) bool {
	switch v.Kind() {
	case jsonspan.Object:
		for key, member := range v.Members() {
			switch key.Str() {
			case "old_string", "old_str", "oldText", "oldString", "old_text", "old", "search", "insert_line", "diff":
				return true
			}
			if depth < deepest && changesParts(member, depth+1) {
				return true
			}
		}
	case jsonspan.Array:
		for e := range v.Elements() {
			if depth < deepest && changesParts(e, depth+1) {
				return true
			}
		}
	case jsonspan.String:
		text := v.Str()
		if doc, err := jsonspan.Parse([]byte(text)); depth == 0 && err == nil {
			return changesParts(doc.Root(), 1)
		}
		return bytes.Contains([]byte(text), []byte("*** Update File"))
	}
	return false
}

// deepest is how far texts may stand in an input.
const deepest = 4

// written returns the texts of several lines that stand in the input of a call,
// parted from each other.
func written(input jsonspan.Value) []byte { return appendWritten(nil, input, 0) }

func appendWritten(dst []byte, v jsonspan.Value, depth int) []byte {
	switch v.Kind() {
	case jsonspan.Object:
		for _, member := range v.Members() {
			if depth < deepest {
				dst = appendWritten(dst, member, depth+1)
			}
		}
	case jsonspan.Array:
		for e := range v.Elements() {
			if depth < deepest {
				dst = appendWritten(dst, e, depth+1)
			}
		}
	case jsonspan.String:
		if len(v.Raw()) < 2*above.Least {
			return dst
		}
		text := v.Str()
		if depth == 0 {
			if doc, err := jsonspan.Parse([]byte(text)); err == nil && doc.Root().Kind() != jsonspan.String {
				return appendWritten(dst, doc.Root(), 1)
			}
		}
		text, _ = above.Patch(text)
		dst = append(dst, text...)
		if len(text) > 0 && text[len(text)-1] != '\n' {
			dst = append(dst, '\n')
		}
		dst = append(dst, above.Parting...)
	}
	return dst
}
