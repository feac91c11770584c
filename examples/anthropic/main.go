// Command anthropic asks a model of Anthropic's about the output of a command,
// with the official client library, whose requests go through a Transport: the
// program is written as without elide, but for the http.Client.
//
//	go test -v ./... 2>&1 | ANTHROPIC_API_KEY=… go run ./anthropic 'Which test fails?'
package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/signal"
	"strings"

	"github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/option"

	"elide.example/elide"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	output, err := io.ReadAll(os.Stdin)
	if err == nil {
		err = run(ctx, os.Stdout, "", strings.Join(os.Args[1:], " "), string(output))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "anthropic:", err)
		os.Exit(1)
	}
}

// run writes the model's answer as it streams, and what was saved. The store is
// that of the commands in this folder.
func run(ctx context.Context, out io.Writer, store, question, output string) error {
	kept, err := elide.OpenStore(store, elide.StoreOptions{})
	if err != nil {
		return err
	}
	reducer, err := elide.New(elide.Options{Store: kept})
	if err != nil {
		return err
	}
	client := anthropic.NewClient(option.WithHTTPClient(&http.Client{
		Transport: elide.NewTransport(reducer, elide.TransportOptions{NoInstructions: true}), // it has no tool to expand with
	}))
	ctx, tally := elide.WithTotals(ctx)
	if err := ask(ctx, out, client, question, output); err != nil {
		return err
	}
	totals, _ := tally.Take()
	fmt.Fprintf(out, "\n%d bytes of results were sent as %d; the provider counted %d tokens\n",
		totals.Sent.BytesIn, totals.Sent.BytesOut, totals.Usage.Input+totals.Usage.Output)
	return nil
}

// ask gives the output as the result of a tool call, and streams the answer.
func ask(ctx context.Context, out io.Writer, client anthropic.Client, question, output string) error {
	const id = "toolu_1"
	stream := client.Messages.NewStreaming(ctx, anthropic.MessageNewParams{
		Model: anthropic.ModelClaudeOpus4_5, MaxTokens: 2000,
		Messages: []anthropic.MessageParam{
			anthropic.NewUserMessage(anthropic.NewTextBlock(question)),
			anthropic.NewAssistantMessage(anthropic.NewToolUseBlock(id, map[string]any{}, "run_tests")),
			anthropic.NewUserMessage(anthropic.NewToolResultBlock(id, output, false)),
		},
		Tools: []anthropic.ToolUnionParam{{OfTool: &anthropic.ToolParam{Name: "run_tests", InputSchema: anthropic.ToolInputSchemaParam{}}}},
	})
	defer stream.Close()
	for stream.Next() {
		if delta, ok := stream.Current().AsAny().(anthropic.ContentBlockDeltaEvent); ok {
			fmt.Fprint(out, delta.Delta.Text)
		}
	}
	return stream.Err()
}
