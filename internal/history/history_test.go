package history

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"elide.example/elide/internal/marker"
	"elide.example/elide/internal/shape"
	"elide.example/elide/internal/store"
	"elide.example/elide/internal/thread/threadtest"
	"elide.example/elide/internal/wire"
)

var background = context.Background()

// step is a call of a shell with what it gave.
func step(command string, output ...string) threadtest.Step {
	return threadtest.Step{Calls: []threadtest.Call{{Name: "Bash", Input: map[string]string{"command": command}, Output: output}}}
}

// log is an output of n lines.
func log(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "2026-11-21T10:%02d:%02dZ INFO worker %d: request %d took %d ms\n", i/60, i%60, i%7, 1000*i, i%900)
	}
	return b.String()
}

// talk is a conversation of n turns, each with so many steps, the last open.
func talk(turns, steps int) threadtest.Conversation {
	c := threadtest.Conversation{System: "You are careful."}
	for i := range turns {
		turn := threadtest.Turn{Ask: fmt.Sprintf("Request %d: find out why worker %d is slow.", i, i), Answer: fmt.Sprintf("Worker %d waits for the lock on port %d.", i, 8000+i)}
		for j := range steps {
			turn.Steps = append(turn.Steps, step(fmt.Sprintf("cat logs/%d-%d.log", i, j), log(40+i+j)))
		}
		c.Turns = append(c.Turns, turn)
	}
	c.Turns[turns-1].Answer = ""
	return c
}

func encode(c threadtest.Conversation, api wire.API) []byte {
	return threadtest.Style{API: api}.Encode(c)
}

func fired(rep Report) string { return strings.Join(rep.Fired, " ") }

// texts returns what the messages say, results included.
func texts(t *testing.T, body []byte) []string {
	t.Helper()
	var out []string
	for _, m := range mustRead(t, body).Messages {
		text := ""
		for _, p := range m.Parts {
			for _, v := range p.Texts {
				text += v.Str()
			}
		}
		out = append(out, text)
	}
	return out
}

// TestBadInput: what can't be read goes out as it came, and an error says what is
// wrong and where.
func TestBadInput(t *testing.T) {
	h := newHistory(t, newStore(t, t.TempDir()), Settings{Profile: Summary, MaxBodyBytes: 1 << 16})
	call := `{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"Read","input":{}}]}`
	for name, c := range map[string]struct{ body, want string }{
		"nothing":             {"", "not JSON"},
		"no JSON":             {"{", "not JSON"},
		"a number":            {"12", "neither a request nor a list"},
		"an unknown shape":    {`{"a":1}`, "none of messages"},
		"a lone message":      {`{"role":"user","content":"hi"}`, "a lone message"},
		"no messages":         {`{"messages":[]}`, "no messages"},
		"an empty list":       {`[]`, "no messages"},
		"no result":           {`[{"role":"user","content":"hi"},` + call + `]`, "has no result"},
		"a result by itself":  {`[{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":"x"}]}]`, "has no call"},
		"a message of no one": {`[{"role":"root","content":"hi"}]`, "not known"},
		"too long":            {`["` + strings.Repeat("x", 1<<16) + `"]`, "too large"},
	} {
		out, rep, err := h.Reduce(background, []byte(c.body))
		if err == nil || !strings.Contains(err.Error(), c.want) || string(out) != c.body || rep.Unchanged == "" {
			t.Errorf("%s: error %v, want %q; %+v", name, err, c.want, rep)
		}
	}
}

