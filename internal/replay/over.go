package replay

import (
	"context"
	"slices"

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

// leave is an output that becomes another text with a request: a marker, or what it was
// before if it referred to what went.
type leave struct {
	request, event, output int
	text                   string
}

// byRequest is what elide's proxy sends with a configuration that alters what was sent:
// each request is rewritten, but those that say no more than the next.
func byRequest(name string, cfg rewrite.Config) Way {
	cfg.Store = store.Nowhere{}
	return Way{Name: name, extra: directiveTokens, play: func(ctx context.Context, l *looked) (alters, error) { return played(ctx, cfg, l) }}
}

// request is one of a conversation: all before an answer.
type request struct {
	event   int // of the answer; or the last, which the last request holds
	results int // so many there are before it
}

// requests returns those of the conversation, in their order.
func (l *looked) requests() (all []request) {
	results := 0
	for i := range l.c.Events {
		e := &l.c.Events[i]
		last := i == len(l.c.Events)-1
		if last {
			results += len(e.Results)
		}
		if e.Kind == transcript.Agent || last {
			all = append(all, request{i, results})
		}
		results += len(e.Results)
	}
	return all
}

// send returns what becomes of the outputs in a request.
func (l *looked) send(ctx context.Context, w *rewrite.Rewriter, r request) ([]string, rewrite.Report, error) {
	front := *l.c
	if r.event < len(l.c.Events)-1 {
		front.Events = l.c.Events[:r.event]
	}
	return rewrittenBy(ctx, w, l.texts()[:r.results], &front)
}

// played is what becomes of a conversation whose requests are sent one after the other.
// Each begins as the one before, but where a batch goes. So those are sent with which one
// does, as the last tells, those right before them, and the last.
func played(ctx context.Context, cfg rewrite.Config, l *looked) (alters, error) {
	all := l.requests()
	if len(all) == 0 {
		return alters{}, nil
	}
	w := rewrite.New(cfg)
	_, rep, err := l.send(ctx, w, all[len(all)-1])
	if err != nil {
		return alters{}, err
	}
	goes := func(i int) bool { return slices.Contains(rep.Batches, all[i].results) }
	return l.play(ctx, w, all, func(i int) bool { return i == len(all)-1 || goes(i) || goes(i+1) })
}

// play sends those of the requests that are due.
func (l *looked) play(ctx context.Context, w *rewrite.Rewriter, all []request, due func(int) bool) (a alters, err error) {
	var now []string
	for i, r := range all {
		if !due(i) {
			continue
		}
		texts, _, err := l.send(ctx, w, r)
		if err != nil {
			return a, err
		}
		for n, text := range texts {
			if n >= len(now) {
				a.texts, now = append(a.texts, text), append(now, text)
			} else if now[n] != text {
				a.leaves = append(a.leaves, leave{i, r.event, n, text})
				now[n] = text
			}
		}
	}
	return a, nil
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
	now := a.versions(l)
	misses := hiddenFacts{}
	first := missesOfTexts(l.outputs, a.texts, l.need)
	stands := a.standing(l, now)
	for n, o := range l.outputs {
		hidden := map[*fact]bool{}
		for _, f := range first[n] {
			hidden[f] = true
		}
		for _, f := range o.facts {
			v := now[n].at(f.at)
			missed := hidden[f]
			if v.from != o.event {
				missed = f.sort != edit && !f.shows(asShown(o, v.text))
			}
			for _, line := range f.lines {
				missed = missed || l.need.wrote[line] >= f.at && !stands[line].at(f.at)
			}
			if missed {
				misses[n] = append(misses[n], f)
			}
		}
	}
	return misses
}

// version is what is sent for an output from one event on to another.
type version struct {
	from, to int
	text     string
}

type versions []version

// versions returns those of each output.
func (a *alters) versions(l *looked) []versions {
	all := make([]versions, len(l.outputs))
	for n, o := range l.outputs {
		all[n] = versions{{o.event, never, a.texts[n]}}
	}
	for _, x := range a.leaves {
		v := all[x.output]
		v[len(v)-1].to = x.event
		all[x.output] = append(v, version{x.event, never, x.text})
	}
	return all
}

// at returns the version that the request of an event holds.
func (all versions) at(event int) version {
	for _, v := range all {
		if event < v.to {
			return v
		}
	}
	return version{}
}

// spans say from which events on to which a line is shown.
type spans [][2]int

func (s spans) at(event int) bool {
	for _, span := range s {
		if span[0] <= event && event < span[1] {
			return true
		}
	}
	return false
}

// standing returns where the lines of edits stand.
func (a *alters) standing(l *looked, all []versions) map[string]spans {
	shown := map[string]spans{}
	if l.need == nil {
		return shown
	}
	for n, o := range l.outputs {
		for _, v := range all[n] {
			eachLine(asShown(o, v.text), func(line string) {
				if _, ok := l.need.wrote[line]; ok {
					shown[line] = append(shown[line], [2]int{v.from, v.to})
				}
			})
		}
	}
	return shown
}
