package elide_test

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"os"

	"elide.example/elide"
)

// tempStore opens a store for an example. A program opens the one that the
// commands use, with OpenStore(""), or names a folder of its own.
func tempStore() (*elide.Store, func()) {
	dir, err := os.MkdirTemp("", "elide")
	if err != nil {
		log.Fatal(err)
	}
	st, err := elide.OpenStore(dir, elide.StoreOptions{})
	if err != nil {
		log.Fatal(err)
	}
	return st, func() { os.RemoveAll(dir) }
}

// An output is made shorter, and a part of what it hides is given back.
func ExampleReducer_Reduce() {
	st, remove := tempStore()
	defer remove()
	r, err := elide.New(elide.Options{Store: st})
	if err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()

	res := r.Reduce(ctx, elide.Block{Data: testRun(120), Command: "go test -v ./..."})
	fmt.Printf("%s", res.Text)
	fmt.Printf("%s: %d bytes became %d\n", res.Shape, res.BytesIn, res.BytesOut)

	page, err := r.Expand(ctx, res.Hash, elide.Part{Lines: "1-2"})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s:\n%s", page.What, page.Text)
	// Output:
	// ⟦1-120⟧
	// === RUN   TestPrice
	//     price_test.go:19: Price(100, 10) = 1000, want 900
	// --- FAIL: TestPrice (0.00s)
	// ⟦124-241⟧
	// FAIL
	// FAIL	example.com/shop	0.005s
	// FAIL
	// ⟦elided:ed495a97e399 238 lines, elision-get⟧
	// test-log: 6567 bytes became 216
	// lines 1-2 of 244:
	// === RUN   TestThing000
	// --- PASS: TestThing000 (0.00s)
}

// What the tools of an agent give is made shorter before it enters the history.
// What a file holds stays as it is: an edit may need its exact bytes.
func ExampleReducer_AfterTool() {
	st, remove := tempStore()
	defer remove()
	r, err := elide.New(elide.Options{Store: st})
	if err != nil {
		log.Fatal(err)
	}
	ctx, tally := elide.WithTotals(context.Background())

	for _, call := range []elide.Call{
		{Name: "bash", Input: []byte(`{"command":"go test -v ./..."}`)},
		{Name: "read_file", Input: []byte(`{"path":"test.log"}`)},
	} {
		res := r.AfterTool(ctx, call, testRun(120))
		fmt.Printf("%s: reduced %t %q\n", call.Name, res.Reduced, res.Reason)
	}
	totals, _ := tally.Take()
	fmt.Printf("%d of %d results became shorter\n", totals.Outputs.Reduced, totals.Outputs.Outputs)
	// Output:
	// bash: reduced true ""
	// read_file: reduced false "what a file holds"
	// 1 of 2 results became shorter
}

// The tool context_expand is described in the shape that a provider's API has,
// and answers the calls of the model.
func ExampleTool() {
	st, remove := tempStore()
	defer remove()
	r, err := elide.New(elide.Options{Store: st})
	if err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	res := r.Reduce(ctx, elide.Block{Data: testRun(120), Command: "go test -v ./..."})

	tool := r.ExpandTool()
	fmt.Println(tool.Name, len(tool.Anthropic()) > 0, len(tool.Chat()) > 0)
	text, failed := tool.Handle(ctx, []byte(`{"ref":"`+res.Hash+`","pattern":"fail: "}`))
	fmt.Println(text, failed)
	text, failed = tool.Handle(ctx, []byte(`{"ref":"nothing"}`))
	fmt.Println(text, failed)
	// Output:
	// context_expand true true
	// 123:--- FAIL: TestPrice (0.00s)
	// ⟦elided:ed495a97e399 1 match in lines 1-244 of 244⟧ false
	// not a reference: "nothing": give the HASH of ⟦elided:HASH …⟧, 12 hexadecimal digits true
}

// Any client library that takes a http.Client sends shorter tool results.
func ExampleNewTransport() {
	st, remove := tempStore()
	defer remove()
	r, err := elide.New(elide.Options{Store: st})
	if err != nil {
		log.Fatal(err)
	}
	client := &http.Client{Transport: elide.NewTransport(r, elide.TransportOptions{})}
	// anthropic.NewClient(option.WithHTTPClient(client))
	// openai.NewClient(option.WithHTTPClient(client))
	_ = client
}

// Totals are those of one run of an agent, and of nothing else.
func ExampleWithTotals() {
	st, remove := tempStore()
	defer remove()
	r, err := elide.New(elide.Options{Store: st})
	if err != nil {
		log.Fatal(err)
	}
	ctx, tally := elide.WithTotals(context.Background())
	res := r.Reduce(ctx, elide.Block{Data: testRun(120)})
	r.Expand(ctx, res.Hash, elide.Part{Lines: "1-20"})

	totals, ok := tally.Take()
	fmt.Println(ok, totals.Outputs.Reduced, totals.Expansions, totals.Saved() == totals.Outputs.Saved()-totals.ExpandedTokens)
	_, ok = tally.Take()
	fmt.Println(ok)
	// Output:
	// true 1 1 true
	// false
}
