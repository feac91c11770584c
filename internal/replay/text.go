package replay

import (
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"elide.example/elide/internal/cli"
	"elide.example/elide/internal/stats"
)

// TextOptions say how the text is written.
type TextOptions struct {
	By    []string // the groupings to show, whole; nil: all, each with its first rows
	Color bool     // losses stand out in colour
	All   bool     // name every output that hides something, and every file that was left out
}

// The layout of the text, which is no wider than 100 columns.
const (
	widestName = 26
	mostRows   = 10
	mostMisses = 12
)

// text is a text that is being written.
type text struct {
	strings.Builder
	opt TextOptions
	s   *Sums
}

func (t *text) line(format string, args ...any) {
	t.WriteString(strings.TrimRight(fmt.Sprintf(format, args...), " ") + "\n")
}

// WriteText writes the sums for people.
func (s *Sums) WriteText(w io.Writer, opt TextOptions) error {
	t := &text{opt: opt, s: s}
	if s.Conversations == 0 {
		t.line("No conversations with tool results. Name a file or a folder of transcripts; elide replay --help")
		t.line("says whose are read.")
	} else {
		t.head()
		by, most := opt.By, 0
		if by == nil {
			by, most = AllBy(), mostRows
		}
		for _, b := range by {
			t.section(b, s.Groups(b), most)
		}
		t.misses()
	}
	t.notes()
	_, err := io.WriteString(w, t.String())
	return err
}

func (t *text) head() {
	s := t.s
	t.line("%s in %s, %s, %s%s", cli.Plural(s.Conversations, "conversation"), cli.Plural(s.Report.Files, "file"),
		cli.Plural(s.Requests, "request"), cli.Plural(s.Total.Outputs, "tool result"), s.span())
	t.line("")
	t.line("  %-22s %9s %9s  %s", "", "tokens ~", "of bill", "by list prices")
	t.line("  %-22s %9s %9s  %s", "the bill", "", "100 %", dollars(s.Total.Dollars))
	t.line("  %-22s %9s %9s", "tool results", stats.Short(int64(s.Total.Tokens)), percent(s.Results/s.Total.Cost))
	t.line("  %-22s %9s %9s  %s", "with elide", stats.Short(int64(s.Total.Shown)), percent(s.Total.Elided/s.Total.Cost), dollars(s.Total.Dollars-s.Total.Saved))
	t.line("    %-20s %9s %9s", "fetching it again", "", percent(s.Recovery/s.Total.Cost))
	net := fmt.Sprintf("  %-22s %9s %9s  %s", s.verb(), stats.Short(int64(s.Total.Tokens-s.Total.Shown)), percent(s.Total.Net(s.Total.Cost)), dollars(s.Total.Saved))
	t.line("%s", t.marked(net, s.Total.Elided > s.Total.Cost))
	t.line("")
	t.line("Of %d names, paths, lines and edits that were used later elide would have shown %d,", s.Total.Facts, s.Total.Facts-s.Total.Hidden)
	t.line("and hidden %d in %s.", s.Total.Hidden, cli.Plural(s.NotWhole, "output"))
	t.line("Of the conversations half would have saved less than %s, and %d would have cost more.", percent(s.Median), s.Dearer)
}

func (s *Sums) verb() string {
	if s.Total.Elided > s.Total.Cost {
		return "lost"
	}
	return "saved"
}

// span returns the days of the first and the last conversation.
func (s *Sums) span() string {
	if s.First.IsZero() {
		return ""
	}
	first, last := s.First.In(s.zone).Format(time.DateOnly), s.Last.In(s.zone).Format(time.DateOnly)
	if first == last {
		return ", " + first
	}
	return ", " + first + " to " + last
}

// dollars writes an amount, "" if there is none.
func dollars(amount float64) string {
	switch {
	case amount == 0:
		return ""
	case amount < 0:
		return fmt.Sprintf("-$%.2f", -amount)
	}
	return fmt.Sprintf("$%.2f", amount)
}

// percent writes a share with one digit behind the point.
func percent(share float64) string {
	const least = 0.0005 // what is less is written as nothing
	if -least < share && share < 0 {
		share = 0
	}
	return fmt.Sprintf("%.1f %%", 100*share)
}

