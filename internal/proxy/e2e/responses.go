package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
)

type responsesRequest struct {
	Model    string          `json:"model"`
	Stream   bool            `json:"stream"`
	Input    json.RawMessage `json:"input"`
	Include  []string        `json:"include"`
	Previous string          `json:"previous_response_id"`
	Tools    []responsesTool `json:"tools"`
}

type responsesTool struct {
	Type       string          `json:"type"`
	Name       string          `json:"name"`
	Parameters json.RawMessage `json:"parameters"`
	Tools      []responsesTool `json:"tools"`
}

type responsesItem struct {
	Type      string          `json:"type"`
	Role      string          `json:"role"`
	Content   json.RawMessage `json:"content"`
	CallID    string          `json:"call_id"`
	Name      string          `json:"name"`
	Namespace string          `json:"namespace"`
	Arguments string          `json:"arguments"`
	Input     string          `json:"input"`
	Output    json.RawMessage `json:"output"`
	Encrypted string          `json:"encrypted_content"`
	Tools     []responsesTool `json:"tools"`
}

// askResponses reads a request to /v1/responses.
func askResponses(a *asked, _ http.Header, body []byte) {
	var r responsesRequest
	if !a.decode("body", body, &r) {
		return
	}
	a.model, a.stream, a.idPrefix, a.cache = r.Model, r.Stream, "call", true
	a.thinks = slices.Contains(r.Include, "reasoning.encrypted_content")
	if r.Model == "" {
		a.problem("missing required parameter: 'model'")
	}
	a.offer("", r.Tools)
	a.head = []byte(canonical(body, "instructions", "tools"))
	a.turns = elements(body, "input")
	if len(r.Input) > 0 && r.Input[0] == '"' {
		return
	}
	var items []responsesItem
	a.decode("input", r.Input, &items)
	functions, customs := pending{}, pending{}
	for i, item := range items {
		a.readItem(fmt.Sprintf("input[%d]", i), item, functions, customs)
	}
	functions.none(a, "the end")
	customs.none(a, "the end")
}

// offer notes tools. A namespace holds more of them.
func (a *asked) offer(space string, tools []responsesTool) {
	for _, t := range tools {
		switch t.Type {
		case "namespace":
			a.offer(t.Name, t.Tools)
		case "function", "custom":
			a.tools = append(a.tools, tool{name: t.Name, space: space, free: t.Type == "custom", params: properties(t.Parameters)})
		case searchTool:
			a.tools = append(a.tools, tool{name: t.Type})
		}
	}
}

func (a *asked) readItem(where string, item responsesItem, functions, customs pending) {
	switch item.Type {
	case "additional_tools":
		a.offer("", unspaced(item.Tools))
	case "", "message":
		a.text(where, item.Content, "input_text", "output_text", "input_image", "input_file", "refusal")
	case "reasoning":
		if item.Encrypted != "" && item.Encrypted != signature("reasoning") {
			a.problem("%s: encrypted content could not be verified", where)
		}
	case "function_call":
		a.made(Call{ID: item.CallID, Name: item.Name, Space: item.Namespace, Input: item.Arguments})
		functions[item.CallID] = true
	case "custom_tool_call":
		a.made(Call{ID: item.CallID, Name: item.Name, Space: item.Namespace, Input: item.Input, Free: true})
		customs[item.CallID] = true
	case "function_call_output":
		functions.answered(a, Result{ID: item.CallID, Text: a.outputText(where, item.Output)})
	case "custom_tool_call_output":
		customs.answered(a, Result{ID: item.CallID, Text: a.outputText(where, item.Output)})
	}
}

// unspaced opens the namespace "functions", which calls don't name.
func unspaced(tools []responsesTool) []responsesTool {
	var out []responsesTool
	for _, t := range tools {
		if t.Type == "namespace" && t.Name == "functions" {
			out = append(out, t.Tools...)
		} else {
			out = append(out, t)
		}
	}
	return out
}

func (a *asked) outputText(where string, output json.RawMessage) string {
	if len(output) == 0 {
		a.problem("%s: missing required parameter: 'output'", where)
	}
	return a.text(where, output, "input_text", "input_image", "input_file")
}

