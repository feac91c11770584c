package jsonc

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
)

// members is an object that keeps its order.
type members []struct {
	name  string
	value any
}

func joined(path []string) string {
	if len(path) == 0 {
		return "it"
	}
	return strings.Join(path, ".")
}

// rendered returns value as it may stand at a place of the text.
func (d *Doc) rendered(value any, at int) ([]byte, error) {
	if d.lined() {
		return d.pretty(value, d.indentAt(at))
	}
	return compact(value, d.spaced())
}

// pretty returns value on lines of its own, the first not indented. Members
// come without braces.
func (d *Doc) pretty(value any, indent string) ([]byte, error) {
	text, err := d.prettyLines(value, indent)
	if end := d.lineEnd(); end != "\n" {
		text = bytes.ReplaceAll(text, []byte("\n"), []byte(end)) // none is inside a string
	}
	return text, err
}

func (d *Doc) prettyLines(value any, indent string) ([]byte, error) {
	list, ok := value.(members)
	if !ok {
		plain, err := marshal(value)
		var out bytes.Buffer
		if err == nil {
			err = json.Indent(&out, plain, indent, d.unit())
		}
		return out.Bytes(), err
	}
	name, err := marshal(list[0].name)
	if err != nil {
		return nil, err
	}
	inner, isMembers := list[0].value.(members)
	if !isMembers {
		text, err := d.prettyLines(list[0].value, indent)
		return slices.Concat(name, []byte(": "), text), err
	}
	text, err := d.prettyLines(inner, indent+d.unit())
	return slices.Concat(name, []byte(": {\n"+indent+d.unit()), text, []byte("\n"+indent+"}")), err
}

// compact returns value on one line. Members come without braces.
func compact(value any, spaced bool) ([]byte, error) {
	list, ok := value.(members)
	if !ok {
		plain, err := marshal(value)
		if err == nil && spaced {
			plain = space(plain)
		}
		return plain, err
	}
	name, err := marshal(list[0].name)
	if err != nil {
		return nil, err
	}
	colon := ":"
	if spaced {
		colon = ": "
	}
	text, err := compact(list[0].value, spaced)
	if _, inner := list[0].value.(members); inner {
		text = slices.Concat([]byte("{"), text, []byte("}"))
	}
	return slices.Concat(name, []byte(colon), text), err
}

// space puts a blank behind each comma and colon of compact JSON.
func space(plain []byte) []byte {
	var out []byte
	for len(plain) > 0 {
		n := token(plain)
		out = append(out, plain[:n]...)
		if plain[0] == ',' || plain[0] == ':' {
			out = append(out, ' ')
		}
		plain = plain[n:]
	}
	return out
}

// marshal is json.Marshal that leaves <, > and & as people write them.
func marshal(value any) ([]byte, error) {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	err := enc.Encode(value)
	return bytes.TrimSuffix(out.Bytes(), []byte("\n")), err
}

// lined tells whether the text is laid out in lines. One that says nothing yet
// may be.
func (d *Doc) lined() bool {
	inner := bytes.TrimSpace(d.text)
	return bytes.IndexByte(inner, '\n') >= 0 || string(inner) == "{}"
}

// spaced tells whether the text has blanks behind its colons.
func (d *Doc) spaced() bool {
	return bytes.Contains(d.text, []byte(`": `)) || !bytes.Contains(d.text, []byte(`":`))
}

// lineEnd returns how lines end.
func (d *Doc) lineEnd() string {
	if i := bytes.IndexByte(d.text, '\n'); i > 0 && d.text[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// unit returns what a level is indented by: that of the first member, which
// is two blanks if it has no line of its own.
func (d *Doc) unit() string {
	all := items(d.root)
	if len(all) > 0 && all[0].lined {
		if indent := d.indentAt(all[0].start); indent != "" {
			return indent
		}
	}
	return "  "
}

// indentAt returns the blanks at the begin of the line that a place is in.
func (d *Doc) indentAt(at int) string {
	line := d.text[bytes.LastIndexByte(d.text[:at], '\n')+1 : at]
	return string(line[:len(line)-len(bytes.TrimLeft(line, " \t"))])
}
