package history

import (
	"bytes"
	"flag"
	"os"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"elide.example/elide/internal/jsonspan"
	"elide.example/elide/internal/laws"
	"elide.example/elide/internal/marker"
	"elide.example/elide/internal/store"
	"elide.example/elide/internal/thread"
	"elide.example/elide/internal/thread/threadtest"
)

// settings draws settings of a profile under which its stages fire in short
// conversations, too.
func settings(profile string) *rapid.Generator[Settings] {
	return rapid.Custom(func(t *rapid.T) Settings {
		number := func(name string, from ...int) int { return rapid.SampledFrom(from).Draw(t, name) }
		return Settings{
			Profile:       profile,
			TurnRounds:    number("rounds", 0, 1, 2),
			ProtectRecent: number("recent", 0, -1, 1),
			Frozen:        number("frozen", 0, 0, 1, 3),
			LongText:      number("long", 0, 200),
			KeepTurns:     number("turns", 0, 1),
			TextBytes:     number("bytes", 0, 200, 300),
			Tail:          rapid.Bool().Draw(t, "tail"),
			ContextBudget: number("budget", 0, 500, 3000, 8000),
			SlackPercent:  number("slack", 0, -1, 60),
			Force:         number("force", 0, 0, 0, 1) == 1,
			ClearAfter:    number("clear", 0, -1, 1),
			KeepFirst:     number("first", 0, -1, 1, 4),
			KeepLast:      number("last", 0, -1, 1, 3),
			DigestTokens:  number("tokens", 0, 300),
			SummaryAfter:  number("after", 0, -1, 2, 12),
		}
	})
}

// forAll runs a law for each profile.
func forAll(t *testing.T, law func(t *rapid.T, profile string)) {
	for _, profile := range Profiles() {
		t.Run(profile, func(t *testing.T) {
			laws.Check(t, func(t *rapid.T) { law(t, profile) })
		})
	}
}

