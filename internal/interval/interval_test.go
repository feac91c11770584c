package interval

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"elide.example/elide/internal/laws"
	"elide.example/elide/internal/longtest"
)

// bills are as uneven as those of conversations: of 119 recorded ones the deviation is
// 1.63 times the mean, and half of them are next to nothing with what agents ask on the
// side.
func bills(rnd *rand.Rand, n int, mean float64) []Stratum {
	const sigma = 1.15
	units := make([]Point, n)
	for i := range units {
		units[i] = Point{mean * math.Exp(sigma*rnd.NormFloat64()-sigma*sigma/2), 1}
	}
	return []Stratum{{units, 1}}
}

// TestHoldsTheTruth: of samples whose truth is known, the interval holds it in some 95
// of 100, and claims less than there is in hardly any.
func TestHoldsTheTruth(t *testing.T) {
	longtest.Only(t)
	const samples, truth = 200, 0.85
	for _, c := range []struct{ alone, served int }{{10, 10}, {12, 108}, {30, 60}} {
		rnd := rand.New(rand.NewPCG(1, uint64(c.alone)))
		holds, below := 0, 0
		for range samples {
			_, _, change := Compare(Ratio, bills(rnd, c.alone, 3), bills(rnd, c.served, 3*truth))
			if !change.Known {
				t.Fatalf("nothing is known of %+v", c)
			}
			if change.Least <= truth && truth <= change.Most {
				holds++
			}
			if change.Most < truth {
				below++
			}
		}
		if share := float64(holds) / samples; share < 0.92 || share > 0.99 {
			t.Errorf("%+v: it holds the truth in %.1f of 100", c, 100*share)
		}
		if share := float64(below) / samples; share > 0.04 {
			t.Errorf("%+v: it promises too much in %.1f of 100", c, 100*share)
		}
	}
}

// TestTypicalHoldsTheTruth: what counts each unit alike holds it too, and is surer.
func TestTypicalHoldsTheTruth(t *testing.T) {
	longtest.Only(t)
	const samples, truth = 200, 0.85
	rnd := rand.New(rand.NewPCG(11, 12))
	holds, surer := 0, 0
	for range samples {
		a, b := bills(rnd, 12, 3), bills(rnd, 108, 3*truth)
		_, _, wide := Compare(Ratio, a, b)
		for _, s := range [][]Stratum{a, b} {
			for i := range s[0].Units {
				s[0].Units[i].X = math.Log(s[0].Units[i].X)
			}
		}
		_, _, change := Compare(Typical, a, b)
		if change.Least <= truth && truth <= change.Most {
			holds++
		}
		if change.Most/change.Least < wide.Most/wide.Least {
			surer++
		}
	}
	if share := float64(holds) / samples; share < 0.94 || surer < samples/2 {
		t.Errorf("it holds the truth in %.1f of 100, and is surer in %d of %d", 100*share, surer, samples)
	}
}

// TestNeededIsEnough: with as many units as are said to be needed, the change shows in
// some four of five samples.
func TestNeededIsEnough(t *testing.T) {
	const samples, truth = 60, 0.5
	rnd := rand.New(rand.NewPCG(3, 4))
	alone, served, ok := Needed(Ratio, bills(rnd, 2000, 1), bills(rnd, 6000, 1), truth-1)
	if !ok || alone < 30 || served < 2*alone || served > 4*alone {
		t.Fatalf("%d and %d (%v)", alone, served, ok)
	}
	shown := 0
	for range samples {
		if _, _, change := Compare(Ratio, bills(rnd, alone, 1), bills(rnd, served, truth)); change.Known && change.Most < 1 {
			shown++
		}
	}
	if share := float64(shown) / samples; share < 0.65 || share > 0.95 {
		t.Errorf("with %d and %d it shows in %.0f of 100", alone, served, 100*share)
	}
}

// TestKindsAreWeighed: a group that has more of what is dear is not dearer for that.
func TestKindsAreWeighed(t *testing.T) {
	kind := func(mean float64, n int) []Point {
		var units []Point
		for i := range n {
			units = append(units, Point{mean * (0.8 + 0.4*float64(i)/float64(n-1)), 1})
		}
		return units
	}
	alone := []Stratum{{kind(1, 10), 60}, {kind(10, 30), 60}}
	served := []Stratum{{kind(0.9, 50), 60}, {kind(9, 30), 60}}
	_, _, change := Compare(Ratio, alone, served)
	if math.Abs(change.Value-0.9) > 1e-9 || !change.Known || change.Most > 1 {
		t.Errorf("%+v", change)
	}
}

