package aside

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/iotest"

	"elide.example/elide/internal/jsonspan"
	"elide.example/elide/internal/wire"
)

// notes are a Memory.
type notes struct {
	mu   sync.Mutex
	kept map[[32]byte][]byte
	full bool
}

func (n *notes) Remember(key [32]byte, recipe []byte) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.full {
		return errors.New("no space left")
	}
	if n.kept == nil {
		n.kept = map[[32]byte][]byte{}
	}
	n.kept[key] = recipe
	return nil
}

func (n *notes) Recall(key [32]byte) ([]byte, bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	recipe, ok := n.kept[key]
	return recipe, ok
}

func answering(memory Memory) *Answerer {
	return &Answerer{Memory: memory, Answer: func(_ context.Context, arguments []byte, most int) (string, bool) {
		return "original of " + string(arguments[:min(len(arguments), most)]), false
	}}
}

var apis = []wire.API{wire.Messages, wire.Chat, wire.Responses, wire.Generate}

// said is an answer of a provider's: of a text, and calls of tools by their names.
type said struct {
	text  string
	calls []string
	cut   bool // by the limit of tokens
}

const ours = "context_expand"

// whole is the answer in one piece.
func (s said) whole(api wire.API, n int) string {
	list := func(of func(i int, name string) string) string {
		var all []string
		for i, name := range s.calls {
			all = append(all, of(i, name))
		}
		return strings.Join(all, ",")
	}
	comma := func(a, b string) string {
		if a != "" && b != "" {
			return a + "," + b
		}
		return a + b
	}
	text := func(form string) string {
		if s.text == "" {
			return ""
		}
		return fmt.Sprintf(form, s.text)
	}
	why := func(end, tools, cut string) string {
		switch {
		case s.cut:
			return cut
		case len(s.calls) > 0:
			return tools
		}
		return end
	}
	switch api {
	case wire.Messages:
		calls := list(func(i int, name string) string {
			return fmt.Sprintf(`{"type":"tool_use","id":"toolu_%d_%d","name":%q,"input":{"ref":"%d"}}`, n, i, name, n)
		})
		return fmt.Sprintf(`{"id":"msg_%d","type":"message","role":"assistant","model":"m","content":[%s],"stop_reason":%q,"usage":{"input_tokens":%d,"output_tokens":5}}`,
			n, comma(text(`{"type":"text","text":%q}`), calls), why("end_turn", "tool_use", "max_tokens"), 10*(n+1))
	case wire.Chat:
		calls := list(func(i int, name string) string {
			return fmt.Sprintf(`{"id":"call_%d_%d","type":"function","function":{"name":%q,"arguments":"{\"ref\":\"%d\"}"}}`, n, i, name, n)
		})
		if calls != "" {
			calls = `,"tool_calls":[` + calls + `]`
		}
		return fmt.Sprintf(`{"id":"c_%d","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"message":{"role":"assistant","content":%q%s},"finish_reason":%q}],"usage":{"prompt_tokens":%d,"completion_tokens":5,"total_tokens":%d}}`,
			n, s.text, calls, why("stop", "tool_calls", "length"), 10*(n+1), 10*(n+1)+5)
	case wire.Responses:
		calls := list(func(i int, name string) string {
			return fmt.Sprintf(`{"type":"function_call","id":"fc_%d_%d","call_id":"call_%d_%d","name":%q,"arguments":"{\"ref\":\"%d\"}","status":"completed"}`, n, i, n, i, name, n)
		})
		return fmt.Sprintf(`{"id":"resp_%d","object":"response","status":%q,"model":"m","output":[%s],"usage":{"input_tokens":%d,"output_tokens":5,"output_tokens_details":{"reasoning_tokens":2},"total_tokens":%d}}`,
			n, why("completed", "completed", "incomplete"), comma(text(`{"type":"message","id":"msg","role":"assistant","content":[{"type":"output_text","text":%q,"annotations":[]}]}`), calls), 10*(n+1), 10*(n+1)+5)
	}
	calls := list(func(i int, name string) string {
		return fmt.Sprintf(`{"functionCall":{"name":%q,"args":{"ref":"%d"}}}`, name, n)
	})
	return fmt.Sprintf(`{"responseId":"r_%d","candidates":[{"content":{"role":"model","parts":[%s]},"finishReason":%q,"index":0}],"usageMetadata":{"promptTokenCount":%d,"candidatesTokenCount":5,"totalTokenCount":%d}}`,
		n, comma(text(`{"text":%q}`), calls), why("STOP", "STOP", "MAX_TOKENS"), 10*(n+1), 10*(n+1)+5)
}

