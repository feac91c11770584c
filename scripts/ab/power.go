//go:build unix

package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"

	elideconfig "elide.example/elide/internal/config"
	"elide.example/elide/internal/focus"
	"elide.example/elide/internal/interval"
	"elide.example/elide/internal/replay"
	"elide.example/elide/internal/rewrite"
	tokenizer "elide.example/elide/internal/tokens"
	"elide.example/elide/internal/transcript"
)

// powerCommand says how many tasks would show an effect on the bill, from transcripts:
// how much what elide does differs from conversation to conversation is measured, how
// much an agent's own runs differ is a parameter.
func powerCommand(ctx context.Context, args []string, out io.Writer) error {
	f := flag.NewFlagSet("power", flag.ContinueOnError)
	effect := f.Float64("effect", 5, "the change of the bill that is to be shown, in percent")
	price := f.Float64("price", 3, "dollars for a million uncached input tokens")
	draws := f.Int("draws", 400, "measures that are played for each row")
	if err := f.Parse(args); err != nil {
		return err
	}
	if f.NArg() != 1 {
		return errors.New("power: a folder of transcripts is wanted")
	}
	bills, err := billsOf(ctx, f.Arg(0))
	if err != nil {
		return err
	}
	return writePower(out, bills, *effect/100, *price, *draws)
}

// billsOf computes the bills of conversations, plain and with elide, recovery included,
// in uncached input tokens.
func billsOf(ctx context.Context, dir string) (list []pair, err error) {
	files, err := transcript.Find([]string{dir})
	if err != nil {
		return nil, err
	}
	run := replay.Run{Count: func(text string) int { return tokenizer.Estimate([]byte(text)) }, Ways: []replay.Way{replay.Plain(),
		replay.Elide("elide", rewrite.Config{References: true, Reads: focus.Of(elideconfig.Default().Proxy.Reads), Clear: rewrite.ClearOf(elideconfig.Default().Proxy.ClearOld)})}}
	rep, err := run.Measure(ctx, files)
	if err != nil {
		return nil, err
	}
	for _, m := range rep.All {
		list = append(list, pair{m.Ways[0].Bill.Cost, m.Ways[1].Recovered.Cost})
	}
	if len(list) < leastTasks {
		return nil, fmt.Errorf("%s: %d conversations are too few", dir, len(list))
	}
	return list, nil
}

// sums are what the formula needs of the bills: their means, and those of their squares.
type sums struct{ plain, elide, plainSquares, elideSquares, off float64 }

// sumsOf adds the bills up. off is the mean square of what a bill with elide is off what
// the ratio of all makes of the plain one.
func sumsOf(list []pair) (s sums) {
	n := float64(len(list))
	for _, p := range list {
		s.plain, s.elide = s.plain+p.plain/n, s.elide+p.elide/n
		s.plainSquares, s.elideSquares = s.plainSquares+p.plain*p.plain/n, s.elideSquares+p.elide*p.elide/n
	}
	for _, p := range list {
		off := p.elide - s.elide/s.plain*p.plain
		s.off += off * off / n
	}
	return s
}

// tasksFor returns how many tasks show an effect on the sum of the bills, by the
// variance of a ratio of sums. within is by how much a run's bill differs from the next
// one's of the same task and arm, as its standard deviation over its mean.
func tasksFor(list []pair, effect, within float64, runs int) int {
	s := sumsOf(list)
	ratio := s.elide / s.plain
	variance := (s.off + within*within/float64(runs)*(s.elideSquares+ratio*ratio*s.plainSquares)) / (s.plain * s.plain)
	return interval.Demand(effect, variance)
}

// alike makes every task's plain bill 1, so that each counts as much as any other.
func alike(list []pair) []pair {
	same := make([]pair, len(list))
	for i, p := range list {
		same[i] = pair{1, p.elide / p.plain}
	}
	return same
}

// solvedFor returns how many pairs of runs show a difference of solved tasks, if so
// large a share of the pairs is solved by one arm alone.
func solvedFor(effect, differing float64) int {
	return interval.Demand(effect, differing)
}

// shift makes the ratio of all bills what the effect says, and leaves how they differ.
func shift(list []pair, effect float64) []pair {
	s := sumsOf(list)
	shifted := make([]pair, len(list))
	for i, p := range list {
		shifted[i] = pair{p.plain, p.elide * (1 - effect) * s.plain / s.elide}
	}
	return shifted
}

// played returns how often of so many measures an effect is shown: tasks are drawn, each
// run's bill is off by within, and the interval is the report's kind.
func played(list []pair, tasks, runs int, within float64, draws int) float64 {
	rnd := rand.New(rand.NewPCG(7, uint64(tasks)))
	deviation := math.Sqrt(math.Log(1 + within*within)) // of the logarithm
	off := func() (mean float64) {
		for range runs {
			mean += math.Exp(deviation*rnd.NormFloat64()-deviation*deviation/2) / float64(runs)
		}
		return mean
	}
	shown := 0
	drawn := make([]pair, tasks)
	ratios := make([]float64, 200)
	for range draws {
		for i := range drawn {
			p := list[rnd.IntN(len(list))]
			drawn[i] = pair{p.plain * off(), p.elide * off()}
		}
		for j := range ratios {
			var a, b float64
			for range drawn {
				p := drawn[rnd.IntN(tasks)]
				a, b = a+p.plain, b+p.elide
			}
			ratios[j] = b / a
		}
		slices.Sort(ratios)
		if ratios[len(ratios)*975/1000] < 1 {
			shown++
		}
	}
	return float64(shown) / float64(draws)
}

func writePower(out io.Writer, bills []pair, effect, price float64, draws int) error {
	all := sumsOf(bills)
	each := (all.plain + all.elide) * price / 1e6
	text := fmt.Sprintf("%d conversations; a pair of runs costs $%.2f on average (plain and with elide, at $%g a million uncached input tokens)\n", len(bills), each, price)
	text += fmt.Sprintf("with elide %.1f %% of the plain bills, %.1f %% if each task counts alike\n\n", 100*all.elide/all.plain, 100*sumsOf(alike(bills)).elide)
	text += fmt.Sprintf("to show %.0f %% less on the sum of the bills, by the formula, and how often that many tasks show it when played; the last columns, if each task counts alike\n\n", 100*effect)
	text += "| a task's runs differ by | runs an arm | tasks | runs | dollars | shown | tasks | dollars | shown |\n| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n"
	shifted, same := shift(bills, effect), shift(alike(bills), effect)
	for _, within := range []float64{0.2, 0.4, 0.6} {
		for _, runs := range []int{1, 3, 5} {
			n, m := tasksFor(shifted, effect, within, runs), tasksFor(same, effect, within, runs)
			text += fmt.Sprintf("| %.0f %% | %d | %d | %d | %.0f | %.0f %% | %d | %.0f | %.0f %% |\n", 100*within, runs, n, 2*n*runs, float64(n*runs)*each,
				100*played(shifted, n, runs, within, draws), m, float64(m*runs)*each, 100*played(same, m, runs, within, draws))
		}
	}
	text += fmt.Sprintf("\nto show that %.0f points fewer or more are solved (power 80 %%)\n\n| of the pairs one arm alone solves | pairs | dollars |\n| ---: | ---: | ---: |\n", 100*effect)
	for _, differing := range []float64{0.1, 0.2, 0.3} {
		n := solvedFor(effect, differing)
		text += fmt.Sprintf("| %.0f %% | %d | %.0f |\n", 100*differing, n, float64(n)*each)
	}
	_, err := io.WriteString(out, text)
	return err
}
