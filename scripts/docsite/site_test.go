//go:build unix

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"elide.example/elide/internal/page/pagetest"
)

// made returns the site of this repository.
func made(t *testing.T) string {
	t.Helper()
	out := filepath.Join(t.TempDir(), "site")
	if _, err := build("../..", out, menu()); err != nil {
		t.Fatal(err)
	}
	return out
}

// tree writes a repository of these files.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// TestPagesFit: each page can be read on a phone and on a desk, light and dark, and
// complains of nothing.
func TestPagesFit(t *testing.T) {
	b, out := pagetest.Start(t), made(t)
	pages, err := filepath.Glob(filepath.Join(out, "*.html"))
	if err != nil || len(pages) < 18 {
		t.Fatalf("%d pages, %v", len(pages), err)
	}
	for name, screen := range map[string]pagetest.Screen{
		"phone": pagetest.Phone, "phone-dark": {Width: 390, Height: 844, Dark: true}, "desk": pagetest.Desk, "desk-dark": {Width: 1280, Height: 900, Dark: true},
	} {
		for _, page := range pages {
			b.Open(page, screen)
			if err := b.Fits(); err != nil {
				t.Errorf("%s, %s: %v", filepath.Base(page), name, err)
			}
			paper := map[bool]string{false: "rgb(255, 255, 255)", true: "rgb(20, 23, 26)"}[screen.Dark]
			if got := b.Text("getComputedStyle(document.body).backgroundColor"); got != paper {
				t.Errorf("%s, %s: on %s", filepath.Base(page), name, got)
			}
		}
		b.Picture("site-" + name)
	}
	if list := b.Complaints(); list != nil {
		t.Errorf("complaints: %.2000q", list)
	}
}

// TestSearch: what is typed finds the part that is about it, without a network, and
// leads there.
func TestSearch(t *testing.T) {
	b, out := pagetest.Start(t), made(t)
	b.Open(out+"/index.html", pagetest.Phone)
	typed := func(text string) string {
		return b.Text(`(() => { const i = document.getElementById('search'); i.value = ` + "`" + text + "`" + `; i.dispatchEvent(new Event('input'));
			return [...document.querySelectorAll('#results a')].map(a => a.getAttribute('href')).join(' '); })()`)
	}
	for text, want := range map[string]string{
		"secrets": "faq.html#what-about-secrets", "WHY tail": "faq.html#why-not-tail-or-grep", "allkeys": "fleet.html#", "no_such_word_at_all": "",
	} {
		first, _, _ := strings.Cut(typed(text), " ")
		if !strings.HasPrefix(first, want) || want == "" && first != "" {
			t.Errorf("%q finds first %q, want %q", text, first, want)
		}
	}
	typed("secrets")
	if err := b.Fits(); err != nil {
		t.Error(err)
	}
	b.Picture("site-search")
	typed("<img src=x onerror=document.title='run'>")
	b.Open(out+"/faq.html#what-about-secrets", pagetest.Desk)
	if top := b.Number("document.getElementById('what-about-secrets').getBoundingClientRect().top"); top < 0 || top > 400 {
		t.Errorf("the heading is %v pixels from the top", top)
	}
	if list := b.Complaints(); list != nil {
		t.Errorf("complaints: %.2000q", list)
	}
}

// TestLinks: a link to no page, no heading or no file is an error, and nothing is
// written; good ones lead to the site's pages.
func TestLinks(t *testing.T) {
	groups := func() []group { return []group{{"All", []*page{doc("a", "A")}}} }
	for name, c := range map[string]struct{ text, wrong string }{
		"good":        {"# A b_c: `d`!\n\n[b](b.md#two-words) [self](#a-b_c-d) [file](../x.go) [folder](../pkg) [out](https://host.example/)\n", ""},
		"no page":     {"[b](c.md)\n", "c.md"},
		"no heading":  {"[b](b.md#three)\n", "#three"},
		"not in self": {"[b](#here)\n", "#here"},
		"no file":     {"[b](../y.go)\n", "y.go"},
		"outside":     {"[b](../../etc)\n", "etc"},
	} {
		root := tree(t, map[string]string{"docs/a.md": c.text, "docs/b.md": "# B\n\n## Two words\n", "x.go": "package x\n", "pkg/y": "y"})
		out := filepath.Join(t.TempDir(), "out")
		_, err := build(root, out, groups())
		if (err == nil) != (c.wrong == "") || err != nil && !strings.Contains(err.Error(), c.wrong) {
			t.Errorf("%s: %v", name, err)
		}
		page, _ := os.ReadFile(filepath.Join(out, "a.html"))
		if c.wrong != "" && page != nil {
			t.Errorf("%s: a page was written", name)
		}
		if c.wrong != "" {
			continue
		}
		for _, want := range []string{`href="b.html#two-words"`, `href="files/x.go.txt"`, `<em>folder</em>`, `id="a-b_c-d"`} {
			if !strings.Contains(string(page), want) {
				t.Errorf("no %s in %s", want, page)
			}
		}
		if text, err := os.ReadFile(filepath.Join(out, "files", "x.go.txt")); err != nil || string(text) != "package x\n" {
			t.Error(err)
		}
	}
}

// TestMenu: a page that the menu names must be there, one that it doesn't stands at
// the end, and a folder that is no site stays as it is.
func TestMenu(t *testing.T) {
	root := tree(t, map[string]string{"docs/a.md": "# A\n", "docs/new.md": "# New\n"})
	groups := []group{{"All", []*page{doc("a", "A"), optional("later", "Later")}}}
	if n, err := build(root, filepath.Join(t.TempDir(), "out"), groups); n != 2 || err != nil || len(groups[0].pages) != 1 {
		t.Error(n, err)
	}
	if _, err := build(root, filepath.Join(t.TempDir(), "out"), []group{{"All", []*page{doc("gone", "Gone")}}}); err == nil || !strings.Contains(err.Error(), "gone.md") {
		t.Error(err)
	}
	if _, err := build(root, root, []group{{"All", []*page{doc("a", "A")}}}); err == nil {
		t.Error("a folder of something else was made a site")
	}
}

// TestTagsAreLeftOut: tags in a page don't reach the site.
func TestTagsAreLeftOut(t *testing.T) {
	root := tree(t, map[string]string{"docs/a.md": "# A <script>x</script>\n\n<script>alert(1)</script>\n\nb <img src=x onerror=y> [l](javascript:alert(1))\n\n| <b>c</b> |\n| --- |\n| </table> |\n"})
	out := filepath.Join(t.TempDir(), "out")
	if _, err := build(root, out, []group{{"All", []*page{doc("a", "A")}}}); err == nil {
		page, _ := os.ReadFile(filepath.Join(out, "a.html"))
		body := string(page)[strings.Index(string(page), "<main>"):]
		for _, bad := range []string{"<script", "<img", "<b>", "javascript:", "</table> |"} {
			if strings.Contains(body, bad) {
				t.Errorf("%s in %s", bad, body)
			}
		}
	} else if !strings.Contains(err.Error(), "javascript") {
		t.Error(err)
	}
}
