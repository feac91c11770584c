package mark

import (
	"bytes"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/scan"
	"elide.example/elide/internal/templates"
)

// PlainMost is the length in bytes up to which text that isn't understood is
// shown but for its repeats.
const PlainMost = 64 << 10

// RepeatsShown is how many lines of one template are shown, if there are more
// than repeatsMost: fewer may each say something of their own.
const (
	RepeatsShown = 3
	repeatsMost  = 6
)

// FoldRepeats shows all lines but those whose template was shown before. Lines
// without a word in them, as of a dump or of encoded bytes, are of one template.
func FoldRepeats(s block.Section, marks []Mark) {
	miner := templates.NewMiner(s.Len())
	for i := range marks {
		if t := scan.Trim(s.Text(i)); len(t) > 0 {
			miner.Add(i, repeatHash(t))
		}
	}
	miner.Merge(s.Text)
	shown := make(map[int32]int32)
	for i := range marks {
		g := miner.GroupOf(i)
		if g == nil {
			continue
		}
		if g.Count > repeatsMost {
			if shown[g.First]++; shown[g.First] > RepeatsShown && g.Last != int32(i) {
				continue
			}
		}
		marks[i].Raise(Sample, 60, WhyFirst)
	}
}

// OfBlock returns the part of n bytes that a section deserves: all where it is half of
// its block, which someone asked for; of a small part of a log a sixteenth.
func OfBlock(s block.Section, n int) int {
	whole := len(s.Block.Bytes())
	return max(n/16, n*min(2*len(s.Bytes()), whole)/max(whole, 1))
}

// FoldWithin does as FoldRepeats does, if no more bytes than most are shown for it.
func FoldWithin(s block.Section, marks []Mark, most int) {
	if most = OfBlock(s, most); len(s.Bytes()) > PlainMost {
		return
	}
	folded := make([]Mark, len(marks))
	FoldRepeats(s, folded)
	for i := range folded {
		if folded[i].Rank > Bulk {
			most -= len(s.Raw(i))
		}
	}
	if most < 0 {
		return
	}
	for i, m := range folded {
		marks[i].Raise(m.Rank, m.Score, m.Why)
	}
}

// repeatHash returns the hash of the line's template.
func repeatHash(t []byte) uint64 {
	if len(t) >= 40 && bytes.IndexByte(t, ' ') < 0 && bytes.IndexByte(t, '.') < 0 {
		return scan.Seed // encoded bytes
	}
	if hexDump(t) {
		return scan.Prime
	}
	return scan.Template(t[:counted(t)])
}

// countWithin is how far into a line a count of steps is looked for, countDigits how many digits the number of steps has at least.
const (
	countWithin = 60
	countDigits = 2
)

// counted returns how much of a line it takes to say which step of how many it is, "tool: [12/298] a.o":
// what stands behind is another each time. Of a line that doesn't, all.
func counted(t []byte) int {
	for i := 0; i < min(len(t), countWithin); i++ {
		if t[i] != '[' && t[i] != '(' {
			continue
		}
		n := i + 1 + scan.Run(t[i+1:], ' ')
		step := scan.Digits(t[n:])
		if n += step; step == 0 || n == len(t) || t[n] != '/' {
			continue
		}
		steps := scan.Digits(t[n+1:])
		if end := n + 1 + steps; steps >= countDigits && steps >= step && end < len(t) && (t[end] == ']' || t[end] == ')') {
			return end + 1
		}
	}
	return len(t)
}

// hexDump tells whether the line is one of a dump: eight bytes or more as two
// hexadecimal digits or four.
func hexDump(t []byte) bool {
	n, start := 0, 0
	for i := 0; i <= len(t) && n < 8; i++ {
		if i < len(t) && t[i] != ' ' && t[i] != '-' {
			continue
		}
		if w := i - start; (w == 2 || w == 4) && scan.IsHex(t[start]) && scan.IsHex(t[i-1]) {
			n += w / 2
		}
		start = i + 1
	}
	return n >= 8
}
