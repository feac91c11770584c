package thread

import (
	"bytes"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"elide.example/elide/internal/jsonspan"
	"elide.example/elide/internal/laws"
	"elide.example/elide/internal/thread/threadtest"
	"elide.example/elide/internal/wire"
)

type failer interface {
	Helper()
	Fatalf(string, ...any)
}

func mustRead(t failer, body []byte) *Thread {
	t.Helper()
	doc, err := jsonspan.Parse(body)
	if err != nil {
		t.Fatalf("%s: %v", body, err)
	}
	th, err := Read(doc)
	if err != nil {
		t.Fatalf("%s: %v", body, err)
	}
	return th
}

// TestDrawn: a conversation that is written down is read as what it was, and
// the provider has nothing to say against it.
func TestDrawn(t *testing.T) {
	laws.Check(t, func(t *rapid.T) {
		c := rapid.OneOf(threadtest.Conversations(), threadtest.Long()).Draw(t, "conversation")
		style := threadtest.Styles().Draw(t, "style")
		th := mustRead(t, style.Encode(c))
		if th.API != style.API && !plain(c, style) {
			t.Fatalf("API %d, want %d", th.API, style.API)
		}
		if problems := Check(th); len(problems) > 0 {
			t.Fatalf("%s\n%v", th.Doc.Text(), problems)
		}
		checkTold(t, th, c, style)
	})
}

// plain tells whether a list of Anthropic's holds nothing that chat completions
// don't take as well.
func plain(c threadtest.Conversation, style threadtest.Style) bool {
	for _, turn := range c.Turns {
		if turn.Image || len(turn.Steps) > 0 {
			return false
		}
	}
	return style.Bare && style.API == wire.Messages
}

