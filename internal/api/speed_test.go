package api

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"elide.example/elide/internal/config"
	"elide.example/elide/internal/pipeline"
	"elide.example/elide/internal/setup"
)

// BenchmarkOverTheReduction tells what it costs to ask a server: the same block, of
// 100 KB, reduced here and there.
func BenchmarkOverTheReduction(b *testing.B) {
	text := bytes.Repeat(sample(b), 1+100_000/len(sample(b)))[:100_000]
	kept := originals(b)
	b.Run("direct", func(b *testing.B) {
		opt := setup.Options(config.Default())
		for b.Loop() {
			if _, err := pipeline.Reduce(context.Background(), inMemory{bytes.NewReader(text), text}, opt, kept); err != nil {
				b.Fatal(err)
			}
		}
	})
	server := httptest.NewServer(New(Options{Config: config.Default(), Store: kept, AnyHost: true}))
	defer server.Close()
	quoted, err := json.Marshal(map[string]string{"text": string(text)})
	if err != nil {
		b.Fatal(err)
	}
	for kind, body := range map[string][]byte{"text/plain": text, "application/json": quoted} {
		b.Run(kind, func(b *testing.B) {
			for b.Loop() {
				res, err := http.Post(server.URL+"/v1/reduce", kind, bytes.NewReader(body))
				if err != nil {
					b.Fatal(err)
				}
				if _, err := io.Copy(io.Discard, res.Body); err != nil || res.StatusCode != http.StatusOK {
					b.Fatal(res.Status, err)
				}
				res.Body.Close()
			}
		})
	}
}
