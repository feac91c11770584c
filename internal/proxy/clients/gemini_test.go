package clients

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"testing"

	"google.golang.org/genai"
)

func geminiClient(ctx context.Context, base string) (*genai.Client, error) {
	return genai.NewClient(ctx, &genai.ClientConfig{APIKey: "dummy", Backend: genai.BackendGeminiAPI, HTTPOptions: genai.HTTPOptions{BaseURL: base}})
}

var geminiTools = []*genai.Tool{{FunctionDeclarations: []*genai.FunctionDeclaration{{Name: "bash", Parameters: &genai.Schema{
	Type: genai.TypeObject, Properties: map[string]*genai.Schema{"command": {Type: genai.TypeString}}}}}}}

func geminiAgent(ctx context.Context, s *stage) (string, error) {
	client, err := geminiClient(ctx, s.url)
	if err != nil {
		return "", err
	}
	contents := []*genai.Content{genai.NewContentFromText("Mend the tests.", genai.RoleUser)}
	for {
		said := genai.NewContentFromParts(nil, genai.RoleModel)
		for chunk, err := range client.Models.GenerateContentStream(ctx, "gemini-3.1-pro-preview", contents, &genai.GenerateContentConfig{Tools: geminiTools}) {
			if err != nil {
				return "", err
			}
			said.Parts = append(said.Parts, chunk.Candidates[0].Content.Parts...)
		}
		contents = append(contents, said)
		text, results := "", genai.NewContentFromParts(nil, genai.RoleUser)
		for _, part := range said.Parts {
			text += part.Text
			if call := part.FunctionCall; call != nil {
				result, err := s.geminiResult(ctx, call)
				if err != nil {
					return "", err
				}
				results.Parts = append(results.Parts, result)
			}
		}
		if len(results.Parts) == 0 {
			return text, nil
		}
		contents = append(contents, results)
	}
}

func (s *stage) geminiResult(ctx context.Context, call *genai.FunctionCall) (*genai.Part, error) {
	input, err := json.Marshal(call.Args)
	if err != nil {
		return nil, err
	}
	out := s.run(ctx, call.ID, call.Name, string(input))
	return &genai.Part{FunctionResponse: &genai.FunctionResponse{ID: call.ID, Name: call.Name, Response: map[string]any{"output": out.Text}}}, nil
}

// TestGeminiErrors: what can't be reached is an error that the library
// understands.
func TestGeminiErrors(t *testing.T) {
	client, err := geminiClient(t.Context(), before(t, closed(t), nil))
	if err != nil {
		t.Fatal(err)
	}
	_, err = client.Models.GenerateContent(t.Context(), "gemini-3.1-pro-preview", genai.Text("x"), nil)
	var refused genai.APIError
	if !errors.As(err, &refused) || refused.Code != http.StatusBadGateway || refused.Message == "" {
		t.Errorf("got %v", err)
	}
}
