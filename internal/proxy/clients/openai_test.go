package clients

import (
	"context"
	"errors"
	"net/http"
	"testing"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/responses"

	"elide.example/elide/internal/proxy/e2e"
)

// bash is a call of the shell tool.
func bash(line string) e2e.Call {
	return e2e.Call{Name: "bash", Input: `{"command":"` + line + `"}`}
}

func openaiClient(base string) openai.Client {
	return openai.NewClient(option.WithBaseURL(base+"/v1"), option.WithAPIKey("dummy"), option.WithMaxRetries(2))
}

var parameters = map[string]any{"type": "object", "properties": map[string]any{"command": map[string]any{"type": "string"}}}

func chatAgent(ctx context.Context, s *stage) (string, error) {
	client := openaiClient(s.url)
	params := openai.ChatCompletionNewParams{
		Model:         "gpt-4.1",
		Messages:      []openai.ChatCompletionMessageParamUnion{openai.SystemMessage("Use your tools."), openai.UserMessage("Mend the tests.")},
		Tools:         []openai.ChatCompletionToolUnionParam{openai.ChatCompletionFunctionTool(openai.FunctionDefinitionParam{Name: "bash", Parameters: parameters})},
		StreamOptions: openai.ChatCompletionStreamOptionsParam{IncludeUsage: openai.Bool(true)},
	}
	for {
		stream := client.Chat.Completions.NewStreaming(ctx, params)
		var all openai.ChatCompletionAccumulator
		for stream.Next() {
			all.AddChunk(stream.Current())
		}
		if err := stream.Err(); err != nil {
			return "", err
		}
		if len(all.Choices) == 0 || all.Usage.TotalTokens == 0 {
			return "", errors.New("the stream broke off")
		}
		message := all.Choices[0].Message
		if len(message.ToolCalls) == 0 {
			return message.Content, nil
		}
		params.Messages = append(params.Messages, message.ToParam())
		for _, call := range message.ToolCalls {
			out := s.run(ctx, call.ID, call.Function.Name, call.Function.Arguments)
			params.Messages = append(params.Messages, openai.ToolMessage(out.Text, call.ID))
		}
	}
}

func responsesAgent(ctx context.Context, s *stage) (string, error) {
	client := openaiClient(s.url)
	items := responses.ResponseInputParam{responses.ResponseInputItemParamOfMessage("Mend the tests.", responses.EasyInputMessageRoleUser)}
	for {
		response, err := streamedResponse(ctx, client, items)
		if err != nil {
			return "", err
		}
		called := false
		for _, item := range response.Output {
			if item.Type != "function_call" {
				continue
			}
			call := item.AsFunctionCall()
			called = true
			out := s.run(ctx, call.CallID, call.Name, call.Arguments)
			result := responses.ResponseInputItemParamOfFunctionCallOutput(out.Text)
			result.OfFunctionCallOutput.CallID = openai.String(call.CallID)
			items = append(items, responses.ResponseInputItemParamOfFunctionCall(call.Arguments, call.CallID, call.Name), result)
		}
		if !called {
			return response.OutputText(), nil
		}
	}
}

func streamedResponse(ctx context.Context, client openai.Client, items responses.ResponseInputParam) (*responses.Response, error) {
	stream := client.Responses.NewStreaming(ctx, responses.ResponseNewParams{
		Model: "gpt-5.5", Input: responses.ResponseNewParamsInputUnion{OfInputItemList: items},
		Tools: []responses.ToolUnionParam{responses.ToolParamOfFunction("bash", parameters, false)},
	})
	var last *responses.Response
	for stream.Next() {
		if event := stream.Current(); event.Type == "response.completed" {
			last = &event.Response
		}
	}
	if err := stream.Err(); err != nil {
		return nil, err
	}
	if last == nil {
		return nil, errors.New("the stream broke off")
	}
	return last, nil
}

// TestOpenAIErrors: what can't be reached is an error that the library
// understands.
func TestOpenAIErrors(t *testing.T) {
	client := openaiClient(before(t, closed(t), nil))
	_, err := client.Chat.Completions.New(t.Context(), openai.ChatCompletionNewParams{Model: "m",
		Messages: []openai.ChatCompletionMessageParamUnion{openai.UserMessage("x")}}, option.WithMaxRetries(0))
	var refused *openai.Error
	if !errors.As(err, &refused) || refused.StatusCode != http.StatusBadGateway || refused.Message == "" {
		t.Errorf("got %v", err)
	}
}
