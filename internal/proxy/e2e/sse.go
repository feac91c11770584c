package e2e

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// events calls visit with each server-sent event. One without data is none.
func events(r io.Reader, visit func(name string, data []byte) error) error {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxBody)
	name, data := "", ""
	for lines.Scan() {
		line := strings.TrimSuffix(lines.Text(), "\r")
		key, value, _ := strings.Cut(line, ":")
		value = strings.TrimPrefix(value, " ")
		switch {
		case line == "" && data != "":
			if err := visit(name, []byte(data)); err != nil {
				return err
			}
			name, data = "", ""
		case key == "event":
			name = value
		case key == "data":
			data += value
		}
	}
	return lines.Err()
}

// readMessages reads an answer of Anthropic's API.
func readMessages(r io.Reader) (said, error) {
	var blocks []*growing
	ended := false
	err := events(r, func(_ string, data []byte) error {
		var e struct {
			Type  string         `json:"type"`
			Index int            `json:"index"`
			Block anthropicBlock `json:"content_block"`
			Delta struct {
				Text, Thinking, Signature string
				JSON                      string `json:"partial_json"`
			} `json:"delta"`
		}
		if err := json.Unmarshal(data, &e); err != nil {
			return err
		}
		switch e.Type {
		case "content_block_start":
			blocks = append(blocks, &growing{anthropicBlock: e.Block})
		case "content_block_delta":
			if e.Index >= len(blocks) {
				return fmt.Errorf("a delta for block %d of %d", e.Index, len(blocks))
			}
			b := blocks[e.Index]
			b.text += e.Delta.Text
			b.json += e.Delta.JSON
			b.Thinking += e.Delta.Thinking
			b.Signature += e.Delta.Signature
		case "message_stop":
			ended = true
		}
		return nil
	})
	return saidBlocks(blocks), whole(ended, err)
}

// growing is a content block while it is streamed.
type growing struct {
	anthropicBlock
	text, json string
}

func saidBlocks(blocks []*growing) said {
	var s said
	var content []string
	for _, b := range blocks {
		switch b.Type {
		case "text":
			s.text += b.text
			content = append(content, `{"type":"text","text":`+jsonText(b.text)+`}`)
		case "thinking":
			content = append(content, `{"type":"thinking","thinking":`+jsonText(b.Thinking)+`,"signature":`+jsonText(b.Signature)+`}`)
		case "tool_use":
			s.calls = append(s.calls, Call{ID: b.ID, Name: b.Name, Input: b.json})
			content = append(content, `{"type":"tool_use","id":`+jsonText(b.ID)+`,"name":`+jsonText(b.Name)+`,"input":`+b.json+`}`)
		}
	}
	s.turns = []json.RawMessage{json.RawMessage(`{"role":"assistant","content":[` + strings.Join(content, ",") + `]}`)}
	return s
}

// whole returns what is wrong with a stream that was read.
func whole(ended bool, err error) error {
	if err == nil && !ended {
		return io.ErrUnexpectedEOF
	}
	return err
}

// readChat reads an answer of OpenAI's chat completions.
func readChat(r io.Reader) (said, error) {
	var s said
	ended := false
	err := events(r, func(_ string, data []byte) error {
		if string(data) == "[DONE]" {
			ended = true
			return nil
		}
		var e struct {
			Choices []struct {
				Delta struct {
					Content string `json:"content"`
					Calls   []struct {
						Index    int    `json:"index"`
						ID       string `json:"id"`
						Function struct{ Name, Arguments string }
					} `json:"tool_calls"`
				} `json:"delta"`
			} `json:"choices"`
		}
		if err := json.Unmarshal(data, &e); err != nil || len(e.Choices) == 0 {
			return err
		}
		d := e.Choices[0].Delta
		s.text += d.Content
		for _, c := range d.Calls {
			if c.ID != "" {
				s.calls = append(s.calls, Call{ID: c.ID, Name: c.Function.Name})
			}
			if c.Index >= len(s.calls) {
				return fmt.Errorf("a delta for call %d of %d", c.Index, len(s.calls))
			}
			s.calls[c.Index].Input += c.Function.Arguments
		}
		return nil
	})
	turn := map[string]any{"role": "assistant", "content": orNull(s.text)}
	if len(s.calls) > 0 {
		turn["tool_calls"] = chatCalls(s.calls)
	}
	s.turns = []json.RawMessage{json.RawMessage(jsonText(turn))}
	return s, whole(ended, err)
}

// readResponses reads an answer of OpenAI's responses. Its items go into the
// history as they came.
func readResponses(r io.Reader) (said, error) {
	var s said
	ended := false
	err := events(r, func(_ string, data []byte) error {
		var e struct {
			Type string          `json:"type"`
			Item json.RawMessage `json:"item"`
		}
		if err := json.Unmarshal(data, &e); err != nil {
			return err
		}
		ended = ended || e.Type == "response.completed"
		if e.Type == "response.output_item.done" {
			return s.addItem(e.Item)
		}
		return nil
	})
	return s, whole(ended, err)
}

func (s *said) addItem(raw json.RawMessage) error {
	var item responsesItem
	if err := json.Unmarshal(raw, &item); err != nil {
		return err
	}
	s.turns = append(s.turns, raw)
	switch item.Type {
	case "message":
		s.text += (&asked{}).text("output", item.Content)
	case "function_call":
		s.calls = append(s.calls, Call{ID: item.CallID, Name: item.Name, Input: item.Arguments})
	case "custom_tool_call":
		s.calls = append(s.calls, Call{ID: item.CallID, Name: item.Name, Input: item.Input, Free: true})
	}
	return nil
}

// readGemini reads an answer of Google's API. Its parts go into the history as
// they came.
func readGemini(r io.Reader) (said, error) {
	var s said
	var all []string
	ended := false
	err := events(r, func(_ string, data []byte) error {
		var e struct {
			Candidates []struct {
				Content struct {
					Parts []json.RawMessage `json:"parts"`
				} `json:"content"`
				Finish string `json:"finishReason"`
			} `json:"candidates"`
		}
		if err := json.Unmarshal(data, &e); err != nil || len(e.Candidates) == 0 {
			return err
		}
		ended = ended || e.Candidates[0].Finish != ""
		for _, raw := range e.Candidates[0].Content.Parts {
			var part struct {
				geminiPart
				Text string `json:"text"`
			}
			if err := json.Unmarshal(raw, &part); err != nil {
				return err
			}
			all = append(all, string(raw))
			s.text += part.Text
			if c := part.Call; c != nil {
				s.calls = append(s.calls, Call{ID: c.ID, Name: c.Name, Input: string(c.Args)})
			}
		}
		return nil
	})
	s.turns = []json.RawMessage{json.RawMessage(`{"role":"model","parts":[` + strings.Join(all, ",") + `]}`)}
	return s, whole(ended, err)
}
