package main

import (
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"elide.example/elide/internal/cli"
	"elide.example/elide/internal/install"
	"elide.example/elide/internal/terminal"
)

// initConfig is the configuration of a new project: all keys, and what they do.
//
//go:embed init.toml
var initConfig string

// initIgnore keeps git from all of it. What tools printed may hold secrets, and
// the settings are one person's own until a team agrees on them.
const initIgnore = `# Written by elide init. The store holds what tools printed, secrets included: keep
# it out of the repository. To share config.toml, add the lines !.gitignore and
# !config.toml below.
*
`

func newInit(a *app) *command {
	return &command{
		name:  "init",
		short: "give this folder a configuration and a store of its own",
		long: `elide init makes this folder a project of elide's: .elide/config.toml holds every key
as a comment with its default, and originals are stored in .elide/store from now on.
git ignores all of .elide, as originals may hold secrets; .elide/.gitignore says how
to share the configuration with others. What is there already is left as it is. On a
terminal it asks which hosts elide is to be installed in for this project.

Exit status: 0; 1 if a file could not be written; 2 for a mistake in the call.`,
		example: "  elide init",
		run:     func([]string) error { return a.initProject() },
	}
}

func (a *app) initProject() error {
	i := &installation{app: a, project: true}
	place, err := i.place()
	if err != nil {
		return err
	}
	if err := isProject(place); err != nil {
		return err
	}
	folder := filepath.Join(place.Project, ".elide")
	if err := makeFolder(folder); err != nil {
		return err
	}
	for _, f := range []struct{ name, text string }{{"config.toml", initConfig}, {".gitignore", initIgnore}} {
		if err := a.writeNew(filepath.Join(folder, f.name), f.text); err != nil {
			return err
		}
	}
	if terminal.Is(a.in) && terminal.Is(a.out) {
		return i.install(nil)
	}
	_, err = fmt.Fprintln(a.out, "hosts: elide install --project HOST")
	return unwritten(err)
}

// isProject returns an error for the home folder: what is there is the user's
// for all projects.
func isProject(place install.Place) error {
	if sameFile(place.Project, place.Home) {
		return &callError{errors.New("this is your home folder, no project")}
	}
	return nil
}

// makeFolder makes a folder, unless there is one. A link is none: it would lead
// who knows where.
func makeFolder(folder string) error {
	err := os.Mkdir(folder, 0o755)
	if !errors.Is(err, fs.ErrExist) {
		return err
	}
	info, err := os.Lstat(folder)
	if err == nil && !info.IsDir() {
		err = cli.WithStatus(fmt.Errorf("%s is no folder", folder), cli.Usage)
	}
	return err
}

// writeNew writes a file that is not there yet, and says what it did.
func (a *app) writeNew(path, text string) error {
	said := "wrote"
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	switch {
	case errors.Is(err, fs.ErrExist):
		said = "is there already:"
	case err != nil:
		return err
	default:
		_, err = f.WriteString(text)
		if err = errors.Join(err, f.Close()); err != nil {
			return errors.Join(err, os.Remove(path)) // half of it would stay for all of it
		}
	}
	_, err = fmt.Fprint(a.out, visible(said+" "+path+"\n"))
	return unwritten(err)
}
