package proxy

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"elide.example/elide/internal/laws"
	"elide.example/elide/internal/wire"
	"pgregory.net/rapid"
)

func TestRoute(t *testing.T) {
	h := &handler{Options: Options{Upstreams: map[wire.Provider]*url.URL{
		wire.Anthropic: mustParse(t, "https://a.example"),
		wire.OpenAI:    mustParse(t, "https://o.example/team/v1"),
		wire.Gemini:    mustParse(t, "http://g.example:81/"),
		wire.Bedrock:   mustParse(t, "https://b.example"),
	}}}
	goog := http.Header{"X-Goog-Api-Key": {"k"}}
	for _, c := range []struct {
		method, path string
		header       http.Header
		want         string
		api          wire.API
	}{
		{"POST", "/anthropic/v1/messages", nil, "https://a.example/v1/messages", wire.Messages},
		{"POST", "/v1/messages", nil, "https://a.example/v1/messages", wire.Messages},
		{"POST", "/v1/messages/count_tokens", nil, "https://a.example/v1/messages/count_tokens", wire.CountTokens},
		{"HEAD", "/api/hello", nil, "https://a.example/api/hello", wire.Unknown},
		{"HEAD", "/anthropic", nil, "https://a.example", wire.Unknown},
		{"POST", "/openai/responses", nil, "https://o.example/team/v1/responses", wire.Responses},
		{"POST", "/openai/v1/responses", nil, "https://o.example/team/v1/responses", wire.Responses},
		{"POST", "/v1/chat/completions", nil, "https://o.example/team/v1/chat/completions", wire.Chat},
		{"GET", "/v1/models", nil, "https://o.example/team/v1/models", wire.Unknown},
		{"GET", "/v1/models", http.Header{"Anthropic-Version": {"2023-06-01"}}, "https://a.example/v1/models", wire.Unknown},
		{"GET", "/v1/models", goog, "http://g.example:81/v1/models", wire.Unknown},
		{"GET", "/v1/responses", nil, "https://o.example/team/v1/responses", wire.Unknown},
		{"POST", "/v1/v1beta", nil, "http://g.example:81/v1/v1beta", wire.Unknown},
		{"POST", "/gemini/v1beta/models/x:generateContent", nil, "http://g.example:81/v1beta/models/x:generateContent", wire.Generate},
		{"POST", "/v1beta/models/x%3AstreamGenerateContent", nil, "http://g.example:81/v1beta/models/x%3AstreamGenerateContent", wire.Generate},
		{"POST", "/openai/v1x/y", nil, "https://o.example/team/v1/v1x/y", wire.Unknown},
		{"POST", "/model/us.m-v1%3A0/invoke", nil, "https://b.example/model/us.m-v1%3A0/invoke", wire.Invoke},
		{"POST", "/bedrock/model/arn%3Aaws%3Abedrock%3Aus-east-1%3A1%3Ainference-profile%2Fp/converse-stream", nil, "https://b.example/model/arn%3Aaws%3Abedrock%3Aus-east-1%3A1%3Ainference-profile%2Fp/converse-stream", wire.Converse},
		{"POST", "/model/m/count-tokens", nil, "https://b.example/model/m/count-tokens", wire.Unknown},
		{"POST", "/anthropic/v1/projects/p/locations/l/publishers/anthropic/models/m%40x:streamRawPredict", nil, "https://a.example/v1/projects/p/locations/l/publishers/anthropic/models/m%40x:streamRawPredict", wire.Messages},
		{"POST", "/openai/v1/openai/deployments/d/chat/completions", nil, "https://o.example/team/v1/openai/deployments/d/chat/completions", wire.Chat},
		{"POST", "/other", goog, "http://g.example:81/other", wire.Unknown},
	} {
		r := &http.Request{Method: c.method, Header: c.header}
		d, no := h.route(r, c.path)
		if no != nil {
			t.Errorf("%s %s is refused: %v", c.method, c.path, no)
		} else if d.url.String() != c.want || d.api != c.api {
			t.Errorf("%s %s leads to %s (%d)", c.method, c.path, d.url, d.api)
		}
	}
	if _, no := h.route(&http.Request{Method: "GET"}, "/other"); no == nil || no.status != 404 {
		t.Errorf("a path of nobody: %v", no)
	}
}

// TestRouteOnlyUpstream: it gets what nothing speaks against.
func TestRouteOnlyUpstream(t *testing.T) {
	h := &handler{Options: Options{Upstreams: map[wire.Provider]*url.URL{wire.OpenAI: mustParse(t, "http://o.example")}}}
	for path, status := range map[string]int{"/other": 0, "/v1/messages": 0, "/openai/x": 0, "/gemini/x": 404} {
		d, no := h.route(&http.Request{Method: "POST"}, path)
		if status == 0 && (no != nil || d.provider != wire.OpenAI) || status != 0 && (no == nil || no.status != status) {
			t.Errorf("%s: %v, %v", path, d.provider, no)
		}
	}
}

