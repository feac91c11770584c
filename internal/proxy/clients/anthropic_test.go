package clients

import (
	"context"
	"errors"
	"net/http"
	"testing"

	"github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/option"
)

func anthropicClient(base string) anthropic.Client {
	return anthropic.NewClient(option.WithBaseURL(base), option.WithAPIKey("dummy"), option.WithMaxRetries(2))
}

func anthropicTools() []anthropic.ToolUnionParam {
	return []anthropic.ToolUnionParam{{OfTool: &anthropic.ToolParam{Name: "bash", InputSchema: anthropic.ToolInputSchemaParam{
		Properties: map[string]any{"command": map[string]any{"type": "string"}}, Required: []string{"command"}}}}}
}

func anthropicAgent(ctx context.Context, s *stage) (string, error) {
	client := anthropicClient(s.url)
	messages := []anthropic.MessageParam{anthropic.NewUserMessage(anthropic.NewTextBlock("Mend the tests."))}
	for {
		stream := client.Messages.NewStreaming(ctx, anthropic.MessageNewParams{
			Model: "claude-opus-4-5", MaxTokens: 8000, Messages: messages, Tools: anthropicTools(),
			Thinking: anthropic.ThinkingConfigParamOfEnabled(1024),
		})
		var message anthropic.Message
		for stream.Next() {
			if err := message.Accumulate(stream.Current()); err != nil {
				return "", err
			}
		}
		if err := stream.Err(); err != nil {
			return "", err
		}
		messages = append(messages, message.ToParam())
		text, results := "", []anthropic.ContentBlockParamUnion{}
		for _, block := range message.Content {
			switch b := block.AsAny().(type) {
			case anthropic.TextBlock:
				text = b.Text
			case anthropic.ToolUseBlock:
				out := s.run(ctx, b.ID, b.Name, string(b.Input))
				results = append(results, anthropic.NewToolResultBlock(b.ID, out.Text, out.Exit != 0))
			}
		}
		if len(results) == 0 {
			return text, nil
		}
		messages = append(messages, anthropic.NewUserMessage(results...))
	}
}

// TestCountTokens: counting is rewritten as the request itself is, so that what
// an agent believes of its context is true.
func TestCountTokens(t *testing.T) {
	s := newStage(t)
	if _, err := anthropicAgent(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	log := s.tools.Run(t.Context(), bash("sort log/access.log"))
	client := anthropicClient(s.url)
	count, err := client.Messages.CountTokens(t.Context(), anthropic.MessageCountTokensParams{
		Model: "claude-opus-4-5",
		Messages: []anthropic.MessageParam{
			anthropic.NewUserMessage(anthropic.NewTextBlock("Read the log.")),
			anthropic.NewAssistantMessage(anthropic.NewToolUseBlock("toolu_1", map[string]string{"command": "sort log/access.log"}, "bash")),
			anthropic.NewUserMessage(anthropic.NewToolResultBlock("toolu_1", log.Text, false)),
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	if whole := int64(len(log.Text) / 4); count.InputTokens <= 0 || count.InputTokens > whole/2 {
		t.Errorf("%d tokens were counted, of a result of %d", count.InputTokens, whole)
	}
}

// TestAnthropicErrors: what can't be reached is an error that the library
// understands.
func TestAnthropicErrors(t *testing.T) {
	client := anthropicClient(before(t, closed(t), nil))
	_, err := client.Messages.New(t.Context(), anthropic.MessageNewParams{Model: "m", MaxTokens: 1,
		Messages: []anthropic.MessageParam{anthropic.NewUserMessage(anthropic.NewTextBlock("x"))}}, option.WithMaxRetries(0))
	var refused *anthropic.Error
	if !errors.As(err, &refused) || refused.StatusCode != http.StatusBadGateway || refused.Type() != "api_error" {
		t.Errorf("got %v", err)
	}
}
