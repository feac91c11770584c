package proxy

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"elide.example/elide/internal/conversation"
	"elide.example/elide/internal/ledger"
	"elide.example/elide/internal/meter"
	"elide.example/elide/internal/rewrite"
	"elide.example/elide/internal/wire"
)

// next returns the n-th, once it is there.
func (o *observed) next(t testing.TB, n int) meter.Exchange {
	t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(time.Millisecond) {
		o.mu.Lock()
		if len(o.all) >= n {
			defer o.mu.Unlock()
			return o.all[n-1]
		}
		o.mu.Unlock()
	}
	t.Fatalf("there is no exchange %d", n)
	return meter.Exchange{}
}

const hello = "{ \"messages\" : [{\"role\":\"user\",\"content\":\"h\\u0065llo\"}],\"model\":\"m\" }\n"

// TestPassesByteForByte: what is only looked at, and what the client orders to pass,
// reaches the upstream with each byte of its body and each of its headers, but for those
// that are meant for the proxy; and it is counted as such.
func TestPassesByteForByte(t *testing.T) {
	looker := rewriterFunc(func(body []byte) ([]byte, rewrite.Report) {
		return []byte("{}"), rewrite.Report{Results: 2, Reduced: 2, References: 1, BytesIn: 100, BytesOut: 10, TokensIn: 40, TokensOut: 4, Model: "m"}
	})
	all, some := conversation.Groups{Holdout: 100}, conversation.Groups{Holdout: 50}
	for name, c := range map[string]struct {
		groups     conversation.Groups
		order      []string
		body       string
		group, why string
	}{
		"off":            {order: []string{"off"}, group: ledger.GroupOff, why: orderedOff},
		"Off":            {order: []string{" OFF "}, group: ledger.GroupOff, why: orderedOff},
		"on and off":     {order: []string{"on", "off"}, group: ledger.GroupOff, why: orderedOff},
		"no":             {order: []string{"no"}, group: ledger.GroupOff, why: misordered},
		"empty":          {order: []string{""}, group: ledger.GroupOff, why: misordered},
		"on twice":       {order: []string{"on", "on"}, group: ledger.GroupOff, why: misordered},
		"hostile":        {order: []string{strings.Repeat("\u2028x\t", 3000)}, group: ledger.GroupOff, why: misordered},
		"observed":       {groups: conversation.Groups{Observe: true}, group: ledger.GroupObserve, why: conversation.Observed},
		"observed, off":  {groups: conversation.Groups{Observe: true}, order: []string{"off"}, group: ledger.GroupOff, why: orderedOff},
		"observed, on":   {groups: conversation.Groups{Observe: true}, order: []string{"on"}, group: ledger.GroupObserve, why: conversation.Observed},
		"held out":       {groups: all, group: ledger.GroupHoldout, why: conversation.HeldOut},
		"held out, both": {groups: conversation.Groups{Observe: true, Holdout: 100}, group: ledger.GroupObserve, why: conversation.Observed},
		"untold":         {groups: some, body: `{"messages":[]}`, group: ledger.GroupOff, why: conversation.Untold},
		"broken":         {groups: some, body: `{"messages":[}`, group: ledger.GroupOff, why: conversation.Untold},
	} {
		for _, encoding := range []string{"", "gzip", "rot13"} {
			var got received
			var seen observed
			s := behind(t, recording(&got), Options{Rewriter: shouting, Looker: looker, Groups: c.groups, Observe: seen.add})
			body := c.body
			if body == "" {
				body = hello
			}
			header := http.Header{"Content-Type": {"application/json"}, "X-Other": {"x-elide"}}
			if encoding == "gzip" {
				body = string(encode("gzip", []byte(body)))
			}
			if encoding != "" {
				header["Content-Encoding"] = []string{encoding}
			}
			want := header.Clone()
			if c.order != nil {
				header["X-Elide"] = c.order
			}
			if c.group != ledger.GroupOff || c.why == orderedOff || c.why == misordered {
				header["X-Elide-Conversation"] = []string{"mine"}
			}
			do(t, "POST", s.BaseURL(wire.Anthropic)+"/v1/messages", strings.NewReader(body), header)
			e := seen.next(t, 1)
			if got.body != body || got.header.Get("X-Elide") != "" || got.header.Get("X-Elide-Conversation") != "" {
				t.Errorf("%s, %s: sent is %q with %v", name, encoding, got.body, got.header)
			}
			for header, values := range want {
				if fmt.Sprint(got.header[header]) != fmt.Sprint(values) {
					t.Errorf("%s, %s: the header %s is %v", name, encoding, header, got.header[header])
				}
			}
			r := e.Report
			if e.Group != c.group || r.Unchanged != c.why || r.Doubt || r.Reduced != 0 || r.TokensIn != r.TokensOut || r.BytesIn != r.BytesOut {
				t.Errorf("%s, %s: %s, %+v", name, encoding, e.Group, r)
			}
			looked := c.group == ledger.GroupObserve || c.group == ledger.GroupHoldout
			if looked != (r.Would != nil) && encoding != "rot13" || looked && encoding != "rot13" && (r.Would.TokensOut != 4 || r.Would.Reduced != 2 || r.TokensIn != 40) {
				t.Errorf("%s, %s: it would have been %+v", name, encoding, r.Would)
			}
			if warned := len(r.Warnings) == 1; warned != (c.why == misordered) || warned && r.Warnings[0] != misorder {
				t.Errorf("%s, %s: warnings %q", name, encoding, r.Warnings)
			}
		}
	}
}

