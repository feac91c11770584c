package page

import (
	"regexp"
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"

	"elide.example/elide/internal/laws"
)

// everything puts a text wherever a page takes one.
func everything(text string) string {
	p := New(text, text)
	p.b.WriteString(string(Live(text, text, 10).Bytes()))
	p.Heading(text)
	p.Note(text)
	p.Put(`<p title="%s">%s %v</p>`, text, text, error(says(text)))
	p.Tiles(Tile{What: text, Value: text, Note: text}, Tile{What: text, Loss: true})
	p.Table(Table{Headings: []string{text, text}, Bars: "x" + text, Rows: []Row{{Cells: []string{text, text}, Bar: 5}, {Cells: []string{text, text}, Bar: -5}}})
	p.Table(Table{Headings: []string{text}, Long: true, Rows: []Row{{Cells: []string{text}}}})
	p.Table(Table{Headings: []string{text}, Words: true, Rows: []Row{{Cells: []string{text}}}})
	return string(p.Bytes())
}

type says string

func (s says) Error() string { return string(s) }

var (
	tag    = regexp.MustCompile(`<[^>]*>`)
	quoted = regexp.MustCompile(`"[^"]*"`)
	class  = regexp.MustCompile(` class="[^"]*"`)
)

// tags returns the tags of a page, with what stands in quotes left out.
func tags(page string) string {
	var b strings.Builder
	for _, t := range tag.FindAllString(page, -1) {
		b.WriteString(class.FindString(t) + quoted.ReplaceAllString(t, `""`) + "\n")
	}
	return b.String()
}

// TestNothingGetsIn: whatever texts are put into a page, its tags are those that it
// has for any other text, and nothing in it steers a screen.
func TestNothingGetsIn(t *testing.T) {
	want := tags(everything("x"))
	laws.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.String(), rapid.Custom(func(t *rapid.T) string {
			parts := rapid.SliceOf(rapid.SampledFrom([]string{
				"<script>", "</style>", "</title>", "<!--", "-->", "<img src=x onerror=y>", `" onload="y`, "'", "&", "&lt;", "<", ">", `"`, "%s", "%!", "x",
				"\x1b[2J", "\x00", "\r", "\u202e", "\u2028", "\xff", "\x9b", "\u0085", "\ufeff", "</td>", "{", "\\",
			})).Draw(t, "parts")
			return strings.Join(parts, "")
		})).Draw(t, "text")
		page := everything(text)
		if got := tags(page); got != want {
			t.Fatalf("of %q the page has the tags\n%s", text, got)
		}
		if strings.ContainsFunc(page, func(r rune) bool {
			return r != '\n' && r != '\t' && unicode.Is(unicode.Cc, r) || unicode.In(r, unicode.Bidi_Control, unicode.Zl, unicode.Zp)
		}) {
			t.Fatalf("of %q the page has something that steers: %q", text, page)
		}
	})
}

// TestNothingIsFetched: a page names no other, and its policy forbids it to.
func TestNothingIsFetched(t *testing.T) {
	page := everything("x")
	for _, outside := range []string{"http:", "https:", "//", "url(", "<script", "<img", "<link", "@import"} {
		if strings.Contains(page, outside) {
			t.Errorf("the page has %s", outside)
		}
	}
	if !strings.Contains(page, "default-src &#39;none&#39;") {
		t.Error("the page has no policy")
	}
}
