package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"elide.example/elide/internal/cli"
	"elide.example/elide/internal/help"
)

func newMan(a *app) *command {
	return &command{
		name:  "man",
		args:  "FOLDER",
		short: "write the manual pages into a folder",
		long: `elide man writes the manual pages of elide, of each of its commands, and of the
programs that belong to it, which it looks for beside itself and in PATH. It makes the
folder if there is none. Pages in the folder man1 of a folder of MANPATH, such as
~/.local/share/man/man1, are found by man elide-run.

Exit status: 0; 1 if a page could not be written; 2 for a mistake in the call.`,
		example:   "  elide man man1",
		wantsArgs: true,
		run:       a.man,
	}
}

// otherPrograms are those that are no command of elide's too.
var otherPrograms = [...]struct{ name, about string }{
	{"elision-get", "give back what a reduced output hides"},
	{"elision-bench", "measure elide on labelled tool outputs"},
	{"elide-redis", "keep entries in Redis, where hosts share a store"},
	{"elide-shell", "run a line of Claude Code's Bash tool and reduce what it prints"},
}

func (a *app) man(args []string) error {
	if len(args) != 1 {
		return &callError{fmt.Errorf("one folder for the pages, %d given", len(args))}
	}
	pages, missing := manualPages()
	if err := os.MkdirAll(args[0], 0o755); err != nil {
		return err
	}
	for _, p := range pages {
		if err := os.WriteFile(filepath.Join(args[0], p.Name+".1"), p.Roff(), 0o644); err != nil {
			return err
		}
	}
	text := fmt.Sprintf("%d pages in %s", len(pages), args[0])
	if len(missing) > 0 {
		text += "; none of " + strings.Join(missing, ", ") + ", which are not beside elide or in PATH"
	}
	_, err := fmt.Fprintln(a.out, text)
	return unwritten(err)
}

// manualPages returns the pages of all programs, and the names of those that
// were not found.
func manualPages() (pages []help.Page, missing []string) {
	missing = addPages(&pages, newRoot(nil), program)
	for _, p := range otherPrograms {
		text := helpOf(p.name)
		if text == nil {
			missing = append(missing, p.name)
			continue
		}
		pages = append(pages, help.Page{Name: p.name, About: p.about, Help: string(text)})
	}
	var names []string
	for _, p := range pages {
		names = append(names, p.Name)
	}
	for i := range pages {
		pages[i].Version = "elide " + cli.Version()
		pages[i].See = related(names, pages[i].Name)
	}
	return pages, missing
}

// addPages adds the pages of a command and of those below it. The page of one
// that is a program of its own is that program's.
func addPages(pages *[]help.Page, c *command, path string) (missing []string) {
	var text strings.Builder
	c.printHelp(&text, path) // a Builder takes all
	page := help.Page{Name: strings.ReplaceAll(path, " ", "-"), About: c.short, Help: text.String()}
	if name := programOf(c); name != "" {
		if own := helpOf(name); own != nil {
			page.Help = string(own)
		} else {
			missing = []string{name}
		}
	}
	*pages = append(*pages, page)
	for _, next := range c.below {
		missing = append(missing, addPages(pages, next, path+" "+next.name)...)
	}
	return missing
}

// related returns the names of the pages above and below a page, and of
// programs beside it.
func related(names []string, of string) []string {
	var list []string
	for _, name := range names {
		above := strings.HasPrefix(of, name+"-")
		below := strings.HasPrefix(name, of+"-") && !strings.Contains(name[len(of)+1:], "-")
		if name != of && (above || below || name == "elision-get") {
			list = append(list, name)
		}
	}
	return list
}
