package trial

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"elide.example/elide/internal/cli"
	"elide.example/elide/internal/interval"
	"elide.example/elide/internal/ledger"
)

// Row is a figure in words.
type Row struct{ What, Holdout, Elide, Change string }

// labels are what the figures are called.
var labels = map[string]string{
	Bill: "bill", billAlike: "bill, each counted alike", billPerRequest: "bill of a request", "requests": "requests", "input": "input tokens, uncached", "cache_read": "tokens read from a cache",
	"cache_write": "tokens written to a cache", "output": "output tokens", "expansions": "times asked back",
}

// Rows returns the figures, those of money only where they are known. Where it can be
// told how sure they are, it stands in brackets.
func (r *Result) Rows() (rows []Row) {
	for _, f := range r.Figures {
		write := number
		if f.Name == Bill || f.Name == billAlike || f.Name == billPerRequest {
			if write = ledger.Dollars; f.Holdout.Value == 0 && f.Elide.Value == 0 {
				continue
			}
		}
		rows = append(rows, Row{labels[f.Name], figure(f.Holdout, write), figure(f.Elide, write), changed(f.Change)})
	}
	return rows
}

func figure(e interval.Estimate, write func(float64) string) string {
	if !e.Known {
		return write(e.Value)
	}
	return fmt.Sprintf("%s [%s, %s]", write(e.Value), write(e.Least), write(e.Most))
}

func changed(e interval.Estimate) string {
	switch {
	case e.Value == 0:
		return "–"
	case !e.Known:
		return percent(e.Value)
	}
	return fmt.Sprintf("%s [%s, %s]", percent(e.Value), percent(e.Least), percent(e.Most))
}

// percent writes a ratio as what it is more or less than 1.
func percent(ratio float64) string {
	if p := math.Round(100 * (ratio - 1)); p != 0 {
		return fmt.Sprintf("%+.0f %%", p)
	}
	return "0 %"
}

// number writes a mean in three digits or so.
func number(v float64) string {
	for _, u := range []struct {
		size float64
		name string
	}{{1e9, "G"}, {1e6, "M"}, {1e3, "k"}} {
		if v >= u.size {
			return strconv.FormatFloat(v/u.size, 'f', digits(v/u.size), 64) + u.name
		}
	}
	return strconv.FormatFloat(v, 'f', digits(v), 64)
}

// digits says how many behind the point make three in all.
func digits(v float64) int {
	switch {
	case v >= 100 || v == 0:
		return 0
	case v >= 10:
		return 1
	}
	return 2
}

// Headline says what the bills tell.
func (r *Result) Headline() string {
	c := r.figure(Bill).Change
	switch {
	case r.Verdict == Cheaper:
		return fmt.Sprintf("With elide a conversation costs %s less: between %s and %s (95 %%).", share(c.Value), share(c.Most), share(c.Least))
	case r.Verdict == Dearer:
		return fmt.Sprintf("With elide a conversation costs %s more: between %s and %s (95 %%).", share(c.Value), share(c.Least), share(c.Most))
	case c.Value == 0:
		return "Not enough yet to tell what elide does to the bill: there is no price for both groups."
	case !c.Known && min(r.Holdout, r.Elide) >= interval.LeastUnits && !r.Mixed && r.Left.Unpriced == 0:
		return "Not enough yet to tell what elide does to the bill: of one group all bills are the same, so that nothing says how sure it is."
	case !c.Known:
		return fmt.Sprintf("Not enough yet to tell what elide does to the bill: it takes %d conversations of each group, and %d of a model in each.", interval.LeastUnits, interval.LeastOfAKind)
	}
	return fmt.Sprintf("Not enough yet to tell what elide does to the bill: it is %s, but anything from %s to %s fits.", moved(c.Value), moved(c.Least), moved(c.Most))
}

func (r *Result) figure(name string) *Figure {
	for i := range r.Figures {
		if r.Figures[i].Name == name {
			return &r.Figures[i]
		}
	}
	return &Figure{}
}

// share writes how far a ratio is from 1.
func share(ratio float64) string {
	p := 100 * math.Abs(ratio-1)
	if p < 1 {
		return "less than 1 %"
	}
	return fmt.Sprintf("%.0f %%", p)
}

// moved writes a ratio as a change.
func moved(ratio float64) string {
	switch p := math.Round(100 * (ratio - 1)); {
	case p > 0:
		return fmt.Sprintf("%.0f %% higher", p)
	case p < 0:
		return fmt.Sprintf("%.0f %% lower", -p)
	}
	return "the same"
}

// alike says what can be told if each conversation counts alike, where the bill tells
// nothing; "" if nothing can.
func (r *Result) alike() string {
	c := r.figure(billAlike).Change
	switch {
	case r.Verdict != NotEnough || !c.Known || c.Least <= 1 && c.Most >= 1:
		return ""
	case c.Most < 1:
		return fmt.Sprintf("If each conversation counts alike, they cost %s less, between %s and %s; but the long ones make the bill.", share(c.Value), share(c.Most), share(c.Least))
	}
	return fmt.Sprintf("If each conversation counts alike, they cost %s more, between %s and %s; but the long ones make the bill.", share(c.Value), share(c.Least), share(c.Most))
}

