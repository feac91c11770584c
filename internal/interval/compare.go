package interval

import (
	"math"
	"math/rand/v2"
	"slices"
)

// Point is what a unit adds to the two sums whose ratio is looked at. Where that is a
// mean, D is 1.
type Point struct{ X, D float64 }

// Stratum is the units of one kind, and how much that kind counts among the others.
type Stratum struct {
	Units  []Point
	Weight float64
}

// Estimate is a figure, and where it lies with 95 %.
type Estimate struct {
	Value       float64
	Least, Most float64
	Known       bool // that where it lies can be told
}

// How many units there must be in each group, and of a kind in each, for anything to be
// told of where a figure lies.
const (
	LeastUnits   = 10
	LeastOfAKind = 5
)

const (
	// mostDraws and fewestDraws are how many samples are drawn, the fewer the larger they
	// are: with many units there is less to find out.
	mostDraws, fewestDraws = 2000, 1000
	manyUnits              = 4000

	// tail is what is left out at each end. It would be 2.5 % if the bills of
	// conversations were not so uneven: see Compare.
	tail = 0.01

	// zTail is the normal distribution's limit of that tail.
	zTail = 2.326348

	// mostVoid is the share of draws of which nothing can be told, as they have none of
	// what is counted, or nothing but the same unit.
	mostVoid = 0.05
)

// Compare returns a figure of each of two groups, kinds being weighed, and the second
// group's over the first's. Both have the same kinds, in the same order.
//
// The intervals are those of a bootstrap-t on the logarithm of the ratio, whose spread
// is told by linearization, drawn within each kind and group (B. Efron and R. J.
// Tibshirani, An Introduction to the Bootstrap, 1993, sections 12.5 and 12.6), and
// calibrated (chapter 18): the limits are those of 98 %, since the bills of
// conversations have a tail so heavy, and the group that is left alone is so small, that
// those of 95 % hold the truth in only 88 to 94 of 100 samples. These hold it in 92 to
// 98, by trial on the bills of 119 recorded conversations, as they are and made more
// uneven, with 10 to 150 units in one group and as many or nine times as many in the
// other. The common interval of percentiles holds it in 80 to 94, and least where the
// groups differ most.
func Compare(m Measure, a, b []Stratum) (first, second, change Estimate) {
	x, y := m.estimate(a), m.estimate(b)
	first.Value, second.Value = x.ratio, y.ratio
	if x.ratio > 0 {
		change.Value = y.ratio / x.ratio
	}
	if size(a) < LeastUnits || size(b) < LeastUnits || !x.known() && !y.known() {
		return first, second, change
	}
	rnd := seeded()
	draws := mostDraws
	if size(a)+size(b) > manyUnits {
		draws = fewestDraws
	}
	var inFirst, inSecond, inChange spread
	for range draws {
		p, q := m.draw(a, rnd), m.draw(b, rnd)
		inFirst.add(x, p)
		inSecond.add(y, q)
		inChange.addBoth(x, y, p, q)
	}
	inFirst.limit(&first, x.off, draws)
	inSecond.limit(&second, y.off, draws)
	inChange.limit(&change, math.Hypot(x.off, y.off), draws)
	return first, second, change
}

// Needed returns how many units of each group, as there are of both now in proportion,
// show a change of the second's ratio over the first's in four of five samples. ok is
// false where nothing can be told.
func Needed(m Measure, a, b []Stratum, change float64) (first, second int, ok bool) {
	x, y := m.estimate(a), m.estimate(b)
	if !x.known() || !y.known() || change <= -1 || change == 0 {
		return 0, 0, false
	}
	effect := math.Log1p(change)
	factor := math.Pow((zTail+zPower)/effect, 2) * (x.off*x.off + y.off*y.off)
	const most = 1e9
	inFirst, inSecond := factor*float64(size(a)), factor*float64(size(b))
	return int(math.Ceil(min(inFirst, most))), int(math.Ceil(min(inSecond, most))), true
}

func size(strata []Stratum) (n int) {
	for i := range strata {
		n += len(strata[i].Units)
	}
	return n
}