// checkTold holds calls, results and texts against the conversation.
func checkTold(t failer, th *Thread, c threadtest.Conversation, style threadtest.Style) {
	t.Helper()
	var want, got []string
	for _, turn := range c.Turns {
		for _, step := range turn.Steps {
			for _, call := range step.Calls {
				want = append(want, call.Name)
				want = append(want, call.Output...)
			}
		}
	}
	for _, p := range th.parts() {
		if p.Kind != Call {
			continue
		}
		result := th.At(p.Pair)
		if back, ok := th.CallOf(result); !ok || result.Kind != Result || back.Value != p.Value || result.Name != p.Name {
			t.Fatalf("%s: the call %s is not answered by %v", th.Doc.Text(), p.Value.Raw(), result)
		}
		got = append(got, p.Name)
		for _, text := range result.Texts {
			if text.Str() != "" { // what stands for no output
				got = append(got, text.Str())
			}
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatalf("%s: -want +got\n%s", th.Doc.Text(), diff)
	}
}

// TestStepsLaws: steps tile the list and so do turns, which are made of steps.
// Whatever steps are dropped, calls keep their results and thoughts what
// follows from them. A part of a step that holds calls can't be dropped.
func TestStepsLaws(t *testing.T) {
	laws.Check(t, func(t *rapid.T) {
		th := mustRead(t, threadtest.Requests().Draw(t, "request"))
		steps, turns := th.Steps(), th.Turns()
		ends := checkTiles(t, th, steps)
		for end := range checkTiles(t, th, turns) {
			if !ends[end] {
				t.Fatalf("%s: a turn ends at %d, within a step", th.Doc.Text(), end)
			}
		}
		var kept []int
		for _, s := range steps {
			if s.End == len(th.Messages) || rapid.Bool().Draw(t, "keep") {
				for i := s.First; i < s.End; i++ {
					kept = append(kept, i)
				}
			}
		}
		less := mustRead(t, keep(th, kept))
		less.API = th.API // without calls nothing may tell
		for _, p := range Check(less) {
			if p.Rule != First && p.Rule != Alternate && !p.Tolerated {
				t.Fatalf("%s\n%s", less.Doc.Text(), p.What)
			}
		}
		checkWhole(t, th, steps)
	})
}

// checkTiles holds that runs tile the list, and returns where they end.
func checkTiles(t failer, th *Thread, runs []Step) map[int]bool {
	t.Helper()
	ends := map[int]bool{}
	at := 0
	for _, s := range runs {
		if s.First != at || s.End <= s.First {
			t.Fatalf("%s: %v don't tile it", th.Doc.Text(), runs)
		}
		at = s.End
		ends[at] = true
	}
	if at != len(th.Messages) {
		t.Fatalf("%s: %v don't tile it", th.Doc.Text(), runs)
	}
	return ends
}

// checkWhole holds that no message with a call, nor one with a result, can be
// dropped from its step.
func checkWhole(t failer, th *Thread, steps []Step) {
	t.Helper()
	for _, s := range steps {
		for i := s.First; i < s.End; i++ {
			if !slices.ContainsFunc(th.Messages[i].Parts, func(p Part) bool { return p.Paired }) {
				continue
			}
			var kept []int
			for j := range th.Messages {
				if j != i {
					kept = append(kept, j)
				}
			}
			less := mustRead(t, keep(th, kept))
			less.API = th.API
			if !slices.ContainsFunc(Check(less), func(p Problem) bool { return p.Rule == Pairing && !p.Tolerated }) {
				t.Fatalf("%s\nnothing is wrong without message %d", th.Doc.Text(), i)
			}
		}
	}
}

// keep returns the body with these of its messages only.
func keep(th *Thread, kept []int) []byte {
	var list [][]byte
	for _, i := range kept {
		list = append(list, th.Messages[i].Value.Raw())
	}
	return replaceList(th, list)
}

func replaceList(th *Thread, list [][]byte) []byte {
	text := slices.Concat([]byte("["), bytes.Join(list, []byte(",")), []byte("]"))
	out, _ := jsonspan.Splice(th.Doc.Text(), []jsonspan.Edit{th.List.Replace(text)})
	return out
}

// TestAppendTextLaws: what is appended is read as a message of that role with
// that text.
func TestAppendTextLaws(t *testing.T) {
	laws.Check(t, func(t *rapid.T) {
		th := mustRead(t, threadtest.Requests().Draw(t, "request"))
		role := rapid.SampledFrom([]Role{System, User, Assistant, Tool}).Draw(t, "role")
		text := rapid.String().Draw(t, "text")
		var list [][]byte
		for _, m := range th.Messages {
			list = append(list, m.Value.Raw())
		}
		more := mustRead(t, replaceList(th, append(list, th.AppendText(nil, role, []byte(text)))))
		last := more.Messages[len(more.Messages)-1]
		want := role
		if role == Tool || role == System && th.API.Provider() != wire.OpenAI {
			want = User
		}
		if last.Role != want || len(last.Parts) != 1 || last.Parts[0].Kind != Text || last.Parts[0].Texts[0].Str() != string([]rune(text)) {
			t.Fatalf("%s: not a message of role %d with %q", last.Value.Raw(), want, text)
		}
		if role == User && text != "" {
			for _, p := range Check(more) {
				if !p.Tolerated && p.Rule != Contents { // a text of blanks
					t.Fatalf("%s\n%s", more.Doc.Text(), p.What)
				}
			}
		}
	})
}

// TestGrowing: each request of a conversation holds the messages of the one
// before it as they were.
func TestGrowing(t *testing.T) {
	laws.Check(t, func(t *rapid.T) {
		style := threadtest.Styles().Draw(t, "style")
		style.Moving = false
		var before *Thread
		for _, c := range threadtest.Conversations().Draw(t, "conversation").Growing() {
			th := mustRead(t, style.Encode(c))
			if before != nil {
				checkFront(t, before, th)
			}
			before = th
		}
	})
}

func checkFront(t failer, before, after *Thread) {
	t.Helper()
	if len(after.Messages) <= len(before.Messages) {
		t.Fatalf("%d messages grow to %d", len(before.Messages), len(after.Messages))
	}
	for i, m := range before.Messages {
		if !bytes.Equal(m.Value.Raw(), after.Messages[i].Value.Raw()) {
			t.Fatalf("message %d changes:\n%s\n%s", i, m.Value.Raw(), after.Messages[i].Value.Raw())
		}
	}
}

// TestAgreesWithWire: the texts of results are those that the proxy reduces.
func TestAgreesWithWire(t *testing.T) {
	laws.Check(t, func(t *rapid.T) {
		style := threadtest.Styles().Draw(t, "style")
		style.Bare = false
		th := mustRead(t, style.Encode(threadtest.Conversations().Draw(t, "conversation")))
		r, err := wire.Parse(th.API, th.Doc)
		if err != nil {
			t.Fatalf("%v", err)
		}
		type text struct {
			name string
			at   int
			text jsonspan.Value
		}
		var want, got []text
		for _, x := range r.Results {
			want = append(want, text{x.Call.Name, x.Turn, x.Text})
		}
		for place, p := range th.parts() {
			for _, s := range p.Texts {
				if p.Kind == Result {
					got = append(got, text{p.Name, place.Message, s})
				}
			}
		}
		if !slices.Equal(want, got) {
			t.Fatalf("%s: the proxy has %v, not %v", th.Doc.Text(), want, got)
		}
	})
}
