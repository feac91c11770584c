package jsonc

import (
	"bytes"
	"slices"

	"github.com/tailscale/hujson"
)

// Set makes value the one at the path, which names at least one member. The
// objects on the way are made if they aren't there. The document is as it was
// if there is an error: a *PathError, or that of json.Marshal.
func (d *Doc) Set(value any, path ...string) error {
	old, err := d.at(path)
	if err != nil {
		return err
	}
	if old != nil {
		return d.replace(*old, value)
	}
	above, name := path[:len(path)-1], path[len(path)-1]
	parent, err := d.at(above)
	if err != nil {
		return err
	}
	if parent == nil {
		return d.Set(members{{name, value}}, above...)
	}
	if parent.Value.Kind() != '{' {
		return &PathError{joined(above), "is no object"}
	}
	return d.insert(*parent, members{{name, value}})
}

// Append puts value behind the elements of the array at the path, which is made
// if it isn't there. The errors are those of Set.
func (d *Doc) Append(value any, path ...string) error {
	array, err := d.at(path)
	if err != nil {
		return err
	}
	if array == nil {
		return d.Set([]any{value}, path...)
	}
	if array.Value.Kind() != '[' {
		return &PathError{joined(path), "is no array"}
	}
	return d.insert(*array, value)
}

// SetElement replaces the element at index i of the array at the path, which
// has to be there. The errors are those of Set.
func (d *Doc) SetElement(value any, i int, path ...string) error {
	array, err := d.at(path)
	if err != nil {
		return err
	}
	return d.replace(array.Value.(*hujson.Array).Elements[i], value)
}

// replace puts value in the place of an old one.
func (d *Doc) replace(old hujson.Value, value any) error {
	text, err := d.rendered(value, old.StartOffset)
	if err != nil {
		return err
	}
	return d.splice(splice{old.StartOffset, old.EndOffset, text})
}

// splice is a piece of the text and what comes in its place.
type splice struct {
	start, end int
	text       []byte
}

// splice puts the pieces in, which don't overlap and are in order.
func (d *Doc) splice(pieces ...splice) error {
	var text []byte
	at := 0
	for _, p := range pieces {
		text = append(append(text, d.text[at:p.start]...), p.text...)
		at = p.end
	}
	return d.use(append(text, d.text[at:]...))
}

// item is a member or an element in the text.
type item struct {
	start, end int  // without the comma
	comma      int  // its place; -1: none follows
	lined      bool // it begins a line, but for comments
}

// items returns what is in an object or array.
func items(v hujson.Value) []item {
	var list []item
	add := func(first, last hujson.Value, more bool) {
		it := item{first.StartOffset, last.EndOffset, -1, bytes.IndexByte(first.BeforeExtra, '\n') >= 0}
		if more || last.AfterExtra != nil {
			it.comma = last.EndOffset + len(last.AfterExtra)
		}
		list = append(list, it)
	}
	switch c := v.Value.(type) {
	case *hujson.Object:
		for i, m := range c.Members {
			add(m.Name, m.Value, i+1 < len(c.Members))
		}
	case *hujson.Array:
		for i, e := range c.Elements {
			add(e, e, i+1 < len(c.Elements))
		}
	}
	return list
}

// insert puts a new last item into an object or array: value itself, or its
// one member.
func (d *Doc) insert(c hujson.Value, value any) error {
	all := items(c)
	if len(all) == 0 {
		return d.insertFirst(c, value)
	}
	last := all[len(all)-1]
	if last.lined {
		return d.insertLine(c, last, value)
	}
	text, err := compact(value, d.spaced())
	if err != nil {
		return err
	}
	blank := ""
	if d.spaced() {
		blank = " "
	}
	if last.comma >= 0 {
		return d.splice(splice{last.comma + 1, last.comma + 1, slices.Concat([]byte(blank), text, []byte(","))})
	}
	return d.splice(splice{last.end, last.end, slices.Concat([]byte(","+blank), text)})
}

