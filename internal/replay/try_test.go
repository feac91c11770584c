package replay

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"elide/internal/pipeline"
	"elide/internal/rewrite"
	"elide/internal/tokens"
)

func TestTry(t *testing.T) {
	dir := os.Getenv("TRAJ")
	if dir == "" {
		t.Skip()
	}
	files, _ := filepath.Glob(dir + "/*.json")
	start := time.Now()
	cfg := rewrite.Config{Pipeline: pipeline.Options{}, References: true}
	reads := cfg
	reads.ReduceReads = true
	ways := []Way{Plain(), Elide("policy", cfg), Elide("reads", reads), Cut("mid8k", 8000), Clear(), Mask(), Perfect()}
	if os.Getenv("TWO") != "" {
		ways = ways[:2]
	}
	r := Run{Ways: ways, Detail: 1, Count: func(s string) int { return tokens.Estimate([]byte(s)) }}
	rep, err := r.Measure(context.Background(), files)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Println(time.Since(start), len(rep.All), rep.Skipped)
	facts, used, res, req, far := 0, 0, 0, 0, 0
	for _, m := range rep.All {
		facts += m.Facts
		used += m.Used
		res += m.Results
		req += m.Requests
		far += m.Far
	}
	fmt.Println(facts, used, res, req, far)
	for i, w := range rep.Ways {
		var a, b Figures
		for _, m := range rep.All {
			x, y := m.Ways[i], m.Ways[0]
			a.Once += x.Once
			a.Bill.Cost += x.Bill.Cost
			a.Bill.Sent += x.Bill.Sent
			a.Recovered.Cost += x.Recovered.Cost
			a.Missed += x.Missed
			a.NotWhole += x.NotWhole
			b.Once += y.Once
			b.Bill.Cost += y.Bill.Cost
			b.Bill.Sent += y.Bill.Sent
		}
		fmt.Printf("%-8s %6.1f %6.1f %6.1f %6.1f  %6.1f %6.1f\n", w, 100*float64(a.Once)/float64(b.Once), 100*float64(a.Bill.Sent)/float64(b.Bill.Sent), 100*a.Bill.Cost/b.Bill.Cost, 100*a.Recovered.Cost/b.Bill.Cost, 100-100*float64(a.Missed)/float64(facts), 100-100*float64(a.NotWhole)/float64(used))
	}
}