// TestOrderedOn: x-elide: on is as without it, and the warning about others comes once.
func TestOrderedOn(t *testing.T) {
	var got received
	var seen observed
	s := behind(t, recording(&got), Options{Rewriter: shouting, Observe: seen.add})
	for i, order := range []string{"on", "", "maybe", "never", "on"} {
		header := http.Header{}
		if order != "" {
			header["X-Elide"] = []string{order}
		}
		do(t, "POST", s.BaseURL(wire.Anthropic)+"/v1/messages", strings.NewReader(hello), header)
		e := seen.next(t, i+1)
		changed := order == "on" || order == ""
		if changed != (got.body == strings.ToUpper(hello)) || changed != (e.Group == ledger.GroupElide) || (len(e.Report.Warnings) > 0) != (order == "maybe") {
			t.Errorf("%q: %s, %+v, sent is %s", order, e.Group, e.Report, got.body)
		}
	}
}

// TestGroupStays: a conversation of 20 turns is in one group from its first request on,
// also behind a proxy that knows nothing of the ones before, however it is named; and some
// are held out and others not.
func TestGroupStays(t *testing.T) {
	type ask struct {
		path   string
		header http.Header
		body   string
	}
	forms := map[string]func(n, turn int) ask{
		"header": func(n, turn int) ask {
			return ask{"/v1/messages", http.Header{"X-Elide-Conversation": {fmt.Sprint("talk ", n)}}, fmt.Sprintf(`{"messages":[{"role":"user","content":"turn %d"}]}`, turn)}
		},
		"session": func(n, turn int) ask {
			return ask{"/v1/messages", nil, fmt.Sprintf(`{"metadata":{"user_id":"user_1_account_2_session_%d"},"messages":[{"role":"user","content":"turn %d"}]}`, n, turn)}
		},
		"front": func(n, turn int) ask {
			rest := strings.Repeat(`,{"role":"assistant","content":"a"},{"role":"user","content":"b"}`, turn)
			return ask{"/v1/chat/completions", nil, fmt.Sprintf(`{"messages":[{"role":"system","content":"day %d"},{"role":"user","content":"task %d"}%s]}`, turn, n, rest)}
		},
	}
	for name, form := range forms {
		groups := map[string]int{}
		for n := range 12 {
			group, id := "", ""
			for turn := range 20 {
				var got received
				var seen observed
				if turn%7 != 0 && turn != 1 { // not every turn, as each has a proxy of its own
					continue
				}
				s := behind(t, recording(&got), Options{Rewriter: shouting, Groups: conversation.Groups{Holdout: 50}, Observe: seen.add})
				a := form(n, turn)
				do(t, "POST", s.BaseURL(wire.OpenAI)+strings.TrimPrefix(a.path, "/v1"), strings.NewReader(a.body), a.header)
				e := seen.next(t, 1)
				if group == "" {
					group, id = e.Group, e.Conversation
				}
				if e.Group != group || e.Conversation != id || len(id) != ledger.IDLen || (got.body == a.body) != (group == ledger.GroupHoldout) {
					t.Fatalf("%s %d: turn %d is of %s in %s, was %s in %s; sent is %s", name, n, turn, e.Conversation, e.Group, id, group, got.body)
				}
			}
			groups[group]++
		}
		if groups[ledger.GroupHoldout] == 0 || groups[ledger.GroupElide] == 0 || len(groups) != 2 {
			t.Errorf("%s: %v", name, groups)
		}
	}
}

