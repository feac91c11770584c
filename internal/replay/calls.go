package replay

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"elide.example/elide/internal/jsonspan"
	"elide.example/elide/internal/toolcall"
	"elide.example/elide/internal/transcript"
)

// leaf is a value in a call's arguments that holds no others.
type leaf struct{ key, text string }

// leaves returns the values in a call's arguments, in their order, each with the key
// that it stands under.
func leaves(list []leaf, key string, v jsonspan.Value) []leaf {
	switch v.Kind() {
	case jsonspan.Object:
		for k, member := range v.Members() {
			list = leaves(list, k.Str(), member)
		}
	case jsonspan.Array:
		for e := range v.Elements() {
			list = leaves(list, key, e)
		}
	case jsonspan.String:
		list = append(list, leaf{key, v.Str()})
	case jsonspan.None, jsonspan.Null:
	default:
		list = append(list, leaf{key, string(v.Raw())})
	}
	return list
}

// The keys of calls' arguments, by what stands under them.
var (
	asking   = []string{"command", "cmd", "path", "file_path", "filePath", "pattern", "query", "glob", "offset", "limit", "view_range", "include", "absolute_path", "dir_path", "directory", "url", "node_id", "file_key", "type"}
	replaced = []string{"old_string", "old_str", "oldText", "oldString", "old_text", "old"} // what an edit takes away
	talking  = []string{"description", "explanation", "security_risk", "thought", "workdir", "justification"}
	paths    = []string{"file_path", "filePath", "path"}
)

const beginPatch = "*** Begin Patch"

