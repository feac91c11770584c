// Command agent is the loop of an agent, complete in itself: it reduces what
// each tool gives before that enters the history, offers the tool context_expand
// beside its own, and prints what was saved.
//
//	ANTHROPIC_API_KEY=… go run ./agent 'Which test fails, and why?'
//
// Its own tool runs a few commands, without a shell, in the folder that it is
// started in: go test, go vet, grep, ls, sort and wc.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"

	"github.com/anthropics/anthropic-sdk-go"

	"elide.example/elide"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	store, err := elide.OpenStore("", elide.StoreOptions{}) // elision-get finds the originals there too
	if err == nil {
		err = run(ctx, os.Stdout, anthropic.NewClient(), store, strings.Join(os.Args[1:], " "))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "agent:", err)
		os.Exit(1)
	}
}

// run has an agent answer the prompt, and writes its words and what was saved.
func run(ctx context.Context, out io.Writer, client anthropic.Client, store *elide.Store, prompt string) error {
	reducer, err := elide.New(elide.Options{Store: store})
	if err != nil {
		return err
	}
	a := &agent{out: out, client: client, reducer: reducer, expand: reducer.ExpandTool()}
	if err := json.Unmarshal(a.expand.Anthropic(), &a.expandParam); err != nil {
		return err
	}
	ctx, tally := elide.WithTotals(ctx)
	text, err := a.answer(ctx, prompt)
	if err == nil {
		fmt.Fprintln(out, text)
	}
	totals, _ := tally.Take() // also of a run that failed
	fmt.Fprintf(out, "%d of %d results were shortened, by %d tokens; expansions: %d, of %d tokens\n",
		totals.Outputs.Reduced, totals.Outputs.Outputs, totals.Outputs.Saved(), totals.Expansions, totals.ExpandedTokens)
	return err
}

// agent is a model with tools.
type agent struct {
	out         io.Writer
	client      anthropic.Client
	reducer     *elide.Reducer
	expand      elide.Tool
	expandParam anthropic.ToolUnionParam
}

// mostTurns ends a conversation that doesn't get to its end.
const mostTurns = 50

// answer holds the conversation until the model calls no more tools.
func (a *agent) answer(ctx context.Context, prompt string) (string, error) {
	messages := []anthropic.MessageParam{anthropic.NewUserMessage(anthropic.NewTextBlock(prompt))}
	for range mostTurns {
		message, err := a.client.Messages.New(ctx, anthropic.MessageNewParams{
			Model: anthropic.ModelClaudeOpus4_5, MaxTokens: 8000, Messages: messages,
			System: []anthropic.TextBlockParam{{Text: a.expand.Instructions()}},
			Tools:  []anthropic.ToolUnionParam{bashParam(), a.expandParam},
		})
		if err != nil {
			return "", err
		}
		text, results := a.results(ctx, message)
		if len(results) == 0 {
			return text, nil
		}
		messages = append(messages, message.ToParam(), anthropic.NewUserMessage(results...))
	}
	return "", errors.New("the conversation has no end")
}

// results makes the calls of a message.
func (a *agent) results(ctx context.Context, message *anthropic.Message) (text string, results []anthropic.ContentBlockParamUnion) {
	for _, block := range message.Content {
		switch b := block.AsAny().(type) {
		case anthropic.TextBlock:
			text += b.Text
		case anthropic.ToolUseBlock:
			result, failed := a.call(ctx, b.Name, b.Input)
			results = append(results, anthropic.NewToolResultBlock(b.ID, result, failed))
		}
	}
	return text, results
}

// call makes one call. This is all that elide needs: what it hides is asked of its
// own tool, and what other tools give goes through AfterTool.
func (a *agent) call(ctx context.Context, name string, input []byte) (result string, failed bool) {
	fmt.Fprintf(a.out, "%s %s\n", name, input)
	if name == a.expand.Name {
		return a.expand.Handle(ctx, input)
	}
	output, failed := bash(ctx, input)
	res := a.reducer.AfterTool(ctx, elide.Call{Name: name, Input: input, Failed: failed}, output)
	return string(res.Text), failed
}