// parsed is the JSON of a body, nil if it is none.
func parsed(body []byte) *jsonspan.Doc {
	doc, err := jsonspan.Parse(body)
	if err != nil {
		return nil
	}
	return doc
}

// request is a conversation with a tool of the client's, and more values of it.
func request(api wire.API, more ...string) []byte {
	values := func(first string) string { return strings.Join(append([]string{first}, more...), ",") }
	switch api {
	case wire.Messages:
		return fmt.Appendf(nil, `{"model":"m","tools":[{"name":"look","input_schema":{}}],"messages":[%s]}`, values(`{"role":"user","content":"go"}`))
	case wire.Chat:
		return fmt.Appendf(nil, `{"model":"m","tools":[{"type":"function","function":{"name":"look"}}],"messages":[%s]}`, values(`{"role":"user","content":"go"}`))
	case wire.Responses:
		return fmt.Appendf(nil, `{"model":"m","tools":[{"type":"function","name":"look"}],"input":[%s]}`, values(`{"role":"user","content":"go"}`))
	}
	return fmt.Appendf(nil, `{"tools":[{"functionDeclarations":[{"name":"look"}]}],"contents":[%s]}`, values(`{"role":"user","parts":[{"text":"go"}]}`))
}

// provider answers one after the other, and keeps what it was sent.
type provider struct {
	answers []string
	status  int // of those after the first; 0: 200
	sent    [][]byte
}

func response(status int, kind, body string) *http.Response {
	return &http.Response{StatusCode: status, Header: http.Header{"Content-Type": {kind}, "Content-Length": {"1"}}, Body: io.NopCloser(strings.NewReader(body))}
}

func (p *provider) send(body []byte) (*http.Response, error) {
	p.sent = append(p.sent, body)
	if p.status != 0 {
		return response(p.status, "application/json", `{"error":{"type":"overloaded_error","message":"busy"}}`), nil
	}
	if len(p.sent) > len(p.answers) {
		return nil, errors.New("nobody is there")
	}
	return response(200, "application/json", p.answers[len(p.sent)-1]), nil
}

// talk has a conversation whose first answer is there, and returns what the client gets.
func talk(t *testing.T, a *Answerer, api wire.API, body []byte, p *provider) (string, *http.Response, error) {
	t.Helper()
	offered, at, ok := a.Prepare(api, "/x", "", body, parsed(body))
	if !ok {
		t.Fatal("the tool is not offered")
	}
	p.sent = append(p.sent, offered)
	res := response(200, "application/json", p.answers[0])
	if err := a.Exchange(context.Background(), api, offered, at, p.send).Take(res); err != nil {
		return "", nil, err
	}
	text, err := io.ReadAll(res.Body)
	return string(text), res, err
}

