package histories

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"elide.example/elide/internal/history"
	"elide.example/elide/internal/longtest"
	"elide.example/elide/internal/store"
)

// stores gives each conversation a store of its own.
func stores(t *testing.T) func() (*store.Store, error) {
	dir, n := t.TempDir(), 0
	return func() (*store.Store, error) {
		n++
		return store.Open(filepath.Join(dir, fmt.Sprint(n)), store.Options{})
	}
}

// some are recordings of each provider that are not long.
var some = []string{"go-panics-opencode", "rust-meter-claude", "sqlite-report-sdk", "logs-trail-gemini", "py-names-codex", "slug-question-bare"}

// TestProfilesOnRecordings: what elide sends is valid, comes back byte for byte,
// loses no fact, and says when it breaks the cache.
func TestProfilesOnRecordings(t *testing.T) {
	longtest.Only(t)
	list := loaded(t, some...)
	if len(list) != len(some) {
		t.Fatalf("%d of %d recordings", len(list), len(some))
	}
	open := stores(t)
	ways := []Way{None()}
	for _, name := range history.Profiles() {
		ways = append(ways, Profile(history.Settings{Profile: name, ContextBudget: 6000}, open))
	}
	ways = append(ways, Frozen(history.Settings{}, open))
	rep, err := Run{Ways: ways, Count: roughly}.Measure(context.Background(), recorded, list)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rep.Rows {
		if r.Facts.Uses() == 0 || r.Facts.Lost > 0 {
			t.Errorf("%s, %s: facts %+v", r.ID, r.Way, r.Facts)
		}
		if r.Invalid > 0 || r.Restores && r.Exact != r.Requests {
			t.Errorf("%s, %s: %d invalid, %d of %d exact: %s", r.ID, r.Way, r.Invalid, r.Exact, r.Requests, r.Problem)
		}
		if r.Unsaid > 0 {
			t.Errorf("%s, %s: %d of %d breaks of the cache were not said", r.ID, r.Way, r.Unsaid, r.Broken)
		}
	}
	none, live, frozen := rep.Totals[0], rep.Totals[2], rep.Totals[6]
	if live.Way != history.LiveZone || live.Broken == 0 || live.Sent() >= none.Sent() {
		t.Errorf("live-zone: %+v", live)
	}
	if frozen.Broken > 0 || frozen.Fired > 0 {
		t.Errorf("what was sent before did not stay: %+v", frozen)
	}
	if five := rep.Totals[4]; five.Way != history.FiveStage || five.Fired == 0 || five.Sent() >= rep.Totals[0].Sent() {
		t.Errorf("five-stage: %+v", five)
	}
}

func TestWhatOthersDo(t *testing.T) {
	list := loaded(t, some...)
	ways := []Way{None(), LastN(8), Clear(3000)}
	rep, err := Run{Ways: ways, Count: roughly}.Measure(context.Background(), recorded, list)
	if err != nil {
		t.Fatal(err)
	}
	none, last, clear := rep.Totals[0], rep.Totals[1], rep.Totals[2]
	if none.Broken+none.Fired+none.Facts.Lost+none.Facts.Behind != 0 || none.Fetched != none.Cost {
		t.Errorf("none: %+v", none)
	}
	for _, r := range []Row{last, clear} {
		if r.Sent() >= none.Sent() || r.Invalid > 0 || r.Facts.Lost == 0 || r.Fired == 0 || r.Fetched <= r.Cost || r.Restores {
			t.Errorf("%+v", r)
		}
		if r.Facts.Uses() != none.Facts.Uses() || r.Unsaid > 0 {
			t.Errorf("%+v", r)
		}
	}
	if last.Broken <= clear.Broken {
		t.Errorf("last-8 breaks the cache %d times, clearing %d times", last.Broken, clear.Broken)
	}
}

