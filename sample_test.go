package elide_test

import (
	"fmt"
	"strings"
	"testing"

	"elide.example/elide"
)

// testRun is what go test -v prints of tests of which one fails.
func testRun(tests int) []byte {
	var b strings.Builder
	for i := range tests {
		if i == tests/2 {
			b.WriteString("=== RUN   TestPrice\n    price_test.go:19: Price(100, 10) = 1000, want 900\n--- FAIL: TestPrice (0.00s)\n")
			continue
		}
		fmt.Fprintf(&b, "=== RUN   TestThing%03d\n--- PASS: TestThing%03d (0.00s)\n", i, i)
	}
	b.WriteString("FAIL\nFAIL\texample.com/shop\t0.005s\nFAIL\n")
	return []byte(b.String())
}

// newStore opens a store in a folder of the test's own.
func newStore(t testing.TB, opt elide.StoreOptions) *elide.Store {
	t.Helper()
	st, err := elide.OpenStore(t.TempDir()+"/store", opt)
	if err != nil {
		t.Fatal(err)
	}
	return st
}

// newReducer returns a Reducer with a store of its own, unless opt has one.
func newReducer(t testing.TB, opt elide.Options) *elide.Reducer {
	t.Helper()
	if opt.Store == nil {
		opt.Store = newStore(t, elide.StoreOptions{})
	}
	r, err := elide.New(opt)
	if err != nil {
		t.Fatal(err)
	}
	return r
}
