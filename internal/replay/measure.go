package replay

import (
	"context"
	"fmt"
	"sort"
	"strings"
	"time"

	"elide.example/elide/internal/audit"
	"elide.example/elide/internal/jsonlines"
	"elide.example/elide/internal/transcript"
)

// Measured is what a conversation comes to, sent in each way. It holds nothing of what
// was said but names of tools, and places.
type Measured struct {
	ID, Host, Model, Path string
	Start                 time.Time
	Prices                Prices

	Requests, Results int
	Tokens            int // of the results, each once
	Used, Facts       int // outputs of which something was used, and what
	Far               int // of the facts those that were used later than nearby
	ResultCost        float64
	Ways              []Figures // in the order of the ways
	Outputs           []Output  // as the last but one way that shortens shows them
}

// Figures are a conversation's in one way.
type Figures struct {
	Once      int // tokens of the results, each once
	Bill      Bill
	Recovered Bill // with what it takes to fetch what was hidden and then used
	Missed    int  // facts that were hidden when they were used
	NotWhole  int  // outputs that hid one
}

// Output is what became of one tool result.
type Output struct {
	Tool         string
	Line         int // of the transcript
	Tokens       int
	Shown        int     // tokens of what is shown of it
	Cost         float64 // of the output as it is, in all requests that hold it
	ShownCost    float64
	RecoveryCost float64
	Facts        int
	Missed       []Missed
}

// Missed is a fact that was hidden when it was used.
type Missed struct {
	Sort   string
	Line   int    // of the output, from 1; 0: not known
	UsedAt int    // line of the transcript
	Text   string // what it is; empty unless it was asked for
}

// measurer measures conversations.
type measurer struct {
	ways   []Way
	detail int // of which way Outputs are; noOutput: of none
	texts  bool
	count  Counter
	common *common
	prices func(*transcript.Conversation) Prices
}

// measure measures a conversation.
func (m *measurer) measure(ctx context.Context, c *transcript.Conversation) (*Measured, error) {
	l := look(c, m.common)
	got := &Measured{
		ID: c.ID, Host: jsonlines.Plain(c.Host), Model: jsonlines.Plain(c.Model), Path: c.Path, Start: c.Start,
		Prices: m.prices(c), Requests: c.Requests(), Results: len(l.outputs),
	}
	v := billed{l: l, m: m, got: got, units: unitsOf(c, m.count)}
	for _, o := range l.outputs {
		v.full = append(v.full, m.count(o.text))
		got.Tokens += v.full[len(v.full)-1]
		hard := 0
		for _, f := range o.facts {
			if f.hard() {
				hard++
				if !f.near {
					got.Far++
				}
			}
		}
		got.Facts += hard
		if hard > 0 {
			got.Used++
		}
	}
	for i := range m.ways {
		if err := v.way(ctx, i); err != nil {
			return nil, fmt.Errorf("%s: %w", m.ways[i].Name, err)
		}
	}
	return got, nil
}

// billed is a conversation whose bills are made.
type billed struct {
	l     *looked
	m     *measurer
	got   *Measured
	units []unit
	full  []int // tokens of each output
}

// way adds the figures of a way.
func (v *billed) way(ctx context.Context, i int) error {
	w := &v.m.ways[i]
	size, missed := v.full, hiddenFacts{}
	switch {
	case w.perfect:
		size = perfectSizes(v.l, v.full)
	case w.play != nil:
		a, err := w.play(ctx, v.l)
		if err != nil {
			return err
		}
		size, missed = v.sizes(a.texts), a.misses(v.l).hard()
		altered := *w
		altered.alter = func() alteration { return a.alteration(v.m.count) }
		w = &altered
	case w.alter == nil:
		texts, err := w.shorten(ctx, v.l)
		if err != nil {
			return err
		}
		size = v.sizes(texts)
		missed = missesOfTexts(v.l.outputs, texts, v.l.need).hard()
	default:
		missed = v.hiding(w).hard()
	}
	r := run{p: &v.got.Prices, units: v.units, size: size, extra: w.extra}
	f := Figures{NotWhole: len(missed), Bill: v.bill(r, w)}
	f.Recovered = f.Bill
	for _, tokens := range size {
		f.Once += tokens
	}
	for _, list := range missed {
		f.Missed += len(list)
	}
	if r.fetched = fetches(v.l.outputs, v.full, missed); len(r.fetched) > 0 {
		f.Recovered = v.bill(r, w)
	}
	v.got.Ways = append(v.got.Ways, f)
	if i == v.m.detail {
		v.outputs(size, missed)
	}
	return nil
}

