package api

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"
)

// FuzzBodies: whatever comes is answered as the contract says, and is never a mistake of ours.
func FuzzBodies(f *testing.F) {
	f.Add(false, "application/json", "", []byte(`{"text":"a\n","keep":["a"]}`))
	f.Add(false, "text/plain", "max_bytes=3&keep=a&keep=/b/", []byte("a\nb\xff\n"))
	f.Add(false, "application/json; charset=utf-8", "exit=1", []byte(`{"text":"YQ==","encoding":"base64","type":"log"}`))
	f.Add(true, "", "profile=five-stage&context_budget=1&force=true", []byte(`{"model":"m","messages":[{"role":"user","content":"a"},{"role":"assistant","content":"b"},{"role":"user","content":"c"}]}`))
	s := serving(f)
	f.Fuzz(func(t *testing.T, messages bool, contentType, query string, body []byte) {
		path := "/v1/reduce"
		if messages {
			path = "/v1/messages/reduce"
		}
		r := httptest.NewRequest(http.MethodPost, path, bytes.NewReader(body))
		r.URL = &url.URL{Path: path, RawQuery: query}
		r.Header.Set("Content-Type", contentType)
		if a := s.do(t, r); a.status != http.StatusOK && a.status != http.StatusBadRequest {
			t.Errorf("%d %s", a.status, a.body)
		}
	})
}
