package meter

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"encoding/base64"
	"encoding/binary"
	"io"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"elide.example/elide/internal/wire"
)

const (
	asSSE  = "text/event-stream; charset=utf-8"
	asJSON = "application/json"
)

// sample is a response in the form in which a provider sends it.
type sample struct {
	name     string
	provider wire.Provider
	kind     string
	text     string
	want     Usage
	model    string
}

var samples = []sample{
	{"a message in a stream", wire.Anthropic, asSSE, `event: message_start
data: {"type":"message_start","message":{"id":"msg_01","type":"message","role":"assistant","model":"claude-opus-4-5-20251101","content":[],"stop_reason":null,"usage":{"input_tokens":3,"cache_creation_input_tokens":2100,"cache_read_input_tokens":41000,"cache_creation":{"ephemeral_5m_input_tokens":100,"ephemeral_1h_input_tokens":2000},"output_tokens":1,"service_tier":"standard"}}}

event: ping
data: {"type": "ping"}

event: content_block_start
data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}

event: content_block_delta
data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"\"usage\":{\"input_tokens\":999999}}\n\ndata: {"}}

event: content_block_stop
data: {"type":"content_block_stop","index":0}

event: message_delta
data: {"type":"message_delta","delta":{"stop_reason":"tool_use","stop_sequence":null},"usage":{"input_tokens":0,"output_tokens":512,"output_tokens_details":{"thinking_tokens":200}}}

event: message_stop
data: {"type":"message_stop"}

`, Usage{Input: 3, Output: 512, CacheRead: 41000, CacheWrite: 2100, CacheWrite1h: 2000, Reasoning: 200, Known: true}, "claude-opus-4-5-20251101"},

	{"a message", wire.Anthropic, asJSON, `{"id":"msg_01","type":"message","model":"claude-haiku-4-5","content":[{"type":"tool_use","input":{"usage":{"input_tokens":77777},"model":"no"}}],
 "usage": {"input_tokens": 12, "cache_creation_input_tokens": 5, "cache_read_input_tokens": 6, "output_tokens": 7, "server_tool_use": {"web_search_requests": 1}, "iterations": [{"input_tokens": 88888}]}}`,
		Usage{Input: 12, Output: 7, CacheRead: 6, CacheWrite: 5, Known: true}, "claude-haiku-4-5"},

	{"a model's stream at Bedrock", wire.Bedrock, asFrames, framed(
		chunk(`{"type":"message_start","message":{"model":"claude-opus-4-5-20251101","usage":{"input_tokens":3,"cache_creation_input_tokens":2100,"cache_read_input_tokens":41000,"output_tokens":1}}}`),
		chunk(`{"type":"content_block_delta","delta":{"text":"`+strings.Repeat("long ", 4000)+`"}}`),
		chunk(`{"type":"content_block_delta","delta":{"text":"\"usage\":{\"input_tokens\":999999}"}}`),
		chunk(`{"type":"message_delta","delta":{"stop_reason":"tool_use"},"usage":{"output_tokens":512}}`),
		chunk(`{"type":"message_stop","amazon-bedrock-invocationMetrics":{"inputTokenCount":9,"outputTokenCount":9}}`)),
		Usage{Input: 3, Output: 512, CacheRead: 41000, CacheWrite: 2100, Known: true}, "claude-opus-4-5-20251101"},

	{"a conversation's stream at Bedrock", wire.Bedrock, asFrames, framed(
		`{"p":"abc","role":"assistant"}`,
		`{"contentBlockIndex":0,"delta":{"text":"usage"},"p":"ab"}`, ``,
		`{"stopReason":"end_turn"}`,
		`{"metrics":{"latencyMs":900},"usage":{"cacheReadInputTokens":40,"cacheWriteInputTokens":50,"inputTokens":30,"outputTokens":628,"totalTokens":748}}`),
		Usage{Input: 30, Output: 628, CacheRead: 40, CacheWrite: 50, Known: true}, ""},

	{"a conversation at Bedrock", wire.Bedrock, asJSON, `{"metrics":{"latencyMs":9},"output":{"message":{"content":[{"toolUse":{"input":{"usage":{"inputTokens":7}}}}],"role":"assistant"}},"stopReason":"tool_use","usage":{"cacheReadInputTokens":4,"inputTokens":3,"outputTokens":5,"totalTokens":12}}`,
		Usage{Input: 3, Output: 5, CacheRead: 4, Known: true}, ""},

	{"a message at Bedrock", wire.Bedrock, asJSON, `{"model":"claude-haiku-4-5","usage":{"input_tokens":12,"output_tokens":7}}`, Usage{Input: 12, Output: 7, Known: true}, "claude-haiku-4-5"},

	{"frames that are none", wire.Bedrock, asFrames, `{"usage":{"inputTokens":3,"outputTokens":5}}`, Usage{}, ""},

	{"a count of tokens", wire.Anthropic, asJSON, `{"input_tokens":2095}`, Usage{}, ""},

	{"an error", wire.Anthropic, asJSON, `{"type":"error","error":{"type":"rate_limit_error","message":"usage"}}`, Usage{}, ""},

	{"a chat in chunks", wire.OpenAI, asSSE, `data: {"id":"chatcmpl-1","object":"chat.completion.chunk","model":"gpt-5-2025-08-07","choices":[{"index":0,"delta":{"role":"assistant","content":""}}],"usage":null}

data: {"id":"chatcmpl-1","object":"chat.completion.chunk","model":"gpt-5-2025-08-07","choices":[],"usage":{"prompt_tokens":1200,"completion_tokens":80,"total_tokens":1280,"prompt_tokens_details":{"cached_tokens":1024,"audio_tokens":0,"cache_write_tokens":100},"completion_tokens_details":{"reasoning_tokens":64}}}

data: [DONE]

`, Usage{Input: 76, Output: 80, CacheRead: 1024, CacheWrite: 100, Reasoning: 64, Known: true}, "gpt-5-2025-08-07"},

	{"a chat whose client asked for no usage", wire.OpenAI, asSSE, "data: {\"model\":\"gpt-5\",\"choices\":[{\"delta\":{\"content\":\"hi\"}}]}\n\ndata: [DONE]\n\n", Usage{}, "gpt-5"},

	{"a chat", wire.OpenAI, asJSON, `{"model":"gpt-4o","usage":{"prompt_tokens":10,"completion_tokens":5,"total_tokens":15}}`, Usage{Input: 10, Output: 5, Known: true}, "gpt-4o"},

	{"a response in events", wire.OpenAI, asSSE, "event: response.created\r\ndata: {\"type\":\"response.created\",\"response\":{\"id\":\"resp_1\",\"model\":\"gpt-6.1-sol\",\"usage\":null}}\r\n\r\n" +
		"event: response.output_item.done\r\ndata: {\"type\":\"response.output_item.done\",\"item\":{\"arguments\":\"{\\\"usage\\\":1}\"}}\r\n\r\n" +
		"event: response.completed\r\ndata: {\"type\":\"response.completed\",\"response\":{\"id\":\"resp_1\",\"model\":\"gpt-6.1-sol\",\"usage\":{\"input_tokens\":20000,\"input_tokens_details\":{\"cached_tokens\":18000,\"cache_write_tokens\":1500},\"output_tokens\":300,\"output_tokens_details\":{\"reasoning_tokens\":250},\"total_tokens\":20300}}}\r\n\r\n",
		Usage{Input: 500, Output: 300, CacheRead: 18000, CacheWrite: 1500, Reasoning: 250, Known: true}, "gpt-6.1-sol"},

	{"chunks of Gemini", wire.Gemini, asSSE, "data: {\"candidates\": [{\"content\": {\"parts\": [{\"text\": \"a\"}]}}],\"usageMetadata\": {\"promptTokenCount\": 900,\"cachedContentTokenCount\": 800,\"thoughtsTokenCount\": 30,\"totalTokenCount\": 930},\"modelVersion\": \"gemini-2.5-pro\"}\r\n\r\n" +
		"data: {\"usageMetadata\": {\"promptTokenCount\": 900,\"candidatesTokenCount\": 25,\"cachedContentTokenCount\": 800,\"thoughtsTokenCount\": 40,\"toolUsePromptTokenCount\": 7,\"promptTokensDetails\": [{\"modality\": \"TEXT\",\"tokenCount\": 900}]},\"modelVersion\": \"gemini-2.5-pro\"}\r\n\r\n",
		Usage{Input: 107, Output: 65, CacheRead: 800, Reasoning: 40, Known: true}, "gemini-2.5-pro"},

	{"Gemini in an array", wire.Gemini, asJSON, `[{"usageMetadata":{"promptTokenCount":5,"candidatesTokenCount":1}}
,
{"usageMetadata":{"promptTokenCount":5,"candidatesTokenCount":9},"modelVersion":"gemini-3.8-flash"}]`, Usage{Input: 5, Output: 9, Known: true}, "gemini-3.8-flash"},

	{"Gemini of Code Assist", wire.Gemini, asJSON, `{"response":{"usageMetadata":{"promptTokenCount":5,"candidatesTokenCount":1},"modelVersion":"m"},"traceId":"t"}`, Usage{Input: 5, Output: 1, Known: true}, "m"},

	{"data over lines, alone, with a comment", wire.OpenAI, asSSE, ": hi\rdata: {\"usage\":\rdata:{\"prompt_tokens\":5,\ndata: \"completion_tokens\":6}}\n\r\ndata: {\"usage\":{\n\ndata: \"prompt_tokens\":7}}\n", Usage{Input: 5, Output: 6, Known: true}, ""},

	{"data over lines that end in both", wire.OpenAI, asSSE, "data: {\"usage\":\r\ndata: {\"prompt_tokens\":5}}\r\n\r\n", Usage{Input: 5, Known: true}, ""},

	{"no type", wire.OpenAI, "", "\n {\"usage\":{\"prompt_tokens\":5}}", Usage{Input: 5, Known: true}, ""},
	{"no type, events", wire.OpenAI, "", "event: x\ndata: {\"usage\":{\"prompt_tokens\":5}}\n", Usage{Input: 5, Known: true}, ""},
	{"a page", wire.OpenAI, "text/html", `{"usage":{"prompt_tokens":5}}`, Usage{}, ""},
	{"nobody's", wire.None, asJSON, `{"usage":{"prompt_tokens":5}}`, Usage{}, ""},

	{"numbers that can't be", wire.OpenAI, asJSON, `{"usage":{"prompt_tokens":-5,"completion_tokens":1.5},"usage":{"prompt_tokens":1e99,"completion_tokens":99999999999999999999}}`, Usage{}, ""},
	{"cut off", wire.OpenAI, asJSON, `{"usage":{"prompt_tokens":51,"completion_tokens":12`, Usage{Input: 51, Known: true}, ""},
}