// TestRequests: a ratio of sums that go together is surer than each of them.
func TestRequests(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	each := func(n int, price float64) []Stratum {
		list := bills(rnd, n, 20)
		for i, p := range list[0].Units {
			list[0].Units[i] = Point{p.X * price * (0.9 + 0.2*rnd.Float64()), p.X}
		}
		return list
	}
	first, second, change := Compare(Ratio, each(40, 2), each(60, 1.8))
	if !change.Known || change.Most/change.Least > 1.3 || change.Least > 0.9 || change.Most < 0.9 || first.Most/first.Least > 1.3 || second.Value > first.Value {
		t.Errorf("%+v %+v %+v", first, second, change)
	}
}

// TestOfLittle: what can't be told isn't.
func TestOfLittle(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7, 8))
	same := func(n int, x float64) []Stratum {
		units := make([]Point, n)
		for i := range units {
			units[i] = Point{x, 1}
		}
		return []Stratum{{units, 1}}
	}
	for name, c := range map[string]struct{ a, b []Stratum }{
		"nothing":     {nil, nil},
		"no units":    {[]Stratum{{}}, []Stratum{{}}},
		"few":         {bills(rnd, LeastUnits-1, 1), bills(rnd, 100, 1)},
		"few others":  {bills(rnd, 100, 1), bills(rnd, LeastUnits-1, 1)},
		"zeros":       {same(20, 0), same(20, 0)},
		"zeros alone": {same(20, 0), bills(rnd, 20, 1)},
		"all alike":   {same(20, 1), same(20, 1)},
	} {
		_, _, change := Compare(Ratio, c.a, c.b)
		if change.Known || change.Least != 0 || change.Most != 0 || math.IsNaN(change.Value) || math.IsInf(change.Value, 0) {
			t.Errorf("%s: %+v", name, change)
		}
		if name != "few" && name != "few others" {
			if _, _, ok := Needed(Ratio, c.a, c.b, -0.1); ok {
				t.Errorf("%s: what is needed is known", name)
			}
		}
	}
	for _, change := range []float64{0, -1, -2} {
		if n, m, ok := Needed(Ratio, bills(rnd, 20, 1), bills(rnd, 20, 1), change); ok {
			t.Errorf("for %v: %d and %d", change, n, m)
		}
	}
	if n, m, ok := Needed(Ratio, bills(rnd, 20, 1), bills(rnd, 20, 1), 1e-12); !ok || n != 1e9 || m != 1e9 {
		t.Errorf("for next to nothing: %d and %d (%v)", n, m, ok)
	}
}

// TestScale: what is counted in other units differs by the factor alone, and the same
// sample gives the same interval.
func TestScale(t *testing.T) {
	laws.Check(t, func(t *rapid.T) {
		rnd := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		n, m := rapid.IntRange(LeastUnits, 20).Draw(t, "n"), rapid.IntRange(LeastUnits, 20).Draw(t, "m")
		scale := rapid.Float64Range(1e-6, 1e6).Draw(t, "scale")
		a, b := bills(rnd, n, 1), bills(rnd, m, 1)
		first, second, change := Compare(Ratio, a, b)
		again, _, _ := Compare(Ratio, a, b)
		if first != again {
			t.Fatalf("%+v and %+v", first, again)
		}
		for _, s := range [][]Stratum{a, b} {
			for i := range s[0].Units {
				s[0].Units[i].X *= scale
			}
		}
		p, q, c := Compare(Ratio, a, b)
		for _, pair := range [][2]float64{{first.Value * scale, p.Value}, {first.Least * scale, p.Least}, {second.Most * scale, q.Most}, {change.Least, c.Least}, {change.Most, c.Most}} {
			if math.Abs(pair[0]-pair[1]) > 1e-6*math.Abs(pair[0]) {
				t.Fatalf("%v and %v", pair[0], pair[1])
			}
		}
	})
}

func TestPercentile(t *testing.T) {
	values := []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}
	mean := func(pick func(int) int) (float64, bool) {
		sum := 0.0
		for i := range values {
			sum += values[pick(i)]
		}
		return sum / float64(len(values)), true
	}
	least, most, ok := Percentile(len(values), 4000, mean)
	if !ok || math.Abs(least-3.7) > 0.2 || math.Abs(most-7.3) > 0.2 { // 5.5 and 1.96 times 0.908
		t.Errorf("%v to %v (%v)", least, most, ok)
	}
	if _, _, ok := Percentile(1, 10, func(func(int) int) (float64, bool) { return 0, false }); ok {
		t.Error("something is known of nothing")
	}
}

// TestDemand: as the tables of a t-test have it, of two standard deviations 32 units.
func TestDemand(t *testing.T) {
	if n := Demand(0.5, 1); n != 32 {
		t.Errorf("%d", n)
	}
}
