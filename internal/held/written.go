package held

import (
	"bytes"

	"elide.example/elide/internal/above"
	"elide.example/elide/internal/jsonspan"
	"elide.example/elide/internal/toolcall"
)

// Edits tells whether a call changes a file by a tool for that. What it answers
// with is what has changed.
func Edits(use toolcall.Use) bool { return len(use.Writes) > 0 && use.Command == "" }

// WritesWhole tells whether a call writes files from their first line to their
// last.
func WritesWhole(use toolcall.Use, input jsonspan.Value) bool {
	return len(use.Writes) > 0 && !changesParts(input, 0)
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

// Written returns the texts of several lines that stand in the input of a call,
// parted from each other.
func Written(input jsonspan.Value) []byte { return appendWritten(nil, input, 0) }

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
