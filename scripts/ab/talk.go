//go:build unix

package main

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// talk is a run's conversation as the provider was sent it: each turn once, where it
// was sent first.
type talk []turn

type turn struct {
	who  string
	text string
	call bool // it asks for a tool
}

// readTalk reads a run's exchanges.
func readTalk(dir string) (talk, error) {
	f, err := os.Open(filepath.Join(dir, exchangesFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil // no request was answered
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var t talk
	seen := map[[sha256.Size]byte]bool{}
	lines := bufio.NewReader(f)
	last := ""
	for {
		line, err := lines.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		var x exchange
		if err := json.Unmarshal(line, &x); err != nil {
			return nil, err
		}
		var body struct{ Messages, Input []any }
		if json.Unmarshal(x.Request, &body) != nil { // input may be a text
			continue
		}
		for _, element := range append(body.Messages, body.Input...) {
			unmark(element)
			text, err := json.Marshal(element)
			if err != nil {
				return nil, err
			}
			if key := sha256.Sum256(text); !seen[key] {
				seen[key] = true
				t = append(t, turnsOf(element)...)
			}
		}
		last = finalText(x.Answered)
	}
	if last != "" {
		t = append(t, turn{who: "assistant", text: last})
	}
	return t, nil
}

// unmark takes out what says what a provider is to keep: it moves from turn to turn.
func unmark(v any) {
	switch v := v.(type) {
	case map[string]any:
		delete(v, "cache_control")
		for _, inner := range v {
			unmark(inner)
		}
	case []any:
		for _, inner := range v {
			unmark(inner)
		}
	}
}

// turnsOf returns what a part of a history says, whatever the API.
func turnsOf(element any) []turn {
	m, ok := element.(map[string]any)
	if !ok {
		return nil
	}
	who, _ := m["role"].(string)
	if who == "" {
		who, _ = m["type"].(string)
	}
	var list []turn
	add := func(t turn) {
		if strings.TrimSpace(t.text) != "" {
			list = append(list, t)
		}
	}
	var walk func(who string, v any)
	walk = func(who string, v any) {
		switch v := v.(type) {
		case string:
			add(turn{who: who, text: v})
		case []any:
			for _, inner := range v {
				walk(who, inner)
			}
		case map[string]any:
			if text, ok := asked(v); ok {
				add(turn{who: "calls", text: text, call: true})
				return
			}
			if kind, _ := v["type"].(string); kind == "tool_result" || strings.HasSuffix(kind, "_output") {
				who = "result"
			}
			for _, key := range []string{"text", "content", "output"} {
				walk(who, v[key])
			}
			walk(who, v["tool_calls"])
		}
	}
	if who == "tool" {
		who = "result"
	}
	walk(who, m)
	return list
}

// asked returns what a call asks for.
func asked(v map[string]any) (string, bool) {
	if inner, ok := v["function"].(map[string]any); ok {
		v = inner
	}
	name, ok := v["name"].(string)
	if !ok {
		return "", false
	}
	for _, key := range []string{"arguments", "input"} {
		switch arguments := v[key].(type) {
		case string:
			return name + " " + arguments, true
		case map[string]any:
			var b bytes.Buffer
			e := json.NewEncoder(&b)
			e.SetEscapeHTML(false)
			_ = e.Encode(arguments) // it was JSON
			return name + " " + strings.TrimSpace(b.String()), true
		}
	}
	return "", false
}

// finalText returns what an answer says, if it is no more than that.
func finalText(body string) string {
	var whole any
	if json.Unmarshal([]byte(body), &whole) == nil {
		text := ""
		for _, t := range turnsOf(answerOf(whole)) {
			if t.call {
				return ""
			}
			text += t.text
		}
		return text
	}
	text := ""
	for line := range strings.Lines(body) {
		data, ok := strings.CutPrefix(line, "data:")
		var event struct {
			Delta   json.RawMessage
			Choices []struct {
				Delta struct {
					Content   string
					ToolCalls []any `json:"tool_calls"`
				}
			}
			ContentBlock struct{ Type string } `json:"content_block"`
			Item         struct{ Type string }
		}
		if !ok || json.Unmarshal([]byte(data), &event) != nil {
			continue
		}
		if event.ContentBlock.Type == "tool_use" || strings.HasSuffix(event.Item.Type, "_call") {
			return ""
		}
		var delta struct{ Text string }
		plain := ""
		if json.Unmarshal(event.Delta, &delta) == nil {
			text += delta.Text
		} else if json.Unmarshal(event.Delta, &plain) == nil {
			text += plain
		}
		for _, c := range event.Choices {
			if len(c.Delta.ToolCalls) > 0 {
				return ""
			}
			text += c.Delta.Content
		}
	}
	return text
}

// answerOf returns the turn in an answer that is no stream.
func answerOf(whole any) any {
	m, ok := whole.(map[string]any)
	if !ok {
		return nil
	}
	if choices, ok := m["choices"].([]any); ok && len(choices) > 0 {
		if choice, ok := choices[0].(map[string]any); ok {
			return choice["message"]
		}
	}
	if output, ok := m["output"]; ok {
		return map[string]any{"role": "assistant", "content": output}
	}
	return m
}

// expansions counts the calls for what was hidden.
func (t talk) expansions() (n int) {
	for _, turn := range t {
		if turn.call && (strings.Contains(turn.text, "elision-get ") || strings.Contains(turn.text, "context_expand ")) {
			n++
		}
	}
	return n
}