// answerResponses writes the answer as the API streams it.
func answerResponses(w *writer, a *asked, text string, calls []Call, u Usage) {
	items := responsesItems(len(a.results), a, text, calls)
	whole := map[string]any{
		"id": fmt.Sprintf("resp_e2e_%04d", len(a.results)), "object": "response", "created_at": 1795219200, "model": a.model,
		"status": "completed", "output": items, "usage": responsesUsage(u), "error": nil, "incomplete_details": nil,
		"parallel_tool_calls": true, "tool_choice": "auto", "tools": []any{}, "metadata": map[string]any{},
	}
	if !a.stream {
		w.json(http.StatusOK, whole)
		return
	}
	w.startEvents()
	begun := with(whole, map[string]any{"status": "in_progress", "output": []any{}, "usage": nil})
	w.numbered("response.created", map[string]any{"response": begun})
	w.numbered("response.in_progress", map[string]any{"response": begun})
	for i, item := range items {
		w.streamItem(i, item)
	}
	w.numbered("response.completed", map[string]any{"response": whole})
}

// numbered sends an event that says which one it is.
func (w *writer) numbered(kind string, members map[string]any) {
	members["sequence_number"] = w.sequence
	w.sequence++
	w.typed(kind, members)
}

func responsesItems(n int, a *asked, text string, calls []Call) []map[string]any {
	var items []map[string]any
	if a.thinks {
		items = append(items, map[string]any{"type": "reasoning", "id": fmt.Sprintf("rs_e2e_%04d", n), "summary": []any{},
			"encrypted_content": signature("reasoning")})
	}
	if text != "" {
		items = append(items, map[string]any{"type": "message", "id": fmt.Sprintf("msg_e2e_%04d", n), "role": "assistant", "status": "completed",
			"content": []any{map[string]any{"type": "output_text", "text": text, "annotations": []any{}, "logprobs": []any{}}}})
	}
	for i, c := range calls {
		item := map[string]any{"type": "function_call", "id": fmt.Sprintf("fc_e2e_%04d_%d", n, i), "call_id": c.ID,
			"name": c.Name, "arguments": c.Input, "status": "completed"}
		if c.Free {
			item = map[string]any{"type": "custom_tool_call", "id": fmt.Sprintf("ctc_e2e_%04d_%d", n, i), "call_id": c.ID,
				"name": c.Name, "input": c.Input, "status": "completed"}
		}
		if c.Space != "" {
			item["namespace"] = c.Space
		}
		items = append(items, item)
	}
	return items
}

// streamItem sends an output item as it grows.
func (w *writer) streamItem(index int, item map[string]any) {
	begun := with(item, map[string]any{"status": "in_progress"})
	switch item["type"] {
	case "message":
		begun["content"] = []any{}
	case "function_call":
		begun["arguments"] = ""
	case "custom_tool_call":
		begun["input"] = ""
	case "reasoning":
		delete(begun, "status")
	}
	at := map[string]any{"output_index": index}
	w.numbered("response.output_item.added", with(at, map[string]any{"item": begun}))
	at["item_id"] = item["id"]
	switch item["type"] {
	case "message":
		w.streamText(with(at, map[string]any{"content_index": 0}), item["content"].([]any)[0].(map[string]any))
	case "function_call":
		w.streamInput("response.function_call_arguments", "arguments", at, item["arguments"].(string))
	case "custom_tool_call":
		w.streamInput("response.custom_tool_call_input", "input", at, item["input"].(string))
	}
	w.numbered("response.output_item.done", map[string]any{"output_index": index, "item": item})
}

func (w *writer) streamText(at, part map[string]any) {
	text := part["text"].(string)
	w.numbered("response.content_part.added", with(at, map[string]any{"part": with(part, map[string]any{"text": ""})}))
	for _, piece := range pieces(text) {
		w.numbered("response.output_text.delta", with(at, map[string]any{"delta": piece, "logprobs": []any{}}))
	}
	w.numbered("response.output_text.done", with(at, map[string]any{"text": text, "logprobs": []any{}}))
	w.numbered("response.content_part.done", with(at, map[string]any{"part": part}))
}

func (w *writer) streamInput(event, key string, at map[string]any, input string) {
	for _, piece := range pieces(input) {
		w.numbered(event+".delta", with(at, map[string]any{"delta": piece}))
	}
	w.numbered(event+".done", with(at, map[string]any{key: input}))
}

func responsesUsage(u Usage) map[string]any {
	input := u.Input + u.CacheRead + u.CacheWrite
	return map[string]any{
		"input_tokens": input, "input_tokens_details": map[string]int{"cached_tokens": u.CacheRead},
		"output_tokens": u.Output, "output_tokens_details": map[string]int{"reasoning_tokens": 0}, "total_tokens": input + u.Output,
	}
}
