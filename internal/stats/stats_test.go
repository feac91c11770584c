package stats

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"elide.example/elide/internal/audit"
	"elide.example/elide/internal/cli"
	"elide.example/elide/internal/laws"
)

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// event returns a record of so many minutes after noon.
func event(kind string, minutes float64, with audit.Record) *audit.Record {
	with.Version, with.Event, with.Time = audit.Version, kind, noon.Add(time.Duration(minutes*float64(time.Minute)))
	return &with
}

func reduced(minutes float64, with audit.Record) *audit.Record {
	with.TokensIn, with.TokensOut, with.BytesOut = 100, 10, 30
	if with.BytesIn == 0 {
		with.BytesIn = 300
	}
	return event(audit.Compressed, minutes, with)
}

func expanded(minutes float64, with audit.Record) *audit.Record {
	with.TokensOut, with.BytesOut = 40, 120
	return event(audit.Expanded, minutes, with)
}

func sumsOf(records ...*audit.Record) *Stats {
	s := New(Options{})
	for _, r := range records {
		s.Add(r)
	}
	return s
}

// group returns the sum of that name.
func (s *Stats) group(by By, name string) Sum {
	for _, g := range s.Groups(by) {
		if g.Name == name {
			return g.Sum
		}
	}
	return Sum{}
}

// TestExpansionsGoHome: an expansion counts where its reduction did, but on its
// own day, and where that is not known, under its own names.
func TestExpansionsGoHome(t *testing.T) {
	s := sumsOf(
		reduced(0, audit.Record{Hash: "a", Tool: "Read", Shape: "log", Host: "claude", FrontEnd: audit.Hook}),
		expanded(24*60, audit.Record{Hash: "a", Tool: "elision-get", FrontEnd: audit.Get}),
		expanded(24*60, audit.Record{Hash: "b", Tool: "ls", FrontEnd: audit.Get}),
	)
	for _, c := range []struct {
		by         By
		name       string
		net        int64
		expansions int
	}{
		{ByTool, "Read", 50, 1}, {ByShape, "log", 50, 1}, {ByHost, "claude", 50, 1}, {ByFrontEnd, audit.Hook, 50, 1},
		{ByTool, "ls", -40, 1}, {ByFrontEnd, audit.Get, -40, 1}, {ByTool, "elision-get", 0, 0},
		{ByDay, "2026-03-01", 90, 0}, {ByDay, "2026-03-02", -80, 2},
	} {
		if got := s.group(c.by, c.name); got.Net() != c.net || got.Expansions != c.expansions {
			t.Errorf("by %s, %s: net %d with %d expansions, want %d with %d", c.by, c.name, got.Net(), got.Expansions, c.net, c.expansions)
		}
	}
	if got := s.Total(); got.Net() != 10 || got.Regrets() != 0 {
		t.Errorf("in all %+v", got)
	}
}

