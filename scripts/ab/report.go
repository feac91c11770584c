//go:build unix

package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"elide.example/elide/internal/interval"
)

// figure is what is compared of the two arms: the sum of a task's runs over their number.
type figure struct {
	name  string
	of    func(*run) float64
	form  string  // of one arm's
	scale float64 // by which it is shown
	gap   bool    // the arms are compared by their difference, not by their ratio
	alike bool    // each task counts as much as any other, whatever it costs
}

func figures() []figure {
	count := func(of func(*run) int) func(*run) float64 {
		return func(r *run) float64 { return float64(of(r)) }
	}
	return []figure{
		{"solved, %", func(r *run) float64 {
			if r.Solved {
				return 1
			}
			return 0
		}, "%.1f", 100, true, false},
		{"billed, $ a run", func(r *run) float64 { return r.Cost }, "%.4f", 1, false, false},
		{"billed, each task alike", func(r *run) float64 { return r.Cost }, "%.3f", 1, false, true},
		{"steps", count(func(r *run) int { return r.Steps }), "%.1f", 1, false, false},
		{"seconds", func(r *run) float64 { return r.Seconds }, "%.1f", 1, false, false},
		{"tokens, all", count(func(r *run) int { return r.Tokens.all() }), "%.0f", 1, false, false},
		{"tokens, uncached", count(func(r *run) int { return r.Tokens.Input }), "%.0f", 1, false, false},
		{"tokens, read from the cache", count(func(r *run) int { return r.Tokens.CacheRead }), "%.0f", 1, false, false},
		{"tokens, written to it", count(func(r *run) int { return r.Tokens.CacheWrite }), "%.0f", 1, false, false},
		{"tokens, answered", count(func(r *run) int { return r.Tokens.Output }), "%.0f", 1, false, false},
		{"expansions", count(func(r *run) int { return r.Expansions }), "%.2f", 1, true, false},
	}
}

// pair is what a figure came to for a task, on average, in each arm.
type pair struct{ plain, elide float64 }

// compared is a figure of both arms. Change is the second arm's over the first's less
// one, in percent, or the difference in the figure's own unit; Least and Most are where
// it lies with 95 %, if the tasks are a sample of such.
type compared struct {
	Name   string   `json:"name"`
	Plain  float64  `json:"plain"`
	Elide  float64  `json:"elide"`
	Change *float64 `json:"change"` // null: of nothing
	Least  *float64 `json:"least"`  // null: too few tasks
	Most   *float64 `json:"most"`
	Gap    bool     `json:"difference"`
	form   string
}

// With fewer tasks than leastTasks an interval would say more than is known.
const (
	bootstraps = 10_000
	leastTasks = 6
)

// compare draws tasks anew, so many as there are, with both their arms.
func compare(f figure, tasks []pair) compared {
	change := func(pick func(i int) int) (float64, float64, float64, bool) {
		var a, b float64
		for i := range tasks {
			p := tasks[pick(i)]
			a, b = a+p.plain, b+p.elide
		}
		n := float64(len(tasks))
		if f.gap {
			return a / n, b / n, f.scale * (b - a) / n, true
		}
		return a / n, b / n, 100 * (b/a - 1), a > 0
	}
	c := compared{Name: f.name, Gap: f.gap, form: f.form}
	if len(tasks) == 0 {
		return c
	}
	plain, elide, value, ok := change(func(i int) int { return i })
	c.Plain, c.Elide = f.scale*plain, f.scale*elide
	if !ok {
		return c
	}
	c.Change = &value
	if len(tasks) < leastTasks {
		return c
	}
	least, most, ok := interval.Percentile(len(tasks), bootstraps, func(pick func(int) int) (float64, bool) {
		_, _, value, ok := change(pick)
		return value, ok
	})
	if ok {
		c.Least, c.Most = &least, &most
	}
	return c
}

// couple is a task's run n in both arms.
type couple struct{ plain, elide *run }

// couples returns the runs that both arms have, by task.
func (s *state) couples() map[string][]couple {
	type key struct {
		task string
		n    int
	}
	by := map[key]*couple{}
	for i := range s.Runs {
		r := &s.Runs[i]
		if r.Void != "" {
			continue
		}
		k := key{r.Task, r.N}
		if by[k] == nil {
			by[k] = &couple{}
		}
		if r.Arm == plainArm {
			by[k].plain = r
		} else {
			by[k].elide = r
		}
	}
	all := map[string][]couple{}
	for k, c := range by {
		if c.plain != nil && c.elide != nil {
			all[k.task] = append(all[k.task], *c)
		}
	}
	for _, list := range all {
		slices.SortFunc(list, func(a, b couple) int { return cmp.Compare(a.plain.N, b.plain.N) })
	}
	return all
}