// TestWhole: of answers that are not streamed the client gets one, with what all said,
// without our calls, with the first one's id and the sum of usage; the next request has it all.
func TestWhole(t *testing.T) {
	for _, api := range apis {
		memory := &notes{}
		p := &provider{answers: []string{
			said{text: "Let me see. ", calls: []string{ours, ours}}.whole(api, 0),
			said{calls: []string{ours}}.whole(api, 1),
			said{text: "Now I know.", calls: []string{"look"}}.whole(api, 2),
		}}
		got, res, err := talk(t, answering(memory), api, request(api), p)
		if err != nil || len(p.sent) != 3 {
			t.Fatalf("%d: %v after %d requests", api, err, len(p.sent))
		}
		if strings.Contains(got, ours) || !strings.Contains(got, "look") || !json.Valid([]byte(got)) || res.ContentLength != int64(len(got)) {
			t.Errorf("%d: %s", api, got)
		}
		for _, want := range map[wire.API][]string{
			wire.Messages:  {`"id":"msg_0"`, `"stop_reason":"tool_use"`, `"input_tokens":60`, `"output_tokens":15`, "Let me see. ", "Now I know."},
			wire.Chat:      {`"id":"c_0"`, `"finish_reason":"tool_calls"`, `"prompt_tokens":60`, `"total_tokens":75`, "Let me see. Now I know."},
			wire.Responses: {`"id":"resp_0"`, `"input_tokens":60`, `"reasoning_tokens":6`, "Let me see. ", "Now I know."},
			wire.Generate:  {`"responseId":"r_0"`, `"promptTokenCount":60`, `"totalTokenCount":75`, "Let me see. ", "Now I know."},
		}[api] {
			if !strings.Contains(got, want) {
				t.Errorf("%d: no %s in %s", api, want, got)
			}
		}
		for i := 1; i < len(p.sent); i++ {
			if !bytes.HasPrefix(p.sent[i], bytes.TrimRight(p.sent[i-1], "]}")) || !bytes.Contains(p.sent[i], []byte("original of {")) {
				t.Errorf("%d: request %d is not the one before with more:\n%s", api, i, p.sent[i])
			}
		}
		// The client goes on, after a restart.
		next := request(api, turnOf(api, got), answerOf(api, got))
		whole, _, _ := answering(memory).Prepare(api, "/x", "", next, parsed(next))
		if !bytes.HasPrefix(tailOf(whole), tailOf(bytes.TrimRight(p.sent[2], "]}"))) {
			t.Errorf("%d: the next request is\n%s\nafter\n%s", api, tailOf(whole), tailOf(p.sent[2]))
		}
		if got, _, _ := answering(memory).Prepare(api, "/x", "", whole, parsed(whole)); !bytes.Equal(got, whole) {
			t.Errorf("%d: asides are put back twice", api)
		}
		// Another conversation gets nothing of it.
		other := bytes.Replace(next, []byte(`go"`), []byte(`stop"`), 1)
		if api != wire.Generate { // whose calls have no ids
			other = bytes.ReplaceAll(other, []byte("_2_0"), []byte("_7_7"))
		}
		if got, _, _ := answering(memory).Prepare(api, "/x", "", other, parsed(other)); !bytes.Equal(tailOf(got), tailOf(other)) {
			t.Errorf("%d: another conversation gets an aside: %s", api, got)
		}
	}
}

// tailOf is a request from its conversation on.
func tailOf(body []byte) []byte {
	for _, place := range []string{`"messages":[`, `"input":[`, `"contents":[`} {
		if i := bytes.Index(body, []byte(place)); i >= 0 {
			return body[i:]
		}
	}
	return body
}

// turnOf is what a client makes of an answer, answerOf what it answers to the call of look.
func turnOf(api wire.API, got string) string {
	o, _ := read([]byte(got))
	switch api {
	case wire.Messages:
		return fmt.Sprintf(`{"role":"assistant","content":%s}`, o["content"])
	case wire.Chat:
		return string(encode(messageOf(o)))
	case wire.Responses:
		return strings.TrimSuffix(strings.TrimPrefix(string(o["output"]), "["), "]")
	}
	c, _ := read(o.list("candidates")[0])
	return string(c["content"])
}

func answerOf(api wire.API, _ string) string {
	switch api {
	case wire.Messages:
		return `{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_2_0","content":"seen"}]}`
	case wire.Chat:
		return `{"role":"tool","tool_call_id":"call_2_0","content":"seen"}`
	case wire.Responses:
		return `{"type":"function_call_output","call_id":"call_2_0","output":"seen"}`
	}
	return `{"role":"user","parts":[{"functionResponse":{"name":"look","response":{"output":"seen"}}}]}`
}

// TestBeside: calls of the client's own go to the client, and the answers to ours to the
// model with the client's.
func TestBeside(t *testing.T) {
	for _, api := range apis {
		memory := &notes{}
		p := &provider{answers: []string{said{text: "Both.", calls: []string{ours, "look"}}.whole(api, 2)}}
		got, _, err := talk(t, answering(memory), api, request(api), p)
		if err != nil || strings.Contains(got, ours) || !strings.Contains(got, "look") || len(p.sent) != 1 {
			t.Fatalf("%d: %v %s", api, err, got)
		}
		answer := strings.ReplaceAll(answerOf(api, got), "_2_0", "_2_1")
		asked := request(api, turnOf(api, got), answer)
		whole, _, _ := answering(memory).Prepare(api, "/x", "", asked, parsed(asked))
		if !json.Valid(whole) || !bytes.Contains(whole, []byte(ours)) || !bytes.Contains(whole, []byte("original of {")) || !bytes.Contains(whole, []byte("seen")) {
			t.Errorf("%d: %s", api, whole)
		}
		if values := bytes.Count(tailOf(whole), []byte(`"role":"user"`)); api == wire.Messages && values != 2 {
			t.Errorf("the answers stand in %d messages: %s", values, whole)
		}
	}
}