var (
	heredoc  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`<<-?\s*['"]?\w+['"]?`) })
	inline   = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\bpython3? -c\b`) })
	sedRange = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`sed -n ['"]?(\d+),\s*(\d+)p['"]?\s+(\S+)`)
	})
	hunks = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?m)^(?:@@.*|\*\*\* .*)$`) })
)

// call is a call of the agent's as it is looked at.
type call struct {
	name   string
	leaves []leaf
	use    toolcall.Use
}

func newCall(c *transcript.Call) *call {
	return &call{name: c.Name, leaves: leaves(nil, "", c.Args), use: toolcall.Of(c.Name, arguments(c.Args))}
}

// arguments returns the input of a call as it is sent to a model.
func arguments(v jsonspan.Value) []byte {
	switch v.Kind() {
	case jsonspan.Object:
		return v.Raw()
	case jsonspan.None:
		return []byte("{}")
	}
	return append(append([]byte(`{"input":`), v.Raw()...), '}')
}

// get returns the first value that stands under one of the keys.
func (c *call) get(keys ...string) string {
	for _, l := range c.leaves {
		if slices.Contains(keys, l.key) && l.text != "" {
			return l.text
		}
	}
	return ""
}

// asks returns the texts of a call: what asks for something, and code that it
// writes, in which a name may stand for other reasons.
func (c *call) asks() (what, code string) {
	var asked, written []string
	for _, l := range c.leaves {
		switch {
		case slices.Contains(replaced, l.key) || slices.Contains(talking, l.key):
		case strings.Contains(l.text, beginPatch):
			written = append(written, l.text)
		case l.key == "command" || l.key == "cmd":
			at := len(l.text)
			if m := heredoc().FindStringIndex(l.text); m != nil {
				at = m[1]
			} else if inline().MatchString(l.text) {
				at = strings.Index(l.text, " -c")
			}
			asked, written = append(asked, l.text[:at]), append(written, l.text[at:])
		case l.key == "" || slices.Contains(asking, l.key):
			asked = append(asked, l.text)
		default:
			written = append(written, l.text)
		}
	}
	return strings.Join(asked, "\n"), strings.Join(written, "\n")
}

// olds returns the texts that a call takes to stand in a file: each has to be known.
func (c *call) olds() (list []string) {
	for _, l := range c.leaves {
		if slices.Contains(replaced, l.key) && strings.TrimSpace(l.text) != "" {
			list = append(list, l.text)
		}
		if !strings.Contains(l.text, beginPatch) {
			continue
		}
		for _, hunk := range hunks().Split(l.text, -1) {
			var old []string
			for line := range strings.SplitSeq(hunk, "\n") {
				if line != "" && (line[0] == '-' || line[0] == ' ') {
					old = append(old, line[1:])
				}
			}
			if text := strings.Join(old, "\n"); strings.TrimSpace(text) != "" {
				list = append(list, text)
			}
		}
	}
	return list
}

// window is a range of a file's lines that a call opens.
type window struct {
	path        string
	first, last int
}

// usualWindow is how many lines are opened where the call doesn't say.
const usualWindow = 200

// opens returns the range that a call opens, if it opens one.
func (c *call) opens() (window, bool) {
	path := c.get(paths...)
	if view := c.numbers("view_range"); path != "" && len(view) > 1 {
		if view[1] <= 0 {
			view[1] = view[0] + usualWindow
		}
		return window{path, view[0], view[1]}, true
	}
	if from := c.numbers("offset"); path != "" && len(from) > 0 && from[0] > 0 && strings.Contains(strings.ToLower(c.name), "read") {
		lines := usualWindow
		if limit := c.numbers("limit"); len(limit) > 0 && limit[0] > 0 {
			lines = limit[0]
		}
		return window{path, from[0], from[0] + lines}, true
	}
	if m := sedRange().FindStringSubmatch(c.use.Command); m != nil {
		first, _ := strconv.Atoi(m[1])
		last, _ := strconv.Atoi(m[2])
		return window{m[3], first, last}, true
	}
	return window{}, false
}

// numbers returns the numbers that stand under a key.
func (c *call) numbers(key string) (list []int) {
	for _, l := range c.leaves {
		if l.key != key {
			continue
		}
		for _, text := range strings.FieldsFunc(l.text, func(r rune) bool { return strings.ContainsRune("[], ", r) }) {
			if n, err := strconv.Atoi(text); err == nil {
				list = append(list, n)
			}
		}
	}
	return list
}

// line returns the call as a shell line would have it: what a search searches is
// told by its arguments.
func (c *call) line() string {
	if c.use.Command != "" {
		return c.use.Command
	}
	words := []string{strings.ToLower(c.name)}
	for _, l := range c.leaves {
		if slices.Contains(asking, l.key) {
			words = append(words, l.text)
		}
	}
	return strings.Join(words, " ")
}

// searches tells whether the call is a search for lines.
func (c *call) searches() bool {
	line := c.line()
	for _, name := range []string{"grep", "rg", "search"} {
		for at := 0; ; {
			i := strings.Index(line[at:], name)
			if i < 0 {
				break
			}
			at += i + len(name)
			if (at == len(line) || !isWord(line[at])) && (at == len(name) || name == "search" || !isWord(line[at-len(name)-1])) {
				return true
			}
		}
	}
	return false
}

// namedLines returns which of a file's lines in a range an output names: path:12,
// path", line 12 and path(12), and of a search in that file alone 12: and 12-.
func namedLines(o *output, w window) (list []int) {
	base := w.path[strings.LastIndexByte(w.path, '/')+1:]
	asked := o.call.line()
	if base == "" || !strings.Contains(o.text, base) && !strings.Contains(asked, base) {
		return nil
	}
	add := func(digits string) {
		if n, err := strconv.Atoi(digits); err == nil && w.first <= n && n <= w.last && !slices.Contains(list, n) {
			list = append(list, n)
		}
	}
	eachName(o.text, base, func(path, after string) {
		for _, mark := range []string{":", `", line `, "("} {
			if rest, ok := strings.CutPrefix(after, mark); ok && samePath(path, w.path) {
				add(rest[:len(rest)-len(strings.TrimLeft(rest, "0123456789"))])
			}
		}
	})
	if o.call.searches() {
		same := false
		eachName(asked, base, func(path, _ string) { same = same || samePath(path, w.path) })
		for line := range strings.SplitSeq(o.text, "\n") {
			if !same {
				break
			}
			if n := len(line) - len(strings.TrimLeft(line, "0123456789")); n > 0 && n < len(line) && (line[n] == ':' || line[n] == '-') {
				add(line[:n])
			}
		}
	}
	slices.Sort(list)
	return list
}

// eachName calls do with each path in a text whose last name is base, and with what
// stands behind it.
func eachName(text, base string, do func(path, after string)) {
	const most = 4096 // of a path
	for at := 0; ; {
		i := strings.Index(text[at:], base)
		if i < 0 {
			return
		}
		start := at + i
		at = start + len(base)
		if start > 0 && (isWord(text[start-1]) || text[start-1] == '-') {
			continue
		}
		from := start
		for from > 0 && start-from < most && (isWord(text[from-1]) || strings.IndexByte("./@+~-", text[from-1]) >= 0) {
			from--
		}
		do(text[from:at], text[at:])
	}
}

// samePath tells whether one path is an end of the other.
func samePath(a, b string) bool {
	x, y := parts(a), parts(b)
	n := min(len(x), len(y))
	return slices.Equal(x[len(x)-n:], y[len(y)-n:])
}
