package dashboard

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"elide.example/elide/internal/laws"
	"elide.example/elide/internal/ledger"
	"elide.example/elide/internal/meter"
	"elide.example/elide/internal/rewrite"
)

var noon = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)

// proxied is a proxy's meter and its board, at a time of the test's own.
func proxied() (*meter.Meter, *Board) {
	var m *meter.Meter
	b := New(ledger.BuiltinPrices(), func() meter.Snapshot { return m.Snapshot() })
	b.began, b.now = noon, func() time.Time { return noon.Add(3 * time.Hour) }
	m = meter.New(meter.Options{Each: b.Add})
	return m, b
}

// exchange is one of a conversation, so many minutes after noon.
func exchange(conversation int, group string, minute int) meter.Exchange {
	return meter.Exchange{
		Time: noon.Add(time.Duration(minute) * time.Minute), Provider: "anthropic", Model: "claude-sonnet-4-5", Path: "/v1/messages", Status: 200,
		Conversation: fmt.Sprintf("%012x", conversation), Group: group,
		Report: rewrite.Report{Results: 5, Reduced: 3, TokensIn: 30_000, TokensOut: 6_000},
		Usage:  meter.Usage{Known: true, Input: 2_000, CacheRead: 40_000, Output: 500},
	}
}

// busy is a board of a proxy with all that it can have: hostile names, groups, much that
// passed, a loss, and so many conversations, of which 300 are enough to compare.
func busy(name string, conversations int) *Board {
	m, b := proxied()
	rnd := rand.New(rand.NewPCG(1, 2))
	for i := range conversations {
		group := ledger.GroupElide
		if i%5 == 0 {
			group = ledger.GroupHoldout
		}
		for j := range 1 + rnd.IntN(4) {
			e := exchange(i*0x1234567, group, i/2+j)
			e.Report.TokensIn += 100 * rnd.IntN(100)
			if group == ledger.GroupHoldout {
				e.Report = e.Report.LookedAt("held out")
			}
			if i%40 == 7 {
				e.Report.ExpansionTokens = 30_000
			}
			m.Add(e)
		}
	}
	for i, group := range []string{ledger.GroupOff, ledger.GroupObserve, ledger.GroupElide} {
		e := exchange(0x999999+i, group, 179)
		e.Model = name
		switch group {
		case ledger.GroupObserve:
			e.Report = e.Report.LookedAt(name)
		case ledger.GroupOff:
			e.Report = rewrite.Report{Unchanged: name} // nobody looked
		}
		m.Add(e)
	}
	return b
}

func pageOf(t interface{ Fatal(...any) }, b *Board) string {
	var out bytes.Buffer
	if err := b.WritePage(&out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

var (
	tag    = regexp.MustCompile(`<[^>]*>`)
	quoted = regexp.MustCompile(`"[^"]*"`)
)

// TestNothingGetsIn: whatever a model is called, and whatever a reason to pass says, the
// page has the tags that it has for any other name.
func TestNothingGetsIn(t *testing.T) {
	tags := func(name string) string {
		return quoted.ReplaceAllString(strings.Join(tag.FindAllString(pageOf(t, busy(name, 20)), -1), "\n"), `""`)
	}
	want := tags("x")
	laws.Check(t, func(t *rapid.T) {
		name := strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{"<script>", "</td>", "</style>", "<img src=x onerror=y>", `" onload="y`, "&lt;", "'", "%s", "\x1b[2J", "\u202e", "x"}), 1, 4).Draw(t, "name"), "")
		if got := tags(name); got != want {
			t.Fatalf("of %q the page has other tags", name)
		}
	})
	page := pageOf(t, busy("x", 300))
	for _, outside := range []string{"http:", "https:", "//", "url(", "<script", "<img", "<link", "@import", "<a "} {
		if strings.Contains(page, outside) {
			t.Errorf("the page has %s", outside)
		}
	}
	if !strings.Contains(page, `<meta http-equiv="refresh" content="10">`) || !strings.Contains(page, "default-src &#39;none&#39;") {
		t.Error("the page is not live, or has no policy")
	}
}