func TestRegret(t *testing.T) {
	in := func(session, tool, hash string) audit.Record {
		return audit.Record{Correlation: session, Tool: tool, Hash: hash, FrontEnd: audit.Hook, Host: "claude", Shape: "log"}
	}
	sized := func(bytes int64, with audit.Record) audit.Record {
		with.BytesIn = bytes
		return with
	}
	for name, c := range map[string]struct {
		records     []*audit.Record
		soon, again int
	}{
		"expanded soon":           {[]*audit.Record{reduced(0, in("s", "a", "1")), expanded(10, audit.Record{Hash: "1"})}, 1, 0},
		"expanded twice":          {[]*audit.Record{reduced(0, in("s", "a", "1")), expanded(1, audit.Record{Hash: "1"}), expanded(2, audit.Record{Hash: "1"})}, 1, 0},
		"expanded late":           {[]*audit.Record{reduced(0, in("s", "a", "1")), expanded(10.1, audit.Record{Hash: "1"})}, 0, 0},
		"another expanded":        {[]*audit.Record{reduced(0, in("s", "a", "1")), expanded(1, audit.Record{Hash: "2"})}, 0, 0},
		"run again":               {[]*audit.Record{reduced(0, in("s", "a", "1")), reduced(2, in("s", "a", "1"))}, 0, 1},
		"run again, about alike":  {[]*audit.Record{reduced(0, sized(5000, in("s", "a", "1"))), reduced(1, sized(5040, in("s", "a", "2")))}, 0, 1},
		"run again, other output": {[]*audit.Record{reduced(0, sized(5000, in("s", "a", "1"))), reduced(1, sized(5100, in("s", "a", "2")))}, 0, 0},
		"run again, later":        {[]*audit.Record{reduced(0, in("s", "a", "1")), reduced(2.1, in("s", "a", "1"))}, 0, 0},
		"another tool":            {[]*audit.Record{reduced(0, in("s", "a", "1")), reduced(1, in("s", "b", "1"))}, 0, 0},
		"another session":         {[]*audit.Record{reduced(0, in("s", "a", "1")), reduced(1, in("t", "a", "1"))}, 0, 0},
		"something between":       {[]*audit.Record{reduced(0, in("s", "a", "1")), reduced(0.5, in("s", "b", "2")), reduced(1, in("s", "a", "1"))}, 0, 0},
		"another session between": {[]*audit.Record{reduced(0, in("s", "a", "1")), reduced(0.5, in("t", "b", "2")), reduced(1, in("s", "a", "1"))}, 0, 1},
		"no session, no name":     {[]*audit.Record{reduced(0, in("", "", "1")), reduced(1, in("", "", "2"))}, 0, 0},
		"no session, same":        {[]*audit.Record{reduced(0, in("", "", "1")), reduced(1, in("", "", "1"))}, 0, 1},
		"both signs count once":   {[]*audit.Record{reduced(0, in("s", "a", "1")), expanded(1, audit.Record{Hash: "1"}), reduced(1.5, in("s", "a", "1"))}, 1, 0},
		"histories": {[]*audit.Record{
			reduced(0, audit.Record{FrontEnd: audit.Messages, Tool: "local", Shape: "history"}), reduced(1, audit.Record{FrontEnd: audit.Messages, Tool: "local", Shape: "history"}),
		}, 0, 0},
	} {
		s := sumsOf(c.records...)
		got := s.Total()
		if got.ExpandedSoon != c.soon || got.RunAgain != c.again {
			t.Errorf("%s: %d expanded soon, %d run again", name, got.ExpandedSoon, got.RunAgain)
		}
		var page bytes.Buffer
		s.WriteHTML(&page, nil) // memory takes all
		if want := cli.Plural(c.soon, "original") + " soon asked for, " + cli.Plural(c.again, "command") + " run again"; !strings.Contains(page.String(), want) {
			t.Errorf("%s: the page doesn't say %s", name, want)
		}
	}
}

// TestSeenByAProxy: an expansion that its program has noted and a proxy sees
// counts once, whichever of the two knows the hash.
func TestSeenByAProxy(t *testing.T) {
	get, seen := audit.Record{FrontEnd: audit.Get, Hash: "a"}, audit.Record{FrontEnd: audit.Proxy, Hash: "a"}
	for name, c := range map[string]struct {
		records []*audit.Record
		want    int
	}{
		"seen":         {[]*audit.Record{expanded(0, get), expanded(1, seen)}, 1},
		"seen alone":   {[]*audit.Record{expanded(1, seen)}, 1},
		"seen twice":   {[]*audit.Record{expanded(0, get), expanded(1, seen), expanded(1, seen)}, 2},
		"another":      {[]*audit.Record{expanded(0, get), expanded(1, audit.Record{FrontEnd: audit.Proxy, Hash: "b"})}, 2},
		"hash unknown": {[]*audit.Record{expanded(0, get), expanded(1, audit.Record{FrontEnd: audit.Proxy})}, 1},
		"long after":   {[]*audit.Record{expanded(0, get), expanded(11, seen)}, 2},
		"given twice":  {[]*audit.Record{expanded(0, get), expanded(0, get), expanded(1, seen)}, 2},
	} {
		if got := sumsOf(c.records...).Total().Expansions; got != c.want {
			t.Errorf("%s: %d expansions, want %d", name, got, c.want)
		}
	}
}

