package install

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"elide.example/elide/internal/install/jsonc"
)

// hook is an element of the list of hooks of an event: a group of commands with
// a matcher, or a single command, as the host has them.
type hook struct {
	path  []string
	value any
	host  string
}

func (h hook) place() []string { return h.path }

func (h hook) put(d *jsonc.Doc) ([]string, error) {
	wanted, err := json.Marshal(h.value)
	if err != nil {
		return nil, err
	}
	mine := h.mine(d)
	if len(mine) == 0 {
		if err := h.takeOut(d, -1); err != nil {
			return nil, err
		}
		return nil, d.Append(h.value, h.path...)
	}
	// It stays in its place: hosts know the hooks of others by theirs.
	if !same(d.Elements(h.path...)[mine[0]], wanted) {
		if err := d.SetElement(h.value, mine[0], h.path...); err != nil {
			return nil, err
		}
	}
	return nil, h.takeOut(d, mine[0])
}

// same tells whether two JSON texts are of the same value.
func same(a, b []byte) bool {
	var x, y any
	if json.Unmarshal(a, &x) != nil || json.Unmarshal(b, &y) != nil {
		return false
	}
	first, _ := json.Marshal(x)
	second, _ := json.Marshal(y)
	return string(first) == string(second)
}

func (h hook) take(d, before *jsonc.Doc) error {
	if err := h.takeOut(d, -1); err != nil {
		return err
	}
	return prune(d, before, h.path)
}

// takeOut takes elide's commands out of the list, and groups that have no other.
// The element at index keep stays.
func (h hook) takeOut(d *jsonc.Doc, keep int) error {
	for i := len(d.Elements(h.path...)) - 1; i >= 0; i-- {
		if i == keep {
			continue
		}
		at := append(append([]string{}, h.path...), strconv.Itoa(i))
		if h.isMine(d.Elements(h.path...)[i]) {
			if err := d.RemoveElement(i, h.path...); err != nil {
				return err
			}
			continue
		}
		inner := hook{path: append(at, "hooks"), host: h.host}
		for j := len(d.Elements(inner.path...)) - 1; j >= 0; j-- {
			if !h.isMine(d.Elements(inner.path...)[j]) {
				continue
			}
			if err := d.RemoveElement(j, inner.path...); err != nil {
				return err
			}
		}
	}
	return nil
}

// mine returns the indexes of the elements that are elide's alone.
func (h hook) mine(d *jsonc.Doc) []int {
	var mine []int
	for i, e := range d.Elements(h.path...) {
		if h.isMine(e) {
			mine = append(mine, i)
		}
	}
	return mine
}

// isMine tells whether an element runs elide for the host, and nothing else.
func (h hook) isMine(element []byte) bool {
	var v any
	return json.Unmarshal(element, &v) == nil && h.owns(v)
}

// owns tells it of a hook, or of a group in which each hook has to be elide's,
// also those that run no command.
func (h hook) owns(v any) bool {
	object, _ := v.(map[string]any)
	if list, isGroup := object["hooks"].([]any); isGroup {
		return len(list) > 0 && !slices.ContainsFunc(list, func(e any) bool { return !h.owns(e) })
	}
	lines := commandLines(object, "")
	return len(lines) > 0 && !slices.ContainsFunc(lines, func(line string) bool { return !h.isCall(line) })
}

// isCall tells whether a line runs elide for the host.
func (h hook) isCall(line string) bool {
	call, ok := parseCommand(line)
	return ok && call.Host == h.host
}

func (h hook) holds(d *jsonc.Doc) bool {
	for _, e := range d.Elements(h.path...) {
		if slices.ContainsFunc(linesOf(e), h.isCall) {
			return true
		}
	}
	return false
}

// linesOf returns the command lines in a hook's JSON, of any host.
func linesOf(element []byte) []string {
	var v any
	if json.Unmarshal(element, &v) != nil {
		return nil
	}
	return commandLines(v, "")
}

func commandLines(v any, name string) []string {
	return textsOf(v, name, "command", "bash", "powershell")
}

// textsOf returns the texts below v that are called one of the names; name is
// what v is called.
func textsOf(v any, name string, names ...string) []string {
	var texts []string
	switch v := v.(type) {
	case string:
		if slices.Contains(names, name) {
			texts = append(texts, v)
		}
	case []any:
		for _, e := range v {
			texts = append(texts, textsOf(e, name, names...)...)
		}
	case map[string]any:
		for _, key := range sortedKeys(v) {
			texts = append(texts, textsOf(v[key], key, names...)...)
		}
	}
	return texts
}

// without is an edit that is not wanted any more, such as a hook that rewrote
// commands in front of the user's rules for them. It is only taken out.
type without struct{ edit }

func (w without) put(d *jsonc.Doc) ([]string, error) {
	nothing, err := jsonc.Parse(nil)
	if err != nil || !w.holds(d) {
		return nil, err
	}
	return nil, w.take(d, nothing)
}

// server is the entry of elide's MCP server.
type server struct {
	path  []string
	value any
}

func (s server) place() []string { return s.path }

func (s server) put(d *jsonc.Doc) ([]string, error) {
	var old any
	switch {
	case !d.Get(&old, s.path...):
		return nil, d.Set(s.value, s.path...)
	case !s.holds(d):
		return []string{strings.Join(s.path, ".") + " is of another program, and was left alone"}, nil
	}
	return nil, s.renew(d)
}

// renew makes an entry start this elide. What else stands in it may be the
// user's by now, such as whether the server is on.
func (s server) renew(d *jsonc.Doc) error {
	text, err := json.Marshal(s.value)
	if err != nil {
		return err
	}
	var wanted map[string]json.RawMessage
	if err := json.Unmarshal(text, &wanted); err != nil {
		return err
	}
	for _, name := range [...]string{"command", "args"} {
		at := append(slices.Clone(s.path), name)
		var old json.RawMessage
		if wanted[name] == nil || d.Get(&old, at...) && same(old, wanted[name]) {
			continue
		}
		if err := d.Set(wanted[name], at...); err != nil {
			return err
		}
	}
	return nil
}

func (s server) take(d, before *jsonc.Doc) error {
	if !s.holds(d) {
		return nil
	}
	if err := d.Remove(s.path...); err != nil {
		return err
	}
	return prune(d, before, s.path[:len(s.path)-1])
}

func (s server) holds(d *jsonc.Doc) bool {
	var entry struct{ Command any }
	if !d.Get(&entry, s.path...) {
		return false
	}
	switch command := entry.Command.(type) {
	case string:
		return ours(command)
	case []any:
		if len(command) > 0 {
			first, _ := command[0].(string)
			return ours(first)
		}
	}
	return false
}

// head is what a file has to say of itself, such as its version. It is put in
// where it lacks. Where there was nothing before elide, it stays as long as
// others have something in the file.
type head struct {
	name  string
	value any
}

func (h head) place() []string { return []string{h.name} }

func (h head) put(d *jsonc.Doc) ([]string, error) {
	var old any
	if d.Get(&old, h.name) {
		return nil, nil
	}
	return nil, d.Set(h.value, h.name)
}

func (h head) take(d, before *jsonc.Doc) error {
	var was any
	var all map[string]any
	if before.Get(&was, h.name) || before.Empty() && d.Get(&all) && len(all) != 1 {
		return nil
	}
	return d.Remove(h.name)
}

func (h head) holds(*jsonc.Doc) bool { return false }
