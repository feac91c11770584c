package replay

import (
	"context"

	"elide.example/elide/internal/rewrite"
	"elide.example/elide/internal/store"
	"elide.example/elide/internal/transcript"
)

// alters is what becomes of a conversation's outputs in a way that is played request by
// request: what each is first sent as, and which go later.
type alters struct {
	texts  []string
	leaves []leave
}

// leave is an output that becomes another text, such a short one that nothing of it is
// seen, with a request.
type leave struct {
	request, event, output int
	text                   string
}

// byRequest is what elide's proxy sends with a configuration that alters what was sent:
// each request is rewritten.
func byRequest(name string, cfg rewrite.Config) Way {
	cfg.Store = store.Nowhere{}
	return Way{Name: name, extra: directiveTokens, play: func(ctx context.Context, l *looked) (alters, error) { return played(ctx, cfg, l) }}
}

// played sends the requests of a conversation one after the other.
func played(ctx context.Context, cfg rewrite.Config, l *looked) (alters, error) {
	var a alters
	w := rewrite.New(cfg)
	now := make([]string, len(l.outputs))
	request := 0
	part := *l.c
	for i := range l.c.Events {
		last := i == len(l.c.Events)-1
		if l.c.Events[i].Kind != transcript.Agent && !last {
			continue
		}
		if part.Events = l.c.Events[:i]; last {
			part.Events = l.c.Events
		}
		texts, err := rewrittenBy(ctx, w, l.first(&part), &part)
		if err != nil {
			return a, err
		}
		for n, text := range texts {
			if n >= len(a.texts) {
				a.texts = append(a.texts, text)
			} else if now[n] != text {
				a.leaves = append(a.leaves, leave{request, i, n, text})
			}
			now[n] = text
		}
		request++
	}
	return a, nil
}

// first returns the texts of the outputs in the front of the conversation.
func (l *looked) first(c *transcript.Conversation) (texts []string) {
	for i := range c.Events {
		for range c.Events[i].Results {
			texts = append(texts, l.outputs[len(texts)].text)
		}
	}
	return texts
}

// alteration is what the outputs that leave change in a bill.
func (a *alters) alteration(count Counter) alteration {
	return &leaving{all: a.leaves, count: count, gone: map[int]bool{}}
}

// leaving plays what leaves.
type leaving struct {
	all     []leave
	count   Counter
	request int
	gone    map[int]bool
}

func (g *leaving) hides(output int) bool { return g.gone[output] }

func (g *leaving) change(parts []sent, _ int) int {
	now := map[int]string{}
	for len(g.all) > 0 && g.all[0].request == g.request {
		now[g.all[0].output] = g.all[0].text
		g.gone[g.all[0].output] = true
		g.all = g.all[1:]
	}
	g.request++
	first := len(parts)
	for i := range parts {
		if text, ok := now[parts[i].output]; ok {
			parts[i].tokens = g.count(text) + frameTokens
			first = min(first, i)
		}
	}
	return first
}

// misses finds what is missed: in the texts, and because they left before it was used.
func (a *alters) misses(l *looked) hiddenFacts {
	left := map[int]int{} // of an output, the event with which it left
	for _, x := range a.leaves {
		if _, ok := left[x.output]; !ok {
			left[x.output] = x.event
		}
	}
	gone := func(n, at int) bool {
		event, ok := left[n]
		return ok && event <= at
	}
	shows := map[string][]int{} // a line of an edit: the outputs that show it
	if l.need != nil {
		for n, o := range l.outputs {
			eachLine(asShown(o, a.texts[n]), func(line string) {
				if _, ok := l.need.wrote[line]; ok {
					shows[line] = append(shows[line], n)
				}
			})
		}
	}
	misses := missesOfTexts(l.outputs, a.texts, l.need)
	for n, o := range l.outputs {
		missed := map[*fact]bool{}
		for _, f := range misses[n] {
			missed[f] = true
		}
		for _, f := range o.facts {
			seen := f.sort == edit || !gone(n, f.at)
			for _, line := range f.lines {
				stands := l.need.wrote[line] < f.at
				for _, other := range shows[line] {
					stands = stands || l.outputs[other].event < f.at && !gone(other, f.at)
				}
				seen = seen && stands
			}
			if !seen && !missed[f] {
				misses[n] = append(misses[n], f)
			}
		}
	}
	return misses
}