// TestPasses: requests that are not to be reduced go out byte for byte.
func TestPasses(t *testing.T) {
	st := newStore(t, t.TempDir())
	body := encode(talk(4, 3), wire.Chat)
	models := []Model{{"gpt-*-mini", Local}, {"llama*", Summary}}
	asked := bytes.Replace(body, []byte(`"messages"`), []byte(`"metadata":{"skip_compress":"true"},"messages"`), 1)
	attested := bytes.Replace(encode(talk(4, 3), wire.Messages), []byte(`You are careful.`), []byte(`x-anthropic-billing-header: cch=0a1b2;`), 1)
	for name, c := range map[string]struct {
		body []byte
		set  Settings
		want string
	}{
		"no profile":      {body, Settings{}, "no profile is set"},
		"another model":   {body, Settings{Profile: Local, Models: models}, "the model has no profile"},
		"to be skipped":   {body, Settings{Profile: Local, SkipCompress: true}, "to be skipped"},
		"asked to skip":   {asked, Settings{Profile: Local}, "to be skipped"},
		"attested":        {attested, Settings{Profile: Local}, "attested"},
		"nothing to save": {encode(talk(1, 0), wire.Chat), Settings{Profile: Local}, "nothing to save"},
		"within budget":   {body, Settings{Profile: FiveStage}, "nothing to save"},
	} {
		out, rep := reduce(t, newHistory(t, st, c.set), c.body)
		if !bytes.Equal(out, c.body) || !strings.Contains(rep.Unchanged, c.want) || rep.Dropped+rep.Markers+len(rep.Fired) > 0 {
			t.Errorf("%s: %+v, want %q", name, rep, c.want)
		}
	}
}

// TestModels: the first pattern that a model's name has chooses its profile.
func TestModels(t *testing.T) {
	set := Settings{Models: []Model{{"class:claude", LiveZone}, {"GPT-5*", FiveStage}, {"class:local", Local}}}
	for model, want := range map[string]string{
		"claude-sonnet-5": LiveZone, "eu.anthropic.claude-opus-5-v1:0": LiveZone, "gpt-5.5": FiveStage, "gpt-4.1": "",
		"llama3.2:3b": Local, "qwen3-8b-q4_k_m.gguf": Local, "Mistral-Small-24B": Local, "gpt-oss:20b": Local, "gemini-3-pro": "", "": "",
	} {
		if got, _ := set.choose(model); got != want {
			t.Errorf("%q has %q, want %q", model, got, want)
		}
	}
}

