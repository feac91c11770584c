package expand_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"elide.example/elide/internal/expand"
	"elide.example/elide/internal/keep"
	"elide.example/elide/internal/laws"
	"elide.example/elide/internal/marker"
)

// anyText draws an original: lines short and long, of any bytes, and some that
// match "needle".
func anyText(t *rapid.T) []byte {
	var out []byte
	for range rapid.IntRange(0, 60).Draw(t, "lines") {
		switch rapid.IntRange(0, 5).Draw(t, "kind") {
		case 0:
			out = append(out, strings.Repeat(rapid.SampledFrom([]string{"é", "x", "⟦", "\xff", "needle "}).Draw(t, "of"), rapid.IntRange(0, 5000).Draw(t, "n"))...)
		case 1:
			out = append(out, rapid.SliceOfN(rapid.Byte(), 0, 40).Draw(t, "bytes")...)
		case 2:
			out = append(out, "a needle in it"...)
		case 3: // an empty line
		default:
			out = append(out, rapid.StringN(0, 90, -1).Draw(t, "text")...)
		}
		out = append(out, '\n')
	}
	return append(out, rapid.SampledFrom([]string{"", "last", "needle"}).Draw(t, "end")...)
}

// allPages reads page after page as a model does.
func allPages(t *rapid.T, o expand.Original, ask expand.Ask, maxBytes int) [][]byte {
	var texts [][]byte
	for {
		page, err := expand.Read(o, ask, maxBytes)
		if err != nil {
			t.Fatalf("page %q: %v", ask.From, err)
		}
		marked := page.Mark("0123456789ab")
		if len(marked) > max(maxBytes, 512) {
			t.Fatalf("page %q has %d bytes: more than %d", ask.From, len(marked), maxBytes)
		}
		if !marker.Ends(marked) {
			t.Fatalf("page %q ends in no marker: %q", ask.From, marked)
		}
		texts = append(texts, page.Text)
		if page.Next == "" {
			return texts
		}
		if len(page.Text) == 0 || page.Next == ask.From || len(texts) > 10_000 {
			t.Fatalf("page %q leads nowhere: %q", ask.From, page.Next)
		}
		if !bytes.Contains(marked, []byte(", next page "+page.Next+"⟧")) {
			t.Fatalf("page %q doesn't name the next: %q", ask.From, marked)
		}
		ask.From = page.Next
	}
}

// TestPagesAreTheWhole: put together, the pages are what is written without them.
func TestPagesAreTheWhole(t *testing.T) {
	laws.Check(t, func(t *rapid.T) {
		data := anyText(t)
		o := pieces{bytes.NewReader(data), data}
		var ask expand.Ask
		var want bytes.Buffer
		if rapid.Bool().Draw(t, "ranges") {
			ask.Ranges = someRanges(t, data)
			if expand.WriteRanges(&want, o, ask.Ranges) != nil {
				return
			}
		} else {
			want.Write(data)
		}
		maxBytes := rapid.IntRange(0, 9000).Draw(t, "max")
		if maxBytes == 0 {
			maxBytes = expand.SafePage
		}
		texts := allPages(t, o, ask, maxBytes)
		if got := bytes.Join(texts, nil); !bytes.Equal(got, want.Bytes()) {
			t.Fatalf("%d pages: %d bytes of %d\n%q\n%q", len(texts), len(got), want.Len(), got, want.Bytes())
		}
		if utf8.Valid(data) && len(ask.Ranges) == 0 {
			for _, text := range texts {
				if !utf8.Valid(text) {
					t.Fatalf("a character was cut: %q", text)
				}
			}
		}
	})
}

func someRanges(t *rapid.T, data []byte) (ranges []marker.Range) {
	lines := bytes.Count(data, []byte("\n")) + 1
	for range rapid.IntRange(1, 5).Draw(t, "count") {
		first := rapid.IntRange(1, lines).Draw(t, "first")
		r := marker.Range{First: first, Last: first + rapid.IntRange(0, lines).Draw(t, "more")}
		if rapid.IntRange(0, 3).Draw(t, "span") == 0 {
			r = marker.Range{Line: first, First: rapid.IntRange(1, 40).Draw(t, "byte")}
			r.Last = r.First + rapid.IntRange(0, 9000).Draw(t, "bytes")
		}
		ranges = append(ranges, r)
	}
	return ranges
}

