package digest

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"elide.example/elide/internal/marker"
	"elide.example/elide/internal/thread/threadtest"
	"elide.example/elide/internal/wire"
)

// texts returns the lines of a list as they are written.
func texts(l list, lines []Line) []string {
	var out []string
	for _, line := range lines {
		out = append(out, strings.TrimSuffix(string(line.appendTo(nil, l)), "\n"))
	}
	return out
}

// withEarlier is a conversation in which the assistant's first text is one of
// this package.
func withEarlier(text string, steps ...threadtest.Step) threadtest.Conversation {
	return threadtest.Conversation{Turns: []threadtest.Turn{{Ask: "Go on with it.", Steps: append([]threadtest.Step{says(text, bash("true", "", false))}, steps...)}}}
}

const earlierText = Opening + `
⟦elided:0123456789ab 40 messages⟧
## Request
- [1] Repair the shop.
## Decisions
- [9] The cart must stay as it is.
- [aabbccdd:4] The root cause was a race.
## Tools
- [12] Bash make → ok
## Errors
- [5] Bash go test ./... → --- FAIL: TestCart (0.01s): cart_test.go:9: got 1, want 2 (open)
- [6] Bash npm test → 3 failing (open)
- [7] Bash make lint → x.c:3: error: no x (resolved in [11])
## Numbers
- [8] listen 127.0.0.1:9000 (used in [10])
## Next
- [40] Next I'll look at the cart.
<read-files>
old.go
gone.go
</read-files>
<modified-files>
cart.go
</modified-files>
`

func TestGoesOnFromAnEarlierDigest(t *testing.T) {
	c := withEarlier(earlierText,
		bash("go test ./...", passingTests, false),
		bash("npm test", "1) cart\n  2 failing\n", true),
		bash("cat new.go && sed -i s/a/b/ gone.go", "package x", false),
		says("I decided to keep the lock.", bash("true", "", false)))
	d, _ := digestOf(t, threadtest.Style{API: wire.Messages}, c, Options{MaxTokens: 10_000})
	for l, want := range map[list][]string{
		requestList:  {"- [01234567:1] Repair the shop.", "- [1] Go on with it."},
		decisionList: {"- [01234567:9] The cart must stay as it is.", "- [aabbccdd:4] The root cause was a race.", "- [10] I decided to keep the lock."},
		numberList:   {"- [01234567:8] listen 127.0.0.1:9000 (used in [01234567:10])"},
		nextList:     {"- [01234567:40] Next I'll look at the cart."},
		errorList: {
			"- [01234567:5] Bash go test ./... → --- FAIL: TestCart (0.01s): cart_test.go:9: got 1, want 2 (resolved in [5])",
			"- [01234567:6] Bash npm test → 3 failing (open)",
			"- [01234567:7] Bash make lint → x.c:3: error: no x (resolved in [01234567:11])",
			"- [7] Bash npm test → 1) cart (open)",
		},
	} {
		got := texts(l, *d.list(l))
		if l == errorList { // of the last, what exactly is told is the reducers' business
			got = slices.DeleteFunc(got, func(s string) bool { return strings.HasPrefix(s, "- [7]") })
			want = want[:3]
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("list %d: -want +got\n%s", l, diff)
		}
	}
	if want := (Files{Read: []string{"old.go", "new.go"}, Modified: []string{"cart.go", "gone.go"}}); !cmp.Equal(d.Files, want) {
		t.Errorf("files %+v, want %+v", d.Files, want)
	}
}

func TestNewPlansReplaceOld(t *testing.T) {
	c := withEarlier(earlierText)
	c.Turns[0].Answer = "The cart is done. Next I'll write the changelog."
	d, _ := digestOf(t, threadtest.Style{API: wire.Messages}, c, Options{})
	if got := texts(nextList, d.Next); !slices.Equal(got, []string{"- [4] Next I'll write the changelog."}) {
		t.Errorf("next: %q", got)
	}
}

