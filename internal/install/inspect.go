package install

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"elide.example/elide/internal/install/jsonc"
)

// Inspection is what stands in a host's files.
type Inspection struct {
	Paths   []string // of the files that have a part of elide
	Missing []string // paths of files that have none, though others have
	Broken  []error  // *FileError: files that can't be read or don't parse
	Lines   []Line   // elide's hooks
	Servers []Server // elide's MCP server
	Prefix  string   // the program before Claude Code's shell lines, "" if none is set
	Former  string   // the prefix that elide-shell is to run in front
	Others  []string // command lines and plugins of programs that do what elide does
	Foreign []Hook   // hooks of programs that are not known
	Off     []string // why the host runs no hooks
}

// Line is a command line that a host runs for an event, or a plugin's like it.
type Line struct {
	Call
	Text    string // the line; "" for a plugin, which starts elide itself
	Path    string // the file it stands in
	Matcher string // of the tools that it is run for
	Group   int    // the index of its group among those of the event
}

// Hook is a command or an address that a host calls for an event.
type Hook struct {
	Event   string
	Matcher string // of the tools that it is called for
	Text    string
	Path    string // the file it stands in
}

// Rivals tells whether a hook may be called for the same call of a tool as
// elide's, and there is something that elide may answer to that.
func (l Line) Rivals(h Hook) bool {
	return strings.EqualFold(l.Event, h.Event) && overlap(strings.TrimPrefix(l.Matcher, onlyNoted), h.Matcher)
}

// Server is how an MCP server is started.
type Server struct {
	Path    string // the file it stands in
	Command []string
}

// rewriters are programs that shorten what tools print too. Two of them at one
// place spoil each other's work.
var rewriters = [...]string{"rtk", "snip", "tokf", "squeez", "lean-ctx", "headroom", "tokenjuice", "subcortex", "chop", "tamp"}

// Inspect reads the host's files.
func (h Host) Inspect(p Place) Inspection {
	var in Inspection
	if h.Personal && p.Project != "" {
		return in
	}
	for _, f := range h.files(p, anyPrograms) {
		in.file(h, p, f)
	}
	if h.also != nil {
		in.shared(h, p, h.also(p))
	}
	return in
}

// shared looks at a file that elide has no part in.
func (in *Inspection) shared(h Host, p Place, path string) {
	if path == "" {
		return
	}
	text, err := p.read(path)
	if err == nil && text != nil {
		err = settings{}.look(text, path, h.Name, in)
	}
	if err != nil {
		in.Broken = append(in.Broken, &FileError{path, err})
	}
}

func (in *Inspection) file(h Host, p Place, f file) {
	text, err := p.read(f.path)
	if err == nil && text != nil {
		err = f.look(text, f.path, h.Name, in)
	}
	switch {
	case err != nil:
		in.Broken = append(in.Broken, &FileError{f.path, err})
	case text != nil && f.holds(text):
		in.Paths = append(in.Paths, f.path)
	default:
		if _, gone := f.content.(former); !gone {
			in.Missing = append(in.Missing, f.path)
		}
	}
}

func (s settings) look(text []byte, path, host string, in *Inspection) error {
	d, err := s.parse(text)
	if err != nil {
		return err
	}
	var hooks map[string]any
	d.Get(&hooks, "hooks")
	in.hooks(hooks, path, host)
	for _, e := range s {
		switch e := e.(type) {
		case server:
			var entry map[string]any
			if e.holds(d) && d.Get(&entry, e.path...) {
				in.Servers = append(in.Servers, Server{path, started(entry)})
			}
		case shellPrefix:
			d.Get(&in.Prefix, "env", prefixName)
			d.Get(&in.Former, "env", formerName)
		}
	}
	in.switches(d, path)
	return nil
}

// hooks notes the hooks of each event.
func (in *Inspection) hooks(events map[string]any, path, host string) {
	for _, event := range sortedKeys(events) {
		groups, _ := events[event].([]any)
		for i, group := range groups {
			object, _ := group.(map[string]any)
			matcher, _ := object["matcher"].(string)
			in.calls(group, Hook{Event: event, Matcher: matcher, Path: path}, host, i)
		}
	}
}

// calls notes what a hook or a group of them calls; at says for what.
func (in *Inspection) calls(group any, at Hook, host string, index int) {
	for _, line := range commandLines(group, "") {
		call, ok := parseCommand(line)
		switch {
		case ok && call.Host == host:
			in.Lines = append(in.Lines, Line{call, line, at.Path, at.Matcher, index})
		case ok: // for another host that reads this file too
		case rewrites(line):
			in.Others = append(in.Others, line)
		default:
			at.Text = line
			in.Foreign = append(in.Foreign, at)
		}
	}
	for _, url := range textsOf(group, "", "url") {
		at.Text = url
		in.Foreign = append(in.Foreign, at)
	}
}

