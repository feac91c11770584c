package trial

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"elide.example/elide/internal/laws"
	"elide.example/elide/internal/ledger"
	"elide.example/elide/internal/longtest"
)

var start = time.Date(2026, 11, 2, 9, 0, 0, 0, time.UTC)

const opus, haiku = "claude-opus-4-5", "claude-haiku-4-5"

// request is one of a conversation, with so many tokens of fresh input.
func request(id int, group, model string, at time.Time, input int) *ledger.Record {
	return &ledger.Record{
		Version: ledger.Version, Time: at, Conversation: fmt.Sprintf("%012x", id), Group: group, Model: model, Status: 200, Endpoint: "messages",
		Usage: &ledger.Usage{Input: input, Output: 100},
	}
}

// played is a collector with so many conversations an hour, one in ten of them left
// alone, whose bills are as uneven as real ones, and with elide ratio times as high.
func played(seed uint64, n int, ratio float64, model func(i int) string) *Collector {
	c := New(ledger.BuiltinPrices())
	rnd := rand.New(rand.NewPCG(seed, 1))
	for i := range n {
		group, mean := ledger.GroupElide, 40_000*ratio
		if i%10 == 0 {
			group, mean = ledger.GroupHoldout, 40_000
		}
		const sigma = 1.15
		size := mean * math.Exp(sigma*rnd.NormFloat64()-sigma*sigma/2)
		for j := range 3 {
			c.Add(request(i, group, model(i), start.Add(time.Duration(60*i+j)*time.Minute), int(size/3)))
		}
	}
	return c
}

func always(model string) func(int) string { return func(int) string { return model } }

// TestSaysWhatIs: a great saving is told with its interval, a loss too, and each figure
// is what the records say.
func TestSaysWhatIs(t *testing.T) {
	for ratio, want := range map[float64]Verdict{0.3: Cheaper, 3: Dearer} {
		r := played(1, 800, ratio, always(opus)).Result(time.Time{})
		if r.Verdict != want || r.Holdout != 80 || r.Elide != 720 || len(r.Needs) != 0 {
			t.Errorf("%v: %+v", ratio, r)
		}
		bill := r.figure(Bill)
		if !bill.Change.Known || bill.Change.Least > ratio || bill.Change.Most < ratio || bill.Elide.Value/bill.Holdout.Value != bill.Change.Value {
			t.Errorf("%v: %+v", ratio, bill)
		}
		if f := *r.figure("requests"); f.Name != "requests" || f.Holdout.Value != 3 || f.Change.Value != 1 {
			t.Errorf("requests: %+v", f)
		}
		if text := r.Headline(); !strings.Contains(text, string(map[Verdict]string{Cheaper: "% less: between", Dearer: "% more: between"}[want])) {
			t.Error(text)
		}
	}
}

// TestClaimsNothing: of what makes no difference hardly anything is claimed, and what it
// would take is said.
func TestClaimsNothing(t *testing.T) {
	longtest.Only(t)
	const samples = 30
	claims := 0
	for seed := range uint64(samples) {
		r := played(seed, 200, 1, always(opus)).Result(time.Time{})
		if r.Verdict != NotEnough {
			claims++
			continue
		}
		if text := r.Headline(); !strings.HasPrefix(text, "Not enough yet") || strings.Contains(text, "costs") {
			t.Error(text)
		}
		if len(r.Needs) == 0 || r.Needs[0].Change != shownChange || r.Needs[0].Holdout < 100 || r.Needs[0].Elide < 9*r.Needs[0].Holdout-200 {
			t.Errorf("needs %+v", r.Needs)
		}
		if text := strings.Join(r.Wanted(), " "); !strings.Contains(text, "more left alone") {
			t.Error(text)
		}
	}
	if claims > 5 {
		t.Errorf("%d of %d samples claim something", claims, samples)
	}
}

// TestTooFew: of a handful nothing is concluded, however great the difference.
func TestTooFew(t *testing.T) {
	for _, n := range []int{1, 9, 40, 90} {
		r := played(2, n, 0.1, always(opus)).Result(time.Time{})
		if r.Verdict != NotEnough || r.figure(Bill).Change.Known || len(r.Needs) != 0 {
			t.Errorf("of %d: %+v", n, r)
		}
		if known := strings.Contains(fmt.Sprint(r.Rows())[1:], "["); known != (r.Method() != "") {
			t.Errorf("of %d: there are intervals: %v, and it says %q of them", n, known, r.Method())
		}
		if n > 1 && !strings.Contains(r.Headline(), "10 conversations of each group") {
			t.Error(r.Headline())
		}
	}
	c := New(ledger.BuiltinPrices())
	c.Add(request(1, ledger.GroupElide, opus, start, 9))
	if r := c.Result(time.Time{}); r != nil || c.Compares() || r.JSON() != nil {
		t.Errorf("without a holdout: %+v", r)
	}
}