// section writes the rows of a grouping, all if most is 0.
func (t *text) section(by string, groups []Group, most int) {
	t.line("")
	t.line("%-*s %7s %8s %8s %8s %8s %9s %6s %6s", widestName, "by "+by, "outputs", "tokens", "shown", "of bill", "saved", "", "used", "hidden")
	first := 0
	if by == ByWeek && most > 0 {
		first = max(0, len(groups)-most)
	}
	var rest Sum
	left := 0
	for i, g := range groups {
		isLoss := g.Elided > g.Cost
		if most == 0 || i >= first && i < first+most || isLoss {
			t.row(nameIn(by, g.Name), &g.Sum, isLoss)
			continue
		}
		left++
		rest.add(&g.Sum)
	}
	if left > 0 {
		t.row(fmt.Sprintf("%d more", left), &rest, false)
	}
}

func (t *text) row(name string, s *Sum, loss bool) {
	if n := utf8.RuneCountInString(name); n > widestName {
		name = name[:widestName-1] + "…" // names are plain ASCII
	}
	whole := t.s.Total.Cost
	row := fmt.Sprintf("%-*s %7d %8s %8s %8s %8s %9s %6d %6d", widestName, name, s.Outputs, stats.Short(int64(s.Tokens)), stats.Short(int64(s.Shown)),
		percent(s.Cost/whole), percent(s.Net(whole)), dollars(s.Saved), s.Facts, s.Hidden)
	t.line("%s", t.marked(row, loss))
}

// marked returns a row, in the colour of a loss if it is one.
func (t *text) marked(row string, loss bool) string {
	if !loss || !t.opt.Color {
		return row
	}
	return "\x1b[31m" + row + "\x1b[0m"
}

// misses names the outputs that would have hidden something.
func (t *text) misses() {
	list := t.s.Report.Misses()
	if len(list) == 0 {
		return
	}
	t.line("")
	t.line("hidden, and then used:")
	for i, m := range list {
		if i == mostMisses && !t.opt.All {
			t.line("  %d more; --all names them", len(list)-i)
			break
		}
		t.line("  %s:%d  %s: %s", printable(m.Path), m.Line, shown(m.Tool), m.places())
	}
}

// places says what an output hides, each thing once, and how often.
func (m *Miss) places() string {
	var list []string
	times := map[string]int{}
	for i := range m.Facts {
		place := m.Facts[i].place()
		if times[place]++; times[place] == 1 {
			list = append(list, place)
		}
	}
	for i, place := range list {
		if n := times[place]; n > 1 {
			list[i] = fmt.Sprintf("%d times %s", n, place)
		}
	}
	return strings.Join(list, "; ")
}

// place says what a fact is and where.
func (f *Fact) place() string {
	text := f.Sort
	if f.Text != "" {
		text += " " + f.Text
	}
	if f.Line > 0 {
		text += fmt.Sprintf(" in its line %d", f.Line)
	}
	return fmt.Sprintf("%s, used at %d", text, f.UsedAt)
}

func (t *text) notes() {
	rep := t.s.Report
	t.line("")
	t.line("Tokens are estimates; the system prompt is taken to have %d. The prices are those of the", DefaultPrices().System)
	t.line("models, where they are known, and else Anthropic's: read from the cache 0.1, written to it 1.25,")
	t.line("answered 5 times an input token. A fact that is hidden is taken to be fetched once.")
	if t.s.Unpriced > 0 && t.s.Total.Dollars > 0 {
		t.line("Not in the dollars: %s whose model has no known price.", cli.Plural(t.s.Unpriced, "conversation"))
	}
	if rep.Unread > 0 {
		t.line("Left out: %s of transcripts that can't be read.", cli.Plural(rep.Unread, "line"))
	}
	for _, r := range rep.reasons() {
		t.line("Left out: %s: %s.", cli.Plural(r.Files, "file"), r.Why)
	}
	if t.opt.All {
		for _, f := range rep.Skipped {
			t.line("  %s: %s", printable(f.Path), f.Why)
		}
	}
}

// nameIn returns a name of a grouping as it may stand before a reader.
func nameIn(by, name string) string {
	if by == ByWeek && name == "" {
		return "(not dated)"
	}
	return shown(name)
}

// shown returns a name as it may stand before a reader.
func shown(name string) string {
	if name == "" {
		return "(not named)"
	}
	return printable(name)
}

// printable makes a text, the name of a file it may be, such that a terminal shows it
// and does nothing.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || 0x7f <= r && r < 0xa0 || r == utf8.RuneError || 0x2028 <= r && r <= 0x202e || 0x2066 <= r && r <= 0x2069 || 0x200e <= r && r <= 0x200f {
			return '?'
		}
		return r
	}, text)
}