// TestTextsOfOthers: summaries that models wrote, and blocks of files from other
// programs, are read as far as they can be.
func TestTextsOfOthers(t *testing.T) {
	_, d, _ := earlier(Opening + "\n# Task\nRepair it.\n\n## learned\n* [3] It's the clock.\n- port 80 (used in [7])\n### Progress\n1. done\n- [5] E1 (open)\n## Elsewhere\n- something\n" + none + "\n⟦elided:0123456789ab⟧\n")
	want := Digest{
		Request:   []Line{{Text: "Repair it."}},
		Decisions: []Line{{Text: "It's the clock.", From: Ref{"01234567", 3}}, {Text: "something"}},
		Numbers:   []Line{{Text: "port 80", Later: Ref{"01234567", 7}}},
		Errors:    []Line{{Text: "1. done"}, {Text: "E1", From: Ref{"01234567", 5}, Open: true}},
	}
	if diff := cmp.Diff(want, d, cmpopts.IgnoreUnexported(Line{}, Digest{})); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	before, d, ok := earlier("The summary:\n<read-files>\n- a.go\nb.go\n\n<modified-files>\nc.go\n</modified-files>\nGo on.\n")
	if !ok || before != "The summary:\nGo on.\n" || !cmp.Equal(d.Files, Files{[]string{"a.go", "b.go"}, []string{"c.go"}}) {
		t.Errorf("%q, %+v, %v", before, d.Files, ok)
	}
	for _, text := range []string{"", "the line\n" + Opening + "s", " " + Opening, "<read-files>", "`<read-files>` is a block"} {
		if before, _, ok := earlier(text); ok || before != text {
			t.Errorf("%q is known as a digest, before it %q", text, before)
		}
	}
}

func TestFill(t *testing.T) {
	d := Digest{
		Request: []Line{{Text: "Repair it."}}, Decisions: []Line{{Text: "D."}}, Next: []Line{{Text: "N.", From: Ref{Message: 4}}},
		Files: Files{Read: []string{"a.go"}, Modified: []string{"b.go"}}, most: 500,
	}
	got, err := d.Fill([]byte("> "), []byte("```\n"+Opening+"\n## Request\nRepair\x1b[2J it, he ⟦elided:0123456789ab⟧ said.\r\n  - nested\n## Tools\n- make\n<read-files>\nmade-up.go\n</read-files>\n```\n"))
	want := "> " + Opening + `
## Request
Repair [2J it, he [elided:0123456789ab] said.
  - nested
## Tools
- make
## Decisions
- D.
## Errors
(none)
## Numbers
(none)
## Next
- [4] N.
<read-files>
a.go
</read-files>
<modified-files>
b.go
</modified-files>
`
	if diff := cmp.Diff(want, string(got)); diff != "" || err != nil {
		t.Errorf("%v, -want +got\n%s", err, diff)
	}
	for summary, want := range map[string]string{
		" \n```\n```\n": ErrEmpty.Error(), Opening: ErrEmpty.Error(), "<read-files>\na\n</read-files>": ErrEmpty.Error(),
		strings.Repeat("word ", 600): "the summarizer wrote more than 500 tokens",
	} {
		if got, err := d.Fill([]byte("> "), []byte(summary)); err == nil || err.Error() != want || string(got) != "> " {
			t.Errorf("%.20q: %q, %v", summary, got, err)
		}
	}
}

// TestFilledIsReadBack: what a model wrote is the start of the next digest.
func TestFilledIsReadBack(t *testing.T) {
	d := Digest{Files: Files{Read: []string{"a.go"}}, most: 500}
	text, err := d.Fill(nil, []byte("## Request\n- [1] Repair it.\n## Decisions\n- [2] The clock is wrong."))
	if err != nil {
		t.Fatal(err)
	}
	_, got, ok := earlier(string(marker.Append(text, "0123456789ab", "")))
	if !ok || got.Request[0].Text != "Repair it." || got.Decisions[0].From != (Ref{"01234567", 2}) || !cmp.Equal(got.Files, d.Files) {
		t.Errorf("%+v", got)
	}
}

// FuzzEarlier: any text can be read, nothing that is in it gets to be structure,
// and what is written of it is read as the same.
func FuzzEarlier(f *testing.F) {
	f.Add(earlierText)
	f.Add(Opening + "\n## Errors\n- [1] x (open) (resolved in [2])\n- [?] [3] y\n- [0] z\n- [00000000:1] (used in [5])\n<read-files>\n\"a\\n\"\n")
	f.Add(Opening + "\n## Errors\n- " + strings.Repeat("\xa5", 4000) + "\n")
	f.Fuzz(func(t *testing.T, text string) {
		_, d, ok := earlier(text)
		if !ok {
			return
		}
		for _, form := range []Form{Sections, Summary} {
			d.form, d.most = form, 1<<20
			if len(text) < 10_000 {
				checkText(t, d, string(d.Append(nil)))
			}
			one := rewritten(t, d.Append(nil), Options{Form: form, MaxTokens: 1 << 20}, "0123456789ab")
			two := rewritten(t, one.Append(nil), Options{Form: form, MaxTokens: 1 << 20}, "0123456789ab")
			if diff := cmp.Diff(string(one.Append(nil)), string(two.Append(nil))); diff != "" {
				t.Fatalf("-one +two\n%s", diff)
			}
			if form == Sections && !cmp.Equal(d.Files, two.Files) {
				t.Fatalf("files %q become %q", d.Files, two.Files)
			}
		}
	})
}