// Wanted says what else can be told, and how many more conversations it would take, a
// sentence a change.
func (r *Result) Wanted() (list []string) {
	if text := r.alike(); text != "" {
		list = append(list, text)
	}
	for _, n := range r.Needs {
		what := "a change of " + share(1+n.Change)
		if n.Change != shownChange {
			what = "the " + share(1+n.Change) + " that it is now"
		}
		if n.Elide == 0 && n.Holdout == 0 {
			list = append(list, fmt.Sprintf("There are enough to see %s in four of five trials.", what))
			continue
		}
		list = append(list, fmt.Sprintf("To see %s in four of five trials takes about %s more with elide and %s more left alone.", what, about(n.Elide), about(n.Holdout)))
	}
	return list
}

// about writes a number that is not known well: two digits of it.
func about(n int) string {
	const most = 1_000_000
	if n >= most {
		return "a million or"
	}
	step := 1
	for n/step >= 100 {
		step *= 10
	}
	return strconv.Itoa((n + step - 1) / step * step)
}

// Basis says what is compared, and how.
func (r *Result) Basis() string {
	days := r.Since.Format(time.DateOnly)
	if last := r.Until.Format(time.DateOnly); last != days {
		days += " to " + last
	}
	text := fmt.Sprintf("%s with elide, %d left alone, begun %s", cli.Plural(r.Elide, "conversation"), r.Holdout, days)
	if r.OneIn > 1 {
		text += fmt.Sprintf("; one in %d of all, drawn by lot", r.OneIn)
	}
	var models []string
	for _, k := range r.Kinds {
		if k.Compared || len(r.Kinds) == 1 {
			models = append(models, named(k.Model))
		}
	}
	switch {
	case r.Mixed:
		text += "; of whatever model"
	case len(models) == 1:
		text += "; all of " + models[0]
	case len(models) > 1:
		text += "; each model by itself, then all by how many there are: " + few(models)
	}
	return text + "."
}

func named(model string) string {
	if model == "" {
		return "(none named)"
	}
	return model
}

// few names the first of many.
func few(names []string) string {
	const most = 4
	if more := len(names) - most; more > 0 {
		return strings.Join(names[:most], ", ") + fmt.Sprintf(" and %d more", more)
	}
	return strings.Join(names, ", ")
}

// Notes say what is left out and what to mind, a sentence each.
func (r *Result) Notes() []string {
	list, l := []string{}, &r.Left
	note := func(n int, what, format string, args ...any) {
		if n > 0 {
			list = append(list, cli.Plural(n, what)+" "+fmt.Sprintf(format, args...))
		}
	}
	uncompared, models := r.uncompared()
	note(uncompared, "conversation", "left out, of models that one of the groups has fewer than %d of: %s.", interval.LeastOfAKind, few(models))
	if r.Mixed {
		list = append(list, "The groups may have used other models: nothing is concluded from their figures.")
	}
	note(l.Before, "conversation", "with elide left out, from when none was left alone: it may have been other work.")
	note(l.Moved, "conversation", "left out, of several groups one after the other.")
	note(l.Off, "conversation", "left out, switched off by hand.")
	note(l.Switched, "conversation", "counted as begun, though some requests were switched off by hand: to leave out what was switched off would flatter.")
	note(l.Observed, "conversation", "left out, only looked at.")
	note(l.Silent, "conversation", "left out, as the provider did not say what it counted.")
	note(l.Unpriced, "conversation", "not in the bill, as there is no price for the model.")
	note(l.Nameless, "request", "left out, of no conversation that could be told.")
	if l.NoUsage[0]+l.NoUsage[1] > 0 {
		list = append(list, fmt.Sprintf("Without usage, and so without tokens and money: %.1f %% of the requests left alone, %.1f %% of those with elide.", of100(l.NoUsage[0], l.Requests[0]), of100(l.NoUsage[1], l.Requests[1])))
	}
	return list
}

func of100(n, all int) float64 { return 100 * float64(n) / float64(max(1, all)) }

// uncompared returns the conversations of models that are left out.
func (r *Result) uncompared() (n int, models []string) {
	if r.Mixed || len(r.Kinds) == 1 {
		return 0, nil
	}
	for _, k := range r.Kinds {
		if !k.Compared {
			n += k.Holdout + k.Elide
			models = append(models, named(k.Model))
		}
	}
	return n, models
}

// Method says how the intervals are made, if there are any.
func (r *Result) Method() string {
	if !slices.ContainsFunc(r.Figures, func(f Figure) bool { return f.Holdout.Known || f.Elide.Known || f.Change.Known }) {
		return ""
	}
	return method
}

const method = "In brackets 95 % intervals: whole conversations drawn anew (bootstrap-t of the ratio's logarithm, calibrated). " +
	"They hold for one look: who looks again and again until something shows will be misled more often, so settle first how many to wait for."