// report is all that is said of the runs.
type report struct {
	Schema   string            `json:"schema"`
	Config   config            `json:"config"`
	Tasks    int               `json:"tasks"`
	Pairs    int               `json:"pairs"`
	Void     int               `json:"void"`
	Unpriced int               `json:"answers_without_price"`
	Paid     float64           `json:"paid"` // for all runs, void ones too
	Left     map[string]string `json:"left"`
	Only     [2]int            `json:"solved_by_one"` // pairs solved by plain alone, and by elide alone
	Figures  []compared        `json:"figures"`
}

func (s *state) report() report {
	r := report{Schema: "elide-ab.v1", Config: s.Config, Paid: s.cost(), Left: s.Left}
	couples := s.couples()
	for i := range s.Runs {
		if s.Runs[i].Void != "" {
			r.Void++
		}
		r.Unpriced += s.Runs[i].Unpriced
	}
	names := sortedKeys(couples)
	r.Tasks = len(names)
	for _, name := range names {
		for _, c := range couples[name] {
			r.Pairs++
			if c.plain.Solved && !c.elide.Solved {
				r.Only[0]++
			}
			if !c.plain.Solved && c.elide.Solved {
				r.Only[1]++
			}
		}
	}
	for _, f := range figures() {
		var pairs []pair
		for _, name := range names {
			p, n := pair{}, float64(len(couples[name]))
			for _, c := range couples[name] {
				p.plain += f.of(c.plain) / n
				p.elide += f.of(c.elide) / n
			}
			switch {
			case !f.alike:
				pairs = append(pairs, p)
			case p.plain > 0:
				pairs = append(pairs, pair{1, p.elide / p.plain})
			}
		}
		r.Figures = append(r.Figures, compare(f, pairs))
	}
	return r
}

func sortedKeys[V any](m map[string]V) []string {
	var list []string
	for name := range m {
		list = append(list, name)
	}
	slices.Sort(list)
	return list
}

// told says a change and its interval.
func (c *compared) told() (change, interval string) {
	if c.Change == nil {
		return "–", ""
	}
	unit := "%"
	if c.Gap {
		unit = ""
	}
	change = fmt.Sprintf("%+.1f%s", *c.Change, unit)
	if c.Least == nil {
		return change, "too few tasks"
	}
	return change, fmt.Sprintf("[%+.1f, %+.1f]", *c.Least, *c.Most)
}

func (r *report) heads() string {
	c := &r.Config
	played := ""
	if c.Scripted {
		played = ", played by scripts: the figures say that the rig works, and nothing of models"
	}
	text := fmt.Sprintf("%s, %s%s; %s\n", c.Agent, c.Model, played, c.Elide)
	text += fmt.Sprintf("%d tasks, %d pairs of runs, $%.4f for all. Solved by plain alone: %d, by elide alone: %d.\n", r.Tasks, r.Pairs, r.Paid, r.Only[0], r.Only[1])
	if r.Void > 0 {
		text += fmt.Sprintf("%d runs are void and left out, with the other of their pair.\n", r.Void)
	}
	if r.Unpriced > 0 {
		text += fmt.Sprintf("Of %d answers usage or price isn't known: the bill is too low.\n", r.Unpriced)
	}
	for _, name := range sortedKeys(r.Left) {
		text += fmt.Sprintf("Left out: %s, %s.\n", name, r.Left[name])
	}
	return text
}

// text is the report for people.
func (r *report) text() string {
	var b strings.Builder
	b.WriteString(r.heads())
	fmt.Fprintf(&b, "\n%-28s %12s %12s %9s  %s\n", "", "plain", "elide", "change", "95 % (tasks drawn anew)")
	for i := range r.Figures {
		c := &r.Figures[i]
		change, interval := c.told()
		fmt.Fprintf(&b, "%-28s %12s %12s %9s  %s\n", c.Name, fmt.Sprintf(c.form, c.Plain), fmt.Sprintf(c.form, c.Elide), change, interval)
	}
	return b.String()
}

// writeReport writes the report beside the state, as text, JSON and pages.
func writeReport(s *state, dir string, out io.Writer) error {
	r := s.report()
	text := r.text()
	data, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		return err
	}
	err = errors.Join(os.WriteFile(filepath.Join(dir, "report.txt"), []byte(text), 0o600),
		os.WriteFile(filepath.Join(dir, "report.json"), append(data, '\n'), 0o600), writePages(s, &r, dir))
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "\n%s\npages: %s\n", text, filepath.Join(dir, "index.html"))
	return err
}

func reportCommand(args []string, out io.Writer) error {
	f := flag.NewFlagSet("report", flag.ContinueOnError)
	if err := f.Parse(args); err != nil {
		return err
	}
	if f.NArg() != 1 {
		return errors.New("report: the folder of -out is wanted")
	}
	s, err := readState(f.Arg(0))
	if err != nil {
		return err
	}
	return writeReport(s, f.Arg(0), out)
}
