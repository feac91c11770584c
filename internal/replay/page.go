package replay

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
)

// The marks between which the tables stand in a page.
const (
	pageStart = "<!-- figures -->"
	pageEnd   = "<!-- end of figures -->"
)

// InPage returns a page with the tables of a report between its marks.
func InPage(page string, rep *Report) (string, error) {
	before, rest, found := strings.Cut(page, pageStart+"\n")
	_, after, ended := strings.Cut(rest, pageEnd)
	if !found || !ended {
		return "", errors.New("it has no marks: " + pageStart + " and " + pageEnd)
	}
	return before + pageStart + "\n" + Markdown(rep) + pageEnd + after, nil
}

// Markdown returns the tables of a report: all conversations in each way, and what
// each way saves in short ones and long ones, and of each host's.
func Markdown(rep *Report) string {
	var b strings.Builder
	totals := Totals(rep.Ways, rep.All)
	fmt.Fprintf(&b, "Of %s.\n\n", size(rep.All))
	b.WriteString("| way | tool results, tokens | sent | billed | **billed, recovery included** | used facts seen | outputs whole | dearer than plain |\n| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n")
	for i, t := range totals {
		fmt.Fprintf(&b, "| %s | %.1f | %.1f | %.1f | **%s** | %s | %.1f | %d |\n", naming(rep.Ways[i]), t.Once.Percent, t.Sent.Percent, t.Billed.Percent, t.Recovered, t.Seen, t.Whole.Percent, t.Dearer)
	}
	fmt.Fprintf(&b, "\nIn percent of what plain sends and costs; in brackets 95 %% intervals, drawn over conversations. Half of the conversations save less than %.1f %% with elide.\n\n", medianSaved(rep.All))
	parts := partsOf(rep.All)
	fmt.Fprintf(&b, "The plain bill is made of: tool results %.1f %%, the system prompt and the tools %.1f %%, answers as they are made %.1f %%, answers that are sent again and what users say %.1f %%.\n\n",
		parts[0], parts[1], parts[2], parts[3])
	b.WriteString("By the tokens of a request, on average over the conversation: what is billed, recovery included, and for elide what half of the conversations save less than.\n\n")
	head, rule := "| a request has | conversations |", "| --- | ---: |"
	for _, way := range rep.Ways[1:] {
		head, rule = head+" "+way+" |", rule+" ---: |"
	}
	b.WriteString(head + " median saved |\n" + rule + " ---: |\n")
	for _, s := range lengths {
		row(&b, s.name, rep, func(m *Measured) bool {
			mean := float64(m.Ways[0].Bill.Sent) / float64(max(1, m.Requests))
			return s.from <= mean && mean < s.below
		})
	}
	b.WriteString("\nBy host:\n\n" + strings.Replace(head, "a request has", "host", 1) + " median saved |\n" + rule + " ---: |\n")
	for _, host := range hosts(rep.All) {
		row(&b, host, rep, func(m *Measured) bool { return m.Host == host })
	}
	return b.String()
}

// lengths are those of requests by which conversations are told apart.
var lengths = []struct {
	name        string
	from, below float64
}{
	{"up to 20,000 tokens", 0, 20_000}, {"20,000 to 30,000", 20_000, 30_000}, {"30,000 to 45,000", 30_000, 45_000}, {"45,000 and more", 45_000, math.Inf(1)},
}

// naming says what a way is.
func naming(way string) string {
	if is, ok := map[string]string{
		"plain": "plain", "elide": "with elide, by default", "exact": "with elide, files that are read as they came", "focus": "with elide, of files that are read what the conversation points at (`focus`)", "reduce": "with elide, files that are read reduced as any output (`reduce`)",
		"bold":  "with elide, the bolder setting: less of files, and results that are over cleared early (`bold`)",
		"keeps": "with elide, nothing that is over goes (`keeps`)",
		"old":   "with elide, of results that many others came after all cleared when that pays (`old`)",
		"mid8k": "cut: the first and last 4,000 bytes of each result (`mid8k`)",
		"clear": "a server's clearing of old results (`clear_tool_uses`)", "mask10": "masking: all but the last 10 results (`mask10`)", "perfect": "a perfect reducer",
	}[way]; ok {
		return is
	}
	return way
}

// row writes the line of some of the conversations.
func row(b *strings.Builder, name string, rep *Report, of func(*Measured) bool) {
	var some []*Measured
	for _, m := range rep.All {
		if of(m) {
			some = append(some, m)
		}
	}
	if len(some) == 0 {
		return
	}
	fmt.Fprintf(b, "| %s | %d |", name, len(some))
	for i, t := range Totals(rep.Ways, some) {
		if i > 0 {
			fmt.Fprintf(b, " %.1f |", t.Recovered.Percent)
		}
	}
	fmt.Fprintf(b, " %.1f |\n", medianSaved(some))
}

// medianSaved returns what half of the conversations save less than with elide, in
// percent.
func medianSaved(all []*Measured) float64 {
	var saved []float64
	for _, m := range all {
		saved = append(saved, 100-100*m.Ways[1].Recovered.Cost/m.Ways[0].Bill.Cost)
	}
	slices.Sort(saved)
	return saved[len(saved)/2]
}

func hosts(all []*Measured) (list []string) {
	for _, m := range all {
		if !slices.Contains(list, m.Host) {
			list = append(list, m.Host)
		}
	}
	slices.Sort(list)
	return list
}

// partsOf returns what the plain bill is made of, in percent: results, the system
// prompt, answers as they are made, and the rest.
func partsOf(all []*Measured) (parts [4]float64) {
	whole := 0.0
	for _, m := range all {
		plain := &m.Ways[0].Bill
		whole += plain.Cost
		parts[0] += m.ResultCost
		parts[1] += float64(m.Prices.System) * (m.Prices.Write + m.Prices.Read*float64(max(0, plain.Requests-1)))
		parts[2] += float64(plain.Out) * m.Prices.Output
	}
	parts[3] = whole - parts[0] - parts[1] - parts[2]
	for i := range parts {
		parts[i] *= 100 / whole
	}
	return parts
}
