package rewrite

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"strings"

	"elide.example/elide/internal/focus"
)

// What is over can go: a result that many others came after becomes a marker, with which
// all of it can be had again, and what referred to it shows what it has. That alters what
// was sent before, and the provider's cache ends there. So results go in batches, and
// only when the saving over as many requests as there were so far comes to several
// times what the break costs.
//
// It is decided by going through the conversation from its front, at each request that
// was sent on the way, by what stood in that one: so each later request decides the
// same, by any process, and between two batches nothing changes. Sizes are those that
// the results have if none goes.

// patience says after how many others a result may go, by what it is.
type patience struct {
	command int // what a command gave, or another call
	place   int // what a search found, or a change answered with: places that are gone to
	file    int // a file that no call came back to: it may yet be changed
	done    int // one that was read in part or changed since, behind the last call that did
	again   int // what the same call gave anew
	behind  int // percent of these that are enough behind a place where the cache ends anyway
	pays    int // how many times the saving must come to what the break costs

	outlines bool // of a file stays what it declares
}

// On 119 recorded conversations the facts that are used after ten, twenty and thirty other
// results are, for each point of the bill that clearing then saves: of commands 18, 8 and 10,
// of searches 23, 12 and 11, of files that nothing came back to 32, 26 and 26, and of those
// that a call came back to ten results ago and more 11 and 8 after twenty and thirty; of
// what the same call gave anew none. Large results are no other than small ones. A file
// that is worked on waits all the same: it is read again, and what could refer to it is
// sent in full once it is gone. A conversation is taken to go on for as long as
// it did so far, which half of them don't; so the saving must come to several times the break.
//
// Where a batch goes, all behind its first is written anew: what goes there as well costs no
// break, and saves what it is written with. With half of the patience for that instead of a
// fifth the bill is 0.4 points higher, with a twentieth or two fifths the same within 0.3; and
// of the facts as many are seen, within 0.15 %. What is worked on waits for the last call.
//
// What a file declares stays: with the careful twelve facts more of 1,501 are seen for 0.5
// points of the bill, with the patient eleven for 0.8; with the impatient they were
// eighteen for 1.3, and stay away. With it files may go that nothing came back to: after 80 others that
// saves 1.0 points for 3 facts, after 40 1.2 for 8, after 120 0.3 for none. To wait half as
// long for what is worked on saves nothing, and to wait for twice the saving costs 1.2 points
// for 3 facts.
//
// The careful let what commands gave go after ten others once: with twenty 95.9 and 96.4 % of the
// facts are seen on the two halves of 119 other conversations, not 95.7 and 96.1, at 82.9 and
// 82.8 % of the bill, not 83.1 and 82.5.
//
// The impatient let files go after 20 others once. On 119 conversations that nobody had looked
// at, in two halves, 90.0 and 85.3 % of the facts are seen then, at 78.6 and 78.4 % of the bill;
// with 40, and 20 behind the last call for one instead of 15, 92.9 and 93.2 % at 79.3 and 79.5.
var (
	careful   = patience{command: 20, place: 20, file: 80, done: 30, again: 2, behind: 20, pays: 4, outlines: true}
	patient   = patience{command: 10, place: 20, file: 40, done: 15, again: 2, behind: 20, pays: 4, outlines: true}
	impatient = patience{command: 5, place: 20, file: 40, done: 20, again: 1, behind: 20, pays: 4}
)

const inFull = 100 // percent of patience

// Clear says which results that are over become markers. The zero value is none.
type Clear uint8

// What may go: what many others came after; files earlier.
const (
	ClearNone Clear = iota
	ClearDone
	ClearAll
)

// ClearOf returns what a value of the setting proxy.clear_old means.
func ClearOf(setting string) Clear {
	switch setting {
	case "done":
		return ClearDone
	case "all":
		return ClearAll
	}
	return ClearNone
}

// Alters tells whether what was sent may be altered later.
func (c *Config) Alters() bool { return c.patience() != patience{} }