// TestGoesOn: a request that goes on from a response belongs to its conversation; behind
// a proxy that doesn't know the response it is in neither group, and passes.
func TestGoesOn(t *testing.T) {
	var mu sync.Mutex
	n := 0
	answering := func(stream bool) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			io.Copy(io.Discard, r.Body)
			mu.Lock()
			n++
			id := fmt.Sprint("resp_", n)
			mu.Unlock()
			if stream {
				w.Header().Set("Content-Type", "text/event-stream")
				fmt.Fprintf(w, "event: response.created\ndata: {\"type\":\"response.created\",\"response\":{\"id\":\"%s\",\"model\":\"m\"}}\n\n", id)
				fmt.Fprintf(w, "event: response.completed\ndata: {\"type\":\"response.completed\",\"response\":{\"id\":\"%s\",\"usage\":{\"input_tokens\":1,\"output_tokens\":1}}}\n\n", id)
				return
			}
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprintf(w, `{"id":"%s","output":[{"id":"msg_1"}],"usage":{"input_tokens":1,"output_tokens":1}}`, id)
		}
	}
	for _, stream := range []bool{false, true} {
		for task := range 8 {
			var seen observed
			opt := Options{Rewriter: shouting, Groups: conversation.Groups{Holdout: 50}, Observe: seen.add}
			s := behind(t, answering(stream), opt)
			at := s.BaseURL(wire.OpenAI) + "/responses"
			do(t, "POST", at, strings.NewReader(fmt.Sprintf(`{"input":"task %d"}`, task)), nil)
			first := seen.next(t, 1)
			for turn := range 3 {
				mu.Lock()
				before := fmt.Sprint("resp_", n)
				mu.Unlock()
				body := fmt.Sprintf(`{"previous_response_id":"%s","input":[{"role":"user","content":"turn %d"}]}`, before, turn)
				do(t, "POST", at, strings.NewReader(body), nil)
				if e := seen.next(t, turn+2); e.Conversation != first.Conversation || e.Group != first.Group {
					t.Fatalf("turn %d is of %s in %s, was %s in %s", turn, e.Conversation, e.Group, first.Conversation, first.Group)
				}
			}
		}
		var seen observed
		var got received
		s := behind(t, recording(&got), Options{Rewriter: shouting, Groups: conversation.Groups{Holdout: 50}, Observe: seen.add})
		body := `{"previous_response_id":"resp_1","input":[{"role":"user","content":"turn"}]}`
		do(t, "POST", s.BaseURL(wire.OpenAI)+"/responses", strings.NewReader(body), nil)
		if e := seen.next(t, 1); e.Conversation != "" || e.Group != ledger.GroupOff || e.Report.Unchanged != conversation.Untold || got.body != body {
			t.Errorf("%+v, sent is %s", e, got.body)
		}
	}
}