// anyRecords draws events in their order, a few names among them.
func anyRecords(t *rapid.T) []*audit.Record {
	n := rapid.IntRange(0, 60).Draw(t, "events")
	some := func(label string, names ...string) string { return rapid.SampledFrom(names).Draw(t, label) }
	minutes := 0.0
	var all []*audit.Record
	for range n {
		minutes += rapid.Float64Range(0, 700).Draw(t, "minutes")
		r := event(some("event", audit.Compressed, audit.Compressed, audit.Expanded), minutes, audit.Record{
			FrontEnd: some("front end", audit.Hook, audit.Proxy, audit.Get), Host: some("host", "", "claude"), Correlation: some("session", "", "a", "b"),
			Tool: some("tool", "", "ls", "<b>&\"'", "a\x1b[2Jb", strings.Repeat("x", 90)), Shape: some("shape", "log", "grep"), Hash: some("hash", "", "1", "2", "3"),
			BytesIn: rapid.Int64Range(0, 1<<30).Draw(t, "in"), BytesOut: rapid.Int64Range(0, 1<<30).Draw(t, "out"),
		})
		r.TokensIn, r.TokensOut = r.BytesIn/3, r.BytesOut/3
		all = append(all, r)
	}
	return all
}

// TestGroupsAddUp: whatever the events are grouped by, the groups come to the
// total, and the total to the events.
func TestGroupsAddUp(t *testing.T) {
	laws.Check(t, func(t *rapid.T) {
		records := anyRecords(t)
		s := sumsOf(records...)
		for _, by := range AllBy() {
			var sum Sum
			for _, g := range s.Groups(by) {
				sum.add(&g.Sum)
			}
			if sum != s.Total() {
				t.Fatalf("by %s there is %+v, in all %+v", by, sum, s.Total())
			}
		}
		var reductions, in int64
		for _, r := range records {
			if r.Event == audit.Compressed {
				reductions++
				in += r.TokensIn
			}
		}
		if got := s.Total(); int64(got.Reductions) != reductions || got.TokensIn != in || got.Regrets() > got.Reductions {
			t.Fatalf("%d reductions of %d tokens are counted as %+v", reductions, in, got)
		}
	})
}

// TestShownSafely: whatever names the events have, no control character and no
// tag gets to a reader, and no row is wider than 100 columns, or a terminal that is
// not very narrow.
func TestShownSafely(t *testing.T) {
	laws.Check(t, func(t *rapid.T) {
		s := sumsOf(anyRecords(t)...)
		columns := rapid.SampledFrom([]int{0, 62, 70, 76, 80, 94, 200}).Draw(t, "columns")
		var table, page, out bytes.Buffer
		if s.WriteTable(&table, TableOptions{Columns: columns}) != nil || s.WriteHTML(&page, nil) != nil || s.WriteJSON(&out, nil) != nil {
			t.Fatal("memory takes all")
		}
		_, rows, _ := strings.Cut(table.String(), "\n\nby ")
		rows, _, _ = strings.Cut(rows, "\nTokens are estimates.")
		for line := range strings.Lines(rows) {
			if got := len([]rune(line)) - 1; got > 100 || columns > 0 && got > columns {
				t.Fatalf("%d columns of %d: %q", got, columns, line)
			}
		}
		if text := table.String() + s.Line(); strings.ContainsFunc(text, func(r rune) bool { return r < ' ' && r != '\n' || r == 0x7f }) {
			t.Fatalf("a control character in %q", text)
		}
		if text := page.String(); strings.Contains(text, "<b>&") || strings.Contains(text, "\x1b") || strings.Contains(text, "<script") || strings.Contains(text, "NaN") {
			t.Fatalf("in the page: %s", text)
		}
		var back struct{ Total struct{ Reductions int } }
		if err := json.Unmarshal(out.Bytes(), &back); err != nil || back.Total.Reductions != s.Total().Reductions {
			t.Fatalf("%v: %s", err, out.Bytes())
		}
	})
}

// TestDays: a day is one of the zone, also where the clock is changed in it, and
// a plot has the days without events too.
func TestDays(t *testing.T) {
	rome, err := time.LoadLocation("Europe/Rome") // 2026-03-29 has 23 hours
	if err != nil {
		t.Skip(err)
	}
	s := New(Options{Zone: rome})
	for _, at := range []string{"2026-03-27T22:59:59Z", "2026-03-27T23:00:00Z", "2026-03-29T21:59:59Z", "2026-03-29T22:00:00Z"} {
		when, err := time.Parse(time.RFC3339, at)
		if err != nil {
			t.Fatal(err)
		}
		s.Add(reduced(when.Sub(noon).Minutes(), audit.Record{}))
	}
	var got []string
	for _, d := range s.daily() {
		got = append(got, fmt.Sprint(d.name, " ", d.saved))
	}
	if want := "2026-03-27 90, 2026-03-28 90, 2026-03-29 90, 2026-03-30 90"; strings.Join(got, ", ") != want {
		t.Errorf("%q, want %s", got, want)
	}
}

