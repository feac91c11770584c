package bench

import (
	"bytes"
	"testing"
)

// Agents have outputs cut by head and tail, hosts cut them, and runs are ended
// early. Nothing then says what tool it was, no totals stand at the end, and a
// failure may begin in its middle. What matters in the part is to be kept as in
// the whole.

// partKept is how much of the labels is kept in parts, at least: rows that are rare
// in a whole table are less so in a part, and a failure may have lost its name.
const partKept = 0.985

func TestParts(t *testing.T) {
	cases, err := Load(corpus, func(c *Case) bool { return c.Lines >= 40 && !bytes.ContainsAny(c.Input, "\r\x00") })
	if err != nil {
		t.Fatal(err)
	}
	for name, part := range map[string]func(n int) (first, end int){
		"the first three fifths": func(n int) (int, int) { return 0, n * 3 / 5 },
		"the last three fifths":  func(n int) (int, int) { return n * 2 / 5, n },
		"head -n 100":            func(n int) (int, int) { return 0, min(n, 100) },
		"tail -n 60":             func(n int) (int, int) { return max(0, n-60), n },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			lost, labels := 0, 0
			for _, whole := range cases {
				lines := bytes.SplitAfter(whole.Input, []byte{'\n'})
				first, end := part(len(lines))
				c := whole.part(bytes.Join(lines[first:end], nil), first, end)
				labels += c.Labels()
				for l := range missedLabels(c, keptText(c.Input)) {
					lost++
					t.Logf("%s: %s", c.ID, l)
				}
			}
			if labels < 300 || float64(lost) > (1-partKept)*float64(labels) {
				t.Errorf("%d of %d labels are lost", lost, labels)
			}
		})
	}
}

// part returns the case of some of the lines, with the labels in them.
func (c *Case) part(input []byte, first, end int) *Case {
	p := *c
	p.Input, p.Critical, p.Mentions = input, nil, nil
	for _, l := range c.Critical {
		if first < l.Line && l.Line <= end {
			l.Line -= first
			p.Critical = append(p.Critical, l)
		}
	}
	return &p
}
