package main

import (
	"context"
	"fmt"
	"net/http/httptest"
	"os"
	"strings"

	"elide.example/elide/examples/internal/played"
)

// testRun is what go test -v prints of 120 tests of which one fails.
func testRun() string {
	var b strings.Builder
	for i := range 120 {
		if i == 60 {
			b.WriteString("=== RUN   TestPrice\n    price_test.go:19: Price(100, 10) = 1000, want 900\n--- FAIL: TestPrice (0.00s)\n")
			continue
		}
		fmt.Fprintf(&b, "=== RUN   TestThing%03d\n--- PASS: TestThing%03d (0.00s)\n", i, i)
	}
	return b.String() + "FAIL\nFAIL\texample.com/shop\t0.005s\nFAIL\n"
}

func Example() {
	model := &played.Model{Final: "TestPrice fails: ten things should be cheaper."}
	server := httptest.NewServer(model)
	defer server.Close()
	os.Setenv("ANTHROPIC_BASE_URL", server.URL)
	os.Setenv("ANTHROPIC_API_KEY", "dummy")
	store, err := os.MkdirTemp("", "elide")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(store)

	if err := run(context.Background(), os.Stdout, store, "Which test fails?", testRun()); err != nil {
		fmt.Println(err)
	}
	sent := model.Received()[0]
	fmt.Println("the failure was sent:", strings.Contains(sent, "FAIL: TestPrice"), "what passed:", strings.Contains(sent, "TestThing007"))
	// Output:
	// TestPrice fails: ten things should be cheaper.
	// 6567 bytes of results were sent as 216; the provider counted 177 tokens
	// the failure was sent: true what passed: false
}
