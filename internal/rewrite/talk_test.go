package rewrite

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"elide.example/elide/internal/focus"
	"elide.example/elide/internal/jsonspan"
	"elide.example/elide/internal/marker"
	"elide.example/elide/internal/store"
	"elide.example/elide/internal/wire"
)

// step is a call of a tool and what it gave.
type step struct {
	name   string
	input  map[string]any
	output string
	failed bool
}

func bash(command, output string) step {
	return step{name: "Bash", input: map[string]any{"command": command}, output: output}
}

func read(path, output string) step {
	return step{name: "Read", input: map[string]any{"file_path": path}, output: output}
}

// talk is a conversation as an agent sends it.
type talk struct {
	id    string
	steps []step
}

// body returns the request with the first n steps, for the Messages API. The
// layout has what a decode and encode would change.
func (k *talk) body(n int) []byte { return request(k.written(n)) }

// request returns the one whose messages end with those of the steps as written has them.
func request(steps [][]byte) []byte {
	const begins = `{ "stream":true,"max_tokens":1.0e3, "model":"claude-sonnet-5","system":[{"type":"text","text":"You are \u00e4n agent \/ helper."}],"messages":[{"role":"user","content":"fix the tests"}`
	return slices.Concat([]byte(begins), bytes.Join(steps, nil), []byte("]}"))
}

// written returns of each of the first n steps the messages that a request has of it.
func (k *talk) written(n int) [][]byte {
	var all [][]byte
	for i, s := range k.steps[:n] {
		var b bytes.Buffer
		fmt.Fprintf(&b, `,{"role":"assistant","content":[{"type":"text","text":"I look."},{"type":"tool_use","id":"%s_%d","name":%s,"input":%s}]}`, k.id, i, quoted(s.name), quoted(s.input))
		if s.failed {
			fmt.Fprintf(&b, `,{"role":"user","content":[{"type":"tool_result","content":%s,"is_error":true,"tool_use_id":"%s_%d"}]}`, quoted(s.output), k.id, i)
		} else {
			fmt.Fprintf(&b, `,{"role":"user","content":[{ "tool_use_id":"%s_%d", "type":"tool_result","content":%s}]}`, k.id, i, quoted(s.output))
		}
		all = append(all, b.Bytes())
	}
	return all
}

func quoted(v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return text
}

// prefix is what of a request's body stands in the next one too.
func prefix(body []byte) []byte { return bytes.TrimSuffix(body, []byte("]}")) }

// corpus returns the recorded outputs that a host would send whole, by name.
func corpus(t testing.TB) map[string]string {
	t.Helper()
	names, _ := filepath.Glob("../../testdata/corpus/*/input")
	all := map[string]string{}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if len(data) <= 30_000 {
			all[filepath.Base(filepath.Dir(name))] = strings.ToValidUTF8(string(data), "\uFFFD")
		}
	}
	if len(all) < 20 {
		t.Fatalf("%d outputs in testdata/corpus", len(all))
	}
	return all
}

func openStore(t testing.TB, opt store.Options) *store.Store {
	t.Helper()
	st, err := store.Open(filepath.Join(t.TempDir(), "store"), opt)
	if err != nil {
		t.Fatal(err)
	}
	return st
}

func newRewriter(t testing.TB) (*Rewriter, *store.Store) {
	st := openStore(t, store.Options{})
	return New(Config{Store: st, References: true}), st
}

func messages(t testing.TB, w *Rewriter, body []byte) ([]byte, Report) {
	t.Helper()
	out, rep := w.Rewrite(t.Context(), wire.Messages, body)
	if rep.Doubt {
		t.Fatalf("in doubt: %s", rep.Unchanged)
	}
	return out, rep
}

// texts returns the texts of the results in a body, and the body without them.
func texts(t testing.TB, body []byte) (all []string, rest []byte) {
	t.Helper()
	doc, err := jsonspan.Parse(body)
	if err != nil {
		t.Fatalf("%v in %.300s", err, body)
	}
	req, err := wire.Parse(wire.Messages, doc)
	if err != nil {
		t.Fatal(err)
	}
	at := 0
	for _, r := range req.Results {
		all = append(all, r.Text.Str())
		start, end := r.Text.Span()
		rest = append(rest, body[at:start]...)
		at = end
	}
	return all, append(rest, body[at:]...)
}

// expand returns what the store has under a hash.
func expand(t testing.TB, st *store.Store, hash string) string {
	t.Helper()
	x, err := st.Expand(hash)
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	data := make([]byte, x.Size())
	if n, err := x.ReadAt(data, 0); n < len(data) {
		t.Fatal(err)
	}
	return string(data)
}

// lastMarker returns the marker that a reduced text ends with.
func lastMarker(t testing.TB, text string) marker.Marker {
	t.Helper()
	if !marker.Ends([]byte(text)) {
		t.Fatalf("no marker at the end of %q", text)
	}
	found := marker.Find([]byte(text))
	return found[len(found)-1].Marker
}

// checkLaws holds a rewritten body against the one that came.
func checkLaws(t testing.TB, st *store.Store, body, out []byte) (reduced int) {
	t.Helper()
	before, rest := texts(t, body)
	after, restAfter := texts(t, out)
	if !bytes.Equal(rest, restAfter) || len(before) != len(after) {
		t.Fatalf("bytes outside of the results differ:\n%.2000s\n%.2000s", rest, restAfter)
	}
	for i := range before {
		if before[i] == after[i] {
			continue
		}
		reduced++
		if len(after[i]) >= len(before[i]) {
			t.Errorf("result %d grew from %d to %d bytes", i, len(before[i]), len(after[i]))
		}
		if strings.HasSuffix(before[i], "\n") != strings.HasSuffix(after[i], "\n") {
			t.Errorf("result %d ends otherwise", i)
		}
		if !strings.Contains(after[i], marker.Open) { // nothing is hidden
			if !focus.ReadsBack([]byte(after[i]), []byte(before[i])) {
				t.Errorf("result %d doesn't read back:\n%.1000s", i, after[i])
			}
			continue
		}
		if got := expand(t, st, lastMarker(t, after[i]).Hash); got != before[i] {
			t.Errorf("result %d expands to %d bytes that are not its %d", i, len(got), len(before[i]))
		}
		if hash, ok := strings.CutPrefix(after[i], "⟦since "); ok {
			expand(t, st, hash[:marker.HashLen])
		}
	}
	return reduced
}

// clock is a time that a test moves.
type clock struct{ at time.Time }

func (c *clock) now() time.Time { return c.at }
