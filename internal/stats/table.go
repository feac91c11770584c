package stats

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"elide.example/elide/internal/cli"
	"elide.example/elide/internal/ledger"
)

// TableOptions say how a table is written.
type TableOptions struct {
	By      []By // the groupings to show; nil: all, each with its first mostRows
	Color   bool // losses stand out in colour
	Columns int  // of the terminal; 0: any number
}

// The layout of a table, which is no wider than 100 columns.
const (
	widestName   = 26
	narrowest    = 12 // of the names; the headings need as much
	widestBar    = 20
	barsHeading  = "net tokens"
	numbersWidth = 49 // of all between a name and its bar
	mostRows     = 10
)

// widths returns how wide the names and the bars are in a terminal. Where
// there is no room for both, there are no bars.
func widths(columns int) (name, bar int) {
	if columns == 0 {
		return widestName, widestBar
	}
	room := columns - numbersWidth
	name = min(widestName, room*3/5)
	if bar = min(widestBar, room-name); bar >= len(barsHeading) && name >= narrowest {
		return name, bar
	}
	return min(widestName, max(narrowest, room)), 0
}

// WriteTable writes the sums for people: what it comes to in all, and for each
// grouping a row a name with a bar for what it saved, net.
func (s *Stats) WriteTable(w io.Writer, opt TableOptions) error {
	t := table{color: opt.Color}
	t.name, t.bar = widths(opt.Columns)
	switch {
	case s.Empty() && len(s.exchanges.groups) == 0:
		t.line("No events.")
		t.line("")
		t.notes(s)
	case s.Empty():
		t.exchanges(s)
		t.leftOut(s)
	default:
		t.head(s)
		by, most := opt.By, 0
		if by == nil {
			by, most = AllBy(), mostRows
		}
		for _, b := range by {
			t.section(b, s.Groups(b), most)
		}
		t.line("")
		if len(s.exchanges.groups) > 0 {
			t.exchanges(s)
			t.line("")
		}
		t.notes(s)
	}
	_, err := io.WriteString(w, t.String())
	return err
}

// table is a table that is being written.
type table struct {
	strings.Builder
	color     bool
	name, bar int // how wide they are
}

func (t *table) line(format string, args ...any) {
	t.WriteString(strings.TrimRight(fmt.Sprintf(format, args...), " ") + "\n")
}

// head says what all comes to.
func (t *table) head(s *Stats) {
	sum := s.Total()
	t.line("%s", s.days())
	t.line("")
	t.line("  %-12s %10s  %10s", "", "tokens ~", "bytes")
	t.line("  %-12s %10s  %10s   %s", "came", Short(sum.TokensIn), Short(sum.BytesIn), cli.Plural(sum.Reductions, "output")+" reduced")
	t.line("  %-12s %10s  %10s", "shown", Short(sum.TokensOut), Short(sum.BytesOut))
	t.line("  %-12s %10s  %10s   %s", "given back", Short(sum.TokensExpanded), Short(sum.BytesExpanded), cli.Plural(sum.Expansions, "expansion"))
	row := fmt.Sprintf("  %-12s %10s  %10s   %s", "net", Short(sum.Net()), Short(sum.NetBytes()), ledger.Percent(sum.Share()))
	t.line("%s", t.marked(row, sum.Net() < 0))
	t.line("  %-12s %10d  %10s   %d expanded soon, %d run again", "regretted", sum.Regrets(), "", sum.ExpandedSoon, sum.RunAgain)
}

// section writes the rows of a grouping, all if most is 0.
func (t *table) section(by By, groups []Group, most int) {
	t.line("")
	heading := barsHeading
	if t.bar == 0 {
		heading = ""
	}
	t.line("%-*s %7s %7s %7s %7s %7s %6s  %s", t.name, "by "+by.title(), "outputs", "came", "shown", "back", "net", "regret", heading)
	shownGroups, rest := cut(by, groups, most)
	longest := int64(0)
	for _, g := range shownGroups {
		longest = max(longest, g.Net(), -g.Net())
	}
	for _, g := range shownGroups {
		t.row(shown(g.Name), &g.Sum, bar(g.Net(), longest, t.bar))
	}
	if rest.count > 0 {
		t.row(fmt.Sprintf("%d %s", rest.count, rest.what), &rest.sum, "")
	}
}

