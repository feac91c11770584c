package stats

import (
	"math"
	"time"

	"elide.example/elide/internal/page"
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

// layout is that of a plot. Each is drawn twice, for a wide screen and for a phone,
// as a drawing that is made smaller takes its letters along.
type layout struct {
	class              string
	width, height      float64
	left, bottom, top  float64 // of the axes
	widest             float64 // of a day
	halfAName, apartBy float64 // of a day's name; between two of them
	dotSize            float64
}

var layouts = []layout{
	{class: "wide", width: 900, height: 240, left: 52, bottom: 22, top: 8, widest: 48, halfAName: 34, apartBy: 110, dotSize: 3},
	{class: "narrow", width: 360, height: 220, left: 46, bottom: 22, top: 8, widest: 36, halfAName: 34, apartBy: 90, dotSize: 2},
}

// plots draws what each day saved and gave back, and what it comes to so far.
func plots(p *page.Page, days []day) {
	p.Put(`<h2>Tokens by day</h2><p class="soft"><span class="key a"></span>left out<span class="key b"></span>fetched again<span class="key c"></span>saved</p>`)
	var low, high int64
	for _, d := range days {
		low, high = min(low, -d.back, d.net()), max(high, d.saved)
	}
	for _, l := range layouts {
		x := newAxes(l, days, low, high)
		x.open(p, "tokens left out and fetched again, by day")
		for i, d := range days {
			x.day(p, i, d)
		}
		p.Put("</svg>")
	}
	if len(days) > 1 {
		soFar(p, days)
	}
}

func (x axes) day(p *page.Page, i int, d day) {
	width := min(x.step*0.7, x.widest)
	left, zero := x.at(i)-width/2, x.y(0)
	p.Put(`<g><title>%s: %s left out, %s fetched again, saved %s</title>`, d.name, Short(d.saved), Short(d.back), Short(d.net()))
	top, bottom, class := x.y(float64(d.saved)), zero, "saved"
	if d.saved < 0 {
		top, bottom, class = zero, x.y(float64(d.saved)), "lost"
	}
	p.Put(`<rect class="%s" x="%.1f" y="%.1f" width="%.1f" height="%.1f"/>`, class, left, top, width, bottom-top)
	if d.back > 0 {
		p.Put(`<rect class="lost" x="%.1f" y="%.1f" width="%.1f" height="%.1f"/>`, left, zero, width, x.y(float64(-d.back))-zero)
	}
	if d.saved != 0 || d.back != 0 {
		p.Put(`<circle class="net" cx="%.1f" cy="%.1f" r="%.0f"/>`, x.at(i), x.y(float64(d.net())), x.dotSize)
	}
	p.Put("</g>")
}

// soFar draws the sum of the days.
func soFar(p *page.Page, days []day) {
	var sum, low, high int64
	sums := make([]int64, len(days))
	for i, d := range days {
		sum += d.net()
		sums[i] = sum
		low, high = min(low, sum), max(high, sum)
	}
	p.Heading("Tokens saved so far")
	for _, l := range layouts {
		x := newAxes(l, days, low, high)
		x.open(p, "tokens saved so far")
		p.Put(`<polyline class="sofar" points="`)
		for i, sum := range sums {
			p.Put("%.1f,%.1f ", x.at(i), x.y(float64(sum)))
		}
		p.Put(`"/></svg>`)
	}
}

// axes place days and amounts in a plot.
type axes struct {
	layout
	days       []day
	step       float64 // between days
	low, high  float64 // of the plot, multiples of tick
	tick, unit float64 // amounts between lines; a unit's length
}

func newAxes(l layout, days []day, low, high int64) axes {
	const lines = 4
	x := axes{layout: l, days: days, step: (l.width - l.left) / float64(len(days))}
	x.tick = nice(float64(high-low) / lines)
	x.low, x.high = math.Floor(float64(low)/x.tick)*x.tick, math.Ceil(float64(high)/x.tick)*x.tick
	if x.low == x.high {
		x.high = x.tick
	}
	x.unit = (l.height - l.bottom - l.top) / (x.high - x.low)
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

func (x axes) at(i int) float64         { return x.left + x.step*(float64(i)+0.5) }
func (x axes) y(amount float64) float64 { return x.top + (x.high-amount)*x.unit }

// open begins a plot with its lines and the names of days.
func (x axes) open(p *page.Page, label string) {
	p.Put(`<svg class="%s" viewBox="0 0 %.0f %.0f" role="img" aria-label="%s">`, x.class, x.width, x.height, label)
	for n := 0.0; x.low+n*x.tick <= x.high+x.tick/2; n++ {
		amount := x.low + n*x.tick
		class := "grid"
		if amount == 0 {
			class = "zero"
		}
		p.Put(`<line class="%s" x1="%.0f" x2="%.0f" y1="%.1f" y2="%.1f"/>`, class, x.left, x.width, x.y(amount), x.y(amount))
		p.Put(`<text x="%.0f" y="%.1f" text-anchor="end">%s</text>`, x.left-6, x.y(amount)+4, Short(int64(amount)))
	}
	every := int(math.Ceil(x.apartBy / x.step))
	for i := len(x.days) - 1; i >= 0; i -= every {
		p.Put(`<text x="%.1f" y="%.0f" text-anchor="middle">%s</text>`, min(x.at(i), x.width-x.halfAName), x.height-5, x.days[i].name)
	}
}