// rewrites tells whether a command line runs one of the rewriters.
func rewrites(line string) bool {
	between := func(r rune) bool { return strings.ContainsRune(" \t\"'/\\;|&()=", r) }
	return slices.ContainsFunc(strings.FieldsFunc(line, between), func(word string) bool {
		return slices.ContainsFunc(rewriters[:], func(name string) bool {
			rest, found := strings.CutPrefix(word, name)
			return found && (rest == "" || rest[0] == '-' || rest[0] == '.')
		})
	})
}

// switches notes the settings by which a user has switched all hooks off.
func (in *Inspection) switches(d *jsonc.Doc, path string) {
	var off, on bool
	if d.Get(&off, "disableAllHooks") && off {
		in.Off = append(in.Off, path+" says disableAllHooks")
	}
	if d.Get(&on, "hooksConfig", "enabled") && !on {
		in.Off = append(in.Off, path+" says hooksConfig.enabled = false")
	}
	var names []string
	if d.Get(&names, "hooksConfig", "disabled") && slices.ContainsFunc(names, func(n string) bool { return strings.HasPrefix(n, "elide:") }) {
		in.Off = append(in.Off, path+" has elide in hooksConfig.disabled")
	}
}

// started returns the command of an MCP server, however the host has it.
func started(entry map[string]any) []string {
	var command []string
	for _, part := range [...]any{entry["command"], entry["args"]} {
		switch part := part.(type) {
		case string:
			command = append(command, part)
		case []any:
			for _, word := range part {
				text, _ := word.(string)
				command = append(command, text)
			}
		}
	}
	return command
}

func (b block) look(text []byte, path, host string, in *Inspection) error {
	var all map[string]any
	if err := toml.Unmarshal(text, &all); err != nil {
		return checkTOML(text)
	}
	switch hooks := all["hooks"].(type) {
	case []any: // Vibe's
		for i, h := range hooks {
			object, _ := h.(map[string]any)
			event, _ := object["type"].(string)
			matcher, _ := object["match"].(string)
			in.calls(h, Hook{Event: event, Matcher: matcher, Path: path}, host, i)
		}
	case map[string]any: // Codex's
		in.hooks(hooks, path, host)
	}
	if features, _ := all["features"].(map[string]any); features["hooks"] == false || features["codex_hooks"] == false {
		in.Off = append(in.Off, path+" says features.hooks = false")
	}
	servers, _ := all["mcp_servers"].(map[string]any)
	if entry, ok := servers["elide"].(map[string]any); ok && len(b.table) > 0 && b.holds(text) {
		in.Servers = append(in.Servers, Server{path, started(entry)})
	}
	return nil
}

func (o own) look(text []byte, path, host string, in *Inspection) error {
	in.beside(path, host)
	if o.parts != nil {
		return o.parts.look(text, path, host, in)
	}
	for line := range strings.Lines(string(text)) {
		var elide string
		if value, ok := strings.CutPrefix(strings.TrimSpace(line), pluginPath); ok && json.Unmarshal([]byte(value), &elide) == nil {
			in.Lines = append(in.Lines, Line{Call: Call{elide, host, o.event}, Path: path})
		}
	}
	return nil
}

// beside notes the rewriters that have a file beside elide's, and the hooks in
// files that the host reads with it.
func (in *Inspection) beside(path, host string) {
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return // the file itself was read, so this is no news
	}
	for _, e := range entries {
		other := filepath.Join(filepath.Dir(path), e.Name())
		switch {
		case other == path:
		case rewrites(e.Name()):
			in.Others = append(in.Others, other)
		case filepath.Ext(path) == ".json" && filepath.Ext(other) == ".json":
			in.hooksIn(other, host)
		}
	}
}

// hooksIn notes the hooks of a file of others. One that can't be read has none.
func (in *Inspection) hooksIn(path, host string) {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxFile {
		return
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return
	}
	d, err := jsonc.Parse(text)
	if err != nil {
		return
	}
	var hooks map[string]any
	d.Get(&hooks, "hooks")
	in.hooks(hooks, path, host)
}

// Trusted tells whether Codex has a hash by which the user trusted this hook.
// Whether that is of the hook as it is now, only Codex knows.
func Trusted(config []byte, line Line) bool {
	var file struct {
		Hooks struct {
			State map[string]struct {
				Hash string `toml:"trusted_hash"`
			}
		}
	}
	if toml.Unmarshal(config, &file) != nil {
		return false
	}
	event := map[string]string{"PostToolUse": "post_tool_use", "PreToolUse": "pre_tool_use"}[line.Event]
	return file.Hooks.State[line.Path+":"+event+":"+strconv.Itoa(line.Group)+":0"].Hash != ""
}