// remainder is what a section doesn't show row by row.
type remainder struct {
	count int
	what  string
	sum   Sum
}

// cut takes the rows that are shown: of days the last, of all else what saved
// most, and of both each loss.
func cut(by By, groups []Group, most int) ([]Group, remainder) {
	if most == 0 || len(groups) <= most {
		return groups, remainder{}
	}
	rest := remainder{what: "more"}
	isFirst := func(i int) bool { return i < most }
	if by == ByDay {
		rest.what = "earlier"
		isFirst = func(i int) bool { return i >= len(groups)-most }
	}
	var list []Group
	for i, g := range groups {
		if isFirst(i) || g.Net() < 0 {
			list = append(list, g)
			continue
		}
		rest.count++
		rest.sum.add(&g.Sum)
	}
	return list, rest
}

// add adds another sum.
func (s *Sum) add(o *Sum) {
	s.Reductions += o.Reductions
	s.Expansions += o.Expansions
	s.BytesIn += o.BytesIn
	s.BytesOut += o.BytesOut
	s.BytesExpanded += o.BytesExpanded
	s.TokensIn += o.TokensIn
	s.TokensOut += o.TokensOut
	s.TokensExpanded += o.TokensExpanded
	s.ExpandedSoon += o.ExpandedSoon
	s.RunAgain += o.RunAgain
}

func (t *table) row(name string, s *Sum, bar string) {
	regret := ""
	if n := s.Regrets(); n > 0 {
		regret = fmt.Sprint(n)
	}
	row := fmt.Sprintf("%-*s %7d %7s %7s %7s %7s %6s  %s", t.name, clip(name, t.name),
		s.Reductions, Short(s.TokensIn), Short(s.TokensOut), Short(s.TokensExpanded), Short(s.Net()), regret, bar)
	t.line("%s", t.marked(row, s.Net() < 0))
}

// marked returns a row, in the colour of a loss if it is one.
func (t *table) marked(row string, loss bool) string {
	row = strings.TrimRight(row, " ")
	if !loss || !t.color {
		return row
	}
	return "\x1b[31m" + row + "\x1b[0m"
}

func (t *table) notes(s *Stats) {
	t.line("Tokens are estimates. Net is what came, less what was shown and given back; below 0 it is a loss.")
	t.line("Regret: of the outputs those that were expanded within %.0f minutes, or had again at once.", ExpandedWithin.Minutes())
	t.leftOut(s)
}

func (t *table) leftOut(s *Stats) {
	if s.unreadable > 0 {
		t.line("Left out: %s.", cli.Plural(s.unreadable, "line")+" that can't be read")
	}
}

// wrapped writes a sentence in lines of some width.
func (t *table) wrapped(text string) {
	const columns = 100
	for len(text) > columns {
		at := strings.LastIndexByte(text[:columns+1], ' ')
		if at <= 0 {
			break
		}
		t.line("%s", text[:at])
		text = text[at+1:]
	}
	t.line("%s", text)
}

// bar draws an amount beside the longest one, which is as wide as that: full
// blocks for what was saved, shaded ones for what was lost. What is not nothing is
// drawn.
func bar(n, longest int64, width int) string {
	if longest == 0 || n == 0 || width == 0 {
		return ""
	}
	const eighths = 8
	length := max(1, max(n, -n)*int64(width)*eighths/longest)
	if n < 0 {
		return strings.Repeat("░", int((length+eighths-1)/eighths))
	}
	text := strings.Repeat("█", int(length/eighths))
	if part := length % eighths; part > 0 {
		text += string([]rune("▏▎▍▌▋▊▉")[part-1])
	}
	return text
}

// clip cuts a name to a width.
func clip(name string, width int) string {
	if utf8.RuneCountInString(name) <= width {
		return name
	}
	return name[:width-1] + "…" // names are plain ASCII
}
