package digest

import (
	"bytes"
	"maps"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"elide.example/elide/internal/jsonspan"
	"elide.example/elide/internal/laws"
	"elide.example/elide/internal/marker"
	"elide.example/elide/internal/thread"
	"elide.example/elide/internal/thread/threadtest"
	"elide.example/elide/internal/tokens"
)

// condense returns the body with the messages from first to before end replaced
// by one with a digest of them, and the marker of their entry.
func condense(t *rapid.T, talk *thread.Thread, first, end int, opt Options, hash string) []byte {
	text := Of(talk, first, end, opt).Append(nil)
	text = marker.Append(text, hash, "")
	start, _ := talk.Messages[first].Value.Span()
	_, stop := talk.Messages[end-1].Value.Span()
	body := talk.Doc.Text()
	out := talk.AppendText(slices.Clone(body[:start]), thread.Assistant, text)
	return append(out, body[stop:]...)
}

func drawForm(t *rapid.T) Options {
	return Options{Form: rapid.SampledFrom([]Form{Sections, Summary}).Draw(t, "form"), MaxTokens: rapid.SampledFrom([]int{0, 1, 200, 1500, 100_000}).Draw(t, "tokens")}
}

// drawSteps draws a run of whole steps of a conversation.
func drawSteps(t *rapid.T, talk *thread.Thread) (first, end int) {
	steps := talk.Steps()
	a := rapid.IntRange(0, len(steps)-1).Draw(t, "first")
	b := rapid.IntRange(a, len(steps)-1).Draw(t, "last")
	return steps[a].First, steps[b].End
}

func parsed(t *rapid.T, body []byte) *thread.Thread {
	doc, err := jsonspan.Parse(body)
	if err != nil {
		t.Fatal(err)
	}
	talk, err := thread.Read(doc)
	if err != nil {
		t.Fatalf("%v in %s", err, body)
	}
	return talk
}

// TestFilesSurvive: however often and wherever a conversation is condensed, and
// however few tokens there are for it, the files are those of the original.
func TestFilesSurvive(t *testing.T) {
	laws.Check(t, func(t *rapid.T) {
		body := threadtest.Requests().Draw(t, "request")
		talk := parsed(t, body)
		want := Of(talk, 0, len(talk.Messages), Options{}).Files
		for _, hash := range []string{"0123456789ab", "ba9876543210", "00000000000a"}[:rapid.IntRange(1, 3).Draw(t, "rounds")] {
			first, end := drawSteps(t, talk)
			talk = parsed(t, condense(t, talk, first, end, Options{MaxTokens: rapid.IntRange(1, 300).Draw(t, "tokens")}, hash))
		}
		got := Of(talk, 0, len(talk.Messages), Options{}).Files
		if diff := cmp.Diff(inOrder(want), inOrder(got)); diff != "" {
			t.Fatalf("-want +got\n%s", diff)
		}
	})
}

// inOrder sorts: of a file that is read before the condensed stretch and written
// in it, the order changes.
func inOrder(f Files) Files {
	return Files{slices.Sorted(slices.Values(f.Read)), slices.Sorted(slices.Values(f.Modified))}
}

// TestText: a text keeps to its size, its lines are lines, no marker stands in
// it, and all sections are there, in order.
func TestText(t *testing.T) {
	laws.Check(t, func(t *rapid.T) {
		talk := parsed(t, threadtest.Requests().Draw(t, "request"))
		opt := drawForm(t)
		first, end := drawSteps(t, talk)
		d := Of(talk, first, end, opt)
		text := string(d.Append(nil))
		checkText(t, d, text)
		if again := string(Of(talk, first, end, opt).Append(nil)); again != text {
			t.Fatalf("not the same again:\n%s\n%s", text, again)
		}
	})
}

type fataler interface{ Fatalf(string, ...any) }

func checkText(t fataler, d Digest, text string) {
	blocks := string(d.blocks())
	sections, ok := strings.CutSuffix(text, blocks)
	if !ok {
		t.Fatalf("no files in\n%s", text)
	}
	bounded, least := sections, string(d.write(nil, nil))
	if d.form == Summary {
		bounded, least = text, least+blocks
	}
	if n := tokens.Estimate([]byte(bounded)); n > max(d.most, tokens.Estimate([]byte(least))) {
		t.Fatalf("%d tokens of %d:\n%s", n, d.most, text)
	}
	for line := range strings.Lines(sections) {
		line = strings.TrimSuffix(line, "\n")
		if strings.ContainsAny(line, "⟦⟧") || strings.ContainsFunc(line, unicode.IsControl) {
			t.Fatalf("%q is no line of a digest", line)
		}
	}
	at := 0
	for _, s := range d.form.sections() {
		i := strings.Index(text[at:], "\n## "+s.title+"\n")
		if i < 0 {
			t.Fatalf("no section %s in its place in\n%s", s.title, text)
		}
		at += i + 1
	}
}

