// Package played is a model that follows a script, for the examples to talk to
// without an account. It speaks as much of Anthropic's Messages API and OpenAI's
// Chat Completions as they use.
package played

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
)

// Call is a tool call that the model makes.
type Call struct {
	Tool  string
	Input string // its JSON; HASH in it stands for what the last marker in the results names
}

// Model is an http.Handler that makes one call after the other, and then says
// its last word. What comes next is told by the results in the request.
type Model struct {
	Calls []Call
	Final string

	mu       sync.Mutex
	received []string
}

// Received returns the bodies of the requests that came.
func (m *Model) Received() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return append([]string(nil), m.received...)
}

// request is what both APIs have in common.
type request struct {
	Stream   bool
	Messages []struct {
		Role    string
		Content json.RawMessage
	}
}

// answer is what the model does next.
type answer struct{ id, text, tool, input string }

// ServeHTTP answers a request.
func (m *Model) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	var req request
	if err == nil {
		err = json.Unmarshal(body, &req)
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	m.mu.Lock()
	m.received = append(m.received, string(body))
	m.mu.Unlock()
	a := m.next(req.results())
	tokens := len(body) / 4
	switch {
	case strings.HasSuffix(r.URL.Path, "/chat/completions"):
		stream(w, a.chat(tokens), "data: [DONE]\n\n")
	case req.Stream:
		stream(w, a.events(tokens), "")
	default:
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, a.message(tokens))
	}
}

// results returns the texts of the tool results in a request.
func (r request) results() (texts []string) {
	for _, m := range r.Messages {
		var blocks []struct {
			Type    string
			Content json.RawMessage
		}
		if m.Role == "tool" {
			texts = append(texts, text(m.Content))
		} else if json.Unmarshal(m.Content, &blocks) == nil {
			for _, b := range blocks {
				if b.Type == "tool_result" {
					texts = append(texts, text(b.Content))
				}
			}
		}
	}
	return texts
}

// text returns a content that is a string, or the texts of its parts.
func text(content json.RawMessage) string {
	var s string
	if json.Unmarshal(content, &s) == nil {
		return s
	}
	var parts []struct{ Text string }
	json.Unmarshal(content, &parts) // another content has no text
	for _, p := range parts {
		s += p.Text
	}
	return s
}

func (m *Model) next(results []string) answer {
	n := len(results)
	if n >= len(m.Calls) {
		return answer{text: m.Final}
	}
	input := strings.ReplaceAll(m.Calls[n].Input, "HASH", lastHash(results))
	return answer{id: fmt.Sprintf("call_%d", n), tool: m.Calls[n].Tool, input: input}
}

// lastHash returns the hash of the last marker in the results.
func lastHash(results []string) string {
	const open, length = "⟦elided:", 12
	all := strings.Join(results, "\n")
	at := strings.LastIndex(all, open) + len(open)
	if at < len(open) || at+length > len(all) {
		return "none"
	}
	return all[at : at+length]
}

// stream sends events, each with its name if it says a type.
func stream(w http.ResponseWriter, events []string, end string) {
	w.Header().Set("Content-Type", "text/event-stream")
	for _, data := range events {
		var named struct{ Type string }
		if json.Unmarshal([]byte(data), &named) == nil && named.Type != "" {
			fmt.Fprintf(w, "event: %s\n", named.Type)
		}
		fmt.Fprintf(w, "data: %s\n\n", data)
		w.(http.Flusher).Flush()
	}
	io.WriteString(w, end)
}

// block is the answer's content, whole or to be filled by deltas, and why it
// ends there.
func (a answer) block(input, text string) (content, stop string) {
	if a.tool == "" {
		return fmt.Sprintf(`{"type":"text","text":%s}`, quote(text)), "end_turn"
	}
	return fmt.Sprintf(`{"type":"tool_use","id":%s,"name":%s,"input":%s}`, quote("toolu_"+a.id), quote(a.tool), input), "tool_use"
}

// message is the answer as the Messages API gives it whole.
func (a answer) message(tokens int) string {
	content, stop := a.block(a.input, a.text)
	return fmt.Sprintf(`{"id":"msg_1","type":"message","role":"assistant","model":"played","content":[%s],"stop_reason":%q,"stop_sequence":null,"usage":{"input_tokens":%d,"output_tokens":20}}`,
		content, stop, tokens)
}

// events is the answer as the Messages API streams it.
func (a answer) events(tokens int) []string {
	content, stop := a.block("{}", "")
	delta := fmt.Sprintf(`{"type":"text_delta","text":%s}`, quote(a.text))
	if a.tool != "" {
		delta = fmt.Sprintf(`{"type":"input_json_delta","partial_json":%s}`, quote(a.input))
	}
	return []string{
		fmt.Sprintf(`{"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"played","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":%d,"output_tokens":1}}}`, tokens),
		fmt.Sprintf(`{"type":"content_block_start","index":0,"content_block":%s}`, content),
		fmt.Sprintf(`{"type":"content_block_delta","index":0,"delta":%s}`, delta),
		`{"type":"content_block_stop","index":0}`,
		fmt.Sprintf(`{"type":"message_delta","delta":{"stop_reason":%q,"stop_sequence":null},"usage":{"output_tokens":20}}`, stop),
		`{"type":"message_stop"}`,
	}
}

// chat is the answer as Chat Completions streams it, the usage at its end.
func (a answer) chat(tokens int) []string {
	delta, finish := fmt.Sprintf(`{"role":"assistant","content":%s}`, quote(a.text)), "stop"
	if a.tool != "" {
		delta = fmt.Sprintf(`{"role":"assistant","tool_calls":[{"index":0,"id":%s,"type":"function","function":{"name":%s,"arguments":%s}}]}`,
			quote(a.id), quote(a.tool), quote(a.input))
		finish = "tool_calls"
	}
	const chunk = `{"id":"chat_1","object":"chat.completion.chunk","created":1,"model":"played","choices":[%s],"usage":%s}`
	return []string{
		fmt.Sprintf(chunk, fmt.Sprintf(`{"index":0,"delta":%s,"finish_reason":null}`, delta), "null"),
		fmt.Sprintf(chunk, fmt.Sprintf(`{"index":0,"delta":{},"finish_reason":%q}`, finish), "null"),
		fmt.Sprintf(chunk, "", fmt.Sprintf(`{"prompt_tokens":%d,"completion_tokens":20,"total_tokens":%d}`, tokens, tokens+20)),
	}
}

// quote returns a text as JSON.
func quote(s string) string {
	data, _ := json.Marshal(s) // a string always has one
	return string(data)
}