// TestHostileNames: whatever a client calls its conversation, what is told of it is a
// digest.
func TestHostileNames(t *testing.T) {
	var got received
	var seen observed
	s := behind(t, recording(&got), Options{Rewriter: shouting, Observe: seen.add})
	n := 0
	for _, values := range [][]string{{strings.Repeat("x", 100_000)}, {"\u009b31m\u202e secret"}, {"a\tb"}, {"one", "two"}, {"\xff\xfe"}, make([]string, 500)} {
		header := http.Header{}
		for _, name := range []string{"X-Elide-Conversation", "X-Claude-Code-Session-Id", "Session-Id"} {
			header[name] = values
		}
		do(t, "POST", s.BaseURL(wire.Anthropic)+"/v1/messages", strings.NewReader(hello), header)
		n++
		if e := seen.next(t, n); len(e.Conversation) != ledger.IDLen || strings.Trim(e.Conversation, "0123456789abcdef") != "" || len(e.Report.Warnings) > 0 {
			t.Errorf("%.30q is told as %q", values[0], e.Conversation)
		}
	}
}

// TestPages: the dashboard's page may ask for itself, and no other page for it.
func TestPages(t *testing.T) {
	const secret = "0123456789abcdef"
	write := func(text string) func(io.Writer) error {
		return func(w io.Writer) error { _, err := io.WriteString(w, text); return err }
	}
	forwarded := func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "upstream "+r.URL.Path) }
	s := behind(t, forwarded, Options{Secret: secret, Page: write("<p>"), Data: write("{}")})
	bare := behind(t, forwarded, Options{Secret: secret})
	for _, c := range []struct {
		server *Server
		path   string
		header http.Header
		status int
		body   string
	}{
		{s, "/" + secret + "/dashboard", nil, 200, "<p>"},
		{s, "/" + secret + "/dashboard.json", nil, 200, "{}"},
		{s, "/" + secret + "/dashboard", http.Header{"Sec-Fetch-Site": {"none"}}, 200, "<p>"},
		{s, "/" + secret + "/dashboard.json", http.Header{"Sec-Fetch-Site": {"same-origin"}}, 200, "{}"},
		{s, "/" + secret + "/dashboard", http.Header{"Sec-Fetch-Site": {"same-origin"}}, 200, "<p>"},
		{s, "/" + secret + "/dashboard", http.Header{"Sec-Fetch-Site": {"cross-site"}}, 403, ""},
		{s, "/" + secret + "/dashboard", http.Header{"Sec-Fetch-Site": {"same-site"}}, 403, ""},
		{s, "/" + secret + "/dashboard", http.Header{"Sec-Fetch-Site": {"same-origin"}, "Origin": {"http://evil.example"}}, 403, ""},
		{s, "/" + secret + "/dashboard", http.Header{"Sec-Fetch-Site": {"same-origin"}, "Host": {"evil.example"}}, 403, ""},
		{s, "/" + secret + "/metrics", http.Header{"Sec-Fetch-Site": {"same-origin"}}, 403, ""},
		{s, "/" + secret + "/v1/models", http.Header{"Sec-Fetch-Site": {"same-origin"}}, 403, ""},
		{s, "/dashboard", nil, 403, ""},
		{s, "/dashboard", http.Header{"Sec-Fetch-Site": {"same-origin"}}, 403, ""},
		{bare, "/" + secret + "/anthropic/dashboard", nil, 200, "upstream /dashboard"},
	} {
		res, body := do(t, "GET", "http://"+c.server.Addr().String()+c.path, nil, c.header)
		if res.StatusCode != c.status || c.body != "" && body != c.body {
			t.Errorf("%s with %v: %d %q", c.path, c.header, res.StatusCode, body)
		}
		if c.server == s && c.status == 200 && (res.Header.Get("Referrer-Policy") != "no-referrer" || res.Header.Get("Cache-Control") != "no-store") {
			t.Errorf("%s comes with %v", c.path, res.Header)
		}
	}
}
