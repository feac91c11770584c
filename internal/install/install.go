// Package install makes elide a part of the hosts that agents run in: it writes
// the hooks, plugins and servers of elide into a host's own files, and takes
// them out again.
//
// A host's files belong to the user. What is put in is added to what stands
// there, in the file's own style, and a copy of the file is kept beside it.
// Taking out gives back the bytes that were there, or, if others have changed
// the file since, takes out exactly what was put in. Nothing here adds a
// permission, or trusts anything in the user's name: where a host asks for that,
// the notes of a plan say so.
//
// What each host reads is in the files named after the hosts. Plan works it all
// out and writes nothing; Write does.
package install

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// Host is a program that agents run in.
type Host struct {
	Name     string // as it is called on the command line
	Title    string // as people call it
	Program  string // its program in PATH; "" if it has none to look for
	Least    string // the oldest version that does what is installed; "": not known
	Untried  bool   // built on the host's documentation, not seen to work
	Personal bool   // there is no way to install it for one project
	Windows  bool   // there too it is known what runs elide: no shell, or which

	folder func(Place) string // which is there if the host is
	files  func(Place, Programs) []file
	notes  func(Place, Programs) []string // what the user has to know or do
	also   func(Place) string             // a further file of settings that the host reads; "": none
}

// Hosts returns all hosts, in the order of the documentation.
func Hosts() []Host {
	return []Host{
		claude(), codex(), copilot(), opencode(), gemini(), cursor(), cline(), windsurf(), vscode(),
		grok(), vibe(), qoder(), codebuddy(), amp(),
	}
}

// Find returns the host of that name.
func Find(name string) (Host, bool) {
	hosts := Hosts()
	i := slices.IndexFunc(hosts, func(h Host) bool { return h.Name == name })
	if i < 0 {
		return Host{}, false
	}
	return hosts[i], true
}

// Names returns the names of all hosts.
func Names() []string {
	var names []string
	for _, h := range Hosts() {
		names = append(names, h.Name)
	}
	return names
}

// Programs are elide's own, with absolute paths.
type Programs struct {
	Elide string
	Shell string // elide-shell; "" if it isn't there
}

// Place is whose files are meant: the user's, or a project's.
type Place struct {
	Home    string                   // the user's folder
	Project string                   // the project's folder; "": the user's files are meant
	Env     func(name string) string // as os.Getenv
	System  string                   // as runtime.GOOS
}

// base returns the folder that the host's files are below.
func (p Place) base() string {
	if p.Project != "" {
		return p.Project
	}
	return p.Home
}

// at returns a path below the project, or the home folder.
func (p Place) at(parts ...string) string {
	return filepath.Join(append([]string{p.base()}, parts...)...)
}

// moved is at, but that a variable may name the user's folder that first is.
func (p Place) moved(variable, first string, parts ...string) string {
	if dir := p.Env(variable); p.Project == "" && filepath.IsAbs(dir) {
		return filepath.Join(append([]string{dir}, parts...)...)
	}
	return p.at(append([]string{first}, parts...)...)
}

// Change is what becomes of one file.
type Change struct {
	Path    string
	Old     []byte
	New     []byte
	Existed bool // the file is there
	Delete  bool // it is to go
	Copy    bool // Old is to be kept beside it
	DropOld bool // the copy beside it is to go
}

// former is a file that earlier versions wrote and this one doesn't: it is only
// taken out.
type former struct{ content }

// Plan is what is to be done for a host.
type Plan struct {
	Host    Host
	Place   Place
	Changes []Change
	Notes   []string // for the user to know or do
}

// file is one of the files that a host reads.
type file struct {
	path string
	content
}

// content knows what of a file is elide's.
type content interface {
	// put returns the text with elide's part in it. It says what it left alone
	// that is in the way. old is nil if there is no such file.
	put(old []byte) (text []byte, notes []string, err error)
	// take returns the text without elide's part, nil if nothing else is left.
	// before is what the file was before elide, nil if it wasn't there.
	take(now, before []byte) ([]byte, error)
	// holds tells whether anything in the text is elide's.
	holds(text []byte) bool
	// look notes what the text says.
	look(text []byte, path, host string, in *Inspection) error
}

// ErrPersonal is the error for a host that has no files for a project.
var ErrPersonal = errors.New("can be installed for the user only")

// windows is the name of that system.
const windows = "windows"

// ErrWindows is the error for a host of which it is not known how it runs a hook on
// Windows: a line that its shell there misreads could stop the work of an agent.
var ErrWindows = errors.New("on Windows: it is not known what runs its hooks there; elide proxy needs none")

// ErrName is the error for a program of another name: by its own, hooks are
// known again.
var ErrName = errors.New("the program has to be called elide")

// FileError is the error for a file that was left alone.
type FileError struct {
	Path string
	Err  error
}

func (e *FileError) Error() string { return fmt.Sprintf("%s: %v", e.Path, e.Err) }

func (e *FileError) Unwrap() error { return e.Err }

