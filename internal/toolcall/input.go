package toolcall

import (
	"slices"
	"strings"

	"elide.example/elide/internal/jsonspan"
)

// shellUse tells what a call of a shell tool does: its line, several lines, an
// argument vector, or what is typed into a shell that runs.
func (c call) shellUse() Use {
	var lines []Use
	for _, line := range c.lines() {
		lines = append(lines, lineUse(line, c.depth))
	}
	u := merged(lines)
	if u.Key != "" {
		u.Key = "shell\x00" + c.str("workdir", "cwd", "dir_path", "directory", "session_id", "sessionId", "shellId") + "\x00" + u.Key
	}
	return u
}

// lines returns the shell lines of a call.
func (c call) lines() []string {
	if c.input.Kind() != jsonspan.Object {
		return []string{c.freeText()}
	}
	for _, key := range [...]string{"command", "cmd", "commands", "chars", "input"} {
		if lines := linesOf(c.input.Get(key), key == "commands"); lines != nil {
			return lines
		}
	}
	return nil
}

// linesOf returns the lines that a member holds: a string, a list of lines, or
// an argument vector. Cline gives its list as text at times.
func linesOf(v jsonspan.Value, list bool) []string {
	switch v.Kind() {
	case jsonspan.String:
		if doc, err := jsonspan.Parse([]byte(v.Str())); list && err == nil && doc.Root().Kind() == jsonspan.Array {
			return linesOf(doc.Root(), true)
		}
		return []string{v.Str()}
	case jsonspan.Array:
		var words []string
		for e := range v.Elements() {
			words = append(words, e.Str())
		}
		if list {
			return words
		}
		return []string{quoted(words)}
	}
	return nil
}

// quoted writes an argument vector as a shell line.
func quoted(words []string) string {
	line := make([]string, len(words))
	for i, w := range words {
		line[i] = w
		if w == "" || strings.ContainsAny(w, " \t\r\n\\'\"`$&|;<>(){}[]*?!#~=") {
			line[i] = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
		}
	}
	return strings.Join(line, " ")
}

// merged is what several uses do together.
func merged(uses []Use) Use {
	var u Use
	var commands, keys []string
	for _, one := range uses {
		u.Expansion = u.Expansion || one.Expansion
		u.Off = u.Off || one.Off
		u.Reads = append(u.Reads, one.Reads...)
		u.Writes = append(u.Writes, one.Writes...)
		keys = append(keys, one.Key)
		if one.Command != "" {
			commands = append(commands, one.Command)
		}
	}
	u.Command, u.Key = strings.Join(commands, "\n"), strings.Join(keys, "\n")
	return u
}

// isPath tells whether a member is a path, or a list of them, by its key.
func isPath(key string) bool {
	switch key {
	case "file_path", "filePath", "filepath", "path", "absolute_path", "notebook_path", "notebookPath", "file", "filename", "target_file",
		"old_path", "new_path", "source", "destination",
		"paths", "files", "file_paths", "filePaths", "include", "replacements", "edits":
		return true
	}
	return false
}

// paths returns the paths in the input: members that are paths, lists of paths,
// and lists of objects that hold them.
func (c call) paths() []string {
	return pathsIn(nil, c.input, 0)
}

func pathsIn(dst []string, v jsonspan.Value, depth int) []string {
	for key, member := range v.Members() {
		if !isPath(key.Str()) {
			continue
		}
		switch member.Kind() {
		case jsonspan.String:
			dst = append(dst, member.Str())
		case jsonspan.Array:
			dst = pathList(dst, member, depth)
		}
	}
	return dst
}

func pathList(dst []string, list jsonspan.Value, depth int) []string {
	for e := range list.Elements() {
		switch {
		case e.Kind() == jsonspan.String:
			dst = append(dst, e.Str())
		case depth < deepest:
			dst = pathsIn(dst, e, depth+1)
		}
	}
	return dst
}

// key is the name with the files that the call changes, or else with the input,
// but for members that change nothing in what is done.
func (c call) key(u Use) string {
	if len(u.Writes) > 0 {
		return c.name + "\x00" + strings.Join(u.Writes, "\x00")
	}
	members := []string{c.name}
	if c.input.Kind() != jsonspan.Object {
		return c.name + "\x00" + c.text
	}
	for key, member := range c.input.Members() {
		if name := key.Str(); !isIdle(name) {
			members = append(members, name+"="+string(member.Raw()))
		}
	}
	slices.Sort(members[1:])
	return strings.Join(members, "\x00")
}

// isIdle tells whether a member of an input is for people or for how the call
// is carried out.
func isIdle(key string) bool {
	switch key {
	case "description", "explanation", "justification", "title", "timeout", "timeout_ms", "yield_time_ms", "max_output_tokens", "run_in_background", "is_background":
		return true
	}
	return false
}