// insertLine puts an item on lines of its own, behind the comments that follow
// the last item.
func (d *Doc) insertLine(c hujson.Value, last item, value any) error {
	indent := d.indentAt(last.start)
	text, err := d.pretty(value, indent)
	if err != nil {
		return err
	}
	behind, comma := last.end, ""
	if last.comma >= 0 {
		behind, comma = last.comma+1, ","
	}
	tail := bytes.TrimRight(d.text[behind:c.EndOffset-1], " \t\r\n")
	at := behind + len(tail)
	line := slices.Concat([]byte(d.lineEnd()+indent), text, []byte(comma))
	if last.comma >= 0 {
		return d.splice(splice{at, at, line})
	}
	return d.splice(splice{last.end, last.end, []byte(",")}, splice{at, at, line})
}

// insertFirst puts an item into what has none.
func (d *Doc) insertFirst(c hujson.Value, value any) error {
	inner := bytes.TrimRight(d.text[c.StartOffset+1:c.EndOffset-1], " \t\r\n")
	at := c.StartOffset + 1 + len(inner)
	if !d.lined() && len(inner) == 0 {
		text, err := compact(value, d.spaced())
		if err != nil {
			return err
		}
		return d.splice(splice{at, c.EndOffset - 1, text})
	}
	outer := d.indentAt(c.StartOffset)
	indent := outer + d.unit()
	text, err := d.pretty(value, indent)
	if err != nil {
		return err
	}
	end := d.lineEnd()
	return d.splice(splice{at, c.EndOffset - 1, slices.Concat([]byte(end+indent), text, []byte(end+outer))})
}

// Remove takes the member at the path out, if it is there. The error is that
// of the path.
func (d *Doc) Remove(path ...string) error {
	above, name := path[:len(path)-1], path[len(path)-1]
	value, err := d.at(path)
	if err != nil || value == nil {
		return err
	}
	parent, _ := d.at(above)
	i, _ := member(parent.Value.(*hujson.Object), name)
	return d.remove(*parent, i)
}

// RemoveElement takes the element at index i of the array at the path out. The
// array has to be there.
func (d *Doc) RemoveElement(i int, path ...string) error {
	array, err := d.at(path)
	if err != nil {
		return err
	}
	return d.remove(*array, i)
}

// Restore gives the object or array at the path, if there is nothing in it but
// comments, the blanks that it has in another document. There it has to be the
// same but for them.
func (d *Doc) Restore(from *Doc, path ...string) error {
	now, err := d.at(path)
	was, other := from.at(path)
	if err != nil || other != nil || now == nil || was == nil {
		return nil // it isn't in both
	}
	for _, v := range []*hujson.Value{now, was} {
		if kind := v.Value.Kind(); kind != '{' && kind != '[' || len(items(*v)) > 0 {
			return nil
		}
	}
	text := from.text[was.StartOffset:was.EndOffset]
	if !bytes.Equal(essence(d.text[now.StartOffset:now.EndOffset]), essence(text)) {
		return nil
	}
	return d.splice(splice{now.StartOffset, now.EndOffset, text})
}

func (d *Doc) remove(c hujson.Value, i int) error {
	all := items(c)
	it := all[i]
	start, end := d.before(it.start), it.end
	switch {
	case it.comma >= 0:
		end = it.comma + 1
	case i > 0: // the last: the comma of the one before goes too
		comma := all[i-1].comma
		if comma+1 == start {
			return d.splice(splice{start: comma, end: end})
		}
		return d.splice(splice{start: comma, end: comma + 1}, splice{start: d.joint(start, it.start, end), end: end})
	case start == c.StartOffset+1 && len(bytes.TrimSpace(d.text[end:c.EndOffset-1])) == 0:
		return d.splice(splice{start: start, end: c.EndOffset - 1}) // the only one
	}
	if !it.lined && i == 0 {
		for end < len(d.text) && (d.text[end] == ' ' || d.text[end] == '\t') {
			end++
		}
	}
	return d.splice(splice{start: d.joint(start, it.start, end), end: end})
}

// before returns where the blanks begin that stand before a place.
func (d *Doc) before(at int) int {
	return len(bytes.TrimRight(d.text[:at], " \t\r\n"))
}

// joint returns where a cut may begin that ends at end: with the blanks before
// an item, unless those end a line comment that would then go on.
func (d *Doc) joint(blanks, item, end int) int {
	line := d.text[bytes.LastIndexByte(d.text[:blanks], '\n')+1 : blanks]
	ended := end < len(d.text) && (d.text[end] == '\n' || d.text[end] == '\r')
	if bytes.Contains(line, []byte("//")) && !ended {
		return item
	}
	return blanks
}