// Plan works out how elide gets into the host's files. The error is a *FileError
// for a file that can't be read, doesn't parse or is another's, or ErrPersonal,
// ErrWindows or ErrName.
func (h Host) Plan(p Place, programs Programs) (*Plan, error) {
	if !ours(programs.Elide) {
		return nil, fmt.Errorf("%s: %w", programs.Elide, ErrName)
	}
	if h.Personal && p.Project != "" {
		return nil, fmt.Errorf("%s %w", h.Name, ErrPersonal)
	}
	if p.System == windows {
		if !h.Windows {
			return nil, fmt.Errorf("%s %w", h.Name, ErrWindows)
		}
		programs.Shell = "" // how a shell of Windows becomes it was never tried
	}
	plan := &Plan{Host: h, Place: p}
	for _, f := range h.files(p, programs) {
		if err := plan.put(f); err != nil {
			return nil, err
		}
	}
	for _, other := range h.Inspect(p).Others {
		plan.Notes = append(plan.Notes, "another program shortens the same output, and was left alone: "+other)
	}
	if p.Project != "" {
		plan.Notes = append(plan.Notes, "these files name "+programs.Elide+": keep them out of the repository unless all who use it have elide there")
	}
	if h.notes != nil {
		plan.Notes = append(plan.Notes, h.notes(p, programs)...)
	}
	return plan, nil
}

func (p *Plan) put(f file) error {
	if _, gone := f.content.(former); gone {
		return p.take(f)
	}
	old, err := p.Place.read(f.path)
	if err != nil {
		return &FileError{f.path, err}
	}
	text, notes, err := f.put(old)
	if err != nil {
		return &FileError{f.path, err}
	}
	for _, note := range notes {
		p.Notes = append(p.Notes, f.path+": "+note)
	}
	if old != nil && string(text) == string(old) {
		return nil
	}
	copied, err := p.Place.read(copyOf(f.path))
	if err != nil {
		return &FileError{copyOf(f.path), err}
	}
	c := Change{Path: f.path, Old: old, New: text, Existed: old != nil}
	if c.Existed {
		c.Copy = copied == nil || !f.holds(old) // else it is of the file before elide
	} else {
		c.DropOld = copied != nil // it is of a file that is gone
	}
	p.Changes = append(p.Changes, c)
	return nil
}

// Unplan works out how elide gets out of the host's files again, and out of
// those of the hosts that go with it. The errors are those of Plan.
func (h Host) Unplan(p Place, with ...Host) (*Plan, error) {
	plan := &Plan{Host: h, Place: p}
	if h.Personal && p.Project != "" {
		return nil, fmt.Errorf("%s %w", h.Name, ErrPersonal)
	}
	for _, f := range h.files(p, anyPrograms) {
		if other := h.sharer(p, f.path, with); other != "" && p.has(f) {
			plan.Notes = append(plan.Notes, f.path+" stays as it is: "+other+" reads it too, and elide is installed there")
			continue
		}
		if err := plan.take(f); err != nil {
			return nil, err
		}
	}
	return plan, nil
}

// sharer returns the title of a host that reads the file too and that elide is
// to stay in, "" if there is none.
func (h Host) sharer(p Place, path string, with []Host) string {
	for _, other := range Hosts() {
		goes := slices.ContainsFunc(with, func(w Host) bool { return w.Name == other.Name })
		if goes || other.Name == h.Name || other.Personal && p.Project != "" {
			continue
		}
		reads, installed := false, false
		for _, f := range other.files(p, anyPrograms) {
			reads = reads || f.path == path
			installed = installed || f.path != path && p.has(f)
		}
		if reads && installed {
			return other.Title
		}
	}
	return ""
}

// has tells whether anything of elide is in the file.
func (p Place) has(f file) bool {
	text, err := p.read(f.path)
	return err == nil && text != nil && f.holds(text)
}

// anyPrograms stand for those that were installed, whatever they were: to take
// out, it only matters which files there are.
var anyPrograms = Programs{Elide: "/elide", Shell: "/elide-shell"}

func (p *Plan) take(f file) error {
	now, err := p.Place.read(f.path)
	if err != nil {
		return &FileError{f.path, err}
	}
	if now == nil || !f.holds(now) {
		return nil
	}
	before, err := p.Place.read(copyOf(f.path))
	copied := before != nil
	if copied && f.holds(before) { // elide's, or a hand's, was there when it was made
		before, err = f.take(before, nil)
	}
	if err != nil {
		return &FileError{copyOf(f.path), err}
	}
	text, err := f.take(now, before)
	if err != nil {
		return &FileError{f.path, err}
	}
	p.Changes = append(p.Changes, Change{
		Path: f.path, Old: now, New: text, Existed: true, Delete: text == nil, DropOld: copied,
	})
	return nil
}

// Installed tells whether anything of elide is in the host's files that is not
// there for another host.
func (h Host) Installed(p Place) bool {
	if h.Personal && p.Project != "" {
		return false
	}
	return slices.ContainsFunc(h.files(p, anyPrograms), func(f file) bool {
		return p.has(f) && h.sharer(p, f.path, nil) == ""
	})
}

// copyOf returns the name of the copy that is kept of a file.
func copyOf(path string) string { return path + ".elide-backup" }

// mentions tells whether a text has the word in it, which saves a parse.
func mentions(text []byte, word string) bool { return strings.Contains(string(text), word) }

// Present tells whether the host is there: its folder, or its program in PATH.
func (h Host) Present(p Place) bool {
	if h.Personal && p.Project != "" {
		return false
	}
	if _, err := exec.LookPath(h.Program); err == nil {
		return true
	}
	info, err := os.Stat(h.folder(p))
	return err == nil && info.IsDir()
}
