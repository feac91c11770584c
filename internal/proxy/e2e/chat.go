package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
)

type chatRequest struct {
	Model         string          `json:"model"`
	Stream        bool            `json:"stream"`
	ToolChoice    json.RawMessage `json:"tool_choice"`
	StreamOptions *struct {
		IncludeUsage bool `json:"include_usage"`
	} `json:"stream_options"`
	Tools []struct {
		Function struct {
			Name       string          `json:"name"`
			Parameters json.RawMessage `json:"parameters"`
		} `json:"function"`
	} `json:"tools"`
	Messages []chatMessage `json:"messages"`
}

type chatMessage struct {
	Role       string          `json:"role"`
	Content    json.RawMessage `json:"content"`
	ToolCallID string          `json:"tool_call_id"`
	ToolCalls  []struct {
		ID       string `json:"id"`
		Type     string `json:"type"`
		Function struct {
			Name      string `json:"name"`
			Arguments string `json:"arguments"`
		} `json:"function"`
	} `json:"tool_calls"`
}

// askChat reads a request to /v1/chat/completions.
func askChat(a *asked, _ http.Header, body []byte) {
	var r chatRequest
	if !a.decode("body", body, &r) {
		return
	}
	a.model, a.stream, a.idPrefix, a.cache = r.Model, r.Stream, "call", true
	a.mute = string(r.ToolChoice) == `"none"`
	if r.Model == "" || len(r.Messages) == 0 {
		a.problem("you must provide a model and messages")
	}
	if o := r.StreamOptions; o != nil {
		a.counted = o.IncludeUsage
		if !r.Stream {
			a.problem("stream_options is only allowed with stream")
		}
	}
	for _, t := range r.Tools {
		a.tools = append(a.tools, tool{name: t.Function.Name, params: properties(t.Function.Parameters)})
	}
	a.head = []byte(canonical(body, "tools"))
	a.turns = elements(body, "messages")
	waiting := pending{}
	for i, m := range r.Messages {
		a.readChat(fmt.Sprintf("messages[%d]", i), m, waiting)
	}
	waiting.none(a, "the end")
}

func (a *asked) readChat(where string, m chatMessage, waiting pending) {
	if m.Role == "tool" {
		waiting.answered(a, Result{ID: m.ToolCallID, Text: a.text(where, m.Content, "text")})
		return
	}
	waiting.none(a, where)
	switch m.Role {
	case "system", "developer", "user":
		a.text(where, m.Content, "text", "image_url", "input_audio", "file")
	case "assistant":
		for _, c := range m.ToolCalls {
			if c.Type != "function" {
				a.problem("%s: a tool call of type %q", where, c.Type)
			}
			a.made(Call{ID: c.ID, Name: c.Function.Name, Input: c.Function.Arguments})
			waiting[c.ID] = true
		}
	default:
		a.problem("%s: role %q", where, m.Role)
	}
}

// answerChat writes the answer as the API streams it: the calls grow by
// pieces, and usage comes in a last chunk without choices, if asked for.
func answerChat(w *writer, a *asked, text string, calls []Call, u Usage) {
	stop := "stop"
	if len(calls) > 0 {
		stop = "tool_calls"
	}
	base := map[string]any{"id": fmt.Sprintf("chatcmpl-e2e%04d", len(a.results)), "created": 1795219200, "model": a.model, "system_fingerprint": "fp_e2e"}
	if !a.stream {
		message := map[string]any{"role": "assistant", "content": orNull(text), "refusal": nil}
		if len(calls) > 0 {
			message["tool_calls"] = chatCalls(calls)
		}
		w.json(http.StatusOK, with(base, map[string]any{"object": "chat.completion", "usage": chatUsage(u),
			"choices": []any{map[string]any{"index": 0, "message": message, "finish_reason": stop, "logprobs": nil}}}))
		return
	}
	w.startEvents()
	chunk := with(base, map[string]any{"object": "chat.completion.chunk"})
	send := func(delta map[string]any, finish any) {
		w.event("", jsonText(with(chunk, map[string]any{
			"choices": []any{map[string]any{"index": 0, "delta": delta, "finish_reason": finish, "logprobs": nil}}})))
	}
	send(map[string]any{"role": "assistant", "content": orNull(text)}, nil)
	for i, c := range chatCalls(calls) {
		streamChatCall(send, i, c)
	}
	send(map[string]any{}, stop)
	if a.counted {
		w.event("", jsonText(with(chunk, map[string]any{"choices": []any{}, "usage": chatUsage(u)})))
	}
	w.event("", "[DONE]")
}

func streamChatCall(send func(map[string]any, any), index int, call map[string]any) {
	function := call["function"].(map[string]any)
	send(map[string]any{"tool_calls": []any{with(call, map[string]any{"index": index,
		"function": map[string]any{"name": function["name"], "arguments": ""}})}}, nil)
	for _, piece := range pieces(function["arguments"].(string)) {
		send(map[string]any{"tool_calls": []any{map[string]any{"index": index, "function": map[string]any{"arguments": piece}}}}, nil)
	}
}

func chatCalls(calls []Call) []map[string]any {
	var out []map[string]any
	for _, c := range calls {
		out = append(out, map[string]any{"id": c.ID, "type": "function", "function": map[string]any{"name": c.Name, "arguments": c.Input}})
	}
	return out
}

func chatUsage(u Usage) map[string]any {
	prompt := u.Input + u.CacheRead + u.CacheWrite
	return map[string]any{
		"prompt_tokens": prompt, "completion_tokens": u.Output, "total_tokens": prompt + u.Output,
		"prompt_tokens_details":     map[string]int{"cached_tokens": u.CacheRead, "audio_tokens": 0},
		"completion_tokens_details": map[string]int{"reasoning_tokens": 0},
	}
}

// with returns the members of both.
func with(base, more map[string]any) map[string]any {
	all := map[string]any{}
	for _, members := range []map[string]any{base, more} {
		for key, value := range members {
			all[key] = value
		}
	}
	return all
}

func orNull(text string) any {
	if text == "" {
		return nil
	}
	return text
}
