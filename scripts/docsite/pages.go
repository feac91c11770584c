package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// page is a page of the site, made of a file of the repository.
type page struct {
	file     string // from the root
	name     string // in the menu
	optional bool   // it may not be there

	out   string // its name on the site
	title string
	lead  string // the first sentence, for the start page
	body  []byte // HTML
	parts []part // for the search
	ids   map[string]bool
	links []string // where it leads, as they stand in the body
}

// part is what stands under a heading.
type part struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	Text  string `json:"text"`
}

// group is pages that stand together in the menu.
type group struct {
	name  string
	pages []*page
}

func doc(name, title string) *page      { return &page{file: "docs/" + name + ".md", name: title} }
func optional(name, title string) *page { p := doc(name, title); p.optional = true; return p }

// menu is the order of the pages. One of docs/ that is missing here stands at the end;
// one that is named here and is not there is an error, unless it is optional.
func menu() []group {
	return []group{
		{"Start", []*page{{file: "README.md", name: "Overview"}, optional("guide", "Guide"), doc("faq", "Questions")}},
		{"Ways in", []*page{doc("run", "Commands"), doc("agents", "Agents"), doc("hooks", "Hooks"), doc("proxy", "Proxy"), doc("mcp", "MCP"), doc("history", "Histories")}},
		{"What is shown", []*page{doc("reducers", "Reducers"), doc("rules", "Rules"), doc("marker", "Markers"), doc("delta", "Since last time"), doc("worth", "What lines are worth")}},
		{"Originals", []*page{doc("store", "Store"), doc("fleet", "Fleet")}},
		{"What it saves", []*page{doc("economics", "Economics"), doc("replay", "Replay"), doc("audit", "Log and statistics"), doc("bench", "Measure it yourself"), optional("performance", "Performance")}},
		{"Trust", []*page{doc("security", "Security"), optional("soak", "Long tests"), {file: "ARCHITECTURE.md", name: "Architecture"}, {file: "CONTRIBUTING.md", name: "Contributing", optional: true}, {file: "CHANGELOG.md", name: "Changes", optional: true}}},
	}
}

// find reads which pages there are.
func find(root string, groups []group) ([]group, error) {
	known := map[string]bool{}
	for i := range groups {
		var there []*page
		for _, p := range groups[i].pages {
			known[p.file] = true
			if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(p.file))); err == nil {
				there = append(there, p)
			} else if !p.optional {
				return nil, fmt.Errorf("the menu names %s: %w", p.file, err)
			}
		}
		groups[i].pages = there
	}
	files, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil {
		return nil, err
	}
	var more []*page
	for _, f := range files {
		if name := strings.TrimSuffix(filepath.Base(f), ".md"); !known["docs/"+name+".md"] {
			more = append(more, doc(name, strings.ToUpper(name[:1])+name[1:]))
		}
	}
	if len(more) > 0 {
		groups = append(groups, group{"More", more})
	}
	groups = slices.DeleteFunc(groups, func(g group) bool { return len(g.pages) == 0 })
	for _, p := range all(groups) {
		p.out = strings.ToLower(strings.TrimSuffix(filepath.Base(p.file), ".md")) + ".html"
	}
	return groups, nil
}

func all(groups []group) (list []*page) {
	for _, g := range groups {
		list = append(list, g.pages...)
	}
	return list
}