// TestAllAlike: where there are enough conversations, but none differs from another, no
// more of them are asked for.
func TestAllAlike(t *testing.T) {
	c := New(ledger.BuiltinPrices())
	for i := range 200 {
		group, input := ledger.GroupElide, 10_000
		if i%4 == 0 {
			group, input = ledger.GroupHoldout, 40_000
		}
		c.Add(request(i, group, opus, start.Add(time.Duration(i)*time.Minute), input))
	}
	if r := c.Result(time.Time{}); r.Verdict != NotEnough || !strings.Contains(r.Headline(), "all bills are the same") {
		t.Errorf("%s: %s", r.Verdict, r.Headline())
	}
}

// TestLikeWithLike: where those with elide use the dear model more, it is not elide that
// is dear.
func TestLikeWithLike(t *testing.T) {
	model := func(i int) string {
		if i%10 == 0 && i%20 != 0 || i%10 == 1 {
			return haiku // half of those left alone, a ninth of the others
		}
		return opus
	}
	r := played(3, 2000, 0.5, model).Result(time.Time{})
	if c := r.figure(Bill).Change; r.Verdict != Cheaper || c.Value < 0.35 || c.Value > 0.65 || len(r.Kinds) != 2 {
		t.Errorf("%+v, %+v", c, r.Kinds)
	}
	// A model that only the others use is left out, and named.
	r = played(3, 400, 1, func(i int) string {
		if i%10 > 4 {
			return haiku
		}
		return opus
	}).Result(time.Time{})
	notes := strings.Join(r.Notes(), " ")
	if r.Elide != 160 || r.Holdout != 40 || !strings.Contains(notes, "200 conversations left out, of models that one of the groups has fewer than 5 of: "+haiku) {
		t.Errorf("%d, %d: %s", r.Elide, r.Holdout, notes)
	}
	// Where none is in both, nothing is concluded.
	r = played(3, 400, 0.01, func(i int) string { return fmt.Sprint("claude-opus-4-5-2025", i%10) }).Result(time.Time{})
	if !r.Mixed || r.Verdict != NotEnough || r.figure(Bill).Change.Known || len(r.Needs) != 0 || !strings.Contains(strings.Join(r.Notes(), " "), "nothing is concluded") {
		t.Errorf("%+v", r)
	}
}

// TestLeftOut: who is compared, and who is not.
func TestLeftOut(t *testing.T) {
	c := played(4, 200, 1, always(opus))
	base := c.Result(time.Time{})
	at := start.Add(100 * time.Hour)
	add := func(id int, group string, change func(*ledger.Record)) {
		r := request(id, group, opus, at, 10)
		if change != nil {
			change(r)
		}
		c.Add(r)
	}
	add(2, ledger.GroupOff, nil) // some requests of one with elide
	add(1001, ledger.GroupOff, nil)
	add(1002, ledger.GroupObserve, nil)
	add(1003, ledger.GroupElide, nil)
	add(1003, ledger.GroupHoldout, nil)
	add(1004, ledger.GroupElide, func(r *ledger.Record) { r.Usage = nil })
	add(1005, ledger.GroupElide, func(r *ledger.Record) { r.Time = start.Add(-1000 * time.Hour) })
	add(1006, ledger.GroupElide, func(r *ledger.Record) { r.Time = start.Add(1000 * time.Hour) })
	add(1007, ledger.GroupElide, func(r *ledger.Record) { r.Conversation = "" })
	add(1008, ledger.GroupElide, func(r *ledger.Record) { r.Status = 429 })
	add(3, ledger.GroupElide, func(r *ledger.Record) { r.Usage = nil })
	add(4, ledger.GroupElide, func(r *ledger.Record) { r.Usage.CacheRead, r.Model = 0, "unheard-of" })
	r := c.Result(time.Time{})
	want := Left{Nameless: 1, Before: 2, Moved: 1, Off: 1, Observed: 1, Silent: 1, Switched: 1, Unpriced: 1, Requests: [2]int{60, 543}, NoUsage: [2]int{0, 1}}
	if r.Left != want || r.Elide != base.Elide || r.Holdout != base.Holdout {
		t.Errorf("%+v", r.Left)
	}
	if notes := r.Notes(); len(notes) != 9 {
		t.Errorf("%d notes: %q", len(notes), notes)
	}
	// What began before the day that is asked for is left out whole.
	if late := c.Result(start.Add(90*time.Hour + time.Minute)); late.Holdout != 10 {
		t.Errorf("%d left alone", late.Holdout)
	}
}

