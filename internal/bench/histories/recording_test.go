package histories

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"elide.example/elide/internal/bench"
	"elide.example/elide/internal/thread"
	"elide.example/elide/internal/wire"
)

const recorded = "../../../testdata/histories"

func loaded(t *testing.T, ids ...string) []*Recording {
	t.Helper()
	list, err := Load(recorded, func(r *Recording) bool {
		for _, id := range ids {
			if r.ID == id {
				return true
			}
		}
		return len(ids) == 0
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// TestRecordings holds the recordings to what they are for.
func TestRecordings(t *testing.T) {
	list := loaded(t)
	if len(list) < 12 {
		t.Errorf("%d recordings", len(list))
	}
	apis, bytes := map[wire.API]bool{}, 0
	for _, r := range list {
		if r.Messages < 10 || r.Messages > 200 {
			t.Errorf("%s: %d messages", r.ID, r.Messages)
		}
		if len(r.Facts) == 0 {
			t.Errorf("%s: no facts", r.ID)
		}
		for n := range r.Requests() {
			body := r.Request(n)
			th, err := parse(body)
			if err != nil {
				t.Fatalf("%s: request %d: %v", r.ID, n, err)
			}
			for _, p := range thread.Check(th) {
				if !p.Tolerated {
					t.Errorf("%s: request %d: %s", r.ID, n, p.What)
				}
			}
			apis[th.API] = true
			if n == r.Requests()-1 {
				bytes += len(body)
			}
		}
	}
	for _, api := range []wire.API{wire.Messages, wire.Chat, wire.Responses, wire.Generate} {
		if !apis[api] {
			t.Errorf("no recording of the API %v", api)
		}
	}
	if bytes > 6<<20 {
		t.Errorf("%d bytes", bytes)
	}
}

// TestNobodySaidAFactBefore: a fact is something that only results showed, until
// the model used it.
func TestNobodySaidAFactBefore(t *testing.T) {
	for _, r := range loaded(t) {
		for _, f := range r.Facts {
			for i := range f.From {
				if r.turnOf(i) >= 0 && hasWord(r.list[i], f.Text) {
					t.Errorf("%s: message %d says %q before message %d shows it", r.ID, i, f.Text, f.From)
				}
			}
		}
	}
}

// hasWord tells whether a word stands in a message for itself.
func hasWord(message, word string) bool {
	inner := func(c byte) bool {
		return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' || strings.IndexByte("_./-\\", c) >= 0
	}
	for rest := message; ; {
		before, after, found := strings.Cut(rest, word)
		if !found {
			return false
		}
		if (before == "" || !inner(before[len(before)-1])) && (after == "" || !inner(after[0])) {
			return true
		}
		rest = after
	}
}

// TestRequestsAreFronts: each request is the front of the next, cache marks aside.
func TestRequestsAreFronts(t *testing.T) {
	for _, r := range loaded(t, "go-price-claude", "py-names-codex", "slug-question-bare") {
		rd := newReader(roughly)
		var last []piece
		for n := range r.Requests() {
			pieces, err := rd.read(r.Request(n))
			if err != nil {
				t.Fatal(err)
			}
			for i, p := range last {
				if i >= len(pieces) || pieces[i].key != p.key {
					t.Fatalf("%s: request %d: piece %d is another", r.ID, n, i)
				}
			}
			last = pieces
			if r.Breakpoint == "last" && (!pieces[len(pieces)-1].marked || countMarks(pieces) != 2) {
				t.Errorf("%s: request %d: breakpoints %d", r.ID, n, countMarks(pieces))
			}
		}
	}
}

// TestAMarkForTheWholeRequest is on its last block.
func TestAMarkForTheWholeRequest(t *testing.T) {
	r := loaded(t, "sqlite-report-sdk")[0]
	pieces, err := newReader(roughly).read(r.Request(3))
	if err != nil {
		t.Fatal(err)
	}
	if !pieces[len(pieces)-1].marked || countMarks(pieces) != 1 {
		t.Errorf("%d marks of %d pieces", countMarks(pieces), len(pieces))
	}
}

func countMarks(pieces []piece) (n int) {
	for _, p := range pieces {
		if p.marked {
			n++
		}
	}
	return n
}

func TestLoadRefuses(t *testing.T) {
	const body = "{\"messages\":[\n{\"role\":\"user\",\"content\":\"go\"},\n{\"role\":\"tool\",\"tool_call_id\":\"1\",\"content\":\"port 7412\"},\n{\"role\":\"assistant\",\"content\":\"7412\"}\n]}\n"
	for name, c := range map[string]struct{ body, history, want string }{
		"another id":        {body, `{"id":"x","messages":3}`, "not the folder's name"},
		"a wrong number":    {body, `{"id":"one","messages":4}`, "3 messages, not 4"},
		"a fact of nowhere": {body, `{"id":"one","messages":3,"facts":[{"text":"7413","from":1,"used":[2]}]}`, "does not show"},
		"an unused fact":    {body, `{"id":"one","messages":3,"facts":[{"text":"port","from":1,"used":[2]}]}`, "does not use"},
		"used by a tool":    {body, `{"id":"one","messages":3,"facts":[{"text":"7412","from":0,"used":[1]}]}`, "does not show"},
		"before its time":   {body, `{"id":"one","messages":3,"facts":[{"text":"7412","from":2,"used":[1]}]}`, "does not use"},
		"no such message":   {body, `{"id":"one","messages":3,"facts":[{"text":"7412","from":1,"used":[9]}]}`, "does not use"},
		"no JSON":           {"{", `{"id":"one"}`, "not JSON"},
		"all on a line":     {strings.ReplaceAll(body, "\n", ""), `{"id":"one","messages":3}`, "a message a line"},
		"an unknown role":   {"[\n{\"role\":\"\"}\n]\n", `{"id":"one","messages":1}`, "no known role"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			put(t, filepath.Join(dir, "one", "body.json"), c.body)
			put(t, filepath.Join(dir, "one", "history.json"), c.history)
			if _, err := Load(dir, nil); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want %q", err, c.want)
			}
		})
	}
	if _, err := Load(t.TempDir(), nil); !errors.Is(err, bench.ErrEmpty) {
		t.Errorf("an empty folder: %v", err)
	}
}

func put(t *testing.T, path, text string) {
	t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)); err != nil {
		t.Fatal(err)
	}
}

// TestRequestIsTheBody: with the answer that is missing, the last request is the
// recorded body.
func TestRequestIsTheBody(t *testing.T) {
	for _, r := range loaded(t, "js-plans-gemini", "c-make-codex") {
		file, err := os.ReadFile(filepath.Join(recorded, r.ID, "body.json"))
		if err != nil {
			t.Fatal(err)
		}
		var want, got bytes.Buffer
		if err := json.Compact(&want, file); err != nil {
			t.Fatal(err)
		}
		last := r.said[len(r.said)-1]
		whole := *r
		whole.said = append(whole.said, turn{last.end, last.end})
		if err := json.Compact(&got, whole.Request(len(whole.said)-1)); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got.Bytes(), want.Bytes()) {
			t.Errorf("%s: %s", r.ID, bench.Difference(want.Bytes(), got.Bytes()))
		}
	}
}

// roughly counts tokens without a vocabulary.
func roughly(text []byte) (int, error) { return (len(text) + 3) / 4, nil }