// TestLossesAreShown: with more rows than are shown, each loss is.
func TestLossesAreShown(t *testing.T) {
	var records []*audit.Record
	for i := range 30 {
		records = append(records, reduced(float64(10*i), audit.Record{Tool: fmt.Sprintf("tool%d", i), Hash: fmt.Sprint(i)}))
	}
	for range 5 {
		records = append(records, expanded(301, audit.Record{Hash: "17"}))
	}
	var b strings.Builder
	if err := sumsOf(records...).WriteTable(&b, TableOptions{Color: true}); err != nil {
		t.Fatal(err)
	}
	row := fmt.Sprintf("\x1b[31m%-26s %7d %7d %7d %7d %7d %6s  %s\x1b[0m\n", "tool17", 1, 100, 10, 200, -110, "", strings.Repeat("░", widestBar))
	if text := b.String(); !strings.Contains(text, row) || !strings.Contains(text, "\n19 more ") {
		t.Errorf("no row\n%q in\n%s", row, text)
	}
}

// TestLostDaysAreShown: with more days than are shown, each with a loss is.
func TestLostDaysAreShown(t *testing.T) {
	var records []*audit.Record
	for day := range 30 {
		minutes := float64(24 * 60 * day)
		records = append(records, reduced(minutes, audit.Record{Tool: "ls", Hash: "a"}))
		if day == 3 {
			for range 5 {
				records = append(records, expanded(minutes+1, audit.Record{Hash: "a"}))
			}
		}
	}
	var b strings.Builder
	if err := sumsOf(records...).WriteTable(&b, TableOptions{By: nil}); err != nil {
		t.Fatal(err)
	}
	if text := b.String(); !strings.Contains(text, "\n2026-03-04 ") || strings.Contains(text, "\n2026-03-05 ") || !strings.Contains(text, "\n19 earlier ") {
		t.Errorf("%s", text)
	}
}

func TestRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "audit.jsonl")
	if text, err := Summary(path); err != nil || text != "nothing was reduced yet" {
		t.Errorf("%q, %v", text, err)
	}
	log := audit.Open(path, 700)
	for i := range 3 {
		if err := log.Compressed(audit.Event{Tool: "go test", TokensIn: 40_000, TokensOut: 1000 * i}); err != nil {
			t.Fatal(err)
		}
	}
	if err := log.Expanded(audit.Event{Tool: "go test", TokensOut: 500}); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	f.WriteString("{\n")
	f.Close()
	text, err := Summary(path)
	today := time.Now().Format(time.DateOnly)
	want := today + ": 3 outputs reduced, 120k tokens shown as 3.0k, 500 given back in 1 expansion; 116k saved net, 97 % (estimated)\nsigns of regret: 2 of 3\nby tool: go test 116k"
	if err != nil || text != want && !strings.Contains(text, " to ") {
		t.Errorf("%v\n%s\nwant\n%s", err, text, want)
	}
	s := New(Options{})
	if err := s.Read(path); err != nil || s.unreadable != 1 {
		t.Errorf("%d lines are unreadable, %v", s.unreadable, err)
	}
}

func TestShort(t *testing.T) {
	for n, want := range map[int64]string{
		0: "0", 999: "999", 1000: "1.0k", -1500: "-1.5k", 99_949: "99.9k", 99_951: "100k", 999_499: "999k", 999_500: "1.0M", 1_234_567: "1.2M", 5e9: "5.0G", 1 << 62: "4611686T",
	} {
		if got := Short(n); got != want {
			t.Errorf("Short(%d) = %s, want %s", n, got, want)
		}
	}
}

func TestParseSince(t *testing.T) {
	for text, want := range map[string]string{
		"7d": "2026-02-22T12:00:00Z", "2w": "2026-02-15T12:00:00Z", "90m": "2026-03-01T10:30:00Z", "2026-01-31": "2026-01-31T00:00:00Z",
		"": "", "d": "", "-3d": "", "0h": "", "yesterday": "", "99999999d": "", "2026-13-01": "",
	} {
		got, ok := ParseSince(text, noon)
		if ok != (want != "") || ok && got.Format(time.RFC3339) != want {
			t.Errorf("ParseSince(%q) = %v, %v", text, got, ok)
		}
	}
}
