package config

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// apply sets what the file says. What a file that isn't trusted may not say is
// left out, and noted.
func (c *Config) apply(f *file, trusted bool) error {
	all, err := f.settings()
	if err != nil {
		return err
	}
	var doc map[string]any
	if err := toml.Unmarshal(f.data, &doc); err != nil {
		return f.syntaxError(err)
	}
	for _, s := range all {
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
	if trusted {
		c.assign(k, value, from)
	} else {
		c.ask(k, value, from)
	}
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

// The bounds of a file. One that a person writes has a few dozen settings; with
// these it is read in 20 ms at most, where 80 KB of [a.a.a… took five seconds and
// 5,000 members of a table one.
const (
	maxFileBytes = 32 << 10
	maxDepth     = 8    // names in a key, and lists and tables inside of each other
	maxSettings  = 500  // keys and heads of tables
	maxValues    = 5000 // with what lists and tables hold
)

// reader takes a file apart, as far as the bounds allow.
type reader struct {
	f      *file
	all    []setting
	values int
	err    error // the bound that was passed
}

// settings returns what the file sets, in its order. What is no TOML is for the
// decoder to tell, which reads no further either.
func (f *file) settings() ([]setting, error) {
	r := reader{f: f}
	var table []string
	p := unstable.Parser{}
	p.Reset(f.data)
	for r.err == nil && p.NextExpression() {
		e := p.Expression()
		if e.Kind == unstable.KeyValue {
			r.add(table, e)
			continue
		}
		path, place := r.keyOf(nil, e)
		table = path
		r.found(setting{path, true, place, place})
	}
	return r.all, r.err
}

func (r *reader) found(s setting) {
	if r.all = append(r.all, s); len(r.all) > maxSettings {
		r.passed(s.key, "more than %d settings are in no file", maxSettings)
	}
}

// passed notes the first bound that is passed.
func (r *reader) passed(place unstable.Range, format string, most int) {
	if r.err == nil {
		r.err = r.f.errorAt(place, format, most)
	}
}

// add adds the settings of a key and its value: one, or those of an inline table.
func (r *reader) add(table []string, e *unstable.Node) {
	path, place := r.keyOf(table, e)
	v := e.Value()
	r.count(v, place, 0)
	if r.err != nil {
		return
	}
	if v.Kind == unstable.InlineTable && opens(path) {
		for it := v.Children(); it.Next(); {
			r.add(path, it.Node())
		}
		return
	}
	s := setting{path: path, key: place, value: place}
	if v.Raw.Length > 0 {
		s.value = v.Raw
	}
	r.found(s)
}

// count counts a value and what is in it.
func (r *reader) count(v *unstable.Node, place unstable.Range, depth int) {
	if r.values++; r.values > maxValues {
		r.passed(place, "more than %d values are in no file", maxValues)
	}
	if depth > maxDepth {
		r.passed(place, "a value holds others at most %d deep", maxDepth)
	}
	if v.Kind != unstable.Array && v.Kind != unstable.InlineTable && v.Kind != unstable.KeyValue {
		return
	}
	for it := v.Children(); r.err == nil && it.Next(); {
		r.count(it.Node(), place, depth+1)
	}
}

// keyOf returns the path of a node's key within a table, and its place.
func (r *reader) keyOf(table []string, e *unstable.Node) ([]string, unstable.Range) {
	path := append([]string(nil), table...)
	var place unstable.Range
	for it := e.Key(); it.Next(); {
		raw := it.Node().Raw
		if place.Length == 0 {
			place = raw
		}
		if len(path) == maxDepth {
			r.passed(place, "a key has %d names at most", maxDepth)
			break
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
	for k := range byName() {
		if strings.HasPrefix(k, name+".") {
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
	Text      string // the line; of a long one, a part
	Width     int    // of what is wrong in it, in bytes
	skipped   int    // bytes of the line before Text
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
	start := min(max(e.Col-1-e.skipped, 0), len(e.Text))
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
	if start := bytes.LastIndexByte(f.data[:place.Offset], '\n'); start >= 0 {
		col -= start + 1
	}
	return f.mistake(line, col+1, int(place.Length), fmt.Sprintf(format, args...))
}

func (f *file) line(place unstable.Range) int {
	return 1 + bytes.Count(f.data[:place.Offset], []byte{'\n'})
}

func (f *file) mistake(line, col, width int, message string) error {
	lines := bytes.Split(f.data, []byte{'\n'})
	text := strings.TrimRight(string(lines[min(line, len(lines))-1]), "\r")
	return shownPart(&Error{File: f.name, Line: line, Col: col, Message: hidePasswords(message), Text: hidePasswords(text), Width: width})
}

// shownPart cuts what is shown of a mistake to what a reader takes: a stranger's
// file may have lines and names of any length.
func shownPart(e *Error) *Error {
	const most, before = 300, 100
	if at := min(e.Col-1, len(e.Text)); at > before {
		e.Text = strings.ToValidUTF8(e.Text[at-before:], "?")
		e.skipped = at - before
	}
	e.Text, e.Message = firstOf(e.Text, most), firstOf(e.Message, most)
	return e
}

func firstOf(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "…"
}

func (f *file) syntaxError(err error) error {
	var decode *toml.DecodeError
	if !errors.As(err, &decode) {
		return fmt.Errorf("%s: %w", f.name, err)
	}
	line, col := decode.Position()
	return f.mistake(line, max(col, 1), 1, strings.TrimPrefix(decode.Error(), "toml: "))
}