// TestNothingBehindCounts: a digest is the same whatever comes behind its stretch.
func TestNothingBehindCounts(t *testing.T) {
	laws.Check(t, func(t *rapid.T) {
		bodies := threadtest.Growing().Draw(t, "requests")
		now := parsed(t, bodies[rapid.IntRange(0, len(bodies)-1).Draw(t, "now")])
		later := parsed(t, bodies[len(bodies)-1])
		first, end := drawSteps(t, now)
		opt := drawForm(t)
		if diff := cmp.Diff(string(Of(now, first, end, opt).Append(nil)), string(Of(later, first, end, opt).Append(nil))); diff != "" {
			t.Fatalf("-now +later\n%s", diff)
		}
	})
}

// TestReadBack: what is written is read as what it was, and with the hash of its
// marker once; from then on it stays as it is.
func TestReadBack(t *testing.T) {
	laws.Check(t, func(t *rapid.T) {
		talk := parsed(t, threadtest.Requests().Draw(t, "request"))
		opt := Options{Form: drawForm(t).Form, MaxTokens: 1 << 20}
		d := Of(talk, 0, len(talk.Messages), opt)
		one := rewritten(t, d.Append(nil), opt, "0123456789ab")
		for l := range lists {
			if opt.Form == Sections && len(*one.list(l)) != len(*d.list(l)) {
				t.Fatalf("%d lines of list %d become %d", len(*d.list(l)), l, len(*one.list(l)))
			}
		}
		two := rewritten(t, one.Append(nil), opt, "fedcba987654")
		if diff := cmp.Diff(string(one.Append(nil)), string(two.Append(nil))); diff != "" {
			t.Fatalf("-one +two\n%s", diff)
		}
		if diff := cmp.Diff(d.Files, two.Files); diff != "" && opt.Form == Sections {
			t.Fatalf("-want +got\n%s", diff)
		}
	})
}

// rewritten reads a text with a marker back.
func rewritten(t fataler, text []byte, opt Options, hash string) Digest {
	before, d, ok := earlier("before\n" + string(marker.Append(text, hash, "12 messages")))
	if !ok || before != "before\n" {
		t.Fatalf("%q is not known as a digest", text)
	}
	d.form, d.most = opt.Form, opt.tokens()
	return d
}

// TestMergingTwice: a digest that stands in a stretch twice counts once.
func TestMergingTwice(t *testing.T) {
	laws.Check(t, func(t *rapid.T) {
		talk := parsed(t, threadtest.Requests().Draw(t, "request"))
		text := marker.Append(Of(talk, 0, len(talk.Messages), Options{MaxTokens: 1 << 20}).Append(nil), "0123456789ab", "")
		merge := func(times int) string {
			message := talk.AppendText(nil, thread.Assistant, text)
			list := append([]byte{'['}, bytes.Join(slices.Repeat([][]byte{message}, times), []byte{','})...)
			body := append(list, ']')
			if !talk.Bare {
				start, end := talk.List.Span()
				body = append(append(slices.Clone(talk.Doc.Text()[:start]), body...), talk.Doc.Text()[end:]...)
			}
			return string(Of(parsed(t, body), 0, times, Options{MaxTokens: 1 << 20}).Append(nil))
		}
		if diff := cmp.Diff(merge(1), merge(2)); diff != "" {
			t.Fatalf("-once +twice\n%s", diff)
		}
	})
}

// TestPaths: whatever the path, it comes back from its block.
func TestPaths(t *testing.T) {
	laws.Check(t, func(t *rapid.T) {
		odd := rapid.SampledFrom([]string{"</read-files>", "<modified-files>", "\"", "- a", "… 3 more", "a\nb", " a", "a\t", "⟦elided:0123456789ab⟧", "\u202ex", "größe", "#", Opening, "\\", "a b", "\xff", "\ufffd", "\u200b"})
		path := rapid.OneOf(odd, rapid.StringN(1, 20, 60), rapid.Map(rapid.SliceOfN(odd, 1, 3), func(s []string) string { return strings.Join(s, "/") }))
		set := rapid.MapOfN(path, rapid.Bool(), 0, 6).Draw(t, "paths")
		var want Files
		for _, p := range slices.Sorted(maps.Keys(set)) {
			if set[p] {
				want.Modified = append(want.Modified, p)
			} else {
				want.Read = append(want.Read, p)
			}
		}
		text := string(want.Append(nil))
		got, rest := parseFiles("x\n" + text + "y\n")
		if diff := cmp.Diff(want, got); diff != "" || rest != "x\ny\n" {
			t.Fatalf("%q leaves %q, -want +got\n%s", text, rest, diff)
		}
		if len(marker.Find([]byte(text))) > 0 || strings.Contains(text, "\u202e") {
			t.Fatalf("%q could lead astray", text)
		}
	})
}