// tiny is a conversation of chat completions whose facts are known.
func tiny(t *testing.T) *Recording {
	dir := t.TempDir()
	put(t, filepath.Join(dir, "tiny", "body.json"), `{"model":"m","messages":[
{"role":"user","content":"Which port?"},
{"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"sh","arguments":"{}"}}]},
{"role":"tool","tool_call_id":"a","content":"`+strings.Repeat("noise ", 400)+`port 7412"},
{"role":"assistant","content":"It is 7412."},
{"role":"user","content":"Once more?"},
{"role":"assistant","content":"7412, as I said."}
]}
`)
	put(t, filepath.Join(dir, "tiny", "history.json"), `{"id":"tiny","messages":6,"facts":[{"text":"7412","from":2,"used":[3,5]}]}`)
	list, err := Load(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	return list[0]
}

// hiding is a way that hides every text with a port behind markers, so many deep.
func hiding(deep int) Way {
	mark := func(n int) string { return fmt.Sprintf("⟦elided:%012x⟧", n) }
	return Way{Name: "hiding", Start: func() (Session, error) {
		return Session{
			Send: func(_ context.Context, body []byte, _ int) ([]byte, []string, error) {
				text := bytes.ReplaceAll(body, []byte("port 7412"), []byte(mark(1)))
				return bytes.ReplaceAll(text, []byte("7412"), []byte("....")), nil, nil
			},
			Original: func(hash string) ([]byte, error) {
				var n int
				if _, err := fmt.Sscanf(hash, "%x", &n); err != nil {
					return nil, err
				}
				if n < deep {
					return []byte(mark(n + 1)), nil
				}
				return []byte("port 7412"), nil
			},
		}, nil
	}}
}

// TestUnsaid: a way that changes what was sent, and doesn't say so, is found out.
func TestUnsaid(t *testing.T) {
	n := 0
	restless := Way{Name: "restless", Start: func() (Session, error) {
		return Session{Send: func(_ context.Context, body []byte, _ int) ([]byte, []string, error) {
			n++
			var fired []string
			if n%2 == 0 {
				fired = []string{"shuffle"}
			}
			text := strings.Repeat("word ", 1000) + fmt.Sprint(n)
			return []byte(`[{"role":"user","content":"` + text + `"},` + string(body[1:])), fired, nil
		}}, nil
	}}
	rep, err := Run{Ways: []Way{restless}, Count: roughly}.Measure(context.Background(), "", loaded(t, "slug-question-bare"))
	if err != nil {
		t.Fatal(err)
	}
	r := rep.Rows[0]
	if want := r.Requests - 1; r.Broken != want || r.Fired != r.Requests/2 || r.Unsaid != r.Requests-1-r.Fired {
		t.Errorf("%+v", r)
	}
}

// TestOldUsesAreCountedApart: what the user asks again after a while is old.
func TestOldUsesAreCountedApart(t *testing.T) {
	r := tiny(t)
	for range farBack {
		r.list = append(r.list, `{"role":"user","content":"hm"}`)
	}
	r.list = append(r.list, `{"role":"assistant","content":"7412."}`)
	r.answered(len(r.list) - 1)
	r.Facts[0].Used = append(r.Facts[0].Used, len(r.list)-1)
	uses := r.uses()
	for n, old := range []bool{false, false, false, true} {
		if n > 0 && (len(uses[n]) != 1 || uses[n][0].old != old || uses[n][0].from != 2) {
			t.Errorf("answer %d uses %+v", n, uses[n])
		}
	}
}

func TestWhereFactsAreFound(t *testing.T) {
	gone := Way{Name: "gone", Start: func() (Session, error) {
		return Session{Send: func(_ context.Context, body []byte, _ int) ([]byte, []string, error) {
			return bytes.ReplaceAll(body, []byte("7412"), nil), nil, nil
		}}, nil
	}}
	for _, c := range []struct {
		way  Way
		want Facts
	}{
		{None(), Facts{Visible: 2}},
		{hiding(1), Facts{Behind: 2}},
		{hiding(3), Facts{Deeper: 2}},
		{hiding(depths + 1), Facts{Lost: 2}},
		{gone, Facts{Lost: 2}},
	} {
		rep, err := Run{Ways: []Way{c.way}, Count: roughly}.Measure(context.Background(), "", []*Recording{tiny(t)})
		if err != nil {
			t.Fatal(err)
		}
		r := rep.Rows[0]
		if r.Facts != c.want {
			t.Errorf("%s: %+v, want %+v", r.Way, r.Facts, c.want)
		}
		if fetches := r.Fetched > r.Cost && r.Whole > r.Cost; fetches == (c.want.Visible > 0) {
			t.Errorf("%s: %+v", r.Way, r)
		}
	}
}

// TestFetch: what was fetched is known for some answers, and then no more.
func TestFetch(t *testing.T) {
	k := newKnowledge(Session{}, roughly)
	var asked []int
	for n := range 2*stays + 2 {
		if k.fetch("it", n) {
			asked = append(asked, n)
		}
	}
	if want := []int{0, stays + 1}; fmt.Sprint(asked) != fmt.Sprint(want) {
		t.Errorf("fetched for %v, want %v", asked, want)
	}
}

func TestReport(t *testing.T) {
	rep := &Report{Schema: schema, Recordings: 1}
	add := func(r Row) {
		rep.Rows = append(rep.Rows, r)
		rep.Totals = append(rep.Totals, Sum([]Row{r}))
	}
	add(Row{ID: "one", Way: "none", Requests: 4, Usage: Usage{Fresh: 100}, Cost: 100, Fetched: 100, Whole: 100, Facts: Facts{Visible: 10}})
	add(Row{ID: "one", Way: "dear", Requests: 4, Usage: Usage{Fresh: 80}, Cost: 150, Fetched: 170, Whole: 180, Facts: Facts{Visible: 5, Lost: 5}, Invalid: 1, Problem: "roles"})
	add(Row{ID: "one", Way: "ours", Requests: 4, Usage: Usage{Fresh: 50}, Cost: 60, Fetched: 110, Whole: 120, Facts: Facts{Visible: 6, Behind: 3, Deeper: 1}, Restores: true, Exact: 3, Problem: "differs"})
	var b strings.Builder
	if err := rep.WriteTable(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"dear            1 of 1 conversations, 1 if", "ours            0 of 1 conversations, 1 if", "one, dear: 1 requests invalid", "75.0%",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q is not in\n%s", want, b.String())
		}
	}
	misses := Bars{MinNear: 95, RequireExact: true, Valid: true}.Misses(rep)
	if len(misses) != 2 || !strings.Contains(misses[0], "ours: 90.00 %") || !strings.Contains(misses[1], "3 of 4") {
		t.Errorf("misses %q", misses)
	}
	b.Reset()
	if err := rep.WriteJSON(&b); err != nil || !json.Valid([]byte(b.String())) {
		t.Errorf("%v: %s", err, b.String())
	}
}

// TestAnErrorIsToldWithItsPlace: a way that fails, and a closed report.
func TestAnErrorIsToldWithItsPlace(t *testing.T) {
	bad := Way{Name: "bad", Start: func() (Session, error) {
		return Session{Send: func(context.Context, []byte, int) ([]byte, []string, error) { return nil, nil, fmt.Errorf("no") }}, nil
	}}
	_, err := Run{Ways: []Way{bad}, Count: roughly}.Measure(context.Background(), "", []*Recording{tiny(t)})
	if err == nil || err.Error() != "tiny: bad: request 1: no" {
		t.Error(err)
	}
}
