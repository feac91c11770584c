// Command docsite makes static pages of docs/: with a menu, a search that works
// without a network, from a folder too, and links that are checked.
package main

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"html/template"
	"os"
	"path/filepath"
	"strings"
)

//go:embed page.tmpl
var pageText string

//go:embed site.css
var style []byte

//go:embed search.js
var search []byte

func main() {
	root := flag.String("root", "../..", "the repository")
	out := flag.String("out", "", "the folder to make")
	flag.Parse()
	if *out == "" || flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	pages, err := build(*root, *out, menu())
	if err != nil {
		fmt.Fprintln(os.Stderr, "site:", err)
		os.Exit(1)
	}
	fmt.Printf("%s: %d pages\n", *out, pages)
}

// mark is a file by which a folder is known for a site of ours, which may be made anew.
const mark = "search-index.js"

// build makes the site of a repository in a folder, all of it or nothing.
func build(root, out string, groups []group) (pages int, err error) {
	if entries, err := os.ReadDir(out); err == nil && len(entries) > 0 {
		if _, err := os.Stat(filepath.Join(out, mark)); err != nil {
			return 0, fmt.Errorf("%s holds something else: %w", out, err)
		}
	}
	s := &site{root: root, byFile: map[string]*page{}, copies: map[string]bool{}}
	if s.groups, err = find(root, groups); err != nil {
		return 0, err
	}
	for _, p := range all(s.groups) {
		s.byFile[p.file] = p
	}
	for _, p := range all(s.groups) {
		if err := s.read(p); err != nil {
			return 0, err
		}
	}
	if err := s.check(); err != nil {
		return 0, err
	}
	made := out + ".new"
	defer os.RemoveAll(made)
	if err := errors.Join(os.RemoveAll(made), s.write(made), os.RemoveAll(out)); err != nil {
		return 0, err
	}
	return len(all(s.groups)), os.Rename(made, out)
}

// check finds links that lead to no page, or to no heading of one.
func (s *site) check() error {
	byOut := map[string]*page{}
	for _, p := range all(s.groups) {
		byOut[p.out] = p
	}
	var broken []error
	for _, p := range all(s.groups) {
		for _, link := range p.links {
			to, anchor, _ := strings.Cut(link, "#")
			if anchor != "" && !byOut[to].ids[anchor] {
				broken = append(broken, fmt.Errorf("%s leads to #%s of %s, which has no such heading", p.file, anchor, byOut[to].file))
			}
		}
	}
	return errors.Join(broken...)
}

// menuGroup and menuItem are the menu as a page shows it.
type (
	menuGroup struct {
		Name  string
		Items []menuItem
	}
	menuItem struct {
		Name, Title, Lead, Out string
		Here                   bool
	}
)

func (s *site) menu(here *page) (list []menuGroup) {
	for _, g := range s.groups {
		m := menuGroup{Name: g.name}
		for _, p := range g.pages {
			m.Items = append(m.Items, menuItem{Name: p.name, Title: p.title, Lead: p.lead, Out: p.out, Here: p == here})
		}
		list = append(list, m)
	}
	return list
}

// found is a part of a page as the search knows it.
type found struct {
	URL  string `json:"url"`
	Page string `json:"page"`
	part
}

func (s *site) write(out string) error {
	t, err := template.New("page").Parse(pageText)
	if err != nil {
		return err
	}
	files := map[string][]byte{"site.css": style, "search.js": search}
	var index []found
	for _, p := range append(all(s.groups), nil) { // nil: the start page
		data := struct {
			Title string
			Menu  []menuGroup
			Body  template.HTML // goldmark's, which lets no tag of a page through
			Parts []part
			Start bool
		}{Title: "elide", Menu: s.menu(p), Start: p == nil}
		name := "index.html"
		if p != nil {
			name, data.Title, data.Body = p.out, p.title, template.HTML(p.body)
			for _, one := range p.parts {
				index = append(index, found{p.out + "#" + one.ID, p.title, one})
			}
		}
		var b bytes.Buffer
		if err := t.Execute(&b, data); err != nil {
			return err
		}
		files[name] = b.Bytes()
	}
	text, err := json.Marshal(index) // escapes < and >
	if err != nil {
		return err
	}
	files[mark] = []byte("const searchIndex = " + string(text) + ";\n")
	for name := range s.copies {
		if files["files/"+name+".txt"], err = os.ReadFile(filepath.Join(s.root, filepath.FromSlash(name))); err != nil {
			return err
		}
	}
	for name, text := range files {
		path := filepath.Join(out, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, text, 0o644)); err != nil {
			return err
		}
	}
	return nil
}
