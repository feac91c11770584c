package mark

import (
	"bytes"

	"elide/internal/block"
	"elide/internal/scan"
	"elide/internal/templates"
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

// repeatHash returns the hash of the line's template.
func repeatHash(t []byte) uint64 {
	if len(t) >= 40 && bytes.IndexByte(t, ' ') < 0 && bytes.IndexByte(t, '.') < 0 {
		return scan.Seed // encoded bytes
	}
	if hexDump(t) {
		return scan.Prime
	}
	return scan.Template(t)
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