func TestSettings(t *testing.T) {
	for name, set := range map[string]Settings{
		"no such profile": {Profile: "best"}, "nor for a model": {Models: []Model{{"*", "best"}}}, "a bad pattern": {Models: []Model{{"[", Local}}},
		"no such class": {Models: []Model{{"class:none", Local}}}, "texts too short": {TextBytes: 20}, "no budget": {ContextBudget: -1},
		"too much": {BudgetPercent: 120}, "on failure": {OnFailure: "cry"},
	} {
		if _, err := New(Config{Settings: set}); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// broken is a store that fails.
type broken struct {
	*store.Store
	after int // so many originals are stored
	index error
}

var errDisk = errors.New("disk full")

func (b *broken) Prepare(ctx context.Context, o store.Original, digest [32]byte) (*store.Pending, error) {
	if b.after--; b.after < 0 {
		return nil, errDisk
	}
	return b.Store.Prepare(ctx, o, digest)
}

func (b *broken) RememberRequest(digest [32]byte, hash string) error {
	if b.index != nil {
		return b.index
	}
	return b.Store.RememberRequest(digest, hash)
}

// TestStoreFails: nothing is sent that can't be given back.
func TestStoreFails(t *testing.T) {
	body := encode(talk(4, 3), wire.Messages)
	for _, profile := range Profiles() {
		for after := range 4 {
			st := &broken{Store: newStore(t, t.TempDir()), after: after}
			if after == 3 {
				st.after, st.index = 1000, errDisk
			}
			h := newHistory(t, st, Settings{Profile: profile, Force: true})
			out, rep, err := h.Reduce(background, body)
			if st.after >= 0 && st.index == nil {
				continue // it didn't come to that
			}
			if !bytes.Equal(out, body) || rep.Unchanged == "" || err != nil && !errors.Is(err, errDisk) {
				t.Errorf("%s, %d: %v, %+v", profile, after, err, rep)
			}
		}
	}
}

// TestExpandErrors: what was changed since, or is gone, is an error, and never a
// wrong request.
func TestExpandErrors(t *testing.T) {
	dir := t.TempDir()
	st := newStore(t, dir)
	h := newHistory(t, st, Settings{Profile: Local})
	body := encode(talk(5, 2), wire.Generate)
	out, _ := reduce(t, h, body)
	if _, err := h.Expand(background, append(bytes.Clone(out), ' ')); !errors.Is(err, ErrUnknown) {
		t.Errorf("a changed body: %v", err)
	}
	if back, err := h.Expand(background, []byte(`{"a":1}`)); err != nil || string(back) != `{"a":1}` {
		t.Errorf("a body without markers: %s, %v", back, err)
	}
	if err := os.Remove(filepath.Join(dir, marker.Find(out)[0].Hash+".json")); err != nil {
		t.Fatal(err)
	}
	if back, err := h.Expand(background, out); !errors.Is(err, store.ErrNotFound) || back != nil {
		t.Errorf("an entry is gone: %v", err)
	}
}

// TestPlantedRecipes: whatever a recipe says, it gives the original or nothing.
func TestPlantedRecipes(t *testing.T) {
	st := newStore(t, t.TempDir())
	h := newHistory(t, st, Settings{Profile: Local, MaxBodyBytes: 1 << 20})
	out := []byte(`{"a":"⟦elided:0123456789ab⟧"}`)
	digest := markOfAll(out)
	for _, text := range []string{
		"", "null", "{}", `{"version":1,"reduced":"` + digest + `","original":"","bytes":5}`,
		`{"version":1,"reduced":"` + digest + `","original":"` + digest + `","bytes":100,"edits":[{"start":-1,"end":2,"parts":[]}]}`,
		`{"version":1,"reduced":"` + digest + `","original":"` + digest + `","bytes":100,"edits":[{"start":2,"end":900,"parts":[]}]}`,
		`{"version":1,"reduced":"` + digest + `","original":"` + digest + `","bytes":100,"edits":[{"start":0,"end":1,"parts":[{"entry":"../../x"}]}]}`,
		`{"version":1,"reduced":"` + digest + `","original":"` + digest + `","bytes":2,"edits":[{"start":0,"end":1,"parts":[{"raw":"xxxxxxxx"}]}]}`,
	} {
		plant(t, h, out, text)
		if back, err := h.Expand(background, out); err == nil || back != nil {
			t.Errorf("%s gives %s", text, back)
		}
	}
}

// TestAtOnce: one History serves many requests at once.
func TestAtOnce(t *testing.T) {
	h := newHistory(t, newStore(t, t.TempDir()), Settings{Profile: ToolResults})
	body := encode(talk(3, 3), wire.Messages)
	want, _ := reduce(t, h, body)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if out, _, err := h.Reduce(background, body); err != nil || !bytes.Equal(out, want) {
				t.Error(err, "other bytes")
			}
		})
	}
	wg.Wait()
}

func markOfAll(text []byte) string { return newOriginal(text, shape.Plain).prefix() }

// plant stores a text as the recipe of a body.
func plant(t *testing.T, h *History, out []byte, text string) {
	t.Helper()
	o := newOriginal([]byte(text), shape.Plain)
	if err := h.put(background, o); err != nil {
		t.Fatal(err)
	}
	if err := h.cfg.Store.RememberRequest(newOriginal(out, shape.Plain).digest, marker.Hash(o.digest)); err != nil {
		t.Fatal(err)
	}
}

func BenchmarkReduce(b *testing.B) {
	body := encode(talk(8, 12), wire.Messages)
	for _, profile := range Profiles() {
		h := newHistory(b, newStore(b, b.TempDir()), Settings{Profile: profile, ContextBudget: 50_000})
		b.Run(profile, func(b *testing.B) {
			b.SetBytes(int64(len(body)))
			for b.Loop() {
				reduce(b, h, body)
			}
		})
	}
}