// TestPagesOfMatches: the pages show the hits that Grep shows. A hit that was
// cut is put together again before it is compared.
func TestPagesOfMatches(t *testing.T) {
	laws.Check(t, func(t *rapid.T) {
		data := anyText(t)
		o := pieces{bytes.NewReader(data), data}
		p, err := keep.Parse(rapid.SampledFrom([]string{"needle", "é", "/^$/", "/x{600}/", "nothing"}).Draw(t, "pattern"))
		if err != nil {
			t.Fatal(err)
		}
		ask := expand.Ask{Pattern: &p, Context: rapid.IntRange(0, 3).Draw(t, "context")}
		var want bytes.Buffer
		if _, err := expand.Grep(&want, o, p, ask.Context); err != nil {
			t.Fatal(err)
		}
		texts := allPages(t, o, ask, rapid.IntRange(512, 9000).Draw(t, "max"))
		if got, want := covered(t, bytes.Join(texts, nil), data), covered(t, want.Bytes(), data); got != want {
			t.Fatalf("%d pages show\n%s\nand not\n%s", len(texts), got, want)
		}
	})
}

// covered says which bytes of which lines an answer shows, and whether each was
// said to match. It checks that they are those of the original.
func covered(t *rapid.T, answer, data []byte) string {
	lines := bytes.Split(data, []byte("\n"))
	shown := map[string]int{} // line and mark → up to which byte, without a hole
	var order []string
	for hit := range bytes.Lines(answer) {
		hit = bytes.TrimSuffix(hit, []byte("\n"))
		at := bytes.IndexAny(hit, ":-")
		if string(hit) == "--" {
			continue
		}
		where := string(hit[:at])
		if i := bytes.IndexByte(hit, '.'); i > 0 && i < at { // a piece: LINE.FIRST-LAST
			at += 1 + bytes.IndexAny(hit[at+1:], ":-")
			where = string(hit[:at])
			if _, err := marker.ParseRange(where); err != nil { // LINE.FIRST and its mark
				at = bytes.IndexAny(hit, ":-")
				where = string(hit[:at])
			}
		}
		r, err := marker.ParseRange(where)
		if err != nil {
			t.Fatalf("%q: %v", hit, err)
		}
		text := hit[at+1:]
		if !r.IsSpan() {
			r = marker.Range{Line: r.First, First: 1, Last: len(text)}
		}
		line := lines[r.Line-1]
		if r.Last > len(line) || !bytes.Equal(line[r.First-1:r.Last], text) && len(text) > 0 {
			t.Fatalf("line %d: %q is not in %q", r.Line, text, line)
		}
		key := fmt.Sprintf("%d%c", r.Line, hit[at])
		if end, ok := shown[key]; ok && r.First == end+1 {
			shown[key] = r.Last
			continue
		}
		order = append(order, fmt.Sprintf("%s from %d", key, r.First))
		shown[key] = r.Last
		order = append(order, key)
	}
	var b strings.Builder
	for _, key := range order {
		fmt.Fprintf(&b, "%s %d\n", key, shown[key])
	}
	return b.String()
}

