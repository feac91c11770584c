package elide_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"testing"

	"elide.example/elide"
)

func BenchmarkReduce(b *testing.B) {
	r := newReducer(b, elide.Options{})
	for _, tests := range []int{120, 2000, 20_000} {
		data := testRun(tests)
		b.Run(fmt.Sprintf("%dKB", len(data)>>10), func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				if res := r.Reduce(b.Context(), elide.Block{Data: data}); !res.Reduced {
					b.Fatal(res.Reason, res.Err)
				}
			}
		})
	}
}

// BenchmarkTransport sends a conversation of forty results, whose beginning was
// sent before, to nobody: with a Transport and without.
func BenchmarkTransport(b *testing.B) {
	var results [][]byte
	for i := range 40 {
		results = append(results, testRun(100+i))
	}
	body := conversation(results...)
	nobody := roundTrip(func(req *http.Request) (*http.Response, error) {
		_, err := io.Copy(io.Discard, req.Body)
		return &http.Response{StatusCode: 200, Body: http.NoBody}, err
	})
	for name, rt := range map[string]http.RoundTripper{
		"without": nobody,
		"with":    elide.NewTransport(newReducer(b, elide.Options{}), elide.TransportOptions{Base: nobody}),
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(body)))
			for b.Loop() {
				if _, err := rt.RoundTrip(post(b, b.Context(), "http://host.invalid/v1/messages", bytes.NewReader(body))); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
