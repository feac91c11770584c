package rewrite

import (
	"bytes"
	"slices"

	"github.com/zeebo/blake3"

	"elide.example/elide/internal/above"
	"elide.example/elide/internal/held"
)

// What stands in the conversation already is not sent twice: of each output the
// runs of lines that an earlier one shows, or that the model or the user wrote,
// become gaps that say where they stand. It is done when all outcomes are known, from
// the front on, since a line that was hidden above stands nowhere: so what a gap
// names is always shown, and leads to no other gap.

// shown is what of the first results of a conversation is shown, with what the
// model wrote in their calls and the user before them.
type shown struct {
	index *above.Index
	spots []spot   // by the number of the text in the index
	links []digest // of the results that were added
	texts []int    // of each, how many texts there were with it
}

func (s *shown) size() int64 { return s.index.Size() + int64(8*len(s.spots)+40*len(s.links)) }

// spot is where a text stands: output block of a result, or what its call says; or
// that of the user's texts.
type spot struct{ result, block int32 }

const (
	said  = -1
	asked = -2
)

// mostTries bounds how often a conversation is gone through again because an
// original was lost.
const mostTries = 4

// refer puts gaps in the place of what stands above.
func (c *conversation) refer() {
	if !c.w.cfg.References || c.req.Clears {
		return
	}
	for try := 0; !c.referAll() && try < mostTries; try++ {
		for _, r := range c.results {
			r.out = outcome{}
		}
		c.settle()
	}
	for _, r := range c.results {
		if r.above.text != nil {
			r.out = r.above
		}
	}
}

// referAll goes through the conversation. It is false if an original was lost on
// the way, so that the results behind it have to do without.
func (c *conversation) referAll() bool {
	var s *shown
	links := c.links()
	for i, r := range c.results {
		var ok bool
		if r.above, ok = c.w.held.get(links[i]); ok {
			continue
		}
		if s == nil {
			s = c.shownBefore(links[:i])
		}
		for n := len(s.links); n < i; n++ {
			c.addSaid(s, n)
			c.addShown(s, n, links[n])
		}
		c.addSaid(s, i)
		r.above = c.above(s, i)
		c.addShown(s, i, links[i])
		c.w.held.put(links[i], r.above)
	}
	if s != nil {
		c.w.shown.put(links[0], s)
	}
	return c.restoreAll()
}

// links returns for each result the digest of all that decides what becomes of it
// and stands up to it, but for the configuration.
func (c *conversation) links() []digest {
	links := make([]digest, len(c.results))
	var last digest
	buf := make([]byte, 0, 512)
	for _, gone := range c.gone {
		buf = appendBool(buf, gone)
	}
	if len(buf) > 0 {
		last = blake3.Sum256(bytes.TrimRight(buf, "\x00"))
	}
	for i, r := range c.results {
		if r.settled == (digest{}) {
			r.settled = r.key()
		}
		input := blake3.Sum256(r.Call.Input.Raw())
		buf = append(append(append(buf[:0], last[:]...), r.settled[:]...), input[:]...)
		for _, n := range c.askedFor(i) {
			text := blake3.Sum256(c.req.Asked[n].Raw())
			buf = append(buf, text[:]...)
		}
		buf = appendBool(appendBool(buf, r.stays), r.out.text != nil)
		last = blake3.Sum256(append(buf, r.Call.Name...))
		links[i] = last
	}
	return links
}

// shownBefore returns what of these results is shown, or of the first of them:
// what was known of the conversation, as far as it goes the same way.
func (c *conversation) shownBefore(links []digest) *shown {
	if len(links) > 0 {
		if s, ok := c.w.shown.take(links[0]); ok {
			n := 0
			for n < len(links) && n < len(s.links) && links[n] == s.links[n] {
				n++
			}
			s.cut(n)
			return s
		}
	}
	return &shown{index: above.NewIndex()}
}

// cut takes back all results but the first n, of which there is one.
func (s *shown) cut(n int) {
	texts := s.texts[n-1]
	s.index.Cut(texts)
	s.spots, s.links, s.texts = s.spots[:texts], s.links[:n], s.texts[:n]
}

// restoreAll makes sure that the originals of all gaps are stored. It is false if
// one is lost.
func (c *conversation) restoreAll() bool {
	stale := func(n need) bool { return !c.w.keeper.isFresh(n.digest) }
	var open []*result
	for _, r := range c.results {
		settled := len(r.out.needs) // they come first, and are stored
		if len(r.above.needs) > settled && slices.ContainsFunc(r.above.needs[settled:], stale) {
			open = append(open, r)
		}
	}
	c.w.each(open, func(r *result) {
		if !c.restorable(r.above.needs) {
			r.above = outcome{}
		}
	})
	return !slices.ContainsFunc(open, func(r *result) bool { return r.above.text == nil })
}

// add adds the lines that are shown of a text. Fewer are no run.
func (s *shown) add(at spot, lines []above.Line, edit bool) {
	if len(lines) >= above.Least {
		s.index.Add(lines, edit)
		s.spots = append(s.spots, at)
	}
}

// askedFor returns the numbers of the user's texts between result i and the one
// before it.
func (c *conversation) askedFor(i int) []int {
	if c.asks == nil {
		c.asks = make([][]int, len(c.results))
		at := 0
		for n, text := range c.req.Asked {
			start, _ := text.Span()
			for at < len(c.results) && start > c.start(at) {
				at++
			}
			if at < len(c.results) {
				c.asks[at] = append(c.asks[at], n)
			}
		}
	}
	return c.asks[i]
}

func (c *conversation) start(i int) int {
	start, _ := c.results[i].Text.Span()
	return start
}

// addSaid adds what the user wrote before result i, and what the model wrote in
// the call of it, once for all results of the call.
func (c *conversation) addSaid(s *shown, i int) {
	for _, n := range c.askedFor(i) {
		at := spot{int32(n), asked}
		s.add(at, c.text(at).Lines, false)
	}
	r := c.results[i]
	if r.Call.Name != "" && (i == 0 || r.Call.ID == "" || r.Call.ID != c.results[i-1].Call.ID) {
		at := spot{int32(i), said}
		s.add(at, c.text(at).Lines, !held.WritesWhole(r.use, r.Call.Input))
	}
}

// addShown adds what is shown of result i.
func (c *conversation) addShown(s *shown, i int, link digest) {
	r := c.results[i]
	sent := r.out
	if r.above.text != nil {
		sent = r.above
	}
	for j := range r.facts.blocks {
		at := spot{int32(i), int32(j)}
		text := c.text(at)
		lines := text.Lines
		if block := sent.block(j); block != nil {
			lines, _ = held.Lines(text, held.Rows(text, block))
		}
		s.add(at, lines, held.Edits(r.use))
	}
	s.links, s.texts = append(s.links, link), append(s.texts, len(s.spots))
}

// mostRead bounds the texts that are looked at: hosts cut outputs far below.
const mostRead = 4 << 20

// text returns a text of the conversation, taken apart: nothing, if it is too
// long.
func (c *conversation) text(at spot) above.Text {
	if t, ok := c.texts[at]; ok {
		return t
	}
	var data []byte
	switch at.block {
	case asked:
		data, _ = c.req.Asked[at.result].AppendText(nil)
	case said:
		data = held.Written(c.results[at.result].Call.Input)
	default:
		data = c.results[at.result].decoded()[at.block]
	}
	if len(data) > mostRead {
		data = nil
	}
	if c.texts == nil {
		c.texts = map[spot]above.Text{}
	}
	c.texts[at] = above.Read(data)
	return c.texts[at]
}