// TestNoCallNoChange: an answer without our call reaches the client byte for byte.
func TestNoCallNoChange(t *testing.T) {
	for _, api := range apis {
		for _, s := range []said{{text: "hello"}, {text: "x", calls: []string{"look"}}, {cut: true}} {
			want := " " + s.whole(api, 0) + "\n"
			if got, _, err := talk(t, answering(&notes{}), api, request(api), &provider{answers: []string{want}}); err != nil || got != want {
				t.Errorf("%d: %q, %v", api, got, err)
			}
		}
		if got, _, err := talk(t, answering(&notes{}), api, request(api), &provider{answers: []string{"no JSON"}}); err != nil || got != "no JSON" {
			t.Errorf("%d: %q, %v", api, got, err)
		}
	}
}

// TestTheProvidersErrors reach the client, with their status.
func TestTheProvidersErrors(t *testing.T) {
	for _, api := range apis {
		p := &provider{answers: []string{said{calls: []string{ours}}.whole(api, 0)}, status: 529}
		got, res, err := talk(t, answering(&notes{}), api, request(api), p)
		if err != nil || res.StatusCode != 529 || !strings.Contains(got, "busy") {
			t.Errorf("%d: %v %s", api, err, got)
		}
		p = &provider{answers: []string{said{calls: []string{ours}}.whole(api, 0)}}
		p.answers = p.answers[:1]
		if _, _, err := talk(t, answering(&notes{}), api, request(api), p); err == nil {
			t.Errorf("%d: a provider that is gone is no error", api)
		}
	}
}

// TestBounds: a model that asks without end is told that it is enough, and then cut off.
func TestBounds(t *testing.T) {
	for _, api := range apis {
		p := &provider{}
		for n := range MostRounds + sayEnough + 5 {
			p.answers = append(p.answers, said{calls: []string{ours}}.whole(api, n))
		}
		_, _, err := talk(t, answering(&notes{}), api, request(api), p)
		if !errors.Is(err, errTooMany) || len(p.sent) != 1+MostRounds+sayEnough {
			t.Errorf("%d: %v after %d requests", api, err, len(p.sent))
		}
		if last := p.sent[len(p.sent)-1]; bytes.Count(last, []byte("original of {")) != MostRounds || bytes.Count(last, []byte("no more originals")) != sayEnough {
			t.Errorf("%d: %s", api, last)
		}
	}
	asked := 0
	a := &Answerer{Memory: &notes{}, Answer: func(_ context.Context, _ []byte, most int) (string, bool) {
		asked += most
		return strings.Repeat("x", most), false
	}}
	p := &provider{answers: []string{said{calls: slicesOf(ours, 50)}.whole(wire.Messages, 0), said{text: "done"}.whole(wire.Messages, 1)}}
	if _, _, err := talk(t, a, wire.Messages, request(wire.Messages), p); err != nil || asked > MostAnswered {
		t.Errorf("%v, %d bytes of answers", err, asked)
	}
}

func slicesOf(s string, n int) (list []string) {
	for range n {
		list = append(list, s)
	}
	return list
}

// TestThoughtsThatNobodyKeeps are not sent back by their ids.
func TestThoughtsThatNobodyKeeps(t *testing.T) {
	for store, want := range map[string]int{"true": 2, "false": 1} {
		first := strings.Replace(said{calls: []string{ours}}.whole(wire.Responses, 0), `"output":[`,
			`"output":[{"type":"reasoning","id":"rs_1","summary":[]},{"type":"reasoning","id":"rs_2","summary":[],"encrypted_content":"c2VjcmV0"},`, 1)
		p := &provider{answers: []string{first, said{text: "done"}.whole(wire.Responses, 1)}}
		body := bytes.Replace(request(wire.Responses), []byte(`{"model"`), []byte(`{"store":`+store+`,"model"`), 1)
		got, _, err := talk(t, answering(&notes{}), wire.Responses, body, p)
		if err != nil || bytes.Count(p.sent[1], []byte(`"reasoning"`)) != want || strings.Count(got, `"reasoning"`) != 2 {
			t.Errorf("store %s: %v\n%s\n%s", store, err, p.sent[1], got)
		}
	}
}