// packings pack a response as a Content-Encoding says.
var packings = map[string]func([]byte) []byte{
	"":         func(text []byte) []byte { return text },
	"identity": func(text []byte) []byte { return text },
	"gzip":     packer(func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) }),
	"X-Gzip":   packer(func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) }),
	"deflate":  packer(func(w io.Writer) io.WriteCloser { return zlib.NewWriter(w) }),
	"Deflate": packer(func(w io.Writer) io.WriteCloser { // the bare stream
		z, _ := flate.NewWriter(w, 5)
		return z
	}),
	"zstd": packer(func(w io.Writer) io.WriteCloser {
		z, _ := zstd.NewWriter(w, zstd.WithEncoderConcurrency(1))
		return z
	}),
}

func packer(open func(io.Writer) io.WriteCloser) func([]byte) []byte {
	return func(text []byte) []byte {
		var b bytes.Buffer
		w := open(&b)
		for len(text) > 0 { // in pieces that are flushed, as a stream is
			n := min(len(text), 100)
			w.Write(text[:n])
			if f, ok := w.(interface{ Flush() error }); ok {
				f.Flush()
			}
			text = text[n:]
		}
		w.Close()
		return b.Bytes()
	}
}

// read reads a response in the pieces that it is given in.
func read(p wire.Provider, kind, encoding string, pieces ...[]byte) (Usage, string) {
	r := NewReader(p, kind, encoding)
	for _, piece := range pieces {
		r.Write(piece)
		clear(piece) // it is not the Reader's
	}
	return r.Usage(), r.Model()
}

