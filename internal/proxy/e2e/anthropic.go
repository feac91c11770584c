package e2e

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
)

type anthropicRequest struct {
	Model     string          `json:"model"`
	MaxTokens int             `json:"max_tokens"`
	Stream    bool            `json:"stream"`
	System    json.RawMessage `json:"system"`
	Thinking  struct {
		Type string `json:"type"`
	} `json:"thinking"`
	CacheControl json.RawMessage    `json:"cache_control"`
	Tools        []anthropicTool    `json:"tools"`
	Messages     []anthropicMessage `json:"messages"`
}

type anthropicTool struct {
	Name         string          `json:"name"`
	InputSchema  json.RawMessage `json:"input_schema"`
	CacheControl json.RawMessage `json:"cache_control"`
}

type anthropicMessage struct {
	Role    string          `json:"role"`
	Content json.RawMessage `json:"content"`
}

type anthropicBlock struct {
	Type         string          `json:"type"`
	Text         *string         `json:"text"`
	Thinking     string          `json:"thinking"`
	Signature    string          `json:"signature"`
	ID           string          `json:"id"`
	Name         string          `json:"name"`
	Input        json.RawMessage `json:"input"`
	ToolUseID    string          `json:"tool_use_id"`
	Content      json.RawMessage `json:"content"`
	IsError      bool            `json:"is_error"`
	CacheControl json.RawMessage `json:"cache_control"`
}

// askMessages reads a request to /v1/messages or its count_tokens.
func askMessages(a *asked, header http.Header, body []byte) {
	var r anthropicRequest
	if !a.decode("body", body, &r) {
		return
	}
	a.model, a.stream, a.idPrefix = r.Model, r.Stream, "toolu"
	a.thinks = r.Thinking.Type == "enabled" || r.Thinking.Type == "adaptive"
	if a.model == "" || a.api == Messages && r.MaxTokens <= 0 {
		a.problem("model and max_tokens are required")
	}
	if header.Get("anthropic-version") == "" {
		a.problem("anthropic-version: header is required")
	}
	for _, t := range r.Tools {
		a.tools = append(a.tools, tool{name: t.Name, params: properties(t.InputSchema)})
	}
	a.head = []byte(canonical(body, "system", "tools"))
	a.turns = elements(body, "messages")
	a.checkBreakpoints(body)
	a.checkSystem(r.System)
	a.readMessages(r.Messages)
}

func (a *asked) checkSystem(system json.RawMessage) {
	var blocks []anthropicBlock
	if len(system) == 0 || system[0] == '"' || !a.decode("system", system, &blocks) {
		return
	}
	for i, b := range blocks {
		if b.Type != "text" || b.Text == nil || *b.Text == "" {
			a.problem("system.%d: text content blocks must be non-empty", i)
		}
	}
}

func (a *asked) readMessages(messages []anthropicMessage) {
	waiting := pending{}
	for i, m := range messages {
		where := fmt.Sprintf("messages.%d", i)
		switch m.Role {
		case "user", "assistant", "system":
		default:
			a.problem("%s: role %q", where, m.Role)
		}
		for j, b := range a.blocks(where, m.Content) {
			a.readBlock(fmt.Sprintf("%s.content.%d", where, j), m.Role, b, waiting)
		}
		if m.Role == "user" {
			waiting.none(a, where)
		}
	}
	waiting.none(a, "the end")
	if len(messages) == 0 || messages[0].Role != "user" {
		a.problem("messages: first message must use the user role")
	}
}

func (a *asked) blocks(where string, content json.RawMessage) []anthropicBlock {
	if len(content) > 0 && content[0] == '"' {
		text := a.text(where, content)
		return []anthropicBlock{{Type: "text", Text: &text}}
	}
	var blocks []anthropicBlock
	a.decode(where, content, &blocks)
	return blocks
}

func (a *asked) readBlock(where, role string, b anthropicBlock, waiting pending) {
	switch b.Type {
	case "text":
		if b.Text == nil || *b.Text == "" {
			a.problem("%s: text content blocks must be non-empty", where)
		}
	case "thinking":
		if b.Signature != signature(b.Thinking) {
			a.problem("%s: invalid signature in thinking block", where)
		}
	case "tool_use":
		if role != "assistant" || len(b.Input) == 0 || b.Input[0] != '{' {
			a.problem("%s: a tool_use is the assistant's, with an object as input", where)
		}
		a.made(Call{ID: b.ID, Name: b.Name, Input: string(b.Input)})
		waiting[b.ID] = true
	case "tool_result":
		text := a.text(where, b.Content, "text", "image", "document", "search_result", "tool_reference")
		waiting.answered(a, Result{ID: b.ToolUseID, Text: text, Error: b.IsError})
	}
}

