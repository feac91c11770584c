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

// leave is an output that becomes another text with a request: a marker, or what it was
// before if it referred to what went.
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