// TestNetIsOfWhatWasReduced: what would have been saved is in no figure of what was.
func TestNetIsOfWhatWasReduced(t *testing.T) {
	m, b := proxied()
	m.Add(exchange(1, ledger.GroupElide, 0))
	alone := pageOf(t, b)
	first := regexp.MustCompile(`<div class="tile">saved<b>(.*?)</b><span class="soft">(.*?)</span>`).FindStringSubmatch(alone)
	if first == nil || !strings.HasPrefix(first[1], "$0.0") || first[2] != "24.0k tokens, 80 % of what tools printed" {
		t.Fatalf("%q", first)
	}
	e := exchange(2, ledger.GroupObserve, 0)
	e.Report = e.Report.LookedAt("only looked at")
	m.Add(e)
	m.Used(e.Conversation, 9, 2)
	page := pageOf(t, b)
	if !strings.Contains(page, "Of 9 facts that conversations used later, after the one output that had them, 2 would have been hidden") || !strings.Contains(page, first[0]) || !strings.Contains(page, "<h2>What elide would have saved</h2>") || !strings.Contains(page, "of 30.0k tokens of tool results 6.0k would have been sent, 80 % less") {
		t.Errorf("%s", page)
	}
	if strings.Contains(alone, "would have saved") || strings.Contains(alone, "With elide, and without") {
		t.Errorf("%s", alone)
	}
}

// TestSays: each conversation, what passed and why, and what the groups say.
func TestSays(t *testing.T) {
	page := pageOf(t, busy("unheard-of", 300))
	for _, want := range []string{
		`<td data-is="conversation">000000999999 unheard-of</td>`, `<td data-is="printed → sent">–</td>`, `<td data-is="why">held out</td>`, `<td data-is="why">unheard-of</td><td data-is="requests">2</td>`,
		">with elide<", ">left alone<", ">only looked at<", ">switched off<", "<h2>With elide, and without</h2>", "206 conversations more", "47 before", "1 min ago",
		"This proxy since 12:00, as of 15:00:00 UTC", "Requests without a price are in no sum of dollars: 3 of ",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("%q is not in the page:\n%s", want, tag.ReplaceAllString(page, " "))
		}
	}
	_, empty := proxied()
	if text := pageOf(t, empty); !strings.Contains(text, "No request to a model came yet.") {
		t.Errorf("%s", text)
	}
	m, lost := proxied()
	e := exchange(1, ledger.GroupElide, 0)
	e.Report.ExpansionTokens = 100_000
	m.Add(e)
	if text := pageOf(t, lost); !strings.Contains(text, `<div class="tile loss">lost<b>$`) {
		t.Errorf("%s", text)
	}
}

// TestDocumented: docs/proxy.md speaks of every field of the JSON, and it has what the
// page has.
func TestDocumented(t *testing.T) {
	doc, err := os.ReadFile("../../docs/proxy.md")
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := busy("unheard-of", 300).WriteJSON(&out); err != nil {
		t.Fatal(err)
	}
	var all struct {
		Conversations []map[string]any
		Others        map[string]any
		Total         map[string]any
		Comparison    struct{ Verdict string }
	}
	var head map[string]any
	if json.Unmarshal(out.Bytes(), &all) != nil || json.Unmarshal(out.Bytes(), &head) != nil || len(all.Conversations) != 256 || all.Others["conversation"] != ledger.Rest || all.Comparison.Verdict == "" {
		t.Fatalf("%.3000s", out.Bytes())
	}
	var cost map[string]any
	for _, c := range all.Conversations {
		if c["cost"] != nil {
			cost = c["cost"].(map[string]any)
		}
	}
	for _, names := range []map[string]any{head, all.Conversations[0], all.Total, cost, all.Conversations[0]["now"].(map[string]any)} {
		for name := range maps.Keys(names) {
			if !bytes.Contains(doc, []byte("`"+name+"`")) {
				t.Errorf("nothing is said of %q", name)
			}
		}
	}
}

// TestCompareIsBrief: a comparison serves for a minute, and is made anew then if there is
// something new.
func TestCompareIsBrief(t *testing.T) {
	m, b := proxied()
	at := noon
	b.now = func() time.Time { return at }
	if b.compare() != nil {
		t.Fatal("of nothing")
	}
	m.Add(exchange(1, ledger.GroupHoldout, 0))
	first := b.compare()
	m.Add(exchange(2, ledger.GroupHoldout, 1))
	if again := b.compare(); first == nil || again != first || first.Holdout != 1 {
		t.Errorf("%+v and %+v", first, again)
	}
	at = at.Add(compareEvery)
	later := b.compare()
	if at = at.Add(compareEvery); later.Holdout != 2 || b.compare() != later {
		t.Errorf("%+v", later)
	}
}

// TestConcurrent: it is asked while requests come.
func TestConcurrent(t *testing.T) {
	m, b := proxied()
	var all sync.WaitGroup
	for w := range 3 {
		all.Go(func() {
			for i := range 100 {
				m.Add(exchange(i, []string{ledger.GroupElide, ledger.GroupHoldout}[i%2], w))
			}
		})
		all.Go(func() {
			for range 5 {
				pageOf(t, b)
				if err := b.WriteJSON(&bytes.Buffer{}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if n := b.from().Total.Requests; n != 300 {
		t.Errorf("%d requests", n)
	}
}