func newStore(t interface {
	Helper()
	Fatal(...any)
}, dir string) *store.Store {
	t.Helper()
	st, err := store.Open(dir, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return st
}

// fatal is what laws and tests have in common.
type fatal interface {
	Helper()
	Fatal(...any)
	Fatalf(string, ...any)
}

func newHistory(t fatal, st Store, set Settings) *History {
	t.Helper()
	h, err := New(Config{Store: st, Settings: set})
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func reduce(t fatal, h *History, body []byte) ([]byte, Report) {
	t.Helper()
	out, rep, err := h.Reduce(background, body)
	if err != nil {
		t.Fatalf("%v: %s", err, body)
	}
	return out, rep
}

func mustRead(t fatal, body []byte) *thread.Thread {
	t.Helper()
	doc, err := jsonspan.Parse(body)
	if err != nil {
		t.Fatal(err)
	}
	talk, err := thread.Read(doc)
	if err != nil {
		t.Fatal(err)
	}
	return talk
}

// TestMain has laws tried less often than is usual, since each try writes many
// entries, and keeps those in memory where there is such a folder; -rapid.checks
// and TMPDIR go over it.
func TestMain(m *testing.M) {
	flag.Set("rapid.checks", "20")
	const memory = "/dev/shm"
	if dir, err := os.MkdirTemp(memory, ""); err == nil && os.Getenv("TMPDIR") == "" {
		os.Remove(dir)
		os.Setenv("TMPDIR", memory)
	}
	os.Exit(m.Run())
}

// TestLaws: what holds for every request and profile.
func TestLaws(t *testing.T) {
	st, other := newStore(t, t.TempDir()), newStore(t, t.TempDir())
	forAll(t, func(t *rapid.T, profile string) {
		set := settings(profile).Draw(t, "settings")
		h := newHistory(t, st, set)
		body := threadtest.Requests().Draw(t, "body")
		out, rep := reduce(t, h, body)
		if (rep.Unchanged == "") == bytes.Equal(out, body) || strings.Contains(rep.Unchanged, "valid") {
			t.Fatalf("%+v:\n%s", rep, out)
		}
		reversible(t, h, st, body, out)
		valid(t, body, out, rep)
		outside(t, body, out)
		again, _ := reduce(t, newHistory(t, other, set), body)
		if !bytes.Equal(out, again) {
			t.Fatalf("another process sends other bytes:\n%s\n%s", out, again)
		}
		twice, rep := reduce(t, h, out)
		if !bytes.Equal(twice, out) {
			t.Fatalf("reduced again: %+v\n%s\nof\n%s\nof\n%s", rep, twice, out, body)
		}
	})
}

// reversible: what was reduced becomes what it was, byte for byte, and each marker
// in it leads to an entry.
func reversible(t *rapid.T, h *History, st *store.Store, body, out []byte) {
	back, err := h.Expand(background, out)
	if err != nil || !bytes.Equal(back, body) {
		t.Fatalf("%v: got\n%s\nwant\n%s\nreduced\n%s", err, back, body, out)
	}
	for _, m := range marker.Find(out) {
		x, err := st.Expand(m.Hash)
		if err != nil {
			t.Fatalf("%s: %v", m.Hash, err)
		}
		x.Close()
	}
}

// valid: a provider that takes the request takes what it is reduced to, which is
// never longer, and the system prompt stays.
func valid(t *rapid.T, body, out []byte, rep Report) {
	before, after := mustRead(t, body), mustRead(t, out)
	if fresh := thread.Fresh(thread.Check(before), thread.Check(after)); len(fresh) > 0 {
		t.Fatalf("%v:\n%s\nof\n%s", fresh, out, body)
	}
	if len(out) > len(body) || rep.TokensOut > rep.TokensIn || rep.BytesIn != len(body) || rep.BytesOut != len(out) {
		t.Fatalf("%d bytes of %d: %+v", len(out), len(body), rep)
	}
	if got, want := system(after), system(before); !slices.Equal(got, want) {
		t.Fatalf("the system prompt is %q, want %q", got, want)
	}
}

func system(t *thread.Thread) []string {
	var out []string
	for _, v := range t.System {
		out = append(out, string(v.Raw()))
	}
	return out
}

// outside: what stands round the messages, and messages that are not changed, are
// sent as they came.
func outside(t *rapid.T, body, out []byte) {
	before, after := mustRead(t, body), mustRead(t, out)
	start, end := before.List.Span()
	from, to := after.List.Span()
	if !bytes.Equal(body[:start], out[:from]) || !bytes.Equal(body[end:], out[to:]) {
		t.Fatalf("what stands round the messages changes:\n%s\n%s", out, body)
	}
	known := map[string]bool{}
	for _, m := range before.Messages {
		known[string(m.Value.Raw())] = true
	}
	for _, m := range after.Messages {
		if raw := m.Value.Raw(); !known[string(raw)] && len(marker.Find(raw)) == 0 && !isBridge(m) {
			t.Fatalf("a message that is none of the request's:\n%s\nof\n%s", raw, body)
		}
	}
}

// TestPrefixStays: turn after turn, what was sent is sent again, unless a stage
// fires. TestFires has the same of a long conversation in which all of them do.
func TestPrefixStays(t *testing.T) {
	st := newStore(t, t.TempDir())
	forAll(t, func(t *rapid.T, profile string) {
		set := settings(profile).Draw(t, "settings")
		set.Force = false // it tells of one request, and later ones don't know
		style := threadtest.Styles().Draw(t, "style")
		style.Moving = false // else the agent changes what it sent
		prefixStays(t, newHistory(t, st, set), style, threadtest.Conversations().Draw(t, "conversation"))
	})
}

// prefixStays sends a conversation turn after turn, and returns the reports that
// tell of a stage that fired, or warn.
func prefixStays(t fatal, h *History, style threadtest.Style, c threadtest.Conversation) (told []Report) {
	t.Helper()
	var before []byte
	for i, c := range c.Growing() {
		out, rep := reduce(t, h, style.Encode(c))
		if len(rep.Fired)+len(rep.Warnings) > 0 {
			told = append(told, rep)
		}
		if i > 0 && len(rep.Fired) == 0 && !bytes.HasPrefix(out, before) {
			t.Fatalf("turn %d changes what was sent, and nothing fires:\n%s\n%s", i, out, before)
		}
		before = messagesOf(t, out)
	}
	return told
}

// messagesOf returns the front of a body up to the end of its last message.
func messagesOf(t fatal, body []byte) []byte {
	t.Helper()
	m := mustRead(t, body).Messages
	_, end := m[len(m)-1].Value.Span()
	return body[:end]
}