func TestSamples(t *testing.T) {
	for _, s := range samples {
		for encoding, pack := range packings {
			got, model := read(s.provider, s.kind, encoding, bytes.Clone(pack([]byte(s.text))))
			if got != s.want || model != s.model {
				t.Errorf("%s (%s): %+v of %q, want %+v of %q", s.name, encoding, got, model, s.want, s.model)
			}
		}
	}
}

// TestUnknownEncodings: their usage is not known, and nothing else happens.
func TestUnknownEncodings(t *testing.T) {
	for _, encoding := range []string{"br", "compress", "gzip, gzip", "x", strings.Repeat("gzip,", 1000)} {
		if got, model := read(samples[0].provider, asSSE, encoding, []byte(samples[0].text)); got != (Usage{}) || model != "" {
			t.Errorf("%s: %+v of %q", encoding, got, model)
		}
	}
}

// framed writes payloads as Amazon's messages, with a header each and sums of
// nothing.
func framed(payloads ...string) string {
	var out []byte
	const header = "\x0b:event-type\x07\x00\x05chunk"
	for _, p := range payloads {
		out = binary.BigEndian.AppendUint32(out, uint32(12+len(header)+len(p)+4))
		out = binary.BigEndian.AppendUint32(out, uint32(len(header)))
		out = append(append(append(out, "sums"...), header+p...), "sums"...)
	}
	return string(out)
}

// chunk is an event of a model's as InvokeModel hands it on.
func chunk(event string) string {
	return `{"bytes":"` + base64.StdEncoding.EncodeToString([]byte(event)) + `","p":"abcdefghijkl"}`
}

const asFrames = "application/vnd.amazon.eventstream"
