package stats

import (
	"math"
	"time"
)

// day is what a day saved, and gave back.
type day struct {
	name        string
	saved, back int64
}

func (d day) net() int64 { return d.saved - d.back }

// mostDays is how many days are plotted, the last ones.
const mostDays = 90

// daily returns the days up to the last event, those without events too.
func (s *Stats) daily() []day {
	first, last := s.Span()
	var days []day
	for i := mostDays - 1; i >= 0; i-- {
		// At noon no change of the clock makes a day of another.
		t := time.Date(last.Year(), last.Month(), last.Day()-i, 12, 0, 0, 0, last.Location())
		name := t.Format(time.DateOnly)
		if name < first.Format(time.DateOnly) {
			continue
		}
		d := day{name: name}
		if sum := s.groups[ByDay][name]; sum != nil {
			d.saved, d.back = sum.TokensIn-sum.TokensOut, sum.TokensExpanded
		}
		days = append(days, d)
	}
	return days
}

// The layout of a plot.
const (
	plotWidth  = 900.0
	plotHeight = 240.0
	plotLeft   = 52.0 // of the axis
	plotBottom = 22.0
	plotTop    = 8.0
	widestDay  = 48.0
)

// plots draws what each day saved and gave back, and what it comes to so far.
func (p *page) plots(days []day) {
	p.put(`<h2>Tokens by day</h2><p class="soft"><span class="key a"></span>not shown<span class="key b"></span>given back<span class="key c"></span>net</p>`)
	var low, high int64
	for _, d := range days {
		low, high = min(low, -d.back, d.net()), max(high, d.saved)
	}
	x := newAxes(days, low, high)
	p.open(x, "tokens not shown and given back, by day")
	for i, d := range days {
		p.day(x, i, d)
	}
	p.put("</svg>")
	if len(days) > 1 {
		p.soFar(days)
	}
}

func (p *page) day(x axes, i int, d day) {
	width := min(x.step*0.7, widestDay)
	left, zero := x.at(i)-width/2, x.y(0)
	p.put(`<g><title>%s: %s not shown, %s given back, net %s</title>`, d.name, Short(d.saved), Short(d.back), Short(d.net()))
	top, bottom, class := x.y(float64(d.saved)), zero, "saved"
	if d.saved < 0 {
		top, bottom, class = zero, x.y(float64(d.saved)), "lost"
	}
	p.put(`<rect class="%s" x="%.1f" y="%.1f" width="%.1f" height="%.1f"/>`, class, left, top, width, bottom-top)
	if d.back > 0 {
		p.put(`<rect class="lost" x="%.1f" y="%.1f" width="%.1f" height="%.1f"/>`, left, zero, width, x.y(float64(-d.back))-zero)
	}
	if d.saved != 0 || d.back != 0 {
		p.put(`<circle class="net" cx="%.1f" cy="%.1f" r="3"/>`, x.at(i), x.y(float64(d.net())))
	}
	p.put("</g>")
}

// soFar draws the sum of the days.
func (p *page) soFar(days []day) {
	var sum, low, high int64
	sums := make([]int64, len(days))
	for i, d := range days {
		sum += d.net()
		sums[i] = sum
		low, high = min(low, sum), max(high, sum)
	}
	p.put("<h2>Net tokens so far</h2>")
	x := newAxes(days, low, high)
	p.open(x, "net tokens so far")
	p.put(`<polyline class="sofar" points="`)
	for i, sum := range sums {
		p.put("%.1f,%.1f ", x.at(i), x.y(float64(sum)))
	}
	p.put(`"/></svg>`)
}

// axes place days and amounts in a plot.
type axes struct {
	days       []day
	step       float64 // between days
	low, high  float64 // of the plot, multiples of tick
	tick, unit float64 // amounts between lines; a unit's length
}

func newAxes(days []day, low, high int64) axes {
	const lines = 4
	x := axes{days: days, step: (plotWidth - plotLeft) / float64(len(days))}
	x.tick = nice(float64(high-low) / lines)
	x.low, x.high = math.Floor(float64(low)/x.tick)*x.tick, math.Ceil(float64(high)/x.tick)*x.tick
	if x.low == x.high {
		x.high = x.tick
	}
	x.unit = (plotHeight - plotBottom - plotTop) / (x.high - x.low)
	return x
}

// nice returns the round number of tokens that is not below n: 1, 2 or 5 with
// zeros.
func nice(n float64) float64 {
	if n <= 1 {
		return 1
	}
	base := math.Pow(10, math.Floor(math.Log10(n)))
	for _, m := range [...]float64{1, 2, 5} {
		if base*m >= n {
			return base * m
		}
	}
	return base * 10
}

func (x axes) at(i int) float64         { return plotLeft + x.step*(float64(i)+0.5) }
func (x axes) y(amount float64) float64 { return plotTop + (x.high-amount)*x.unit }

// open begins a plot with its lines and the names of days.
func (p *page) open(x axes, label string) {
	p.put(`<svg viewBox="0 0 %.0f %.0f" role="img" aria-label="%s">`, plotWidth, plotHeight, label)
	for n := 0.0; x.low+n*x.tick <= x.high+x.tick/2; n++ {
		amount := x.low + n*x.tick
		class := "grid"
		if amount == 0 {
			class = "zero"
		}
		p.put(`<line class="%s" x1="%.0f" x2="%.0f" y1="%.1f" y2="%.1f"/>`, class, plotLeft, plotWidth, x.y(amount), x.y(amount))
		p.put(`<text x="%.0f" y="%.1f" text-anchor="end">%s</text>`, plotLeft-6, x.y(amount)+4, Short(int64(amount)))
	}
	const half, apart = 34.0, 110.0 // of a day's name; between two of them
	every := int(math.Ceil(apart / x.step))
	for i := len(x.days) - 1; i >= 0; i -= every {
		p.put(`<text x="%.1f" y="%.0f" text-anchor="middle">%s</text>`, min(x.at(i), plotWidth-half), plotHeight-5, x.days[i].name)
	}
}
