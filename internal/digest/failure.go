package digest

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/order"
)

// arrow parts what was done from what came of it, joint the lines of an error.
const (
	arrow = " → "
	joint = " | "
)

// Of a call only so much stands before an error: it is told in full elsewhere.
const errorWhatMost = 60

// errorsKept is how many errors a digest has at most, followed how many of one call
// are followed.
const (
	errorsKept = 100
	followed   = 32
)

// trouble is an error while it is followed through the stretch.
type trouble struct {
	Line
	like string // what of the error stays the same from run to run
}

// watch follows errors by the calls that they are of.
type watch struct {
	all  []*trouble
	open map[string][]*trouble // by the key of the call, or of carried ones by what it is
}

// failures returns the errors of the stretch, those of earlier digests first, and
// tells of each in which later result of the same call it was gone.
func (s *stretch) failures() []Line {
	w := watch{open: map[string][]*trouble{}}
	var carried []Line
	for _, d := range s.earlier {
		carried = append(carried, d.Errors...)
	}
	for _, line := range newest(carried) {
		what, text, _ := strings.Cut(line.Text, arrow)
		w.add("\x00"+what, &trouble{line, alike(text)})
	}
	for _, a := range s.calls {
		if a.result != nil {
			w.follow(a)
		}
	}
	out := make([]Line, len(w.all))
	for i, t := range w.all {
		out[i] = t.Line
		if !t.Open {
			out[i].score = rated[errorList]
		}
	}
	out = foremost(newest(out), errorsKept)
	order.By(out, func(a, b Line) int { return cmp.Compare(a.From.here(), b.From.here()) })
	return out
}

func (w *watch) add(key string, t *trouble) {
	w.all = append(w.all, t)
	if t.Open {
		open := append(w.open[key], t)
		w.open[key] = open[max(len(open)-followed, 0):]
	}
}

// follow compares the errors of a call with those that are open.
func (w *watch) follow(a *action) {
	what := clip(a.what, errorWhatMost)
	var now []*trouble
	for i, text := range a.outcome().errors {
		line := Line{Text: what + arrow + text, From: Ref{Message: a.result.at}, Open: true, score: openScore - i}
		now = append(now, &trouble{line, alike(text)})
	}
	for _, key := range [...]string{"\x00" + what, a.key} {
		w.open[key], now = a.settle(w.open[key], now)
	}
	for _, t := range now {
		w.add(a.key, t)
	}
}

// settle tells what became of the open errors of a call. One is gone if nothing
// failed, or if it stands nowhere in what was printed; of one that came again the
// newest form is kept. It returns those that are open still, and the new ones.
func (a *action) settle(open, now []*trouble) (still, fresh []*trouble) {
	if len(open) == 0 {
		return nil, now
	}
	printed := ""
	if a.result.failed || len(a.outcome().errors) > 0 {
		printed = alikeAll(a.result.text)
	}
	for _, t := range open {
		if i := slices.IndexFunc(now, func(n *trouble) bool { return n.like == t.like }); i >= 0 {
			t.Line = now[i].Line
			now = slices.Delete(now, i, i+1)
		} else if !strings.Contains(printed, t.like) {
			t.Open, t.Later = false, Ref{Message: a.result.at}
			continue
		}
		still = append(still, t)
	}
	return still, now
}

// alike returns what of an error's first line stays the same from run to run.
func alike(text string) string {
	text, _, _ = strings.Cut(text, joint)
	return steady(strings.TrimSuffix(text, ellipsis))
}

// alikeAll returns the same of all that was printed.
func alikeAll(printed []byte) string {
	b := block.New(printed)
	var all strings.Builder
	for i := range b.Len() {
		all.WriteString(steady(string(b.Text(i))))
	}
	return all.String()
}

// steady drops digits and blanks.
func steady(text string) string {
	return strings.Map(func(r rune) rune {
		if '0' <= r && r <= '9' || unicode.IsSpace(r) {
			return -1
		}
		return r
	}, text)
}
