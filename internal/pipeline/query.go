package pipeline

import (
	"elide.example/elide/internal/block"
	"elide.example/elide/internal/keep"
	"elide.example/elide/internal/mark"
)

// mostAsked bounds the bulk lines of a pass that a query brings up.
const mostAsked = 60

// relevant raises the units that speak of the query: those with the most of
// its terms. Units that matter anyway rise within their rank. A term that
// more than half of the units hold says nothing and is ignored.
func relevant(b *block.Block, terms []keep.Pattern, marks []mark.Mark) {
	hits := make([]uint8, len(marks))
	for _, t := range terms {
		countHits(b, t, hits)
	}
	var byHits [256]int
	for _, h := range hits {
		byHits[h]++
	}
	least := leastHits(byHits[:], mostAsked)
	left := mostAsked
	for i, h := range hits {
		if h == 0 {
			continue
		}
		if marks[i].Rank > mark.Bulk {
			marks[i].Score = uint8(min(int(marks[i].Score)+40*int(h), 250))
		}
		if int(h) >= least && left > 0 {
			left--
			marks[i].Raise(mark.Outlier, 100+h, mark.WhyQuery)
		}
	}
}

// countHits adds one to each unit that holds the term, unless most do.
func countHits(b *block.Block, term keep.Pattern, hits []uint8) {
	found := make([]bool, len(hits))
	n := 0
	for i := range hits {
		if found[i] = term.Match(b.Text(i)); found[i] {
			n++
		}
	}
	if 2*n > len(hits) {
		return
	}
	for i, f := range found {
		if f && hits[i] < 255 {
			hits[i]++
		}
	}
}

// leastHits returns the number of terms from which at most n units are found;
// the highest that any has if even those are more.
func leastHits(byHits []int, n int) int {
	total, least := 0, 0
	for h := len(byHits) - 1; h > 0; h-- {
		total += byHits[h]
		if total > n && least > 0 {
			break
		}
		if byHits[h] > 0 {
			least = h
		}
	}
	return least
}