func TestWhatAPageSays(t *testing.T) {
	var data []byte
	for i := range 9000 {
		data = fmt.Appendf(data, "line %d\n", i+1)
	}
	long := append([]byte("a\n"), bytes.Repeat([]byte("é"), 10_000)...)
	needle, err := keep.Parse("/00$/")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		data []byte
		ask  expand.Ask
		want string
	}{
		{"all", data[:12], expand.Ask{}, "⟦elided:0123456789ab all 2 lines⟧"},
		{"one", []byte("x"), expand.Ask{}, "⟦elided:0123456789ab its one line⟧"},
		{"none", nil, expand.Ask{}, "⟦elided:0123456789ab empty⟧"},
		{"first", data, expand.Ask{}, "⟦elided:0123456789ab lines 1-863 of 9000, next page 864⟧"},
		{"next", data, expand.Ask{From: "page 8501"}, "⟦elided:0123456789ab lines 8501-9000 of 9000⟧"},
		{"range", data, expand.Ask{Ranges: []marker.Range{{First: 12, Last: 80}}}, "⟦elided:0123456789ab lines 12-80 of 9000⟧"},
		{"ranges", data, expand.Ask{Ranges: []marker.Range{{First: 3, Last: 3}, {First: 12, Last: 8000}}}, "⟦elided:0123456789ab lines 3, 12-871 of 9000, next page 2:872⟧"},
		{"many", data, expand.Ask{Ranges: []marker.Range{{First: 1, Last: 1}, {First: 3, Last: 3}, {First: 5, Last: 5}, {First: 7, Last: 7}}}, "⟦elided:0123456789ab lines 1, 3, 5 and more of 9000⟧"},
		{"inside a line", long, expand.Ask{}, "⟦elided:0123456789ab line 1 of 2, next page 2⟧"},
		{"inside a line, on", long, expand.Ask{From: "2"}, "⟦elided:0123456789ab line 2.1-7660 of 2, next page 2.7661⟧"},
		{"matches", data, expand.Ask{Pattern: &needle}, "⟦elided:0123456789ab 90 matches in lines 1-9000 of 9000⟧"},
		{"matches with context", data, expand.Ask{Pattern: &needle, Context: 5}, "⟦elided:0123456789ab 47 matches in lines 1-4704 of 9000, next page 4705⟧"},
	} {
		page, err := expand.Read(pieces{bytes.NewReader(c.data), c.data}, c.ask, 0)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		marked := page.Mark("0123456789ab")
		if got := string(marked[bytes.LastIndexByte(marked, '\n')+1:]); got != c.want {
			t.Errorf("%s: %s, not %s", c.name, got, c.want)
		}
	}
}

func TestNoSuchPage(t *testing.T) {
	data := []byte("a\nbc\nd\n")
	for _, c := range []struct {
		from   string
		ranges []marker.Range
	}{
		{from: "4"}, {from: "0"}, {from: "-1"}, {from: "2.4"}, {from: "2.0"}, {from: "2:1"}, {from: "../x"}, {from: "9999999999999999999"},
		{from: "1", ranges: []marker.Range{{First: 2, Last: 2}}}, {from: "3", ranges: []marker.Range{{First: 2, Last: 2}}},
	} {
		_, err := expand.Read(pieces{bytes.NewReader(data), data}, expand.Ask{From: c.from, Ranges: c.ranges}, 0)
		var none *expand.PageError
		if !errors.As(err, &none) {
			t.Errorf("page %s of %v: %v", c.from, c.ranges, err)
		}
	}
}

// FuzzRead: no page that is asked for panics, is too long or doesn't end in a
// marker.
func FuzzRead(f *testing.F) {
	f.Add([]byte("a\nb\n"), "1", 1, 2, 600)
	f.Add([]byte("a\nb\n"), "2:1.3", 1, 2, 600)
	f.Fuzz(func(t *testing.T, data []byte, from string, first, last, maxBytes int) {
		ask := expand.Ask{From: from}
		if r, err := marker.ParseRange(fmt.Sprintf("%d-%d", first, last)); err == nil {
			ask.Ranges = []marker.Range{r}
		}
		maxBytes = min(max(maxBytes, 0), 10_000)
		page, err := expand.Read(pieces{bytes.NewReader(data), data}, ask, maxBytes)
		if err != nil {
			return
		}
		if maxBytes == 0 {
			maxBytes = expand.SafePage
		}
		if marked := page.Mark("0123456789ab"); !marker.Ends(marked) || len(marked) > max(maxBytes, 512) {
			t.Fatalf("%d bytes: %q", len(marked), marked)
		}
	})
}
