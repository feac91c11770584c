// Package jsonc edits JSON files that belong to others: settings with
// comments, trailing commas, an indentation and line ends of their own. An edit
// splices a few bytes into the text and leaves all others as they are; what is
// put in looks like what stands beside it.
package jsonc

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tailscale/hujson"
)

// Bounds of what is parsed: the parser is recursive, and its time grows with the
// square of the depth.
const (
	maxBytes = 64 << 20
	maxDepth = 1000
)

// ErrTooLarge is the error for a text above the bounds.
var ErrTooLarge = errors.New("it is too large to be edited")

var bom = []byte("\xef\xbb\xbf")

// Doc is a document that is being edited. It isn't safe for concurrent use. A
// path in it is the names of members, one in the other; that of an element is
// its index.
type Doc struct {
	text []byte // without the mark
	root hujson.Value
	mark bool // a byte order mark stands before it
	open bool // a line end was added, as it ended in a line comment
}

// Parse parses a text. Its value has to be an object; a text of blanks counts as
// an empty one. The error says where the first mistake is.
func Parse(text []byte) (*Doc, error) {
	d := &Doc{}
	rest, mark := bytes.CutPrefix(text, bom)
	d.mark = mark
	if len(bytes.TrimSpace(rest)) == 0 {
		rest = []byte("{}\n")
	}
	if err := d.use(rest); err != nil {
		if d.open = d.use(append(bytes.Clone(rest), '\n')) == nil; !d.open {
			return nil, err
		}
	}
	if d.root.Value.Kind() != '{' {
		return nil, errors.New("it holds no JSON object")
	}
	return d, nil
}

// use parses the text and makes it the document's.
func (d *Doc) use(text []byte) error {
	if len(text) > maxBytes || depth(text) > maxDepth {
		return ErrTooLarge
	}
	if at := notUTF8(text); at >= 0 {
		return fmt.Errorf("line %d: it is not UTF-8", 1+bytes.Count(text[:at], []byte("\n")))
	}
	root, err := hujson.Parse(text)
	if err != nil {
		return errors.New(strings.TrimPrefix(err.Error(), "hujson: "))
	}
	d.text, d.root = text, root
	return nil
}

// notUTF8 returns where the first byte is that is part of no character, -1 if
// there is none. Such a byte in a string would come out as another.
func notUTF8(text []byte) int {
	for at := 0; at < len(text); {
		r, n := utf8.DecodeRune(text[at:])
		if r == utf8.RuneError && n == 1 {
			return at
		}
		at += n
	}
	return -1
}

// Bytes returns the text as it is now.
func (d *Doc) Bytes() []byte {
	text := bytes.Clone(d.text)
	if d.open {
		text = bytes.TrimSuffix(text, []byte("\n"))
	}
	if d.mark {
		text = append(bytes.Clone(bom), text...)
	}
	return text
}

// Get reads the value at the path into v, as json.Unmarshal does, and tells
// whether there is one that v can hold.
func (d *Doc) Get(v any, path ...string) bool {
	value, err := d.at(path)
	if err != nil || value == nil {
		return false
	}
	return json.Unmarshal(standard(*value), v) == nil
}

// Twice returns an error if a name on the way to a place stands there twice: of
// what is below it, hosts read one part only.
func (d *Doc) Twice(path ...string) error {
	value := &d.root
	for i, name := range path {
		if object, ok := value.Value.(*hujson.Object); ok {
			if _, err := member(object, name); err != nil {
				return &PathError{joined(path[:i]), err.Error()}
			}
		}
		next, err := below(value, name)
		if err != nil || next == nil {
			return nil // there is no such place
		}
		value = next
	}
	return nil
}

// Elements returns the elements of the array at the path as plain JSON, none
// if there is no array.
func (d *Doc) Elements(path ...string) []json.RawMessage {
	value, err := d.at(path)
	if err != nil || value == nil {
		return nil
	}
	array, ok := value.Value.(*hujson.Array)
	if !ok {
		return nil
	}
	elements := make([]json.RawMessage, len(array.Elements))
	for i, e := range array.Elements {
		elements[i] = standard(e)
	}
	return elements
}