// checkBreakpoints: at most four, wherever they stand.
func (a *asked) checkBreakpoints(body []byte) {
	n := 0
	var v any
	if json.Unmarshal(body, &v) != nil {
		return
	}
	walk(v, func(object map[string]any) {
		if object["cache_control"] != nil {
			n++
		}
	})
	a.cache = n > 0
	if n > 4 {
		a.problem("a maximum of 4 blocks with cache_control may be provided. Found %d", n)
	}
}

// walk calls visit with each object of a decoded JSON text, but for what is
// free for the caller to fill: the schemas and inputs of tools.
func walk(v any, visit func(map[string]any)) {
	switch v := v.(type) {
	case map[string]any:
		visit(v)
		for key, member := range v {
			if key != "input" && key != "input_schema" {
				walk(member, visit)
			}
		}
	case []any:
		for _, member := range v {
			walk(member, visit)
		}
	}
}

// signature stands for the provider's seal of what the model thought: what
// comes back must fit it.
func signature(text string) string {
	sum := sha256.Sum256([]byte("sealed: " + text))
	return base64.StdEncoding.EncodeToString(sum[:])
}

// answerMessages writes the answer as the API streams it.
func answerMessages(w *writer, a *asked, text string, calls []Call, u Usage) {
	stop := "end_turn"
	if len(calls) > 0 {
		stop = "tool_use"
	}
	message := map[string]any{
		"id": fmt.Sprintf("msg_e2e_%04d", len(a.results)), "type": "message", "role": "assistant", "model": a.model,
		"content": []any{}, "stop_reason": nil, "stop_sequence": nil, "usage": anthropicUsage(u, 1),
	}
	blocks := anthropicBlocks(a, text, calls)
	if !a.stream {
		message["content"], message["stop_reason"], message["usage"] = blocks, stop, anthropicUsage(u, u.Output)
		w.json(http.StatusOK, message)
		return
	}
	w.startEvents()
	w.typed("message_start", map[string]any{"message": message})
	w.typed("ping", map[string]any{})
	for i, b := range blocks {
		w.streamBlock(i, b)
	}
	w.typed("message_delta", map[string]any{
		"delta": map[string]any{"stop_reason": stop, "stop_sequence": nil}, "usage": map[string]int{"output_tokens": u.Output}})
	w.typed("message_stop", map[string]any{})
}

func anthropicUsage(u Usage, output int) map[string]any {
	return map[string]any{
		"input_tokens": u.Input, "cache_read_input_tokens": u.CacheRead, "cache_creation_input_tokens": u.CacheWrite,
		"cache_creation": map[string]int{"ephemeral_5m_input_tokens": u.CacheWrite, "ephemeral_1h_input_tokens": 0},
		"output_tokens":  output, "service_tier": "standard",
	}
}

// anthropicBlocks are the content blocks of an answer, whole.
func anthropicBlocks(a *asked, text string, calls []Call) []map[string]any {
	var blocks []map[string]any
	if a.thinks {
		thought := fmt.Sprintf("There were %d results so far.", len(a.results))
		blocks = append(blocks, map[string]any{"type": "thinking", "thinking": thought, "signature": signature(thought)})
	}
	if text != "" {
		blocks = append(blocks, map[string]any{"type": "text", "text": text})
	}
	for _, c := range calls {
		blocks = append(blocks, map[string]any{"type": "tool_use", "id": c.ID, "name": c.Name, "input": json.RawMessage(c.Input)})
	}
	return blocks
}

// streamBlock sends a block as it grows.
func (w *writer) streamBlock(index int, block map[string]any) {
	start := map[string]any{}
	for key, value := range block {
		start[key] = value
	}
	var deltas []map[string]any
	switch block["type"] {
	case "thinking":
		start["thinking"], start["signature"] = "", ""
		deltas = grow("thinking_delta", "thinking", block["thinking"].(string))
		deltas = append(deltas, map[string]any{"type": "signature_delta", "signature": block["signature"]})
	case "text":
		start["text"] = ""
		deltas = grow("text_delta", "text", block["text"].(string))
	case "tool_use":
		start["input"] = map[string]any{}
		deltas = append(grow("input_json_delta", "partial_json", ""), grow("input_json_delta", "partial_json", string(block["input"].(json.RawMessage)))...)
	}
	w.typed("content_block_start", map[string]any{"index": index, "content_block": start})
	for _, d := range deltas {
		w.typed("content_block_delta", map[string]any{"index": index, "delta": d})
	}
	w.typed("content_block_stop", map[string]any{"index": index})
}

// grow cuts a text into the deltas in which it is streamed.
func grow(kind, key, text string) []map[string]any {
	var deltas []map[string]any
	for _, piece := range pieces(text) {
		deltas = append(deltas, map[string]any{"type": kind, key: piece})
	}
	return deltas
}
