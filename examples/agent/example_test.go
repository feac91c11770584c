package main

import (
	"context"
	"fmt"
	"net/http/httptest"
	"os"

	"github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/option"

	"elide.example/elide"
	"elide.example/elide/examples/internal/played"
)

// A played model looks at a log, sees the failure in what is shown of it, asks for
// the lines before it, which were hidden, and answers.
func Example() {
	model := &played.Model{
		Calls: []played.Call{
			{Tool: "bash", Input: `{"command":"sort testdata/service.log"}`},
			{Tool: "context_expand", Input: `{"ref":"HASH","range":"96-97"}`},
		},
		Final: "The price of thing-042 is negative.",
	}
	server := httptest.NewServer(model)
	defer server.Close()
	store, remove := tempStore()
	defer remove()

	client := anthropic.NewClient(option.WithBaseURL(server.URL), option.WithAPIKey("dummy"))
	if err := run(context.Background(), os.Stdout, client, store, "What has failed?"); err != nil {
		fmt.Println(err)
	}
	// Output:
	// bash {"command":"sort testdata/service.log"}
	// context_expand {"ref":"0b499715eded","range":"96-97"}
	// The price of thing-042 is negative.
	// 1 of 1 results were shortened, by 4986 tokens; expansions: 1, of 89 tokens
}

// tempStore opens a store that nothing else uses.
func tempStore() (store *elide.Store, remove func()) {
	dir, err := os.MkdirTemp("", "elide")
	if err != nil {
		panic(err)
	}
	if store, err = elide.OpenStore(dir, elide.StoreOptions{}); err != nil {
		panic(err)
	}
	return store, func() { os.RemoveAll(dir) }
}
