package meter

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"elide.example/elide/internal/ledger"
	"elide.example/elide/internal/rewrite"
)

// of returns an exchange of a conversation, so many minutes after the first.
func of(conversation, group string, minute int) Exchange {
	e := exchange()
	e.Conversation, e.Group = conversation, group
	e.Time = e.Time.Add(time.Duration(minute) * time.Minute)
	return e
}

// TestConversations: each is summed up by itself, and what would have been saved is in
// no sum of what was.
func TestConversations(t *testing.T) {
	m := New(Options{})
	for i := range 3 {
		m.Add(of("00000000000a", ledger.GroupElide, i))
	}
	seen := of("00000000000b", ledger.GroupObserve, 9)
	seen.Report = seen.Report.LookedAt("only looked at")
	m.Add(seen)
	s := m.Snapshot()
	if len(s.Conversations) != 2 || s.Others != nil || s.Forgotten != 0 {
		t.Fatalf("%+v", s)
	}
	b, a := s.Conversations[0], s.Conversations[1]
	if a.ID != "00000000000a" || a.Group != ledger.GroupElide || a.Sum.Requests != 3 || a.Sum.TokensIn != 90_000 || a.Sum.TokensOut != 18_000 || a.Sum.Observed != 0 ||
		a.Last.Sub(a.First) != 2*time.Minute || a.Model != "claude-opus-4-5" || a.NowIn != 30_000 || a.NowOut != 6_000 || a.Sum.Usage.Output != 1500 || len(a.Passed) != 0 {
		t.Errorf("%+v", a)
	}
	if b.Group != ledger.GroupObserve || b.Sum.Reduced != 0 || b.Sum.References != 0 || b.Sum.TokensIn != 30_000 || b.Sum.TokensOut != 30_000 || b.Sum.Observed != 1 ||
		b.Sum.WouldSave() != 24_000 || b.Sum.WouldReduced != 3 || b.Sum.Cost.Saved != 0 || b.NowOut != 30_000 || b.NowWould != 6_000 || b.Passed["only looked at"] != 1 {
		t.Errorf("%+v", b)
	}
	if e, o := s.Groups[ledger.GroupElide], s.Groups[ledger.GroupObserve]; e.Saved() != a.Sum.Saved() || o.Saved() != 0 || s.Total.Saved() != a.Sum.Saved() {
		t.Errorf("groups %+v", s.Groups)
	}
}

// TestConversationsAreBounded: of any number the last are told apart, and the sum of
// all stays what it is.
func TestConversationsAreBounded(t *testing.T) {
	m := New(Options{})
	const n = 3 * mostConversations
	for i := range n {
		e := of(fmt.Sprintf("%012x", i), ledger.GroupElide, i)
		e.Report = rewrite.Report{Unchanged: fmt.Sprint("why ", i%50), TokensIn: i}
		m.Add(e)
		if i > 0 {
			m.Add(of("00000000000", ledger.GroupElide, i)) // asks always, and is not forgotten
		}
	}
	s := m.Snapshot()
	if len(s.Conversations) != mostConversations || s.Others == nil || s.Forgotten != n+1-mostConversations || s.Others.ID != ledger.Rest {
		t.Fatalf("%d conversations, %d forgotten, %+v", len(s.Conversations), s.Forgotten, s.Others)
	}
	requests, tokens := s.Others.Sum.Requests, s.Others.Sum.TokensIn
	for _, c := range s.Conversations {
		requests += c.Sum.Requests
		tokens += c.Sum.TokensIn
	}
	if requests != s.Total.Requests || tokens != s.Total.TokensIn || s.Conversations[0].Sum.Requests != n-1 {
		t.Errorf("%d requests, %d tokens, in all %+v", requests, tokens, s.Total)
	}
	if len(s.Others.Passed) != mostReasons+1 || s.Others.Passed[ledger.Rest] == 0 {
		t.Errorf("reasons %v", s.Others.Passed)
	}
	if !s.Others.First.Before(s.Conversations[len(s.Conversations)-1].First) {
		t.Errorf("others are from %v", s.Others.First)
	}
}

