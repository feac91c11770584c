package api

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
	"time"

	"pgregory.net/rapid"

	"elide.example/elide/internal/audit"
	"elide.example/elide/internal/config"
	"elide.example/elide/internal/laws"
	"elide.example/elide/internal/pipeline"
	"elide.example/elide/internal/report"
	"elide.example/elide/internal/room"
	"elide.example/elide/internal/setup"
)

// sample returns a block that is reduced.
func sample(t testing.TB) []byte {
	t.Helper()
	text, err := os.ReadFile("../../testdata/corpus/pytest-fail-01/input")
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// direct reduces a block without a server.
func direct(t testing.TB, text []byte, set ...func(*pipeline.Options)) pipeline.Result {
	t.Helper()
	opt := setup.Options(config.Default())
	for _, change := range set {
		change(&opt)
	}
	res, err := pipeline.Reduce(context.Background(), inMemory{bytes.NewReader(text), text}, opt, originals(t))
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// shown is what would be printed of it.
func shown(res pipeline.Result, text []byte) []byte {
	if res.Reduced {
		return res.Text
	}
	return text
}

// TestABlockIsAsThePipelineReducesIt, however it is sent and answered, and its
// original can be had back.
func TestABlockIsAsThePipelineReducesIt(t *testing.T) {
	files, err := filepath.Glob("../../testdata/corpus/*/input")
	if err != nil || len(files) < 50 {
		t.Fatalf("%d blocks, %v", len(files), err)
	}
	kept := originals(t)
	s := serving(t, func(o *Options) { o.Store = kept })
	reduced := 0
	for i, name := range files {
		if i%6 != 0 {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		want := shown(direct(t, text), text)
		raw := s.post(t, "/v1/reduce", "text/plain", text)
		var told, around report.Report
		raw.report(t, &told)
		if !bytes.Equal(raw.body, want) {
			t.Errorf("%s: as it is, another answer than the pipeline's", name)
		}
		body, _ := json.Marshal(map[string]string{"text": base64.StdEncoding.EncodeToString(text), "encoding": "base64"})
		inJSON := s.post(t, "/v1/reduce", "application/json", body)
		var got struct{ Text, Encoding string }
		if err := json.Unmarshal(inJSON.body, &got); err != nil {
			t.Fatal(err)
		}
		if got.Encoding == "base64" {
			text, _ := base64.StdEncoding.DecodeString(got.Text)
			got.Text = string(text)
		}
		if got.Text != string(want) {
			t.Errorf("%s: in JSON, another answer than the pipeline's", name)
		}
		json.Unmarshal(inJSON.body, &around)
		if told.Hash != around.Hash || told.BytesOut != int64(len(want)) || told.Bytes != int64(len(text)) {
			t.Errorf("%s: %+v and %+v", name, told, around)
		}
		if told.Reduced {
			reduced++
			x, err := kept.Expand(told.Hash)
			if err != nil {
				t.Fatal(err)
			}
			whole := make([]byte, x.Size())
			if _, err := x.ReadAt(whole, 0); err != nil || !bytes.Equal(whole, text) {
				t.Errorf("%s: the original is another, %v", name, err)
			}
			x.Close()
		}
	}
	if reduced < 5 {
		t.Errorf("only %d were reduced", reduced)
	}
}

// TestOptionsDoWhatTheyDoInElide, in the query and in the body alike.
func TestOptionsDoWhatTheyDoInElide(t *testing.T) {
	text := sample(t)
	s := serving(t)
	for _, c := range []struct {
		name, value string
		raw         string // in JSON
		set         func(*pipeline.Options)
	}{
		{"budget", "200", "200", func(o *pipeline.Options) { o.Budget = 200 }},
		{"max_bytes", "1500", "1500", func(o *pipeline.Options) { o.MaxBytes = 1500 }},
		{"views", "none", `"none"`, func(o *pipeline.Options) { o.PlainViews = true }},
		{"min_bytes", "10000000", `"10000000"`, func(o *pipeline.Options) { o.MinBytes = 10_000_000 }},
		{"query", "fixture", `"fixture"`, func(o *pipeline.Options) { o.Query = "fixture" }},
	} {
		want := shown(direct(t, text, c.set), text)
		inQuery := s.post(t, "/v1/reduce?"+url.Values{c.name: {c.value}}.Encode(), "text/plain", text)
		quoted, _ := json.Marshal(string(text))
		inBody := s.post(t, "/v1/reduce", "application/json", fmt.Appendf(nil, `{"text":%s,%q:%s}`, quoted, c.name, c.raw))
		var got struct{ Text string }
		json.Unmarshal(inBody.body, &got)
		if !bytes.Equal(inQuery.body, want) || got.Text != string(want) {
			t.Errorf("%s=%s: the query gives %d bytes, the body %d, the pipeline %d", c.name, c.value, len(inQuery.body), len(got.Text), len(want))
		}
	}
	kept := s.post(t, "/v1/reduce?keep=collected+*&keep=/^platform/", "text/plain", text)
	if !bytes.Contains(kept.body, []byte("\nplatform ")) {
		t.Errorf("what is to be kept is not:\n%.500s", kept.body)
	}
	var r report.Report
	s.post(t, "/v1/reduce?exit=3", "text/plain", text).report(t, &r)
	if r.Exit == nil || *r.Exit != 3 {
		t.Errorf("exit: %v", r.Exit)
	}
	var first, second report.Report
	s.post(t, "/v1/reduce", "text/plain", text).report(t, &first)
	again := s.post(t, "/v1/reduce?since="+first.Hash, "text/plain", append(bytes.Clone(text), "one more line\n"...))
	again.report(t, &second)
	if len(again.body) > 1000 || !bytes.Contains(again.body, []byte("one more line")) || !bytes.Contains(again.body, []byte(first.Hash)) {
		t.Errorf("since: %.1000s", again.body)
	}
	s.post(t, "/v1/reduce?since=ffffffffffff", "text/plain", text).report(t, &second)
	if len(second.Warnings) != 1 || !second.Reduced {
		t.Errorf("since what is gone: %+v", second)
	}
}

// TestOptionsKeepToTheContract: what its schema refuses is refused, and names the
// option; what it takes is done, but for what only elide knows.
func TestOptionsKeepToTheContract(t *testing.T) {
	s := serving(t)
	values := rapid.OneOf(
		rapid.SampledFrom([]string{`0`, `1`, `-1`, `1.5`, `2147483647`, `2147483648`, `1e3`, `true`, `false`, `""`, `"all"`, `"none"`, `"keep"`, `"12"`, `["a","b"]`, `[]`, `[1]`, `[[]]`, `{}`, `"é\u0000"`}),
		rapid.Map(rapid.String(), func(text string) string { b, _ := json.Marshal(text); return string(b) }),
	)
	known := []string{"type", "command", "query", "views", "max_bytes", "exit", "budget", "min_bytes", "keep", "ttl", "since", "no_such", "text", "encoding"}
	laws.Check(t, func(t *rapid.T) {
		name, value := rapid.SampledFrom(known).Draw(t, "name"), values.Draw(t, "value")
		body := []byte(`{"text":"a\nb\n",` + fmt.Sprintf("%q", name) + `:` + value + `}`)
		if name == "text" {
			body = []byte(`{"text":` + value + `}`)
		}
		a := s.post(t, "/v1/reduce", "application/json", body)
		err := s.check(body, "components", "schemas", "Block")
		loose := strings.HasPrefix(value, `"`) || strings.HasPrefix(value, `[`) || value == "true" || value == "false" || value == "1e3" // texts for numbers; what only elide knows
		number := name == "max_bytes" || name == "exit" || name == "budget" || name == "min_bytes"
		switch {
		case a.status != http.StatusOK && a.status != http.StatusBadRequest:
			t.Fatalf("%s: %d %s", body, a.status, a.body)
		case number && err != nil && !loose && a.status == http.StatusOK:
			t.Fatalf("%s is done, and the contract says %v", body, err)
		case number && err == nil && value != "1e3" && a.status != http.StatusOK:
			t.Fatalf("%s: the contract has it, but %s", body, a.body)
		case name == "no_such" && a.status == http.StatusOK:
			t.Fatalf("%s is done", body)
		}
		if a.status == http.StatusBadRequest {
			var e errorBody
			json.Unmarshal(a.body, &e)
			if e.Error.Code != "invalid_request" || e.Error.Option != name || e.Error.Message == "" {
				t.Fatalf("%s: %s", body, a.body)
			}
		}
	})
}

// TestRefusals: each with its status and its code, as the contract has it, and without
// a word of what came.
func TestRefusals(t *testing.T) {
	s := serving(t, func(o *Options) { o.Secret, o.AnyHost = "0123456789abcdef", false })
	bearer := func(r *http.Request) { r.Header.Set("Authorization", "Bearer 0123456789abcdef") }
	for name, c := range map[string]struct {
		method, path string
		body         io.Reader
		set          func(*http.Request)
		status       int
		code         string
	}{
		"no secret":           {"POST", "/v1/reduce", nil, func(r *http.Request) {}, 401, "unauthorized"},
		"another secret":      {"POST", "/v1/reduce", nil, func(r *http.Request) { r.Header.Set("Authorization", "Bearer 0123456789abcdeF") }, 401, "unauthorized"},
		"a page":              {"POST", "/v1/reduce", nil, func(r *http.Request) { bearer(r); r.Header.Set("Origin", "http://evil.example") }, 403, "forbidden"},
		"a rebound name":      {"POST", "/v1/reduce", nil, func(r *http.Request) { bearer(r); r.Host = "evil.example" }, 403, "forbidden"},
		"another method":      {"GET", "/v1/reduce", nil, bearer, 405, "method_not_allowed"},
		"health by POST":      {"POST", "/healthz", nil, bearer, 405, "method_not_allowed"},
		"another path":        {"POST", "/v1/reduce/../x", nil, bearer, 404, "not_found"},
		"compressed":          {"POST", "/v1/reduce", nil, func(r *http.Request) { bearer(r); r.Header.Set("Content-Encoding", "gzip") }, 415, "unsupported_encoding"},
		"too long":            {"POST", "/v1/reduce", nil, func(r *http.Request) { bearer(r); r.ContentLength = mostBody + 1 }, 413, "too_large"},
		"longer than it says": {"POST", "/v1/reduce", io.LimitReader(zeros{}, mostBody+1), func(r *http.Request) { bearer(r); r.ContentLength = -1 }, 413, "too_large"},
		"broken off":          {"POST", "/v1/reduce", iotest.ErrReader(io.ErrUnexpectedEOF), bearer, 400, "broken_body"},
		"no JSON":             {"POST", "/v1/reduce", strings.NewReader("SECRET"), func(r *http.Request) { bearer(r); r.Header.Set("Content-Type", "application/json") }, 400, "invalid_request"},
		"no text":             {"POST", "/v1/reduce", strings.NewReader(`{"txt":"SECRET"}`), func(r *http.Request) { bearer(r); r.Header.Set("Content-Type", "application/json") }, 400, "invalid_request"},
		"half a rune":         {"POST", "/v1/reduce", strings.NewReader(`{"text":"\ud800"}`), func(r *http.Request) { bearer(r); r.Header.Set("Content-Type", "application/json") }, 400, "invalid_request"},
		"a broken query":      {"POST", "/v1/reduce?%zz=SECRET", nil, bearer, 400, "invalid_request"},
		"no request":          {"POST", "/v1/messages/reduce", strings.NewReader(`{"SECRET":1}`), bearer, 400, "invalid_request"},
		"no JSON request":     {"POST", "/v1/messages/reduce", strings.NewReader(`SECRET`), bearer, 400, "invalid_request"},
		"no such profile":     {"POST", "/v1/messages/reduce?profile=none-such", strings.NewReader(`{}`), bearer, 400, "invalid_request"},
	} {
		t.Run(name, func(t *testing.T) {
			r := httptest.NewRequest(c.method, "/v1/reduce", c.body)
			if c.path != "/v1/reduce" {
				path, query, _ := strings.Cut(c.path, "?")
				r.URL.Path, r.URL.RawQuery = path, query
			}
			r = r.WithContext(context.WithValue(r.Context(), http.LocalAddrContextKey, address("127.0.0.1:80")))
			r.Host = "127.0.0.1"
			c.set(r)
			a := s.do(t, r)
			if a.status != c.status || a.code() != c.code {
				t.Errorf("%d %s, not %d %s", a.status, a.body, c.status, c.code)
			}
			if bytes.Contains(a.body, []byte("SECRET")) {
				t.Errorf("it tells what came: %s", a.body)
			}
		})
	}
	r := httptest.NewRequest("POST", "/0123456789abcdef/v1/reduce", strings.NewReader("a\n"))
	r = r.WithContext(context.WithValue(r.Context(), http.LocalAddrContextKey, address("127.0.0.1:80")))
	r.Host = "localhost"
	if a := s.do(t, r); a.status != 200 || string(a.body) != "a\n" {
		t.Errorf("with the secret in the path: %d %s", a.status, a.body)
	}
}

type address string

func (a address) Network() string { return "tcp" }
func (a address) String() string  { return string(a) }

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

// TestARequestIsReducedAsElideMessagesDoes, and what it was can be had back.
func TestARequestIsReducedAsElideMessagesDoes(t *testing.T) {
	var noted []audit.Event
	var mu sync.Mutex
	s := serving(t, func(o *Options) {
		o.Noted = func(e audit.Event) { mu.Lock(); defer mu.Unlock(); noted = append(noted, e) }
	})
	text, _ := json.Marshal(string(sample(t)))
	for name, body := range map[string]string{
		"anthropic": `{"model":"claude-sonnet-4-5","messages":[{"role":"user","content":"run the tests"},{"role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"pytest"}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":` + string(text) + `}]}]}`,
		"chat":      `{"model":"gpt-4.1","messages":[{"role":"user","content":"run the tests"},{"role":"assistant","tool_calls":[{"id":"t1","type":"function","function":{"name":"shell","arguments":"{\"command\":\"pytest\"}"}}]},{"role":"tool","tool_call_id":"t1","content":` + string(text) + `}]}`,
		"responses": `{"model":"gpt-4.1","input":[{"role":"user","content":"run the tests"},{"type":"function_call","call_id":"t1","name":"shell","arguments":"{\"command\":\"pytest\"}"},{"type":"function_call_output","call_id":"t1","output":` + string(text) + `}]}`,
		"gemini":    `{"contents":[{"role":"user","parts":[{"text":"run the tests"}]},{"role":"model","parts":[{"functionCall":{"name":"shell","args":{"command":"pytest"}}}]},{"role":"user","parts":[{"functionResponse":{"name":"shell","response":{"output":` + string(text) + `}}}]}]}`,
	} {
		noted = nil
		a := s.post(t, "/v1/messages/reduce", "application/json", []byte(body))
		var rep messageReport
		a.report(t, &rep)
		if a.status != 200 || !rep.Reduced || rep.Failed || rep.Markers != 1 || rep.BytesOut != len(a.body) || len(a.body) > len(body)/2 || !json.Valid(a.body) {
			t.Errorf("%s: %d, %+v", name, a.status, rep)
		}
		if len(noted) != 1 || noted[0].FrontEnd != audit.API || noted[0].BytesIn != len(body) || noted[0].BytesOut != len(a.body) {
			t.Errorf("%s: noted %+v", name, noted)
		}
		again := s.post(t, "/v1/messages/reduce", "application/json", []byte(body))
		if !bytes.Equal(again.body, a.body) {
			t.Errorf("%s: another answer the second time", name)
		}
		frozen := s.post(t, "/v1/messages/reduce?skip_compress=true", "application/json", []byte(body))
		if string(frozen.body) != body {
			t.Errorf("%s: skip_compress changes it", name)
		}
	}
}

// TestWhatIsOverStays: a request is seen alone, so that nothing goes that is over unless it says so.
func TestWhatIsOverStays(t *testing.T) {
	s := serving(t)
	var b bytes.Buffer
	b.WriteString(`{"messages":[{"role":"user","content":"Fix it."}`)
	for i := range 120 {
		fmt.Fprintf(&b, `,{"role":"assistant","tool_calls":[{"id":"t%d","type":"function","function":{"name":"bash","arguments":"{\"command\":\"make p%d\"}"}}]}`, i, i)
		fmt.Fprintf(&b, `,{"role":"tool","tool_call_id":"t%d","content":%q}`, i, strings.Repeat(fmt.Sprintf("p%d says so\n", i), 3+97*(1-min(1, i/30))))
	}
	b.WriteString(`,{"role":"user","content":"Commit."}]}`)
	const gone = " old, "
	for query, want := range map[string]bool{"": false, "?clear_old=none": false, "?clear_old=done": true} {
		a := s.post(t, "/v1/messages/reduce"+query, "application/json", b.Bytes())
		if got := bytes.Contains(a.body, []byte(gone)); a.status != 200 || got != want {
			t.Errorf("%q: %d, results go: %v", query, a.status, got)
		}
	}
}

// TestMessageOptionsKeepToTheContract: numbers and switches are taken as it says.
func TestMessageOptionsKeepToTheContract(t *testing.T) {
	s := serving(t)
	body := []byte(`{"model":"m","messages":[{"role":"user","content":"hello"}]}`)
	for name, values := range map[string][2][]string{
		"protect_recent": {{"0", "7"}, {"-1", "x", "2147483648"}}, "context_budget": {{"1", "9000"}, {"-1", "x", ""}},
		"summary_after": {{"1", "100"}, {"-1", "1.5"}}, "frozen": {{"0", "1"}, {"-1", "x"}},
		"budget": {{"0", "100"}, {"-1"}}, "min_bytes": {{"0", "100"}, {"x"}},
		"tail": {{"true", "false"}, {"yes", ""}}, "force": {{"true", "false"}, {"1"}}, "skip_compress": {{"true", "false"}, {"on"}},
		"clear_old": {{"none", "done", "all"}, {"old"}}, "on_failure": {{"digest", "keep"}, {"error"}}, "profile": {{"tool-results", ""}, {"x"}}, "ttl": {{"24h", "90s"}, {"x", "-1s"}},
		"keep": {{"*x*", "/y/"}, {"/(/"}},
	} {
		for i, status := range []int{200, 400} {
			for _, value := range values[i] {
				a := s.post(t, "/v1/messages/reduce?"+url.Values{name: {value}}.Encode(), "application/json", body)
				var e errorBody
				json.Unmarshal(a.body, &e)
				if a.status != status || status == 400 && e.Error.Option != name {
					t.Errorf("%s=%q: %d %s", name, value, a.status, a.body)
				}
			}
		}
	}
	if a := s.post(t, "/v1/messages/reduce?frozen=1&frozen=2", "application/json", body); a.status != 400 {
		t.Errorf("an option twice: %d %s", a.status, a.body)
	}
}

// TestSwitchedOff: all comes back as it is.
func TestSwitchedOff(t *testing.T) {
	s := serving(t, func(o *Options) { o.Config.Enabled = false })
	text := sample(t)
	if a := s.post(t, "/v1/reduce", "text/plain", text); !bytes.Equal(a.body, text) {
		t.Error("a block is changed")
	}
	body := []byte(`{"any":"thing"}`)
	if a := s.post(t, "/v1/messages/reduce", "application/json", body); !bytes.Equal(a.body, body) {
		t.Error("a request is changed")
	}
}

// TestBytesThatAreNoText go in and come out as they are.
func TestBytesThatAreNoText(t *testing.T) {
	s := serving(t)
	laws.Check(t, func(t *rapid.T) {
		text := rapid.SliceOfN(rapid.Byte(), 0, 200).Draw(t, "text")
		a := s.post(t, "/v1/reduce", "application/octet-stream", text)
		if !bytes.Equal(a.body, text) {
			t.Fatalf("%q came back as %q", text, a.body)
		}
	})
}

// TestBodiesWaitForRoom: those for which there is none in time are refused, and room
// that was taken is given back.
func TestBodiesWaitForRoom(t *testing.T) {
	opt := Options{Config: config.Default(), Store: originals(t), AnyHost: true}
	own := newServer(opt)
	own.held, own.patience = room.NewBytes(1000), 50*time.Millisecond
	s := &served{readContract(t), own}
	for range 3 {
		if a := s.post(t, "/v1/reduce", "text/plain", make([]byte, 900)); a.status != 200 {
			t.Fatalf("%d %s", a.status, a.body)
		}
	}
	if !own.held.Take(context.Background(), 500) {
		t.Fatal("no room")
	}
	if a := s.post(t, "/v1/reduce", "text/plain", make([]byte, 900)); a.status != 503 || a.code() != "busy" || a.header.Get("Retry-After") == "" {
		t.Errorf("%d %s", a.status, a.body)
	}
	own.held.Give(500)
	if a := s.post(t, "/v1/reduce", "text/plain", make([]byte, 900)); a.status != 200 {
		t.Errorf("%d %s", a.status, a.body)
	}
}

// TestAPanicIsAnAnswer, without its words.
func TestAPanicIsAnAnswer(t *testing.T) {
	s := serving(t, func(o *Options) { o.Noted = func(audit.Event) { panic("SECRET") } })
	a := s.post(t, "/v1/reduce", "text/plain", sample(t))
	if a.status != 500 || a.code() != "internal" || bytes.Contains(a.body, []byte("SECRET")) {
		t.Errorf("%d %s", a.status, a.body)
	}
}

// TestManyAtOnce: requests with different options don't mix.
func TestManyAtOnce(t *testing.T) {
	s := serving(t)
	text := sample(t)
	want := map[string][]byte{}
	for _, budget := range []string{"100", "300", "900"} {
		want[budget] = s.post(t, "/v1/reduce?budget="+budget, "text/plain", text).body
	}
	var all sync.WaitGroup
	for budget, want := range want {
		for range 4 {
			all.Go(func() {
				for range 5 {
					r := httptest.NewRequest("POST", "/v1/reduce?budget="+budget, bytes.NewReader(text))
					w := httptest.NewRecorder()
					s.handler.ServeHTTP(w, r)
					if !bytes.Equal(w.Body.Bytes(), want) {
						t.Errorf("budget %s: another answer", budget)
					}
				}
			})
		}
	}
	all.Wait()
}