// patience is what the configuration has; zero where nothing goes.
func (c *Config) patience() patience {
	switch {
	case c.Clear == ClearNone:
		return patience{}
	case c.Reads == focus.Bold:
		return impatient
	case c.Clear == ClearAll:
		return patient
	}
	return careful
}

const (
	// leastOver is how many tokens a result must have to go.
	leastOver = 60

	// mostTouched is how many of the last calls for files of one base name are looked at: a
	// conversation may be about thousands of index.ts. What isn't found waits.
	mostTouched = 64

	// overTokens is about what a marker comes to.
	overTokens = 30

	// Prices in hundredths of an uncached input token's: a token that the cache has, and
	// what one costs more that has to be written again. They are Anthropic's; elsewhere
	// the break is cheaper.
	readPrice  = 10
	breakPrice = 115

	// bytesOfToken estimates what is said between results.
	bytesOfToken = 4
)

// part is a part of a conversation: a result, what the user said, what the agent did.
type part struct {
	at     int // in the body
	tokens int
	result int // notResult if it is none
	agent  bool
	before int // tokens of what stands before it
}

const notResult = -1

// clearOver puts markers in the place of the results that are over, and has no other
// refer to them.
func (c *conversation) clearOver() {
	after := c.w.cfg.patience()
	if !c.w.cfg.Alters() || c.req.Clears || len(c.results) <= after.again {
		return
	}
	if c.gone = c.over(after); c.gone == nil {
		return
	}
	c.originals = map[digest]place{}
	c.relate()
	for _, r := range c.results {
		r.out, r.above = outcome{}, outcome{}
	}
	c.settle()
	c.refer()
	for i, r := range c.results {
		if c.gone[i] {
			r.goes(c)
		}
	}
}

// isGone tells whether result i is gone.
func (c *conversation) isGone(i int) bool { return c.gone != nil && c.gone[i] }

// over tells of each result whether it is gone; nil if none is.
func (c *conversation) over(after patience) []bool {
	g := newGoing(c, after)
	answered := true
	for _, p := range c.parts() {
		switch {
		case answered || p.result != notResult:
		case p.agent:
			g.request()
			g.requests++
		default: // the user said more, perhaps after a request that nobody answered
			g.request()
		}
		answered = p.agent
		g.add(p)
	}
	if !answered {
		g.request()
	}
	if len(g.batches) == 0 {
		return nil
	}
	c.batches = g.batches
	return g.gone
}

// parts returns those of the conversation, in their order.
func (c *conversation) parts() []part {
	user, agent := c.said()
	var all []part
	for _, u := range user {
		all = append(all, part{u.at, len(u.text) / bytesOfToken, notResult, false, 0})
	}
	for _, u := range agent {
		all = append(all, part{u.at, len(u.text) / bytesOfToken, notResult, true, 0})
	}
	for i, r := range c.results {
		tokens := r.facts.tokens
		if r.out.text != nil {
			tokens = r.out.tokens
		}
		all = append(all, part{c.start(i), tokens, i, false, 0})
	}
	slices.SortStableFunc(all, func(a, b part) int { return cmp.Compare(a.at, b.at) })
	return all
}

// going is a conversation that is gone through.
type going struct {
	c        *conversation
	after    patience
	parts    []part // as they are sent by now
	tokens   int    // of all of them
	large    []int  // parts that a marker would make shorter: no other may go
	at       []int  // of each result its part
	gone     []bool
	refs     [][]ref            // of each result which others refer to it
	open     map[int]bool       // what is known of mayGo
	touched  map[string][]touch // of a file's name the results of calls that read or write such a one
	latest   map[string]int     // of what a call does the last result
	call     []int              // of each result the number of its call: one may give several
	calls    int                // so many there are
	results  int                // so many there are
	answered int                // so many the agent has answered
	requests int                // so many there were
	batches  []int              // so many results there were at each with which some went
	stays    []int              // of each result so many tokens are left of a file; 0: not known
}

// touch is that a result is of a call that reads or writes a file.
type touch struct {
	file   string
	result int
}