// TestSnapshotsAreTaken while others count, and hold still.
func TestSnapshotsAreTaken(t *testing.T) {
	m := New(Options{})
	var all sync.WaitGroup
	for w := range 4 {
		all.Go(func() {
			for i := range 200 {
				e := of(fmt.Sprintf("%012x", i%7), ledger.GroupElide, i)
				e.Report.Unchanged = fmt.Sprint(w)
				m.Add(e)
			}
		})
		all.Go(func() {
			for range 50 {
				s := m.Snapshot()
				n := 0
				for _, c := range s.Conversations {
					for _, passed := range c.Passed {
						n += passed
					}
				}
				if n != s.Total.Requests {
					t.Errorf("%d of %d", n, s.Total.Requests)
				}
			}
		})
	}
	all.Wait()
}

// TestGroupsInMetrics: requests by group, why they passed, and what was only looked at.
func TestGroupsInMetrics(t *testing.T) {
	m := New(Options{})
	for i, c := range []struct{ id, group, why string }{
		{"00000000000a", ledger.GroupElide, ""}, {"00000000000a", ledger.GroupElide, "nothing to change"}, {"00000000000b", ledger.GroupHoldout, "held out"},
		{"00000000000a", ledger.GroupOff, "x-elide: off"}, {"", ledger.GroupObserve, "only observed"}, {"00000000000b", "", "invalid character at 17"},
	} {
		e := of(c.id, c.group, i)
		if c.group == ledger.GroupHoldout || c.group == ledger.GroupObserve {
			e.Report = e.Report.LookedAt(c.why)
		}
		e.Report.Unchanged, e.Report.Doubt = c.why, c.group == ""
		m.Add(e)
	}
	got := series(t, m)
	for name, want := range map[string]float64{
		`group_requests_total{provider="anthropic",group="elide"}`:           3,
		`group_requests_total{provider="anthropic",group="holdout"}`:         1,
		`group_requests_total{provider="anthropic",group="off"}`:             1,
		`passed_requests_total{provider="anthropic",reason="off"}`:           1,
		`passed_requests_total{provider="anthropic",reason="holdout"}`:       1,
		`passed_requests_total{provider="anthropic",reason="observe"}`:       1,
		`passed_requests_total{provider="anthropic",reason="doubt"}`:         1,
		`passed_requests_total{provider="anthropic",reason="nothing"}`:       1,
		`conversations_total{group="elide"}`:                                 1,
		`conversations_total{group="holdout"}`:                               1,
		`observed_tool_result_tokens_total{provider="anthropic",side="in"}`:  60_000,
		`observed_tool_result_tokens_total{provider="anthropic",side="out"}`: 12_000,
		`tool_result_tokens_total{provider="anthropic",side="out"}`:          4*6_000 + 2*30_000,
	} {
		if v, ok := got["elide_proxy_"+name]; !ok || v != want {
			t.Errorf("%s is %g (%v), want %g", name, v, ok, want)
		}
	}
}

// TestSummaryOfObserved: what would have been saved is never said to be saved.
func TestSummaryOfObserved(t *testing.T) {
	m := New(Options{})
	e := of("00000000000a", ledger.GroupObserve, 0)
	e.Report = e.Report.LookedAt("only observed")
	m.Add(e)
	if got := m.Summary(); !strings.HasPrefix(got, "1 request; all only observed: 30.0k tokens of tool results would have been sent as 6.0k, 80 % saved (3 of 4 results reduced); cache read") || !strings.Contains(got, "about $0.00 saved net") {
		t.Error(got)
	}
	m.Used("00000000000a", 7, 2)
	m.Used("00000000000a", 9, 3) // by its next request
	m.Used("0123456789ab", 100, 100)
	if got := m.Summary(); !strings.Contains(got, "(3 of 4 results reduced); 9 facts used later, 3 of them would have been hidden; cache read") {
		t.Error(got)
	}
	if got := series(t, m); got[`elide_proxy_observed_facts{kind="used"}`] != 9 || got[`elide_proxy_observed_facts{kind="hidden"}`] != 3 {
		t.Error(got)
	}
	m.Used("00000000000a", 0, 0)
	m.Add(exchange())
	if got := m.Summary(); !strings.HasPrefix(got, "2 requests; 30.0k tokens of tool results sent as 6.0k, 80 % saved net (3 of 4 results reduced); 1 only observed: 30.0k tokens") {
		t.Error(got)
	}
}