// TestAFullStoreCostsNoAnswer.
func TestAFullStoreCostsNoAnswer(t *testing.T) {
	p := &provider{answers: []string{said{calls: []string{ours}}.whole(wire.Messages, 0), said{text: "done"}.whole(wire.Messages, 1)}}
	if got, _, err := talk(t, answering(&notes{full: true}), wire.Messages, request(wire.Messages), p); err != nil || !strings.Contains(got, "done") {
		t.Errorf("%v %s", err, got)
	}
}

// TestOffer: the tool is added where it can be answered, once.
func TestOffer(t *testing.T) {
	for _, c := range []struct {
		api   wire.API
		query string
		body  string
		want  bool
	}{
		{wire.Messages, "", `{"tools":[{"name":"x"}],"messages":[]}`, true},
		{wire.CountTokens, "", `{"tools":[{"name":"x"}],"messages":[]}`, true},
		{wire.Messages, "", `{"messages":[]}`, false},
		{wire.Messages, "", `{"tools":[],"messages":[]}`, false},
		{wire.Messages, "", `{"tools":[{"name":"mcp__elide__context_expand"}],"messages":[]}`, false},
		{wire.Chat, "", `{"tools":[{"type":"function","function":{"name":"context_expand"}}],"messages":[]}`, false},
		{wire.Chat, "", `{"n":2,"tools":[{"type":"function","function":{"name":"x"}}],"messages":[]}`, false},
		{wire.Chat, "", `{"n":1,"tools":[{"type":"function","function":{"name":"x"}}],"messages":[]}`, true},
		{wire.Responses, "", `{"tools":[{"type":"function","name":"x"}],"input":"a"}`, true},
		{wire.Responses, "", `{"background":true,"tools":[{"type":"function","name":"x"}],"input":"a"}`, false},
		{wire.Responses, "", `{"conversation":"conv_1","tools":[{"type":"function","name":"x"}],"input":"a"}`, false},
		{wire.Responses, "", `{"tools":[{"type":"namespace","tools":[{"name":"elide-context_expand"}]}],"input":"a"}`, false},
		{wire.Generate, "", `{"tools":[{"functionDeclarations":[{"name":"context_expand"}]}],"contents":[]}`, false},
		{wire.Generate, "alt=sse", `{"tools":[{"functionDeclarations":[{"name":"x"}]}],"contents":[]}`, true},
		{wire.Generate, "", `{"tools":[{"functionDeclarations":[{"name":"x"}]}],"contents":[]}`, false},
		{wire.GeminiCount, "", `{"tools":[{"functionDeclarations":[{"name":"x"}]}],"contents":[]}`, false},
		{wire.Messages, "", `no JSON`, false},
		{wire.Messages, "", `{"system":[{"type":"text","text":"x-anthropic-billing-header: cc_version=2.1; cch=00000;"}],"tools":[{"name":"x"}],"messages":[]}`, false},
	} {
		got, _, ok := answering(&notes{}).Prepare(c.api, "/v1beta/models/m:streamGenerateContent", c.query, []byte(c.body), parsed([]byte(c.body)))
		if ok != c.want || !ok && string(got) != c.body || ok && (!json.Valid(got) || bytes.Count(got, []byte(`"context_expand"`)) != 1) {
			t.Errorf("%d %s: %v, %s", c.api, c.body, ok, got)
		}
	}
}

// TestCutStream: a stream that breaks off breaks off for the client.
func TestCutStream(t *testing.T) {
	broken := errors.New("broken")
	text := "event: ping\ndata: {\"type\":\"ping\"}\n\n"
	res := response(200, "text/event-stream", "")
	res.Body = io.NopCloser(io.MultiReader(strings.NewReader(text+"data: {\"type\":"), iotest.ErrReader(broken)))
	x := answering(&notes{}).Exchange(context.Background(), wire.Messages, request(wire.Messages), Position{}, nil)
	if err := x.Take(res); err != nil {
		t.Fatal(err)
	}
	got, err := io.ReadAll(res.Body)
	if !errors.Is(err, broken) || string(got) != text {
		t.Errorf("%q, %v", got, err)
	}
}