// sameFile tells whether two paths may be of one file: one of them is the end of the other.
func sameFile(a, b string) bool {
	if len(a) < len(b) {
		a, b = b, a
	}
	return strings.HasSuffix(a, b) && (len(a) == len(b) || b[0] != '/' && a[len(a)-len(b)-1] == '/')
}

// ref is that a result says of lines that another one has them: so many tokens are not
// sent for them.
type ref struct{ result, tokens int }

func newGoing(c *conversation, after patience) *going {
	n := len(c.results)
	return &going{
		c: c, after: after, at: make([]int, n), gone: make([]bool, n), refs: make([][]ref, n),
		open: map[int]bool{}, touched: map[string][]touch{}, latest: map[string]int{}, call: make([]int, n), stays: make([]int, n),
	}
}

func (g *going) add(p part) {
	p.before = g.tokens
	g.tokens += p.tokens
	g.parts = append(g.parts, p)
	if p.large() {
		g.large = append(g.large, len(g.parts)-1)
	}
	if p.result == notResult {
		if p.agent {
			g.answered = g.results
		}
		return
	}
	g.results, g.at[p.result] = p.result+1, len(g.parts)-1
	r := g.c.results[p.result]
	if p.result > 0 {
		g.call[p.result] = g.call[p.result-1]
		if r.Call.ID == "" || r.Call.ID != g.c.results[p.result-1].Call.ID {
			g.call[p.result]++
		}
	}
	g.calls = g.call[p.result] + 1
	for _, file := range slices.Concat(r.use.Reads, r.use.Writes) {
		file = path.Clean(file)
		g.touched[path.Base(file)] = append(g.touched[path.Base(file)], touch{file, p.result})
	}
	if r.use.Key != "" {
		g.latest[r.use.Key] = p.result
	}
	for _, to := range r.out.above {
		g.refs[to.result] = append(g.refs[to.result], ref{p.result, to.tokens})
	}
	for _, n := range r.out.needs {
		if at, ok := g.c.originals[n.digest]; ok && at.result.n < p.result {
			g.refs[at.result.n] = append(g.refs[at.result.n], ref{p.result, max(0, r.facts.tokens-r.out.tokens)})
		}
	}
}

// count does what add does of tokens, anew.
func (g *going) count() {
	g.tokens, g.large = 0, g.large[:0]
	for k := range g.parts {
		p := &g.parts[k]
		p.before = g.tokens
		g.tokens += p.tokens
		if p.large() {
			g.large = append(g.large, k)
		}
	}
}

// large tells whether it is a result that a marker would make shorter.
func (p *part) large() bool { return p.result != notResult && p.tokens-overTokens >= leastOver }

// request decides what goes with a request of the parts so far: all that may from the
// place on from which most is won, and behind it what needs less patience there. What is
// left of files is found out only where a batch would pay if nothing were.
func (g *going) request() {
	first, goes := g.batch()
	if first >= 0 && g.after.outlines {
		g.leave(goes)
		first, goes = g.batch()
	}
	if first < 0 {
		return
	}
	g.batches = append(g.batches, g.results)
	for _, p := range slices.Backward(g.parts[first:]) {
		if !goes[p.result] && g.may(p, g.after.behind, goes) {
			goes[p.result] = true
		}
	}
	if g.after.outlines {
		g.leave(goes)
		maps.DeleteFunc(goes, func(i int, _ bool) bool { return g.parts[g.at[i]].tokens-g.left(i) < leastOver })
	}
	for k := first; k < len(g.parts); k++ {
		if i := g.parts[k].result; i != notResult && goes[i] {
			for _, by := range g.refs[i] {
				g.parts[g.at[by.result]].tokens += by.tokens
			}
			g.gone[i] = true
		}
	}
	for i := range goes {
		g.parts[g.at[i]].tokens = g.left(i)
	}
	g.count()
}

