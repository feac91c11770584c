package histories

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strconv"

	"elide.example/elide/internal/bench"
	"elide.example/elide/internal/thread"
)

// Row is the measure of one way on one conversation, or the sum of several.
type Row struct {
	ID       string `json:"id"`
	Way      string `json:"way"`
	Messages int    `json:"messages"`
	Requests int    `json:"requests"`
	Usage           // of all requests
	Facts    Facts  `json:"facts"` // uses of facts by the model's answers
	Old      Facts  `json:"old"`   // those of them that nothing nearby says

	Cost float64 `json:"cost"` // in input tokens

	// Fetched is the cost if the model gets each fact that it uses and doesn't see: by
	// one more request and the result that showed it, which it finds behind a marker by
	// a range or a pattern, or has made again where it is lost. With Whole it asks for
	// all that the marker hides. What was fetched is known for some requests.
	Fetched float64 `json:"cost_fetched"`
	Whole   float64 `json:"cost_fetched_whole"`

	Fired   int `json:"fired"`   // requests with which a stage fired
	Broken  int `json:"broken"`  // requests that began otherwise than what the cache had
	Unsaid  int `json:"unsaid"`  // those of the broken with which no stage fired
	Invalid int `json:"invalid"` // requests that the provider would refuse, and the agent's were not

	Restores bool `json:"restores"`
	Exact    int  `json:"exact"` // requests that were given back byte for byte

	Problem string `json:"problem,omitempty"` // the first, of what is invalid or not exact
}

// Sum is the total over rows of one way.
func Sum(rows []Row) Row {
	t := Row{ID: "all"}
	for _, r := range rows {
		t.Way, t.Restores = r.Way, r.Restores
		t.Messages += r.Messages
		t.Requests += r.Requests
		t.Usage.add(r.Usage)
		t.Facts.add(r.Facts)
		t.Old.add(r.Old)
		t.Cost += r.Cost
		t.Fetched += r.Fetched
		t.Whole += r.Whole
		t.Fired += r.Fired
		t.Broken += r.Broken
		t.Unsaid += r.Unsaid
		t.Invalid += r.Invalid
		t.Exact += r.Exact
	}
	return t
}

// Run says what is to be measured.
type Run struct {
	Ways  []Way // the first is what the others are compared with
	Count bench.Counter
}

// Measure sends every conversation every way.
func (r Run) Measure(ctx context.Context, dir string, recordings []*Recording) (*Report, error) {
	rep := &Report{Schema: schema, Encoding: "o200k_base", Corpus: dir, Recordings: len(recordings)}
	for _, rec := range recordings {
		reader := newReader(r.Count)
		for _, way := range r.Ways {
			row, err := r.one(ctx, reader, rec, way)
			if err != nil {
				return nil, fmt.Errorf("%s: %s: %w", rec.ID, way.Name, err)
			}
			rep.Rows = append(rep.Rows, row)
		}
	}
	for _, way := range r.Ways {
		rep.Totals = append(rep.Totals, Sum(rep.By(way.Name)))
	}
	return rep, nil
}

func (r Run) one(ctx context.Context, reader *reader, rec *Recording, way Way) (Row, error) {
	session, err := way.Start()
	if err != nil {
		return Row{}, err
	}
	c := &conversation{
		rec: rec, reader: reader, session: session, cache: newCache(), uses: rec.uses(),
		knows: newKnowledge(session, r.Count),
		row:   Row{ID: rec.ID, Way: way.Name, Messages: rec.Messages, Requests: rec.Requests(), Restores: session.Restore != nil},
	}
	for n := range rec.Requests() {
		if err := c.request(ctx, n); err != nil {
			return c.row, fmt.Errorf("request %d: %w", n+1, err)
		}
	}
	c.row.Cost = c.row.Usage.Cost()
	c.row.Fetched += c.row.Cost
	c.row.Whole += c.row.Cost
	return c.row, nil
}

// conversation is a recording that is being sent one way.
type conversation struct {
	rec     *Recording
	reader  *reader
	session Session
	cache   *cache
	knows   *knowledge
	uses    [][]use
	row     Row
}

func (c *conversation) request(ctx context.Context, n int) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	body := c.rec.Request(n)
	whole, err := c.reader.read(body)
	if err != nil {
		return err
	}
	out, fired, err := c.session.Send(ctx, body, sum(whole))
	if err != nil {
		return err
	}
	pieces, err := c.reader.read(out)
	if err != nil {
		return err
	}
	c.bill(pieces, fired)
	if err := c.check(ctx, body, out); err != nil {
		return err
	}
	return c.look(n, pieces)
}

func sum(pieces []piece) int {
	n := 0
	for _, p := range pieces {
		n += p.tokens
	}
	return n
}

func (c *conversation) bill(pieces []piece, fired []string) {
	usage, broken := c.cache.send(pieces)
	c.row.Usage.add(usage)
	if len(fired) > 0 {
		c.row.Fired++
	}
	if broken {
		c.row.Broken++
	}
	if broken && len(fired) == 0 {
		c.row.Unsaid++
	}
}

// check counts what the provider would refuse, and what comes back.
func (c *conversation) check(ctx context.Context, body, out []byte) error {
	before, err := parse(body)
	if err != nil {
		return err
	}
	after, err := parse(out)
	if err != nil {
		return err
	}
	fresh := thread.Fresh(thread.Check(before), thread.Check(after))
	if i := slices.IndexFunc(fresh, func(p thread.Problem) bool { return !p.Tolerated }); i >= 0 {
		c.row.Invalid++
		c.problem(fresh[i].What)
	}
	if c.session.Restore == nil {
		return nil
	}
	back, err := c.session.Restore(ctx, out)
	switch {
	case err != nil:
		c.problem(err.Error())
	case !bytes.Equal(back, body):
		c.problem("what came back differs: " + bench.Difference(body, back))
	default:
		c.row.Exact++
	}
	return nil
}

func (c *conversation) problem(text string) {
	if c.row.Problem == "" {
		c.row.Problem = text
	}
}

// look looks for the facts that the nth answer uses in the request that was sent.
func (c *conversation) look(n int, pieces []piece) error {
	for _, u := range c.uses[n] {
		depth, hash, err := c.knows.find(pieces, u.text)
		if err != nil {
			return err
		}
		c.row.Facts.note(depth)
		if u.old {
			c.row.Old.note(depth)
		}
		if depth == 0 {
			continue
		}
		if err := c.fetch(n, u, hash, readPrice*float64(sum(pieces))); err != nil {
			return err
		}
	}
	return nil
}

func (f *Facts) note(depth int) {
	switch depth {
	case -1:
		f.Lost++
	case 0:
		f.Visible++
	case 1:
		f.Behind++
	default:
		f.Deeper++
	}
}

// fetch charges for a fact that the nth request doesn't show: again is the price of
// one more request, hash names the marker that the fact is behind, if any.
func (c *conversation) fetch(n int, u use, hash string, again float64) error {
	shown, err := c.reader.message([]byte(c.rec.list[u.from]))
	if err != nil {
		return err
	}
	result := "result " + strconv.Itoa(u.from)
	part, whole, name := sum(shown), sum(shown), result
	if hash != "" {
		o, err := c.knows.open(hash)
		if err != nil {
			return err
		}
		part, whole, name = min(part, o.tokens), o.tokens, hash
	}
	if c.knows.fetch(result, n) {
		c.row.Fetched += again + writePrice*float64(part)
	}
	if c.knows.fetch("all of "+name, n) {
		c.row.Whole += again + writePrice*float64(whole)
	}
	return nil
}