// Empty tells whether the value at the path is an object or array with nothing
// in it, no comment either.
func (d *Doc) Empty(path ...string) bool {
	value, err := d.at(path)
	if err != nil || value == nil {
		return false
	}
	inner := d.text[value.StartOffset+1 : max(value.EndOffset-1, value.StartOffset+1)]
	kind := value.Value.Kind()
	return (kind == '{' || kind == '[') && len(bytes.TrimSpace(inner)) == 0
}

// standard returns the value as plain JSON.
func standard(v hujson.Value) []byte {
	v = v.Clone()
	v.Minimize()
	return v.Pack()
}

// PathError says why there is no way to a place in the document.
type PathError struct {
	Path   string
	Reason string
}

func (e *PathError) Error() string { return fmt.Sprintf("%s %s", e.Path, e.Reason) }

// at returns the value at the path, nil if there is none. A name that is there
// twice is an error, as is one in what is neither an object nor an array.
func (d *Doc) at(path []string) (*hujson.Value, error) {
	value := &d.root
	for i, name := range path {
		next, err := below(value, name)
		if err != nil {
			return nil, &PathError{joined(path[:i]), err.Error()}
		}
		if next == nil {
			return nil, nil
		}
		value = next
	}
	return value, nil
}

// below returns the member of an object, or the element of an array whose index
// the name is; nil if there is none.
func below(value *hujson.Value, name string) (*hujson.Value, error) {
	switch c := value.Value.(type) {
	case *hujson.Object:
		i, err := member(c, name)
		if err != nil || i < 0 {
			return nil, err
		}
		return &c.Members[i].Value, nil
	case *hujson.Array:
		if i, err := strconv.Atoi(name); err == nil && i >= 0 && i < len(c.Elements) {
			return &c.Elements[i], nil
		}
		return nil, nil
	}
	return nil, errors.New("is no object")
}

// member returns the place of a member in an object, -1 if there is none.
func member(object *hujson.Object, name string) (int, error) {
	found := -1
	for i := range object.Members {
		if object.Members[i].Name.Value.(hujson.Literal).String() != name {
			continue
		}
		if found >= 0 {
			return -1, fmt.Errorf("has %q twice", name)
		}
		found = i
	}
	return found, nil
}

// Equal tells whether two texts say the same: they have the same values, names
// and comments in the same order. Blanks and trailing commas say nothing. A
// text that doesn't parse is equal to none.
func Equal(a, b []byte) bool {
	first, err := Parse(a)
	if err != nil {
		return false
	}
	second, err := Parse(b)
	return err == nil && bytes.Equal(essence(first.text), essence(second.text))
}

// essence returns the tokens and comments of a text that parses, without commas.
func essence(text []byte) []byte {
	var out []byte
	for len(text) > 0 {
		n := token(text)
		if part := bytes.TrimSpace(text[:n]); len(part) > 0 && part[0] != ',' {
			out = append(append(out, part...), 0)
		}
		text = text[n:]
	}
	return out
}

// depth returns how many objects and arrays are in each other at most.
func depth(text []byte) int {
	now, most := 0, 0
	for len(text) > 0 {
		switch text[0] {
		case '{', '[':
			now++
			most = max(most, now)
		case '}', ']':
			now--
		}
		text = text[token(text):]
	}
	return most
}

// token returns the length of the token, comment or blank that text begins with.
func token(text []byte) int {
	switch text[0] {
	case '"':
		return stringLength(text)
	case '/':
		return commentLength(text)
	case ' ', '\t', '\r', '\n', ',', ':', '{', '}', '[', ']':
		return 1
	}
	if end := bytes.IndexAny(text, " \t\r\n,:{}[]/\""); end > 0 {
		return end
	}
	return len(text)
}

func stringLength(text []byte) int {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(text)
}

func commentLength(text []byte) int {
	end, length := "\n", 1
	if bytes.HasPrefix(text, []byte("/*")) {
		end, length = "*/", 2
	}
	if i := bytes.Index(text[1:], []byte(end)); i >= 0 {
		return 1 + i + length
	}
	return len(text)
}
