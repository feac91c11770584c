package config

import (
	"errors"
	"fmt"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// apply sets what the file says. What a file that isn't trusted may not say is
// left out, and noted.
func (c *Config) apply(f *file, trusted bool) error {
	var doc map[string]any
	if err := toml.Unmarshal(f.data, &doc); err != nil {
		return f.syntaxError(err)
	}
	for _, s := range settings(f.data) {
		if err := c.applySetting(f, s, doc, trusted); err != nil {
			return err
		}
	}
	return nil
}

func (c *Config) applySetting(f *file, s setting, doc map[string]any, trusted bool) error {
	name := strings.Join(s.path, ".")
	value := lookUp(doc, s.path)
	k, member, known := findAt(s.path)
	_, table := value.(map[string]any)
	switch {
	case !known:
		return f.unknown(s, value)
	case member:
		value = map[string]any{s.path[len(s.path)-1]: value}
	case k.hasMembers() && table:
		return nil // they are settings of their own
	}
	value, err := k.read(c, value)
	if err != nil {
		return f.errorAt(s.value, "%s %v", name, err)
	}
	from := Origin{f.name, f.line(s.key)}
	if k.guarded && !trusted && value != "" {
		c.refused = append(c.refused, Refused{name, from})
		return nil
	}
	c.assign(k, value, from)
	return nil
}

// unknown returns the error for a key that there isn't, nil for a table that
// there is.
func (f *file) unknown(s setting, value any) error {
	name := strings.Join(s.path, ".")
	if isTable(name) {
		if _, ok := value.(map[string]any); ok {
			return nil
		}
		return f.errorAt(s.value, "%s must be a table", name)
	}
	for i := range s.path {
		if k, ok := find(strings.Join(s.path[:i], ".")); ok && k.hasMembers() {
			return f.errorAt(s.key, "a name with a dot must stand in quotes: %q", strings.Join(s.path[i:], "."))
		}
	}
	what := "key"
	if s.table {
		what = "table"
	}
	return f.errorAt(s.key, "unknown %s %q, the nearest is %q", what, name, nearest(name, s.table))
}

// setting is a key, or the head of a table, as it stands in a file.
type setting struct {
	path       []string
	table      bool
	key, value unstable.Range // places in the file
}

// settings returns what the file sets, in its order. The file is known to be
// valid TOML.
func settings(data []byte) []setting {
	var out []setting
	var table []string
	p := unstable.Parser{}
	p.Reset(data)
	for p.NextExpression() {
		e := p.Expression()
		if e.Kind == unstable.KeyValue {
			out = appendValue(out, table, e)
			continue
		}
		path, place := keyOf(nil, e)
		table = path
		out = append(out, setting{path, true, place, place})
	}
	return out
}

// appendValue appends the settings of a key and its value: one, or those of
// an inline table.
func appendValue(out []setting, table []string, e *unstable.Node) []setting {
	path, place := keyOf(table, e)
	v := e.Value()
	if v.Kind == unstable.InlineTable && opens(path) {
		for it := v.Children(); it.Next(); {
			out = appendValue(out, path, it.Node())
		}
		return out
	}
	s := setting{path: path, key: place, value: place}
	if v.Raw.Length > 0 {
		s.value = v.Raw
	}
	return append(out, s)
}

// keyOf returns the path of a node's key within a table, and its place.
func keyOf(table []string, e *unstable.Node) ([]string, unstable.Range) {
	path := append([]string(nil), table...)
	var place unstable.Range
	for it := e.Key(); it.Next(); {
		raw := it.Node().Raw
		if place.Length == 0 {
			place = raw
		}
		place.Length = raw.Offset + raw.Length - place.Offset
		path = append(path, string(it.Node().Data))
	}
	return path, place
}

func lookUp(doc map[string]any, path []string) any {
	var at any = doc
	for _, name := range path {
		table, ok := at.(map[string]any)
		if !ok {
			return nil
		}
		at = table[name]
	}
	return at
}

// opens tells whether what is in the table at that path are settings.
func opens(path []string) bool {
	k, member, ok := findAt(path)
	return isTable(strings.Join(path, ".")) || ok && !member && k.hasMembers()
}

func isTable(name string) bool {
	for _, k := range keys() {
		if strings.HasPrefix(k.name, name+".") {
			return true
		}
	}
	return false
}

// Error is a mistake in a configuration file, shown with its line.
type Error struct {
	File      string
	Line, Col int // counted from 1; the column in bytes
	Message   string
	Text      string // the line
	Width     int    // of what is wrong in it, in bytes
}

// Error shows the mistake with its line and carets below it:
//
//	config.toml:3:1: unknown key "budgt", the nearest is "budget"
//	    3 | budgt = 100
//	      | ^^^^^
func (e *Error) Error() string {
	number := fmt.Sprintf("%5d", e.Line)
	blank := strings.Repeat(" ", len(number))
	return fmt.Sprintf("%s:%d:%d: %s\n%s | %s\n%s | %s", e.File, e.Line, e.Col, e.Message, number, e.Text, blank, e.carets())
}

// carets returns what points at the mistake from the line below. Tabs stay
// tabs, so that it lines up.
func (e *Error) carets() string {
	start := min(e.Col-1, len(e.Text))
	end := min(start+max(e.Width, 1), len(e.Text))
	pad := strings.Map(func(r rune) rune {
		if r == '\t' {
			return r
		}
		return ' '
	}, e.Text[:start])
	return pad + strings.Repeat("^", max(len([]rune(e.Text[start:end])), 1))
}

func (f *file) errorAt(place unstable.Range, format string, args ...any) error {
	line, col := f.line(place), int(place.Offset)
	if start := strings.LastIndexByte(string(f.data[:place.Offset]), '\n'); start >= 0 {
		col -= start + 1
	}
	return f.mistake(line, col+1, int(place.Length), fmt.Sprintf(format, args...))
}

func (f *file) line(place unstable.Range) int {
	return 1 + strings.Count(string(f.data[:place.Offset]), "\n")
}

func (f *file) mistake(line, col, width int, message string) error {
	lines := strings.Split(string(f.data), "\n")
	text := strings.TrimRight(lines[min(line, len(lines))-1], "\r")
	return &Error{File: f.name, Line: line, Col: col, Message: hidePasswords(message), Text: hidePasswords(text), Width: width}
}

func (f *file) syntaxError(err error) error {
	var decode *toml.DecodeError
	if !errors.As(err, &decode) {
		return fmt.Errorf("%s: %w", f.name, err)
	}
	line, col := decode.Position()
	return f.mistake(line, max(col, 1), 1, strings.TrimPrefix(decode.Error(), "toml: "))
}
