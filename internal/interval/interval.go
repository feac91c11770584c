// Package interval says how sure a figure is that was measured on a sample: by drawing
// the units of the sample anew, many times, and looking at how much the figure differs.
// A unit is what was drawn independently of the others, such as a conversation or a
// task, never one of the requests in it.
//
//   - Percentile is for any figure of units that have both arms in them.
//   - Compare is for two groups that have other units each, of which one may be small.
//   - Demand says how many units would show a change.
//
// The draws are the same in each run. Nothing here reads or writes anything.
package interval

import (
	"math"
	"math/rand/v2"
	"slices"
)

// seeded returns what draws are made of, the same each time.
func seeded() *rand.Rand { return rand.New(rand.NewPCG(7, 7)) }

// Percentile returns between which a figure lies with 95 %, by the percentiles of what
// it is in samples that are drawn anew (B. Efron and R. J. Tibshirani, An Introduction
// to the Bootstrap, 1993, chapter 13). of computes it over n units, of which pick says
// which one stands in the place of i, and whether there is one. ok is false if it was
// never there.
//
// With few units it is short: of 20 it holds the truth in some 93 of 100 samples.
func Percentile(n, draws int, of func(pick func(i int) int) (value float64, ok bool)) (least, most float64, ok bool) {
	rnd := seeded()
	var drawn []float64
	for range draws {
		if value, ok := of(func(int) int { return rnd.IntN(n) }); ok {
			drawn = append(drawn, value)
		}
	}
	if len(drawn) == 0 {
		return 0, 0, false
	}
	slices.Sort(drawn)
	return drawn[len(drawn)*25/1000], drawn[len(drawn)*975/1000], true
}

// What a demand is computed with: a two-sided test of 5 %, with a power of 80 %.
const (
	zTest  = 1.959964
	zPower = 0.841621
)

// Demand returns how many units show an effect in four of five samples, if variance is
// that of what one of them adds to the figure.
func Demand(effect, variance float64) int {
	return int(math.Ceil(math.Pow((zTest+zPower)/effect, 2) * variance))
}
