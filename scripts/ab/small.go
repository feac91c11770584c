//go:build unix

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
)

// What the small agent may do.
const (
	smallTurns  = 200
	smallAnswer = 8192 // tokens
	smallSystem = "You are a coding agent. Work in the current folder with the tool bash until the task is done, then say so."
)

// block is a part of a message of Anthropic's API: a text, a call, a result.
type block struct {
	Type      string          `json:"type"`
	Text      string          `json:"text,omitempty"`
	ID        string          `json:"id,omitempty"`
	Name      string          `json:"name,omitempty"`
	Input     json.RawMessage `json:"input,omitempty"`
	ToolUseID string          `json:"tool_use_id,omitempty"`
	Content   string          `json:"content,omitempty"`
	IsError   bool            `json:"is_error,omitempty"`
	Cache     *cacheControl   `json:"cache_control,omitempty"`
}

type cacheControl struct {
	Type string `json:"type"`
}

type message struct {
	Role    string  `json:"role"`
	Content []block `json:"content"`
}

// smallAgent is an agent that is a loop: it sends the conversation by Anthropic's API,
// and runs each line that the model asks for. args are the model and the prompt.
func smallAgent(ctx context.Context, args []string, out io.Writer) error {
	if len(args) != 2 {
		return errors.New("agent: MODEL PROMPT is wanted")
	}
	talk := []message{{"user", []block{{Type: "text", Text: args[1]}}}}
	for range smallTurns {
		said, err := askModel(ctx, args[0], talk)
		if err != nil {
			return err
		}
		talk = append(talk, message{"assistant", said})
		var results []block
		for _, b := range said {
			switch b.Type {
			case "text":
				fmt.Fprintln(out, b.Text)
			case "tool_use":
				results = append(results, runLine(ctx, b))
			}
		}
		if len(results) == 0 {
			return nil
		}
		talk = append(talk, message{"user", results})
	}
	return errors.New("agent: the conversation has no end")
}

// askModel sends the conversation; the provider keeps it up to its last part.
func askModel(ctx context.Context, model string, talk []message) ([]block, error) {
	last := &talk[len(talk)-1].Content
	end := &(*last)[len(*last)-1]
	end.Cache = &cacheControl{"ephemeral"}
	defer func() { end.Cache = nil }()
	body, err := json.Marshal(map[string]any{
		"model": model, "max_tokens": smallAnswer, "system": smallSystem, "messages": talk,
		"tools": []any{map[string]any{"name": "bash", "description": "Runs a line in a shell and returns what it prints.",
			"input_schema": map[string]any{"type": "object", "required": []string{"command"},
				"properties": map[string]any{"command": map[string]string{"type": "string"}}}}},
	})
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, os.Getenv("ANTHROPIC_BASE_URL")+"/v1/messages", bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("anthropic-version", "2023-06-01")
	req.Header.Set("x-api-key", os.Getenv("ANTHROPIC_API_KEY"))
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
	if err != nil {
		return nil, err
	}
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("agent: %s: %.500s", resp.Status, text)
	}
	var answer struct{ Content []block }
	err = json.Unmarshal(text, &answer)
	return answer.Content, err
}

func runLine(ctx context.Context, call block) block {
	var in struct{ Command string }
	_ = json.Unmarshal(call.Input, &in) // without a line nothing is run
	text, err := exec.CommandContext(ctx, "sh", "-c", in.Command).CombinedOutput()
	if err != nil {
		text = fmt.Appendf(text, "%v\n", err)
	}
	if len(text) == 0 {
		text = []byte("(no output)")
	}
	return block{Type: "tool_result", ToolUseID: call.ID, Content: string(text), IsError: err != nil}
}
