package proxy

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"strings"
	"testing"

	"elide.example/elide/internal/wire"
)

// BenchmarkRequest is a round trip with a body of 1 MB: straight to the
// upstream, through a plain reverse proxy, and through this one, off, with a
// rewriter that leaves the body, and with one that changes it.
func BenchmarkRequest(b *testing.B) {
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		io.WriteString(w, `{"usage":{"input_tokens":1,"output_tokens":1}}`)
	}))
	defer upstream.Close()
	plain := httptest.NewServer(plainProxy(b, upstream.URL))
	defer plain.Close()
	body := bytes.Repeat([]byte("0123456789abcdef"), 1<<16)
	for _, c := range []struct{ name, base string }{
		{"direct", upstream.URL},
		{"httputil", plain.URL},
		{"off", serve(b, Options{Upstreams: to(b, upstream.URL)}).BaseURL(wire.Anthropic)},
		{"left", serve(b, Options{Upstreams: to(b, upstream.URL), Rewriter: idle}).BaseURL(wire.Anthropic)},
		{"changed", serve(b, Options{Upstreams: to(b, upstream.URL), Rewriter: shouting}).BaseURL(wire.Anthropic)},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(body)))
			b.ReportAllocs()
			httpClient := client(b)
			for b.Loop() {
				exchangeOnce(b, httpClient, c.base, bytes.NewReader(body))
			}
		})
	}
}

// BenchmarkStream is a stream of 1000 events, each flushed.
func BenchmarkStream(b *testing.B) {
	event := "event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\"word\"}}\n\n"
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		for range 1000 {
			io.WriteString(w, event)
			w.(http.Flusher).Flush()
		}
	}))
	defer upstream.Close()
	plain := httptest.NewServer(plainProxy(b, upstream.URL))
	defer plain.Close()
	for _, c := range []struct{ name, base string }{
		{"direct", upstream.URL},
		{"httputil", plain.URL},
		{"left", serve(b, Options{Upstreams: to(b, upstream.URL), Rewriter: idle}).BaseURL(wire.Anthropic)},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(1000 * len(event)))
			httpClient := client(b)
			for b.Loop() {
				exchangeOnce(b, httpClient, c.base, strings.NewReader("{}"))
			}
		})
	}
}

// BenchmarkFirstByte is the time to the first event of a stream that stays
// open.
func BenchmarkFirstByte(b *testing.B) {
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprint(w, "event: ping\ndata: {}\n\n")
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	}))
	defer upstream.Close()
	plain := httptest.NewServer(plainProxy(b, upstream.URL))
	defer plain.Close()
	for _, c := range []struct{ name, base string }{
		{"direct", upstream.URL},
		{"httputil", plain.URL},
		{"left", serve(b, Options{Upstreams: to(b, upstream.URL), Rewriter: idle}).BaseURL(wire.Anthropic)},
	} {
		b.Run(c.name, func(b *testing.B) {
			httpClient := client(b)
			for b.Loop() {
				res, err := httpClient.Post(c.base+"/v1/messages", "application/json", strings.NewReader("{}"))
				if err != nil {
					b.Fatal(err)
				}
				io.ReadFull(res.Body, make([]byte, 1))
				res.Body.Close()
			}
		})
	}
}

func plainProxy(b *testing.B, upstream string) http.Handler {
	target := mustParse(b, upstream)
	return &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(target) }, FlushInterval: -1, ErrorLog: quiet}
}

func exchangeOnce(b *testing.B, c *http.Client, base string, body io.Reader) {
	res, err := c.Post(base+"/v1/messages", "application/json", body)
	if err != nil {
		b.Fatal(err)
	}
	io.Copy(io.Discard, res.Body)
	res.Body.Close()
}