func (v *billed) bill(r run, w *Way) Bill {
	if w.alter != nil {
		r.alter = w.alter()
	}
	return r.bill(nil)
}

// sizes counts the tokens of what is shown.
func (v *billed) sizes(texts []string) []int {
	size := make([]int, len(texts))
	for i, text := range texts {
		size[i] = v.full[i]
		if text != v.l.outputs[i].text {
			size[i] = v.m.count(text)
		}
	}
	return size
}

// hiding returns what is missed in a way that alters what was sent.
func (v *billed) hiding(w *Way) hiddenFacts {
	alter := w.alter()
	hidden := map[int]map[int]bool{} // an event: the outputs that its request hides
	r := run{p: &v.got.Prices, units: v.units, size: v.full, alter: alter}
	r.bill(func(event int) {
		gone := map[int]bool{}
		for n := range v.l.outputs {
			if alter.hides(n) {
				gone[n] = true
			}
		}
		hidden[event] = gone
	})
	return missesOfHiding(v.l.outputs, v.l.need, func(event, output int) bool { return hidden[event][output] })
}

// outputs says what became of each output. What an output costs is told without the
// rest of the conversation: it is written once, and read in each later request.
func (v *billed) outputs(size []int, missed hiddenFacts) {
	p := &v.got.Prices
	var agents []int
	for i := range v.l.c.Events {
		if v.l.c.Events[i].Kind == transcript.Agent {
			agents = append(agents, i)
		}
	}
	before := p.System
	for n, o := range v.l.outputs {
		left := len(agents) - sort.SearchInts(agents, o.event)
		cost := func(tokens int) float64 {
			if left == 0 {
				return 0
			}
			return float64(tokens) * (p.Write + p.Read*float64(left-1))
		}
		before += size[n]
		out := Output{Tool: toolName(o.call), Line: o.line, Tokens: v.full[n], Shown: size[n], Cost: cost(v.full[n]), ShownCost: cost(size[n])}
		v.got.ResultCost += cost(v.full[n] + frameTokens)
		for _, f := range o.facts {
			if f.hard() {
				out.Facts++
			}
		}
		if list := missed[n]; len(list) > 0 {
			event, tokens := fetch(o, v.full[n], list)
			reads := len(agents) - sort.SearchInts(agents, event)
			out.RecoveryCost = fetchTokens*p.Output + float64(tokens+fetchTokens+frameTokens)*(p.Write+p.Read*float64(reads)) + p.Read*float64(before)
			out.Missed = v.missed(o, list)
		}
		v.got.Outputs = append(v.got.Outputs, out)
	}
}

// toolName returns the name under which an output is counted: of a shell's the
// command, as the account has it.
func toolName(c *call) string {
	if c.use.Command != "" {
		if name := audit.CommandName(c.use.Command); name != "" {
			return name
		}
	}
	return jsonlines.Plain(c.name)
}

func (v *billed) missed(o *output, list []*fact) (out []Missed) {
	for _, f := range list {
		m := Missed{Sort: f.sort.String(), UsedAt: v.l.c.Events[f.at].Line}
		for i := range f.where(strings.Split(o.text, "\n"), 0) {
			if m.Line == 0 || i+1 < m.Line {
				m.Line = i + 1
			}
		}
		if v.m.texts {
			m.Text = f.String()
		}
		out = append(out, m)
	}
	return out
}
