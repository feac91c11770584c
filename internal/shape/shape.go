// Package shape names the kinds of tool output that elide tells apart.
//
// A shape belongs to a section of a block, and, as the shape of its largest
// part, to the block as a whole. The names are part of the entry format and
// of the --type flag, so they never change their spelling.
package shape

import (
	"fmt"
	"strings"
)

// Shape is what a section of a block is. The zero value, Plain, is text of
// which nothing is known.
type Shape uint8

// The shapes, of which new ones go to the end: their names are stored.
const (
	Plain Shape = iota
	JSONArray
	JSONObject
	JSONLines
	TestLog
	BuildLog
	Log
	Stack
	Grep
	Diff
	SourceBrace
	SourceIndent
	Prose
	Table
	Listing
	Binary
	Count // how many there are
)

var names = [Count]string{
	Plain: "plain", JSONArray: "json-array", JSONObject: "json-object", JSONLines: "json-lines",
	TestLog: "test-log", BuildLog: "build-log", Log: "log", Stack: "stack", Grep: "grep", Diff: "diff",
	SourceBrace: "source-brace", SourceIndent: "source-indent", Prose: "prose",
	Table: "table", Listing: "listing", Binary: "binary",
}

// String returns the name under which entries and flags know the shape.
func (s Shape) String() string {
	if s < Count {
		return names[s]
	}
	return fmt.Sprintf("shape(%d)", uint8(s))
}

// IsJSON tells whether the shape is one of the three JSON shapes.
func (s Shape) IsJSON() bool { return s == JSONArray || s == JSONObject || s == JSONLines }

// All returns every shape, for tables and tests.
func All() []Shape {
	all := make([]Shape, Count)
	for i := range all {
		all[i] = Shape(i)
	}
	return all
}

// Parse returns the shape of that name; the error lists the names there are.
func Parse(name string) (Shape, error) {
	for i, n := range names {
		if n == name {
			return Shape(i), nil
		}
	}
	return Plain, fmt.Errorf("unknown shape %q, one of %s", name, strings.Join(names[:], ", "))
}