// batch returns the part from which on most is won, -1 if it doesn't pay, and which results
// go from there on.
func (g *going) batch() (first int, goes map[int]bool) {
	goes = map[int]bool{}
	first, saved, most := -1, 0, 0
	for _, k := range slices.Backward(g.large) {
		p := g.parts[k]
		if !g.may(p, inFull, goes) {
			continue
		}
		saved += p.tokens - g.left(p.result) - g.grown(p.result, goes)
		goes[p.result] = true
		sent := g.tokens - p.before - saved
		if won := readPrice*saved*g.requests - g.after.pays*breakPrice*sent; won > most {
			first, most = k, won
		}
	}
	maps.DeleteFunc(goes, func(i int, _ bool) bool { return g.at[i] < first })
	return first, goes
}

// leave finds out what is left of the results that may go.
func (g *going) leave(goes map[int]bool) {
	var unknown []*result
	for i := range goes {
		if r := g.c.results[i]; g.stays[i] == 0 && g.c.outlined(r) {
			unknown = append(unknown, r)
		}
	}
	g.c.w.each(unknown, func(r *result) { g.stays[r.n] = max(overTokens, g.c.old(r).tokens) })
}

// grown is how many tokens the results that refer to result i have more when it is gone,
// and these are.
func (g *going) grown(i int, goes map[int]bool) (sum int) {
	for _, by := range g.refs[i] {
		if !goes[by.result] && !g.gone[by.result] {
			sum += by.tokens
		}
	}
	return sum
}

// may tells whether a part may go beside those that do, with so many percent of the
// patience, and is worth it. What the agent hasn't answered yet it hasn't seen: of many
// calls at once the first has all others behind it.
func (g *going) may(p part, percent int, goes map[int]bool) bool {
	if !p.large() || p.result >= g.answered || g.gone[p.result] {
		return false
	}
	return g.waited(p.result, percent) && g.mayGo(p.result) && p.tokens-g.left(p.result)-g.grown(p.result, goes) >= leastOver
}

// waited tells whether so many percent of the calls that result i waits for came after it:
// behind the last call for a file, if a later one was for it. What an edit answers says
// nothing of what the next one of the file does.
func (g *going) waited(i, percent int) bool {
	came := func(behind, n int) bool { return inFull*(g.calls-1-g.call[behind]) >= percent*n }
	use := g.c.results[i].use
	switch last := g.latest[use.Key]; {
	case use.Key != "" && len(use.Writes) == 0 && g.call[last] > g.call[i]:
		return came(i, g.after.again)
	case len(use.Reads) == 0 && (use.Output.Sought != "" || len(use.Writes) > 0):
		return came(i, g.after.place)
	case len(use.Reads) == 0:
		return came(i, g.after.command)
	}
	return !slices.ContainsFunc(use.Reads, func(file string) bool {
		file = path.Clean(file)
		touched := g.touched[path.Base(file)]
		for _, t := range slices.Backward(touched[max(0, len(touched)-mostTouched):]) {
			if g.call[t.result] <= g.call[i] {
				break
			}
			if sameFile(t.file, file) {
				return !came(t.result, g.after.done)
			}
		}
		return !came(i, g.after.file)
	})
}

// mayGo tells whether a result may become a marker: none that is sent as it came
// whatever stands before it, and none that is reduced already.
func (g *going) mayGo(i int) bool {
	may, known := g.open[i]
	if known {
		return may
	}
	r := g.c.results[i]
	may = !r.stays && len(r.facts.blocks) > 0
	for k := 0; may && k < len(r.facts.blocks); k++ {
		may = !r.lost[k] && !r.facts.blocks[k].reduced
	}
	g.open[i] = may
	return may
}

// left returns how many tokens are sent for result i once it is gone, as far as that is known.
func (g *going) left(i int) int { return max(overTokens, g.stays[i]) }

// goes puts in the place of a result what is sent for one that is over, if what that stands
// for is stored.
func (r *result) goes(c *conversation) {
	if out := c.old(r); out.text != nil && c.restorable(out.needs) {
		r.out = out
	}
}
