package digest

import (
	"bytes"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"elide.example/elide/internal/tokens"
)

// The names of the blocks. Each path has a line of its own.
const (
	readTag     = "read-files"
	modifiedTag = "modified-files"
)

// longestPath is that of the usual systems: what is longer is no path.
const longestPath = 4096

// files returns the files that earlier digests name, and then those that the
// calls of the stretch touched.
func (s *stretch) files() Files {
	var g gatherer
	for _, d := range s.earlier {
		g.add(d.Files)
	}
	for _, a := range s.calls {
		g.add(a.touched())
	}
	return g.files()
}

// touched returns the files that the call touched. A tool that failed touched
// none; of a shell line that did, parts may have worked.
func (a *action) touched() Files {
	if a.use.Command == "" {
		if a.result != nil && a.result.failed {
			return Files{}
		}
		return Files{Read: plainPaths(a.use.Reads, false), Modified: plainPaths(a.use.Writes, false)}
	}
	reads := slices.DeleteFunc(plainPaths(a.use.Reads, true), a.sawMissing)
	return Files{Read: within(a.use.Command, reads), Modified: within(a.use.Command, plainPaths(a.use.Writes, true))}
}

// sawMissing tells whether the result says that there is no such file.
func (a *action) sawMissing(path string) bool {
	return a.result != nil && bytes.Contains(a.result.text, []byte(path+": No such file or directory"))
}

// plainPaths returns the paths that name a file, and not what a shell would make
// of them or a device.
func plainPaths(paths []string, shell bool) []string {
	var out []string
	for _, p := range paths {
		if p == "" || len(p) > longestPath || strings.Contains(p, "\x00") || strings.HasPrefix(p, "/dev/") || shell && strings.ContainsAny(p, "$`*?{") {
			continue
		}
		out = append(out, path.Clean(p))
	}
	return out
}

// within puts the folder that a line goes to first before relative paths. A line
// that goes to others as well is not understood.
func within(line string, paths []string) []string {
	rest, ok := strings.CutPrefix(line, "cd ")
	folder, behind, found := strings.Cut(rest, "&&")
	if folder = strings.TrimSpace(folder); !ok || !found || folder == "" || strings.ContainsAny(folder, " ;|&\"'\\$`*?~(\n") || strings.Contains(behind, "cd ") {
		return paths
	}
	for i, p := range paths {
		if !path.IsAbs(p) && !strings.HasPrefix(p, "~") {
			paths[i] = path.Join(folder, p)
		}
	}
	return paths
}

// gatherer adds up files.
type gatherer struct {
	read, modified       []string
	wasRead, wasModified map[string]bool
}

func (g *gatherer) add(f Files) {
	if g.wasRead == nil {
		g.wasRead, g.wasModified = map[string]bool{}, map[string]bool{}
	}
	g.read = appendNew(g.read, f.Read, g.wasRead)
	g.modified = appendNew(g.modified, f.Modified, g.wasModified)
}

func appendNew(dst, paths []string, seen map[string]bool) []string {
	for _, p := range paths {
		if !seen[p] {
			seen[p] = true
			dst = append(dst, p)
		}
	}
	return dst
}

func (g *gatherer) files() Files {
	f := Files{Modified: g.modified}
	for _, p := range g.read {
		if !g.wasModified[p] {
			f.Read = append(f.Read, p)
		}
	}
	return f
}

// Merge returns the files of both: those of f first, each once.
func (f Files) Merge(later Files) Files {
	var g gatherer
	g.add(f)
	g.add(later)
	return g.files()
}

// Append appends the blocks of the files, also where there are none.
func (f Files) Append(dst []byte) []byte {
	dst = appendPaths(dst, readTag, f.Read, 0)
	return appendPaths(dst, modifiedTag, f.Modified, 0)
}

// appendPaths appends a block, with a note of how many paths it lacks.
func appendPaths(dst []byte, tag string, paths []string, lacks int) []byte {
	dst = append(dst, "<"+tag+">\n"...)
	for _, p := range paths {
		dst = append(appendPath(dst, p), '\n')
	}
	if lacks > 0 {
		dst = append(strconv.AppendInt(append(dst, noteHead...), int64(lacks), 10), " more\n"...)
	}
	return append(dst, "</"+tag+">\n"...)
}

// noteHead begins a line of a block that is no path.
const noteHead = "… "

// appendPath appends a path, quoted as Go does if it could be taken for anything
// else, or does not show as it is.
func appendPath(dst []byte, p string) []byte {
	odd := func(r rune) bool {
		return r == utf8.RuneError || r == '⟦' || r == '⟧' || unicode.IsControl(r) || isInvisible(r)
	}
	if p == "" || p != strings.TrimSpace(p) || strings.ContainsAny(p[:1], "\"<-#") || strings.HasPrefix(p, ellipsis) || strings.ContainsFunc(p, odd) {
		return strconv.AppendQuoteToASCII(dst, p)
	}
	return append(dst, p...)
}

// parseFiles takes all blocks of files out of a text. One without an end goes to
// the next empty line.
func parseFiles(text string) (Files, string) {
	var g gatherer
	var rest strings.Builder
	block := ""
	for line := range strings.Lines(text) {
		trimmed := strings.TrimSpace(line)
		switch {
		case trimmed == "<"+readTag+">" || trimmed == "<"+modifiedTag+">":
			block = strings.Trim(trimmed, "<>")
		case block == "":
			rest.WriteString(line)
		case trimmed == "</"+block+">" || trimmed == "":
			block = ""
		default:
			if p := parsePath(trimmed); p == "" {
				continue
			} else if block == readTag {
				g.add(Files{Read: []string{p}})
			} else {
				g.add(Files{Modified: []string{p}})
			}
		}
	}
	return g.files(), rest.String()
}

// parsePath reads a line of a block, also as others write it, as a list. It
// returns "" if it is no path.
func parsePath(line string) string {
	line = strings.TrimPrefix(line, "- ")
	if strings.HasPrefix(line, noteHead) || strings.HasPrefix(line, "</") {
		return ""
	}
	if strings.HasPrefix(line, `"`) {
		if p, err := strconv.Unquote(line); err == nil {
			line = p
		}
	}
	if len(line) > longestPath {
		return ""
	}
	return line
}

// latest returns as many of the files as have at most so many tokens, those that
// were modified first, and of each kind the last ones, and how many it lacks of
// each.
func (f Files) latest(most int) (kept Files, read, modified int) {
	modified = lacking(f.Modified, &most)
	read = lacking(f.Read, &most)
	return Files{f.Read[read:], f.Modified[modified:]}, read, modified
}

// lacking returns how many paths at the front are too many, and takes what the
// others cost from what is left.
func lacking(paths []string, left *int) int {
	for i := len(paths) - 1; i >= 0; i-- {
		cost := tokens.Estimate(append(appendPath(nil, paths[i]), '\n'))
		if *left -= cost; *left < 0 {
			return i + 1
		}
	}
	return 0
}