// FuzzPass: what holds no call of ours passes byte for byte, whatever it is.
func FuzzPass(f *testing.F) {
	f.Add(uint8(0), []byte("event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"usage\":{\"input_tokens\":1}}}\n\nevent: message_stop\ndata: {\"type\":\"message_stop\"}\n\n"))
	f.Add(uint8(0), []byte("data: {\"type\":\"content_block_delta\",\"index\":3,\"delta\":{}}\n\ndata: {\"type\":\"content_block_stop\"}\n\n"))
	f.Add(uint8(1), []byte("data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"function\":{\"name\":\"x\"}}]},\"finish_reason\":\"stop\"}]}\r\n\r\ndata: [DONE]\n\n"))
	f.Add(uint8(2), []byte("data: {\"type\":\"response.output_item.done\",\"output_index\":1,\"item\":{}}\n\ndata: {\"type\":\"response.completed\",\"response\":{}}\n\n"))
	f.Add(uint8(3), []byte("data: {\"candidates\":[{\"content\":{\"parts\":[{}]},\"finishReason\":\"STOP\"}]}\n"))
	f.Fuzz(func(t *testing.T, which uint8, text []byte) {
		if bytes.Contains(text, []byte("expand")) || bytes.Contains(text, []byte(`\u`)) {
			return
		}
		api := apis[int(which)%len(apis)]
		for _, kind := range []string{"text/event-stream", "application/json"} {
			res := response(200, kind, string(text))
			x := answering(&notes{}).Exchange(context.Background(), api, request(api), Position{}, func([]byte) (*http.Response, error) {
				t.Fatal("it goes on by itself")
				return nil, nil
			})
			if err := x.Take(res); err != nil {
				t.Fatal(err)
			}
			if got, err := io.ReadAll(res.Body); err != nil || !bytes.Equal(got, text) {
				t.Errorf("%s: %q became %q, %v", kind, text, got, err)
			}
		}
		if whole, _, offered := answering(&notes{}).Prepare(api, "/x", "", text, parsed(text)); !offered && !bytes.Equal(whole, text) {
			t.Errorf("%q is restored to %q", text, whole)
		}
	})
}

// long is a conversation of a megabyte, of which one turn in ten has an aside.
func long(tb testing.TB, a *Answerer) []byte {
	var more []string
	body := request(wire.Messages)
	for n := range 200 {
		calls := []string{"look"}
		p := &provider{answers: []string{said{calls: []string{ours}}.whole(wire.Messages, n), said{text: "Now I know.", calls: calls}.whole(wire.Messages, n)}}
		if n%10 != 0 {
			p.answers = p.answers[1:]
		}
		_, at, _ := a.Prepare(wire.Messages, "/x", "", body, parsed(body))
		p.sent = append(p.sent, body)
		res := response(200, "application/json", p.answers[0])
		if err := a.Exchange(context.Background(), wire.Messages, body, at, p.send).Take(res); err != nil {
			tb.Fatal(err)
		}
		got, err := io.ReadAll(res.Body)
		if err != nil {
			tb.Fatal(err)
		}
		more = append(more, turnOf(wire.Messages, string(got)), fmt.Sprintf(`{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_%d_0","content":%q}]}`, n, strings.Repeat("a line of what was seen\n", 200)))
		body = request(wire.Messages, more...)
	}
	return body
}

// BenchmarkPrepare tells what it costs a request of a megabyte.
func BenchmarkPrepare(b *testing.B) {
	a := answering(&notes{})
	body := long(b, a)
	b.SetBytes(int64(len(body)))
	for b.Loop() {
		a.Prepare(wire.Messages, "/x", "", body, parsed(body))
	}
	if out, _, _ := a.Prepare(wire.Messages, "/x", "", body, parsed(body)); bytes.Count(out, []byte("original of {")) != 20 {
		b.Fatal("the asides are not put back")
	}
}