// estimated is a ratio, and how far it may be off: as the standard deviation of its
// logarithm.
type estimated struct{ ratio, off float64 }

func (e estimated) known() bool { return e.ratio > 0 && e.off > 0 }

// moments are the sums of units' points, of their squares and of their products.
type moments struct{ n, x, d, xx, xd, dd float64 }

func (m *moments) add(p Point) {
	m.n++
	m.x += p.X
	m.d += p.D
	m.xx += p.X * p.X
	m.xd += p.X * p.D
	m.dd += p.D * p.D
}

// Measure is what is told of a group: the figure, from the sums of its units by kind.
type Measure func(strata []Stratum, all []moments) estimated

func (f Measure) estimate(strata []Stratum) estimated {
	return f.of(strata, func(s *Stratum, m *moments) {
		for _, p := range s.Units {
			m.add(p)
		}
	})
}

// draw estimates of a sample that is drawn anew.
func (f Measure) draw(strata []Stratum, rnd *rand.Rand) estimated {
	return f.of(strata, func(s *Stratum, m *moments) {
		for range s.Units {
			m.add(s.Units[rnd.IntN(len(s.Units))])
		}
	})
}

func (f Measure) of(strata []Stratum, sum func(*Stratum, *moments)) estimated {
	all := make([]moments, len(strata))
	for i := range strata {
		sum(&strata[i], &all[i])
	}
	return f(strata, all)
}

// Ratio is the sum of all X over that of all D: a mean, where D is 1. What is large
// counts for much.
func Ratio(strata []Stratum, all []moments) estimated {
	var x, d float64
	for i, m := range all {
		if m.n > 0 {
			x += strata[i].Weight * m.x / m.n
			d += strata[i].Weight * m.d / m.n
		}
	}
	if x <= 0 || d <= 0 {
		return estimated{}
	}
	return estimated{x / d, deviation(strata, all, x/d) / x}
}

// Typical is the geometric mean of what X is the logarithm of, where D is 1. Each unit
// counts alike, large or small.
func Typical(strata []Stratum, all []moments) estimated {
	var x, weight float64
	for i, m := range all {
		if m.n > 0 {
			x += strata[i].Weight * m.x / m.n
			weight += strata[i].Weight
		}
	}
	if weight <= 0 {
		return estimated{}
	}
	return estimated{math.Exp(x / weight), deviation(strata, all, 0) / weight}
}

// deviation is that of the weighed mean of X less ratio times D.
func deviation(strata []Stratum, all []moments, ratio float64) float64 {
	variance := 0.0
	for i := range all {
		if m := &all[i]; m.n > 1 {
			mean := (m.x - ratio*m.d) / m.n
			squares := m.xx - 2*ratio*m.xd + ratio*ratio*m.dd - m.n*mean*mean
			variance += strata[i].Weight * strata[i].Weight * max(0, squares) / (m.n * (m.n - 1))
		}
	}
	return math.Sqrt(variance)
}

// spread is by how many of its own deviations a figure was off in each draw.
type spread []float64

func (s *spread) add(true, drawn estimated) {
	if true.known() && drawn.known() {
		*s = append(*s, math.Log(drawn.ratio/true.ratio)/drawn.off)
	}
}

// addBoth adds what the ratio of two is off.
func (s *spread) addBoth(x, y, p, q estimated) {
	if x.known() && y.known() && p.known() && q.known() {
		*s = append(*s, math.Log(q.ratio/p.ratio*x.ratio/y.ratio)/math.Hypot(p.off, q.off))
	}
}

// limit says where a figure lies that may be so far off, if enough of the draws tell.
func (s spread) limit(e *Estimate, off float64, draws int) {
	if float64(len(s)) < float64(draws)*(1-mostVoid) {
		return
	}
	slices.Sort(s)
	cut := int(tail * float64(len(s)))
	e.Least = e.Value * math.Exp(-s[len(s)-1-cut]*off)
	e.Most = e.Value * math.Exp(-s[cut]*off)
	e.Known = true
}
