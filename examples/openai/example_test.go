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
	model := &played.Model{
		// The call of run_tests stands in the first request already.
		Calls: []played.Call{{}, {Tool: "context_expand", Input: `{"ref":"HASH","pattern":"TestThing059"}`}},
		Final: "TestPrice fails: ten things should be cheaper.",
	}
	server := httptest.NewServer(model)
	defer server.Close()
	os.Setenv("OPENAI_BASE_URL", server.URL+"/v1")
	os.Setenv("OPENAI_API_KEY", "dummy")
	store, err := os.MkdirTemp("", "elide")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(store)

	if err := run(context.Background(), os.Stdout, store, "Which test fails?", testRun()); err != nil {
		fmt.Println(err)
	}
	sent := model.Received()
	fmt.Println("what passed was sent first:", strings.Contains(sent[0], "TestThing059"), "then:", strings.Contains(sent[1], "TestThing059"))
	// Output:
	// TestPrice fails: ten things should be cheaper.
	// 2 requests, in which 4679 tokens of results were sent as 245; expansions: 1
	// what passed was sent first: false then: true
}
