// Package jsonspan reads a JSON text as spans of its bytes, so that parts of
// it can be replaced and every other byte stays as it came: the order of
// keys, escapes, numbers and blanks.
//
// Parse takes strict JSON (RFC 8259) in valid UTF-8, and refuses what readers
// may understand in more than one way: an object that has a key twice. It
// keeps the places of all values; strings are decoded when they are asked
// for. Splice puts new bytes in their place.
package jsonspan

import (
	"fmt"
	"iter"
)

// Kind is what a value is.
type Kind uint8

// The kinds of values. None is that of the zero Value.
const (
	None Kind = iota
	Null
	False
	True
	Number
	String
	Array
	Object
)

// MaxDepth is how deep arrays and objects may stand in each other.
const MaxDepth = 1000

// MaxBytes is how long a text may be.
const MaxBytes = 1<<31 - 1

// MaxValues is how many values and keys a text may have. Each takes 16 bytes: a
// request of 64 MiB that is all zeros and commas took a gigabyte. What a model may
// be sent has some thousands.
const MaxValues = 2 << 20

// SyntaxError says where a text is not what Parse takes.
type SyntaxError struct {
	Offset int
	What   string
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("byte %d: %s", e.Offset, e.What) }

// Doc is a text that was read. It is safe for concurrent use as long as
// nobody changes the text.
type Doc struct {
	text  []byte
	nodes []node
}

// node is a value: text[start:end]. The nodes of what is inside follow it, up
// to next; those of an object are its keys and values in turn.
type node struct {
	start, end int32
	next       int32 // the node behind all that is inside
	kind       Kind
	escaped    bool // a string that holds escapes
}

// Text returns the text that was read.
func (d *Doc) Text() []byte { return d.text }

// Root returns the value that the text is.
func (d *Doc) Root() Value { return Value{d, 0} }

// Value is a value of a Doc. The zero Value is none, and all it holds is none.
type Value struct {
	doc *Doc
	at  int32
}

// Kind returns what the value is.
func (v Value) Kind() Kind {
	if v.doc == nil {
		return None
	}
	return v.doc.nodes[v.at].kind
}

// Exists tells whether there is a value.
func (v Value) Exists() bool { return v.doc != nil }

// Span returns the place of the value's bytes, quotes and brackets included.
func (v Value) Span() (start, end int) {
	if v.doc == nil {
		return 0, 0
	}
	n := v.doc.nodes[v.at]
	return int(n.start), int(n.end)
}

// Raw returns the value's bytes as they stand in the text.
func (v Value) Raw() []byte {
	if v.doc == nil {
		return nil
	}
	n := v.doc.nodes[v.at]
	return v.doc.text[n.start:n.end:n.end]
}

// Get returns the member of an object, none if it has no such member or the
// value is no object.
func (v Value) Get(key string) Value {
	for k, member := range v.Members() {
		if k.Is(key) {
			return member
		}
	}
	return Value{}
}

// Path is Get of each key in turn.
func (v Value) Path(keys ...string) Value {
	for _, key := range keys {
		v = v.Get(key)
	}
	return v
}

// Members returns the keys, which are strings, and the values of an object in
// their order.
func (v Value) Members() iter.Seq2[Value, Value] {
	return func(yield func(Value, Value) bool) {
		if v.Kind() != Object {
			return
		}
		for at := v.at + 1; at < v.doc.nodes[v.at].next; at = v.doc.nodes[at+1].next {
			if !yield(Value{v.doc, at}, Value{v.doc, at + 1}) {
				return
			}
		}
	}
}

// Elements returns the values of an array in their order.
func (v Value) Elements() iter.Seq[Value] {
	return func(yield func(Value) bool) {
		if v.Kind() != Array {
			return
		}
		for at := v.at + 1; at < v.doc.nodes[v.at].next; at = v.doc.nodes[at].next {
			if !yield(Value{v.doc, at}) {
				return
			}
		}
	}
}

// Len returns how many elements or members the value has.
func (v Value) Len() int {
	n := 0
	switch v.Kind() {
	case Array:
		for range v.Elements() {
			n++
		}
	case Object:
		for range v.Members() {
			n++
		}
	}
	return n
}

// Bool returns whether the value is true, and whether it is a boolean.
func (v Value) Bool() (value, ok bool) {
	k := v.Kind()
	return k == True, k == True || k == False
}