// TestModelIsTheMost: whatever the order, the model that has more than half of the
// tokens is the conversation's.
func TestModelIsTheMost(t *testing.T) {
	laws.Check(t, func(t *rapid.T) {
		votes := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) [2]int {
			return [2]int{rapid.IntRange(0, 4).Draw(t, "model"), rapid.IntRange(0, 50).Draw(t, "tokens")}
		}), 1, 30).Draw(t, "votes")
		conv, sums, all := &conversation{model: -1}, map[int]int{}, 0
		for _, v := range votes {
			conv.vote(v[0], v[1])
			sums[v[0]] += v[1]
			all += v[1]
		}
		for model, sum := range sums {
			if 2*sum > all && conv.model != model {
				t.Fatalf("%d has %d of %d, and it is %d", model, sum, all, conv.model)
			}
		}
	})
}

// TestBounded: of any number of conversations a share is kept, whole and of both groups
// alike, whatever their digits.
func TestBounded(t *testing.T) {
	longtest.Asked(t)
	c := New(ledger.BuiltinPrices())
	const n = 5 * mostConversations
	for i := range n {
		group := ledger.GroupElide
		if i%10 == 0 {
			group = ledger.GroupHoldout
		}
		for j := range 2 {
			c.Add(request(i, group, fmt.Sprint("model-", i%300), start.Add(time.Duration(i)*time.Second), 1000+j))
		}
	}
	if len(c.all) > mostConversations || len(c.all) < mostConversations/3 || len(c.models) > mostModels+1 {
		t.Fatalf("%d conversations, %d models", len(c.all), len(c.models))
	}
	alone := 0
	for id, conv := range c.all {
		if conv.requests != 2 {
			t.Fatalf("%x has %d requests", id, conv.requests)
		}
		if conv.in == inHoldout {
			alone++
		}
	}
	if share := float64(alone) / float64(len(c.all)); share < 0.09 || share > 0.11 {
		t.Errorf("%.3f of them are left alone", share)
	}
	if r := c.Result(time.Time{}); r.OneIn != 8 || !strings.Contains(r.Basis(), "one in 8 of all") {
		t.Errorf("%s", r.Basis())
	}
}

// TestOrderIsNothing: the same records give the same result, in whatever order.
func TestOrderIsNothing(t *testing.T) {
	var all []*ledger.Record
	for i := range 300 {
		group := ledger.GroupElide
		if i%5 == 0 {
			group = ledger.GroupHoldout
		}
		for j := range 2 {
			all = append(all, request(i, group, []string{opus, haiku}[i%2], start.Add(time.Duration(i*3+j)*time.Minute), 1000+i*i%977))
		}
	}
	told := func() string {
		c := New(ledger.BuiltinPrices())
		for _, r := range all {
			c.Add(r)
		}
		text, err := json.Marshal(c.Result(time.Time{}).JSON())
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	want := told()
	for range 3 {
		rand.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		if got := told(); got != want {
			t.Fatalf("%s\nand\n%s", got, want)
		}
	}
}

// TestCopy: it stays what it was.
func TestCopy(t *testing.T) {
	c := played(5, 100, 1, always(opus))
	same := c.Copy()
	before := fmt.Sprintf("%+v", same.Result(time.Time{}))
	for i := range 200 {
		c.Add(request(i, ledger.GroupHoldout, fmt.Sprint("model-", i), start, 5))
	}
	if after := fmt.Sprintf("%+v", same.Result(time.Time{})); after != before || fmt.Sprintf("%+v", c.Result(time.Time{})) == before {
		t.Errorf("%s\nand\n%s", before, after)
	}
}

func TestNumbers(t *testing.T) {
	for v, want := range map[float64]string{0: "0", 0.123: "0.12", 3: "3.00", 21.34: "21.3", 345.6: "346", 12_345: "12.3k", 1.5e6: "1.50M", 2e9: "2.00G"} {
		if got := number(v); got != want {
			t.Errorf("%v: %s, want %s", v, got, want)
		}
	}
	for n, want := range map[int]string{0: "0", 7: "7", 99: "99", 123: "130", 1001: "1100", 45_678: "46000", 2_000_000: "a million or"} {
		if got := about(n); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
}