// TestJoinStaysBelow: whatever a client asks for, the address is on the
// upstream's host and below its path, and what it asked for stands at its end
// as it came.
func TestJoinStaysBelow(t *testing.T) {
	segment := rapid.SampledFrom([]string{"v1", "v1beta", "a b", "ü", "..", ".", "", "%", "?", "#", "a/b", "@evil.example", "x:80", "\\", ";"})
	laws.Check(t, func(t *rapid.T) {
		base, err := url.Parse(rapid.SampledFrom([]string{"https://h.example", "http://h.example:1/", "https://h.example/v1", "https://h.example/a%2Fb/v1/"}).Draw(t, "base"))
		if err != nil {
			t.Fatal(err)
		}
		path := ""
		for _, s := range rapid.SliceOf(segment).Draw(t, "segments") {
			path += "/" + url.PathEscape(s)
		}
		h := &handler{Options: Options{Upstreams: map[wire.Provider]*url.URL{wire.OpenAI: base}}}
		d, no := h.route(&http.Request{Method: "POST"}, "/openai"+path)
		if no != nil {
			if plain, err := url.PathUnescape(path); err == nil && !hasDots(plain) {
				t.Fatalf("%q is refused: %v", path, no)
			}
			return
		}
		again, err := url.Parse(d.url.String())
		prefix := strings.TrimSuffix(base.EscapedPath(), "/")
		if err != nil || again.Host != base.Host || !strings.HasPrefix(again.EscapedPath(), prefix) {
			t.Fatalf("%q leads to %s: %v", path, d.url, err)
		}
		if got := again.EscapedPath(); got != prefix+path && got != prefix+strings.TrimPrefix(path, "/v1") {
			t.Fatalf("%q became %q", path, got)
		}
	})
}

func TestGuard(t *testing.T) {
	s := behind(t, func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(204) }, Options{})
	_, port, _ := strings.Cut(s.Addr().String(), ":")
	for _, c := range []struct {
		header http.Header
		status int
	}{
		{http.Header{}, 204},
		{http.Header{"Host": {"localhost:" + port}}, 204},
		{http.Header{"Host": {"LOCALHOST:" + port}}, 204},
		{http.Header{"Host": {"[::1]:" + port}}, 204},
		{http.Header{"Host": {"127.9.9.9:" + port}}, 204},
		{http.Header{"Host": {"[::ffff:127.0.0.1]:" + port}}, 204},
		{http.Header{"Host": {"localhost"}}, 204},
		{http.Header{"Host": {"127.0.0.1"}}, 204}, // of clients that sign for Bedrock
		{http.Header{"Host": {"evil.example"}}, 403},
		{http.Header{"Host": {"10.0.0.1"}}, 403},
		{http.Header{"Host": {"localhost:1"}}, 403},
		{http.Header{"Host": {"evil.example:" + port}}, 403},
		{http.Header{"Host": {"localhost.evil.example:" + port}}, 403},
		{http.Header{"Host": {"127.0.0.1.evil.example:" + port}}, 403},
		{http.Header{"Host": {"10.0.0.1:" + port}}, 403},
		{http.Header{"Origin": {"https://evil.example"}}, 403},
		{http.Header{"Origin": {"null"}}, 403},
		{http.Header{"Sec-Fetch-Site": {"cross-site"}}, 403},
		{http.Header{"Sec-Fetch-Site": {"none"}}, 204},
		{http.Header{"Sec-Fetch-Mode": {"cors"}}, 204}, // Node's fetch
	} {
		if res, body := do(t, "POST", "http://"+s.Addr().String()+"/v1/x", nil, c.header); res.StatusCode != c.status {
			t.Errorf("%v: %d %s", c.header, res.StatusCode, body)
		}
	}
	for start, status := range map[string]string{
		"CONNECT evil.example:443 HTTP/1.1":               " 403 ",
		"CONNECT " + s.Addr().String() + " HTTP/1.1":      " 403 ",
		"GET http://evil.example/v1/x HTTP/1.1":           " 403 ",
		"GET http://localhost:" + port + "/v1/x HTTP/1.1": " 204 ",
		"OPTIONS * HTTP/1.1":                              " 400 ",
	} {
		_, r := raw(t, s, start+"\r\nHost: "+s.Addr().String()+"\r\n\r\n")
		if line, _ := r.ReadString('\n'); !strings.Contains(line, status) {
			t.Errorf("%s: %s", start, line)
		}
	}
	_, r := raw(t, s, "GET /v1/x HTTP/1.0\r\n\r\n")
	if line, _ := r.ReadString('\n'); !strings.Contains(line, " 403 ") {
		t.Errorf("without a Host: %s", line)
	}
}

// TestRemoteTakesAnyHost: the secret keeps pages out there.
func TestRemoteTakesAnyHost(t *testing.T) {
	s := behind(t, func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(204) }, Options{Remote: true, Secret: "0123456789-abc_DEF"})
	for path, status := range map[string]int{"/v1/x": 403, "/0123456789-abc_DEF/v1/x": 204} {
		if res, _ := do(t, "POST", "http://"+s.Addr().String()+path, nil, http.Header{"Host": {"gateway.example"}}); res.StatusCode != status {
			t.Errorf("%s: %d", path, res.StatusCode)
		}
	}
}

func TestOptionsChecked(t *testing.T) {
	good := to(t, "https://h.example/v1")
	for name, opt := range map[string]Options{
		"no upstream":    {},
		"scheme":         {Upstreams: to(t, "ftp://h.example")},
		"no host":        {Upstreams: to(t, "http://:80")},
		"password":       {Upstreams: to(t, "https://u:hunter2@h.example")},
		"query":          {Upstreams: to(t, "https://h.example?key=hunter2")},
		"remote":         {Upstreams: good, Remote: true},
		"short secret":   {Upstreams: good, Secret: "hunter2"},
		"special secret": {Upstreams: good, Secret: "hunter2hunter2/hunter2"},
	} {
		if _, err := New(opt); err == nil || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := New(Options{Upstreams: good, Remote: true, Secret: "hunter2hunter2hunter2"}); err != nil {
		t.Error(err)
	}
}
