package main

import (
	"bytes"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// site is what the pages are made of.
type site struct {
	root   string
	groups []group
	byFile map[string]*page
	copies map[string]bool // files of the repository that pages lead to
}

// read makes a page of its file.
func (s *site) read(p *page) error {
	source, err := os.ReadFile(filepath.Join(s.root, filepath.FromSlash(p.file)))
	if err != nil {
		return err
	}
	// Tags in a page are left out: nothing in docs/ needs them.
	md := goldmark.New(goldmark.WithExtensions(extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute))), goldmark.WithParserOptions(parser.WithAutoHeadingID()))
	md.Renderer().AddOptions(renderer.WithNodeRenderers(util.Prioritized(tables{}, 100)))
	ids := &slugs{used: map[string]bool{}}
	doc := md.Parser().Parse(text.NewReader(source), parser.WithContext(parser.NewContext(parser.WithIDs(ids))))
	p.ids = ids.used
	if err := s.links(p, doc); err != nil {
		return err
	}
	p.sections(doc, source)
	var b bytes.Buffer
	if err := md.Renderer().Render(&b, source, doc); err != nil {
		return err
	}
	p.body = b.Bytes()
	return nil
}

// links turns the links of a page into those of the site, and checks what of them
// leads into the repository.
func (s *site) links(p *page, doc ast.Node) error {
	return ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		link, ok := n.(*ast.Link)
		if !ok || !entering {
			return ast.WalkContinue, nil
		}
		to := string(link.Destination)
		if strings.Contains(to, "://") || strings.HasPrefix(to, "mailto:") {
			return ast.WalkContinue, nil
		}
		file, anchor, _ := strings.Cut(to, "#")
		if file == "" {
			p.links = append(p.links, p.out+"#"+anchor)
			return ast.WalkContinue, nil
		}
		file = path.Join(path.Dir(p.file), file)
		if other := s.byFile[file]; other != nil {
			to = other.out
			if anchor != "" {
				to += "#" + anchor
			}
			p.links = append(p.links, to)
			link.Destination = []byte(to)
			return ast.WalkContinue, nil
		}
		info, err := os.Stat(filepath.Join(s.root, filepath.FromSlash(file)))
		if err != nil || strings.HasPrefix(file, "..") {
			return ast.WalkStop, fmt.Errorf("%s leads to %s, which is not there", p.file, to)
		}
		if info.IsDir() { // the site has no folders: it is named, and leads nowhere
			link.Parent().ReplaceChild(link.Parent(), link, unlinked(link))
			return ast.WalkSkipChildren, nil
		}
		s.copies[file] = true
		link.Destination = []byte("files/" + file + ".txt")
		return ast.WalkContinue, nil
	})
}

// unlinked returns what a link says, without the link.
func unlinked(link *ast.Link) ast.Node {
	e := ast.NewEmphasis(1)
	for c := link.FirstChild(); c != nil; {
		next := c.NextSibling()
		e.AppendChild(e, c)
		c = next
	}
	return e
}

// slugs names headings as the repository's hosts do, so that links work on both.
type slugs struct{ used map[string]bool }

func (s *slugs) Generate(value []byte, _ ast.NodeKind) []byte {
	var b strings.Builder
	for _, r := range strings.ToLower(strings.TrimSpace(string(value))) {
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' || r == '_':
			b.WriteRune(r)
		case r == ' ':
			b.WriteByte('-')
		}
	}
	id := b.String()
	for n := 1; s.used[id]; n++ {
		id = fmt.Sprintf("%s-%d", b.String(), n)
	}
	s.used[id] = true
	return []byte(id)
}

func (s *slugs) Put(value []byte) { s.used[string(value)] = true }

// sections fills in what a page says under each heading, its title and its lead.
func (p *page) sections(doc ast.Node, source []byte) {
	now := part{}
	for n := doc.FirstChild(); n != nil; n = n.NextSibling() {
		h, ok := n.(*ast.Heading)
		if !ok {
			said := strings.Join(strings.Fields(plain(n, source)), " ")
			if _, is := n.(*ast.Paragraph); is && p.lead == "" {
				p.lead, _, _ = strings.Cut(said, ". ")
			}
			now.Text += said + " "
			continue
		}
		if now.Title != "" {
			p.parts = append(p.parts, now)
		}
		id, _ := h.AttributeString("id")
		name, _ := id.([]byte)
		now = part{ID: string(name), Title: plain(h, source)}
		if p.title == "" {
			p.title = now.Title
		}
	}
	p.parts = append(p.parts, now)
}

// plain returns the words of a part of a page.
func plain(n ast.Node, source []byte) string {
	var b strings.Builder
	ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.Text:
			if entering {
				b.Write(n.Value(source))
				if n.SoftLineBreak() {
					b.WriteByte(' ')
				}
			}
		case *ast.CodeBlock, *ast.FencedCodeBlock:
			if entering {
				b.Write(n.Lines().Value(source))
			}
		case *east.TableCell, *ast.ListItem:
			b.WriteByte(' ')
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}

// tables puts each table into a box that can be rolled sideways on a phone.
type tables struct{}

func (tables) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(east.KindTable, func(w util.BufWriter, _ []byte, _ ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			w.WriteString("<div class=\"scroll\" tabindex=\"0\"><table>\n")
		} else {
			w.WriteString("</table></div>\n")
		}
		return ast.WalkContinue, nil
	})
}
