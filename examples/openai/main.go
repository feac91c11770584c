// Command openai asks a model about the output of a command, with the official
// client library of OpenAI, whose requests go through a Transport. It offers the
// model context_expand, so that what was hidden can be asked for.
//
//	go test -v ./... 2>&1 | OPENAI_API_KEY=… go run ./openai 'Which test fails?'
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/signal"
	"strings"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"

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
		fmt.Fprintln(os.Stderr, "openai:", err)
		os.Exit(1)
	}
}

// run writes the model's answer, and what was saved. The store is that of the
// commands in this folder.
func run(ctx context.Context, out io.Writer, store, question, output string) error {
	kept, err := elide.OpenStore(store, elide.StoreOptions{})
	if err != nil {
		return err
	}
	reducer, err := elide.New(elide.Options{Store: kept})
	if err != nil {
		return err
	}
	client := openai.NewClient(option.WithHTTPClient(&http.Client{
		Transport: elide.NewTransport(reducer, elide.TransportOptions{ExpandTool: true}),
	}))
	ctx, tally := elide.WithTotals(ctx)
	text, err := answer(ctx, client, reducer.ExpandTool(), question, output)
	if err != nil {
		return err
	}
	totals, _ := tally.Take()
	fmt.Fprintf(out, "%s\n%d requests, in which %d tokens of results were sent as %d; expansions: %d\n",
		text, totals.Requests, totals.Sent.TokensIn, totals.Sent.TokensOut, totals.Expansions)
	return nil
}

// mostTurns ends a conversation that doesn't get to its end.
const mostTurns = 20

// answer gives the output as the result of a tool call, and lets the model expand
// for as long as it wants.
func answer(ctx context.Context, client openai.Client, expand elide.Tool, question, output string) (string, error) {
	var offered openai.ChatCompletionToolUnionParam
	if err := json.Unmarshal(expand.Chat(), &offered); err != nil {
		return "", err
	}
	params := openai.ChatCompletionNewParams{
		Model: openai.ChatModelGPT5_5, Messages: asked(question, output),
		Tools:         []openai.ChatCompletionToolUnionParam{offered},
		StreamOptions: openai.ChatCompletionStreamOptionsParam{IncludeUsage: openai.Bool(true)},
	}
	for range mostTurns {
		message, err := next(ctx, client, params)
		if err != nil || len(message.ToolCalls) == 0 {
			return message.Content, err
		}
		params.Messages = append(params.Messages, message.ToParam())
		for _, call := range message.ToolCalls {
			text, _ := expand.Handle(ctx, []byte(call.Function.Arguments))
			params.Messages = append(params.Messages, openai.ToolMessage(text, call.ID))
		}
	}
	return "", errors.New("the conversation has no end")
}

// asked is a conversation in which the model has called for the output.
func asked(question, output string) []openai.ChatCompletionMessageParamUnion {
	const id = "call_1"
	call := openai.ChatCompletionMessageToolCallUnionParam{OfFunction: &openai.ChatCompletionMessageFunctionToolCallParam{
		ID: id, Function: openai.ChatCompletionMessageFunctionToolCallFunctionParam{Name: "run_tests", Arguments: "{}"},
	}}
	return []openai.ChatCompletionMessageParamUnion{
		openai.UserMessage(question),
		{OfAssistant: &openai.ChatCompletionAssistantMessageParam{ToolCalls: []openai.ChatCompletionMessageToolCallUnionParam{call}}},
		openai.ToolMessage(output, id),
	}
}

// next reads the streamed answer to a request.
func next(ctx context.Context, client openai.Client, params openai.ChatCompletionNewParams) (openai.ChatCompletionMessage, error) {
	stream := client.Chat.Completions.NewStreaming(ctx, params)
	defer stream.Close()
	var all openai.ChatCompletionAccumulator
	for stream.Next() {
		all.AddChunk(stream.Current())
	}
	if err := stream.Err(); err != nil {
		return openai.ChatCompletionMessage{}, err
	}
	if len(all.Choices) == 0 {
		return openai.ChatCompletionMessage{}, errors.New("the model gave no answer")
	}
	return all.Choices[0].Message, nil
}
