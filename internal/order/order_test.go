package order

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"
)

type row struct{ key, at int }

func rows(n int) []row {
	r := rand.New(rand.NewPCG(1, 2))
	all := make([]row, n)
	for i := range all {
		all[i] = row{key: r.IntN(1 + n/3), at: i}
	}
	return all
}

func byKey(a, b row) int { return cmp.Compare(a.key, b.key) }

// TestBy: what is equal stays in its order.
func TestBy(t *testing.T) {
	for _, n := range []int{0, 1, 2, 11, 40, 500} {
		got, want := rows(n), rows(n)
		By(got, byKey)
		slices.SortStableFunc(want, byKey)
		if !slices.Equal(got, want) {
			t.Errorf("%d are in another order", n)
		}
	}
}
